// The convex hull of points in space: Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex hulls" (1996), in
// double precision.
//
// Points less than `slack` above a face count as inside, so that nearly flat parts cannot fold over. The result is
// checked: every point must be within a few slacks of all faces, and the faces must be closed. If rounding broke that,
// everything is repeated with a larger slack.
import type { Numbers } from "../../math/vectors/vec3.ts";
import { type Hull, hullOfFaces } from "./hull.ts";
import { firstTetrahedron, type HullProblem } from "./hull-start.ts";

const SLACK = 1e-14;
const MOST_SLACK = 1e-8;
/** The flatness of a hull's polygons, relative to its extent. */
const FLAT = 1e-10;

/** A triangle of the hull under construction. */
interface HullFace {
  readonly vertices: readonly [number, number, number];
  /** The face across the edge from vertex k to the next. */
  readonly neighbours: HullFace[];
  readonly normal: readonly [number, number, number];
  readonly offset: number;
  /** Points above it; each point belongs to one face only. */
  above: number[];
  isRemoved: boolean;
}

function heightOver(points: Numbers, i: number, { normal, offset }: HullFace): number {
  return normal[0] * points[3 * i] + normal[1] * points[3 * i + 1] + normal[2] * points[3 * i + 2] - offset;
}

function createFace(points: Numbers, i: number, j: number, k: number): HullFace | null {
  const u = [0, 1, 2].map((x) => points[3 * j + x] - points[3 * i + x]);
  const v = [0, 1, 2].map((x) => points[3 * k + x] - points[3 * i + x]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (!(length > 0)) return null;
  const normal: [number, number, number] = [n[0] / length, n[1] / length, n[2] / length];
  const offset = normal[0] * points[3 * i] + normal[1] * points[3 * i + 1] + normal[2] * points[3 * i + 2];
  return { vertices: [i, j, k], neighbours: [], normal, offset, above: [], isRemoved: false };
}

export function createHull(points: Numbers): Hull | HullProblem {
  const count = points.length / 3;
  if (!Number.isInteger(count)) return { problem: "Points of space have three coordinates each." };
  for (let i = 0; i < count; i++)
    for (let x = 0; x < 3; x++)
      if (!(Math.abs(points[3 * i + x]) < 1e75))
        return { problem: `Point ${i + 1} has a coordinate that is not a usable number: ${points[3 * i + x]}.` };
  const extent = extentOf(points);
  const start = firstTetrahedron(points, extent);
  if ("problem" in start) return start;
  for (let slack = SLACK; slack <= MOST_SLACK; slack *= 10) {
    const faces = growHull(points, start.vertices, slack * extent);
    if (!faces || !isHull(points, faces, 4 * slack * extent)) continue;
    return hullOfFaces(points, mergeFaces(points, faces, Math.max(FLAT, 4 * slack) * extent));
  }
  return { problem: "The points are too nearly in one plane for a solid." };
}

function extentOf(points: Numbers): number {
  let most = 0;
  for (let x = 0; x < 3; x++) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = x; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    most = Math.max(most, high - low);
  }
  return most;
}

function growHull(points: Numbers, [a, b, c, d]: readonly number[], slack: number): HullFace[] | null {
  const made = [
    [a, b, c],
    [a, d, b],
    [b, d, c],
    [c, d, a],
  ].map(([i, j, k]) => createFace(points, i, j, k));
  if (made.some((face) => !face)) return null;
  const faces = made as HullFace[];
  const across = [
    [1, 2, 3],
    [3, 2, 0],
    [1, 3, 0],
    [2, 1, 0],
  ];
  for (let f = 0; f < 4; f++) faces[f].neighbours.push(...across[f].map((g) => faces[g]));
  const all: number[] = [];
  for (let i = 0; i < points.length / 3; i++) if (i !== a && i !== b && i !== c && i !== d) all.push(i);
  assign(points, all, faces, slack);
  const pending = [...faces];
  for (let face = pending.pop(); face; face = pending.pop()) {
    if (face.isRemoved || face.above.length === 0) continue;
    const added = addPoint(points, face, slack);
    if (!added) return null;
    faces.push(...added);
    pending.push(...added);
  }
  return faces.filter((face) => !face.isRemoved);
}

/** Assigns each point to the face that it is highest above. */
function assign(points: Numbers, which: readonly number[], faces: readonly HullFace[], slack: number): void {
  for (const i of which) {
    let best: HullFace | null = null;
    let most = slack;
    for (const face of faces) {
      const height = heightOver(points, i, face);
      if (height > most) [most, best] = [height, face];
    }
    best?.above.push(i);
  }
}

/** Replaces the faces that the highest point above `face` sees; null if they have no simple horizon. */
function addPoint(points: Numbers, face: HullFace, slack: number): HullFace[] | null {
  let apex = face.above[0];
  for (const i of face.above) if (heightOver(points, i, face) > heightOver(points, apex, face)) apex = i;
  const visible = removeVisible(points, face, apex, slack);
  const added = coneOver(points, horizonOf(visible), apex);
  if (!added) return null;
  for (const { above } of visible)
    assign(
      points,
      above.filter((i) => i !== apex),
      added,
      slack,
    );
  return added;
}

/** Removes the faces that a point above `face` sees; returns them. */
function removeVisible(points: Numbers, face: HullFace, apex: number, slack: number): HullFace[] {
  const visible = [face];
  face.isRemoved = true;
  for (let k = 0; k < visible.length; k++)
    for (const beyond of visible[k].neighbours)
      if (!beyond.isRemoved && heightOver(points, apex, beyond) > slack) {
        beyond.isRemoved = true;
        visible.push(beyond);
      }
  return visible;
}

/** An edge between a removed face and one that stays, `beyond`. */
interface HorizonEdge {
  readonly start: number;
  readonly end: number;
  readonly beyond: HullFace;
}

function horizonOf(removed: readonly HullFace[]): HorizonEdge[] {
  const edges: HorizonEdge[] = [];
  for (const { vertices, neighbours } of removed)
    for (let side = 0; side < 3; side++)
      if (!neighbours[side].isRemoved)
        edges.push({ start: vertices[side], end: vertices[(side + 1) % 3], beyond: neighbours[side] });
  return edges;
}

/** Joins a point with each edge of the horizon by a face; null if the edges form no loop. */
function coneOver(points: Numbers, horizon: readonly HorizonEdge[], apex: number): HullFace[] | null {
  const beginning = new Map<number, HullFace>();
  for (const { start, end, beyond } of horizon) {
    const made = createFace(points, start, end, apex);
    if (!made || beginning.has(start)) return null;
    beginning.set(start, made);
    made.neighbours[0] = beyond;
    beyond.neighbours[beyond.vertices.indexOf(end)] = made;
  }
  const added = [...beginning.values()];
  for (const made of added) {
    const next = beginning.get(made.vertices[1]);
    if (!next) return null;
    made.neighbours[1] = next;
    next.neighbours[2] = made;
  }
  return added;
}

/**
 * Whether every edge is shared by two faces, the surface is in one piece without holes (Euler), and no point is
 * outside.
 */
function isHull(points: Numbers, faces: readonly HullFace[], slack: number): boolean {
  for (const face of faces) {
    for (let side = 0; side < 3; side++) {
      const other = face.neighbours[side];
      const back = other.vertices.indexOf(face.vertices[(side + 1) % 3]);
      if (back < 0 || other.neighbours[back] !== face || other.vertices[(back + 1) % 3] !== face.vertices[side])
        return false;
    }
  }
  const used = new Set(faces.flatMap((face) => face.vertices));
  if (used.size - (3 * faces.length) / 2 + faces.length !== 2) return false;
  // Points that are not vertices were below some face, and the hull only grew since.
  for (const face of faces) for (const i of used) if (heightOver(points, i, face) > slack) return false;
  return true;
}

/**
 * Joins triangles that lie in one plane into polygons, counter-clockwise seen from outside. Polygons that do not close,
 * by rounding, stay triangles. Large triangles come first: their planes are the most precise. A triangle joins if its
 * corners are all within `slack` of that plane.
 */
function mergeFaces(points: Numbers, faces: readonly HullFace[], slack: number): number[][] {
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

/** Removes vertices that lie between two faces only, on the edge between them. */
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
