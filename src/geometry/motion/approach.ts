// Two approaching bodies: their distance as a function of time. Working memory of the time of impact, made once and
// reused.
import type { Vec3 } from "../../math/vectors/vec3.ts";
import * as vec3 from "../../math/vectors/vec3.ts";
import { isComposite } from "../composite/composite.ts";
import { createProximity, type Proximity } from "../contact/proximity.ts";
import { measureDistance } from "../pairs/pairs.ts";
import { createPose, type Pose } from "../shapes/pose.ts";
import { type BodyShape, isInfinite } from "../shapes/shape.ts";
import { compositeExtent, supportExtent } from "../shapes/support.ts";
import { AT_REST, type Closing, type Moving } from "./motion.ts";
import type { RealFunction } from "./root.ts";

export interface Approach extends Closing {
  /** The time of the last evaluation, and its distance if that was computed. */
  readonly point: Float64Array;
  /** The pose of the last evaluation. */
  readonly poseA: Pose;
  readonly poseB: Pose;
  readonly proximity: Proximity;
  /** The gap between the projections, as found last by `findGapAlong`. */
  gap: number;
  /** Number of evaluations of the poses. */
  evaluations: number;
  /** The beginning and end of the search, and its precision. */
  from: number;
  until: number;
  tolerance: number;
  /** Number of parts where the interval must be sampled. */
  samples: number;
  /** The result: the time of the impact, or NaN. */
  time: number;
  /** The distance within which the bodies touch. */
  touch: number;
  /** The distance at which they touch: 0, unless they overlap at the start and count as touching. */
  level: number;
  /** Sets poses and proximity for a time; returns the distance. */
  readonly distanceAt: RealFunction;
}

const nobody: Moving = { shape: { kind: "plane" }, motion: () => {}, bound: AT_REST };

export function createApproach(): Approach {
  const approach: Approach = {
    a: nobody,
    b: nobody,
    point: new Float64Array(2),
    poseA: createPose(),
    poseB: createPose(),
    proximity: createProximity(),
    gap: 0,
    evaluations: 0,
    from: 0,
    until: 0,
    tolerance: 0,
    samples: 0,
    time: Number.NaN,
    touch: 0,
    level: 0,
    apart: 0,
    duration: 0,
    near: 0,
    speed: 0,
    acceleration: 0,
    distanceAt(point) {
      moveTo(approach, point);
      measureDistance(approach.proximity, approach.a.shape, approach.poseA, approach.b.shape, approach.poseB);
      point[1] = approach.proximity.distance;
    },
  };
  return approach;
}

function moveTo(approach: Approach, point: Float64Array): void {
  approach.evaluations++;
  approach.a.motion(point, approach.poseA);
  approach.b.motion(point, approach.poseB);
}

const toA = new Float64Array(3);
const between = new Float64Array(3);
const extentOfA = new Float64Array(1);
const extentOfB = new Float64Array(1);

/**
 * Finds the gap between the projections of both bodies on the unit vector `n` that points to a, at the time in `point`:
 * never more than the distance. -∞ beside a half space or plane to which `n` is not normal.
 */
export function findGapAlong(approach: Approach, n: Vec3): void {
  moveTo(approach, approach.point);
  vec3.sub(between, approach.poseA.position, approach.poseB.position);
  vec3.scale(toA, n, -1);
  findExtent(extentOfA, approach.a.shape, approach.poseA, toA);
  findExtent(extentOfB, approach.b.shape, approach.poseB, n);
  const apart = n[0] * between[0] + n[1] * between[1] + n[2] * between[2];
  approach.gap = apart - extentOfA[0] - extentOfB[0];
}

/** Finds how far a shape extends from its centre in a direction. */
function findExtent(out: Float64Array, shape: BodyShape, pose: Pose, n: Vec3): void {
  if (isComposite(shape)) {
    compositeExtent(out, shape, pose.rotation, n);
    return;
  }
  if (!isInfinite(shape)) {
    supportExtent(out, shape, pose.rotation, n);
    return;
  }
  const r = pose.rotation;
  const isAlong = n[0] === r[2] && n[1] === r[5] && n[2] === r[8];
  const isAgainst = shape.kind === "plane" && n[0] === -r[2] && n[1] === -r[5] && n[2] === -r[8];
  out[0] = isAlong || isAgainst ? 0 : Infinity;
}
