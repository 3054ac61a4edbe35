// Support functions: how far a convex shape extends in a direction, and a point where it ends. All that half spaces,
// planes and the time of impact need to know of a convex shape.
import * as mat3 from "../math/mat3.ts";
import type { Vec3 } from "../math/vec3.ts";
import * as vec3 from "../math/vec3.ts";
import type { Convex } from "./shape.ts";

/** A direction this close to a face or an edge counts as along it: the rounding of a rotation's entries. */
const ALONG = 1e-15;

const local = new Float64Array(3);

/** The largest n · (x - centre) over the points x of `shape` turned by `rotation`, for a unit vector `n`. */
export function supportExtent(shape: Convex, rotation: mat3.Mat3, n: Vec3): number {
  switch (shape.kind) {
    case "sphere":
      return shape.radius;
    case "cuboid": {
      const h = shape.half;
      mat3.transposeMultiplyVec(local, rotation, n);
      return h[0] * Math.abs(local[0]) + h[1] * Math.abs(local[1]) + h[2] * Math.abs(local[2]);
    }
  }
}

/** A point x - centre with the largest n · x; of a face or an edge of such points, the middle. */
export function supportPoint(out: Vec3, shape: Convex, rotation: mat3.Mat3, n: Vec3): Vec3 {
  switch (shape.kind) {
    case "sphere":
      return vec3.scale(out, n, shape.radius);
    case "cuboid": {
      mat3.transposeMultiplyVec(local, rotation, n);
      for (let i = 0; i < 3; i++) {
        local[i] = Math.abs(local[i]) <= ALONG ? 0 : local[i] > 0 ? shape.half[i] : -shape.half[i];
      }
      return mat3.multiplyVec(out, rotation, local);
    }
  }
}
