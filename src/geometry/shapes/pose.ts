// The position and rotation of a body. A pose maps from the body's frame to the one it is given in: x ↦ rotation · x +
// position.
import * as mat3 from "../../math/vectors/mat3.ts";
import type { Vec3 } from "../../math/vectors/vec3.ts";
import * as vec3 from "../../math/vectors/vec3.ts";

export interface Pose {
  readonly position: Vec3;
  readonly rotation: mat3.Mat3;
}

/** A pose at the origin, without rotation. */
export function createPose(): Pose {
  return { position: new Float64Array(3), rotation: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) };
}

/** The same position without rotation. */
export function straighten(out: Pose): void {
  out.rotation.fill(0);
  for (let k = 0; k < 9; k += 4) out.rotation[k] = 1;
}

export function copyPose(out: Pose, a: Pose): Pose {
  out.position.set(a.position);
  out.rotation.set(a.rotation);
  return out;
}

/** `b` as seen from `a`: maps from b's frame to a's. `out` is neither of them. */
// x = Ra y + pa = Rb z + pb, hence y = Raᵀ Rb z + Raᵀ (pb - pa). The difference of positions is taken first: bodies far
// from the origin lose no further digits.
export function relativePose(out: Pose, a: Pose, b: Pose): Pose {
  vec3.sub(out.position, b.position, a.position);
  mat3.transposeMultiplyVec(out.position, a.rotation, out.position);
  transposeMultiply(out.rotation, a.rotation, b.rotation);
  return out;
}

/** The inverse: maps from the outer frame to the body's. `out` is not `a`. */
export function inversePose(out: Pose, a: Pose): Pose {
  mat3.transposeMultiplyVec(out.position, a.rotation, a.position);
  vec3.scale(out.position, out.position, -1);
  mat3.transpose(out.rotation, a.rotation);
  return out;
}

/** `out` may be `point`. */
export function transformPoint(out: Vec3, pose: Pose, point: Vec3): Vec3 {
  mat3.multiplyVec(out, pose.rotation, point);
  return vec3.add(out, out, pose.position);
}

function transposeMultiply(out: mat3.Mat3, a: mat3.Mat3, b: mat3.Mat3): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) out[3 * i + j] = a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j];
  }
}
