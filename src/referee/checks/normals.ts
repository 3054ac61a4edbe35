// Checks that the normal of a collision separates the bodies: along it, and along no other direction, they do not
// overlap.
import { minus, norm, plus, times, type Vector } from "../math/vectors.ts";
import { gapAlong, separationOf } from "../solids/separation.ts";
import type { ConvexSolid, Solid } from "../solids/solid.ts";

/** A contact in the record: the normal points to the first of the two solids. */
export interface RecordedContact {
  readonly solids: readonly [Solid, Solid];
  readonly point: Vector;
  readonly normal: Vector;
}

/**
 * The unnecessary overlap of the bodies along the normal, as a length; near the point the parts that fit the normal
 * best are used. For a body with round sides the core along the normal is a better test.
 */
export function lackOfNormal({ solids: [a, b], point, normal }: RecordedContact, near: number): number {
  const away = times(-1, normal);
  if (a.flat || b.flat) {
    const parts = partsNear(a.flat ? b : a, point, near);
    return Math.min(...parts.map((part) => acrossFlat(a, b, part, normal)));
  }
  const others = partsNear(b, point, near);
  return Math.min(
    ...partsNear(a, point, near).flatMap((one) =>
      others.map((other) =>
        Math.max(between(one, other, away), outsideOfCore(one, point, away), outsideOfCore(other, point, normal)),
      ),
    ),
  );
}

/** The parts that have the point on their surface, or the nearest part. */
function partsNear({ parts }: Solid, point: Vector, near: number): readonly ConvexSolid[] {
  const gaps = parts.map((part) => Math.abs(part.outside(point)));
  const least = Math.max(near, ...[Math.min(...gaps)].map((gap) => 1.001 * gap));
  return parts.filter((_, i) => gaps[i] <= least);
}

function acrossFlat(a: Solid, b: Solid, part: ConvexSolid, normal: Vector): number {
  const own: Solid = { flat: null, parts: [part] };
  const { direction } = a.flat
    ? separationOf(a, own, Number.POSITIVE_INFINITY)
    : separationOf(own, b, Number.POSITIVE_INFINITY);
  return norm(plus(normal, direction)) * part.reach;
}

function between(one: ConvexSolid, other: ConvexSolid, away: Vector): number {
  const [a, b] = [one, other].map((part): Solid => ({ flat: null, parts: [part] }));
  return separationOf(a, b, Number.POSITIVE_INFINITY, away).distance - gapAlong(away, one, other);
}

/** The distance from the core of the place below the point, at the depth of the radius. */
function outsideOfCore(part: ConvexSolid, point: Vector, outwards: Vector): number {
  if (part.radius === 0) return 0;
  return Math.abs(part.outside(minus(point, times(part.radius, outwards))) + part.radius);
}
