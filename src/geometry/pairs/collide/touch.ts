// Contacts at one point: for pairs that cannot touch along a segment or a face, or whose larger contacts shrink to one.
import { createCandidates, finishManifold, type Manifold } from "../../contact/manifold.ts";
import type { Proximity } from "../../contact/proximity.ts";

const candidates = createCandidates(1);

/** The one contact of a proximity within the margin; none for infinite shapes that cross. */
export function touchAt(out: Manifold, proximity: Proximity, feature: number): number {
  candidates.count = 0;
  if (proximity.distance <= out.margin[0] && proximity.distance > -Infinity) {
    const { pointA, pointB } = proximity;
    for (let x = 0; x < 3; x++) candidates.positions[x] = (pointA[x] + pointB[x]) / 2;
    candidates.penetrations[0] = -proximity.distance;
    candidates.features[0] = feature;
    candidates.count = 1;
  }
  return finishManifold(out, candidates, proximity.normal);
}
