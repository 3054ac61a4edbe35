// The geometry of pairs, asked by bodies: how far apart, touching where.

import { createManifold } from "../geometry/contact/manifold.ts";
import { createProximity, type Proximity } from "../geometry/contact/proximity.ts";
import { collide, measureDistance } from "../geometry/pairs/pairs.ts";
import { findReach, findTurningReach } from "../geometry/shapes/bounds.ts";
import { createPose } from "../geometry/shapes/pose.ts";
import { type Cuboid, isInfinite } from "../geometry/shapes/shape.ts";
import * as mat3 from "../math/vectors/mat3.ts";
import { poseIn, shapeIn } from "./body-pose.ts";
import type { Flow } from "./flow.ts";
import { copySlot } from "./layout.ts";
import type { Body } from "./model.ts";
import type { Sizing } from "./sizing.ts";

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

/** The same in a motion, at the instant that is asked for. */
export function nearnessAt(flow: Flow, a: Body, b: Body): Proximity {
  flow.pose(a, poseA);
  flow.pose(b, poseB);
  return measureDistance(proximity, flow.shape(a), poseA, flow.shape(b), poseB);
}

export function gapAt(flow: Flow, a: Body, b: Body, t: number): number {
  flow.time = t;
  return nearnessAt(flow, a, b).distance;
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
 * Where two bodies strike each other. Where a corner or an edge meets another, any normal between those of the faces would do;
 * the one taken is that of bodies a little smaller, which is the same for all other contacts.
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

const way = new Float64Array(3);
const length = new Float64Array(1);

/** How far points of two bodies move against each other from the registered state to the end of the flow, by the chord. */
export function findWay(memory: Float64Array, flow: Flow, a: Body, b: Body): Float64Array {
  way[0] = way[1] = way[2] = 0;
  let turning = 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const sign = side === 0 ? 1 : -1;
    poseIn(memory, body, poseA);
    flow.time = flow.to;
    flow.pose(body, poseB);
    for (let k = 0; k < 3; k++) way[k] += sign * (poseB.position[k] - poseA.position[k]);
    if (body.sizing) turning += body.sizing.farthest(sizeIn(memory, body.sizing), flow.size(body));
    findTurningReach(reach, shapeIn(memory, body));
    if (reach[0] === 0 || isInfinite(body.geometry)) continue;
    let turn = 0;
    for (let k = 0; k < 9; k++)
      turn += (poseB.rotation[k] - poseA.rotation[k]) * (poseB.rotation[k] - poseA.rotation[k]);
    turning += Math.sqrt(turn / 2) * reach[0];
  }
  length[0] = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]) + turning;
  return length;
}

/** How far the points of two bodies that are in touch now come apart from now to `t`, along the normal; negative if they close. */
export function partingAt(memory: Float64Array, flow: Flow, a: Body, b: Body, t: number): number {
  const { point, normal } = impactIn(memory, a, b, 1e-7 * scaleOf(memory, a, b));
  let parting = 0;
  for (const [body, sign] of [[a, 1], [b, -1]] as const) {
    poseIn(memory, body, poseA);
    flow.time = t;
    flow.pose(body, poseB);
    // Turning a sphere leaves its poses alone; its centre tells.
    const turns = body.geometry.kind !== "sphere";
    const arm = point.map((x, k) => x - poseA.position[k]);
    const own = turns ? mat3.transposeMultiplyVec(new Float64Array(3), poseA.rotation, arm) : arm;
    body.sizing?.stretch(own, own, sizeIn(memory, body.sizing), flow.size(body));
    const moved = turns ? mat3.multiplyVec(new Float64Array(3), poseB.rotation, own) : own;
    for (let k = 0; k < 3; k++) parting += sign * normal[k] * (poseB.position[k] + moved[k] - point[k]);
  } // biome-ignore format: a pair
  return parting;
}

const size = new Float64Array(3);

/** The numbers of a size in a memory, until somebody else's are asked for. */
function sizeIn(memory: Float64Array, { slot }: Sizing): Float64Array {
  return copySlot(memory, slot, size);
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
