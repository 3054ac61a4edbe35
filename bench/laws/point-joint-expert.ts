// A point joint between two rigid bodies, C = p1 + R1 r1 - p2 - R2 r2, with its Jacobian by v1, w1, v2, w2 and J̇q̇, as
// an engine author writes it.

export interface JointMemory {
  /** Ten numbers a body: position 3, orientation 4, w 3. Joint i joins the bodies 2 i and 2 i + 1. */
  readonly bodies: Float64Array;
  /** Where the joint is in each body's own frame, three numbers a body. */
  readonly anchors: Float64Array;
  /** 42 numbers a joint: C 3, the Jacobian 3×12 row after row, J̇q̇ 3. */
  readonly rows: Float64Array;
}

/** Writes what never changes: the ones, minus ones and zeros of the Jacobians. */
export function prepareJoints({ rows }: JointMemory, count: number): void {
  rows.fill(0, 0, 42 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      rows[42 * i + 3 + 13 * k] = 1;
      rows[42 * i + 9 + 13 * k] = -1;
    }
  }
}

export function evaluateJoints({ bodies, anchors, rows }: JointMemory, count: number): void {
  for (let i = 0; i < count; i++) {
    const b = 20 * i;
    const r = 6 * i;
    let qw = bodies[b + 3];
    let qx = bodies[b + 4];
    let qy = bodies[b + 5];
    let qz = bodies[b + 6];
    let xx = qx * qx;
    let yy = qy * qy;
    let zz = qz * qz;
    let xy = qx * qy;
    let xz = qx * qz;
    let yz = qy * qz;
    let wx = qw * qx;
    let wy = qw * qy;
    let wz = qw * qz;
    let s = 2 / (qw * qw + xx + yy + zz);
    let rx = anchors[r];
    let ry = anchors[r + 1];
    let rz = anchors[r + 2];
    const ax = (1 - s * (yy + zz)) * rx + s * (xy - wz) * ry + s * (xz + wy) * rz;
    const ay = s * (xy + wz) * rx + (1 - s * (xx + zz)) * ry + s * (yz - wx) * rz;
    const az = s * (xz - wy) * rx + s * (yz + wx) * ry + (1 - s * (xx + yy)) * rz;

    qw = bodies[b + 13];
    qx = bodies[b + 14];
    qy = bodies[b + 15];
    qz = bodies[b + 16];
    xx = qx * qx;
    yy = qy * qy;
    zz = qz * qz;
    xy = qx * qy;
    xz = qx * qz;
    yz = qy * qz;
    wx = qw * qx;
    wy = qw * qy;
    wz = qw * qz;
    s = 2 / (qw * qw + xx + yy + zz);
    rx = anchors[r + 3];
    ry = anchors[r + 4];
    rz = anchors[r + 5];
    const bx = (1 - s * (yy + zz)) * rx + s * (xy - wz) * ry + s * (xz + wy) * rz;
    const by = s * (xy + wz) * rx + (1 - s * (xx + zz)) * ry + s * (yz - wx) * rz;
    const bz = s * (xz - wy) * rx + s * (yz + wx) * ry + (1 - s * (xx + yy)) * rz;

    const o = 42 * i;
    rows[o] = bodies[b] + ax - bodies[b + 10] - bx;
    rows[o + 1] = bodies[b + 1] + ay - bodies[b + 11] - by;
    rows[o + 2] = bodies[b + 2] + az - bodies[b + 12] - bz;
    // -[a] by w1 and [b] by w2.
    rows[o + 7] = az;
    rows[o + 8] = -ay;
    rows[o + 13] = -bz;
    rows[o + 14] = by;
    rows[o + 18] = -az;
    rows[o + 20] = ax;
    rows[o + 24] = bz;
    rows[o + 26] = -bx;
    rows[o + 30] = ay;
    rows[o + 31] = -ax;
    rows[o + 36] = -by;
    rows[o + 37] = bx;

    const ux = bodies[b + 7];
    const uy = bodies[b + 8];
    const uz = bodies[b + 9];
    const vx = bodies[b + 17];
    const vy = bodies[b + 18];
    const vz = bodies[b + 19];
    const tx = uy * az - uz * ay;
    const ty = uz * ax - ux * az;
    const tz = ux * ay - uy * ax;
    const sx = vy * bz - vz * by;
    const sy = vz * bx - vx * bz;
    const sz = vx * by - vy * bx;
    rows[o + 39] = uy * tz - uz * ty - (vy * sz - vz * sy);
    rows[o + 40] = uz * tx - ux * tz - (vz * sx - vx * sz);
    rows[o + 41] = ux * ty - uy * tx - (vx * sy - vy * sx);
  }
}
