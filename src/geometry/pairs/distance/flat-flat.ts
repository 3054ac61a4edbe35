// Half spaces and planes among themselves. Unless they are parallel they cross, and no translation parts them: the
// distance is -∞, and so it is for half spaces that face the same way. The points are then arbitrary points of the
// surfaces.
import * as vec3 from "../../../math/vectors/vec3.ts";
import type { Proximity } from "../../contact/proximity.ts";
import type { Pose } from "../../shapes/pose.ts";
import type { HalfSpace, Plane } from "../../shapes/shape.ts";

/**
 * The sine of the angle below which two surfaces count as parallel: the most that rounding of two rotations can make.
 */
const PARALLEL = 4e-15;

export function distanceHalfSpaceHalfSpace(out: Proximity, _a: HalfSpace, _b: HalfSpace, bInA: Pose): void {
  const height = bInA.position[2];
  const facing = areParallel(bInA) && bInA.rotation[8] < 0;
  out.distance = facing ? height : -Infinity;
  write(out, bInA, -1);
}

/** A plane inside the half space is -depth away. */
export function distancePlaneHalfSpace(out: Proximity, _a: Plane, _b: HalfSpace, bInA: Pose): void {
  // The solid lies below b's surface; seen from there the plane is above it by `height`.
  const up = bInA.rotation[8] < 0 ? -1 : 1;
  const height = -up * bInA.position[2];
  out.distance = areParallel(bInA) ? height : -Infinity;
  write(out, bInA, up);
}

/** Never negative between parallel planes. */
export function distancePlanePlane(out: Proximity, _a: Plane, _b: Plane, bInA: Pose): void {
  const height = bInA.position[2];
  out.distance = areParallel(bInA) ? Math.abs(height) : -Infinity;
  write(out, bInA, height >= 0 ? -1 : 1);
}

function areParallel(bInA: Pose): boolean {
  return Math.abs(bInA.rotation[2]) <= PARALLEL && Math.abs(bInA.rotation[5]) <= PARALLEL;
}

function write(out: Proximity, bInA: Pose, normalZ: number): void {
  const p = bInA.position;
  vec3.set(out.normal, 0, 0, normalZ);
  vec3.copy(out.pointA, p);
  out.pointA[2] = 0;
  vec3.copy(out.pointB, p);
}
