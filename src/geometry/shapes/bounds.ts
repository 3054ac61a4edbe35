// Boxes along the axes of the world around a body, at an instant or during a motion; and how far a body extends.
//
// Bounds are six numbers, [x, y, z least, x, y, z most], so that those of many bodies fit in one Float64Array.
import type { Mat3 } from "../../math/vectors/mat3.ts";
import * as mat3 from "../../math/vectors/mat3.ts";
import type { Numbers } from "../../math/vectors/vec3.ts";
import { supportVertex } from "./hull.ts";
import type { Pose } from "./pose.ts";
import type { BodyShape, BodyShapeKind, Convex } from "./shape.ts";

export type Bounds = Numbers;

/** The rounding of results here, relative to the largest number in them; bounds are widened by it. */
const ROUNDING = 1e-15;

/**
 * The bounds of a shape at a pose in the world. Those of half spaces and planes are infinite in infinite directions.
 */
export function boundShape(out: Bounds, shape: BodyShape, pose: Pose): Bounds {
  const p = pose.position;
  (EXTENTS[shape.kind] as Extents<BodyShape>)(out, shape, pose.rotation);
  for (let i = 0; i < 3; i++) {
    const slack = ROUNDING * Math.abs(p[i]);
    out[i] = p[i] - out[i] * (1 + ROUNDING) - slack;
    out[3 + i] = p[i] + out[3 + i] * (1 + ROUNDING) + slack;
  }
  return out;
}

/** How far a turned shape extends below its centre along each axis, then how far above. */
type Extents<A> = (out: Bounds, shape: A, r: Mat3) => void;

// A table instead of a switch: where the compiler sees several kinds at once, reading a number that only one has
// allocates memory.
const EXTENTS: { readonly [K in BodyShapeKind]: Extents<Extract<BodyShape, { kind: K }>> } = {
  sphere(out, { radius }) {
    for (let i = 0; i < 6; i++) out[i] = radius;
  },
  cuboid(out, { half: h }, r) {
    for (let i = 0; i < 3; i++)
      out[i] = out[3 + i] = Math.abs(r[3 * i]) * h[0] + Math.abs(r[3 * i + 1]) * h[1] + Math.abs(r[3 * i + 2]) * h[2];
  },
  capsule(out, { radius, half }, r) {
    for (let i = 0; i < 3; i++) out[i] = out[3 + i] = Math.abs(r[3 * i + 2]) * half + radius;
  },
  cylinder(out, { radius, half }, r) {
    for (let i = 0; i < 3; i++) out[i] = out[3 + i] = Math.abs(r[3 * i + 2]) * half + radius * across(r, i);
  },
  cone(out, { radius, base, apex }, r) {
    for (let i = 0; i < 3; i++) {
      const along = r[3 * i + 2];
      const rim = radius * across(r, i);
      out[i] = Math.max(-along * apex, -along * base + rim);
      out[3 + i] = Math.max(along * apex, along * base + rim);
    }
  },
  "convex polyhedron"(out, { hull }, r) {
    for (let i = 0; i < 6; i++) {
      const sign = i < 3 ? -1 : 1;
      for (let x = 0; x < 3; x++) axis[x] = sign * r[3 * (i % 3) + x];
      const v = 3 * supportVertex(hull, axis);
      out[i] = axis[0] * hull.vertices[v] + axis[1] * hull.vertices[v + 1] + axis[2] * hull.vertices[v + 2];
    }
  },
  triangle(out, { vertices: v }, r) {
    for (let i = 0; i < 3; i++) {
      out[i] = out[3 + i] = -Infinity;
      for (let k = 0; k < 9; k += 3) {
        const along = r[3 * i] * v[k] + r[3 * i + 1] * v[k + 1] + r[3 * i + 2] * v[k + 2];
        out[i] = Math.max(out[i], -along);
        out[3 + i] = Math.max(out[3 + i], along);
      }
    }
  },
  compound(out, { parts }, r) {
    for (let i = 0; i < 6; i++) out[i] = -Infinity;
    for (let k = 0; k < parts.length; k++) {
      const { shape, pose } = parts[k];
      mat3.multiply(turned, r, pose.rotation);
      mat3.multiplyVec(axis, r, pose.position);
      (EXTENTS[shape.kind] as Extents<Convex>)(part, shape, turned);
      for (let i = 0; i < 3; i++) {
        out[i] = Math.max(out[i], part[i] - axis[i]);
        out[3 + i] = Math.max(out[3 + i], part[3 + i] + axis[i]);
      }
    }
  },
  // The extents of the box around it.
  "triangle mesh"(out, { box }, r) {
    for (let i = 0; i < 3; i++) {
      out[i] = out[3 + i] = 0;
      for (let x = 0; x < 3; x++) {
        out[i] += Math.max(-r[3 * i + x] * box[x], -r[3 * i + x] * box[3 + x]);
        out[3 + i] += Math.max(r[3 * i + x] * box[x], r[3 * i + x] * box[3 + x]);
      }
    }
  },
  // A surface is bounded along an axis only if it is exactly parallel to the axes.
  "half space"(out, _, r) {
    for (let i = 0; i < 3; i++) {
      out[i] = r[3 * i + 2] === -1 ? 0 : Infinity;
      out[3 + i] = r[3 * i + 2] === 1 ? 0 : Infinity;
    }
  },
  plane(out, _, r) {
    for (let i = 0; i < 3; i++) out[i] = out[3 + i] = Math.abs(r[3 * i + 2]) === 1 ? 0 : Infinity;
  },
};

const axis = new Float64Array(3);
const turned: Mat3 = new Float64Array(9);
const part: Bounds = new Float64Array(6);

/** The sine of the angle between the turned z and axis i. */
function across(r: Mat3, i: number): number {
  return Math.sqrt(r[3 * i] * r[3 * i] + r[3 * i + 1] * r[3 * i + 1]);
}

/**
 * Bounds of a body during a motion, from those at its start and end and from `path[0]`, an upper bound of the path of
 * any point of it. `out` may be an input.
 */
// A point that moves from x0 to x1 through x along at most `path` satisfies |x - x0| + |x - x1| ≤ path, so each
// coordinate of x is at most (x0 + x1 + path)/2, and x0, x1 are at most the ends of the two bounds. Exact for straight
// motion along an axis.
export function boundMotion(out: Bounds, start: Bounds, end: Bounds, path: Float64Array): Bounds {
  const way = path[0] * (1 + ROUNDING);
  for (let i = 0; i < 3; i++) {
    out[i] = (start[i] + end[i] - way) / 2;
    out[3 + i] = (start[3 + i] + end[3 + i] + way) / 2;
  }
  return out;
}

/** `a` widened by `margin` on every side. */
export function growBounds(out: Bounds, a: Bounds, margin: number): Bounds {
  for (let i = 0; i < 3; i++) {
    out[i] = a[i] - margin;
    out[3 + i] = a[3 + i] + margin;
  }
  return out;
}

/** Whether they have a point in common; touching counts. */
export function boundsOverlap(a: Bounds, b: Bounds): boolean {
  return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5];
}

const reach = new Float64Array(1);

/** The largest distance of a point of the shape from its centre. */
export function reachOf(shape: BodyShape): number {
  findReach(reach, shape);
  return reach[0];
}

export function findReach(out: Float64Array, shape: BodyShape): void {
  (REACHES[shape.kind] as Reach<BodyShape>)(out, shape);
}

type Reach<A> = (out: Float64Array, shape: A) => void;

const REACHES: { readonly [K in BodyShapeKind]: Reach<Extract<BodyShape, { kind: K }>> } = {
  sphere(out, { radius }) {
    out[0] = radius;
  },
  cuboid(out, { half: h }) {
    out[0] = Math.sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
  },
  capsule(out, { radius, half }) {
    out[0] = half + radius;
  },
  cylinder(out, { radius, half }) {
    out[0] = Math.sqrt(radius * radius + half * half);
  },
  cone(out, { radius, base, apex }) {
    out[0] = Math.max(apex, Math.sqrt(radius * radius + base * base));
  },
  "convex polyhedron"(out, { reach }) {
    out[0] = reach;
  },
  triangle(out, { vertices: v }) {
    out[0] = 0;
    for (let k = 0; k < 9; k += 3)
      out[0] = Math.max(out[0], Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]));
  },
  compound(out, { reach }) {
    out[0] = reach;
  },
  "triangle mesh"(out, { reach }) {
    out[0] = reach;
  },
  "half space"(out) {
    out[0] = Infinity;
  },
  plane(out) {
    out[0] = Infinity;
  },
};

/**
 * How far from the centre turning changes the space that the body fills: its reach, but 0 for a sphere, which turning
 * does not change.
 */
export function turningReachOf(shape: BodyShape): number {
  findTurningReach(reach, shape);
  return reach[0];
}

export function findTurningReach(out: Float64Array, shape: BodyShape): void {
  if (shape.kind === "sphere") out[0] = 0;
  else findReach(out, shape);
}
