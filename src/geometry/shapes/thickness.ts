// How thick a body is: a move shorter than this cannot take anything through it.
import type { BodyShape } from "./shape.ts";

export function thicknessOf(shape: BodyShape): number {
  switch (shape.kind) {
    case "sphere":
    case "capsule":
      return 2 * shape.radius;
    case "cuboid":
      return 2 * Math.min(...shape.half);
    case "cylinder":
      return 2 * Math.min(shape.radius, shape.half);
    case "cone": {
      // The diameter of the ball that touches base and side.
      const length = shape.apex - shape.base;
      const side = Math.sqrt(shape.radius * shape.radius + length * length);
      return (2 * shape.radius * length) / (shape.radius + side);
    }
    case "convex polyhedron":
      // The diameter of the ball about its origin.
      return Math.max(0, 2 * shape.hull.offsets.reduce((least, offset) => Math.min(least, offset), Infinity));
    case "compound":
      return shape.parts.reduce((least, part) => Math.min(least, thicknessOf(part.shape)), Infinity);
    case "half space":
      return Number.POSITIVE_INFINITY;
    case "plane":
    case "triangle":
    case "triangle mesh":
      return 0;
  }
}
