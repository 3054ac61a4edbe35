// How good a motion of many bodies is, seen from outside: by our geometry, for all engines alike.

import { isComposite } from "../../src/geometry/composite/composite.ts";
import { createManifold } from "../../src/geometry/contact/manifold.ts";
import { createBroadPhase, findPairs } from "../../src/geometry/motion/broad-phase.ts";
import { collide } from "../../src/geometry/pairs/pairs.ts";
import { boundShape } from "../../src/geometry/shapes/bounds.ts";
import { createPose } from "../../src/geometry/shapes/pose.ts";
import { compositeExtent, supportExtent } from "../../src/geometry/shapes/support.ts";
import type { Body, Model } from "../../src/lab.ts";
import { toMatrix } from "../../src/math/vectors/quaternion.ts";
import { bodySize, gravity, movingOf, numbersOf, quaternionOf } from "./scene.ts";

/** How deep two bodies overlap, where that is most. NaN where a body is lost. */
export function deepestOverlap(model: Model, rows: Float64Array): number {
  if (rows.some((x) => !Number.isFinite(x))) return NaN;
  const { bodies, initial } = model;
  const bounds = new Float64Array(6 * bodies.length);
  const still = Uint8Array.from(bodies, ({ physicalType }) => (physicalType === "dynamic" ? 0 : 1));
  let moving = 0;
  const poses = bodies.map((body, i) => {
    const pose = createPose();
    const at = still[i] === 0 ? bodySize * moving++ : -1;
    const place = at < 0 ? numbersOf(initial, body, "position") : rows.subarray(at, at + 3);
    (pose.position as Float64Array).set(place);
    toMatrix(pose.rotation, at < 0 ? quaternionOf(initial, body) : rows.subarray(at + 3, at + 7));
    boundShape(bounds.subarray(6 * i, 6 * i + 6), body.geometry, pose);
    return pose;
  });
  const pairs = createBroadPhase();
  const manifold = createManifold();
  let deepest = 0;
  for (let k = findPairs(pairs, bounds, bodies.length, still) - 1; k >= 0; k--) {
    const [i, j] = [pairs.first[k], pairs.second[k]];
    const count = collide(manifold, bodies[i].geometry, poses[i], bodies[j].geometry, poses[j], 0);
    for (let n = 0; n < count; n++) deepest = Math.max(deepest, manifold.penetrations[n]);
  }
  return deepest;
}

/** Kinetic, and potential above the origin. */
export function energyOf(model: Model, rows: Float64Array): number {
  const g = model.world.get("g");
  const weight = g && model.initial[g.offset + 2] !== 0 ? gravity : 0;
  return movingOf(model).reduce((sum, body, i) => sum + bodyEnergy(model, body, rows, bodySize * i, weight), 0);
}

function bodyEnergy({ initial }: Model, body: Body, rows: Float64Array, at: number, weight: number): number {
  const mass = numbersOf(initial, body, "mass")[0];
  const v2 = rows[at + 7] ** 2 + rows[at + 8] ** 2 + rows[at + 9] ** 2;
  return (
    mass * (v2 / 2 + weight * rows[at + 2]) + (body.slots.has("inertia") ? spinEnergy(initial, body, rows, at) : 0)
  );
}

function spinEnergy(initial: Float64Array, body: Body, rows: Float64Array, at: number): number {
  const tensor = numbersOf(initial, body, "inertia");
  const turned = toMatrix(new Float64Array(9), rows.subarray(at + 3, at + 7));
  // In the frame of the body.
  const w = [0, 1, 2].map(
    (k) => turned[k] * rows[at + 10] + turned[3 + k] * rows[at + 11] + turned[6 + k] * rows[at + 12],
  );
  return w.reduce((sum, wj, j) => sum + (wj * w.reduce((row, wk, k) => row + tensor[3 * j + k] * wk, 0)) / 2, 0);
}

/**
 * How many bodies are lost: a number of theirs is none, all of them is within a half space, or their centre within a
 * cuboid that stands.
 */
export function countLost(model: Model, rows: Float64Array): number {
  const standing = model.bodies.filter(({ physicalType }) => physicalType === "static");
  return movingOf(model).filter((moving, i) => {
    const row = rows.subarray(bodySize * i, bodySize * (i + 1));
    return row.some((x) => !Number.isFinite(x)) || standing.some((body) => isWithin(model.initial, body, moving, row));
  }).length;
}

function isWithin(initial: Float64Array, body: Body, moving: Body, row: Float64Array): boolean {
  const { geometry } = body;
  const place = numbersOf(initial, body, "position");
  const turned = toMatrix(new Float64Array(9), quaternionOf(initial, body));
  const own = [0, 1, 2].map((k) => place.reduce((sum, x, j) => sum + turned[3 * j + k] * (row[j] - x), 0));
  if (geometry.kind === "half space")
    return own[2] + heightAbove(moving, row, Float64Array.of(turned[2], turned[5], turned[8])) < 0;
  return geometry.kind === "cuboid" && own.every((x, k) => Math.abs(x) < geometry.half[k]);
}

/** How far a body extends from its centre along a normal. */
function heightAbove({ geometry }: Body, row: Float64Array, normal: Float64Array): number {
  const out = new Float64Array(1);
  const turned = toMatrix(new Float64Array(9), row.subarray(3, 7));
  if (isComposite(geometry)) compositeExtent(out, geometry, turned, normal);
  else if (geometry.kind !== "half space" && geometry.kind !== "plane") supportExtent(out, geometry, turned, normal);
  return out[0];
}
