// Acts on objects: changing attributes, adding, copying and removing bodies. Each act is one minimal edit of the text
// with a name.
import {
  addBlockBeside,
  applyEdits,
  duplicateBlock,
  removeAttribute,
  removeBlock,
  setAttribute,
  setWorldAttribute,
  type TextEdit,
} from "../../language/write/edit.ts";
import { listName, setAttributePart, setConstantPart, unlistName } from "../../language/write/edit-value.ts";
import type { ObjectOutline, UsesAnswer } from "../protocol/text.ts";
import { askAboutPlaces, edit, outline, text } from "../state/experiment.ts";
import { plainText } from "../ui/number-text.ts";
import { type BodyKind, besideOthers, bodyText, positionOf } from "./body-text.ts";
import { inOne } from "./law-switch.ts";

/** A name that no object has: `ball`, then `ball2`, `ball3`; names of copies are taken, too. */
export function freshName(wish: string): string {
  const taken = new Set(outline.value.objects.map(({ name }) => name));
  const copied = outline.value.objects.filter(({ settings }) => settings.some(({ key }) => key === "copies"));
  const isTaken = (name: string) =>
    taken.has(name) || copied.some((object) => name.replace(/\d+$/, "") === object.name && name !== object.name);
  if (!isTaken(wish)) return wish;
  const base = wish.replace(/_?\d+$/, "");
  const joint = copied.some(({ name }) => name === base) ? "_" : "";
  let number = 2;
  while (isTaken(`${base}${joint}${number}`)) number++;
  return `${base}${joint}${number}`;
}

/** The edits that put a body into every simulation that names its bodies. */
function involve(name: string): TextEdit[] {
  return outline.value.simulations.flatMap((one) => listName(text.value, one.name, "objects_involved", name) ?? []);
}

const names: Readonly<Record<BodyKind, string>> = {
  sphere: "ball",
  cuboid: "box",
  cylinder: "drum",
  cone: "cone",
  capsule: "pill",
  plane: "wall",
  "half space": "ground",
};

export function addBody(kind: BodyKind): string {
  const name = freshName(names[kind]);
  const block = bodyText(kind, name, outline.value.objects);
  edit([...addBlockBeside(text.value, "object", block), ...involve(name)], `add ${name}`);
  return name;
}

/** Adds a copy beside a body; returns its name, or null. */
export function duplicateBody(object: ObjectOutline): string | null {
  const name = freshName(object.name);
  const [put] = duplicateBlock(text.value, "object", object.name, name) ?? [];
  if (!put) return null;
  const position = positionOf(object);
  const place = position && besideOthers(object, outline.value.objects);
  let insert = put.insert;
  if (position && place) {
    const copied = applyEdits(text.value, [put]);
    const moves = place.flatMap((value, i) =>
      value === position[i] ? [] : (setAttributePart(copied, "object", name, "position", i, plainText(value)) ?? []),
    );
    const after = applyEdits(copied, moves);
    insert = after.slice(put.from, put.from + put.insert.length + after.length - copied.length);
  }
  edit([{ ...put, insert }, ...involve(name)], `duplicate ${object.name}`);
  return name;
}

/** Takes a body out, with the links that join it. */
export function removeBody({ name }: ObjectOutline): void {
  const { objects, links, simulations } = outline.value;
  const all = objects.map((object) => object.name);
  const isAt = (end: string) => /^[\p{L}_][\p{L}\d_]*/u.exec(end)?.[0] === name;
  const joined = links.filter(({ file, ends }) => file === null && ends.some(isAt));
  const steps = [
    ...joined.map((link) => (now: string) => removeBlock(now, "link", link.name)),
    (now: string) => removeBlock(now, "object", name),
    ...simulations
      .filter((one) => one.objects?.includes(name))
      .map((one) => (now: string) => unlistName(now, one.name, "objects_involved", name, all)),
  ];
  const after = steps.reduce((now, step) => applyEdits(now, step(now) ?? []), text.value);
  edit(inOne(text.value, after), `remove ${name}`);
}

/** Renames an object everywhere in the text; returns why it cannot, or "". */
export async function renameBody(object: ObjectOutline, next: string): Promise<string> {
  const uses = await askAboutPlaces<UsesAnswer>({ kind: "uses", at: object.nameFrom });
  if (!uses || uses.name !== object.name) return "The text is changing; try again.";
  if (uses.refusal !== null) return `${uses.refusal}.`;
  edit(
    uses.ranges.map(({ from, to }) => ({ from, to, insert: next })),
    `rename ${object.name}`,
  );
  return "";
}

/** The owner of an attribute: an object by its name, a link, or the world (null). */
export type Holder = string | null | { readonly link: string };

/** The name of an object or link; "" for the world. */
export function holderName(holder: Holder): string {
  return holder === null ? "" : typeof holder === "string" ? holder : holder.link;
}

function blockOf(holder: Holder): readonly [string, string | null] {
  if (holder === null) return ["world attributes", null];
  return typeof holder === "string" ? ["object", holder] : ["link", holder.link];
}

function said(holder: Holder, attribute: string): string {
  return holder === null ? attribute : `${holderName(holder)}.${attribute}`;
}

/** Changes one number of an attribute; the rest of its value, and its unit, stay. */
export function changePart(holder: Holder, attribute: string, index: number, value: string, continues = false): void {
  const edits = setAttributePart(text.value, ...blockOf(holder), attribute, index, value);
  if (edits) edit(edits, `change ${said(holder, attribute)}`, continues);
}

/** Changes one number that has a name outside all blocks. */
export function changeConstant(name: string, index: number, value: string, continues = false): void {
  const edits = setConstantPart(text.value, name, index, value);
  if (edits) edit(edits, `change ${name}`, continues);
}

function putValue(holder: Holder, attribute: string, value: string): TextEdit[] | null {
  return holder === null
    ? setWorldAttribute(text.value, attribute, value)
    : setAttribute(text.value, ...blockOf(holder), attribute, value);
}

/** Changes the whole value of an attribute to a text. */
export function changeValue(holder: Holder, attribute: string, value: string): void {
  const edits = putValue(holder, attribute, value);
  if (edits) edit(edits, `change ${said(holder, attribute)}`);
}

/** Gives a holder one more attribute, in the manner of those it has. */
export function addAttribute(holder: Holder, attribute: string, value: string): void {
  const edits = putValue(holder, attribute, value);
  if (edits) edit(edits, `add ${said(holder, attribute)}`);
}

export function dropAttribute(holder: Holder, attribute: string): void {
  const edits = removeAttribute(text.value, ...blockOf(holder), attribute);
  if (edits) edit(edits, `remove ${said(holder, attribute)}`);
}
