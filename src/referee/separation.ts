// How far two bodies are apart, found by looking along many directions: two convex bodies lie apart by the largest gap between their
// projections, over all directions; if no direction shows a gap they overlap, by the least overlap.
import type { Convex, Flat, Solid } from "./solid.ts";
import { cross, dot, minus, norm, plus, times, unit, type Vector } from "./vectors.ts";

export interface Separation {
  /** Below zero where they overlap. At least this much: the search may miss a little of it. */
  readonly distance: number;
  /** Points to the second body. */
  readonly direction: Vector;
}

/** Directions all round, nearly evenly: points of a spiral on the unit sphere. */
const allRound: readonly Vector[] = Array.from({ length: 60 }, (_, i) => {
  const z = 1 - (2 * i + 1) / 60;
  // Turned on by the golden angle each time, whose cosine and sine are these.
  const [c, s] = powerOfTurn(-0.7373688780783197, 0.6754902942615238, i);
  const r = Math.sqrt(1 - z * z);
  return [r * c, r * s, z];
});

function powerOfTurn(c: number, s: number, times: number): [number, number] {
  let [x, y] = [1, 0];
  for (let k = 0; k < times; k++) [x, y] = [x * c - y * s, x * s + y * c];
  return [x, y];
}

/** Looks on until the distance is known to be at least `enough`, or nothing better is found. */
export function separationOf(a: Solid, b: Solid, enough: number, hint: Vector | null = null): Separation {
  let least: Separation = { distance: Number.POSITIVE_INFINITY, direction: [0, 0, 1] };
  const take = (found: Separation) => {
    if (found.distance < least.distance) least = found;
  };
  if (a.flat) for (const part of b.parts) take(fromFlat(a.flat, part));
  if (b.flat) for (const part of a.parts) take(opposite(fromFlat(b.flat, part)));
  for (const first of a.parts)
    for (const second of b.parts) {
      // Balls around them that are apart: nothing nearer is to be found here.
      const apart = norm(minus(second.centre, first.centre)) - first.reach - second.reach;
      if (apart > enough && apart > 0) {
        if (apart < least.distance) take({ distance: apart, direction: unit(minus(second.centre, first.centre))! });
      } else take(betweenConvex(first, second, enough, hint));
    }
  return least;
}

/** Whether some direction shows at once that they are farther apart than this; false where one would have to look closer. */
export function isClearlyApart(a: Solid, b: Solid, room: number): boolean {
  const isAcross = (flat: Flat | null, other: Solid) =>
    !flat || other.parts.every((part) => fromFlat(flat, part).distance > room);
  const isBetween = (one: Convex, other: Convex) =>
    directionsFor(one, other, null).some((n) => -other.support(times(-1, n)) - one.support(n) > room);
  return (
    isAcross(a.flat, b) &&
    isAcross(b.flat, a) &&
    a.parts.every((one) => b.parts.every((other) => isBetween(one, other)))
  );
}

const opposite = ({ distance, direction }: Separation): Separation => ({ distance, direction: times(-1, direction) });

function fromFlat({ origin, normal, isSolid }: Flat, part: Convex): Separation {
  const height = dot(normal, origin);
  const above = { distance: -part.support(times(-1, normal)) - height, direction: normal };
  if (isSolid) return above;
  const below = { distance: height - part.support(normal), direction: times(-1, normal) };
  return above.distance >= below.distance ? above : below;
}

function betweenConvex(a: Convex, b: Convex, enough: number, hint: Vector | null): Separation {
  const gap = (n: Vector) => -b.support(times(-1, n)) - a.support(n);
  // Most pairs are apart along nearly the same direction as before.
  if (hint && gap(hint) >= enough) return { distance: gap(hint), direction: hint };
  const candidates = directionsFor(a, b, hint);
  let scored = candidates.map((n) => ({ n, gap: gap(n) }));
  const best = () => scored.reduce((most, one) => (one.gap > most.gap ? one : most));
  if (best().gap >= enough) return { distance: best().gap, direction: best().n };
  // By the theorem of separating axes these are all where flat bodies overlap.
  if (a.isPolytope && b.isPolytope && best().gap < 0) return { distance: best().gap, direction: best().n };
  scored = scored.concat(allRound.map((n) => ({ n, gap: gap(n) })));
  const starts = scored.toSorted((one, other) => other.gap - one.gap).slice(0, 4);
  let found = starts[0];
  for (const start of starts) {
    const end = climb(gap, start, enough);
    if (end.gap > found.gap) found = end;
    if (found.gap >= enough) break;
  }
  return { distance: found.gap, direction: found.n };
}

function directionsFor(a: Convex, b: Convex, hint: Vector | null): Vector[] {
  const between = unit(minus(b.centre, a.centre));
  const crossed = a.edges.flatMap((e) => b.edges.map((f) => cross(e, f))).filter((d) => norm(d) > 1e-6);
  // Across an axis, towards the other body: where round sides face.
  const across = between ? [...a.edges, ...b.edges].map((axis) => minus(between, times(dot(between, axis), axis))) : [];
  const lines = [...crossed, ...across].map(unit).filter((d) => d !== null);
  lines.push(...a.normals, ...b.normals);
  if (between) lines.push(between);
  if (hint) lines.push(hint);
  return lines.flatMap((line) => [line, times(-1, line)]);
}

/** Goes uphill over the sphere of directions in ever smaller steps. */
function climb(gap: (n: Vector) => number, start: { n: Vector; gap: number }, enough: number) {
  let at = start;
  let [u, w] = tangents(at.n);
  for (let step = 0.3; step > 1e-9; ) {
    let next = at;
    for (const [x, y] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ]) {
      const n = unit(plus(at.n, plus(times(step * x, u), times(step * y, w))));
      if (!n) continue;
      const value = gap(n);
      if (value > next.gap) next = { n, gap: value };
    }
    if (next === at) step /= 2;
    else {
      at = next;
      [u, w] = tangents(at.n);
    }
    if (at.gap >= enough) return at;
  }
  return at;
}

function tangents(n: Vector): [Vector, Vector] {
  const other = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const u = unit(cross(n, other))!;
  return [u, cross(n, u)];
}
