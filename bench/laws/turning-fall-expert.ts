// Free fall with rotation in closed form, thesis 5.1, as an engine author writes it. Of the rotation matrix only those
// seven entries are made that the Euler angles need.
import { atan2, cos, sin } from "../../src/math/elementary/elementary.ts";
import { type FallMemory, fallAll } from "./free-fall-expert.ts";

export interface TurningMemory extends FallMemory {
  readonly w: Float64Array;
  readonly quaternion0: Float64Array;
  /** Euler angles. */
  readonly orientation: Float64Array;
}

export function fallTurningAll(memory: TurningMemory, g: Float64Array, t: number, count: number): void {
  fallAll(memory, g, t, count);
  const { t0, w, quaternion0, orientation } = memory;
  for (let i = 0; i < count; i++) {
    const x = 3 * i;
    const wx = w[x];
    const wy = w[x + 1];
    const wz = w[x + 2];
    const speed = Math.sqrt(wx * wx + wy * wy + wz * wz);
    const half = (speed * (t - t0[i])) / 2;
    const c = cos(half);
    const s = sin(half);
    // Where the speed is zero so are the components.
    const divisor = speed === 0 ? 1 : speed;
    const sx = s * (wx / divisor);
    const sy = s * (wy / divisor);
    const sz = s * (wz / divisor);

    const a = quaternion0[4 * i];
    const b = quaternion0[4 * i + 1];
    const d = quaternion0[4 * i + 2];
    const e = quaternion0[4 * i + 3];
    const qw = c * a - sx * b - sy * d - sz * e;
    const qx = c * b + sx * a + sy * e - sz * d;
    const qy = c * d - sx * e + sy * a + sz * b;
    const qz = c * e + sx * d - sy * b + sz * a;

    const xx = qx * qx;
    const yy = qy * qy;
    const zz = qz * qz;
    const xy = qx * qy;
    const xz = qx * qz;
    const yz = qy * qz;
    const wqx = qw * qx;
    const wqy = qw * qy;
    const wqz = qw * qz;
    const k = 2 / (qw * qw + xx + yy + zz);
    const m00 = 1 - k * (yy + zz);
    const m01 = k * (xy - wqz);
    const tilt = Math.sqrt(m00 * m00 + m01 * m01);
    let sine = 0;
    let cosine = 1;
    if (tilt >= 1e-14) {
      sine = (0 - m01) / tilt;
      cosine = m00 / tilt;
    }
    const m10 = k * (xy + wqz);
    const m11 = 1 - k * (xx + zz);
    const m20 = k * (xz - wqy);
    const m21 = k * (yz + wqx);
    orientation[x] = atan2(m20 * sine + m21 * cosine, m10 * sine + m11 * cosine);
    orientation[x + 1] = atan2(k * (xz + wqy), tilt);
    orientation[x + 2] = atan2(sine, cosine);
  }
}
