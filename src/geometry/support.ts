// Support functions: how far a convex shape extends in a direction, and a point where it ends. All that half spaces,
// planes and the time of impact need to know of a convex shape.
//
// Here as in all that a step asks of the geometry, numbers come back in an array or a record: one that a function returns, or
// is given as an argument, may take room on the heap.
import * as mat3 from "../math/mat3.ts";
import type { Vec3 } from "../math/vec3.ts";
import * as vec3 from "../math/vec3.ts";
import type { Convex } from "./shape.ts";

/** A direction this close to a face or an edge counts as along it: the rounding of a rotation's entries. */
const ALONG = 1e-15;

const local = new Float64Array(3);

/** Writes to `out` the largest n · (x - centre) over the points x of `shape` turned by `rotation`, for a unit vector `n`. */
export function supportExtent(out: Float64Array, shape: Convex, rotation: mat3.Mat3, n: Vec3): void {
  (EXTENTS[shape.kind] as Extent<Convex>)(out, shape, rotation, n);
}

type Extent<A> = (out: Float64Array, shape: A, rotation: mat3.Mat3, n: Vec3) => void;

// A table rather than a switch, see bounds.ts.
const EXTENTS: { readonly [K in Convex["kind"]]: Extent<Extract<Convex, { kind: K }>> } = {
  sphere(out, { radius }) {
    out[0] = radius;
  },
  cuboid(out, { half: h }, rotation, n) {
    mat3.transposeMultiplyVec(local, rotation, n);
    out[0] = h[0] * Math.abs(local[0]) + h[1] * Math.abs(local[1]) + h[2] * Math.abs(local[2]);
  },
};

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
