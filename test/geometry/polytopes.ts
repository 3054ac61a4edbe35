// Convex polytopes the slow way, for comparison: hulls by trying all triples of points, distances by trying all pairs
// of features, depths by trying all directions of faces and crossing edges.
import { createPolyhedron } from "../../src/geometry/composite/composite.ts";
import type { Convex } from "../../src/geometry/shapes/shape.ts";
import { add, cross, dot, norm, scale, sub, unit, type V } from "./reference.ts";

/** Numbers from a seed: a linear congruence with Knuth's factor, its upper bits. */
export function randomFrom(seed: number): () => number {
  let state = BigInt(seed) * 2862933555777941757n + 3037000493n;
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 11n) / 9007199254740992;
  };
}

export function randomPoint(random: () => number, size: number): V {
  return [(2 * random() - 1) * size, (2 * random() - 1) * size, (2 * random() - 1) * size];
}

export function randomQuaternion(random: () => number): [number, number, number, number] {
  while (true) {
    const q = [0, 0, 0, 0].map(() => 2 * random() - 1) as [number, number, number, number];
    const length = Math.hypot(...q);
    if (length > 0.1 && length <= 1) return q.map((x) => x / length) as typeof q;
  }
}

export interface Polytope {
  points: V[];
  /** Triangles seen counter-clockwise from outside. */
  faces: [number, number, number][];
}

/** Every triple with all other points on one side; for points of which no four lie in one plane of the surface. */
export function slowHull(points: V[]): Polytope {
  const faces: Polytope["faces"] = [];
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++)
      for (let k = j + 1; k < points.length; k++) {
        const n = cross(sub(points[j], points[i]), sub(points[k], points[i]));
        let [above, below] = [0, 0];
        points.forEach((p, m) => {
          if (m === i || m === j || m === k) return;
          if (dot(n, sub(p, points[i])) > 0) above++;
          else below++;
        });
        if (above === 0) faces.push([i, j, k]);
        else if (below === 0) faces.push([i, k, j]);
      }
  return { points, faces };
}

function edgesOf({ faces }: Polytope): [number, number][] {
  return faces
    .flatMap(
      ([i, j, k]) =>
        [
          [i, j],
          [j, k],
          [k, i],
        ] as [number, number][],
    )
    .filter(([i, j]) => i < j);
}

/**
 * The largest separation of the shadows on normals of faces and cross products of edges, b's towards a's: minus the
 * depth.
 */
export function slowSeparation(a: Polytope, b: Polytope): number {
  const axes: V[] = [];
  for (const p of [a, b])
    for (const [i, j, k] of p.faces) axes.push(cross(sub(p.points[j], p.points[i]), sub(p.points[k], p.points[i])));
  for (const [i, j] of edgesOf(a))
    for (const [k, l] of edgesOf(b)) axes.push(cross(sub(a.points[j], a.points[i]), sub(b.points[l], b.points[k])));
  let most = -Infinity;
  for (const axis of axes) {
    if (norm(axis) < 1e-9) continue;
    const n = unit(axis);
    const [la, ha] = extremes(a, n);
    const [lb, hb] = extremes(b, n);
    most = Math.max(most, la - hb, lb - ha);
  }
  return most;
}

function extremes({ points }: Polytope, n: V): [number, number] {
  const heights = points.map((p) => dot(n, p));
  return [Math.min(...heights), Math.max(...heights)];
}

/**
 * The least distance of a vertex of one from a triangle of the other, or of two edges; for polytopes that are apart.
 */
export function slowDistance(a: Polytope, b: Polytope): number {
  let least = Infinity;
  const corners = (p: Polytope) => [...new Set(p.faces.flat())].map((i) => p.points[i]);
  for (const [p, q] of [
    [a, b],
    [b, a],
  ])
    for (const point of corners(p))
      for (const [i, j, k] of q.faces)
        least = Math.min(least, toTriangle(point, q.points[i], q.points[j], q.points[k]));
  for (const [i, j] of edgesOf(a))
    for (const [k, l] of edgesOf(b))
      least = Math.min(least, betweenSegments(a.points[i], a.points[j], b.points[k], b.points[l]));
  return least;
}

function toTriangle(p: V, a: V, b: V, c: V): number {
  const n = unit(cross(sub(b, a), sub(c, a)));
  const inside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([s, e]) => dot(n, cross(sub(e, s), sub(p, s))) >= 0);
  if (inside) return Math.abs(dot(n, sub(p, a)));
  return Math.min(toSegment(p, a, b), toSegment(p, b, c), toSegment(p, c, a));
}

function toSegment(p: V, a: V, b: V): number {
  const d = sub(b, a);
  const t = Math.max(0, Math.min(1, dot(d, sub(p, a)) / dot(d, d)));
  return norm(sub(p, add(a, scale(d, t))));
}

/** Inner points of both, or an end of one. */
export function betweenSegments(a: V, b: V, c: V, d: V): number {
  const [u, v, w] = [sub(b, a), sub(d, c), sub(a, c)];
  const [uu, uv, vv, uw, vw] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)];
  const det = uu * vv - uv * uv;
  let least = Math.min(toSegment(a, c, d), toSegment(b, c, d), toSegment(c, a, b), toSegment(d, a, b));
  if (det > 1e-14 * uu * vv) {
    const s = (uv * vw - vv * uw) / det;
    const t = (uu * vw - uv * uw) / det;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1)
      least = Math.min(least, norm(sub(add(a, scale(u, s)), add(c, scale(v, t)))));
  }
  return least;
}

export function polyhedron(points: readonly V[], origin: V | null = [0, 0, 0]): Convex {
  const made = createPolyhedron(Float64Array.from(points.flat()), origin && Float64Array.from(origin));
  if ("problem" in made) throw new Error(made.problem);
  return made;
}
