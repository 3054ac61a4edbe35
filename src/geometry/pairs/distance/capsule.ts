// A capsule against a sphere or another capsule: a segment against a point or a segment. In the frame of the first
// capsule.
import * as vec3 from "../../../math/vectors/vec3.ts";
import type { Proximity } from "../../contact/proximity.ts";
import type { Pose } from "../../shapes/pose.ts";
import type { Capsule, Sphere } from "../../shapes/shape.ts";

export function distanceCapsuleSphere(out: Proximity, a: Capsule, b: Sphere, bInA: Pose): void {
  const c = bInA.position;
  vec3.set(out.pointA, 0, 0, clamp(c[2], a.half));
  vec3.copy(out.pointB, c);
  write(out, a.radius, b.radius, 1, 0);
}

// Segments s z, |s| ≤ h, and c + t w, |t| ≤ k, with w the second's axis. For a given t the nearest s is c_z + t w_z
// clamped to ±h, for a given s the nearest t is w · (s z - c) clamped to ±k. For the lines it is t = (w_z c_z - w ·
// c)/(1 - w_z²); then s, then t again if s was clamped: the distance squared is convex, so that is its minimum
// (Ericson, "Real-time collision detection", 5.1.9).
export function distanceCapsuleCapsule(out: Proximity, a: Capsule, b: Capsule, bInA: Pose): void {
  const c = bInA.position;
  const r = bInA.rotation;
  const across = r[2] * r[2] + r[5] * r[5];
  const along = r[2] * c[0] + r[5] * c[1] + r[8] * c[2];
  // Parallel: the middle of the part where they are side by side.
  let t = across > 1e-28 ? clamp(-(r[2] * c[0] + r[5] * c[1]) / across, b.half) : middleBeside(a, b, c[2], r[8]);
  const s = clamp(c[2] + t * r[8], a.half);
  t = clamp(s * r[8] - along, b.half);
  vec3.set(out.pointA, 0, 0, s);
  vec3.set(out.pointB, c[0] + t * r[2], c[1] + t * r[5], c[2] + t * r[8]);
  write(out, a.radius, b.radius, r[5], -r[2]);
}

/** The t on the second segment, parallel to the first, at the middle of the part where they are side by side. */
function middleBeside(a: Capsule, b: Capsule, z: number, wz: number): number {
  const low = Math.max(-a.half, z - b.half);
  const high = Math.min(a.half, z + b.half);
  return clamp(((low + high) / 2 - z) * wz, b.half);
}

/**
 * Writes the answer from the nearest points of both segments; `nx`, `ny` is a direction across both, for segments that
 * cross.
 */
function write(out: Proximity, ra: number, rb: number, nx: number, ny: number): void {
  vec3.sub(out.normal, out.pointA, out.pointB);
  const apart = vec3.length(out.normal);
  if (apart > 0) vec3.scale(out.normal, out.normal, 1 / apart);
  else {
    const length = Math.sqrt(nx * nx + ny * ny);
    vec3.set(out.normal, length > 0 ? nx / length : 1, length > 0 ? ny / length : 0, 0);
  }
  out.distance = apart - (ra + rb);
  vec3.addScaled(out.pointA, out.pointA, out.normal, -ra);
  vec3.addScaled(out.pointB, out.pointB, out.normal, rb);
}

function clamp(x: number, half: number): number {
  return Math.max(-half, Math.min(half, x));
}
