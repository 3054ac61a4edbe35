// What helps a person to understand why the law of a link has no value: where its ends are, and its attributes.
import { formatValue, vectorOf } from "../../compiler/values/value.ts";
import { createPose, transformPoint } from "../../geometry/shapes/pose.ts";
import { poseIn } from "./body-pose.ts";
import { attachments, type Link } from "./link.ts";
import type { ReadonlyNumbers } from "./numbers.ts";
import { copySlot, readSlot } from "./slot.ts";

/** Ends closer than this coincide: relative to their distance from the origin, and to 1. */
const apart = 1e-12;

/** The values that a link was given, in one note; none if it was given none. */
export function wordsOfGiven(link: Link, memory: ReadonlyNumbers): string[] {
  const given = [...link.slots]
    .filter(([name, slot]) => !name.includes(" ") && name !== "attached" && !link.unknowns.includes(slot))
    .map(([name, slot]) => `${name} = ${formatValue(readSlot(memory, slot))}`);
  return given.length > 0 ? [`it has ${given.join(", ")}`] : [];
}

export function wordsOfEnds(link: Link, memory: ReadonlyNumbers): string[] {
  const [a, b] = attachments.map((name, i) => {
    const at = copySlot(memory, link.slots.get(name)!, new Float64Array(3));
    const body = link.bodies[i];
    if (!body) return at;
    const pose = createPose();
    poseIn(memory, body, pose);
    return transformPoint(new Float64Array(3), pose, at) as Float64Array;
  });
  const of = wordsOfGiven(link, memory);
  const [first, second] = link.declaration.between;
  const scale = Math.max(1, ...a.map(Math.abs));
  const isOnePoint = a.every((x, i) => Math.abs(x - b[i]) <= apart * scale);
  const isCurve = [first, second].some((end, i) => link.bodies[i] === null && end.object.name !== "world");
  if (isCurve) return of;
  const where = `from ${formatValue(vectorOf(a))} to ${formatValue(vectorOf(b))}`;
  if (!isOnePoint) return [...of, `it goes ${where}`];
  const words = [...of, `both its ends are at ${formatValue(vectorOf(a))}, where their distance has no direction`];
  // A weld or a hinge holds two points together as it should.
  if (link.context.type === "constraint") return words;
  return [...words, "move them apart; to hold two points together, use a constraint such as C = anchor1 - anchor2"];
}
