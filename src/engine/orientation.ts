// Orientations as attributes: Euler XYZ angles, a quaternion or a rotation matrix; how many numbers there are decides.
import * as mat3 from "../math/mat3.ts";
import * as quaternion from "../math/quaternion.ts";

const unit = new Float64Array(4);
/** Room for an orientation on its way, by how many numbers it has. */
const rooms = Array.from({ length: 10 }, (_, size) => new Float64Array(size));

/** Numbers to write an orientation to; the same for all of a size. */
export function orientationRoom(size: number): Float64Array {
  return rooms[size];
}

export function rotationOf(out: Float64Array, orientation: Float64Array): void {
  if (orientation.length === 3) mat3.fromEulerXYZ(out, orientation);
  else if (orientation.length === 4) quaternion.toMatrix(out, quaternion.normalize(unit, orientation));
  else mat3.orthonormalize(out, orientation);
}

/** The quaternion at a place of a vector back to unit length, or the matrix there back to a rotation. */
export function normalizeOrientation(y: Float64Array, at: number, size: number): void {
  if (size !== 4 && size !== 9) return;
  const part = rooms[size];
  for (let k = 0; k < size; k++) part[k] = y[at + k];
  if (size === 4) quaternion.normalize(part, part);
  else mat3.orthonormalize(part, part);
  for (let k = 0; k < size; k++) y[at + k] = part[k];
}
