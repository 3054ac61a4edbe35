// Shapes as plain data, in their own frame. Other files work with them. The origin of the frame is the centre of mass
// of a uniform body; for polyhedra, compounds, meshes and height fields their maker chooses it.
//
// A further convex shape needs: its data here, its rows in `bounds.ts`, `support.ts`, `core.ts` and `outline.ts`, and
// its entries in the table of `convex-pairs.ts` where it has functions of its own.
import type { Numbers, Vec3 } from "../../math/vectors/vec3.ts";
import type { BoundsTree } from "./bounds-tree.ts";
import type { Hull } from "./hull.ts";
import type { Mesh } from "./mesh.ts";
import type { Pose } from "./pose.ts";

export interface Sphere {
  readonly kind: "sphere";
  readonly radius: number;
}

/** A cuboid with edges along the axes of its frame. */
export interface Cuboid {
  readonly kind: "cuboid";
  /** Half of each edge. */
  readonly half: Vec3;
}

/** Solid where z ≤ 0, infinite. */
export interface HalfSpace {
  readonly kind: "half space";
}

/** The points with z = 0: infinitely thin, infinite, with two sides. */
export interface Plane {
  readonly kind: "plane";
}

/** All points within `radius` of a segment along z. */
export interface Capsule {
  readonly kind: "capsule";
  readonly radius: number;
  /** Half of the segment's length. */
  readonly half: number;
}

/** A cylinder about z. */
export interface Cylinder {
  readonly kind: "cylinder";
  readonly radius: number;
  /** Half of its length. */
  readonly half: number;
}

/** About z, from a disc at z = base < 0 to a point at z = apex = -3 base. */
export interface Cone {
  readonly kind: "cone";
  readonly radius: number;
  readonly base: number;
  readonly apex: number;
}

export interface Polyhedron {
  readonly kind: "convex polyhedron";
  readonly hull: Hull;
  /** The largest distance of a vertex from the origin. */
  readonly reach: number;
}

/** One triangle of a mesh, infinitely thin. */
export interface Triangle {
  readonly kind: "triangle";
  /** Three coordinates each. */
  readonly vertices: Numbers;
  /** A unit vector, to the side from which they run counter-clockwise. */
  readonly normal: Vec3;
}

/** A surface of triangles; its inside is unknown. */
export interface TriangleMesh {
  readonly kind: "triangle mesh";
  readonly mesh: Mesh;
  /** One, the front, if the surface bounds a solid; otherwise two. */
  readonly sides: 1 | 2;
  /** Unit normals, one a triangle. */
  readonly normals: Numbers;
  /**
   * 1 if the surface ends or bends back along the edge from vertex k of a triangle to the next; 0 if it
   * continues.
   */
  readonly ridges: Uint8Array;
  readonly tree: BoundsTree;
  /** The bounds of each triangle, and of the whole. */
  readonly bounds: Numbers;
  readonly box: Numbers;
  readonly reach: number;
}

/** Convex shapes glued into one. */
export interface Compound {
  readonly kind: "compound";
  readonly parts: readonly CompoundPart[];
  readonly tree: BoundsTree;
  /** The bounds of each part. */
  readonly bounds: Numbers;
  readonly reach: number;
}

export interface CompoundPart {
  readonly shape: Convex;
  /** In the frame of the whole. */
  readonly pose: Pose;
}

/** Bounded shapes with a support function. */
export type Convex = Sphere | Cuboid | Capsule | Cylinder | Cone | Polyhedron | Triangle;
export type Composite = Compound | TriangleMesh;
export type BodyShape = Convex | HalfSpace | Plane | Composite;
export type BodyShapeKind = BodyShape["kind"];

/** Why there is no such shape, as a sentence. */
export interface ShapeProblem {
  readonly problem: string;
}

/** The shapes that are defined by their size alone. */
const KINDS: readonly BodyShapeKind[] = ["sphere", "cuboid", "capsule", "cylinder", "cone", "half space", "plane"];
const ORDINALS = ["first", "second", "third"];

/** Beyond these, squares and products of lengths leave the range of doubles. */
export const SMALLEST = 1e-75;
export const LARGEST = 1e75;

/** The shape of a `geometrical type` and its `size`; half space and plane have no size. */
export function createShape(type: string, size: ArrayLike<number>): BodyShape | ShapeProblem {
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
    case "capsule":
    case "cylinder":
    case "cone":
      return createRound(type, size);
    case "half space":
    case "plane":
      if (size.length !== 0) return { problem: `A ${type} has no end and so no size.` };
      return { kind: type };
    default:
      return {
        problem:
          `There is no geometrical type "${type}"; ` +
          `there are ${KINDS.slice(0, -1).join(", ")} and ${KINDS.at(-1)}.`,
      };
  }
}

function createRound(kind: "capsule" | "cylinder" | "cone", size: ArrayLike<number>): BodyShape | ShapeProblem {
  if (size.length !== 2)
    return { problem: `The size of a ${kind} is its radius and its length along z, not ${count(size.length)}.` };
  for (let i = 0; i < 2; i++) {
    const fault = faultOf(size[i]);
    if (fault !== "")
      return { problem: `The ${i === 0 ? "radius" : "length"} of a ${kind} must be ${fault}; it is ${size[i]}.` };
  }
  const [radius, length] = [size[0], size[1]];
  if (kind === "cone") return { kind, radius, base: -length / 4, apex: (3 * length) / 4 };
  return { kind, radius, half: length / 2 };
}

export function faultOf(length: number): string {
  if (!(length > 0)) return "positive";
  if (!(length >= SMALLEST && length <= LARGEST)) return `between ${SMALLEST} and ${LARGEST}`;
  return "";
}

function count(n: number): string {
  return n === 1 ? "one number" : `${n} numbers`;
}

export function isInfinite(shape: BodyShape): shape is HalfSpace | Plane {
  return shape.kind === "half space" || shape.kind === "plane";
}
