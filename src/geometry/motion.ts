// How bodies move, as far as the time of impact needs to know: a pose for every time, and bounds on how fast it changes.
import { reachOf, turningReachOf } from "./bounds.ts";
import type { Pose } from "./pose.ts";
import type { Shape } from "./shape.ts";

/** Writes the pose at time `t`. Must be a function of `t` alone, and must not ask about distances itself. */
export type Motion = (t: number, out: Pose) => void;

/** What no point of time between the start and the end of a search exceeds. */
export interface MotionBound {
  /** Speed of the centre. */
  readonly speed: number;
  /** Angular speed. */
  readonly angularSpeed: number;
  /** Acceleration of the centre; ∞ if unknown, which only costs time. */
  readonly acceleration: number;
  /** Rate of change of the angular velocity; ∞ if unknown, which only costs time. */
  readonly angularAcceleration: number;
}

export interface Moving {
  readonly shape: Shape;
  readonly motion: Motion;
  /** null where the law's form gives none: the motion is then sampled. */
  readonly bound: MotionBound | null;
}

export const AT_REST: MotionBound = { speed: 0, angularSpeed: 0, acceleration: 0, angularAcceleration: 0 };

/** A body that stays where it is. */
export function staying(shape: Shape, pose: Pose): Moving {
  const motion: Motion = (_t, out) => {
    out.position.set(pose.position);
    out.rotation.set(pose.rotation);
  };
  return { shape, motion, bound: AT_REST };
}

/** How two bodies may approach each other. */
export interface Closing {
  /** A bound on how fast their distance can change; ∞ without bounds on both motions. */
  speed: number;
  /** A bound on the acceleration of points of them relative to each other, in a direction that does not turn; ∞ if unknown. */
  acceleration: number;
}

/** `apart` is the distance of the centres at the start of a search that lasts `duration`. */
// A point of a body moves at most at speed + angularSpeed · (distance from the centre). On a turning half space or plane
// only points near the other body matter: the height of a point x over it changes by the turning at most by
// angularSpeed · |x - centre|, and x stays within `apart` + the ways of both centres + the reach of the other body.
export function boundClosing(out: Closing, a: Moving, b: Moving, apart: number, duration: number): void {
  out.speed = out.acceleration = Infinity;
  if (a.bound === null || b.bound === null) return;
  const speeds = a.bound.speed + b.bound.speed;
  out.speed = speeds;
  out.acceleration = 0;
  const near = apart + speeds * duration;
  addTurning(out, a.bound, a.shape, b.shape, near);
  addTurning(out, b.bound, b.shape, a.shape, near);
}

// A point at r from the centre has the acceleration of the centre + α × r + ω × (ω × r).
function addTurning(out: Closing, bound: MotionBound, shape: Shape, other: Shape, near: number): void {
  const turning = bound.angularAcceleration + bound.angularSpeed * bound.angularSpeed;
  if (turning === 0 && bound.angularSpeed === 0) {
    out.acceleration += bound.acceleration;
    return;
  }
  const reach = turningReachOf(shape);
  out.speed += bound.angularSpeed === 0 ? 0 : bound.angularSpeed * (reach === Infinity ? near + reachOf(other) : reach);
  out.acceleration += bound.acceleration + (turning === 0 || reach === 0 ? 0 : turning * reach);
}
