// The distance of two bodies, found by searching many directions: for two convex bodies it is the largest gap between
// their projections; if no direction shows a gap they overlap, by the smallest overlap.

import { cross, dot, minus, norm, plus, times, unit, type Vector } from "../math/vectors.ts";
import { type ConvexSolid, type Flat, type Solid, support } from "./solid.ts";

export interface SolidSeparation {
  /** Negative where they overlap. A lower bound: the search may miss a little of it. */
  readonly distance: number;
  /** Points to the second body. */
  readonly direction: Vector;
}

/** Nearly evenly distributed directions: points of a spiral on the unit sphere. */
const allRound: readonly Vector[] = Array.from({ length: 60 }, (_, i) => {
  const z = 1 - (2 * i + 1) / 60;
  // Each is turned by the golden angle, whose cosine and sine are these.
  const [c, s] = powerOfTurn(-0.7373688780783197, 0.6754902942615238, i);
  const r = Math.sqrt(1 - z * z);
  return [r * c, r * s, z];
});

function powerOfTurn(c: number, s: number, times: number): [number, number] {
  let [x, y] = [1, 0];
  for (let k = 0; k < times; k++) [x, y] = [x * c - y * s, x * s + y * c];
  return [x, y];
}

/** Number of directions from which the search begins: where bodies overlap there are several maxima. */
const mostStarts = 16;

/** Searches until the distance is known to be at least `enough`, or nothing better is found. */
export function separationOf(a: Solid, b: Solid, enough: number, hint: Vector | null = null): SolidSeparation {
  let least: SolidSeparation = { distance: Number.POSITIVE_INFINITY, direction: [0, 0, 1] };
  const take = (found: SolidSeparation) => {
    if (found.distance < least.distance) least = found;
  };
  if (a.flat) for (const part of b.parts) take(fromFlat(a.flat, part));
  if (b.flat) for (const part of a.parts) take(opposite(fromFlat(b.flat, part)));
  for (const first of a.parts)
    for (const second of b.parts) {
      // The balls around them are apart: they are not nearer than those.
      const apart = norm(minus(second.centre, first.centre)) - first.reach - second.reach;
      if (apart > enough && apart > 0) {
        if (apart < least.distance) take({ distance: apart, direction: unit(minus(second.centre, first.centre))! });
      } else take(betweenConvex(first, second, enough, hint));
    }
  return least;
}

/**
 * Whether some direction shows immediately that they are farther apart than this; false if a closer search is
 * needed.
 */
export function isClearlyApart(a: Solid, b: Solid, margin: number): boolean {
  const isAcross = (flat: Flat | null, other: Solid) =>
    !flat || other.parts.every((part) => fromFlat(flat, part).distance > margin);
  const isBetween = (one: ConvexSolid, other: ConvexSolid) =>
    directionsFor(one, other, null).some((n) => gapAlong(n, one, other) > margin);
  return (
    isAcross(a.flat, b) &&
    isAcross(b.flat, a) &&
    a.parts.every((one) => b.parts.every((other) => isBetween(one, other)))
  );
}

const opposite = ({ distance, direction }: SolidSeparation): SolidSeparation => ({
  distance,
  direction: times(-1, direction),
});

function fromFlat({ origin, normal, isSolid }: Flat, part: ConvexSolid): SolidSeparation {
  const height = dot(normal, origin);
  const above = { distance: -support(part, times(-1, normal)) - height, direction: normal };
  if (isSolid) return above;
  const below = { distance: height - support(part, normal), direction: times(-1, normal) };
  return above.distance >= below.distance ? above : below;
}

/** The gap between the end of a and the beginning of b along a unit direction. */
export function gapAlong(n: Vector, a: ConvexSolid, b: ConvexSolid): number {
  return -support(b, times(-1, n)) - support(a, n);
}

function betweenConvex(a: ConvexSolid, b: ConvexSolid, enough: number, hint: Vector | null): SolidSeparation {
  const gap = (n: Vector) => gapAlong(n, a, b);
  // Most pairs are apart along nearly the same direction as before.
  if (hint && gap(hint) >= enough) return { distance: gap(hint), direction: hint };
  const candidates = directionsFor(a, b, hint);
  let scored = candidates.map((n) => ({ n, gap: gap(n) }));
  const best = () => scored.reduce((most, one) => (one.gap > most.gap ? one : most));
  if (best().gap >= enough) return { distance: best().gap, direction: best().n };
  // By the theorem of separating axes these are all for overlapping polytopes.
  if (a.isPolytope && b.isPolytope && best().gap < 0) return { distance: best().gap, direction: best().n };
  scored = scored.concat(allRound.map((n) => ({ n, gap: gap(n) })));
  const starts = scored.toSorted((one, other) => other.gap - one.gap).slice(0, mostStarts);
  let found = starts[0];
  for (const start of starts) {
    const end = climb(a, b, start, enough);
    if (end.gap > found.gap) found = end;
    if (found.gap >= enough) break;
  }
  return { distance: found.gap, direction: found.n };
}

function directionsFor(a: ConvexSolid, b: ConvexSolid, hint: Vector | null): Vector[] {
  const between = unit(minus(b.centre, a.centre));
  const crossed = a.edges.flatMap((e) => b.edges.map((f) => cross(e, f))).filter((d) => norm(d) > 1e-6);
  // Across an axis, towards the other body: where round sides face each other.
  const across = between ? [...a.edges, ...b.edges].map((axis) => minus(between, times(dot(between, axis), axis))) : [];
  const lines = unitsOf([...crossed, ...across]);
  lines.push(...a.normals, ...b.normals);
  if (between) lines.push(between);
  if (hint) lines.push(hint);
  return lines.flatMap((line) => [line, times(-1, line)]);
}

interface Tried {
  readonly n: Vector;
  readonly gap: number;
}

const sideways: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];

/** Climbs over the sphere of directions in ever smaller steps, then to the top. */
function climb(a: ConvexSolid, b: ConvexSolid, start: Tried, enough: number): Tried {
  let at = start;
  for (let step = 0.3; step > 0.01 && at.gap < enough; ) {
    const before = at;
    for (const n of around(at.n, step)) {
      const gap = gapAlong(n, a, b);
      if (gap > at.gap) at = { n, gap };
    }
    if (at === before) step /= 2;
  }
  for (const scale of [0.01, 1e-5]) at = toTop(a, b, at, scale, enough);
  return at;
}

function around(n: Vector, step: number): Vector[] {
  const [u, w] = tangents(n);
  return unitsOf(sideways.map(([x, y]) => plus(n, plus(times(step * x, u), times(step * y, w)))));
}

/** The most points that are kept, and the most searches for the top. */
const mostPoints = 14;
const mostTops = 80;

/**
 * Where other points of the bodies face each other to the left and to the right, a step to either side leads down,
 * however short it is. So the top is found from the points: those of b as seen from those of a, without the radii.
 * Along a direction none of them is nearer than the gap, and the direction for which the nearest of those known is
 * farthest off is tried next; the points that face each other there are then known too.
 */
function toTop(a: ConvexSolid, b: ConvexSolid, start: Tried, scale: number, enough: number): Tried {
  const radii = a.radius + b.radius;
  const rounding = 1e-15 * (a.reach + b.reach);
  const points: Vector[] = [];
  const know = (n: Vector) => {
    const point = minus(b.farthest(times(-1, n)), a.farthest(n));
    if (!points.some((one) => norm(minus(one, point)) <= rounding)) points.unshift(point);
  };
  for (const n of around(start.n, scale)) know(n);
  know(start.n);
  let at = start;
  let fresh = points.slice();
  for (let k = 0; k < mostTops && at.gap < enough; k++) {
    const top = topOver(points, fresh, at.n);
    if (!top || top.gap - radii <= at.gap + rounding) return at;
    const gap = gapAlong(top.n, a, b);
    if (gap > at.gap) at = { n: top.n, gap };
    know(top.n);
    fresh = points.slice(0, 1);
    if (points.length > mostPoints) points.splice(farthestAlong(at.n, points), 1);
  }
  return at;
}

function farthestAlong(n: Vector, points: readonly Vector[]): number {
  return points.reduce((most, point, i) => (dot(n, point) > dot(n, points[most]) ? i : most), 1);
}

/**
 * The direction, near another, in which the minimum over the points is largest: one, two or three of them are then the
 * nearest, including a new one.
 */
function topOver(points: readonly Vector[], fresh: readonly Vector[], near: Vector): Tried | null {
  const found: Vector[] = [];
  for (const p of fresh) {
    found.push(p);
    for (const [k, q] of points.entries()) {
      const line = minus(p, q);
      found.push(minus(p, times(dot(p, line) / dot(line, line), line)));
      for (const r of points.slice(0, k)) found.push(cross(line, minus(p, r)));
    }
  }
  let top: Tried | null = null;
  for (const d of found) {
    const n = unit(dot(d, near) < 0 ? times(-1, d) : d);
    if (!n || dot(n, near) < 0.9) continue;
    const gap = points.reduce((least, point) => Math.min(least, dot(n, point)), Number.POSITIVE_INFINITY);
    if (!top || gap > top.gap) top = { n, gap };
  }
  return top;
}

const unitsOf = (directions: readonly Vector[]): Vector[] => directions.map(unit).filter((d) => d !== null);

function tangents(n: Vector): [Vector, Vector] {
  const other = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const u = unit(cross(n, other))!;
  return [u, cross(n, u)];
}
