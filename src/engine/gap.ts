// The geometry of pairs, asked by bodies: how far apart, touching where.
import { reachOf } from "../geometry/bounds.ts";
import { createManifold } from "../geometry/manifold.ts";
import { collide, measureDistance } from "../geometry/pairs.ts";
import { createPose, type Pose } from "../geometry/pose.ts";
import { createProximity } from "../geometry/proximity.ts";
import { isInfinite } from "../geometry/shape.ts";
import { type Flow, poseIn } from "./flow.ts";
import type { Body } from "./model.ts";

const proximity = createProximity();
const manifold = createManifold();
const poseA = createPose();
const poseB = createPose();

export function gapOf(a: Body, b: Body, atA: Pose, atB: Pose): number {
  return measureDistance(proximity, a.geometry, atA, b.geometry, atB);
}

export function gapIn(memory: Float64Array, a: Body, b: Body): number {
  poseIn(memory, a, poseA);
  poseIn(memory, b, poseB);
  return gapOf(a, b, poseA, poseB);
}

export function gapAt(flow: Flow, a: Body, b: Body, t: number): number {
  flow.pose(a, t, poseA);
  flow.pose(b, t, poseB);
  return gapOf(a, b, poseA, poseB);
}

export interface Contact {
  /** The one point that stands for the contact: the middle of the extremities of a segment or face. */
  readonly point: Float64Array;
  /** Unit, pointing to the first body. */
  readonly normal: Float64Array;
}

/** Where two bodies in touch meet. Points within `margin` count as touching. */
export function contactIn(memory: Float64Array, a: Body, b: Body, margin: number): Contact {
  poseIn(memory, a, poseA);
  poseIn(memory, b, poseB);
  const gap = Math.max(0, measureDistance(proximity, a.geometry, poseA, b.geometry, poseB));
  if (collide(manifold, a.geometry, poseA, b.geometry, poseB, gap + margin) > 0)
    return { point: manifold.center.slice(), normal: manifold.normal.slice() };
  const point = new Float64Array(3);
  for (let i = 0; i < 3; i++) point[i] = (proximity.pointA[i] + proximity.pointB[i]) / 2;
  return { point, normal: proximity.normal.slice() };
}

/** Lengths of a pair: what rounding of its gap is measured against. */
export function scaleOf(memory: Float64Array, a: Body, b: Body): number {
  let scale = 0;
  for (const body of [a, b]) {
    if (!isInfinite(body.geometry)) scale = Math.max(scale, reachOf(body.geometry));
    for (let i = 0; i < 3; i++) scale = Math.max(scale, Math.abs(memory[body.position.offset + i]));
  }
  return scale;
}
