// The geometry of pairs of bodies: how far apart they are, and where they touch.

import { createManifold } from "../../geometry/contact/manifold.ts";
import { createProximity, type Proximity } from "../../geometry/contact/proximity.ts";
import { collide, measureDistance } from "../../geometry/pairs/pairs.ts";
import { findReach } from "../../geometry/shapes/bounds.ts";
import { createPose } from "../../geometry/shapes/pose.ts";
import { type Cuboid, isInfinite } from "../../geometry/shapes/shape.ts";
import { poseIn, shapeIn } from "../model/body-pose.ts";
import type { Body } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";

const proximity = createProximity();
const manifold = createManifold();
const poseA = createPose();
const poseB = createPose();

/** The distance of two bodies; valid until the next call. */
export function nearnessIn(memory: ReadonlyNumbers, a: Body, b: Body): Proximity {
  poseIn(memory, a, poseA);
  poseIn(memory, b, poseB);
  return measureDistance(proximity, shapeIn(memory, a), poseA, shapeIn(memory, b), poseB);
}

export function gapIn(memory: ReadonlyNumbers, a: Body, b: Body): number {
  return nearnessIn(memory, a, b).distance;
}

export interface Contact {
  /** The one point that represents the contact: the middle of the extremities of a segment or face. */
  readonly point: Float64Array;
  /** A unit vector that points to the first body. */
  readonly normal: Float64Array;
}

/** Where two touching bodies meet. Points within `margin` count as touching. */
export function contactIn(memory: ReadonlyNumbers, a: Body, b: Body, margin: number): Contact {
  const gap = Math.max(0, gapIn(memory, a, b));
  if (collide(manifold, shapeIn(memory, a), poseA, shapeIn(memory, b), poseB, gap + margin) > 0)
    return { point: manifold.center.slice(), normal: manifold.normal.slice() };
  const point = new Float64Array(3);
  for (let i = 0; i < 3; i++) point[i] = (proximity.pointA[i] + proximity.pointB[i]) / 2;
  return { point, normal: proximity.normal.slice() };
}

/** How much smaller, relative to the size of a cuboid. */
const shrinking = 1e-6;

/**
 * Where two bodies collide. Where a corner or an edge meets another, any normal between those of the faces is possible;
 * the one used is that of slightly smaller bodies, which for all other contacts gives the same.
 */
export function impactIn(memory: ReadonlyNumbers, a: Body, b: Body, margin: number): Contact {
  const contact = contactIn(memory, a, b, margin);
  const ofA = shapeIn(memory, a);
  const ofB = shapeIn(memory, b);
  if (ofA.kind !== "cuboid" || ofB.kind !== "cuboid") return contact;
  measureDistance(proximity, shrunk(ofA), poseA, shrunk(ofB), poseB);
  return { point: contact.point, normal: proximity.normal.slice() };
}

function shrunk({ half }: Cuboid): Cuboid {
  const less = shrinking * Math.min(...half);
  return { kind: "cuboid", half: half.map((length) => length - less) };
}

/** Bodies closer than this share of their size touch. */
const touching = 1e-9;
/** The rounding of a gap, relative to the lengths from which it is computed. */
export const gapRounding = 1e-13;

const scale = new Float64Array(1);
const reach = new Float64Array(1);
const near = new Float64Array(1);

/**
 * Finds the distance below which two bodies touch: relative to the smaller one, and not below the rounding of their
 * places.
 */
export function findTouch(memory: ReadonlyNumbers, a: Body, b: Body): Float64Array {
  findReach(near, shapeIn(memory, a));
  findReach(reach, shapeIn(memory, b));
  const smaller = Math.min(near[0], reach[0]);
  near[0] = touching * (smaller < Number.POSITIVE_INFINITY ? smaller : 1) + gapRounding * findScale(memory, a, b)[0];
  return near;
}

/** The lengths of a pair to which the rounding of its gap is compared. */
export function scaleOf(memory: ReadonlyNumbers, a: Body, b: Body): number {
  return findScale(memory, a, b)[0];
}

export function findScale(memory: ReadonlyNumbers, a: Body, b: Body): Float64Array {
  scale[0] = 0;
  widenScale(memory, a);
  widenScale(memory, b);
  return scale;
}

function widenScale(memory: ReadonlyNumbers, body: Body): void {
  const { position, geometry } = body;
  if (!isInfinite(geometry)) {
    findReach(reach, shapeIn(memory, body));
    scale[0] = Math.max(scale[0], reach[0]);
  }
  for (let i = 0; i < 3; i++) scale[0] = Math.max(scale[0], Math.abs(memory[position.offset + i * position.stride]));
}
