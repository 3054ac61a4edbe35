// Inverse inertia tensors and 3×3 inverses, as an engine author writes them.

export interface Inertias {
  /** Nine numbers a body, in its own frame. */
  readonly inertia: Float64Array;
  /** Quaternions. */
  readonly orientation: Float64Array;
}

const scratch = new Float64Array(9);

/** R I⁻¹ Rᵀ of a body. */
export function worldInverse(out: Float64Array, { inertia, orientation }: Inertias, i: number): void {
  invert(scratch, inertia, 9 * i);
  const at = 4 * i;
  const w = orientation[at];
  const x = orientation[at + 1];
  const y = orientation[at + 2];
  const z = orientation[at + 3];
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
  let t0 = r00 * scratch[0] + r01 * scratch[3] + r02 * scratch[6];
  let t1 = r00 * scratch[1] + r01 * scratch[4] + r02 * scratch[7];
  let t2 = r00 * scratch[2] + r01 * scratch[5] + r02 * scratch[8];
  out[0] = t0 * r00 + t1 * r01 + t2 * r02;
  out[1] = t0 * r10 + t1 * r11 + t2 * r12;
  out[2] = t0 * r20 + t1 * r21 + t2 * r22;
  t0 = r10 * scratch[0] + r11 * scratch[3] + r12 * scratch[6];
  t1 = r10 * scratch[1] + r11 * scratch[4] + r12 * scratch[7];
  t2 = r10 * scratch[2] + r11 * scratch[5] + r12 * scratch[8];
  out[3] = t0 * r00 + t1 * r01 + t2 * r02;
  out[4] = t0 * r10 + t1 * r11 + t2 * r12;
  out[5] = t0 * r20 + t1 * r21 + t2 * r22;
  t0 = r20 * scratch[0] + r21 * scratch[3] + r22 * scratch[6];
  t1 = r20 * scratch[1] + r21 * scratch[4] + r22 * scratch[7];
  t2 = r20 * scratch[2] + r21 * scratch[5] + r22 * scratch[8];
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
  if (a00 === 0 || a11 === 0 || a22 === 0) throw new Error("this matrix is singular");

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
