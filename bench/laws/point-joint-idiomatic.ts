// A point joint between two rigid bodies, C = p1 + R1 r1 - p2 - R2 r2, with its Jacobian by v1, w1, v2, w2 and J̇q̇, as
// an application programmer writes it.
import {
  add,
  cross,
  diagonal,
  type Mat3,
  type Quaternion,
  rotationOf,
  skew,
  subtract,
  transform,
  transpose,
  type Vec3,
} from "./vector.ts";

export interface JointBody {
  readonly position: Vec3;
  readonly orientation: Quaternion;
  readonly w: Vec3;
  /** Where the joint is, in the body's own frame. */
  readonly anchor: Vec3;
}

export interface PointJoint {
  readonly value: Vec3;
  /** By v1, w1, v2 and w2: velocities of the centres, angular velocities, in the world's frame. */
  readonly jacobian: readonly [Mat3, Mat3, Mat3, Mat3];
  /** J̇q̇: what C'' is without accelerations. */
  readonly velocityProduct: Vec3;
}

export function pointJoint(body1: JointBody, body2: JointBody): PointJoint {
  const arm1 = transform(rotationOf(body1.orientation), body1.anchor);
  const arm2 = transform(rotationOf(body2.orientation), body2.anchor);
  return {
    value: subtract(subtract(add(body1.position, arm1), body2.position), arm2),
    // (w × arm)' by w is -[arm], which is the transpose of [arm].
    jacobian: [diagonal(1), transpose(skew(arm1)), diagonal(-1), skew(arm2)],
    velocityProduct: subtract(cross(body1.w, cross(body1.w, arm1)), cross(body2.w, cross(body2.w, arm2))),
  };
}
