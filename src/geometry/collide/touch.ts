// Contacts at one point: of pairs that cannot touch along a segment or a face, and where larger contacts shrink to one.
import type { Vec3 } from "../../math/vec3.ts";
import { addCandidate, createCandidates, finishManifold, type Manifold } from "../manifold.ts";
import type { Proximity } from "../proximity.ts";

const candidates = createCandidates(1);

/** The one contact of a proximity within `margin`; none of shapes without end that cross. */
export function touchAt(out: Manifold, proximity: Proximity, feature: number, margin: number): number {
  candidates.count = 0;
  if (proximity.distance <= margin && proximity.distance > -Infinity) {
    addMiddle(proximity.pointA, proximity.pointB, -proximity.distance, feature);
  }
  return finishManifold(out, candidates, proximity.normal, margin);
}

function addMiddle(a: Vec3, b: Vec3, penetration: number, feature: number): void {
  addCandidate(candidates, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2, penetration, feature);
}
