// Inverse inertia tensors and 3×3 inverses, as an engine author writes them.

/** Numbers of a body in memory: mass 1, position 3, orientation 4, v 3, w 3, inertia 9 in its own frame. */
export const bodySize = 23;
export const POSITION = 1;
export const ORIENTATION = 4;
export const V = 8;
export const W = 11;
export const INERTIA = 14;

export const singular = "this matrix is singular";

const scratch = new Float64Array(9);

/** R I⁻¹ Rᵀ of a body. */
export function worldInverse(out: Float64Array, bodies: Float64Array, body: number): void {
  const k = body + INERTIA;
  const a00 = bodies[k];
  const a01 = bodies[k + 1];
  const a02 = bodies[k + 2];
  const a10 = bodies[k + 3];
  const a20 = bodies[k + 6];
  const l10 = a10 / a00;
  const l20 = a20 / a00;
  const a11 = bodies[k + 4] - l10 * a01;
  const a12 = bodies[k + 5] - l10 * a02;
  const a21 = bodies[k + 7] - l20 * a01;
  let i00 = 0;
  let i01 = 0;
  let i02 = 0;
  let i10 = 0;
  let i11 = 0;
  let i12 = 0;
  let i20 = 0;
  let i21 = 0;
  let i22 = 0;
  // The common case, in which no rows are exchanged.
  if (Math.abs(a10) <= Math.abs(a00) && Math.abs(a20) <= Math.abs(a00) && Math.abs(a21) < Math.abs(a11)) {
    const l21 = a21 / a11;
    const a22 = bodies[k + 8] - l20 * a02 - l21 * a12;
    if (a22 === 0) throw new Error(singular);
    const y1 = 0 - l10;
    i20 = (0 - l20 - l21 * y1) / a22;
    i10 = (y1 - a12 * i20) / a11;
    i00 = (1 - a01 * i10 - a02 * i20) / a00;
    i21 = (0 - l21) / a22;
    i11 = (1 - a12 * i21) / a11;
    i01 = (0 - a01 * i11 - a02 * i21) / a00;
    i22 = 1 / a22;
    i12 = (0 - a12 * i22) / a11;
    i02 = (0 - a01 * i12 - a02 * i22) / a00;
  } else {
    invert(scratch, bodies, k);
    i00 = scratch[0];
    i01 = scratch[1];
    i02 = scratch[2];
    i10 = scratch[3];
    i11 = scratch[4];
    i12 = scratch[5];
    i20 = scratch[6];
    i21 = scratch[7];
    i22 = scratch[8];
  }
  const at = body + ORIENTATION;
  const w = bodies[at];
  const x = bodies[at + 1];
  const y = bodies[at + 2];
  const z = bodies[at + 3];
  const xx = x * x;
  const yy = y * y;
  const zz = z * z;
  const xy = x * y;
  const xz = x * z;
  const yz = y * z;
  const wx = w * x;
  const wy = w * y;
  const wz = w * z;
  const s = 2 / (w * w + xx + yy + zz);
  const r00 = 1 - s * (yy + zz);
  const r01 = s * (xy - wz);
  const r02 = s * (xz + wy);
  const r10 = s * (xy + wz);
  const r11 = 1 - s * (xx + zz);
  const r12 = s * (yz - wx);
  const r20 = s * (xz - wy);
  const r21 = s * (yz + wx);
  const r22 = 1 - s * (xx + yy);
  let t0 = r00 * i00 + r01 * i10 + r02 * i20;
  let t1 = r00 * i01 + r01 * i11 + r02 * i21;
  let t2 = r00 * i02 + r01 * i12 + r02 * i22;
  out[0] = t0 * r00 + t1 * r01 + t2 * r02;
  out[1] = t0 * r10 + t1 * r11 + t2 * r12;
  out[2] = t0 * r20 + t1 * r21 + t2 * r22;
  t0 = r10 * i00 + r11 * i10 + r12 * i20;
  t1 = r10 * i01 + r11 * i11 + r12 * i21;
  t2 = r10 * i02 + r11 * i12 + r12 * i22;
  out[3] = t0 * r00 + t1 * r01 + t2 * r02;
  out[4] = t0 * r10 + t1 * r11 + t2 * r12;
  out[5] = t0 * r20 + t1 * r21 + t2 * r22;
  t0 = r20 * i00 + r21 * i10 + r22 * i20;
  t1 = r20 * i01 + r21 * i11 + r22 * i21;
  t2 = r20 * i02 + r21 * i12 + r22 * i22;
  out[6] = t0 * r00 + t1 * r01 + t2 * r02;
  out[7] = t0 * r10 + t1 * r11 + t2 * r12;
  out[8] = t0 * r20 + t1 * r21 + t2 * r22;
}

/** The inverse of the nine numbers from `at` on, by elimination with partial pivoting. */
// With rows exchanged by P it solves (P A) X = 1, column by column; column i of X then is that column of A's inverse
// whose number stands in row i of P.
export function invert(out: Float64Array, m: Float64Array, at: number): void {
  let a00 = m[at];
  let a01 = m[at + 1];
  let a02 = m[at + 2];
  let a10 = m[at + 3];
  let a11 = m[at + 4];
  let a12 = m[at + 5];
  let a20 = m[at + 6];
  let a21 = m[at + 7];
  let a22 = m[at + 8];
  let c0 = 0;
  let c1 = 1;
  let c2 = 2;
  let keep = 0;
  const first = Math.abs(a00);
  const second = Math.abs(a10);
  const third = Math.abs(a20);
  if (third > first && third > second) {
    keep = a00;
    a00 = a20;
    a20 = keep;
    keep = a01;
    a01 = a21;
    a21 = keep;
    keep = a02;
    a02 = a22;
    a22 = keep;
    c0 = 2;
    c2 = 0;
  } else if (second > first) {
    keep = a00;
    a00 = a10;
    a10 = keep;
    keep = a01;
    a01 = a11;
    a11 = keep;
    keep = a02;
    a02 = a12;
    a12 = keep;
    c0 = 1;
    c1 = 0;
  }
  let l10 = a10 / a00;
  let l20 = a20 / a00;
  a11 -= l10 * a01;
  a12 -= l10 * a02;
  a21 -= l20 * a01;
  a22 -= l20 * a02;
  if (Math.abs(a21) > Math.abs(a11)) {
    keep = a11;
    a11 = a21;
    a21 = keep;
    keep = a12;
    a12 = a22;
    a22 = keep;
    keep = l10;
    l10 = l20;
    l20 = keep;
    const column = c1;
    c1 = c2;
    c2 = column;
  }
  const l21 = a21 / a11;
  a22 -= l21 * a12;
  if (a00 === 0 || a11 === 0 || a22 === 0) throw new Error(singular);

  const y1 = 0 - l10;
  let z = (0 - l20 - l21 * y1) / a22;
  let y = (y1 - a12 * z) / a11;
  out[c0] = (1 - a01 * y - a02 * z) / a00;
  out[c0 + 3] = y;
  out[c0 + 6] = z;
  z = (0 - l21) / a22;
  y = (1 - a12 * z) / a11;
  out[c1] = (0 - a01 * y - a02 * z) / a00;
  out[c1 + 3] = y;
  out[c1 + 6] = z;
  z = 1 / a22;
  y = (0 - a12 * z) / a11;
  out[c2] = (0 - a01 * y - a02 * z) / a00;
  out[c2 + 3] = y;
  out[c2 + 6] = z;
}
