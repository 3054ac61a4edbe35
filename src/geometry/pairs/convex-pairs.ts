// The table of pairs: the functions for each two simple shapes.
//
// The functions work in the frame of the flatter shape, listed first. For the reverse order, the bodies are exchanged
// and the answer is turned round. Pairs of convex shapes without functions of their own use the general ones. Scratch
// memory belongs to the module.
import * as mat3 from "../../math/vectors/mat3.ts";
import { type Manifold, swapManifold, turnManifold } from "../contact/manifold.ts";
import { createProximity, type Proximity, swapProximity } from "../contact/proximity.ts";
import { createPose, inversePose, type Pose, transformPoint } from "../shapes/pose.ts";
import type { BodyShape, Composite } from "../shapes/shape.ts";
import { collideCapsuleCapsule } from "./collide/capsule-capsule.ts";
import { collideConvexConvex } from "./collide/convex-convex.ts";
import { collideCuboidCuboid } from "./collide/cuboid-cuboid.ts";
import { collideHalfSpaceCuboid, collidePlaneCuboid } from "./collide/flat-cuboid.ts";
import { collideHalfSpaceRound, collidePlaneRound } from "./collide/flat-round.ts";
import { touchAt } from "./collide/touch.ts";
import { distanceCapsuleCapsule, distanceCapsuleSphere } from "./distance/capsule.ts";
import { distanceConvexConvex } from "./distance/convex-convex.ts";
import { distanceCuboidCuboid } from "./distance/cuboid-cuboid.ts";
import { distanceCuboidSphere } from "./distance/cuboid-sphere.ts";
import { distanceHalfSpaceConvex, distancePlaneConvex } from "./distance/flat-convex.ts";
import { distanceHalfSpaceHalfSpace, distancePlaneHalfSpace, distancePlanePlane } from "./distance/flat-flat.ts";
import { distanceSphereSphere } from "./distance/sphere-sphere.ts";

/** Shapes that are not made of others. */
export type Simple = Exclude<BodyShape, Composite>;
type SimpleKind = Simple["kind"];

/** Proximity of `a` and `b`, in a's frame. */
type Distance<A, B> = (out: Proximity, a: A, b: B, bInA: Pose) => void;
/** Contacts of `a` and `b` within the margin, in a's frame; returns how many were written. */
type Collide<A, B> = (out: Manifold, a: A, b: B, bInA: Pose) => number;

export interface Pair {
  readonly distance: Distance<Simple, Simple>;
  readonly collide: Collide<Simple, Simple>;
}

// The position in the table determines the shapes; the types cannot express that.
function areas<A extends Simple, B extends Simple>(distance: Distance<A, B>, collide: Collide<A, B>): Pair {
  return { distance: distance as Distance<Simple, Simple>, collide: collide as Collide<Simple, Simple> };
}

/** The functions of a pair that touches at one point, where it is nearest. */
function points<A extends Simple, B extends Simple>(distance: Distance<A, B>): Pair {
  return areas(distance, (out, a, b, bInA) => {
    distance(nearest, a, b, bInA);
    return touchAt(out, nearest, 0);
  });
}

const nearest = createProximity();
const back = createPose();

const PAIRS: Readonly<Record<SimpleKind, Readonly<Partial<Record<SimpleKind, Pair>>>>> = {
  plane: {
    plane: points(distancePlanePlane),
    "half space": points(distancePlaneHalfSpace),
    cuboid: areas(distancePlaneConvex, collidePlaneCuboid),
    "convex polyhedron": areas(distancePlaneConvex, collidePlaneRound),
    cylinder: areas(distancePlaneConvex, collidePlaneRound),
    cone: areas(distancePlaneConvex, collidePlaneRound),
    capsule: areas(distancePlaneConvex, collidePlaneRound),
    triangle: points(distancePlaneConvex),
    sphere: points(distancePlaneConvex),
  },
  "half space": {
    "half space": points(distanceHalfSpaceHalfSpace),
    cuboid: areas(distanceHalfSpaceConvex, collideHalfSpaceCuboid),
    "convex polyhedron": areas(distanceHalfSpaceConvex, collideHalfSpaceRound),
    cylinder: areas(distanceHalfSpaceConvex, collideHalfSpaceRound),
    cone: areas(distanceHalfSpaceConvex, collideHalfSpaceRound),
    capsule: areas(distanceHalfSpaceConvex, collideHalfSpaceRound),
    triangle: points(distanceHalfSpaceConvex),
    sphere: points(distanceHalfSpaceConvex),
  },
  cuboid: {
    cuboid: areas(distanceCuboidCuboid, collideCuboidCuboid),
    sphere: points(distanceCuboidSphere),
  },
  triangle: {},
  "convex polyhedron": {},
  cylinder: {},
  cone: {},
  capsule: {
    capsule: areas(distanceCapsuleCapsule, collideCapsuleCapsule),
    sphere: points(distanceCapsuleSphere),
  },
  sphere: {
    sphere: points(distanceSphereSphere),
  },
};

const ANY_CONVEX = areas(distanceConvexConvex, collideConvexConvex);
/** The order of two kinds without functions of their own. */
const RANKS: Readonly<Record<SimpleKind, number>> = {
  plane: 0,
  "half space": 1,
  triangle: 2,
  cuboid: 3,
  "convex polyhedron": 4,
  cylinder: 5,
  cone: 6,
  capsule: 7,
  sphere: 8,
};

/** The functions for two kinds in this order; undefined if they exist for the reverse order. */
export function pairFunction(a: SimpleKind, b: SimpleKind): Pair | undefined {
  return PAIRS[a][b] ?? (PAIRS[b][a] === undefined && RANKS[a] <= RANKS[b] ? ANY_CONVEX : undefined);
}

/** The proximity of two shapes, in a's frame. */
export function distanceOfPair(out: Proximity, a: Simple, b: Simple, bInA: Pose): void {
  const pair = pairFunction(a.kind, b.kind);
  if (pair !== undefined) {
    pair.distance(out, a, b, bInA);
    return;
  }
  inversePose(back, bInA);
  pairFunction(b.kind, a.kind)!.distance(out, b, a, back);
  swapProximity(out);
  mat3.multiplyVec(out.normal, bInA.rotation, out.normal);
  transformPoint(out.pointA, bInA, out.pointA);
  transformPoint(out.pointB, bInA, out.pointB);
}

/** Contacts within the margin, in a's frame; returns how many were written. */
export function collidePair(out: Manifold, a: Simple, b: Simple, bInA: Pose): number {
  const pair = pairFunction(a.kind, b.kind);
  if (pair !== undefined) return pair.collide(out, a, b, bInA);
  inversePose(back, bInA);
  pairFunction(b.kind, a.kind)!.collide(out, b, a, back);
  swapManifold(out);
  turnManifold(out, bInA);
  return out.count;
}
