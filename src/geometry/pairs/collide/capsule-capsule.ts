// Two capsules, in the frame of the first: one point where they cross, two where they are side by side.
import * as vec3 from "../../../math/vectors/vec3.ts";
import { addCandidate, createCandidates, finishManifold, type Manifold } from "../../contact/manifold.ts";
import { createProximity } from "../../contact/proximity.ts";
import type { Pose } from "../../shapes/pose.ts";
import type { Capsule } from "../../shapes/shape.ts";
import { distanceCapsuleCapsule } from "../distance/capsule.ts";
import { touchAt } from "./touch.ts";

/** The sine of the angle up to which capsules count as side by side. */
const ALONG = 0.02;

const proximity = createProximity();
const candidates = createCandidates(4);

/** Features 0 and 1 are over the ends of the second capsule, 2 and 3 over those of the first. */
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

// Where the axes are side by side, an end of one has a foot on the other.
function addEnds({ margin }: Manifold, a: Capsule, b: Capsule, bInA: Pose): void {
  const c = bInA.position;
  const r = bInA.rotation;
  for (let end = 0; end < 2; end++) {
    const t = end === 0 ? -b.half : b.half;
    const z = c[2] + t * r[8];
    if (Math.abs(z) <= a.half) {
      onA[2] = z;
      for (let x = 0; x < 2; x++) onB[x] = c[x] + t * r[3 * x + 2];
      onB[2] = z;
      addBetween(a, b, margin, end);
    }
    const s = end === 0 ? -a.half : a.half;
    const foot = s * r[8] - (r[2] * c[0] + r[5] * c[1] + r[8] * c[2]);
    if (!(Math.abs(foot) < b.half)) continue;
    onA[2] = s;
    for (let x = 0; x < 3; x++) onB[x] = c[x] + foot * r[3 * x + 2];
    addBetween(a, b, margin, 2 + end);
  }
}

const onA = new Float64Array(3);
const onB = new Float64Array(3);
const spot = new Float64Array(4);

/** Adds the point half way between the surfaces, from points of both axes; the axis of the first is the z-axis. */
function addBetween(a: Capsule, b: Capsule, margin: Float64Array, name: number): void {
  onA[0] = onA[1] = 0;
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
  for (let x = 0; x < 3; x++) spot[x] = onA[x] / 2;
  spot[3] = -gap;
  addCandidate(candidates, spot, name);
}
