// A convex polytope of triangles that grows by vertices: working memory of EPA. Flat arrays, made once.
//
// Face f has the vertices 3f to 3f + 2, counter-clockwise seen from outside, and as neighbours[3f + k] the face across
// its edge from vertex k to the next.
import type { Numbers } from "../../math/vectors/vec3.ts";
import { crossAt, measureSide } from "./simplex.ts";

export const MOST_VERTICES = 160;
/** Each vertex adds two faces more than it removes; removed ones keep their place. */
const MOST_FACES = 1024;

export interface Polytope {
  vertexCount: number;
  faceCount: number;
  readonly w: Numbers;
  readonly a: Numbers;
  readonly b: Numbers;
  readonly faces: Int32Array;
  readonly neighbours: Int32Array;
  /** Unit vectors outwards, and the signed distance of the plane from the origin. */
  readonly normals: Numbers;
  readonly distances: Numbers;
  /**
   * The distance again; ∞ for faces that cannot be the nearest: removed, beside the origin's foot, or too thin to have
   * a plane.
   */
  readonly ranks: Numbers;
  /** In memory: how far beside the nearest face the origin's foot may be. */
  readonly beside: Numbers;
}

export function createPolytope(): Polytope {
  return {
    vertexCount: 0,
    faceCount: 0,
    w: new Float64Array(3 * MOST_VERTICES),
    a: new Float64Array(3 * MOST_VERTICES),
    b: new Float64Array(3 * MOST_VERTICES),
    faces: new Int32Array(3 * MOST_FACES),
    neighbours: new Int32Array(3 * MOST_FACES),
    normals: new Float64Array(3 * MOST_FACES),
    distances: new Float64Array(MOST_FACES),
    ranks: new Float64Array(MOST_FACES),
    beside: new Float64Array(1),
  };
}

const cross = new Float64Array(3);
const ACROSS = Int32Array.of(1, 2, 3, 3, 2, 0, 1, 3, 0, 2, 1, 0);

/** The four faces of the tetrahedron of the first four vertices, which is not flat. */
export function startFaces(p: Polytope): void {
  crossAt(cross, p.w, 0, 1, 2);
  let volume = 0;
  for (let x = 0; x < 3; x++) volume += cross[x] * (p.w[9 + x] - p.w[x]);
  // Seen from outside, the base must turn away from the top.
  const i = volume > 0 ? 2 : 1;
  const j = 3 - i;
  p.faceCount = 0;
  addFace(p, 0, i, j);
  addFace(p, 0, 3, i);
  addFace(p, i, 3, j);
  addFace(p, j, 3, 0);
  for (let k = 0; k < 12; k++) p.neighbours[k] = ACROSS[k];
}

/**
 * The height of a triangle, relative to its longest side, below which rounding decides the orientation of its plane.
 */
const THIN = 1e-8;

function addFace(p: Polytope, i: number, j: number, k: number): number {
  const f = p.faceCount++;
  p.faces[3 * f] = i;
  p.faces[3 * f + 1] = j;
  p.faces[3 * f + 2] = k;
  crossAt(cross, p.w, i, j, k);
  const area = Math.sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
  let distance = 0;
  for (let x = 0; x < 3; x++) {
    p.normals[3 * f + x] = area > 0 ? cross[x] / area : 0;
    distance += p.normals[3 * f + x] * p.w[3 * i + x];
  }
  p.distances[f] = area > 0 ? distance : Infinity;
  measureSide(sides, 0, p.w, i, j);
  measureSide(sides, 1, p.w, j, k);
  measureSide(sides, 2, p.w, k, i);
  p.ranks[f] = Infinity;
  if (!(area > THIN * Math.max(sides[0], sides[1], sides[2]))) return f;
  weighFoot(weights, p, f);
  if (weights[INSIDE] >= -p.beside[0]) p.ranks[f] = distance;
  return f;
}

const sides = new Float64Array(3);
const weights = new Float64Array(4);

const corners = new Float64Array(9);

/** The index after the weights of a foot: how far inside the sides it is, or outside if negative. */
const INSIDE = 3;

/** Writes the weights of the corners that give the origin's foot on face f, and how far inside it is. */
// Barycentric coordinates are the areas between the foot and the sides, as shares of the whole. Outside, the nearest
// point of a side counts.
export function weighFoot(out: Numbers, p: Polytope, f: number): void {
  const n = p.normals;
  for (let k = 0; k < 3; k++)
    for (let x = 0; x < 3; x++) corners[3 * k + x] = p.w[3 * p.faces[3 * f + k] + x] - p.distances[f] * n[3 * f + x];
  let sum = 0;
  let inside = Infinity;
  for (let k = 0; k < 3; k++) {
    const i = 3 * ((k + 1) % 3);
    const j = 3 * ((k + 2) % 3);
    const dx = corners[j] - corners[i];
    const dy = corners[j + 1] - corners[i + 1];
    const dz = corners[j + 2] - corners[i + 2];
    const area =
      n[3 * f] * (corners[i + 1] * dz - corners[i + 2] * dy) +
      n[3 * f + 1] * (corners[i + 2] * dx - corners[i] * dz) +
      n[3 * f + 2] * (corners[i] * dy - corners[i + 1] * dx);
    inside = Math.min(inside, area / Math.sqrt(dx * dx + dy * dy + dz * dz));
    out[k] = area;
    sum += area;
  }
  if (inside < 0) weighSides(out);
  else for (let k = 0; k < 3; k++) out[k] = sum > 0 ? out[k] / sum : 1 / 3;
  out[INSIDE] = inside;
}

/** Writes the weights of the point of the sides between `corners` that is nearest to the origin. */
function weighSides(out: Numbers): void {
  let least = Infinity;
  for (let k = 0; k < 3; k++) {
    const i = 3 * k;
    const j = 3 * ((k + 1) % 3);
    let along = 0;
    let squared = 0;
    for (let x = 0; x < 3; x++) {
      along -= corners[i + x] * (corners[j + x] - corners[i + x]);
      squared += (corners[j + x] - corners[i + x]) * (corners[j + x] - corners[i + x]);
    }
    const t = squared > 0 ? Math.max(0, Math.min(1, along / squared)) : 0;
    let apart = 0;
    for (let x = 0; x < 3; x++) {
      const at = corners[i + x] + t * (corners[j + x] - corners[i + x]);
      apart += at * at;
    }
    if (apart >= least) continue;
    least = apart;
    out[0] = out[1] = out[2] = 0;
    out[k] = 1 - t;
    out[(k + 1) % 3] = t;
  }
}

/** The face with the smallest distance, among those that can be the nearest if there are any. */
export function nearestFace(p: Polytope): number {
  let least = 0;
  for (let f = 1; f < p.faceCount; f++) if (p.ranks[f] < p.ranks[least]) least = f;
  if (p.ranks[least] < Infinity) return least;
  for (let f = 0; f < p.faceCount; f++) if (p.distances[f] < p.distances[least]) least = f;
  return least;
}

const stack = new Int32Array(MOST_FACES);
const seen = new Int32Array(MOST_FACES);
const horizonFaces = new Int32Array(MOST_FACES);
const horizonSides = new Int32Array(MOST_FACES);
/** The new face that begins at each vertex of the horizon. */
const beginning = new Int32Array(MOST_VERTICES);
const VISIBLE = 1;
const HIDDEN = 2;

/**
 * Replaces all faces that the newest vertex sees, including `from`; false if rounding leaves no simple horizon, or
 * space runs out.
 */
export function expandPolytope(p: Polytope, from: number): boolean {
  const vertex = p.vertexCount - 1;
  const horizon = findHorizon(p, from, vertex);
  if (horizon < 3 || p.faceCount + horizon > MOST_FACES || !isLoop(p, horizon)) return false;
  const first = p.faceCount;
  for (let k = 0; k < horizon; k++) joinFace(p, horizonFaces[k], horizonSides[k], vertex);
  for (let f = first; f < p.faceCount; f++) {
    const next = beginning[p.faces[3 * f + 1]];
    p.neighbours[3 * f + 1] = next;
    p.neighbours[3 * next + 2] = f;
  }
  for (let f = 0; f < first; f++) if (seen[f] === VISIBLE) p.distances[f] = p.ranks[f] = Infinity;
  return true;
}

/** Marks the faces that a vertex sees and lists the edges around them; returns the number of edges. */
function findHorizon(p: Polytope, from: number, vertex: number): number {
  seen.fill(0, 0, p.faceCount);
  let horizon = 0;
  let depth = 0;
  stack[depth++] = from;
  seen[from] = VISIBLE;
  while (depth > 0) {
    const f = stack[--depth];
    for (let side = 0; side < 3; side++) {
      const other = p.neighbours[3 * f + side];
      if (seen[other] === 0) {
        seen[other] = isVisible(p, other, vertex) ? VISIBLE : HIDDEN;
        if (seen[other] === VISIBLE) stack[depth++] = other;
      }
      if (seen[other] !== HIDDEN) continue;
      horizonFaces[horizon] = f;
      horizonSides[horizon++] = side;
    }
  }
  return horizon;
}

function isVisible(p: Polytope, f: number, vertex: number): boolean {
  let height = -p.distances[f];
  for (let x = 0; x < 3; x++) height += p.normals[3 * f + x] * p.w[3 * vertex + x];
  return height > 0;
}

/** Whether the horizon's edges form one loop through different vertices. */
function isLoop(p: Polytope, horizon: number): boolean {
  beginning.fill(-1, 0, p.vertexCount);
  for (let k = 0; k < horizon; k++) {
    const start = p.faces[3 * horizonFaces[k] + horizonSides[k]];
    if (beginning[start] >= 0) return false;
    beginning[start] = k;
  }
  let at = 0;
  for (let steps = 1; ; steps++) {
    at = beginning[p.faces[3 * horizonFaces[at] + ((horizonSides[at] + 1) % 3)]];
    if (at < 0) return false;
    if (at === 0) return steps === horizon;
  }
}

function joinFace(p: Polytope, f: number, side: number, vertex: number): void {
  const start = p.faces[3 * f + side];
  const end = p.faces[3 * f + ((side + 1) % 3)];
  const beyond = p.neighbours[3 * f + side];
  const made = addFace(p, start, end, vertex);
  p.neighbours[3 * made] = beyond;
  for (let k = 0; k < 3; k++) if (p.faces[3 * beyond + k] === end) p.neighbours[3 * beyond + k] = made;
  beginning[start] = made;
}
