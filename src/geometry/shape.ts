// Shapes as plain data, centred on the origin of their own frame. What is done with them lives in other files.
//
// A further convex shape needs: its data here, its rows in `bounds.ts` and `support.ts`, and its entries in the pair table.
import type { Vec3 } from "../math/vec3.ts";

export interface Sphere {
  readonly kind: "sphere";
  readonly radius: number;
}

/** Edges along the axes of its frame. */
export interface Cuboid {
  readonly kind: "cuboid";
  /** Half of each edge. */
  readonly half: Vec3;
}

/** Solid where z ≤ 0, without end. */
export interface HalfSpace {
  readonly kind: "half space";
}

/** The points with z = 0: without thickness, without end, with two sides. */
export interface Plane {
  readonly kind: "plane";
}

export type Shape = Sphere | Cuboid | HalfSpace | Plane;
/** Shapes that lie within a ball and have a support function. */
export type Convex = Sphere | Cuboid;
export type ShapeKind = Shape["kind"];

/** Why there is no such shape: a sentence. */
export interface ShapeProblem {
  readonly problem: string;
}

const KINDS: readonly ShapeKind[] = ["sphere", "cuboid", "half space", "plane"];
const ORDINALS = ["first", "second", "third"];

/** Beyond these, squares and products of lengths leave the range of doubles. */
const SMALLEST = 1e-75;
const LARGEST = 1e75;

/** The shape of a `geometrical type` and its `size`; half space and plane have none. */
export function createShape(type: string, size: ArrayLike<number>): Shape | ShapeProblem {
  switch (type) {
    case "sphere": {
      if (size.length !== 1) return { problem: `The size of a sphere is its radius, one number, not ${size.length}.` };
      const fault = faultOf(size[0]);
      if (fault !== "") return { problem: `The radius of a sphere must be ${fault}; it is ${size[0]}.` };
      return { kind: "sphere", radius: size[0] };
    }
    case "cuboid": {
      if (size.length !== 3) {
        return {
          problem: `The size of a cuboid is the lengths of its edges along x, y and z, not ${count(size.length)}.`,
        };
      }
      for (let i = 0; i < 3; i++) {
        const fault = faultOf(size[i]);
        if (fault !== "") return { problem: `An edge of a cuboid must be ${fault}; the ${ORDINALS[i]} is ${size[i]}.` };
      }
      return { kind: "cuboid", half: Float64Array.of(size[0] / 2, size[1] / 2, size[2] / 2) };
    }
    case "half space":
    case "plane":
      if (size.length !== 0) return { problem: `A ${type} has no end and so no size.` };
      return { kind: type };
    default:
      return {
        problem: `There is no geometrical type "${type}"; there are ${KINDS.slice(0, -1).join(", ")} and ${KINDS.at(-1)}.`,
      };
  }
}

function faultOf(length: number): string {
  if (!(length > 0)) return "positive";
  if (!(length >= SMALLEST && length <= LARGEST)) return `between ${SMALLEST} and ${LARGEST}`;
  return "";
}

function count(n: number): string {
  return n === 1 ? "one number" : `${n} numbers`;
}

export function isInfinite(shape: Shape): shape is HalfSpace | Plane {
  return shape.kind === "half space" || shape.kind === "plane";
}
