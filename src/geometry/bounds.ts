// Boxes along the axes of the world that hold a body, at an instant or during a motion; and how far a body reaches.
//
// Bounds are six numbers, [x, y, z least, x, y, z most], so that those of many bodies fit in one Float64Array.
import type { Numbers } from "../math/vec3.ts";
import type { Pose } from "./pose.ts";
import type { Shape } from "./shape.ts";

export type Bounds = Numbers;

/** Rounding of what is computed here, relative to the largest number in it; bounds are widened by it. */
const ROUNDING = 1e-15;

/** The bounds of a shape at a pose in the world. Those of half spaces and planes are infinite where they have no end. */
export function boundShape(out: Bounds, shape: Shape, pose: Pose): Bounds {
  const p = pose.position;
  const r = pose.rotation;
  for (let i = 0; i < 3; i++) {
    let below = Infinity;
    let above = Infinity;
    switch (shape.kind) {
      case "sphere":
        below = above = shape.radius;
        break;
      case "cuboid": {
        const h = shape.half;
        below = above = Math.abs(r[3 * i]) * h[0] + Math.abs(r[3 * i + 1]) * h[1] + Math.abs(r[3 * i + 2]) * h[2];
        break;
      }
      // Only a surface exactly along the axes has an end along an axis.
      case "half space":
        if (r[3 * i + 2] === 1) above = 0;
        if (r[3 * i + 2] === -1) below = 0;
        break;
      case "plane":
        if (Math.abs(r[3 * i + 2]) === 1) below = above = 0;
        break;
    }
    const slack = ROUNDING * Math.abs(p[i]);
    out[i] = p[i] - below * (1 + ROUNDING) - slack;
    out[3 + i] = p[i] + above * (1 + ROUNDING) + slack;
  }
  return out;
}

/**
 * Bounds of a body during a motion, from those at its start and end and from `path`, no less than the way any point of
 * it travels. `out` may be an input.
 */
// A point that goes from x0 to x1 through x along at most `path` has |x - x0| + |x - x1| ≤ path, so each coordinate of
// x is at most (x0 + x1 + path)/2, and x0, x1 are at most the ends of the two bounds. Tight for straight motion along an axis.
export function boundMotion(out: Bounds, start: Bounds, end: Bounds, path: number): Bounds {
  const way = path * (1 + ROUNDING);
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

/** The largest distance of a point of the shape from its centre. */
export function reachOf(shape: Shape): number {
  switch (shape.kind) {
    case "sphere":
      return shape.radius;
    case "cuboid": {
      const h = shape.half;
      return Math.sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
    }
    default:
      return Infinity;
  }
}

/**
 * How far from the centre turning changes the place the body fills: its reach, but 0 for a sphere, which turning leaves
 * where it is.
 */
export function turningReachOf(shape: Shape): number {
  return shape.kind === "sphere" ? 0 : reachOf(shape);
}
