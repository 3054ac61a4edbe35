// Two capsules, in the frame of the first: one point where they cross, two where they lie along each other.
import * as vec3 from "../../math/vec3.ts";
import { distanceCapsuleCapsule } from "../distance/capsule.ts";
import { addCandidate, createCandidates, finishManifold, type Manifold } from "../manifold.ts";
import type { Pose } from "../pose.ts";
import { createProximity } from "../proximity.ts";
import type { Capsule } from "../shape.ts";
import { touchAt } from "./touch.ts";

/** The sine of the angle between capsules that lie along each other. */
const ALONG = 0.02;

const proximity = createProximity();
const candidates = createCandidates(4);

/** The points are 0, 1: over the ends of the second; 2, 3: over those of the first. */
export function collideCapsuleCapsule(out: Manifold, a: Capsule, b: Capsule, bInA: Pose): number {
  distanceCapsuleCapsule(proximity, a, b, bInA);
  out.count = 0;
  if (!(proximity.distance <= out.margin[0])) return 0;
  candidates.count = 0;
  const r = bInA.rotation;
  if (r[2] * r[2] + r[5] * r[5] <= ALONG * ALONG) addEnds(out, a, b, bInA);
  if (candidates.count >= 2) return finishManifold(out, candidates, proximity.normal);
  return touchAt(out, proximity, 4);
}

// Where the axes have a stretch beside each other, an end of one has a foot on the other.
function addEnds({ margin }: Manifold, a: Capsule, b: Capsule, bInA: Pose): void {
  const c = bInA.position;
  const r = bInA.rotation;
  for (let end = 0; end < 2; end++) {
    const t = end === 0 ? -b.half : b.half;
    const z = c[2] + t * r[8];
    if (Math.abs(z) <= a.half) addBetween(0, 0, z, c[0] + t * r[2], c[1] + t * r[5], z, a, b, margin, end);
    const s = end === 0 ? -a.half : a.half;
    const foot = s * r[8] - (r[2] * c[0] + r[5] * c[1] + r[8] * c[2]);
    if (Math.abs(foot) < b.half)
      addBetween(0, 0, s, c[0] + foot * r[2], c[1] + foot * r[5], c[2] + foot * r[8], a, b, margin, 2 + end);
  }
}

const onA = new Float64Array(3);
const onB = new Float64Array(3);

/** Half way between the surfaces, from points of both axes. */
function addBetween(
  ax: number, ay: number, az: number, bx: number, by: number, bz: number,
  a: Capsule, b: Capsule, margin: Float64Array, name: number,
): void {
  vec3.set(onA, ax, ay, az);
  vec3.set(onB, bx, by, bz);
  const gap = vec3.distance(onA, onB) - a.radius - b.radius;
  if (gap > margin[0] || candidates.count === 4) return;
  vec3.addScaled(onA, onA, proximity.normal, -a.radius);
  vec3.addScaled(onB, onB, proximity.normal, b.radius);
  vec3.add(onA, onA, onB);
  const p = candidates.positions;
  for (let i = 0; i < candidates.count; i++) {
    let apart = 0;
    for (let x = 0; x < 3; x++) apart += Math.abs(p[3 * i + x] - onA[x] / 2);
    if (apart <= 1e-9 * (a.half + b.half)) return;
  }
  addCandidate(candidates, onA[0] / 2, onA[1] / 2, onA[2] / 2, -gap, name);
} // biome-ignore format: coordinates
