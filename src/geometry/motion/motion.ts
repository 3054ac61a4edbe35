// How bodies move, as far as the time of impact needs it: a pose for every time, and bounds on how fast it changes.
import { findReach, findTurningReach } from "../shapes/bounds.ts";
import type { Pose } from "../shapes/pose.ts";
import type { BodyShape } from "../shapes/shape.ts";

/**
 * Writes the pose at the time `at[0]`, and sets the shape where it changes. Must be a function of the time alone, and
 * must not compute distances itself.
 */
export type Motion = (at: Float64Array, out: Pose) => void;

/** Upper bounds for all points of time of a search. */
export interface MotionBound {
  /** The speed of the centre; for a body whose size changes, of any of its points without turning. */
  readonly speed: number;
  /** Angular speed. */
  readonly angularSpeed: number;
  /** The acceleration of the centre, or of any point as for `speed`; ∞ if unknown, which only costs time. */
  readonly acceleration: number;
  /** Rate of change of the angular velocity; ∞ if unknown, which only costs time. */
  readonly angularAcceleration: number;
}

export interface Moving {
  /** The shape at the last evaluated time, where its size changes. */
  readonly shape: BodyShape;
  readonly motion: Motion;
  /** Null if the law's form gives none: the motion is then sampled. */
  readonly bound: MotionBound | null;
}

export const AT_REST: MotionBound = { speed: 0, angularSpeed: 0, acceleration: 0, angularAcceleration: 0 };

/** A body at rest. */
export function staying(shape: BodyShape, pose: Pose): Moving {
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
  /** The distance of their centres at the start of a search, and the length of the search. */
  apart: number;
  duration: number;
  /** An upper bound of the distance between their centres. */
  near: number;
  /** An upper bound of the rate at which their distance changes; ∞ without bounds on both motions. */
  speed: number;
  /** An upper bound of the relative acceleration of their points in a fixed direction; ∞ if unknown. */
  acceleration: number;
}

/** Finds the bounds; ∞ where a motion has none. */
// A point of a body moves at most at speed + angularSpeed · (distance from the centre). On a turning half space or
// plane only points near the other body matter: turning changes the height of a point x over it at most by angularSpeed
// · |x - centre|, and x stays within `apart` + the paths of both centres + the reach of the other body.
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
function addTurning(out: Closing, bound: MotionBound, shape: BodyShape, other: BodyShape): void {
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
