// Shapes whose size changes during a run, and how far their points move then.
//
// A point of a body keeps its share of each length: on a sphere its direction, in a cuboid its share of each edge. So
// it moves in proportion to each number of the size, and the rates of these numbers bound its speed.
import type { Numbers, Vec3 } from "../../math/vectors/vec3.ts";
import type { Hull } from "../shapes/hull.ts";
import type { Pose } from "../shapes/pose.ts";
import {
  type BodyShape,
  type Capsule,
  type Compound,
  type Cone,
  type Convex,
  type Cuboid,
  type Cylinder,
  LARGEST,
  type Polyhedron,
  SMALLEST,
  type Sphere,
} from "../shapes/shape.ts";
import { createCompound } from "./composite.ts";

/** Shapes defined by a size, alone or as a factor for all coordinates. */
export type ResizableShape = Sphere | Cuboid | Capsule | Cylinder | Cone | Polyhedron | Compound;

export interface Resizable {
  /** The shape of the last size; the next size may change it in place. */
  readonly shape: BodyShape;
  /** For each number of the size, the largest move of a point of the shape when that number changes by one. */
  readonly reaches: Float64Array;
  /**
   * Sets the size. Numbers that make no shape, which can occur in trial motions, are replaced by the nearest ones that
   * make one.
   */
  resize(size: Numbers): void;
  /** Where a point of the shape, in its own frame, moves when the size changes; `out` may be the point. */
  stretch(out: Vec3, point: Vec3, from: Numbers, to: Numbers): void;
}

type Mutable<A> = { -readonly [K in keyof A]: A[K] };

/**
 * `shape` with a `size` that may change. For polyhedra and compounds the size is a factor for all coordinates, and
 * `origin` is the point of the coordinates that is the origin of the shape.
 */
export function createResizable(shape: ResizableShape, size: Numbers, origin: Numbers): Resizable {
  switch (shape.kind) {
    case "sphere":
      return resizeSphere({ ...shape });
    case "cuboid":
      return resizeCuboid({ ...shape, half: shape.half.slice() });
    case "capsule":
      return resizeCapsule({ ...shape });
    case "cylinder":
      return resizeCylinder({ ...shape });
    case "cone":
      return resizeCone({ ...shape });
    case "convex polyhedron":
    case "compound":
      return resizeByFactor(shape, size[0], origin);
  }
}

export function isResizable(shape: BodyShape): shape is ResizableShape {
  switch (shape.kind) {
    case "half space":
    case "plane":
    case "triangle":
    case "triangle mesh":
      return false;
    default:
      return true;
  }
}

function lengthOf(length: number): number {
  return length >= SMALLEST ? Math.min(length, LARGEST) : SMALLEST;
}

function resizeSphere(shape: Mutable<Sphere>): Resizable {
  return {
    shape,
    reaches: Float64Array.of(1),
    resize(size) {
      shape.radius = lengthOf(size[0]);
    },
    stretch(out, point, from, to) {
      for (let k = 0; k < 3; k++) out[k] = (point[k] * lengthOf(to[0])) / lengthOf(from[0]);
    },
  };
}

function resizeCuboid(shape: Cuboid): Resizable {
  return {
    shape,
    reaches: Float64Array.of(0.5, 0.5, 0.5),
    resize(size) {
      for (let k = 0; k < 3; k++) shape.half[k] = lengthOf(size[k]) / 2;
    },
    stretch(out, point, from, to) {
      for (let k = 0; k < 3; k++) out[k] = (point[k] * lengthOf(to[k])) / lengthOf(from[k]);
    },
  };
}

function resizeCapsule(shape: Mutable<Capsule>): Resizable {
  return {
    shape,
    reaches: Float64Array.of(1, 0.5),
    resize(size) {
      shape.radius = lengthOf(size[0]);
      shape.half = lengthOf(size[1]) / 2;
    },
    stretch(out, point, from, to) {
      const half = lengthOf(from[1]) / 2;
      const along = Math.max(-half, Math.min(half, point[2]));
      const wider = lengthOf(to[0]) / lengthOf(from[0]);
      out[0] = point[0] * wider;
      out[1] = point[1] * wider;
      out[2] = (along * lengthOf(to[1])) / lengthOf(from[1]) + (point[2] - along) * wider;
    },
  };
}

function resizeCylinder(shape: Mutable<Cylinder>): Resizable {
  return {
    shape,
    reaches: Float64Array.of(1, 0.5),
    resize(size) {
      shape.radius = lengthOf(size[0]);
      shape.half = lengthOf(size[1]) / 2;
    },
    stretch: stretchRound,
  };
}

function resizeCone(shape: Mutable<Cone>): Resizable {
  return {
    shape,
    reaches: Float64Array.of(1, 0.75),
    resize(size) {
      const length = lengthOf(size[1]);
      shape.radius = lengthOf(size[0]);
      shape.base = -length / 4;
      shape.apex = (3 * length) / 4;
    },
    stretch: stretchRound,
  };
}

function stretchRound(out: Vec3, point: Vec3, from: Numbers, to: Numbers): void {
  const wider = lengthOf(to[0]) / lengthOf(from[0]);
  out[0] = point[0] * wider;
  out[1] = point[1] * wider;
  out[2] = (point[2] * lengthOf(to[1])) / lengthOf(from[1]);
}

function resizeByFactor(first: Polyhedron | Compound, size: number, origin: Numbers): Resizable {
  let factor = 1;
  const far = Math.sqrt(origin[0] * origin[0] + origin[1] * origin[1] + origin[2] * origin[2]);
  const resizable: Mutable<Resizable> = {
    shape: first,
    reaches: Float64Array.of((first.reach + far) / size),
    resize([to]) {
      if (lengthOf(to) / size === factor) return;
      factor = lengthOf(to) / size;
      resizable.shape = scaleShape(first, factor, origin);
    },
    stretch(out, point, from, to) {
      const wider = lengthOf(to[0]) / lengthOf(from[0]);
      for (let k = 0; k < 3; k++) out[k] = (point[k] + origin[k]) * wider - origin[k];
    },
  };
  return resizable;
}

/** A point x of the shape becomes `factor` (x + origin) - origin. */
function scaleShape(shape: Polyhedron | Compound, factor: number, origin: Numbers): BodyShape {
  if (shape.kind === "convex polyhedron") return scalePolyhedron(shape, factor, origin);
  return createCompound(
    scaleParts(shape.parts, factor),
    origin.map((x) => x - factor * x),
  ) as Compound;
}

const center = new Float64Array(3);

/** Parts of a compound with all coordinates times `factor`. */
export function scaleParts<A extends BodyShape>(
  parts: readonly { readonly shape: A; readonly pose: Pose }[],
  factor: number,
): { shape: BodyShape; pose: Pose }[] {
  return parts.map(({ shape, pose }) => ({
    shape: shape.kind === "compound" ? scaleShape(shape, factor, center) : scaleConvex(shape as Convex, factor),
    pose: { position: pose.position.map((x) => x * factor), rotation: pose.rotation },
  }));
}

function scaleConvex(shape: Convex, factor: number): Convex {
  switch (shape.kind) {
    case "sphere":
      return { kind: "sphere", radius: shape.radius * factor };
    case "cuboid":
      return { kind: "cuboid", half: shape.half.map((x) => x * factor) };
    case "capsule":
    case "cylinder":
      return { kind: shape.kind, radius: shape.radius * factor, half: shape.half * factor };
    case "cone":
      return { kind: "cone", radius: shape.radius * factor, base: shape.base * factor, apex: shape.apex * factor };
    case "convex polyhedron":
      return scalePolyhedron(shape, factor, center);
    case "triangle":
      return { ...shape, vertices: shape.vertices.map((x) => x * factor) };
  }
}

function scalePolyhedron({ kind, hull }: Polyhedron, factor: number, origin: Numbers): Polyhedron {
  const { normals: n } = hull;
  const vertices = hull.vertices.map((x, i) => (x + origin[i % 3]) * factor - origin[i % 3]);
  const offsets = hull.offsets.map((distance, f) => {
    const shift = n[3 * f] * origin[0] + n[3 * f + 1] * origin[1] + n[3 * f + 2] * origin[2];
    return (distance + shift) * factor - shift;
  });
  let reach = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    const [x, y, z] = [vertices[i], vertices[i + 1], vertices[i + 2]];
    reach = Math.max(reach, Math.sqrt(x * x + y * y + z * z));
  }
  const scaled: Hull = { ...hull, vertices, offsets };
  return { kind, hull: scaled, reach };
}
