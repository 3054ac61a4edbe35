// Triangles of a hull that lie in one plane, joined to the polygons that they are parts of.
import type { Numbers } from "../../math/vectors/vec3.ts";
import { type HullFace, heightOver } from "./quickhull-face.ts";

/** The polygons, counter-clockwise seen from outside. Those that rounding lets not close stay triangles. */
// Large triangles first: their planes are known best. A triangle joins if its corners are all within `slack` of that
// plane.
export function mergeFaces(points: Numbers, faces: readonly HullFace[], slack: number): number[][] {
  const order = faces.map((face, i) => ({ face, i, area: areaOf(points, face) }));
  order.sort((a, b) => b.area - a.area || a.i - b.i);
  const done = new Set<HullFace>();
  const polygons: number[][] = [];
  for (const { face } of order) {
    if (done.has(face)) continue;
    const region = new Set([face]);
    for (const member of region)
      for (const other of member.neighbours)
        if (!done.has(other) && other.vertices.every((i) => Math.abs(heightOver(points, i, face)) <= slack))
          region.add(other);
    const loop = boundaryOf(region);
    if (loop) polygons.push(loop);
    else for (const member of region) polygons.push([...member.vertices]);
    for (const member of region) done.add(member);
  }
  return withoutStraightCorners(polygons);
}

/** A vertex between two faces only lies on the edge between them. */
function withoutStraightCorners(polygons: number[][]): number[][] {
  const uses = new Map<number, number>();
  for (const i of polygons.flat()) uses.set(i, (uses.get(i) ?? 0) + 1);
  return polygons.map((polygon) => polygon.filter((i) => uses.get(i)! > 2));
}

function areaOf(points: Numbers, { vertices: [i, j, k] }: HullFace): number {
  const u = [0, 1, 2].map((x) => points[3 * j + x] - points[3 * i + x]);
  const v = [0, 1, 2].map((x) => points[3 * k + x] - points[3 * i + x]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
}

/** The vertices around a region, in order; null if they are not one loop through different vertices. */
function boundaryOf(region: ReadonlySet<HullFace>): number[] | null {
  const next = new Map<number, number>();
  for (const face of region) {
    for (let side = 0; side < 3; side++) {
      if (region.has(face.neighbours[side])) continue;
      if (next.has(face.vertices[side])) return null;
      next.set(face.vertices[side], face.vertices[(side + 1) % 3]);
    }
  }
  const first = Math.min(...next.keys());
  const loop = [first];
  for (let at = next.get(first); at !== first; at = next.get(at)) {
    if (at === undefined || loop.length > next.size) return null;
    loop.push(at);
  }
  return loop.length === next.size ? loop : null;
}
