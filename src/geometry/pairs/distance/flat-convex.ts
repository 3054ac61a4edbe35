// Half space or plane against any convex shape, by the shape's support function. In the frame of the flat one, whose
// surface is z = 0.
import * as vec3 from "../../../math/vectors/vec3.ts";
import type { Proximity } from "../../contact/proximity.ts";
import type { Pose } from "../../shapes/pose.ts";
import type { Convex, HalfSpace, Plane } from "../../shapes/shape.ts";
import { supportExtent, supportPoint } from "../../shapes/support.ts";

const extent = new Float64Array(1);

export function distanceHalfSpaceConvex(out: Proximity, _a: HalfSpace, b: Convex, bInA: Pose): void {
  distanceAbove(out, b, bInA, 1);
}

/** Measures from the side of b's centre (a centre on the plane counts as above): negative when b reaches through. */
export function distancePlaneConvex(out: Proximity, _a: Plane, b: Convex, bInA: Pose): void {
  distanceAbove(out, b, bInA, bInA.position[2] >= 0 ? 1 : -1);
}

/** `side` is 1 to measure upwards along z, -1 to measure downwards. */
function distanceAbove(out: Proximity, b: Convex, bInA: Pose, side: number): void {
  vec3.set(out.normal, 0, 0, -side);
  supportExtent(extent, b, bInA.rotation, out.normal);
  out.distance = side * bInA.position[2] - extent[0];
  supportPoint(out.pointB, b, bInA.rotation, out.normal);
  vec3.add(out.pointB, out.pointB, bInA.position);
  vec3.copy(out.pointA, out.pointB);
  out.pointA[2] = 0;
}
