// Vectors of links by their names: multipliers and what links add to their objects. Three.js is not needed to know
// this.
import type { RunLayout } from "../../protocol/messages.ts";
import type { Target } from "./vectors.ts";

/** `pivot.lambda`, `knots.force1` of all copies, `lambda` of all links that have it as a vector. */
export function linkTargets(owner: string | null, own: string, { links }: RunLayout): Target[] {
  // What is said of the second object is drawn where it is held.
  const end = /[^\d]2$/.test(own) ? 1 : 0;
  return links.flatMap(({ name, link, slots, functions }, number): Target[] => {
    if (owner !== null && owner !== name && owner !== link) return [];
    const slot = slots.find((one) => one.name === own && one.kind === "vector" && one.size === 3) ?? null;
    const isAsked = slot !== null || (owner !== null && functions.includes(own));
    return isAsked ? [{ body: -1, path: `${name}.${own}`, slot, link: { number, end } }] : [];
  });
}

/** No more links than these are offered by name. */
const few = 20;

/** Names that can be drawn, for completion. */
export function linkVectorNames({ links }: RunLayout): string[] {
  return links.slice(0, few).flatMap(({ name, slots, functions }) => {
    const vectors = slots.filter(({ kind, size }) => kind === "vector" && size === 3).map((slot) => slot.name);
    return [...vectors, ...functions].map((own) => `${name}.${own}`);
  });
}
