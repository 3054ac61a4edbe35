// Numbers of vectors by name: people read and write `ball.v.z`, the run is asked for `ball.v#3`.
import { splitUnit } from "../../record/units/unit-text.ts";
import type { RunLayout, SlotInfo } from "../protocol/messages.ts";

const letters = ["x", "y", "z"];

/** The names of vectors of three numbers. */
export function vectorsOf({ bodies, links, world }: RunLayout): ReadonlySet<string> {
  const isVector = ({ kind, size }: SlotInfo) => kind === "vector" && size === 3;
  const own = [...bodies, ...links].flatMap(({ name, slots }) =>
    slots.filter(isVector).map((slot) => `${name}.${slot.name}`),
  );
  return new Set([...own, ...world.filter(isVector).map(({ name }) => name)]);
}

/** `ball.v.z [km/h]` as the run knows it, unless that is a name of its own. */
export function readComponent(text: string, names: readonly string[]): string {
  const { name, unit } = splitUnit(text);
  const [, whole, letter] = /^(.+)\.([xyz])$/.exec(name) ?? [];
  if (whole === undefined || names.includes(name) || !names.includes(whole)) return text;
  return `${whole}#${letters.indexOf(letter) + 1}${unit === null ? "" : ` [${unit}]`}`;
}

/** `ball.v#3` as people read it, where it is known to be a vector of space. */
export function spokenComponent(path: string, vectors: ReadonlySet<string>): string {
  const [, whole, digit, rest] = /^(.+?)#([123])(\s*\[.*)?$/.exec(path) ?? [];
  return whole !== undefined && vectors.has(whole) ? `${whole}.${letters[Number(digit) - 1]}${rest ?? ""}` : path;
}

/** Offers for the components of a vector that a person has begun to type. */
export function componentOffers(typed: string, vectors: ReadonlySet<string>): string[] {
  const low = typed.toLowerCase();
  const isBegun = (one: string) => low === one || low.replace(/[.#]\w?$/, "") === one;
  return [...vectors]
    .filter((one) => isBegun(one.toLowerCase()))
    .flatMap((one) => [...letters.map((letter) => `${one}.${letter}`), `norm(${one})`])
    .filter((offer) => offer.toLowerCase().includes(low.replace("#", ".")));
}
