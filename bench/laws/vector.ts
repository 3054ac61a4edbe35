// What an application programmer keeps at hand: vectors, matrices and quaternions as small arrays, every function
// returning a new one. Sums run from left to right, as in the language.
import { atan2, cos, sin } from "../../src/math/elementary.ts";

export type Vec3 = readonly [number, number, number];
type Numbers9 = [number, number, number, number, number, number, number, number, number];
/** Row after row. */
export type Mat3 = Readonly<Numbers9>;
/** `[w, x, y, z]`. */
export type Quaternion = readonly [number, number, number, number];

export function vec3(data: ArrayLike<number>, at: number): Vec3 {
  return [data[at], data[at + 1], data[at + 2]];
}

export function mat3(data: ArrayLike<number>, at: number): Mat3 {
  return Array.from({ length: 9 }, (_, k) => data[at + k]) as Numbers9;
}

export function quaternion(data: ArrayLike<number>, at: number): Quaternion {
  return [data[at], data[at + 1], data[at + 2], data[at + 3]];
}

export function add(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Vec3, s: number): Vec3 {
  return [a[0] * s, a[1] * s, a[2] * s];
}

export function divide(a: Vec3, s: number): Vec3 {
  return [a[0] / s, a[1] / s, a[2] / s];
}

export function negate(a: Vec3): Vec3 {
  return [-a[0], -a[1], -a[2]];
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function length(a: Vec3): number {
  return Math.sqrt(dot(a, a));
}

export function normalize(a: Vec3): Vec3 {
  const l = length(a);
  return l === 0 ? a : divide(a, l);
}

export function diagonal(x: number): Mat3 {
  return [x, 0, 0, 0, x, 0, 0, 0, x];
}

export function skew(v: Vec3): Mat3 {
  return [0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0];
}

export function addMatrices(a: Mat3, b: Mat3): Mat3 {
  return [
    a[0] + b[0],
    a[1] + b[1],
    a[2] + b[2],
    a[3] + b[3],
    a[4] + b[4],
    a[5] + b[5],
    a[6] + b[6],
    a[7] + b[7],
    a[8] + b[8],
  ];
}

export function subtractMatrices(a: Mat3, b: Mat3): Mat3 {
  return [
    a[0] - b[0],
    a[1] - b[1],
    a[2] - b[2],
    a[3] - b[3],
    a[4] - b[4],
    a[5] - b[5],
    a[6] - b[6],
    a[7] - b[7],
    a[8] - b[8],
  ];
}

export function transpose(m: Mat3): Mat3 {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
}

export function transform(m: Mat3, v: Vec3): Vec3 {
  return [
    m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
    m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
    m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
  ];
}

export function multiply(a: Mat3, b: Mat3): Mat3 {
  return [
    a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
    a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
    a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
    a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
    a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
    a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
    a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
    a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
    a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
  ];
}

/** By Gaussian elimination with partial pivoting, as the language does it. */
export function inverse(m: Mat3): Mat3 {
  const rows = [...m];
  const result: Numbers9 = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let k = 0; k < 3; k++) {
    let pivot = k;
    for (let i = k + 1; i < 3; i++) if (Math.abs(rows[3 * i + k]) > Math.abs(rows[3 * pivot + k])) pivot = i;
    if (rows[3 * pivot + k] === 0) throw new Error("this matrix is singular");
    if (pivot !== k) {
      exchangeRows(rows, k, pivot);
      exchangeRows(result, k, pivot);
    }
    for (let i = k + 1; i < 3; i++) {
      const factor = rows[3 * i + k] / rows[3 * k + k];
      for (let j = k + 1; j < 3; j++) rows[3 * i + j] -= factor * rows[3 * k + j];
      for (let j = 0; j < 3; j++) result[3 * i + j] -= factor * result[3 * k + j];
    }
  }
  for (let i = 2; i >= 0; i--) {
    for (let j = 0; j < 3; j++) {
      for (let k = i + 1; k < 3; k++) result[3 * i + j] -= rows[3 * i + k] * result[3 * k + j];
      result[3 * i + j] /= rows[3 * i + i];
    }
  }
  return result;
}

function exchangeRows(m: number[], i: number, k: number): void {
  for (let j = 0; j < 3; j++) {
    const kept = m[3 * i + j];
    m[3 * i + j] = m[3 * k + j];
    m[3 * k + j] = kept;
  }
}

/** An orthonormal basis in columns, the direction of `normal` first (Duff and others 2017). */
export function basisAlong(normal: Vec3): Mat3 {
  const n = normalize(normal);
  const x = n[0];
  const y = n[1];
  const z = n[2];
  const s = z < 0 ? -1 : 1;
  const a = -1 / (s + z);
  const b = x * y * a;
  return [x, 1 + s * x * x * a, b, y, s * b, s + y * y * a, z, -s * x, -y];
}

export function multiplyQuaternions(p: Quaternion, q: Quaternion): Quaternion {
  return [
    p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
    p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
    p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
    p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
  ];
}

export function quaternionAbout(axis: Vec3, angle: number): Quaternion {
  const n = normalize(axis);
  const s = sin(angle / 2);
  return [cos(angle / 2), s * n[0], s * n[1], s * n[2]];
}

export function rotationOf(q: Quaternion): Mat3 {
  const w = q[0];
  const x = q[1];
  const y = q[2];
  const z = q[3];
  const s = 2 / (w * w + x * x + y * y + z * z);
  return [
    1 - s * (y * y + z * z),
    s * (x * y - w * z),
    s * (x * z + w * y),
    s * (x * y + w * z),
    1 - s * (x * x + z * z),
    s * (y * z - w * x),
    s * (x * z - w * y),
    s * (y * z + w * x),
    1 - s * (x * x + y * y),
  ];
}

/** The angles x, y, z with R = Rx Ry Rz. */
export function eulerAngles(m: Mat3): Vec3 {
  const c = Math.sqrt(m[0] * m[0] + m[1] * m[1]);
  const isLocked = c < 1e-14;
  const sz = isLocked ? 0 : (0 - m[1]) / c;
  const cz = isLocked ? 1 : m[0] / c;
  return [atan2(m[6] * sz + m[7] * cz, m[3] * sz + m[4] * cz), atan2(m[2], c), atan2(sz, cz)];
}
