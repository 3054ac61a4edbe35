// Orientations as attributes: Euler XYZ angles, a quaternion or a rotation matrix; how many numbers there are decides.
import * as mat3 from "../math/mat3.ts";
import * as quaternion from "../math/quaternion.ts";

export function rotationOf(out: Float64Array, orientation: ArrayLike<number>): void {
  if (orientation.length === 3) mat3.fromEulerXYZ(out, Float64Array.from(orientation));
  else if (orientation.length === 4)
    quaternion.toMatrix(out, quaternion.normalize(new Float64Array(4), Float64Array.from(orientation)));
  else mat3.orthonormalize(out, Float64Array.from(orientation));
}

/** A quaternion back to unit length, a matrix back to a rotation. */
export function normalizeOrientation(part: Float64Array): void {
  if (part.length === 4) quaternion.normalize(part, part.slice());
  else if (part.length === 9) mat3.orthonormalize(part, part.slice());
}
