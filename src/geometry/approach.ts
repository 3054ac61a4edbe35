// Two bodies on their way: their distance as a function of time. Working memory of the time of impact, made once and reused.

import type { Vec3 } from "../math/vec3.ts";
import * as vec3 from "../math/vec3.ts";
import { AT_REST, type Closing, type Moving } from "./motion.ts";
import { measureDistance } from "./pairs.ts";
import { createPose, type Pose } from "./pose.ts";
import { createProximity, type Proximity } from "./proximity.ts";
import type { RealFunction } from "./root.ts";
import type { Shape } from "./shape.ts";
import { supportExtent } from "./support.ts";

export interface Approach extends Closing {
  a: Moving;
  b: Moving;
  /** Of the last evaluation. */
  readonly poseA: Pose;
  readonly poseB: Pose;
  readonly proximity: Proximity;
  /** Between the shadows, as `gapAlongAt` found it last. */
  gap: number;
  /** How often the poses were asked for. */
  evaluations: number;
  /** The end of the search, and how well its time is to be found. */
  until: number;
  tolerance: number;
  /** The distance within which the bodies touch. */
  touch: number;
  /** Sets poses and proximity for a time; returns the distance. */
  readonly distanceAt: RealFunction;
}

const nobody: Moving = { shape: { kind: "plane" }, motion: () => {}, bound: AT_REST };

export function createApproach(): Approach {
  const approach: Approach = {
    a: nobody,
    b: nobody,
    poseA: createPose(),
    poseB: createPose(),
    proximity: createProximity(),
    gap: 0,
    evaluations: 0,
    until: 0,
    tolerance: 0,
    touch: 0,
    speed: 0,
    acceleration: 0,
    distanceAt(t) {
      moveTo(approach, t);
      return measureDistance(approach.proximity, approach.a.shape, approach.poseA, approach.b.shape, approach.poseB);
    },
  };
  return approach;
}

function moveTo(approach: Approach, t: number): void {
  approach.evaluations++;
  approach.a.motion(t, approach.poseA);
  approach.b.motion(t, approach.poseB);
}

const toA = new Float64Array(3);
const between = new Float64Array(3);

/**
 * Finds the gap between the shadows of both bodies on the unit vector `n` that points to a, at time `t`: never more than the distance.
 * -∞ beside a half space or plane to which `n` is not normal.
 */
export function gapAlongAt(approach: Approach, n: Vec3, t: number): void {
  moveTo(approach, t);
  vec3.sub(between, approach.poseA.position, approach.poseB.position);
  vec3.scale(toA, n, -1);
  approach.gap =
    vec3.dot(n, between) -
    extentTowards(approach.a.shape, approach.poseA, toA) -
    extentTowards(approach.b.shape, approach.poseB, n);
}

function extentTowards(shape: Shape, pose: Pose, n: Vec3): number {
  if (shape.kind === "sphere" || shape.kind === "cuboid") return supportExtent(shape, pose.rotation, n);
  const r = pose.rotation;
  if (n[0] === r[2] && n[1] === r[5] && n[2] === r[8]) return 0;
  if (shape.kind === "plane" && n[0] === -r[2] && n[1] === -r[5] && n[2] === -r[8]) return 0;
  return Infinity;
}
