import * as vec3 from "../../../math/vectors/vec3.ts";
import type { Proximity } from "../../contact/proximity.ts";
import type { Pose } from "../../shapes/pose.ts";
import type { Sphere } from "../../shapes/shape.ts";

/** Proximity in a's frame. The normal of concentric spheres is z. */
// The offset is divided by its largest component first, so that its square does not underflow for nearly concentric
// spheres.
export function distanceSphereSphere(out: Proximity, a: Sphere, b: Sphere, bInA: Pose): void {
  const c = bInA.position;
  const largest = Math.max(Math.abs(c[0]), Math.abs(c[1]), Math.abs(c[2]));
  let apart = 0;
  if (largest === 0) {
    vec3.set(out.normal, 0, 0, 1);
  } else {
    const n = out.normal;
    for (let i = 0; i < 3; i++) n[i] = -c[i] / largest;
    apart = largest * Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    vec3.normalize(n, n);
  }
  out.distance = apart - (a.radius + b.radius);
  for (let i = 0; i < 3; i++) {
    out.pointA[i] = out.normal[i] * -a.radius;
    out.pointB[i] = c[i] + out.normal[i] * b.radius;
  }
}
