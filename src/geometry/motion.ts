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

/**
 * A bound on how fast the distance of two bodies can change; ∞ without bounds on both motions. `apart` is the distance of their
 * centres at the start of a search that lasts `duration`.
 */
// A point of a body moves at most at speed + angularSpeed · (distance from the centre). On a turning half space or plane
// only points near the other body matter: the height of a point x over it changes by the turning at most by
// angularSpeed · |x - centre|, and x stays within `apart` + the ways of both centres + the reach of the other body.
export function closingSpeedBound(a: Moving, b: Moving, apart: number, duration: number): number {
  if (a.bound === null || b.bound === null) return Infinity;
  const speeds = a.bound.speed + b.bound.speed;
  const near = apart + speeds * duration;
  return (
    speeds +
    turningSpeed(a.bound, a.shape, near + reachOf(b.shape)) +
    turningSpeed(b.bound, b.shape, near + reachOf(a.shape))
  );
}

function turningSpeed(bound: MotionBound, shape: Shape, near: number): number {
  if (bound.angularSpeed === 0) return 0;
  const reach = turningReachOf(shape);
  return bound.angularSpeed * (reach === Infinity ? near : reach);
}

/** A bound on the acceleration of points of the bodies relative to each other, in a direction that does not turn; ∞ if unknown. */
// A point at r from the centre has the acceleration of the centre + α × r + ω × (ω × r).
export function accelerationBound(a: Moving, b: Moving): number {
  return pointAcceleration(a) + pointAcceleration(b);
}

function pointAcceleration({ bound, shape }: Moving): number {
  if (bound === null) return Infinity;
  const turning = bound.angularAcceleration + bound.angularSpeed * bound.angularSpeed;
  const reach = turningReachOf(shape);
  return bound.acceleration + (turning === 0 || reach === 0 ? 0 : turning * reach);
}
