// The place in the text of a number that a slider moves.
import type { AttributeOutline, LinkOutline, ObjectOutline, Outline } from "../protocol/text.ts";

export interface NumberPlace {
  /** An object by its name, a link, or the world (null). */
  readonly holder: string | null | { readonly link: string };
  /** Whether it is a number with a name outside all blocks. */
  readonly isConstant: boolean;
  readonly attribute: AttributeOutline;
  readonly index: number;
  /** The number as written. */
  readonly said: string;
}

/** The place of `g#3`, `ball.mass`, `spring.k`; null if the text has no such number, or an expression. */
export function numberPlaceOf(path: string, { world, constants, objects, links }: Outline): NumberPlace | null {
  const found = /^(?:(\w+)\.)?(\w+)(?:#(\d+))?$/u.exec(path);
  if (!found) return null;
  const [, owner, name, part] = found;
  const isOwner = (one: ObjectOutline | LinkOutline) => one.name === owner && one.file === null;
  const link = links.find(isOwner);
  const attributes = owner === undefined ? [...world, ...constants] : (objects.find(isOwner) ?? link)?.attributes;
  const attribute = attributes?.find((one) => one.name === name);
  const index = part === undefined ? 0 : Number(part) - 1;
  const said = attribute?.parts?.[index];
  if (!attribute || said === undefined || attribute.isVector !== (part !== undefined)) return null;
  const holder = owner === undefined ? null : link ? { link: owner } : owner;
  return { holder, isConstant: constants.includes(attribute), attribute, index, said };
}

/** The range of the number in the text; null if the text has changed since it was outlined. */
export function sliderRangeOf({ attribute, index }: NumberPlace, text: string): { from: number; to: number } | null {
  let from = text.indexOf("=", attribute.from) + 1;
  let to = from;
  for (const part of attribute.parts!.slice(0, index + 1)) {
    from = text.indexOf(part, to);
    to = from + part.length;
  }
  return from > 0 && to <= attribute.to ? { from, to } : null;
}
