// The point of a simplex nearest to the origin: the inner problem of GJK. A simplex is up to four points of the
// Minkowski difference a - b, each with the points of a and b from which it comes.
//
// Among all faces that contain the newest vertex, the one with the nearest point is chosen by comparing the points
// themselves: slower than walking through Voronoi regions, but rounding cannot lead into a wrong one. For a triangle
// the nearest point is found along its normal, so that its direction is accurate however near the origin is.
import type { Numbers, Vec3 } from "../../math/vectors/vec3.ts";

export interface Simplex {
  count: number;
  /** Three coordinates a vertex: of the difference, of a, of b. */
  readonly w: Numbers;
  readonly a: Numbers;
  readonly b: Numbers;
  /** In memory: a squared length; the simplex is only reduced to a face nearer than this. */
  readonly limit: Numbers;
  /** Weights of the vertices that give the nearest point. */
  readonly weights: Numbers;
  /** The nearest point. */
  readonly nearest: Vec3;
  /** A unit vector along it, from the origin; for a triangle its normal, and then `isFace`. */
  readonly normal: Vec3;
  isFace: boolean;
}

export function createSimplex(): Simplex {
  return {
    count: 0,
    w: new Float64Array(12),
    a: new Float64Array(12),
    b: new Float64Array(12),
    limit: new Float64Array(1),
    weights: new Float64Array(4),
    nearest: new Float64Array(3),
    normal: new Float64Array(3),
    isFace: false,
  };
}

/** The best face so far: its vertices, weights, nearest point and its squared length. */
const best = {
  squared: new Float64Array(1),
  count: 0,
  vertices: new Int32Array(3),
  weights: new Float64Array(3),
  point: new Float64Array(3),
  normal: new Float64Array(3),
};
const n = new Float64Array(3);
/**
 * In memory: the nearest point of the present face; the squared sides of a triangle; its barycentric coordinates, not
 * normalised.
 */
const foot = new Float64Array(3);
const sides = new Float64Array(3);
const areas = new Float64Array(3);

/**
 * Reduces the simplex to the face nearest to the origin, if that is nearer than its limit; the newest vertex is the
 * last. Returns 1 if it was reduced, 0 if not (the simplex is unchanged), 2 if the origin lies inside a tetrahedron.
 */
export function reduceSimplex(simplex: Simplex): 0 | 1 | 2 {
  const last = simplex.count - 1;
  best.squared[0] = simplex.limit[0];
  best.count = 0;
  if (last === 3 && containsOrigin(simplex.w)) return 2;
  tryVertex(simplex.w, last);
  for (let i = 0; i < last; i++) tryEdge(simplex.w, i, last);
  for (let i = 0; i < last; i++) for (let j = i + 1; j < last; j++) tryTriangle(simplex.w, i, j, last);
  if (best.count === 0) return 0;
  keepBest(simplex);
  return 1;
}

function keepBest(simplex: Simplex): void {
  // The vertices kept are in ascending order, so none is overwritten before it is moved.
  for (let k = 0; k < best.count; k++) {
    const from = 3 * best.vertices[k];
    for (let x = 0; x < 3; x++) {
      simplex.w[3 * k + x] = simplex.w[from + x];
      simplex.a[3 * k + x] = simplex.a[from + x];
      simplex.b[3 * k + x] = simplex.b[from + x];
    }
    simplex.weights[k] = best.weights[k];
  }
  simplex.count = best.count;
  simplex.isFace = best.count === 3;
  for (let x = 0; x < 3; x++) {
    simplex.nearest[x] = best.point[x];
    simplex.normal[x] = best.normal[x];
  }
}

/** Accepts a face with its foot if that is nearer than all before. */
function accept(count: number): boolean {
  const squared = foot[0] * foot[0] + foot[1] * foot[1] + foot[2] * foot[2];
  if (!(squared < best.squared[0])) return false;
  best.squared[0] = squared;
  best.count = count;
  for (let x = 0; x < 3; x++) best.point[x] = foot[x];
  const length = Math.sqrt(squared);
  for (let k = 0; k < 3; k++) best.normal[k] = length > 0 ? best.point[k] / length : 0;
  return true;
}

function tryVertex(w: Numbers, i: number): void {
  for (let x = 0; x < 3; x++) foot[x] = w[3 * i + x];
  if (!accept(1)) return;
  best.vertices[0] = i;
  best.weights[0] = 1;
}

function tryEdge(w: Numbers, i: number, j: number): void {
  const ax = w[3 * i];
  const ay = w[3 * i + 1];
  const az = w[3 * i + 2];
  const dx = w[3 * j] - ax;
  const dy = w[3 * j + 1] - ay;
  const dz = w[3 * j + 2] - az;
  const squared = dx * dx + dy * dy + dz * dz;
  const t = -(ax * dx + ay * dy + az * dz) / squared;
  if (!(t > 0 && t < 1)) return;
  foot[0] = ax + t * dx;
  foot[1] = ay + t * dy;
  foot[2] = az + t * dz;
  if (!accept(2)) return;
  best.vertices[0] = i;
  best.vertices[1] = j;
  best.weights[0] = 1 - t;
  best.weights[1] = t;
}

// The foot of the origin on the plane has the barycentric coordinates n · (b × c), n · (c × a), n · (a × b) over n².
function tryTriangle(w: Numbers, i: number, j: number, k: number): void {
  measureSides(w, i, j, k);
  cross(n, w, i, j, k);
  const squared = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  if (!(squared > 0)) return;
  triple(0, w, j, k);
  triple(1, w, k, i);
  triple(2, w, i, j);
  if (!(areas[0] > 0 && areas[1] > 0 && areas[2] > 0)) return;
  const sum = areas[0] + areas[1] + areas[2];
  const height = (n[0] * w[3 * k] + n[1] * w[3 * k + 1] + n[2] * w[3 * k + 2]) / squared;
  for (let x = 0; x < 3; x++) foot[x] = height * n[x];
  if (!accept(3)) return;
  best.vertices[0] = i;
  best.vertices[1] = j;
  best.vertices[2] = k;
  for (let x = 0; x < 3; x++) best.weights[x] = areas[x] / sum;
  const longest = Math.max(sides[0], sides[1], sides[2]);
  if (squared < THIN * THIN * longest * longest) weighThin(w, i, j, k);
  const length = (height < 0 ? -1 : 1) * Math.sqrt(squared);
  for (let x = 0; x < 3; x++) best.normal[x] = n[x] / length;
}

/** The height of a triangle, relative to its longest side, below which it counts as that side except for the normal. */
const THIN = 1e-7;

/** Writes the weights of the ends of the longest side, by the foot of the nearest point on it. */
function weighThin(w: Numbers, i: number, j: number, k: number): void {
  best.weights[0] = best.weights[1] = best.weights[2] = 0;
  const longest = Math.max(sides[0], sides[1], sides[2]);
  const from = sides[0] === longest ? 0 : sides[1] === longest ? 1 : 2;
  const to = (from + 1) % 3;
  const a = 3 * (from === 0 ? i : from === 1 ? j : k);
  const b = 3 * (to === 0 ? i : to === 1 ? j : k);
  let along = 0;
  for (let x = 0; x < 3; x++) along += ((best.point[x] - w[a + x]) * (w[b + x] - w[a + x])) / longest;
  best.weights[to] = Math.max(0, Math.min(1, along));
  best.weights[from] = 1 - best.weights[to];
}

/**
 * (j - i) × (k - i), from the vertex with the shortest two edges, where rounding is smallest. The sides have been
 * measured.
 */
function cross(out: Vec3, w: Numbers, i: number, j: number, k: number): void {
  if (sides[0] >= sides[1] && sides[0] >= sides[2]) crossAt(out, w, k, i, j);
  else if (sides[1] >= sides[2]) crossAt(out, w, i, j, k);
  else crossAt(out, w, j, k, i);
}

/** Measures the squares of the sides from i to j, j to k and k to i. */
function measureSides(w: Numbers, i: number, j: number, k: number): void {
  measureSide(sides, 0, w, i, j);
  measureSide(sides, 1, w, j, k);
  measureSide(sides, 2, w, k, i);
}

/** Writes the square of the side from i to j. */
export function measureSide(out: Numbers, at: number, w: Numbers, i: number, j: number): void {
  const x = w[3 * i] - w[3 * j];
  const y = w[3 * i + 1] - w[3 * j + 1];
  const z = w[3 * i + 2] - w[3 * j + 2];
  out[at] = x * x + y * y + z * z;
}

export function crossAt(out: Vec3, w: Numbers, i: number, j: number, k: number): void {
  const ux = w[3 * j] - w[3 * i];
  const uy = w[3 * j + 1] - w[3 * i + 1];
  const uz = w[3 * j + 2] - w[3 * i + 2];
  const vx = w[3 * k] - w[3 * i];
  const vy = w[3 * k + 1] - w[3 * i + 1];
  const vz = w[3 * k + 2] - w[3 * i + 2];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

/** Writes into `areas`: n · (i × j) = n · (i × (j - i)). */
function triple(at: number, w: Numbers, i: number, j: number): void {
  const dx = w[3 * j] - w[3 * i];
  const dy = w[3 * j + 1] - w[3 * i + 1];
  const dz = w[3 * j + 2] - w[3 * i + 2];
  const x = w[3 * i + 1] * dz - w[3 * i + 2] * dy;
  const y = w[3 * i + 2] * dx - w[3 * i] * dz;
  const z = w[3 * i] * dy - w[3 * i + 1] * dx;
  areas[at] = n[0] * x + n[1] * y + n[2] * z;
}

/**
 * The volume of a tetrahedron below which rounding decides what is inside, relative to its longest edge and its place.
 */
const FLAT = 1e-12;
/** In memory: that volume for the present tetrahedron. */
const flat = new Float64Array(1);

/** Whether the origin is on the inner side of all four faces; a flat tetrahedron has no inside. */
function containsOrigin(w: Numbers): boolean {
  let longest = 0;
  let far = 0;
  for (let i = 0; i < 4; i++) {
    for (let j = i + 1; j < 4; j++) {
      measureSide(sides, 0, w, i, j);
      longest = Math.max(longest, sides[0]);
    }
    far = Math.max(far, Math.abs(w[3 * i]), Math.abs(w[3 * i + 1]), Math.abs(w[3 * i + 2]));
  }
  flat[0] = FLAT * longest * far;
  return isInside(w, 0, 1, 2, 3) && isInside(w, 0, 1, 3, 2) && isInside(w, 0, 2, 3, 1) && isInside(w, 1, 2, 3, 0);
}

function isInside(w: Numbers, i: number, j: number, k: number, other: number): boolean {
  crossAt(n, w, i, j, k);
  let origin = 0;
  let opposite = 0;
  for (let x = 0; x < 3; x++) {
    origin -= n[x] * w[3 * i + x];
    opposite += n[x] * (w[3 * other + x] - w[3 * i + x]);
  }
  if (!(Math.abs(opposite) > flat[0])) return false;
  return opposite > 0 ? origin >= 0 : origin <= 0;
}
