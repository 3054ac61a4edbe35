// What an application programmer keeps at hand: vectors, quaternions and matrices as small values, every function
// returning a new one. Sums run from left to right, as in the language.
import { atan2, cos, sin } from "../../src/math/elementary/elementary.ts";

export interface Vec3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export interface Quaternion extends Vec3 {
  readonly w: number;
}

type Numbers9 = [number, number, number, number, number, number, number, number, number];
/** Row after row. */
export type Mat3 = Readonly<Numbers9>;

export const zero: Vec3 = { x: 0, y: 0, z: 0 };

export function vec3(data: ArrayLike<number>, at: number): Vec3 {
  return { x: data[at], y: data[at + 1], z: data[at + 2] };
}

export function mat3(data: ArrayLike<number>, at: number): Mat3 {
  return Array.from({ length: 9 }, (_, k) => data[at + k]) as Numbers9;
}

export function quaternion(data: ArrayLike<number>, at: number): Quaternion {
  return { w: data[at], x: data[at + 1], y: data[at + 2], z: data[at + 3] };
}

export function components({ x, y, z }: Vec3): number[] {
  return [x, y, z];
}

export function add(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z };
}

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

export function scale(a: Vec3, s: number): Vec3 {
  return { x: a.x * s, y: a.y * s, z: a.z * s };
}

export function divide(a: Vec3, s: number): Vec3 {
  return { x: a.x / s, y: a.y / s, z: a.z / s };
}

export function dot(a: Vec3, b: Vec3): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
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

export function skew({ x, y, z }: Vec3): Mat3 {
  return [0, -z, y, z, 0, -x, -y, x, 0];
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
  return {
    x: m[0] * v.x + m[1] * v.y + m[2] * v.z,
    y: m[3] * v.x + m[4] * v.y + m[5] * v.z,
    z: m[6] * v.x + m[7] * v.y + m[8] * v.z,
  };
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
  const { x, y, z } = normalize(normal);
  const s = z < 0 ? -1 : 1;
  const a = -1 / (s + z);
  const b = x * y * a;
  return [x, 1 + s * x * x * a, b, y, s * b, s + y * y * a, z, -s * x, -y];
}

export function multiplyQuaternions(p: Quaternion, q: Quaternion): Quaternion {
  return {
    w: p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
    x: p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
    y: p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
    z: p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w,
  };
}

export function quaternionAbout(axis: Vec3, angle: number): Quaternion {
  const { x, y, z } = normalize(axis);
  const s = sin(angle / 2);
  return { w: cos(angle / 2), x: s * x, y: s * y, z: s * z };
}

export function rotationOf({ w, x, y, z }: Quaternion): Mat3 {
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
  return { x: atan2(m[6] * sz + m[7] * cz, m[3] * sz + m[4] * cz), y: atan2(m[2], c), z: atan2(sz, cz) };
}
