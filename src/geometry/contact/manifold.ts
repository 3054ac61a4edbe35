// Where two bodies touch: up to four points with one normal that represent a whole area of contact, and its middle.
// Shapes made of others may touch in several areas, with a normal each.
//
// A pair's function first collects every vertex of the area as a candidate, in the frame of the first body, then
// `finishManifold` chooses. All arrays are reused; nothing is allocated.
import * as mat3 from "../../math/vectors/mat3.ts";
import type { Numbers, Vec3 } from "../../math/vectors/vec3.ts";
import { type Pose, transformPoint } from "../shapes/pose.ts";

/** The most points of one area, and of a pair. */
export const MOST_OF_AREA = 4;
export const MOST_CONTACTS = 16;

/**
 * An area that is level within this angle has one point in its middle, if a pair is to have one point; any other area
 * has it at its lowest edge or corner.
 */
export const LEVEL_ANGLE = 1e-4;

export interface Manifold {
  count: number;
  /** One number, at least 0, that the caller writes: bodies within this distance are in contact. */
  readonly margin: Float64Array;
  /** Three coordinates a point, half way between the two surfaces. */
  readonly positions: Float64Array;
  /** Three coordinates a point: a unit vector that points to the first body. */
  readonly normals: Float64Array;
  /** Positive where the bodies overlap, down to -margin where they are apart. */
  readonly penetrations: Float64Array;
  /** Names of the features that make each point: equal from step to step while the same features touch. */
  readonly features: Int32Array;
  /**
   * One point for the whole: the mean of the extremities (vertices of the area, ends of the segment) that are within
   * the margin of the deepest one, or hardly higher.
   */
  readonly center: Vec3;
  /**
   * One number that the caller may write: the tangent of the angle up to which an extremity counts as hardly higher; 0.
   */
  readonly level: Float64Array;
  /** One number: the depth of the deepest point. */
  readonly depth: Float64Array;
  /** The normal at the deepest point. */
  readonly normal: Vec3;
}

export function createManifold(): Manifold {
  return {
    count: 0,
    margin: new Float64Array(1),
    positions: new Float64Array(3 * MOST_CONTACTS),
    normals: new Float64Array(3 * MOST_CONTACTS),
    penetrations: new Float64Array(MOST_CONTACTS),
    features: new Int32Array(MOST_CONTACTS),
    center: new Float64Array(3),
    level: new Float64Array(1),
    depth: new Float64Array(1),
    normal: new Float64Array(3),
  };
}

/** Candidates for the points of one manifold, of one normal. */
export interface Candidates {
  count: number;
  readonly positions: Float64Array;
  readonly penetrations: Float64Array;
  readonly features: Int32Array;
}

export function createCandidates(most: number): Candidates {
  return {
    count: 0,
    positions: new Float64Array(3 * most),
    penetrations: new Float64Array(most),
    features: new Int32Array(most),
  };
}

/** Adds a candidate; `at` has its coordinates and penetration. */
export function addCandidate(out: Candidates, at: Numbers, feature: number): void {
  const n = out.count++;
  for (let x = 0; x < 3; x++) out.positions[3 * n + x] = at[x];
  out.penetrations[n] = at[3];
  out.features[n] = feature;
}

const chosen = new Int32Array(MOST_OF_AREA);

/** Fills `out` from all candidates of one normal; returns the number of points. */
export function finishManifold(out: Manifold, candidates: Candidates, normal: Vec3): number {
  out.count = 0;
  addArea(out, candidates, normal, MOST_OF_AREA);
  out.normal.set(normal);
  if (out.count > 0) meanOfDeepest(out, candidates);
  return out.count;
}

/** Adds the points that represent all candidates of one normal, the deepest first. Up to `few` are all taken. */
export function addArea(out: Manifold, candidates: Candidates, normal: Vec3, few: number): void {
  const count = Math.min(choose(out, candidates, normal, few), MOST_CONTACTS - out.count);
  for (let k = 0; k < count; k++) {
    const from = chosen[k];
    const i = out.count++;
    for (let x = 0; x < 3; x++) {
      out.positions[3 * i + x] = candidates.positions[3 * from + x];
      out.normals[3 * i + x] = normal[x];
    }
    out.penetrations[i] = candidates.penetrations[from];
    out.features[i] = candidates.features[from];
  }
}

/** The mean of the candidates within the margin of the deepest, or hardly higher. */
export function meanOfDeepest({ center, margin, level, depth }: Manifold, candidates: Candidates): void {
  const { positions, penetrations, count } = candidates;
  const deepest = deepestOf(candidates, count);
  const least = penetrations[deepest] - margin[0];
  depth[0] = penetrations[deepest];
  let n = 0;
  center[0] = center[1] = center[2] = 0;
  for (let i = 0; i < count; i++) {
    if (penetrations[i] < least) {
      const rise = least - penetrations[i];
      let squared = 0;
      for (let x = 0; x < 3; x++) {
        const way = positions[3 * i + x] - positions[3 * deepest + x];
        squared += way * way;
      }
      if (rise * rise > level[0] * level[0] * squared) continue;
    }
    n++;
    for (let x = 0; x < 3; x++) center[x] += positions[3 * i + x];
  }
  for (let x = 0; x < 3; x++) center[x] /= n;
}

/** An area smaller than this, relative to the square of its length, counts as a line. */
const THIN = 1e-12;

/**
 * Depths that differ by less than these shares of the margin and of the depth count as equal: the choice must not
 * flicker from step to step.
 */
const alikeOfMargin = 1e-4;
const alikeOfDepth = 0.02;

function deepestOf(c: Candidates, n: number): number {
  let deepest = 0;
  for (let i = 1; i < n; i++) if (c.penetrations[i] > c.penetrations[deepest]) deepest = i;
  return deepest;
}

// Chooses four candidates: the deepest, or the first as deep; the one farthest from it; the one that makes the largest
// triangle with both; and the one that adds most to that triangle across one of its sides. Areas are seen along the
// normal. Of equals the first.
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: lengths and areas between its steps would go on the heap
function choose({ margin }: Manifold, c: Candidates, normal: Vec3, few: number): number {
  const n = c.count;
  if (n <= few) {
    for (let i = 0; i < n; i++) chosen[i] = i;
    putDeepestFirst(c, n);
    return n;
  }
  const p = c.positions;
  const depth = c.penetrations[deepestOf(c, n)];
  const deep = depth - alikeOfMargin * margin[0] - alikeOfDepth * Math.max(0, depth);
  let first = 0;
  while (c.penetrations[first] < deep) first++;
  let farthest = 0;
  let second = 0;
  for (let i = 0; i < n; i++) {
    const x = p[3 * first] - p[3 * i];
    const y = p[3 * first + 1] - p[3 * i + 1];
    const z = p[3 * first + 2] - p[3 * i + 2];
    const far = x * x + y * y + z * z;
    if (far > farthest) {
      farthest = far;
      second = i;
    }
  }
  chosen[0] = first;
  chosen[1] = second;
  chosen[2] = 0;
  let size = 0;
  for (let i = 0; i < n; i++) {
    measureArea(p, normal, 0, 1, i);
    if (Math.abs(span[0]) > Math.abs(size)) {
      size = span[0];
      chosen[2] = i;
    }
  }
  const outwards = size > 0 ? -1 : 1;
  chosen[3] = 0;
  let most = 0;
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) {
      measureArea(p, normal, k, k === 2 ? 0 : k + 1, i);
      const across = outwards * span[0];
      if (across > most) {
        most = across;
        chosen[3] = i;
      }
    }
  }
  const least = THIN * farthest;
  const count = farthest === 0 ? 1 : Math.abs(size) <= least ? 2 : most <= least ? 3 : 4;
  putDeepestFirst(c, count);
  return count;
}

/** Moves the deepest of the chosen candidates to the front. */
function putDeepestFirst(c: Candidates, count: number): void {
  let deepest = 0;
  for (let k = 1; k < count; k++) if (c.penetrations[chosen[k]] > c.penetrations[chosen[deepest]]) deepest = k;
  const first = chosen[0];
  chosen[0] = chosen[deepest];
  chosen[deepest] = first;
}

/** In memory: twice the signed area measured last. */
const span = new Float64Array(1);

/** Measures the triangle of candidate k and the chosen ones `from` and `to`, seen along the normal. */
function measureArea(p: Float64Array, normal: Vec3, from: number, to: number, k: number): void {
  const i = chosen[from];
  const j = chosen[to];
  const ux = p[3 * j] - p[3 * i];
  const uy = p[3 * j + 1] - p[3 * i + 1];
  const uz = p[3 * j + 2] - p[3 * i + 2];
  const vx = p[3 * k] - p[3 * i];
  const vy = p[3 * k + 1] - p[3 * i + 1];
  const vz = p[3 * k + 2] - p[3 * i + 2];
  span[0] = normal[0] * (uy * vz - uz * vy) + normal[1] * (uz * vx - ux * vz) + normal[2] * (ux * vy - uy * vx);
}

/** Reduces the manifold to one point. */
export function keepMiddle(out: Manifold): void {
  out.count = 1;
  out.positions.set(out.center);
  out.normals.set(out.normal);
  out.penetrations[0] = out.depth[0];
  out.features[0] = 0;
}

/** Swaps the roles of the bodies. */
export function swapManifold(out: Manifold): void {
  for (let i = 0; i < 3 * out.count; i++) out.normals[i] = 0 - out.normals[i];
  for (let i = 0; i < 3; i++) out.normal[i] = 0 - out.normal[i];
}

const vector = new Float64Array(3);

/** Transforms the manifold from the frame of a body at `pose` to the outer one. */
export function turnManifold(out: Manifold, pose: Pose): void {
  for (let i = 0; i < out.count; i++) {
    for (let x = 0; x < 3; x++) vector[x] = out.positions[3 * i + x];
    transformPoint(vector, pose, vector);
    for (let x = 0; x < 3; x++) out.positions[3 * i + x] = vector[x];
    for (let x = 0; x < 3; x++) vector[x] = out.normals[3 * i + x];
    mat3.multiplyVec(vector, pose.rotation, vector);
    for (let x = 0; x < 3; x++) out.normals[3 * i + x] = vector[x];
  }
  transformPoint(out.center, pose, out.center);
  mat3.multiplyVec(out.normal, pose.rotation, out.normal);
}
