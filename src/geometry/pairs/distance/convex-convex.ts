// Any two convex shapes, in the frame of the first: GJK where their cores are apart, EPA where they overlap.
import * as vec3 from "../../../math/vectors/vec3.ts";
import type { Proximity } from "../../contact/proximity.ts";
import { createDifference, RADII, SCALE, setDifference } from "../../convex/difference.ts";
import { createDepth, findDepth } from "../../convex/epa.ts";
import { separateCores } from "../../convex/gjk.ts";
import { createSimplex } from "../../convex/simplex.ts";
import { radiusAround } from "../../shapes/core.ts";
import type { Pose } from "../../shapes/pose.ts";
import type { Convex } from "../../shapes/shape.ts";

/**
 * At smaller distances, relative to the lengths involved, the difference of two points is too short to determine the
 * normal.
 */
const NEAR = 1e-9;

const difference = createDifference();
const simplex = createSimplex();
const depth = createDepth();

export function distanceConvexConvex(out: Proximity, a: Convex, b: Convex, bInA: Pose): void {
  setDifference(difference, a, b, bInA);
  const radii = difference.lengths[RADII];
  if (separateCores(simplex, difference)) writeApart(out);
  else writeOverlap(out);
  out.distance -= radii;
  if (radii === 0) return;
  vec3.addScaled(out.pointA, out.pointA, out.normal, -radiusAround(a));
  vec3.addScaled(out.pointB, out.pointB, out.normal, radiusAround(b));
}

function writeApart(out: Proximity): void {
  const apart = vec3.length(simplex.nearest);
  out.distance = apart;
  vec3.copy(out.normal, simplex.normal);
  combine(out.pointA, simplex.a);
  combine(out.pointB, simplex.b);
  settlePoints(out);
  if (simplex.isFace || apart > NEAR * difference.lengths[SCALE]) return;
  // Corners and edges that almost touch: the best separating normal among faces and crossing edges.
  findDepth(depth, simplex, difference);
  vec3.scale(out.normal, depth.normal, -1);
  settlePoints(out);
}

function writeOverlap(out: Proximity): void {
  findDepth(depth, simplex, difference);
  out.distance = -depth.depth[0];
  vec3.scale(out.normal, depth.normal, -1);
  vec3.copy(out.pointA, depth.pointA);
  vec3.copy(out.pointB, depth.pointB);
  settlePoints(out);
}

/** Corrects the points: the weights of a thin simplex are imprecise, and each point takes half of the error. */
function settlePoints(out: Proximity): void {
  for (let x = 0; x < 3; x++) {
    const middle = (out.pointA[x] + out.pointB[x]) / 2;
    const half = (out.distance * out.normal[x]) / 2;
    out.pointA[x] = middle + half;
    out.pointB[x] = middle - half;
  }
}

function combine(out: Float64Array, points: Float64Array): void {
  for (let x = 0; x < 3; x++) {
    out[x] = 0;
    for (let k = 0; k < simplex.count; k++) out[x] += simplex.weights[k] * points[3 * k + x];
  }
}
