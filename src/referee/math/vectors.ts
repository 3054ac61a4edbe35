// Vectors and rotations of space as plain lists of numbers. Slow and easy to verify by eye; shares nothing with the
// engine.
import { asin, atan2, cos, sin } from "../../math/elementary/elementary.ts";

export type Vector = readonly number[];
/** Three rows. */
export type Rotation = readonly Vector[];

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (s: number, a: Vector): Vector => [s * a[0], s * a[1], s * a[2]];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const norm = (a: Vector): number => Math.sqrt(dot(a, a));

/** Of length 1; null if there is no direction. */
export function unit(a: Vector): Vector | null {
  const length = norm(a);
  return length > 0 && Number.isFinite(length) ? times(1 / length, a) : null;
}

export const turn = (rotation: Rotation, a: Vector): Vector => rotation.map((row) => dot(row, a));
export const turnBack = (rotation: Rotation, a: Vector): Vector =>
  [0, 1, 2].map((k) => rotation[0][k] * a[0] + rotation[1][k] * a[1] + rotation[2][k] * a[2]);
export const product = (a: Rotation, b: Rotation): Rotation =>
  a.map((row) => [0, 1, 2].map((k) => row[0] * b[0][k] + row[1] * b[1][k] + row[2] * b[2][k]));

const about = {
  x: (angle: number): Rotation => [
    [1, 0, 0],
    [0, cos(angle), -sin(angle)],
    [0, sin(angle), cos(angle)],
  ],
  y: (angle: number): Rotation => [
    [cos(angle), 0, sin(angle)],
    [0, 1, 0],
    [-sin(angle), 0, cos(angle)],
  ],
  z: (angle: number): Rotation => [
    [cos(angle), -sin(angle), 0],
    [sin(angle), cos(angle), 0],
    [0, 0, 1],
  ],
};

/** The rotation of Euler angles X, Y, Z, of a quaternion or of a matrix, distinguished by their number of numbers. */
export function rotationOf(orientation: Vector): Rotation {
  if (orientation.length === 9) return [0, 3, 6].map((at) => orientation.slice(at, at + 3));
  if (orientation.length === 3) {
    const [x, y, z] = orientation;
    return product(product(about.x(x), about.y(y)), about.z(z));
  }
  const length = Math.sqrt(orientation.reduce((sum, part) => sum + part * part, 0));
  const [w, x, y, z] = orientation.map((part) => part / length);
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** Euler angles X, Y, Z of a rotation. */
export function anglesOf([[a, b, c], [, , f], [, , i]]: Rotation): Vector {
  return [atan2(-f, i), asin(Math.max(-1, Math.min(1, c))), atan2(-b, a)];
}
