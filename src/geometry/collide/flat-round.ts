// Half space or plane against capsule, cylinder, cone or polyhedron: the ends, points of rims and corners below the surface or within
// the margin above it. In the frame of the flat one.
import type { Numbers } from "../../math/vec3.ts";
import * as vec3 from "../../math/vec3.ts";
import { placeOnRim } from "../core.ts";
import { addCandidate, createCandidates, finishManifold, type Manifold } from "../manifold.ts";
import type { Pose } from "../pose.ts";
import type { Capsule, Cone, Convex, Cylinder, HalfSpace, Plane, Polyhedron } from "../shape.ts";

export type Round = Capsule | Cylinder | Cone | Polyhedron;

/** Corners that are kept; of more, the deepest so many in the order of their names. */
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

export function collideHalfSpaceRound(out: Manifold, _a: HalfSpace, b: Round, bInA: Pose): number {
  return collideAbove(out, b, bInA, 1);
}

/** From the side on which b's origin is. */
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
    addPoint(pose, 0, 0, -half, radius, 0);
    addPoint(pose, 0, 0, half, radius, 1);
  },
  cylinder({ radius, half }, pose) {
    const lower = down[2] < 0 ? -half : half;
    addRim(pose, radius, lower, lower < 0 ? 0 : 16);
    placeOnRim(rim, radius, down);
    addPoint(pose, rim[0], rim[1], -lower, 0, lower < 0 ? 20 : 4);
  },
  cone({ radius, base, apex }, pose) {
    addRim(pose, radius, base, 0);
    addPoint(pose, 0, 0, apex, 0, 16);
  },
  "convex polyhedron"({ hull }, pose) {
    const v: Numbers = hull.vertices;
    for (let i = 0; i < v.length / 3 && candidates.count < MOST_CORNERS; i++)
      addPoint(pose, v[3 * i], v[3 * i + 1], v[3 * i + 2], 0, i);
  },
};

// A level rim touches at the same four points from step to step; a tilted one at its lowest point, and those a quarter and half round.
function addRim(pose: Pose, radius: number, z: number, name: number): void {
  const across = Math.sqrt(down[0] * down[0] + down[1] * down[1]);
  const isLevel = radius * across <= LEVEL_OF_MARGIN * ask[MARGIN] + LEVEL * radius;
  const x = isLevel ? radius : (radius * down[0]) / across;
  const y = isLevel ? 0 : (radius * down[1]) / across;
  const first = name + (isLevel ? 0 : 4);
  addPoint(pose, x, y, z, 0, first);
  addPoint(pose, -y, x, z, 0, first + 1);
  addPoint(pose, -x, -y, z, 0, first + 2);
  addPoint(pose, y, -x, z, 0, first + 3);
}

/** A point of b, with a radius around it, if it is low enough. */
function addPoint(pose: Pose, x: number, y: number, z: number, radius: number, name: number): void {
  const r = pose.rotation;
  const p = pose.position;
  const side = ask[SIDE];
  const height = side * (p[2] + r[6] * x + r[7] * y + r[8] * z) - radius;
  if (!(height <= ask[MARGIN])) return;
  const px = p[0] + r[0] * x + r[1] * y + r[2] * z;
  const py = p[1] + r[3] * x + r[4] * y + r[5] * z;
  addCandidate(candidates, px, py, (side * height) / 2, -height, name);
}
