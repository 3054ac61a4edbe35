import * as vec3 from "../../../math/vectors/vec3.ts";
import type { Proximity } from "../../contact/proximity.ts";
import type { Pose } from "../../shapes/pose.ts";
import type { Cuboid, Sphere } from "../../shapes/shape.ts";

/** A centre closer than this, relative to the cuboid, lies on its surface. */
const ON_SURFACE = 1e-15;

const way = new Float64Array(3);

/** Proximity in the cuboid's frame. */
// With c the sphere's centre and p the nearest point of the cuboid: outside, the normal points along p - c. Inside, the
// shortest way out leads through the face nearest to c (the first of equally near ones).
export function distanceCuboidSphere(out: Proximity, a: Cuboid, b: Sphere, bInA: Pose): void {
  const h = a.half;
  const c = bInA.position;
  const p = out.pointA;
  for (let i = 0; i < 3; i++) p[i] = Math.max(-h[i], Math.min(h[i], c[i]));
  vec3.sub(way, p, c);
  const apart = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  if (apart > ON_SURFACE * Math.max(h[0], h[1], h[2])) {
    const inverse = 1 / apart;
    for (let i = 0; i < 3; i++) out.normal[i] = way[i] * inverse;
    out.distance = apart - b.radius;
  } else {
    let nearest = 0;
    for (let i = 1; i < 3; i++) if (h[i] - Math.abs(c[i]) < h[nearest] - Math.abs(c[nearest])) nearest = i;
    const side = c[nearest] < 0 ? -1 : 1;
    vec3.set(out.normal, 0, 0, 0);
    out.normal[nearest] = -side;
    out.distance = Math.abs(c[nearest]) - h[nearest] - b.radius;
    p[nearest] = side * h[nearest];
  }
  for (let i = 0; i < 3; i++) out.pointB[i] = c[i] + out.normal[i] * b.radius;
}
