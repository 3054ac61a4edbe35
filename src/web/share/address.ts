// What the address of the page asks for: an experiment in it, and which parts of the lab to show.
import type { Unpacked } from "./payload.ts";

/** Parts that a page which holds the lab in a frame can choose. */
export const embedParts = ["laws", "view", "measure", "time"] as const;
export type EmbedPart = (typeof embedParts)[number];

export async function sharedInAddress(): Promise<Unpacked | null> {
  const { hash } = location;
  if (!hash.startsWith("#x=")) return null;
  const { unpack } = await import("./payload.ts");
  return unpack(hash.slice(3));
}

/** The experiment kept in this browser that `#k=…` names. */
export function keptInAddress(): string | null {
  return /^#k=([0-9a-f]+)$/.exec(location.hash)?.[1] ?? null;
}

/** The gallery's experiment that `#e=…` names. */
export function cardInAddress(): string | null {
  const { hash } = location;
  if (!hash.startsWith("#e=")) return null;
  const named = hash.slice(3);
  try {
    return decodeURIComponent(named);
  } catch {
    // A % that is no sign's number is a %.
    return named;
  }
}

/** The parts to show, or null for the whole lab. */
export const embedded: readonly EmbedPart[] | null = (() => {
  const asked = new URLSearchParams(location.search).get("embed");
  if (asked === null) return null;
  const parts = embedParts.filter((part) => asked.split(",").includes(part));
  return parts.length > 0 ? parts : ["view", "time"];
})();
