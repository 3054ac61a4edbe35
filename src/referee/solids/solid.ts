// The shape of a body at its recorded pose, as answers to questions: how far it extends along a direction, how far a
// point lies outside. It is placed by the recorded position, orientation and size; hulls, parts and meshes are those of
// the model.

import {
  cross,
  dot,
  minus,
  norm,
  plus,
  type Rotation,
  rotationOf,
  times,
  turn,
  turnBack,
  unit,
  type Vector,
} from "../math/vectors.ts";
import { type Body, type Model, readNumbers } from "../reading/reading.ts";

/** A convex shape in space. */
export interface ConvexSolid {
  readonly centre: Vector;
  /** The largest distance of its points from its centre. */
  readonly reach: number;
  /** Its smallest extension: a body must move at least this far to pass through it. */
  readonly thickness: number;
  /** All points within the radius of a core: for a ball the core is its centre, for a box the box. */
  readonly radius: number;
  /** The point of the core that lies farthest along a direction. */
  readonly farthest: (d: Vector) => Vector;
  /** The distance of a point outside the side that it is farthest out of; negative inside. */
  readonly outside: (point: Vector) => number;
  /** Normals of faces and axes, and directions of edges: shapes are often separated along one of these. */
  readonly normals: readonly Vector[];
  readonly edges: readonly Vector[];
  /** Whether all directions of least overlap follow from normals and edges. */
  readonly isPolytope: boolean;
}

/** The largest d · x of its points. */
export function support({ farthest, radius }: ConvexSolid, d: Vector): number {
  return dot(d, farthest(d)) + (radius > 0 ? radius * norm(d) : 0);
}

/** A body that ends at a plane: solid below, or infinitely thin. */
export interface Flat {
  readonly origin: Vector;
  readonly normal: Vector;
  readonly isSolid: boolean;
}

export interface Solid {
  readonly flat: Flat | null;
  /** A body is the union of these. */
  readonly parts: readonly ConvexSolid[];
}

type Shape = Body["geometry"];
type Round = { readonly radius: number; readonly low: number; readonly high: number; readonly isPointed: boolean };
interface Pose {
  readonly position: Vector;
  readonly rotation: Rotation;
}

/** The body as a memory has it; null if the referee does not know its shape. */
export function solidOf(model: Model, body: Body, memory: Float64Array): Solid | null {
  const position = readNumbers(memory, body.position);
  const rotation = rotationOf(readNumbers(memory, body.orientation));
  const sizeSlot = body.slots.get("size");
  const size = sizeSlot ? readNumbers(memory, sizeSlot) : null;
  // Polyhedra and compounds are scaled from their first size.
  const factor = sizeSlot && size ? size[0] / readNumbers(model.initial, sizeSlot)[0] : 1;
  return place(body.geometry, size, { factor, origin: originOf(body, memory) }, { position, rotation });
}

/**
 * `size` multiplies the coordinates of a polyhedron or a compound; `position` is the position of the point `origin` of
 * the product.
 */
interface Scaling {
  readonly factor: number;
  readonly origin: Vector;
}

/** By default `position` is the centre of mass, which scales with the rest. */
function originOf(body: Body, memory: Float64Array): Vector {
  const slot = body.slots.get("origin");
  return slot ? readNumbers(memory, slot) : [0, 0, 0];
}

const scaledPoint = ({ factor, origin }: Scaling, point: Vector) => minus(times(factor, plus(point, origin)), origin);

/** Where a point of a body, in its own frame, moves while its size changes: it keeps its share of each length. */
export function stretched(body: Body, from: Float64Array, to: Float64Array, point: Vector): Vector {
  const slot = body.slots.get("size");
  if (!slot) return point;
  const [before, after] = [readNumbers(from, slot), readNumbers(to, slot)];
  const shares = after.map((length, k) => length / before[k]);
  switch (body.geometry.kind) {
    case "convex polyhedron":
    case "compound":
      return scaledPoint({ factor: shares[0], origin: originOf(body, from) }, point);
    case "cuboid":
      return point.map((x, k) => x * shares[k]);
    case "capsule": {
      // Its axis grows with its length, the parts beyond the ends of the axis with its radius.
      const along = Math.max(-before[1] / 2, Math.min(before[1] / 2, point[2]));
      return [point[0] * shares[0], point[1] * shares[0], along * shares[1] + (point[2] - along) * shares[0]];
    }
    case "cylinder":
    case "cone":
      return [point[0] * shares[0], point[1] * shares[0], point[2] * shares[1]];
    default:
      return times(shares[0], point);
  }
}

function place(shape: Shape, size: Vector | null, scaling: Scaling, pose: Pose): Solid | null {
  const one = (convex: ConvexSolid): Solid => ({ flat: null, parts: [convex] });
  switch (shape.kind) {
    case "half space":
    case "plane": {
      const normal = turn(pose.rotation, [0, 0, 1]);
      return { flat: { origin: pose.position, normal, isSolid: shape.kind === "half space" }, parts: [] };
    }
    case "sphere":
      return one(ball(size?.[0] ?? shape.radius, pose.position));
    case "cuboid": {
      const half = size ? times(0.5, size) : [...shape.half];
      return one(hull(corners(half), boxSides(half), pose));
    }
    case "capsule": {
      const [radius, length] = size ?? [shape.radius, 2 * shape.half];
      return one(capsule(radius, length / 2, pose));
    }
    case "cylinder": {
      const [radius, length] = size ?? [shape.radius, 2 * shape.half];
      return one(round({ radius, low: -length / 2, high: length / 2, isPointed: false }, pose));
    }
    case "cone": {
      const [radius, length] = size ?? [shape.radius, shape.apex - shape.base];
      return one(round({ radius, low: -length / 4, high: (3 * length) / 4, isPointed: true }, pose));
    }
    case "convex polyhedron":
      return one(hull(scaledPoints(shape.hull.vertices, scaling), sidesOf(shape.hull, scaling), pose));
    case "compound":
      return {
        flat: null,
        parts: shape.parts.flatMap((part) => {
          const rotation = [0, 3, 6].map((at) => [...part.pose.rotation.slice(at, at + 3)]);
          const { factor } = scaling;
          const own = place(
            scaled(part.shape, factor),
            null,
            { factor, origin: [0, 0, 0] },
            {
              position: plus(pose.position, turn(pose.rotation, scaledPoint(scaling, [...part.pose.position]))),
              rotation: pose.rotation.map((row) => turnBack(rotation, row)),
            },
          );
          return own?.parts ?? [];
        }),
      };
    case "triangle mesh": {
      const points = triples(shape.mesh.vertices);
      const faces = triples(shape.mesh.triangles);
      return {
        flat: null,
        parts: faces.map((face) =>
          hull(
            face.map((k) => points[k]),
            [],
            pose,
          ),
        ),
      };
    }
    default:
      return null;
  }
}

/** A part of a compound, its lengths multiplied; that of polyhedra is in their corners. */
function scaled(shape: Shape, factor: number): Shape {
  if (factor === 1) return shape;
  switch (shape.kind) {
    case "sphere":
      return { ...shape, radius: factor * shape.radius };
    case "cuboid":
      return { ...shape, half: shape.half.map((length) => factor * length) };
    case "capsule":
    case "cylinder":
      return { ...shape, radius: factor * shape.radius, half: factor * shape.half };
    case "cone":
      return { ...shape, radius: factor * shape.radius, base: factor * shape.base, apex: factor * shape.apex };
    default:
      return shape;
  }
}

function triples(numbers: ArrayLike<number>): Vector[] {
  const count = numbers.length / 3;
  return Array.from({ length: count }, (_, i) => [0, 1, 2].map((k) => numbers[3 * i + k]));
}

function scaledPoints(numbers: ArrayLike<number>, scaling: Scaling): Vector[] {
  return triples(numbers).map((point) => scaledPoint(scaling, point));
}

function ball(radius: number, centre: Vector): ConvexSolid {
  return {
    centre,
    reach: radius,
    thickness: 2 * radius,
    radius,
    farthest: () => centre,
    outside: (point) => norm(minus(point, centre)) - radius,
    normals: [],
    edges: [],
    isPolytope: false,
  };
}

function corners([x, y, z]: Vector): Vector[] {
  return [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => [i * x, j * y, k * z])));
}

/** A face: its normal outwards, and how far along it lies. */
interface Side {
  readonly normal: Vector;
  readonly offset: number;
}

function boxSides(half: Vector): Side[] {
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  return axes.flatMap((axis, k) => [
    { normal: axis, offset: half[k] },
    { normal: times(-1, axis), offset: half[k] },
  ]);
}

function sidesOf(given: { normals: ArrayLike<number>; offsets: ArrayLike<number> }, scaling: Scaling): Side[] {
  return triples(given.normals).map((normal, i) => {
    const shift = dot(normal, scaling.origin);
    return { normal, offset: scaling.factor * (given.offsets[i] + shift) - shift };
  });
}

/** The hull of points; without sides, of three points, a triangle. */
function hull(own: readonly Vector[], given: readonly Side[], pose: Pose): ConvexSolid {
  const points = own.map((point) => plus(pose.position, turn(pose.rotation, point)));
  const sides = given.length > 0 ? given : triangleSides(own);
  const normals = sides.map(({ normal }) => turn(pose.rotation, normal));
  // Edges are found only for bodies that come near.
  let edges: Vector[] | null = null;
  const farthest = (d: Vector) => points.reduce((most, point) => (dot(d, point) > dot(d, most) ? point : most));
  return {
    centre: pose.position,
    reach: own.reduce((most, point) => Math.max(most, Math.sqrt(dot(point, point))), 0),
    get thickness() {
      return normals.reduce(
        (least, n) => Math.min(least, dot(n, minus(farthest(n), farthest(times(-1, n))))),
        Number.POSITIVE_INFINITY,
      );
    },
    radius: 0,
    farthest,
    outside: (point) => {
      const seen = turnBack(pose.rotation, minus(point, pose.position));
      return sides.reduce(
        (most, { normal, offset }) => Math.max(most, dot(normal, seen) - offset),
        Number.NEGATIVE_INFINITY,
      );
    },
    normals,
    get edges() {
      return (edges ??= edgesOf(points, normals));
    },
    get isPolytope() {
      return this.edges.length > 0;
    },
  };
}

/** Both faces of a triangle, and a side beyond each edge. */
function triangleSides(points: readonly Vector[]): Side[] {
  const [a, b, c] = points;
  const n = unit(cross(minus(b, a), minus(c, a)));
  if (!n) return [];
  const across = [
    [a, b],
    [b, c],
    [c, a],
  ].flatMap(([from, to]) => {
    const normal = unit(cross(minus(to, from), n));
    return normal ? [{ normal, offset: dot(normal, from) }] : [];
  });
  return [{ normal: n, offset: dot(n, a) }, { normal: times(-1, n), offset: -dot(n, a) }, ...across];
}

/**
 * With more edges than this, edges are not crossed with those of another shape: the search along directions finds the
 * rest.
 */
const mostEdges = 40;
/** With more corners than this, a shape gets no edges. */
const mostCorners = 60;

/** Directions of edges, where two faces share two corners; one for each line. */
function edgesOf(points: readonly Vector[], normals: readonly Vector[]): Vector[] {
  if (points.length > mostCorners) return [];
  const found: Vector[] = [];
  const faces = normals.map((n) => {
    const top = points.reduce((most, point) => Math.max(most, dot(n, point)), Number.NEGATIVE_INFINITY);
    return points.filter((point) => top - dot(n, point) < 1e-9 * (1 + Math.abs(top)));
  });
  for (const [i, face] of faces.entries())
    for (const other of faces.slice(i + 1)) {
      const shared = face.filter((point) => other.includes(point));
      const d = shared.length >= 2 ? unit(minus(shared[1], shared[0])) : null;
      if (d && !found.some((e) => Math.abs(dot(e, d)) > 1 - 1e-12)) found.push(d);
    }
  return found.length > mostEdges ? [] : found;
}

function capsule(radius: number, half: number, { position, rotation }: Pose): ConvexSolid {
  const axis = turn(rotation, [0, 0, 1]);
  return {
    centre: position,
    reach: half + radius,
    thickness: 2 * radius,
    radius,
    farthest: (d) => plus(position, times(dot(d, axis) > 0 ? half : -half, axis)),
    outside: (point) => {
      const arm = minus(point, position);
      const along = Math.max(-half, Math.min(half, dot(arm, axis)));
      return norm(minus(arm, times(along, axis))) - radius;
    },
    normals: [axis],
    edges: [axis],
    isPolytope: false,
  };
}

/** A cylinder, or a cone: a disc below, and above the same disc or a point. */
function round({ radius, low, high, isPointed }: Round, { position, rotation }: Pose): ConvexSolid {
  const axis = turn(rotation, [0, 0, 1]);
  const length = high - low;
  const slant = Math.sqrt(length * length + radius * radius);
  return {
    centre: position,
    reach: Math.sqrt(radius * radius + Math.max(low * low, high * high)),
    thickness: Math.min(length, 2 * radius),
    radius: 0,
    farthest: (d) => {
      // Done twice, because the remainder of a direction near the axis is mostly rounding; along the axis the middle of
      // the disc lies as far as its rim.
      const across = [axis, axis].reduce((rest, a) => minus(rest, times(dot(rest, a), a)), d);
      const outwards = times(norm(across) > 1e-12 * norm(d) ? 1 / norm(across) : 0, across);
      const [below, above] = [low, high].map((height) => plus(position, times(height, axis)));
      const rim = plus(below, times(radius, outwards));
      const top = isPointed ? above : plus(above, times(radius, outwards));
      return dot(d, top) > dot(d, rim) ? top : rim;
    },
    outside: (point) => {
      const arm = minus(point, position);
      const along = dot(arm, axis);
      const away = norm(minus(arm, times(along, axis)));
      const wall = isPointed ? (length * away + radius * (along - high)) / slant : away - radius;
      return Math.max(wall, along - high, low - along);
    },
    normals: [axis],
    edges: [axis],
    isPolytope: false,
  };
}
