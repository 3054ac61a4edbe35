// Half space or plane against a cuboid: the corners below the surface or within the margin above it, in the frame of
// the flat body. A contact's feature is the number of the corner.
import * as vec3 from "../../../math/vectors/vec3.ts";
import { addCandidate, createCandidates, finishManifold, type Manifold } from "../../contact/manifold.ts";
import type { Pose } from "../../shapes/pose.ts";
import type { Cuboid, HalfSpace, Plane } from "../../shapes/shape.ts";

const candidates = createCandidates(8);
const normal = new Float64Array(3);
/** In memory: a corner and its depth. */
const spot = new Float64Array(4);

export function collideHalfSpaceCuboid(out: Manifold, _a: HalfSpace, b: Cuboid, bInA: Pose): number {
  return collideAbove(out, b, bInA, 1);
}

/** Contacts on the side of b's centre. */
export function collidePlaneCuboid(out: Manifold, _a: Plane, b: Cuboid, bInA: Pose): number {
  return collideAbove(out, b, bInA, bInA.position[2] >= 0 ? 1 : -1);
}

function collideAbove(out: Manifold, b: Cuboid, bInA: Pose, side: number): number {
  const margin = out.margin[0];
  const h = b.half;
  const p = bInA.position;
  const r = bInA.rotation;
  candidates.count = 0;
  for (let bits = 0; bits < 8; bits++) {
    const sx = bits & 1 ? h[0] : -h[0];
    const sy = bits & 2 ? h[1] : -h[1];
    const sz = bits & 4 ? h[2] : -h[2];
    const z = p[2] + sx * r[6] + sy * r[7] + sz * r[8];
    if (side * z > margin) continue;
    const x = p[0] + sx * r[0] + sy * r[1] + sz * r[2];
    const y = p[1] + sx * r[3] + sy * r[4] + sz * r[5];
    spot[0] = x;
    spot[1] = y;
    spot[2] = z / 2;
    spot[3] = -side * z;
    addCandidate(candidates, spot, bits);
  }
  vec3.set(normal, 0, 0, -side);
  return finishManifold(out, candidates, normal);
}
