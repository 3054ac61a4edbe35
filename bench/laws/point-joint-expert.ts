// A point joint between two rigid bodies, C = p1 + R1 r1 - p2 - R2 r2, with its Jacobian by v1, w1, v2, w2 and J̇q̇, as an
// engine author writes it.

export interface JointMemory {
  /** Joint i joins the bodies 2 i and 2 i + 1. */
  readonly position: Float64Array;
  readonly orientation: Float64Array;
  readonly w: Float64Array;
  /** Where the joint is, in each body's own frame. */
  readonly anchor: Float64Array;
  readonly value: Float64Array;
  /** 3×12 numbers a joint, row after row. */
  readonly jacobian: Float64Array;
  readonly velocityProduct: Float64Array;
}

/** Writes what never changes: the ones, minus ones and zeros of the Jacobians. */
export function prepareJoints({ jacobian }: JointMemory, count: number): void {
  jacobian.fill(0, 0, 36 * count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      jacobian[36 * i + 13 * k] = 1;
      jacobian[36 * i + 13 * k + 6] = -1;
    }
  }
}

export function evaluateJoints(memory: JointMemory, count: number): void {
  const { position, orientation, w, anchor, value, jacobian, velocityProduct } = memory;
  for (let i = 0; i < count; i++) {
    let q = 8 * i;
    let qw = orientation[q];
    let qx = orientation[q + 1];
    let qy = orientation[q + 2];
    let qz = orientation[q + 3];
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
    const b1 = 6 * i;
    let rx = anchor[b1];
    let ry = anchor[b1 + 1];
    let rz = anchor[b1 + 2];
    const ax = (1 - s * (yy + zz)) * rx + s * (xy - wz) * ry + s * (xz + wy) * rz;
    const ay = s * (xy + wz) * rx + (1 - s * (xx + zz)) * ry + s * (yz - wx) * rz;
    const az = s * (xz - wy) * rx + s * (yz + wx) * ry + (1 - s * (xx + yy)) * rz;

    q += 4;
    qw = orientation[q];
    qx = orientation[q + 1];
    qy = orientation[q + 2];
    qz = orientation[q + 3];
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
    const b2 = b1 + 3;
    rx = anchor[b2];
    ry = anchor[b2 + 1];
    rz = anchor[b2 + 2];
    const bx = (1 - s * (yy + zz)) * rx + s * (xy - wz) * ry + s * (xz + wy) * rz;
    const by = s * (xy + wz) * rx + (1 - s * (xx + zz)) * ry + s * (yz - wx) * rz;
    const bz = s * (xz - wy) * rx + s * (yz + wx) * ry + (1 - s * (xx + yy)) * rz;

    const c = 3 * i;
    value[c] = position[b1] + ax - position[b2] - bx;
    value[c + 1] = position[b1 + 1] + ay - position[b2 + 1] - by;
    value[c + 2] = position[b1 + 2] + az - position[b2 + 2] - bz;

    const j = 36 * i;
    jacobian[j + 4] = az;
    jacobian[j + 5] = -ay;
    jacobian[j + 15] = -az;
    jacobian[j + 17] = ax;
    jacobian[j + 27] = ay;
    jacobian[j + 28] = -ax;
    jacobian[j + 10] = -bz;
    jacobian[j + 11] = by;
    jacobian[j + 21] = bz;
    jacobian[j + 23] = -bx;
    jacobian[j + 33] = -by;
    jacobian[j + 34] = bx;

    const ux = w[b1];
    const uy = w[b1 + 1];
    const uz = w[b1 + 2];
    const tx = uy * az - uz * ay;
    const ty = uz * ax - ux * az;
    const tz = ux * ay - uy * ax;
    const vx = w[b2];
    const vy = w[b2 + 1];
    const vz = w[b2 + 2];
    const sx = vy * bz - vz * by;
    const sy = vz * bx - vx * bz;
    const sz = vx * by - vy * bx;
    velocityProduct[c] = uy * tz - uz * ty - (vy * sz - vz * sy);
    velocityProduct[c + 1] = uz * tx - ux * tz - (vz * sx - vx * sz);
    velocityProduct[c + 2] = ux * ty - uy * tx - (vx * sy - vy * sx);
  }
}
