// A link drawn by hand as text: its block, the import of its law, and the attributes that the law needs of the bodies.
import { addBlockBeside, applyEdits } from "../../language/write/edit.ts";
import { tidyNumber } from "../view/hand/hand-edit.ts";
import type { LinkPattern } from "./first-values.ts";
import { type Law, parsed, settingOf, withAttributes, withImport, withLaws } from "./law-text.ts";

type Point = readonly [number, number, number];

/** An end of a link: a body with the anchor in its own frame, or a place of the world. */
export interface DrawnEnd {
  /** The object in `between`: `ball`, `rods[2]`, `world`. */
  readonly said: string;
  /** The object whose attributes the law needs; null for the world. */
  readonly object: string | null;
  readonly at: Point;
}

/** The names that first values of a link may use. */
export type Geometry = Readonly<Record<string, string>>;

function vector(point: readonly number[]): string {
  return `[${point.map(tidyNumber).join(", ")}]`;
}

function endText({ said, at }: DrawnEnd): string {
  return at.every((one) => one === 0) ? said : `${said} at ${vector(at)}`;
}

/** A value with the words of geometry in it written as numbers. */
function valued(value: string, geometry: Geometry): string {
  return value.replace(/[a-z]+(?:_[a-z]+)*(?:_\d)?/g, (word) =>
    Object.hasOwn(geometry, word) ? geometry[word] : word,
  );
}

export function freshLinkName(text: string, wish: string): string {
  const taken = new Set(parsed(text).blocks.map((block) => settingOf(block, "name")));
  if (!taken.has(wish)) return wish;
  let number = 2;
  while (taken.has(`${wish}${number}`)) number++;
  return `${wish}${number}`;
}

export interface DrawnLink {
  readonly pattern: LinkPattern;
  readonly ends: readonly [DrawnEnd, DrawnEnd];
  readonly geometry: Geometry;
}

/** Adds a link to a text, with all that it needs. `motion` is the law to add if no law adds up forces. */
export function withLink(text: string, { pattern, ends, geometry }: DrawnLink, law: Law, motion: Law | null): string {
  const name = freshLinkName(text, pattern.name);
  const lines = [...pattern.attributes].map(([key, value]) => `    ${key} = ${valued(value, geometry)}`);
  const attributes = lines.length > 0 ? `\n  attributes = {\n${lines.join("\n")}\n  }` : "";
  const block = `link {
  name = ${name}
  kind = ${pattern.kind}
  between = {${ends.map(endText).join(", ")}}${attributes}
}`;
  let now = withLaws(text, law, [pattern.kind], []);
  if (motion)
    now = withLaws(
      now,
      motion,
      motion.contexts.map((one) => one.name),
      [],
    );
  const names = law.contexts.find((one) => one.name === pattern.kind)?.names ?? [];
  for (const { object } of ends) if (object !== null) now = withAttributes(now, object, names);
  if (law.file !== "") now = withImport(now, law.file);
  const kind = parsed(now).blocks.some((one) => one.kind === "link") ? "link" : "object";
  return applyEdits(now, addBlockBeside(now, kind, block));
}

/** The geometry of two anchors in space, with the frames of the ends, and the direction towards the person. */
export interface DrawnAnchors {
  readonly anchors: readonly [Point, Point];
  /** `facing` in the frame of each end. */
  readonly facing: readonly [Point, Point];
  readonly turnBetween: readonly number[];
}

export function linkGeometry({ anchors: [a, b], facing, turnBetween }: DrawnAnchors): Geometry {
  const span = Math.hypot(...a.map((one, k) => one - b[k]));
  const top = Math.max(a[2], b[2]) + Math.max(0.2, 0.5 * span);
  const above = [a, b].map(([x, y]) => [x, y, top]);
  return {
    span: tidyNumber(Number(span.toPrecision(6))),
    facing_1: vector(facing[0]),
    facing_2: vector(facing[1]),
    turn_between: vector(turnBetween),
    above_1: vector(above[0]),
    above_2: vector(above[1]),
    way: tidyNumber(Number((2 * top - a[2] - b[2]).toPrecision(10))),
  };
}
