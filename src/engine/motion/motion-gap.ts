// The geometry of pairs along a motion: their distance at an instant, and how far they move from the registered state.

import { createProximity, type Proximity } from "../../geometry/contact/proximity.ts";
import { measureDistance } from "../../geometry/pairs/pairs.ts";
import { findTurningReach } from "../../geometry/shapes/bounds.ts";
import { createPose } from "../../geometry/shapes/pose.ts";
import { isInfinite } from "../../geometry/shapes/shape.ts";
import * as mat3 from "../../math/vectors/mat3.ts";
import { poseIn, shapeIn } from "../model/body-pose.ts";
import type { Body } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import type { Sizing } from "../model/sizing.ts";
import { copySlot } from "../model/slot.ts";
import { impactIn, scaleOf } from "../state/gap.ts";
import type { Flow } from "./flow.ts";

const proximity = createProximity();
const poseA = createPose();
const poseB = createPose();
const reach = new Float64Array(1);

/** The distance of two bodies at the present instant of a motion; valid until the next call. */
export function nearnessAt(flow: Flow, a: Body, b: Body): Proximity {
  flow.pose(a, poseA);
  flow.pose(b, poseB);
  return measureDistance(proximity, flow.shape(a), poseA, flow.shape(b), poseB);
}

export function gapAt(flow: Flow, a: Body, b: Body, t: number): number {
  flow.time = t;
  return nearnessAt(flow, a, b).distance;
}

const way = new Float64Array(3);
const length = new Float64Array(1);

/**
 * How far points of two bodies move against each other from the registered state to the end of the flow, along the
 * chord.
 */
export function findWay(memory: ReadonlyNumbers, flow: Flow, a: Body, b: Body): Float64Array {
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

/** How far the touching points of two bodies move apart from now to `t`, along the normal; negative if they close. */
export function partingAt(memory: ReadonlyNumbers, flow: Flow, a: Body, b: Body, t: number): number {
  const { point, normal } = impactIn(memory, a, b, 1e-7 * scaleOf(memory, a, b));
  let parting = 0;
  for (const [body, sign] of [
    [a, 1],
    [b, -1],
  ] as const) {
    poseIn(memory, body, poseA);
    flow.time = t;
    flow.pose(body, poseB);
    // Turning a sphere does not change its pose here; its centre is enough.
    const turns = body.geometry.kind !== "sphere";
    const arm = point.map((x, k) => x - poseA.position[k]);
    const own = turns ? mat3.transposeMultiplyVec(new Float64Array(3), poseA.rotation, arm) : arm;
    body.sizing?.stretch(own, own, sizeIn(memory, body.sizing), flow.size(body));
    const moved = turns ? mat3.multiplyVec(new Float64Array(3), poseB.rotation, own) : own;
    for (let k = 0; k < 3; k++) parting += sign * normal[k] * (poseB.position[k] + moved[k] - point[k]);
  }
  return parting;
}

const size = new Float64Array(3);

/** The numbers of a size in a memory; valid until the next call. */
function sizeIn(memory: ReadonlyNumbers, { slot }: Sizing): Float64Array {
  return copySlot(memory, slot, size);
}
