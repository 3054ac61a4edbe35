// The collision of two dynamic bodies with restitution and friction, thesis 5.2.2 corrected
// (laws/impulse-collision.vfl), as an engine author writes it.
//
// The bits are those of the law as long as numbers are finite and masses positive: terms that the law multiplies by the
// zeros of a skew or identity matrix are left out, as only the sign of a zero could tell, and `0 - x` loses it.

import { bodySize, invert, POSITION, singular, V, W, worldInverse } from "./inertia-expert.ts";

export interface Impacts {
  readonly point: Float64Array;
  readonly normal: Float64Array;
}

/** Inverses of inertia tensors in the world's frame, and of K. */
const W1 = new Float64Array(9);
const W2 = new Float64Array(9);
const scratch = new Float64Array(9);
const K = new Float64Array(9);

/** Impact i is of the bodies a and b; their new velocities go into `v` and `w`. */
export function collide(
  bodies: Float64Array,
  impacts: Impacts,
  i: number,
  a: number,
  b: number,
  restitution: number,
  friction: number,
  v: Float64Array,
  w: Float64Array,
): void {
  const body1 = bodySize * a;
  const body2 = bodySize * b;
  worldInverse(W1, bodies, body1);
  worldInverse(W2, bodies, body2);
  const at = 3 * i;
  const a0 = 3 * a;
  const b0 = 3 * b;
  const px = impacts.point[at];
  const py = impacts.point[at + 1];
  const pz = impacts.point[at + 2];
  const x1 = px - bodies[body1 + POSITION];
  const y1 = py - bodies[body1 + POSITION + 1];
  const z1 = pz - bodies[body1 + POSITION + 2];
  const x2 = px - bodies[body2 + POSITION];
  const y2 = py - bodies[body2 + POSITION + 1];
  const z2 = pz - bodies[body2 + POSITION + 2];

  // The basis: n, t and u in columns.
  let nx = impacts.normal[at];
  let ny = impacts.normal[at + 1];
  let nz = impacts.normal[at + 2];
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (length !== 0) {
    nx /= length;
    ny /= length;
    nz /= length;
  }
  const s = nz < 0 ? -1 : 1;
  const k = -1 / (s + nz);
  const ux = nx * ny * k;
  const tx = 1 + s * nx * nx * k;
  const ty = s * ux;
  const uy = s + ny * ny * k;
  const tz = -s * nx;
  const uz = -ny;

  // The relative velocity in the contact frame.
  const v1x = bodies[body1 + V];
  const v1y = bodies[body1 + V + 1];
  const v1z = bodies[body1 + V + 2];
  const w1x = bodies[body1 + W];
  const w1y = bodies[body1 + W + 1];
  const w1z = bodies[body1 + W + 2];
  const v2x = bodies[body2 + V];
  const v2y = bodies[body2 + V + 1];
  const v2z = bodies[body2 + V + 2];
  const w2x = bodies[body2 + W];
  const w2y = bodies[body2 + W + 1];
  const w2z = bodies[body2 + W + 2];
  const rx = v1x + (w1y * z1 - w1z * y1) - (v2x + (w2y * z2 - w2z * y2));
  const ry = v1y + (w1z * x1 - w1x * z1) - (v2y + (w2z * x2 - w2x * z2));
  const rz = v1z + (w1x * y1 - w1y * x1) - (v2z + (w2x * y2 - w2y * x2));
  const closing = nx * rx + ny * ry + nz * rz;
  const m1 = bodies[body1];
  const m2 = bodies[body2];

  let p0 = 0;
  let p1 = 0;
  let p2 = 0;
  if (!(closing >= 0)) {
    // S: what both bodies answer to a unit impulse, 1/m - [d] W [d] of each.
    let e00 = y1 * W1[6] - z1 * W1[3];
    let e01 = y1 * W1[7] - z1 * W1[4];
    let e02 = y1 * W1[8] - z1 * W1[5];
    let e10 = z1 * W1[0] - x1 * W1[6];
    let e11 = z1 * W1[1] - x1 * W1[7];
    let e12 = z1 * W1[2] - x1 * W1[8];
    let e20 = x1 * W1[3] - y1 * W1[0];
    let e21 = x1 * W1[4] - y1 * W1[1];
    let e22 = x1 * W1[5] - y1 * W1[2];
    const inverse1 = 1 / m1;
    let s00 = inverse1 - (e01 * z1 - e02 * y1);
    let s01 = 0 - (e02 * x1 - e00 * z1);
    let s02 = 0 - (e00 * y1 - e01 * x1);
    let s10 = 0 - (e11 * z1 - e12 * y1);
    let s11 = inverse1 - (e12 * x1 - e10 * z1);
    let s12 = 0 - (e10 * y1 - e11 * x1);
    let s20 = 0 - (e21 * z1 - e22 * y1);
    let s21 = 0 - (e22 * x1 - e20 * z1);
    let s22 = inverse1 - (e20 * y1 - e21 * x1);
    e00 = y2 * W2[6] - z2 * W2[3];
    e01 = y2 * W2[7] - z2 * W2[4];
    e02 = y2 * W2[8] - z2 * W2[5];
    e10 = z2 * W2[0] - x2 * W2[6];
    e11 = z2 * W2[1] - x2 * W2[7];
    e12 = z2 * W2[2] - x2 * W2[8];
    e20 = x2 * W2[3] - y2 * W2[0];
    e21 = x2 * W2[4] - y2 * W2[1];
    e22 = x2 * W2[5] - y2 * W2[2];
    const inverse2 = 1 / m2;
    s00 += inverse2 - (e01 * z2 - e02 * y2);
    s01 -= e02 * x2 - e00 * z2;
    s02 -= e00 * y2 - e01 * x2;
    s10 -= e11 * z2 - e12 * y2;
    s11 += inverse2 - (e12 * x2 - e10 * z2);
    s12 -= e10 * y2 - e11 * x2;
    s20 -= e21 * z2 - e22 * y2;
    s21 -= e22 * x2 - e20 * z2;
    s22 += inverse2 - (e20 * y2 - e21 * x2);

    // K: basisᵀ both basis.
    const n0 = nx * s00 + ny * s10 + nz * s20;
    const n1 = nx * s01 + ny * s11 + nz * s21;
    const n2 = nx * s02 + ny * s12 + nz * s22;
    const t0 = tx * s00 + ty * s10 + tz * s20;
    const t1 = tx * s01 + ty * s11 + tz * s21;
    const t2 = tx * s02 + ty * s12 + tz * s22;
    const u0 = ux * s00 + uy * s10 + uz * s20;
    const u1 = ux * s01 + uy * s11 + uz * s21;
    const u2 = ux * s02 + uy * s12 + uz * s22;
    const k00 = n0 * nx + n1 * ny + n2 * nz;
    const k01 = n0 * tx + n1 * ty + n2 * tz;
    const k02 = n0 * ux + n1 * uy + n2 * uz;
    const k10 = t0 * nx + t1 * ny + t2 * nz;
    const k11 = t0 * tx + t1 * ty + t2 * tz;
    const k12 = t0 * ux + t1 * uy + t2 * uz;
    const k20 = u0 * nx + u1 * ny + u2 * nz;
    const k21 = u0 * tx + u1 * ty + u2 * tz;
    const k22 = u0 * ux + u1 * uy + u2 * uz;

    // The impulse that sticks: K's inverse times the change wanted. The common case exchanges no rows.
    const change = -(1 + restitution) * closing;
    const stop1 = -(tx * rx + ty * ry + tz * rz);
    const stop2 = -(ux * rx + uy * ry + uz * rz);
    const l10 = k10 / k00;
    const l20 = k20 / k00;
    const a11 = k11 - l10 * k01;
    const a12 = k12 - l10 * k02;
    const a21 = k21 - l20 * k01;
    if (Math.abs(k10) <= Math.abs(k00) && Math.abs(k20) <= Math.abs(k00) && Math.abs(a21) < Math.abs(a11)) {
      const l21 = a21 / a11;
      const a22 = k22 - l20 * k02 - l21 * a12;
      if (a22 === 0) throw new Error(singular);
      const f1 = 0 - l10;
      const i20 = (0 - l20 - l21 * f1) / a22;
      const i10 = (f1 - a12 * i20) / a11;
      const i21 = (0 - l21) / a22;
      const i11 = (1 - a12 * i21) / a11;
      const i22 = 1 / a22;
      const i12 = (0 - a12 * i22) / a11;
      const i00 = (1 - k01 * i10 - k02 * i20) / k00;
      const i01 = (0 - k01 * i11 - k02 * i21) / k00;
      const i02 = (0 - k01 * i12 - k02 * i22) / k00;
      p0 = i00 * change + i01 * stop1 + i02 * stop2;
      p1 = i10 * change + i11 * stop1 + i12 * stop2;
      p2 = i20 * change + i21 * stop1 + i22 * stop2;
    } else {
      K[0] = k00;
      K[1] = k01;
      K[2] = k02;
      K[3] = k10;
      K[4] = k11;
      K[5] = k12;
      K[6] = k20;
      K[7] = k21;
      K[8] = k22;
      invert(scratch, K, 0);
      p0 = scratch[0] * change + scratch[1] * stop1 + scratch[2] * stop2;
      p1 = scratch[3] * change + scratch[4] * stop1 + scratch[5] * stop2;
      p2 = scratch[6] * change + scratch[7] * stop1 + scratch[8] * stop2;
    }
    const tangential = Math.sqrt(p1 * p1 + p2 * p2);
    if (!(tangential <= friction * p0)) {
      const d1 = (friction * p1) / tangential;
      const d2 = (friction * p2) / tangential;
      p0 = change / (k00 + k01 * d1 + k02 * d2);
      p1 = p0 * d1;
      p2 = p0 * d2;
    }
  }

  const jx = nx * p0 + tx * p1 + ux * p2;
  const jy = ny * p0 + ty * p1 + uy * p2;
  const jz = nz * p0 + tz * p1 + uz * p2;
  v[a0] = v1x + jx / m1;
  v[a0 + 1] = v1y + jy / m1;
  v[a0 + 2] = v1z + jz / m1;
  v[b0] = v2x - jx / m2;
  v[b0 + 1] = v2y - jy / m2;
  v[b0 + 2] = v2z - jz / m2;
  const c1 = y1 * jz - z1 * jy;
  const d1 = z1 * jx - x1 * jz;
  const e1 = x1 * jy - y1 * jx;
  w[a0] = w1x + (W1[0] * c1 + W1[1] * d1 + W1[2] * e1);
  w[a0 + 1] = w1y + (W1[3] * c1 + W1[4] * d1 + W1[5] * e1);
  w[a0 + 2] = w1z + (W1[6] * c1 + W1[7] * d1 + W1[8] * e1);
  const c2 = y2 * jz - z2 * jy;
  const d2 = z2 * jx - x2 * jz;
  const e2 = x2 * jy - y2 * jx;
  w[b0] = w2x - (W2[0] * c2 + W2[1] * d2 + W2[2] * e2);
  w[b0 + 1] = w2y - (W2[3] * c2 + W2[4] * d2 + W2[5] * e2);
  w[b0 + 2] = w2z - (W2[6] * c2 + W2[7] * d2 + W2[8] * e2);
}
