// The geometry of pairs, asked by bodies: how far apart, touching where.

import { createManifold } from "../../geometry/contact/manifold.ts";
import { createProximity, type Proximity } from "../../geometry/contact/proximity.ts";
import { collide, measureDistance } from "../../geometry/pairs/pairs.ts";
import { findReach } from "../../geometry/shapes/bounds.ts";
import { createPose } from "../../geometry/shapes/pose.ts";
import { type Cuboid, isInfinite } from "../../geometry/shapes/shape.ts";
import { poseIn, shapeIn } from "../model/body-pose.ts";
import type { Body } from "../model/model.ts";

const proximity = createProximity();
const manifold = createManifold();
const poseA = createPose();
const poseB = createPose();

/** How near two bodies are to each other, until somebody else is asked about. */
export function nearnessIn(memory: Float64Array, a: Body, b: Body): Proximity {
  poseIn(memory, a, poseA);
  poseIn(memory, b, poseB);
  return measureDistance(proximity, shapeIn(memory, a), poseA, shapeIn(memory, b), poseB);
}

export function gapIn(memory: Float64Array, a: Body, b: Body): number {
  return nearnessIn(memory, a, b).distance;
}

export interface Contact {
  /** The one point that stands for the contact: the middle of the extremities of a segment or face. */
  readonly point: Float64Array;
  /** Unit, pointing to the first body. */
  readonly normal: Float64Array;
}

/** Where two bodies in touch meet. Points within `margin` count as touching. */
export function contactIn(memory: Float64Array, a: Body, b: Body, margin: number): Contact {
  const gap = Math.max(0, gapIn(memory, a, b));
  if (collide(manifold, shapeIn(memory, a), poseA, shapeIn(memory, b), poseB, gap + margin) > 0)
    return { point: manifold.center.slice(), normal: manifold.normal.slice() };
  const point = new Float64Array(3);
  for (let i = 0; i < 3; i++) point[i] = (proximity.pointA[i] + proximity.pointB[i]) / 2;
  return { point, normal: proximity.normal.slice() };
}

/** Of the size of a cuboid. */
const shrinking = 1e-6;

/**
 * Where two bodies strike each other. Where a corner or an edge meets another, any normal between those of the faces
 * would do; the one taken is that of bodies a little smaller, which is the same for all other contacts.
 */
export function impactIn(memory: Float64Array, a: Body, b: Body, margin: number): Contact {
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

/** Of a body's size: what is nearer than that touches. */
const touching = 1e-9;
/** Rounding of a gap, relative to the lengths it is made of. */
export const gapRounding = 1e-13;

const scale = new Float64Array(1);
const reach = new Float64Array(1);
const near = new Float64Array(1);

/** Two bodies nearer than this touch: relative to the smaller one, and no finer than their places are rounded. */
export function findTouch(memory: Float64Array, a: Body, b: Body): Float64Array {
  findReach(near, shapeIn(memory, a));
  findReach(reach, shapeIn(memory, b));
  const smaller = Math.min(near[0], reach[0]);
  near[0] = touching * (smaller < Number.POSITIVE_INFINITY ? smaller : 1) + gapRounding * findScale(memory, a, b)[0];
  return near;
}

/** Lengths of a pair: what rounding of its gap is measured against. */
export function scaleOf(memory: Float64Array, a: Body, b: Body): number {
  return findScale(memory, a, b)[0];
}

export function findScale(memory: Float64Array, a: Body, b: Body): Float64Array {
  scale[0] = 0;
  widenScale(memory, a);
  widenScale(memory, b);
  return scale;
}

function widenScale(memory: Float64Array, body: Body): void {
  const { position, geometry } = body;
  if (!isInfinite(geometry)) {
    findReach(reach, shapeIn(memory, body));
    scale[0] = Math.max(scale[0], reach[0]);
  }
  for (let i = 0; i < 3; i++) scale[0] = Math.max(scale[0], Math.abs(memory[position.offset + i * position.stride]));
}
