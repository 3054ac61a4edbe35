import * as vec3 from "../../math/vec3.ts";
import type { Pose } from "../pose.ts";
import type { Proximity } from "../proximity.ts";
import type { Sphere } from "../shape.ts";

/** In a's frame. The normal of concentric spheres is z. */
// The offset is divided by its largest component first: its square must not underflow, however nearly concentric.
export function distanceSphereSphere(out: Proximity, a: Sphere, b: Sphere, bInA: Pose): void {
  const c = bInA.position;
  const largest = Math.max(Math.abs(c[0]), Math.abs(c[1]), Math.abs(c[2]));
  let apart = 0;
  if (largest === 0) {
    vec3.set(out.normal, 0, 0, 1);
  } else {
    vec3.set(out.normal, -c[0] / largest, -c[1] / largest, -c[2] / largest);
    apart = largest * vec3.length(out.normal);
    vec3.normalize(out.normal, out.normal);
  }
  out.distance = apart - (a.radius + b.radius);
  vec3.scale(out.pointA, out.normal, -a.radius);
  vec3.addScaled(out.pointB, c, out.normal, b.radius);
}
