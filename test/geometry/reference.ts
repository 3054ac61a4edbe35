// What the tests compare with: shapes as sets of points, known only by membership, support function and corners,
// written without a line of src/geometry. Between convex sets these suffice to prove a distance from both sides:
// - apart: two points of the bodies |p - q| apart bound it from above, the gap of their shadows on any direction from
//   below;
// - overlapping: the overlap of the shadows on any direction bounds the depth from above, and the depth is the least
//   over all.
import fc from "fast-check";
import type { Pose } from "../../src/geometry/shapes/pose.ts";
import type { BodyShape } from "../../src/geometry/shapes/shape.ts";

export type V = [number, number, number];

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const sub = (a: ArrayLike<number>, b: ArrayLike<number>): V => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const add = (a: ArrayLike<number>, b: ArrayLike<number>): V => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scale = (a: ArrayLike<number>, s: number): V => [a[0] * s, a[1] * s, a[2] * s];
export const norm = (a: ArrayLike<number>) => Math.hypot(a[0], a[1], a[2]);
export const unit = (a: ArrayLike<number>) => scale(a, 1 / norm(a));
export const cross = (a: ArrayLike<number>, b: ArrayLike<number>): V => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const column = (m: ArrayLike<number>, j: number): V => [m[j], m[3 + j], m[6 + j]];
export const turn = (m: ArrayLike<number>, v: ArrayLike<number>): V => [
  dot([m[0], m[1], m[2]], v),
  dot([m[3], m[4], m[5]], v),
  dot([m[6], m[7], m[8]], v),
];
export const turnBack = (m: ArrayLike<number>, v: ArrayLike<number>): V => [
  dot(column(m, 0), v),
  dot(column(m, 1), v),
  dot(column(m, 2), v),
];
export const place = (pose: Pose, v: ArrayLike<number>): V => add(turn(pose.rotation, v), pose.position);
export const unplace = (pose: Pose, v: ArrayLike<number>): V => turnBack(pose.rotation, sub(v, pose.position));

export interface Body {
  shape: BodyShape;
  pose: Pose;
}

/** The largest n · x over the body. */
export function support(body: Body, n: V): number {
  const { shape, pose } = body;
  const at = dot(n, pose.position);
  if (shape.kind === "sphere") return at + shape.radius * norm(n);
  if (shape.kind === "cuboid") {
    const r = pose.rotation;
    let most = at;
    for (let j = 0; j < 3; j++) most += shape.half[j] * Math.abs(n[0] * r[j] + n[1] * r[3 + j] + n[2] * r[6 + j]);
    return most;
  }
  if (
    shape.kind === "capsule" ||
    shape.kind === "cylinder" ||
    shape.kind === "cone" ||
    shape.kind === "convex polyhedron"
  )
    return at + supportOfRound(shape, turnBack(pose.rotation, n));
  const along = dot(n, column(pose.rotation, 2));
  const across = norm(sub(n, scale(column(pose.rotation, 2), along)));
  if (across > 1e-12) return Infinity;
  return shape.kind === "half space" && along < 0 ? Infinity : at;
}

type Rounded = Extract<BodyShape, { kind: "capsule" | "cylinder" | "cone" | "convex polyhedron" }>;

function supportOfRound(shape: Rounded, n: V): number {
  const across = Math.hypot(n[0], n[1]);
  if (shape.kind === "capsule") return shape.radius * norm(n) + shape.half * Math.abs(n[2]);
  if (shape.kind === "cylinder") return shape.radius * across + shape.half * Math.abs(n[2]);
  if (shape.kind === "cone") return Math.max(shape.apex * n[2], shape.base * n[2] + shape.radius * across);
  let most = -Infinity;
  const v = shape.hull.vertices;
  for (let i = 0; i < v.length; i += 3) most = Math.max(most, dot(n, v.subarray(i, i + 3)));
  return most;
}

/** In a half plane through the axis, z and the distance from it: how far outside a polygon about it. */
function outsideRound(shape: Exclude<Rounded, { kind: "convex polyhedron" }>, p: V): number {
  const [r, z] = [Math.hypot(p[0], p[1]), p[2]];
  if (shape.kind === "capsule") return Math.hypot(r, Math.max(0, Math.abs(z) - shape.half)) - shape.radius;
  if (shape.kind === "cylinder") {
    const [x, y] = [r - shape.radius, Math.abs(z) - shape.half];
    return Math.max(x, y) <= 0 ? Math.max(x, y) : Math.hypot(Math.max(0, x), Math.max(0, y));
  }
  const length = shape.apex - shape.base;
  const side = Math.hypot(shape.radius, length);
  const overSide = (r * length + (z - shape.apex) * shape.radius) / side;
  const overBase = shape.base - z;
  if (Math.max(overSide, overBase) <= 0) return Math.max(overSide, overBase);
  const along = Math.max(0, Math.min(1, (r * shape.radius - (z - shape.apex) * length) / (side * side)));
  const toSide = Math.hypot(r - along * shape.radius, z - shape.apex + along * length);
  return Math.min(toSide, Math.hypot(Math.max(0, r - shape.radius), z - shape.base));
}

export function corners({ shape, pose }: Body): V[] {
  if (shape.kind !== "cuboid") return [];
  const signs = [-1, 1];
  return signs.flatMap((x) =>
    signs.flatMap((y) => signs.map((z) => place(pose, [x * shape.half[0], y * shape.half[1], z * shape.half[2]]))),
  );
}

/** The gap between the shadows of both on the unit vector `n` that points to the first; negative when they overlap. */
export function gapAlong(a: Body, b: Body, n: V): number {
  return -support(a, scale(n, -1)) - support(b, n);
}

/** How far a point lies outside the body; negative inside, by its distance to the surface. */
export function outside({ shape, pose }: Body, point: ArrayLike<number>): number {
  const p = unplace(pose, point);
  if (shape.kind === "sphere") return norm(p) - shape.radius;
  if (shape.kind === "half space") return p[2];
  if (shape.kind === "plane") return Math.abs(p[2]);
  if (shape.kind === "capsule" || shape.kind === "cylinder" || shape.kind === "cone") return outsideRound(shape, p);
  if (shape.kind === "convex polyhedron") {
    const { normals, offsets } = shape.hull;
    return Math.max(...offsets.map((offset, f) => dot(normals.subarray(3 * f, 3 * f + 3), p) - offset));
  }
  if (shape.kind !== "cuboid") throw new Error(`a ${shape.kind} is not compared here`);
  const excess = p.map((x, i) => Math.abs(x) - shape.half[i]);
  const inner = Math.max(...excess);
  return inner <= 0 ? inner : norm(excess.map((e) => Math.max(0, e)));
}

/** Directions all over the sphere, by a golden spiral, and those of faces, edges and corners. */
export const directions: V[] = [];
for (let i = 0; i < 400; i++) {
  const z = 1 - (2 * i + 1) / 400;
  const r = Math.sqrt(1 - z * z);
  directions.push([r * Math.cos(2.399963229728653 * i), r * Math.sin(2.399963229728653 * i), z]);
}

/**
 * The least overlap of the shadows near the sampled directions: descends from the best ones by shrinking random steps.
 */
export function sampledDepth(a: Body, b: Body): number {
  const ranked = directions.map((n) => ({ n, depth: -gapAlong(a, b, n) })).sort((p, q) => p.depth - q.depth);
  let least = Infinity;
  for (const start of ranked.slice(0, 6)) {
    let best = start;
    for (let step = 0.1, k = 0; step > 1e-9; step *= 0.9) {
      for (let tries = 0; tries < 6; tries++) {
        const n = unit(add(best.n, scale(directions[(k += 37) % 400], step)));
        const depth = -gapAlong(a, b, n);
        if (depth < best.depth) best = { n, depth };
      }
    }
    least = Math.min(least, best.depth);
  }
  return least;
}

export function rotationOf(q: ArrayLike<number>): Float64Array {
  const l = Math.hypot(q[0], q[1], q[2], q[3]);
  const [w, x, y, z] = [q[0] / l, q[1] / l, q[2] / l, q[3] / l];
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  );
}

export const poseOf = (position: ArrayLike<number>, q: ArrayLike<number> = [1, 0, 0, 0]): Pose => ({
  position: Float64Array.from(position),
  rotation: rotationOf(q),
});
export const sphere = (radius: number): BodyShape => ({ kind: "sphere", radius });
export const cuboid = (x: number, y: number, z: number): BodyShape => ({
  kind: "cuboid",
  half: Float64Array.of(x / 2, y / 2, z / 2),
});
export const halfSpace: BodyShape = { kind: "half space" };
export const plane: BodyShape = { kind: "plane" };

/** A number of [-1, 1], often one that makes poses special. */
export const coordinate = fc.oneof(
  { weight: 3, arbitrary: fc.double({ min: -1, max: 1, noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constantFrom(-1, -0.5, 0, 0.5, 1) },
);
const half = Math.SQRT1_2;
/** Quaternions: any, along the axes, a little off them, at 45°. */
export const orientation = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(coordinate, coordinate, coordinate, coordinate).filter((q) => Math.hypot(...q) > 0.1),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<number[]>(
      [1, 0, 0, 0],
      [half, half, 0, 0],
      [half, 0, half, 0],
      [0, 0, 0, 1],
      [0.9238795325112867, 0, 0, 0.3826834323650898],
      [0.5, 0.5, 0.5, 0.5],
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(coordinate, coordinate, coordinate, fc.constantFrom(1e-3, 1e-6, 1e-9, 1e-12, 1e-15))
      .map(([x, y, z, angle]) => [1, x * angle, y * angle, z * angle]),
  },
);
const edge = fc.oneof(fc.double({ min: 0.05, max: 2, noNaN: true }), fc.constantFrom(0.01, 0.5, 1, 2));
export const anySphere = edge.map((r) => sphere(r));
export const anyCuboid = fc.tuple(edge, edge, edge).map(([x, y, z]) => cuboid(x, y, z));
/** Sizes from 1e-6 to 1e6; everything is multiplied by it. */
export const magnitude = fc.constantFrom(1, 1, 1, 1e-6, 1e-3, 1e3, 1e6);

export function grown(shape: BodyShape, factor: number): BodyShape {
  if (shape.kind === "sphere") return sphere(shape.radius * factor);
  if (shape.kind === "cuboid") return { kind: "cuboid", half: shape.half.map((h) => h * factor) };
  return shape;
}
