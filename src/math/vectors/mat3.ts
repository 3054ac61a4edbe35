// 3×3 matrices, nine numbers row after row: [m00, m01, m02, m10, …]. `out` may be an input everywhere.
import { atan2 } from "../elementary/elementary.ts";
import { findSinesAndCosines } from "./sines.ts";
import type { Numbers, Vec3 } from "./vec3.ts";

export type Mat3 = Numbers;

/** Below this cosine of the middle Euler angle the outer two turn about the same axis, and only their sum is known. */
const GIMBAL_LOCK = 1e-14;

// biome-ignore lint/complexity/useMaxParams: the nine numbers of a matrix, none of them on the heap
function set(
  out: Mat3,
  m00: number,
  m01: number,
  m02: number,
  m10: number,
  m11: number,
  m12: number,
  m20: number,
  m21: number,
  m22: number,
): Mat3 {
  out[0] = m00;
  out[1] = m01;
  out[2] = m02;
  out[3] = m10;
  out[4] = m11;
  out[5] = m12;
  out[6] = m20;
  out[7] = m21;
  out[8] = m22;
  return out;
}

/** `a b`, each entry summed over the inner index in ascending order. */
export function multiply(out: Mat3, a: Mat3, b: Mat3): Mat3 {
  return set(
    out,
    a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
    a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
    a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
    a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
    a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
    a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
    a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
    a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
    a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
  );
}

/** `m v`. */
export function multiplyVec(out: Vec3, m: Mat3, v: Vec3): Vec3 {
  const x = m[0] * v[0] + m[1] * v[1] + m[2] * v[2];
  const y = m[3] * v[0] + m[4] * v[1] + m[5] * v[2];
  const z = m[6] * v[0] + m[7] * v[1] + m[8] * v[2];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** `mᵀ v`: for a rotation, the inverse rotation. */
export function transposeMultiplyVec(out: Vec3, m: Mat3, v: Vec3): Vec3 {
  const x = m[0] * v[0] + m[3] * v[1] + m[6] * v[2];
  const y = m[1] * v[0] + m[4] * v[1] + m[7] * v[2];
  const z = m[2] * v[0] + m[5] * v[1] + m[8] * v[2];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

export function transpose(out: Mat3, m: Mat3): Mat3 {
  for (let i = 0; i < 3; i++) {
    out[4 * i] = m[4 * i];
    for (let j = 0; j < i; j++) {
      const below = m[3 * i + j];
      out[3 * i + j] = m[3 * j + i];
      out[3 * j + i] = below;
    }
  }
  return out;
}

/** The determinant, expanded by the first row. */
export function determinant(m: Mat3): number {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) + m[1] * (m[5] * m[6] - m[3] * m[8]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

/** Writes the adjugate divided by the determinant, and returns the determinant; if that is 0, it writes nothing. */
export function inverse(out: Mat3, m: Mat3): number {
  const a = m[4] * m[8] - m[5] * m[7];
  const b = m[5] * m[6] - m[3] * m[8];
  const c = m[3] * m[7] - m[4] * m[6];
  const d = m[0] * a + m[1] * b + m[2] * c;
  if (d === 0) return 0;
  set(
    out,
    a / d,
    (m[2] * m[7] - m[1] * m[8]) / d,
    (m[1] * m[5] - m[2] * m[4]) / d,
    b / d,
    (m[0] * m[8] - m[2] * m[6]) / d,
    (m[2] * m[3] - m[0] * m[5]) / d,
    c / d,
    (m[1] * m[6] - m[0] * m[7]) / d,
    (m[0] * m[4] - m[1] * m[3]) / d,
  );
  return d;
}

/**
 * The rotation near a drifted one, by the rows: r1 normalised, r3 = r1 × r2 normalised, r2 = r3 × r1. The direction of
 * r1 stays. The first two rows must not be parallel.
 */
export function orthonormalize(out: Mat3, m: Mat3): Mat3 {
  const l1 = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  const ax = m[0] / l1;
  const ay = m[1] / l1;
  const az = m[2] / l1;
  const x = ay * m[5] - az * m[4];
  const y = az * m[3] - ax * m[5];
  const z = ax * m[4] - ay * m[3];
  const l3 = Math.sqrt(x * x + y * y + z * z);
  const cx = x / l3;
  const cy = y / l3;
  const cz = z / l3;
  out[0] = ax;
  out[1] = ay;
  out[2] = az;
  out[3] = cy * az - cz * ay;
  out[4] = cz * ax - cx * az;
  out[5] = cx * ay - cy * ax;
  out[6] = cx;
  out[7] = cy;
  out[8] = cz;
  return out;
}

const turns = new Float64Array(6);

/** R = Rx Ry Rz of the angles `[x, y, z]`. */
export function fromEulerXYZ(out: Mat3, angles: Vec3): Mat3 {
  findSinesAndCosines(turns, angles);
  const sx = turns[0];
  const cx = turns[1];
  const sy = turns[2];
  const cy = turns[3];
  const sz = turns[4];
  const cz = turns[5];
  out[0] = cy * cz;
  out[1] = -cy * sz;
  out[2] = sy;
  out[3] = cx * sz + sx * sy * cz;
  out[4] = cx * cz - sx * sy * sz;
  out[5] = -sx * cy;
  out[6] = sx * sz - cx * sy * cz;
  out[7] = sx * cz + cx * sy * sz;
  out[8] = cx * cy;
  return out;
}

/** The angles `[x, y, z]` with R = Rx Ry Rz, y in [-π/2, π/2] and, where y is at an end, z = 0. */
// The first row gives y and z. Undoing z leaves R Rzᵀ = Rx Ry, whose middle column is (0, cos x, sin x): x follows z,
// so that near gimbal lock, where z is ill-determined, the three still give R up to rounding.
export function toEulerXYZ(out: Vec3, m: Mat3): Vec3 {
  const cy = Math.sqrt(m[0] * m[0] + m[1] * m[1]);
  const locked = cy < GIMBAL_LOCK;
  const sz = locked ? 0 : (0 - m[1]) / cy;
  const cz = locked ? 1 : m[0] / cy;
  const x = atan2(m[6] * sz + m[7] * cz, m[3] * sz + m[4] * cz);
  out[1] = atan2(m[2], cy);
  out[2] = atan2(sz, cz);
  out[0] = x;
  return out;
}

/** The matrix [v] with [v] a = v × a. */
export function skew(out: Mat3, v: Vec3): Mat3 {
  return set(out, 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0);
}
