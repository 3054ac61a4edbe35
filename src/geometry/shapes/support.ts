// Support functions: how far a shape extends in a direction, and an extreme point. Half spaces, planes and the time of
// impact need nothing else of a convex shape.
//
// As everywhere in geometry that a step uses, numbers are returned in an array or a record: a number as a result or an
// argument may be allocated on the heap.
import * as mat3 from "../../math/vectors/mat3.ts";
import type { Vec3 } from "../../math/vectors/vec3.ts";
import * as vec3 from "../../math/vectors/vec3.ts";
import { radiusAround, supportCore } from "./core.ts";
import type { Composite, Convex } from "./shape.ts";

/** A direction this close to a face or an edge counts as parallel to it: the rounding of a rotation's entries. */
const ALONG = 1e-15;

const local = new Float64Array(3);
const point = new Float64Array(3);
const turned: mat3.Mat3 = new Float64Array(9);

/**
 * Writes to `out` the largest n · (x - origin) over the points x of `shape` turned by `rotation`, for a unit vector
 * `n`.
 */
export function supportExtent(out: Float64Array, shape: Convex, rotation: mat3.Mat3, n: Vec3): void {
  (EXTENTS[shape.kind] as Extent<Convex>)(out, shape, rotation, n);
}

type Extent<A> = (out: Float64Array, shape: A, rotation: mat3.Mat3, n: Vec3) => void;

const coreExtent: Extent<Exclude<Convex, { kind: "sphere" | "cuboid" }>> = (out, shape, rotation, n) => {
  mat3.transposeMultiplyVec(local, rotation, n);
  supportCore(point, shape, local);
  out[0] = local[0] * point[0] + local[1] * point[1] + local[2] * point[2] + radiusAround(shape);
};

// A table instead of a switch, see bounds.ts.
const EXTENTS: { readonly [K in Convex["kind"]]: Extent<Extract<Convex, { kind: K }>> } = {
  sphere(out, { radius }) {
    out[0] = radius;
  },
  cuboid(out, { half: h }, rotation, n) {
    mat3.transposeMultiplyVec(local, rotation, n);
    out[0] = h[0] * Math.abs(local[0]) + h[1] * Math.abs(local[1]) + h[2] * Math.abs(local[2]);
  },
  capsule: coreExtent,
  cylinder: coreExtent,
  cone: coreExtent,
  "convex polyhedron": coreExtent,
  triangle: coreExtent,
};

/** An upper bound of `supportExtent`: that of all parts, or of the box around a mesh. */
export function compositeExtent(out: Float64Array, shape: Composite, rotation: mat3.Mat3, n: Vec3): void {
  let most = -Infinity;
  if (shape.kind === "triangle mesh") {
    mat3.transposeMultiplyVec(local, rotation, n);
    most = 0;
    for (let x = 0; x < 3; x++) most += Math.max(local[x] * shape.box[x], local[x] * shape.box[3 + x]);
  } else {
    for (let k = 0; k < shape.parts.length; k++) {
      const { pose, shape: part } = shape.parts[k];
      mat3.multiply(turned, rotation, pose.rotation);
      supportExtent(out, part, turned, n);
      mat3.transposeMultiplyVec(local, rotation, n);
      most = Math.max(most, out[0] + vec3.dot(local, pose.position));
    }
  }
  out[0] = most;
}

/** A point x - origin with the largest n · x; if a face or an edge has them, its middle. */
export function supportPoint(out: Vec3, shape: Convex, rotation: mat3.Mat3, n: Vec3): Vec3 {
  if (shape.kind === "sphere") {
    for (let i = 0; i < 3; i++) out[i] = n[i] * shape.radius;
    return out;
  }
  mat3.transposeMultiplyVec(local, rotation, n);
  switch (shape.kind) {
    case "cuboid":
      for (let i = 0; i < 3; i++)
        local[i] = Math.abs(local[i]) <= ALONG ? 0 : local[i] > 0 ? shape.half[i] : -shape.half[i];
      return mat3.multiplyVec(out, rotation, local);
    case "convex polyhedron":
      middleOfVertices(point, shape.hull.vertices, ALONG_HULL * shape.reach);
      return mat3.multiplyVec(out, rotation, point);
    case "triangle":
      middleOfVertices(point, shape.vertices, ALONG_HULL * vec3.length(shape.vertices.subarray(0, 3)));
      return mat3.multiplyVec(out, rotation, point);
    case "capsule":
    case "cylinder":
    case "cone":
      supportRound(point, shape);
      return mat3.multiplyVec(out, rotation, point);
  }
}

/** The point of a round shape that lies farthest along `local`; if an edge has them, its middle. */
function supportRound(out: Vec3, shape: Extract<Convex, { kind: "capsule" | "cylinder" | "cone" }>): void {
  for (let i = 0; i < 3; i++) if (Math.abs(local[i]) <= ALONG) local[i] = 0;
  supportCore(out, shape, local);
  if (shape.kind !== "cone" && local[2] === 0) out[2] = 0;
  vec3.addScaled(out, out, local, radiusAround(shape));
}

/** The unevenness of a face's vertices by rounding, relative to the size. */
const ALONG_HULL = 1e-14;

/** The mean of the vertices that are farthest along `local`, within `slack`. */
function middleOfVertices(out: Vec3, v: Float64Array, slack: number): void {
  let most = -Infinity;
  for (let i = 0; i < v.length; i += 3)
    most = Math.max(most, local[0] * v[i] + local[1] * v[i + 1] + local[2] * v[i + 2]);
  let count = 0;
  vec3.set(out, 0, 0, 0);
  for (let i = 0; i < v.length; i += 3) {
    if (local[0] * v[i] + local[1] * v[i + 1] + local[2] * v[i + 2] < most - slack) continue;
    count++;
    for (let x = 0; x < 3; x++) out[x] += v[i + x];
  }
  vec3.scale(out, out, 1 / count);
}
