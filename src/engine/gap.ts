// The geometry of pairs, asked by bodies: how far apart, touching where.
import { findReach, findTurningReach } from "../geometry/bounds.ts";
import { createManifold } from "../geometry/manifold.ts";
import { collide, measureDistance } from "../geometry/pairs.ts";
import { createPose, type Pose } from "../geometry/pose.ts";
import { createProximity, type Proximity } from "../geometry/proximity.ts";
import { type Cuboid, isInfinite } from "../geometry/shape.ts";
import * as mat3 from "../math/mat3.ts";
import { poseIn } from "./body-pose.ts";
import type { Flow } from "./flow.ts";
import type { Body } from "./model.ts";

const proximity = createProximity();
const manifold = createManifold();
const poseA = createPose();
const poseB = createPose();

export function gapOf(a: Body, b: Body, atA: Pose, atB: Pose): number {
  return measureDistance(proximity, a.geometry, atA, b.geometry, atB).distance;
}

/** How near two bodies are to each other, until somebody else is asked about. */
export function nearnessIn(memory: Float64Array, a: Body, b: Body): Proximity {
  poseIn(memory, a, poseA);
  poseIn(memory, b, poseB);
  return measureDistance(proximity, a.geometry, poseA, b.geometry, poseB);
}

export function gapIn(memory: Float64Array, a: Body, b: Body): number {
  return nearnessIn(memory, a, b).distance;
}

/** The same in a motion, at the instant that is asked for. */
export function nearnessAt(flow: Flow, a: Body, b: Body): Proximity {
  flow.pose(a, poseA);
  flow.pose(b, poseB);
  return measureDistance(proximity, a.geometry, poseA, b.geometry, poseB);
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
  poseIn(memory, a, poseA);
  poseIn(memory, b, poseB);
  const gap = Math.max(0, gapOf(a, b, poseA, poseB));
  if (collide(manifold, a.geometry, poseA, b.geometry, poseB, gap + margin) > 0)
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
  if (a.geometry.kind !== "cuboid" || b.geometry.kind !== "cuboid") return contact;
  measureDistance(proximity, shrunk(a.geometry), poseA, shrunk(b.geometry), poseB);
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
    findTurningReach(reach, body.geometry);
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
    const moved = turns ? mat3.multiplyVec(new Float64Array(3), poseB.rotation, own) : arm;
    for (let k = 0; k < 3; k++) parting += sign * normal[k] * (poseB.position[k] + moved[k] - point[k]);
  } // biome-ignore format: a pair
  return parting;
}

const scale = new Float64Array(1);
const reach = new Float64Array(1);

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

function widenScale(memory: Float64Array, { position, geometry }: Body): void {
  if (!isInfinite(geometry)) {
    findReach(reach, geometry);
    scale[0] = Math.max(scale[0], reach[0]);
  }
  for (let i = 0; i < 3; i++) scale[0] = Math.max(scale[0], Math.abs(memory[position.offset + i * position.stride]));
}
