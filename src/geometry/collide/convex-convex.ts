// Any two convex shapes, in the frame of the first: the area where a flat side of one lies on the other, the stretch where two
// sides lie along each other, or the point where they are nearest.
import type { Vec3 } from "../../math/vec3.ts";
import * as vec3 from "../../math/vec3.ts";
import { reachOf } from "../bounds.ts";
import { radiusAround, supportCore } from "../core.ts";
import { distanceConvexConvex } from "../distance/convex-convex.ts";
import { addCandidate, createCandidates, finishManifold, type Manifold } from "../manifold.ts";
import { createOutline, type Outline, outlineTowards } from "../outline.ts";
import { MOST_OVERLAPS, overlapOutlines } from "../outline-overlap.ts";
import { createPose, type Pose } from "../pose.ts";
import { createProximity } from "../proximity.ts";
import type { Convex } from "../shape.ts";
import { touchAt } from "./touch.ts";

/** Relative to the lengths involved: heights this near are equal, points this near are one. */
const ROUNDING = 1e-12;
const LARGEST_SLACK = 1e-7;

const proximity = createProximity();
const candidates = createCandidates(MOST_OVERLAPS);
const outlineA = createOutline();
const outlineB = createOutline();
const here = createPose();
const normal = new Float64Array(3);
const direction = new Float64Array(3);
const point = new Float64Array(3);

/** In memory: depths and lengths of the pair at hand. */
const pair = new Float64Array(4);
const [DISTANCE, MARGIN, SLACK, BIAS] = [0, 1, 2, 3];

/**
 * Contacts within the margin. A flat side is preferred to edges and corners, and the first shape's to the second's, where they differ
 * by less than a tenth of the margin or a fiftieth of the depth, as it is with cuboids.
 */
export function collideConvexConvex(out: Manifold, a: Convex, b: Convex, bInA: Pose): number {
  const margin = out.margin[0];
  distanceConvexConvex(proximity, a, b, bInA);
  out.count = 0;
  if (!(proximity.distance <= margin)) return 0;
  setPair(a, b, bInA, out);
  vec3.copy(normal, proximity.normal);
  vec3.scale(direction, normal, -1);
  const tilt = 0.05 * margin;
  outlineTowards(outlineA, a, here, direction, tilt);
  outlineTowards(outlineB, b, bInA, normal, tilt);
  candidates.count = 0;
  if (isFace(outlineA) && lowestOver(outlineA, b, bInA) >= pair[DISTANCE] - pair[BIAS]) {
    vec3.scale(normal, outlineA.normal, -1);
    outlineTowards(outlineB, b, bInA, normal, tilt);
    overlapOutlines(candidates, outlineA, outlineB, margin, pair[SLACK]);
  } else if (isFace(outlineB) && lowestOver(outlineB, a, here) >= pair[DISTANCE] - pair[BIAS]) {
    vec3.copy(normal, outlineB.normal);
    vec3.scale(direction, normal, -1);
    outlineTowards(outlineA, a, here, direction, tilt);
    overlapOutlines(candidates, outlineB, outlineA, margin, pair[SLACK]);
    markSecond();
  } else if (outlineA.count === 2 && outlineB.count === 2) {
    alongSides();
  }
  if (candidates.count > 0) return finishManifold(out, candidates, normal);
  return touchAt(out, proximity, nameOf(outlineA, outlineB));
}

/** The same on a flat side of the first that is told: towards `facing`. */
export function collideOnFace(out: Manifold, a: Convex, facing: Vec3, b: Convex, bInA: Pose): number {
  const margin = out.margin[0];
  setPair(a, b, bInA, out);
  outlineTowards(outlineA, a, here, facing, 0.05 * margin);
  vec3.scale(normal, outlineA.normal, -1);
  outlineTowards(outlineB, b, bInA, normal, 0.05 * margin);
  candidates.count = 0;
  overlapOutlines(candidates, outlineA, outlineB, margin, pair[SLACK]);
  return finishManifold(out, candidates, normal);
}

function setPair(a: Convex, b: Convex, bInA: Pose, out: Manifold): void {
  const margin = out.margin[0];
  const p = bInA.position;
  const scale = reachOf(a) + reachOf(b) + Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[2]);
  const least = ROUNDING * scale;
  pair[DISTANCE] = proximity.distance;
  pair[MARGIN] = margin;
  pair[SLACK] = Math.max(least, Math.min(margin, LARGEST_SLACK * scale));
  pair[BIAS] = least + 0.1 * margin + 0.02 * Math.max(0, -proximity.distance);
}

function isFace(outline: Outline): boolean {
  return outline.count >= 3;
}

const local = new Float64Array(3);

/** How high the other body's lowest point is over a flat side. */
function lowestOver(face: Outline, other: Convex, pose: Pose): number {
  const n = face.normal;
  const r = pose.rotation;
  for (let j = 0; j < 3; j++) local[j] = -(r[j] * n[0] + r[3 + j] * n[1] + r[6 + j] * n[2]);
  supportCore(point, other, local);
  let along = -radiusAround(other);
  for (let j = 0; j < 3; j++) along -= local[j] * point[j];
  for (let x = 0; x < 3; x++) along += n[x] * (pose.position[x] - face.points[x]);
  return along;
}

/** The names of points on the second's side are told from those on the first's. */
function markSecond(): void {
  for (let i = 0; i < candidates.count; i++) candidates.features[i] |= 1 << 25;
}

function nameOf(a: Outline, b: Outline): number {
  return a.count >= 3 || b.count >= 3 ? 0 : 1;
}

/** The sine of the angle between sides that lie along each other. */
const ALONG = 0.02;

// Sides p + s u and q + t w, nearly parallel: the ends of what they have beside each other. Off the line of nearest points
// by x, two round sides are x²/2(R + r) farther apart.
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
    addBeside(p, uu, q, end, end);
    addBeside(q, ww, p, end, 2 + end);
  }
}

/** An end of one side, where it is beside the other: p + s u with 0 ≤ s ≤ 1. */
function addBeside(side: Float64Array, squared: number, ends: Float64Array, end: number, name: number): void {
  let s = 0;
  for (let x = 0; x < 3; x++) s += ((side[3 + x] - side[x]) * (ends[3 * end + x] - side[x])) / squared;
  if (!(s >= -1e-9 && s <= 1 + 1e-9)) return;
  let height = 0;
  let apart = 0;
  for (let x = 0; x < 3; x++) {
    const d = ends[3 * end + x] - side[x] - s * (side[3 + x] - side[x]);
    point[x] = ends[3 * end + x] - d / 2;
    height += normal[x] * d;
    apart += d * d;
  }
  // Named 0 and 1 are ends of b beside a: b - a; the others a - b.
  const gap = name < 2 ? -height : height;
  const off = Math.max(0, apart - height * height);
  const grown = gap + off / (2 * (outlineA.radius[0] + outlineB.radius[0]));
  if (grown > pair[MARGIN]) return;
  for (let i = 0; i < candidates.count; i++) {
    const c = candidates.positions;
    let same = 0;
    for (let x = 0; x < 3; x++) same += Math.abs(c[3 * i + x] - point[x]);
    if (same <= pair[SLACK]) return;
  }
  addCandidate(candidates, point[0], point[1], point[2], -grown, name);
}
