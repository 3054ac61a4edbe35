// Where things happen: which way is up, how far what moves reaches, which planes have no end.
import { Quaternion, Vector3 } from "three";
import type { BodyInfo } from "../../protocol/messages.ts";
import type { Frames } from "../../state/run.ts";
import { halfOf } from "../bodies/body-geometry.ts";
import { fixedPoints } from "../bodies/link-anchors.ts";
import { Poses, readVector } from "../bodies/pose.ts";
import { Sizes } from "../bodies/sizes.ts";
import { gravitySlot } from "./gravity.ts";
import { cornersOfRamp, type Slope, slopeOf } from "./slope.ts";

/** A half space or plane: a point of it and the side that is free. */
export interface EndlessPlane {
  readonly number: number;
  readonly point: Vector3;
  readonly normal: Vector3;
  readonly turn: Quaternion;
  readonly isSolid: boolean;
}

/** Right, forward and up, as the person sees them. */
export interface ViewDirections {
  readonly right: Vector3;
  readonly forward: Vector3;
  readonly up: Vector3;
}

export interface Extent {
  readonly directions: ViewDirections;
  readonly planes: readonly EndlessPlane[];
  /** Balls that hold what should be in sight: x, y, z and radius. */
  readonly balls: readonly (readonly [number, number, number, number])[];
  readonly centre: Vector3;
  readonly low: Vector3;
  readonly high: Vector3;
  /** The approximate size of what happens. */
  readonly radius: number;
  /** The height below which a body has fallen off everything that stands. */
  readonly lost: number;
  /** The slope that is all the ground there is. */
  readonly slope: Slope | null;
}

/** The most balls that are considered. */
const most = 4000;

export function extentOf(frames: Frames): Extent {
  const { bodies } = frames.layout;
  const poses = new Poses(frames.layout);
  const planes = planesOf(frames, poses);
  const directions = directionsOf(planes, downOf(frames));
  const reaches = bodies.map(reachOf);
  const sizes = new Sizes(frames.layout);
  const movers = bodies.flatMap(({ physicalType }, i) => (physicalType !== "static" && reaches[i] > 0 ? [i] : []));
  const still = bodies.flatMap(({ physicalType }, i) => (physicalType === "static" && reaches[i] > 0 ? [i] : []));
  const [at, half] = [new Vector3(), new Vector3()];
  const lost = lostBelow(frames, poses, still, reaches, planes, directions.up);
  const every = Math.max(1, Math.floor((frames.count * Math.max(1, movers.length)) / most));
  const balls: [number, number, number, number][] = [];
  const bounds = new Bounds();
  const add = (number: number, frame: number) => {
    poses.position(frames.memory(frame), number, at);
    if (!Number.isFinite(at.x + at.y + at.z) || at.dot(directions.up) < lost) return;
    const reach = bodies[number].sizing ? sizes.reach(frames.memory(frame), number, half) : reaches[number];
    balls.push([at.x, at.y, at.z, reach]);
    bounds.add(at, reach);
  };
  for (const number of movers) for (let i = 0; i < frames.count; i += every) add(number, i);
  for (const number of movers) add(number, frames.count - 1);
  for (const point of frames.count > 0 ? fixedPoints(frames.layout, frames.memory(0)) : []) {
    balls.push([point.x, point.y, point.z, 0]);
    bounds.add(point, 0);
  }
  const moved = bounds.radius;
  // What stands still is in sight too, unless it is so large that it is rather the ground.
  for (const number of still)
    if (movers.length === 0 || reaches[number] <= 1.2 * moved)
      for (const corner of cornersOf(frames, poses, number)) {
        balls.push([corner.x, corner.y, corner.z, 0]);
        bounds.add(corner, 0);
      }
  if (balls.length === 0) bounds.add(at.set(0, 0, 0), 1);
  const slope = slopeOf(planes, directions, balls, bounds.radius);
  for (const corner of slope ? cornersOfRamp(slope, directions.up) : []) {
    balls.push([corner.x, corner.y, corner.z, 0]);
    bounds.add(corner, 0);
  }
  return {
    directions,
    planes,
    slope,
    balls,
    centre: bounds.centre,
    low: bounds.low,
    high: bounds.high,
    radius: bounds.radius,
    lost,
  };
}

/** Whether what moves stays within these bounds, and a margin around them, from a frame on. */
export function holds(extent: Extent, margin: number, frames: Frames, poses: Poses, from: number): boolean {
  const { lost, directions } = extent;
  const low = extent.low.clone().subScalar(margin);
  const high = extent.high.clone().addScalar(margin);
  const [at, half] = [new Vector3(), new Vector3()];
  const sizes = new Sizes(frames.layout);
  for (const [number, { physicalType, shape, sizing }] of frames.layout.bodies.entries()) {
    if (physicalType === "static" || !halfOf(shape)) continue;
    for (let frame = from; frame < frames.count; frame++) {
      const { x, y, z } = poses.position(frames.memory(frame), number, at);
      if (!Number.isFinite(x + y + z) || at.dot(directions.up) < lost) continue;
      const reach = sizing ? sizes.reach(frames.memory(frame), number, half) : 0;
      if (isBelow(at, reach, low) || isBeyond(at, reach, high)) return false;
    }
  }
  return true;
}

/** Whether a ball reaches below a corner in some coordinate. */
function isBelow({ x, y, z }: Vector3, reach: number, low: Vector3): boolean {
  return x - reach < low.x || y - reach < low.y || z - reach < low.z;
}

/** Whether a ball reaches beyond a corner in some coordinate. */
function isBeyond({ x, y, z }: Vector3, reach: number, high: Vector3): boolean {
  return x + reach > high.x || y + reach > high.y || z + reach > high.z;
}

class Bounds {
  readonly low = new Vector3(1, 1, 1).multiplyScalar(Number.POSITIVE_INFINITY);
  readonly high = new Vector3(1, 1, 1).multiplyScalar(Number.NEGATIVE_INFINITY);

  add({ x, y, z }: Vector3, reach: number): void {
    this.low.set(Math.min(this.low.x, x - reach), Math.min(this.low.y, y - reach), Math.min(this.low.z, z - reach));
    this.high.set(Math.max(this.high.x, x + reach), Math.max(this.high.y, y + reach), Math.max(this.high.z, z + reach));
  }

  get centre(): Vector3 {
    return this.low.clone().add(this.high).multiplyScalar(0.5);
  }

  get radius(): number {
    const half = this.high.distanceTo(this.low) / 2;
    return Number.isFinite(half) ? Math.max(1e-6, half) : 0;
  }
}

function cornersOf(frames: Frames, poses: Poses, number: number): Vector3[] {
  const half = halfOf(frames.layout.bodies[number].shape)!;
  const [at, turn] = [new Vector3(), new Quaternion()];
  poses.read(frames.memory(0), number, at, turn);
  const signs = [-1, 1];
  return signs.flatMap((x) =>
    signs.flatMap((y) => signs.map((z) => new Vector3(x, y, z).multiply(half).applyQuaternion(turn).add(at))),
  );
}

function reachOf(body: BodyInfo): number {
  const half = halfOf(body.shape);
  if (!half) return 0;
  return body.shape.kind === "sphere" ? half.x : half.length();
}

function planesOf(frames: Frames, poses: Poses): EndlessPlane[] {
  const memory = frames.memory(0);
  return frames.layout.bodies.flatMap(({ shape }, number) => {
    if (shape.kind !== "half space" && shape.kind !== "plane") return [];
    const point = new Vector3();
    const turn = new Quaternion();
    poses.read(memory, number, point, turn);
    const normal = new Vector3(0, 0, 1).applyQuaternion(turn);
    return [{ number, point, normal, turn, isSolid: shape.kind === "half space" }];
  });
}

/** The direction of the vector that the text calls gravity; null if it has none. */
function downOf(frames: Frames): Vector3 | null {
  const slot = gravitySlot(frames.layout);
  if (!slot || frames.count === 0) return null;
  const down = readVector(frames.memory(0), slot, new Vector3());
  return down.lengthSq() > 0 ? down.normalize() : null;
}

/** The directions of a scene: up is z, unless the ground, or else gravity, says that it is another axis. */
function directionsOf(planes: readonly EndlessPlane[], down: Vector3 | null): ViewDirections {
  const sum = new Vector3();
  for (const { normal, isSolid } of planes) if (isSolid) sum.add(normal);
  if (sum.length() < 0.5 && down) sum.copy(down).negate();
  const [x, y, z] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
  if (sum.y > 0.8 && sum.y > sum.z) return { right: x, forward: z.negate(), up: y };
  if (sum.x > 0.8 && sum.x > sum.z) return { right: y, forward: z, up: x };
  return { right: x, forward: y, up: z };
}

/** The height below which a body has fallen off everything that stands. */
function lostBelow(
  frames: Frames,
  poses: Poses,
  still: readonly number[],
  reaches: readonly number[],
  planes: readonly EndlessPlane[],
  up: Vector3,
): number {
  if (still.length === 0 || planes.some(({ normal }) => normal.dot(up) > 0.5)) return Number.NEGATIVE_INFINITY;
  const at = new Vector3();
  const heights = still.map((number) => poses.position(frames.memory(0), number, at).dot(up) - 0.12 * reaches[number]);
  return Math.min(...heights);
}
