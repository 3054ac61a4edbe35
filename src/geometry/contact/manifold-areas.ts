// The contacts of many leaves as one manifold: points with equal normals form one area, represented by four of them;
// the areas with the deepest points come first.
import type { Numbers } from "../../math/vectors/vec3.ts";
import { addArea, addCandidate, createCandidates, type Manifold, MOST_CONTACTS, meanOfDeepest } from "./manifold.ts";

/** The most points that are examined; more occur only where a body lies in a heap of small triangles. */
const MOST_POINTS = 512;
/** The cosine of the angle within which normals count as equal. */
const AGREEING = 0.9998;

const all = createCandidates(MOST_POINTS);
const normals: Numbers = new Float64Array(3 * MOST_POINTS);
const taken = new Uint8Array(MOST_POINTS);
const area = createCandidates(MOST_POINTS);
const normal = new Float64Array(3);
/** In memory: a point and its depth. */
const spot = new Float64Array(4);

export function beginAreas(): void {
  all.count = 0;
}

/** Adds the points of two leaves' contact; the features identify the leaves. */
export function collectManifold(from: Manifold, leafA: number, leafB: number): void {
  for (let i = 0; i < from.count && all.count < MOST_POINTS; i++) {
    for (let x = 0; x < 3; x++) normals[3 * all.count + x] = from.normals[3 * i + x];
    for (let x = 0; x < 3; x++) spot[x] = from.positions[3 * i + x];
    spot[3] = from.penetrations[i];
    const feature = (Math.imul(from.features[i], 31) + Math.imul(leafA, 1000003) + Math.imul(leafB, 7368787)) | 0;
    addCandidate(all, spot, feature);
  }
}

/** Writes the manifold; returns how many points it has. */
export function finishAreas(out: Manifold): number {
  out.count = 0;
  taken.fill(0, 0, all.count);
  for (let first = deepest(); first >= 0 && out.count < MOST_CONTACTS; first = deepest()) {
    for (let x = 0; x < 3; x++) normal[x] = normals[3 * first + x];
    if (out.count === 0) for (let x = 0; x < 3; x++) out.normal[x] = normal[x];
    takeAgreeing(out.margin);
    if (out.count === 0) meanOfDeepest(out, area);
    // Corners of triangles under an edge or a side of the other body add nothing to it.
    addArea(out, area, normal, 2);
  }
  return out.count;
}

/** Makes one area of the remaining points whose normals equal `normal`. */
function takeAgreeing(margin: Float64Array): void {
  area.count = 0;
  for (let i = 0; i < all.count; i++) {
    if (taken[i] === 1) continue;
    const agreement = normal[0] * normals[3 * i] + normal[1] * normals[3 * i + 1] + normal[2] * normals[3 * i + 2];
    if (agreement < AGREEING) continue;
    taken[i] = 1;
    if (!isDoubled(i, margin)) addPoint(i);
  }
}

function deepest(): number {
  let best = -1;
  for (let i = 0; i < all.count; i++)
    if (taken[i] === 0 && (best < 0 || all.penetrations[i] > all.penetrations[best])) best = i;
  return best;
}

/** Whether a point is a duplicate: neighbouring leaves meet the same corner of the other body. */
function isDoubled(i: number, margin: Float64Array): boolean {
  const p = all.positions;
  const q = area.positions;
  for (let k = 0; k < area.count; k++) {
    let squared = 0;
    for (let x = 0; x < 3; x++) squared += (p[3 * i + x] - q[3 * k + x]) * (p[3 * i + x] - q[3 * k + x]);
    if (squared <= 1e-4 * margin[0] * margin[0]) return true;
  }
  return false;
}

function addPoint(i: number): void {
  for (let x = 0; x < 3; x++) spot[x] = all.positions[3 * i + x];
  spot[3] = all.penetrations[i];
  addCandidate(area, spot, all.features[i]);
}
