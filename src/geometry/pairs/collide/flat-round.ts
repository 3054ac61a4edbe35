// Half space or plane against capsule, cylinder, cone or polyhedron: the ends, points of rims and corners below the
// surface or within the margin above it, in the frame of the flat body.
import type { Numbers } from "../../../math/vectors/vec3.ts";
import * as vec3 from "../../../math/vectors/vec3.ts";
import { addCandidate, createCandidates, finishManifold, type Manifold } from "../../contact/manifold.ts";
import { placeOnRim } from "../../shapes/core.ts";
import type { Pose } from "../../shapes/pose.ts";
import type { Capsule, Cone, Convex, Cylinder, HalfSpace, Plane, Polyhedron } from "../../shapes/shape.ts";

export type Round = Capsule | Cylinder | Cone | Polyhedron;

/** The most corners that are kept: the deepest, in the order of their names. */
const MOST_CORNERS = 256;
/** The sine of a tilt that rounding alone can make, and the share of the margin by which a rim may be off level. */
const LEVEL = 1e-12;
const LEVEL_OF_MARGIN = 0.05;

const candidates = createCandidates(MOST_CORNERS);
const normal = new Float64Array(3);
const down = new Float64Array(3);
const rim = new Float64Array(3);
/** In memory: which side is up, and the margin. */
const ask = new Float64Array(2);
const [SIDE, MARGIN] = [0, 1];
/** In memory: a point of b and the radius around it; radius and height of a rim. */
const spot = new Float64Array(4);
const circle = new Float64Array(2);
/** In memory: the same point in the frame of a, and its depth. */
const found = new Float64Array(4);

export function collideHalfSpaceRound(out: Manifold, _a: HalfSpace, b: Round, bInA: Pose): number {
  return collideAbove(out, b, bInA, 1);
}

/** Contacts on the side of b's origin. */
export function collidePlaneRound(out: Manifold, _a: Plane, b: Round, bInA: Pose): number {
  return collideAbove(out, b, bInA, bInA.position[2] >= 0 ? 1 : -1);
}

function collideAbove(out: Manifold, b: Round, bInA: Pose, side: number): number {
  ask[SIDE] = side;
  ask[MARGIN] = out.margin[0];
  candidates.count = 0;
  vec3.set(down, -side * bInA.rotation[6], -side * bInA.rotation[7], -side * bInA.rotation[8]);
  vec3.set(normal, 0, 0, -side);
  (LOWEST[b.kind] as Lowest<Convex>)(b, bInA);
  return finishManifold(out, candidates, normal);
}

/** Adds the points that may touch. */
type Lowest<A> = (shape: A, pose: Pose) => void;

const LOWEST: { readonly [K in Round["kind"]]: Lowest<Extract<Round, { kind: K }>> } = {
  capsule({ radius, half }, pose) {
    for (let end = 0; end < 2; end++) {
      spot[0] = spot[1] = 0;
      spot[2] = end === 0 ? -half : half;
      spot[3] = radius;
      addPoint(pose, end);
    }
  },
  cylinder({ radius, half }, pose) {
    const lower = down[2] < 0 ? -half : half;
    circle[0] = radius;
    circle[1] = lower;
    addRim(pose, lower < 0 ? 0 : 16);
    placeOnRim(rim, radius, down);
    spot[0] = rim[0];
    spot[1] = rim[1];
    spot[2] = -lower;
    addPoint(pose, lower < 0 ? 20 : 4);
  },
  cone({ radius, base, apex }, pose) {
    circle[0] = radius;
    circle[1] = base;
    addRim(pose, 0);
    spot[0] = spot[1] = 0;
    spot[2] = apex;
    addPoint(pose, 16);
  },
  "convex polyhedron"({ hull }, pose) {
    const v: Numbers = hull.vertices;
    spot[3] = 0;
    for (let i = 0; i < v.length / 3 && candidates.count < MOST_CORNERS; i++) {
      for (let x = 0; x < 3; x++) spot[x] = v[3 * i + x];
      addPoint(pose, i);
    }
  },
};

// A level rim touches at the same four points from step to step; a tilted one at its lowest point, and those a quarter
// and half round.
function addRim(pose: Pose, name: number): void {
  const radius = circle[0];
  const across = Math.sqrt(down[0] * down[0] + down[1] * down[1]);
  const isLevel = radius * across <= LEVEL_OF_MARGIN * ask[MARGIN] + LEVEL * radius;
  const first = name + (isLevel ? 0 : 4);
  spot[0] = isLevel ? radius : (radius * down[0]) / across;
  spot[1] = isLevel ? 0 : (radius * down[1]) / across;
  spot[2] = circle[1];
  spot[3] = 0;
  for (let k = 0; k < 4; k++) {
    addPoint(pose, first + k);
    const x = spot[0];
    spot[0] = -spot[1];
    spot[1] = x;
  }
}

/** Adds the point, if it is low enough. */
function addPoint(pose: Pose, name: number): void {
  const x = spot[0];
  const y = spot[1];
  const z = spot[2];
  const r = pose.rotation;
  const p = pose.position;
  const side = ask[SIDE];
  const height = side * (p[2] + r[6] * x + r[7] * y + r[8] * z) - spot[3];
  if (!(height <= ask[MARGIN])) return;
  found[0] = p[0] + r[0] * x + r[1] * y + r[2] * z;
  found[1] = p[1] + r[3] * x + r[4] * y + r[5] * z;
  found[2] = (side * height) / 2;
  found[3] = -height;
  addCandidate(candidates, found, name);
}
