// The start of a hull: four points that are not in one plane, or a sentence that says why there are none.
import type { Numbers } from "../../math/vectors/vec3.ts";
import { weld } from "./mesh.ts";

export interface HullProblem {
  readonly problem: string;
}

/** Points thinner than this, relative to their extent, have no inside. */
const FLAT = 1e-9;

/** The first three are counter-clockwise seen from outside. */
export function firstTetrahedron(points: Numbers, extent: number): { readonly vertices: number[] } | HullProblem {
  const count = points.length / 3;
  if (count < 4)
    return {
      problem: `A solid has at least four corners; ${count === 1 ? "one point is" : `${count} points are`} given.`,
    };
  const places = new Set(weld(points)).size;
  if (places > 1 && places < 4)
    return { problem: `A solid has at least four corners; the ${count} points are at ${places} places only.` };
  const [a, b] = farthestPair(points);
  if (!(extent > 0) || apart(points, a, b) === 0)
    return { problem: "All points are at one place: a solid needs four that are not in one plane." };
  const c = largest(count, (i) => norm(cross(from(points, a, b), from(points, a, i))));
  const normal = cross(from(points, a, b), from(points, a, c));
  const area = norm(normal);
  if (area <= FLAT * extent * apart(points, a, b))
    return { problem: "All points are on one line: a solid needs four that are not in one plane." };
  const d = largest(count, (i) => Math.abs(dot(normal, from(points, a, i))));
  const height = dot(normal, from(points, a, d)) / area;
  if (Math.abs(height) <= FLAT * extent)
    return { problem: "All points are in one plane: a solid needs four that are not. A thin plate is a cuboid." };
  return { vertices: height < 0 ? [a, b, c, d] : [a, c, b, d] };
}

/** The two extremes along the axis with the largest extent. */
function farthestPair(points: Numbers): [number, number] {
  const count = points.length / 3;
  let best: [number, number] = [0, 0];
  let most = -1;
  for (let x = 0; x < 3; x++) {
    const low = largest(count, (i) => -points[3 * i + x]);
    const high = largest(count, (i) => points[3 * i + x]);
    if (points[3 * high + x] - points[3 * low + x] > most)
      [most, best] = [points[3 * high + x] - points[3 * low + x], [low, high]];
  }
  return best;
}

function largest(count: number, value: (i: number) => number): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < count; i++) {
    const v = value(i);
    if (v > most) [best, most] = [i, v];
  }
  return best;
}

function from(p: Numbers, i: number, j: number): number[] {
  return [p[3 * j] - p[3 * i], p[3 * j + 1] - p[3 * i + 1], p[3 * j + 2] - p[3 * i + 2]];
}

function cross(u: number[], v: number[]): number[] {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

function dot(u: number[], v: number[]): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function norm(u: number[]): number {
  return Math.sqrt(dot(u, u));
}

function apart(p: Numbers, i: number, j: number): number {
  return norm(from(p, i, j));
}
