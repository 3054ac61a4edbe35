// The triangles of a hull while it grows.
import type { Numbers } from "../../math/vectors/vec3.ts";

/** A triangle of the hull to be. */
export interface HullFace {
  readonly vertices: readonly [number, number, number];
  /** The face across the edge from vertex k to the next. */
  readonly neighbours: HullFace[];
  readonly normal: readonly [number, number, number];
  readonly offset: number;
  /** Points above it, each with one face only. */
  above: number[];
  isRemoved: boolean;
}

export function heightOver(points: Numbers, i: number, { normal, offset }: HullFace): number {
  return normal[0] * points[3 * i] + normal[1] * points[3 * i + 1] + normal[2] * points[3 * i + 2] - offset;
}

export function createFace(points: Numbers, i: number, j: number, k: number): HullFace | null {
  const u = [0, 1, 2].map((x) => points[3 * j + x] - points[3 * i + x]);
  const v = [0, 1, 2].map((x) => points[3 * k + x] - points[3 * i + x]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (!(length > 0)) return null;
  const normal: [number, number, number] = [n[0] / length, n[1] / length, n[2] / length];
  const offset = normal[0] * points[3 * i] + normal[1] * points[3 * i + 1] + normal[2] * points[3 * i + 2];
  return { vertices: [i, j, k], neighbours: [], normal, offset, above: [], isRemoved: false };
}
