// The answer to "how near": conventions shared by all pairs.
//
// Between a first body a and a second body b:
// - `distance` is positive when they are apart, 0 when they touch, and when they overlap minus the length of the
//   shortest translation that makes them touch;
// - `normal` is a unit vector pointing to a: moving a along it moves them apart;
// - `pointA` lies on the surface of a, `pointB` on that of b, and pointA - pointB = distance · normal.
// Functions of a pair give all vectors in the frame of the first body; `measureDistance` in the world's.
import type { Vec3 } from "../../math/vectors/vec3.ts";

export interface Proximity {
  distance: number;
  readonly normal: Vec3;
  readonly pointA: Vec3;
  readonly pointB: Vec3;
}

export function createProximity(): Proximity {
  return {
    distance: 0,
    normal: new Float64Array(3),
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
  };
}

/** Swaps the roles of the bodies. */
export function swapProximity(out: Proximity): void {
  for (let i = 0; i < 3; i++) {
    out.normal[i] = 0 - out.normal[i];
    const a = out.pointA[i];
    out.pointA[i] = out.pointB[i];
    out.pointB[i] = a;
  }
}
