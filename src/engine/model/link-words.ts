// What a person needs to know of a link whose law has no value: where its ends are, and what it was given.
import { formatValue, vectorOf } from "../../compiler/values/value.ts";
import { createPose, transformPoint } from "../../geometry/shapes/pose.ts";
import { poseIn } from "./body-pose.ts";
import { attachments, type Link } from "./link.ts";
import { copySlot, readSlot } from "./slot.ts";

/** Relative to how far the ends are from the origin, and to 1. */
const apart = 1e-12;

export function wordsOfEnds(link: Link, memory: Float64Array): string[] {
  const [a, b] = attachments.map((name, i) => {
    const at = copySlot(memory, link.slots.get(name)!, new Float64Array(3));
    const body = link.bodies[i];
    if (!body) return at;
    const pose = createPose();
    poseIn(memory, body, pose);
    return transformPoint(new Float64Array(3), pose, at) as Float64Array;
  });
  const given = [...link.slots]
    .filter(([name, slot]) => !name.includes(" ") && name !== "attached" && !link.unknowns.includes(slot))
    .map(([name, slot]) => `${name} = ${formatValue(readSlot(memory, slot))}`);
  const of = given.length > 0 ? [`it has ${given.join(", ")}`] : [];
  const [first, second] = link.declaration.between;
  const scale = Math.max(1, ...a.map(Math.abs));
  const isOnePoint = a.every((x, i) => Math.abs(x - b[i]) <= apart * scale);
  const isCurve = [first, second].some((end, i) => link.bodies[i] === null && end.object.name !== "world");
  if (isCurve) return of;
  const where = `from ${formatValue(vectorOf(a))} to ${formatValue(vectorOf(b))}`;
  if (!isOnePoint) return [...of, `it goes ${where}`];
  return [
    ...of,
    `both its ends are at ${formatValue(vectorOf(a))}, where their distance has no direction`,
    "put them apart; two points are held together by a constraint such as C = anchor1 - anchor2",
  ];
}
