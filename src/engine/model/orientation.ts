// Orientations as attributes: Euler XYZ angles, a quaternion or a rotation matrix, depending on the number of numbers.
import * as mat3 from "../../math/vectors/mat3.ts";
import * as quaternion from "../../math/vectors/quaternion.ts";

const unit = new Float64Array(4);
/**
 * A cache of rotations by Euler angles, indexed by the bits of the angles: bodies that do not turn are evaluated often.
 */
const places = 256;
const knownAngles = new Float64Array(3 * places);
const knownRotations = new Float64Array(9 * places);
const angleWords = new Int32Array(knownAngles.buffer).fill(-1);
const wanted = new Float64Array(3);
const wantedWords = new Int32Array(wanted.buffer);
/** Buffers for an orientation, by its number of numbers. */
const rooms = Array.from({ length: 10 }, (_, size) => new Float64Array(size));

/** A buffer for an orientation; the same one for all of a size. */
export function orientationRoom(size: number): Float64Array {
  return rooms[size];
}

export function rotationOf(out: Float64Array, orientation: Float64Array): void {
  if (orientation.length === 3) fromAngles(out, orientation);
  else if (orientation.length === 4) quaternion.toMatrix(out, quaternion.normalize(unit, orientation));
  else mat3.orthonormalize(out, orientation);
}

/** Scales the quaternion at a place of a vector to unit length, or makes the matrix there a rotation. */
export function normalizeOrientation(y: Float64Array, at: number, size: number): void {
  if (size === 4) quaternion.normalizeAt(y, at);
  if (size !== 9) return;
  const part = rooms[size];
  for (let k = 0; k < size; k++) part[k] = y[at + k];
  mat3.orthonormalize(part, part);
  for (let k = 0; k < size; k++) y[at + k] = part[k];
}

function fromAngles(out: Float64Array, angles: Float64Array): void {
  wanted.set(angles);
  let mixed = 0;
  for (let k = 0; k < wantedWords.length; k++) mixed = Math.imul(mixed ^ wantedWords[k], 0x9e3779b1) ^ (mixed >>> 15);
  const place = (mixed >>> 16) % places;
  let isKnown = true;
  for (let k = 0; k < wantedWords.length; k++) if (angleWords[6 * place + k] !== wantedWords[k]) isKnown = false;
  if (!isKnown) {
    mat3.fromEulerXYZ(out, angles);
    knownAngles.set(wanted, 3 * place);
    knownRotations.set(out, 9 * place);
    return;
  }
  for (let k = 0; k < 9; k++) out[k] = knownRotations[9 * place + k];
}
