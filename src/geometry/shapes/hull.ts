// Convex polyhedra: vertices, the polygons between them, and neighbours. quickhull.ts makes them.
import type { Numbers } from "../../math/vectors/vec3.ts";

export interface Hull {
  /** Three coordinates each; every one is a corner. */
  readonly vertices: Numbers;
  /** Face f has the vertices corners[starts[f]] to corners[starts[f + 1] - 1], counter-clockwise seen from outside. */
  readonly starts: Int32Array;
  readonly corners: Int32Array;
  /** Unit vectors outwards, one a face, and the distances of the faces along them. */
  readonly normals: Numbers;
  readonly offsets: Numbers;
  /** The neighbours of vertex i along edges: next[nextStarts[i]] to next[nextStarts[i + 1] - 1]. */
  readonly nextStarts: Int32Array;
  readonly next: Int32Array;
}

/** From this number of vertices on, climbing from neighbour to neighbour is quicker than comparing all. */
const MANY = 48;

/** The vertex with the largest d · x; among equals one that depends on the hull and `d` alone. */
export function supportVertex(hull: Hull, d: Numbers): number {
  const count = hull.vertices.length / 3;
  if (count >= MANY) return climb(hull, d);
  let most = 0;
  let height = heightOf(hull, 0, d);
  for (let i = 1; i < count; i++) {
    const other = heightOf(hull, i, d);
    if (other <= height) continue;
    height = other;
    most = i;
  }
  return most;
}

// On a convex body a vertex higher than its neighbours is the highest.
function climb(hull: Hull, d: Numbers): number {
  let at = 0;
  let height = heightOf(hull, 0, d);
  while (true) {
    let best = at;
    for (let k = hull.nextStarts[at]; k < hull.nextStarts[at + 1]; k++) {
      const other = heightOf(hull, hull.next[k], d);
      if (other <= height) continue;
      height = other;
      best = hull.next[k];
    }
    if (best === at) return at;
    at = best;
  }
}

function heightOf(hull: Hull, i: number, d: Numbers): number {
  const v = hull.vertices;
  return d[0] * v[3 * i] + d[1] * v[3 * i + 1] + d[2] * v[3 * i + 2];
}

/** The face whose normal is nearest to a direction. */
export function faceTowards(hull: Hull, d: Numbers): number {
  const n = hull.normals;
  let best = 0;
  let most = -Infinity;
  for (let f = 0; f < hull.offsets.length; f++) {
    const along = d[0] * n[3 * f] + d[1] * n[3 * f + 1] + d[2] * n[3 * f + 2];
    if (along <= most) continue;
    most = along;
    best = f;
  }
  return best;
}

/** From polygons as lists of vertices, counter-clockwise seen from outside. Vertices that no face names are dropped. */
export function hullOfFaces(points: Numbers, faces: readonly (readonly number[])[]): Hull {
  const used = [...new Set(faces.flat())].sort((i, j) => i - j);
  const renamed = new Map(used.map((old, i) => [old, i]));
  const vertices = Float64Array.from(used.flatMap((i) => [points[3 * i], points[3 * i + 1], points[3 * i + 2]]));
  const corners = Int32Array.from(faces.flat(), (i) => renamed.get(i)!);
  const starts = new Int32Array(faces.length + 1);
  for (let f = 0; f < faces.length; f++) starts[f + 1] = starts[f] + faces[f].length;
  const normals = new Float64Array(3 * faces.length);
  const offsets = new Float64Array(faces.length);
  const around: number[][] = used.map(() => []);
  for (let f = 0; f < faces.length; f++) {
    const size = starts[f + 1] - starts[f];
    newellNormal(normals, f, vertices, corners, starts);
    let most = -Infinity;
    for (let i = 0; i < used.length; i++) {
      let height = 0;
      for (let x = 0; x < 3; x++) height += normals[3 * f + x] * vertices[3 * i + x];
      most = Math.max(most, height);
    }
    offsets[f] = most;
    // Each edge is visited once in either direction, so each vertex gets each neighbour once.
    for (let k = 0; k < size; k++) around[corners[starts[f] + k]].push(corners[starts[f] + ((k + 1) % size)]);
  }
  const nextStarts = new Int32Array(used.length + 1);
  for (let i = 0; i < used.length; i++) nextStarts[i + 1] = nextStarts[i] + around[i].length;
  return { vertices, starts, corners, normals, offsets, nextStarts, next: Int32Array.from(around.flat()) };
}

// Newell's method: the area vector of a polygon is half the sum of v × next, taken from the first corner; exact for
// plane polygons and the best fit for others.
function newellNormal(normals: Numbers, f: number, v: Numbers, corners: Int32Array, starts: Int32Array): void {
  const o = 3 * corners[starts[f]];
  let [nx, ny, nz] = [0, 0, 0];
  for (let k = starts[f] + 1; k + 1 < starts[f + 1]; k++) {
    const i = 3 * corners[k];
    const j = 3 * corners[k + 1];
    const [ux, uy, uz] = [v[i] - v[o], v[i + 1] - v[o + 1], v[i + 2] - v[o + 2]];
    const [wx, wy, wz] = [v[j] - v[o], v[j + 1] - v[o + 1], v[j + 2] - v[o + 2]];
    nx += uy * wz - uz * wy;
    ny += uz * wx - ux * wz;
    nz += ux * wy - uy * wx;
  }
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  normals[3 * f] = nx / length;
  normals[3 * f + 1] = ny / length;
  normals[3 * f + 2] = nz / length;
}

/** The same polyhedron with every vertex moved by -`origin`. */
export function moveHull(hull: Hull, origin: Numbers): Hull {
  const vertices = hull.vertices.map((x, i) => x - origin[i % 3]);
  const offsets = hull.offsets.map((d, f) => {
    const n = hull.normals;
    return d - n[3 * f] * origin[0] - n[3 * f + 1] * origin[1] - n[3 * f + 2] * origin[2];
  });
  return { ...hull, vertices, offsets };
}

/** The surface as triangles, a fan for each face. */
export function trianglesOf(hull: Hull): Int32Array {
  const out: number[] = [];
  for (let f = 0; f < hull.offsets.length; f++) {
    for (let k = hull.starts[f] + 1; k + 1 < hull.starts[f + 1]; k++)
      out.push(hull.corners[hull.starts[f]], hull.corners[k], hull.corners[k + 1]);
  }
  return Int32Array.from(out);
}
