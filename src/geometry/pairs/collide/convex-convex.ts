// Any two convex shapes, in the frame of the first: the area where a flat side of one lies on the other, the segment
// where two sides are side by side, or the nearest point.
import type { Vec3 } from "../../../math/vectors/vec3.ts";
import * as vec3 from "../../../math/vectors/vec3.ts";
import { addCandidate, createCandidates, finishManifold, type Manifold } from "../../contact/manifold.ts";
import { createProximity } from "../../contact/proximity.ts";
import { type ContactOutline, createOutline, outlineTowards } from "../../convex/outline.ts";
import { MOST_OVERLAPS, overlapOutlines } from "../../convex/outline-overlap.ts";
import { findReach } from "../../shapes/bounds.ts";
import { radiusAround, supportCore } from "../../shapes/core.ts";
import { createPose, type Pose } from "../../shapes/pose.ts";
import type { Convex } from "../../shapes/shape.ts";
import { distanceConvexConvex } from "../distance/convex-convex.ts";
import { touchAt } from "./touch.ts";

/** Relative to the lengths involved: heights and points this close count as equal. */
const ROUNDING = 1e-12;
const LARGEST_SLACK = 1e-7;

const proximity = createProximity();
const candidates = createCandidates(MOST_OVERLAPS);
const outlineA = createOutline();
const outlineB = createOutline();
const here = createPose();
const normal = new Float64Array(3);
const direction = new Float64Array(3);
/** A point, and its depth where it is a candidate. */
const point = new Float64Array(4);

/**
 * In memory: depths and lengths of the present pair, and the height of the other body's lowest point over a flat side.
 */
const pair = new Float64Array(3);
const [DISTANCE, BIAS, LOWEST] = [0, 1, 2];
const reaches = new Float64Array(1);
const limits = new Float64Array(2);
const [MARGIN, SLACK] = [0, 1];

/**
 * Contacts within the margin. A flat side is preferred to edges and corners, and the first shape's to the second's, if
 * they differ by less than a tenth of the margin or a fiftieth of the depth, as with cuboids.
 */
export function collideConvexConvex(out: Manifold, a: Convex, b: Convex, bInA: Pose): number {
  distanceConvexConvex(proximity, a, b, bInA);
  out.count = 0;
  if (!(proximity.distance <= out.margin[0])) return 0;
  setPair(a, b, bInA, out);
  vec3.copy(normal, proximity.normal);
  vec3.scale(direction, normal, -1);
  outlineTowards(outlineA, a, here, direction);
  outlineTowards(outlineB, b, bInA, normal);
  candidates.count = 0;
  if (isUnder(outlineA, b, bInA)) {
    vec3.scale(normal, outlineA.normal, -1);
    outlineTowards(outlineB, b, bInA, normal);
    overlapOutlines(candidates, outlineA, outlineB, limits);
  } else if (isUnder(outlineB, a, here)) {
    vec3.copy(normal, outlineB.normal);
    vec3.scale(direction, normal, -1);
    outlineTowards(outlineA, a, here, direction);
    overlapOutlines(candidates, outlineB, outlineA, limits);
    markSecond();
  } else if (outlineA.count === 2 && outlineB.count === 2) {
    alongSides();
  }
  if (candidates.count > 0) return finishManifold(out, candidates, normal);
  return touchAt(out, proximity, nameOf(outlineA, outlineB));
}

/** Collides two convex shapes on a given flat side of the first, the one towards `facing`. */
export function collideOnFace(out: Manifold, a: Convex, facing: Vec3, b: Convex, bInA: Pose): number {
  setPair(a, b, bInA, out);
  outlineTowards(outlineA, a, here, facing);
  vec3.scale(normal, outlineA.normal, -1);
  outlineTowards(outlineB, b, bInA, normal);
  candidates.count = 0;
  overlapOutlines(candidates, outlineA, outlineB, limits);
  return finishManifold(out, candidates, normal);
}

function setPair(a: Convex, b: Convex, bInA: Pose, out: Manifold): void {
  const margin = out.margin[0];
  const p = bInA.position;
  findReach(reaches, a);
  const own = reaches[0];
  findReach(reaches, b);
  const scale = own + reaches[0] + Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[2]);
  const least = ROUNDING * scale;
  pair[DISTANCE] = proximity.distance;
  limits[MARGIN] = margin;
  limits[SLACK] = Math.max(least, Math.min(margin, LARGEST_SLACK * scale));
  pair[BIAS] = least + 0.1 * margin + 0.02 * Math.max(0, -proximity.distance);
  outlineA.slack[0] = outlineB.slack[0] = 0.05 * margin;
}

/** Whether an outline is a flat side under the other body. */
function isUnder(outline: ContactOutline, other: Convex, pose: Pose): boolean {
  if (outline.count < 3) return false;
  findLowest(outline, other, pose);
  return pair[LOWEST] >= pair[DISTANCE] - pair[BIAS];
}

const local = new Float64Array(3);

function findLowest(face: ContactOutline, other: Convex, pose: Pose): void {
  const n = face.normal;
  const r = pose.rotation;
  for (let j = 0; j < 3; j++) local[j] = -(r[j] * n[0] + r[3 + j] * n[1] + r[6 + j] * n[2]);
  supportCore(point, other, local);
  let along = -radiusAround(other);
  for (let j = 0; j < 3; j++) along -= local[j] * point[j];
  for (let x = 0; x < 3; x++) along += n[x] * (pose.position[x] - face.points[x]);
  pair[LOWEST] = along;
}

/** Distinguishes the names of points on the second's side from those on the first's. */
function markSecond(): void {
  for (let i = 0; i < candidates.count; i++) candidates.features[i] |= 1 << 25;
}

function nameOf(a: ContactOutline, b: ContactOutline): number {
  return a.count >= 3 || b.count >= 3 ? 0 : 1;
}

/** The sine of the angle up to which sides count as side by side. */
const ALONG = 0.02;

// Sides p + s u and q + t w, nearly parallel: the ends of the part that they have side by side. Off the line of nearest
// points by x, two round sides are x²/2(R + r) farther apart.
function alongSides(): void {
  const p = outlineA.points;
  const q = outlineB.points;
  let uu = 0;
  let ww = 0;
  let uw = 0;
  for (let x = 0; x < 3; x++) {
    uu += (p[3 + x] - p[x]) * (p[3 + x] - p[x]);
    ww += (q[3 + x] - q[x]) * (q[3 + x] - q[x]);
    uw += (p[3 + x] - p[x]) * (q[3 + x] - q[x]);
  }
  if (!(uw * uw >= (1 - ALONG * ALONG) * uu * ww)) return;
  for (let end = 0; end < 2; end++) {
    squared[0] = uu;
    addBeside(p, q, end, end);
    squared[0] = ww;
    addBeside(q, p, end, 2 + end);
  }
}

/** In memory: the square of a side's length. */
const squared = new Float64Array(1);

/** Adds an end of one side, if it is beside the other: p + s u with 0 ≤ s ≤ 1. */
function addBeside(side: Float64Array, ends: Float64Array, end: number, name: number): void {
  let s = 0;
  for (let x = 0; x < 3; x++) s += ((side[3 + x] - side[x]) * (ends[3 * end + x] - side[x])) / squared[0];
  if (!(s >= -1e-9 && s <= 1 + 1e-9)) return;
  let height = 0;
  let apart = 0;
  for (let x = 0; x < 3; x++) {
    const d = ends[3 * end + x] - side[x] - s * (side[3 + x] - side[x]);
    point[x] = ends[3 * end + x] - d / 2;
    height += normal[x] * d;
    apart += d * d;
  }
  // Points 0 and 1 are ends of b beside a: b - a; the others a - b.
  const gap = name < 2 ? -height : height;
  const off = Math.max(0, apart - height * height);
  const grown = gap + off / (2 * (outlineA.radius[0] + outlineB.radius[0]));
  if (grown > limits[MARGIN]) return;
  for (let i = 0; i < candidates.count; i++) {
    const c = candidates.positions;
    let same = 0;
    for (let x = 0; x < 3; x++) same += Math.abs(c[3 * i + x] - point[x]);
    if (same <= limits[SLACK]) return;
  }
  point[3] = -grown;
  addCandidate(candidates, point, name);
}
