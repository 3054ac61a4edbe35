// The Minkowski difference of the cores of two convex shapes, a - b, in the frame of a: GJK and EPA see nothing else of
// them.
import * as mat3 from "../../math/vectors/mat3.ts";
import type { Numbers, Vec3 } from "../../math/vectors/vec3.ts";
import { findReach } from "../shapes/bounds.ts";
import { radiusAround, supportCore } from "../shapes/core.ts";
import { createPose, type Pose } from "../shapes/pose.ts";
import type { Convex } from "../shapes/shape.ts";

export interface MinkowskiDifference {
  a: Convex;
  b: Convex;
  bInA: Pose;
  /** In memory: the lengths by which rounding is judged, and both radii around the cores. */
  readonly lengths: Numbers;
}

export const SCALE = 0;
export const RADII = 1;

const reach = new Float64Array(1);
const point: Convex = { kind: "sphere", radius: 0 };

export function createDifference(): MinkowskiDifference {
  return { a: point, b: point, bInA: createPose(), lengths: new Float64Array(2) };
}

export function setDifference(out: MinkowskiDifference, a: Convex, b: Convex, bInA: Pose): void {
  out.a = a;
  out.b = b;
  out.bInA = bInA;
  const p = bInA.position;
  out.lengths[RADII] = radiusAround(a) + radiusAround(b);
  findReach(reach, a);
  const own = reach[0];
  findReach(reach, b);
  out.lengths[SCALE] = own + reach[0] + Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[2]);
}

const back = new Float64Array(3);
const local = new Float64Array(3);
const onA = new Float64Array(3);
const onB = new Float64Array(3);

/**
 * Writes vertex `i`: the point of the difference with the largest d · x, and the points of a and b that it comes from.
 */
export function supportDifference(
  w: Numbers,
  a: Numbers,
  b: Numbers,
  i: number,
  difference: MinkowskiDifference,
  d: Vec3,
): void {
  const { bInA } = difference;
  supportCore(onA, difference.a, d);
  for (let x = 0; x < 3; x++) back[x] = -d[x];
  mat3.transposeMultiplyVec(local, bInA.rotation, back);
  supportCore(onB, difference.b, local);
  mat3.multiplyVec(onB, bInA.rotation, onB);
  for (let x = 0; x < 3; x++) {
    a[3 * i + x] = onA[x];
    b[3 * i + x] = onB[x] + bInA.position[x];
    w[3 * i + x] = a[3 * i + x] - b[3 * i + x];
  }
}
