// What helps a person to understand why the law of a link has no value: where its ends are, and its attributes.
import { formatValue, vectorOf } from "../../compiler/values/value.ts";
import { createPose, inversePose, transformPoint } from "../../geometry/shapes/pose.ts";
import { poseIn } from "./body-pose.ts";
import { attachments, type Link } from "./link.ts";
import type { Body } from "./model.ts";
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

function origin(): Float64Array {
  return new Float64Array(3);
}

function distance(a: Float64Array, b: Float64Array): number {
  return Math.sqrt(a.reduce((sum, x, k) => sum + (x - b[k]) * (x - b[k]), 0));
}

/** The places where a link is attached, as written, and in the world. */
function endsOf(link: Link, memory: ReadonlyNumbers): { readonly at: Float64Array; readonly place: Float64Array }[] {
  return attachments.map((name, i) => {
    const at = copySlot(memory, link.slots.get(name)!, new Float64Array(3));
    const body = link.bodies[i];
    if (!body) return { at, place: at };
    const pose = createPose();
    poseIn(memory, body, pose);
    return { at, place: transformPoint(new Float64Array(3), pose, at) as Float64Array };
  });
}

/**
 * What to write where the ends of a link lie apart and would coincide if the place on a body were one in the world: it
 * is one in the frame of the body.
 */
export function wordsOfMisplaced(link: Link, memory: ReadonlyNumbers): string[] {
  const ends = endsOf(link, memory);
  const isSame = (a: Float64Array, b: Float64Array) => {
    const scale = Math.max(1e-9, ...a.map(Math.abs));
    return a.every((x, k) => Math.abs(x - b[k]) <= 1e-6 * scale);
  };
  const { between } = link.declaration;
  if (
    isSame(ends[0].place, ends[1].place) ||
    between.some(({ object }, i) => !link.bodies[i] && object.name !== "world")
  )
    return [];
  // One place for both, which is nearer to each body if it is one in the world.
  const isNear = (body: Body | null) =>
    body && distance(ends[0].at, copySlot(memory, body.position, origin())) < distance(ends[0].at, origin());
  const isAlike = isSame(ends[0].at, ends[1].at) && link.bodies.every(isNear);
  return ends.flatMap(({ at, place }, i) => {
    const body = link.bodies[i];
    const meant = isAlike || isSame(at, ends[1 - i].place);
    if (!body || !between[i].at || !meant || isSame(at, place)) return [];
    const [pose, inverse] = [createPose(), createPose()];
    poseIn(memory, body, pose);
    const own = transformPoint(origin(), inversePose(inverse, pose), at) as Float64Array;
    const rounded = own.map((x) => Number(x.toPrecision(12)) + 0);
    return [
      `'at' is a place in the frame of '${body.name}', from its centre: if ${formatValue(vectorOf(at))} is meant ` +
        `in the world, write ${body.name} at ${formatValue(vectorOf(rounded))}`,
    ];
  });
}

export function wordsOfEnds(link: Link, memory: ReadonlyNumbers): string[] {
  const [a, b] = endsOf(link, memory).map(({ place }) => place);
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
