// How bodies move, as far as the time of impact needs to know: a pose for every time, and bounds on how fast it
// changes.
import { findReach, findTurningReach } from "../shapes/bounds.ts";
import type { Pose } from "../shapes/pose.ts";
import type { Shape } from "../shapes/shape.ts";

/**
 * Writes the pose at the time `at[0]`, and sets the shape where that changes. Must be a function of the time alone, and
 * must not ask about distances itself.
 */
export type Motion = (at: Float64Array, out: Pose) => void;

/** What no point of time between the start and the end of a search exceeds. */
export interface MotionBound {
  /** Speed of the centre; of a body whose size changes, of any of its points if it did not turn. */
  readonly speed: number;
  /** Angular speed. */
  readonly angularSpeed: number;
  /** Acceleration of the centre, or of any point as for `speed`; ∞ if unknown, which only costs time. */
  readonly acceleration: number;
  /** Rate of change of the angular velocity; ∞ if unknown, which only costs time. */
  readonly angularAcceleration: number;
}

export interface Moving {
  /** At the time asked for last, where its size changes. */
  readonly shape: Shape;
  readonly motion: Motion;
  /** null where the law's form gives none: the motion is then sampled. */
  readonly bound: MotionBound | null;
}

export const AT_REST: MotionBound = { speed: 0, angularSpeed: 0, acceleration: 0, angularAcceleration: 0 };

/** A body that stays where it is. */
export function staying(shape: Shape, pose: Pose): Moving {
  const motion: Motion = (_at, out) => {
    out.position.set(pose.position);
    out.rotation.set(pose.rotation);
  };
  return { shape, motion, bound: AT_REST };
}

/** How two bodies may approach each other. */
export interface Closing {
  a: Moving;
  b: Moving;
  /** The distance of their centres at the start of a search, and how long that lasts. */
  apart: number;
  duration: number;
  /** A bound on how far the centre of one gets from that of the other. */
  near: number;
  /** A bound on how fast their distance can change; ∞ without bounds on both motions. */
  speed: number;
  /**
   * A bound on the acceleration of points of them relative to each other, in a direction that does not turn; ∞ if
   * unknown.
   */
  acceleration: number;
}

/** Finds the bounds; ∞ where a motion has none. */
// A point of a body moves at most at speed + angularSpeed · (distance from the centre). On a turning half space or
// plane only points near the other body matter: the height of a point x over it changes by the turning at most by
// angularSpeed · |x - centre|, and x stays within `apart` + the ways of both centres + the reach of the other body.
export function boundClosing(out: Closing): void {
  const { a, b } = out;
  out.speed = out.acceleration = out.near = Infinity;
  if (a.bound === null || b.bound === null) return;
  const speeds = a.bound.speed + b.bound.speed;
  out.speed = speeds;
  out.acceleration = 0;
  out.near = out.apart + speeds * out.duration;
  addTurning(out, a.bound, a.shape, b.shape);
  addTurning(out, b.bound, b.shape, a.shape);
}

const ownReach = new Float64Array(1);
const otherReach = new Float64Array(1);

// A point at r from the centre has the acceleration of the centre + α × r + ω × (ω × r).
function addTurning(out: Closing, bound: MotionBound, shape: Shape, other: Shape): void {
  const turning = bound.angularAcceleration + bound.angularSpeed * bound.angularSpeed;
  if (turning === 0 && bound.angularSpeed === 0) {
    out.acceleration += bound.acceleration;
    return;
  }
  findTurningReach(ownReach, shape);
  findReach(otherReach, other);
  const reach = ownReach[0];
  out.speed +=
    bound.angularSpeed === 0 ? 0 : bound.angularSpeed * (reach === Infinity ? out.near + otherReach[0] : reach);
  out.acceleration += bound.acceleration + (turning === 0 || reach === 0 ? 0 : turning * reach);
}
