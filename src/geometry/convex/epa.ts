// How deep two convex cores overlap: the expanding polytope algorithm, van den Bergen, "Proximity queries and
// penetration depth computation on 3D game objects" (2001). A polytope inside the Minkowski difference grows where its
// surface is nearest to the origin. The origin may also lie slightly outside: then the result is the direction of
// largest separation.
import type { Vec3 } from "../../math/vectors/vec3.ts";
import * as vec3 from "../../math/vectors/vec3.ts";
import { type MinkowskiDifference, SCALE, supportDifference } from "./difference.ts";
import {
  createPolytope,
  expandPolytope,
  MOST_VERTICES,
  nearestFace,
  type Polytope,
  startFaces,
  weighFoot,
} from "./polytope.ts";
import { crossAt, measureSide, type Simplex } from "./simplex.ts";

/** Relative to the lengths involved: the precision of the depth, and the limit of flatness. */
const TOLERANCE = 2e-14;
const FLAT = 1e-13;
/**
 * How far beside a face the origin's foot may be for the face to be the nearest: the origin may lie slightly outside
 * the polytope.
 */
const BESIDE = 1e-8;

export interface Depth {
  /** Outwards from the difference: moving b along it parts the bodies. */
  readonly normal: Vec3;
  /** In memory: the depth along it. Negative where the cores are apart. */
  readonly depth: Float64Array;
  readonly pointA: Vec3;
  readonly pointB: Vec3;
}

export function createDepth(): Depth {
  return {
    normal: new Float64Array(3),
    depth: new Float64Array(1),
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
  };
}

const polytope: Polytope = createPolytope();
const direction = new Float64Array(3);
const weights = new Float64Array(4);
/** In memory: the limit of flatness, and two heights. */
const flat = new Float64Array(1);
const heights = new Float64Array(2);

/** Finds the depth from a simplex that contains the origin, or is next to it. */
export function findDepth(out: Depth, simplex: Simplex, difference: MinkowskiDifference): void {
  const scale = difference.lengths[SCALE];
  const p = polytope;
  copySimplex(p, simplex);
  flat[0] = FLAT * scale;
  if (!growToTetrahedron(p, difference)) {
    flatDepth(out, p, simplex, difference);
    return;
  }
  p.beside[0] = BESIDE * scale;
  startFaces(p);
  out.depth[0] = Infinity;
  while (true) {
    const f = nearestFace(p);
    for (let x = 0; x < 3; x++) direction[x] = p.normals[3 * f + x];
    const last = p.vertexCount;
    supportDifference(p.w, p.a, p.b, last, difference, direction);
    findHeight(0, p, last);
    const upper = heights[0];
    if (upper < out.depth[0] + TOLERANCE * scale) {
      out.depth[0] = upper;
      keepFace(out, p, f);
    }
    if (upper - p.distances[f] <= TOLERANCE * scale) return;
    p.vertexCount++;
    if (p.vertexCount === MOST_VERTICES || !expandPolytope(p, f)) return;
  }
}

function copySimplex(p: Polytope, simplex: Simplex): void {
  p.vertexCount = simplex.count;
  for (let i = 0; i < 3 * simplex.count; i++) {
    p.w[i] = simplex.w[i];
    p.a[i] = simplex.a[i];
    p.b[i] = simplex.b[i];
  }
}

/** The height of a vertex along `direction`. */
function findHeight(at: number, p: Polytope, i: number): void {
  heights[at] = direction[0] * p.w[3 * i] + direction[1] * p.w[3 * i + 1] + direction[2] * p.w[3 * i + 2];
}

/** Whether the height of a vertex differs from that of the first by more than the limit of flatness. */
function isOff(p: Polytope, i: number): boolean {
  findHeight(0, p, i);
  findHeight(1, p, 0);
  return heights[0] - heights[1] > flat[0];
}

/** A face's normal, and the points of both bodies where the origin's foot on the face comes from. */
function keepFace(out: Depth, p: Polytope, f: number): void {
  weighFoot(weights, p, f);
  for (let x = 0; x < 3; x++) {
    out.normal[x] = p.normals[3 * f + x];
    out.pointA[x] = out.pointB[x] = 0;
    for (let k = 0; k < 3; k++) {
      out.pointA[x] += weights[k] * p.a[3 * p.faces[3 * f + k] + x];
      out.pointB[x] += weights[k] * p.b[3 * p.faces[3 * f + k] + x];
    }
  }
}

/** Adds vertices until four are not in one plane; false if the difference is flat. */
function growToTetrahedron(p: Polytope, difference: MinkowskiDifference): boolean {
  if (p.vertexCount === 4) {
    crossAt(direction, p.w, 0, 1, 2);
    if (normalizeDirection()) {
      findHeight(0, p, 3);
      findHeight(1, p, 0);
      if (Math.abs(heights[0] - heights[1]) > flat[0]) return true;
    }
    p.vertexCount = 3;
  }
  if (p.vertexCount >= 3) {
    crossAt(direction, p.w, 0, 1, 2);
    if (!normalizeDirection()) p.vertexCount = 2;
  }
  if (p.vertexCount === 2) {
    measureSide(heights, 0, p.w, 0, 1);
    if (Math.sqrt(heights[0]) <= flat[0]) p.vertexCount = 1;
  }
  if (p.vertexCount === 1 && !growAlongAxes(p, difference)) return false;
  if (p.vertexCount === 2 && !growAcross(p, difference)) return false;
  crossAt(direction, p.w, 0, 1, 2);
  normalizeDirection();
  return growAlong(p, difference) || growAlong(p, difference);
}

/** Adds the farthest vertex along `direction` if it differs from the others; otherwise tries the opposite direction. */
function growAlong(p: Polytope, difference: MinkowskiDifference): boolean {
  supportDifference(p.w, p.a, p.b, p.vertexCount, difference, direction);
  if (isOff(p, p.vertexCount)) {
    p.vertexCount++;
    return true;
  }
  for (let x = 0; x < 3; x++) direction[x] = -direction[x];
  return false;
}

function growAlongAxes(p: Polytope, difference: MinkowskiDifference): boolean {
  for (let axis = 0; axis < 3; axis++) {
    direction.fill(0);
    direction[axis] = 1;
    if (growAlong(p, difference) || growAlong(p, difference)) return true;
  }
  direction.fill(0);
  direction[2] = 1;
  return false;
}

const line = new Float64Array(3);

/** Adds a third vertex off the line of two, sought across the line. */
function growAcross(p: Polytope, difference: MinkowskiDifference): boolean {
  let least = 0;
  for (let x = 0; x < 3; x++) {
    line[x] = p.w[3 + x] - p.w[x];
    if (Math.abs(line[x]) < Math.abs(line[least])) least = x;
  }
  const i = (least + 1) % 3;
  const j = (least + 2) % 3;
  for (let turn = 0; turn < 2; turn++) {
    direction[least] = 0;
    direction[i] = -line[j];
    direction[j] = line[i];
    if (turn === 1) {
      vec3.cross(direction, line, direction);
    }
    normalizeDirection();
    if (growAlong(p, difference) || growAlong(p, difference)) return true;
  }
  return false;
}

function normalizeDirection(): boolean {
  const length = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
  if (!(length > 0)) return false;
  for (let x = 0; x < 3; x++) direction[x] /= length;
  return true;
}

/** Cores without a volume between them cross in a plane, a line or a point: any direction out of it separates them. */
function flatDepth(out: Depth, p: Polytope, simplex: Simplex, difference: MinkowskiDifference): void {
  if (!normalizeDirection()) direction[2] = 1;
  supportDifference(p.w, p.a, p.b, p.vertexCount, difference, direction);
  findHeight(0, p, p.vertexCount);
  out.depth[0] = heights[0];
  for (let x = 0; x < 3; x++) {
    out.normal[x] = direction[x];
    out.pointA[x] = out.pointB[x] = 0;
    for (let k = 0; k < simplex.count; k++) {
      out.pointA[x] += simplex.weights[k] * simplex.a[3 * k + x];
      out.pointB[x] += simplex.weights[k] * simplex.b[3 * k + x];
    }
  }
}
