// Quaternions `[w, x, y, z]`; rotations are those of unit length, q and -q the same one. A product rotates by its right
// factor first, as matrices do. `out` may be an input everywhere.
import { atan2, cos, sin } from "../elementary/elementary.ts";
import { type Mat3, toEulerXYZ as matrixToEulerXYZ } from "./mat3.ts";
import type { Numbers, Vec3 } from "./vec3.ts";

export type Quaternion = Numbers;

const matrix: Mat3 = new Float64Array(9);

function set(out: Quaternion, w: number, x: number, y: number, z: number): Quaternion {
  out[0] = w;
  out[1] = x;
  out[2] = y;
  out[3] = z;
  return out;
}

function squaredLength(q: Quaternion): number {
  return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
}

export function multiply(out: Quaternion, a: Quaternion, b: Quaternion): Quaternion {
  return set(
    out,
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  );
}

export function conjugate(out: Quaternion, q: Quaternion): Quaternion {
  return set(out, q[0], -q[1], -q[2], -q[3]);
}

/** The quaternion scaled to unit length; zero stays zero. */
export function normalize(out: Quaternion, q: Quaternion): Quaternion {
  const l = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (let k = 0; k < 4; k++) out[k] = l === 0 ? 0 : q[k] / l;
  return out;
}

/** Normalises four numbers of an array in place. */
export function normalizeAt(numbers: Float64Array, at: number): void {
  const w = numbers[at];
  const x = numbers[at + 1];
  const y = numbers[at + 2];
  const z = numbers[at + 3];
  const l = Math.sqrt(w * w + x * x + y * y + z * z);
  numbers[at] = l === 0 ? 0 : w / l;
  numbers[at + 1] = l === 0 ? 0 : x / l;
  numbers[at + 2] = l === 0 ? 0 : y / l;
  numbers[at + 3] = l === 0 ? 0 : z / l;
}

/** The inverse of a quaternion of any length except zero. */
export function inverse(out: Quaternion, q: Quaternion): Quaternion {
  const s = squaredLength(q);
  return set(out, q[0] / s, -q[1] / s, -q[2] / s, -q[3] / s);
}

/** The right-handed rotation by `angle` about the unit vector `axis`. */
export function fromAxisAngle(out: Quaternion, axis: Vec3, angle: number): Quaternion {
  const s = sin(angle / 2);
  return set(out, cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s);
}

/** The vector part of q v q̄, for unit `q`. */
// With u the vector part of q and t = 2 u × v it is v + w t + u × t.
export function rotate(out: Vec3, q: Quaternion, v: Vec3): Vec3 {
  const tx = 2 * (q[2] * v[2] - q[3] * v[1]);
  const ty = 2 * (q[3] * v[0] - q[1] * v[2]);
  const tz = 2 * (q[1] * v[1] - q[2] * v[0]);
  out[0] = v[0] + q[0] * tx + (q[2] * tz - q[3] * ty);
  out[1] = v[1] + q[0] * ty + (q[3] * tx - q[1] * tz);
  out[2] = v[2] + q[0] * tz + (q[1] * ty - q[2] * tx);
  return out;
}

/** The 3×3 matrix of a unit quaternion. */
export function toMatrix(out: Mat3, q: Quaternion): Mat3 {
  const w = q[0];
  const x = q[1];
  const y = q[2];
  const z = q[3];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - w * z);
  out[2] = 2 * (x * z + w * y);
  out[3] = 2 * (x * y + w * z);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - w * x);
  out[6] = 2 * (x * z - w * y);
  out[7] = 2 * (y * z + w * x);
  out[8] = 1 - 2 * (x * x + y * y);
  return out;
}

/** The unit quaternion of a rotation matrix, of the two the one with w ≥ 0. */
// Shepperd, "Quaternion from rotation matrix" (1978): four times the squares of w, x, y, z are 1 plus the trace and
// 1 plus the diagonal with two signs changed; dividing by the largest never cancels.
export function fromMatrix(out: Quaternion, m: Mat3): Quaternion {
  const trace = m[0] + m[4] + m[8];
  if (trace >= m[0] && trace >= m[4] && trace >= m[8]) {
    set(out, 1 + trace, m[7] - m[5], m[2] - m[6], m[3] - m[1]);
  } else if (m[0] >= m[4] && m[0] >= m[8]) {
    set(out, m[7] - m[5], 1 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6]);
  } else if (m[4] >= m[8]) {
    set(out, m[2] - m[6], m[1] + m[3], 1 + m[4] - m[0] - m[8], m[5] + m[7]);
  } else {
    set(out, m[3] - m[1], m[2] + m[6], m[5] + m[7], 1 + m[8] - m[0] - m[4]);
  }
  if (out[0] < 0) set(out, -out[0], -out[1], -out[2], -out[3]);
  return normalize(out, out);
}

/** The rotation Rx Ry Rz of the angles `[x, y, z]`. */
export function fromEulerXYZ(out: Quaternion, angles: Vec3): Quaternion {
  const sx = sin(angles[0] / 2);
  const cx = cos(angles[0] / 2);
  const sy = sin(angles[1] / 2);
  const cy = cos(angles[1] / 2);
  const sz = sin(angles[2] / 2);
  const cz = cos(angles[2] / 2);
  return set(
    out,
    cx * cy * cz - sx * sy * sz,
    sx * cy * cz + cx * sy * sz,
    cx * sy * cz - sx * cy * sz,
    cx * cy * sz + sx * sy * cz,
  );
}

/** The angles `[x, y, z]` with R = Rx Ry Rz, y in [-π/2, π/2] and, where y is at an end, z = 0. */
export function toEulerXYZ(out: Vec3, q: Quaternion): Vec3 {
  return matrixToEulerXYZ(out, toMatrix(matrix, q));
}

/** The rate of change ½ ω q of an orientation that turns at `omega` in the world's frame. */
export function rate(out: Quaternion, omega: Vec3, q: Quaternion): Quaternion {
  const x = 0.5 * omega[0];
  const y = 0.5 * omega[1];
  const z = 0.5 * omega[2];
  return set(
    out,
    -x * q[1] - y * q[2] - z * q[3],
    x * q[0] + y * q[3] - z * q[2],
    y * q[0] + z * q[1] - x * q[3],
    z * q[0] + x * q[2] - y * q[1],
  );
}

/** The rotation about `v` by the angle |v|. */
// (cos θ/2, v sin(θ/2)/θ). For θ² < 1e-4 the quotient is its series: the next term, θ⁶/645120, is below 2e-18.
export function exp(out: Quaternion, v: Vec3): Quaternion {
  const s = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  const angle = Math.sqrt(s);
  const k = s < 1e-4 ? 0.5 - (s / 48) * (1 - s / 80) : sin(angle / 2) / angle;
  return set(out, cos(angle / 2), v[0] * k, v[1] * k, v[2] * k);
}

/** The vector whose `exp` is the rotation of the unit `q`; its length is at most π. */
// With u the vector part and ±q chosen for w ≥ 0 it is u · 2 atan(|u|/w)/|u|. For |u|² < 1e-6 the arc tangent is its
// series in r = (|u|/w)²: the next term, r³/7, is below 2e-19 of the whole.
export function log(out: Vec3, q: Quaternion): Vec3 {
  const sign = q[0] < 0 ? -1 : 1;
  const w = sign * q[0];
  const s = q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  let k = 0;
  if (s < 1e-6) {
    const r = s / (w * w);
    k = (sign * 2 * (1 - r * (1 / 3 - r / 5))) / w;
  } else {
    const sine = Math.sqrt(s);
    k = (sign * 2 * atan2(sine, w)) / sine;
  }
  const x = q[1] * k;
  const y = q[2] * k;
  const z = q[3] * k;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** From the unit `a` at t = 0 to `b` (or -b, the nearer of the two) at t = 1, at a constant rate. */
// The angle between them is 2 atan2(|a - b|, |a + b|), without the cancellation of an arc cosine near zero.
export function slerp(out: Quaternion, a: Quaternion, b: Quaternion, t: number): Quaternion {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  let difference = 0;
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    const d = a[i] - sign * b[i];
    const s = a[i] + sign * b[i];
    difference += d * d;
    sum += s * s;
  }
  const angle = 2 * atan2(Math.sqrt(difference), Math.sqrt(sum));
  const sine = sin(angle);
  const ka = sine === 0 ? 1 - t : sin((1 - t) * angle) / sine;
  const kb = sign * (sine === 0 ? t : sin(t * angle) / sine);
  return set(out, ka * a[0] + kb * b[0], ka * a[1] + kb * b[1], ka * a[2] + kb * b[2], ka * a[3] + kb * b[3]);
}
