// The table of pairs: which functions answer for which two shapes, and the two questions asked of it, in the world's frame.
//
// The functions work in the frame of the flatter shape, listed first. Asked the other way round, they are asked with the bodies
// exchanged and the answer is turned round. Results go into records the caller owns; scratch memory is the module's, so the
// functions must not be called from within a motion or a visitor of themselves.
import * as mat3 from "../math/mat3.ts";
import { collideCuboidCuboid } from "./collide/cuboid-cuboid.ts";
import { collideHalfSpaceCuboid, collidePlaneCuboid } from "./collide/flat-cuboid.ts";
import { touchAt } from "./collide/touch.ts";
import { distanceCuboidCuboid } from "./distance/cuboid-cuboid.ts";
import { distanceCuboidSphere } from "./distance/cuboid-sphere.ts";
import { distanceHalfSpaceConvex, distancePlaneConvex } from "./distance/flat-convex.ts";
import { distanceHalfSpaceHalfSpace, distancePlaneHalfSpace, distancePlanePlane } from "./distance/flat-flat.ts";
import { distanceSphereSphere } from "./distance/sphere-sphere.ts";
import { type Manifold, swapManifold } from "./manifold.ts";
import { createPose, type Pose, relativePose, transformPoint } from "./pose.ts";
import { createProximity, type Proximity, swapProximity } from "./proximity.ts";
import type { Shape, ShapeKind } from "./shape.ts";

/** Proximity of `a` and `b`, in a's frame. */
type Distance<A, B> = (out: Proximity, a: A, b: B, bInA: Pose) => void;
/** Contacts of `a` and `b` within `margin`, in a's frame; returns how many were written. */
type Collide<A, B> = (out: Manifold, a: A, b: B, bInA: Pose, margin: number) => number;

interface Pair {
  readonly distance: Distance<Shape, Shape>;
  readonly collide: Collide<Shape, Shape>;
}

// The table's place says which shapes come; the types cannot.
function areas<A extends Shape, B extends Shape>(distance: Distance<A, B>, collide: Collide<A, B>): Pair {
  return { distance: distance as Distance<Shape, Shape>, collide: collide as Collide<Shape, Shape> };
}

/** A pair that touches at one point, where it is nearest. */
function points<A extends Shape, B extends Shape>(distance: Distance<A, B>): Pair {
  return areas(distance, (out, a, b, bInA, margin) => {
    distance(nearest, a, b, bInA);
    return touchAt(out, nearest, 0, margin);
  });
}

const nearest = createProximity();
const relative = createPose();
const vector = new Float64Array(3);

const PAIRS: Readonly<Record<ShapeKind, Readonly<Partial<Record<ShapeKind, Pair>>>>> = {
  plane: {
    plane: points(distancePlanePlane),
    "half space": points(distancePlaneHalfSpace),
    cuboid: areas(distancePlaneConvex, collidePlaneCuboid),
    sphere: points(distancePlaneConvex),
  },
  "half space": {
    "half space": points(distanceHalfSpaceHalfSpace),
    cuboid: areas(distanceHalfSpaceConvex, collideHalfSpaceCuboid),
    sphere: points(distanceHalfSpaceConvex),
  },
  cuboid: {
    cuboid: areas(distanceCuboidCuboid, collideCuboidCuboid),
    sphere: points(distanceCuboidSphere),
  },
  sphere: {
    sphere: points(distanceSphereSphere),
  },
};

/** How near `a` and `b` are, in the world's frame. */
export function measureDistance(out: Proximity, a: Shape, poseA: Pose, b: Shape, poseB: Pose): Proximity {
  const pair = PAIRS[a.kind][b.kind];
  if (pair === undefined) {
    measureDistance(out, b, poseB, a, poseA);
    swapProximity(out);
    return out;
  }
  pair.distance(out, a, b, relativePose(relative, poseA, poseB));
  mat3.multiplyVec(out.normal, poseA.rotation, out.normal);
  transformPoint(out.pointA, poseA, out.pointA);
  transformPoint(out.pointB, poseA, out.pointB);
  return out;
}

/** Where `a` and `b` touch, overlap or are within `margin` ≥ 0 of each other, in the world's frame; returns at how many points. */
export function collide(out: Manifold, a: Shape, poseA: Pose, b: Shape, poseB: Pose, margin: number): number {
  const pair = PAIRS[a.kind][b.kind];
  if (pair === undefined) {
    collide(out, b, poseB, a, poseA, margin);
    swapManifold(out);
    return out.count;
  }
  pair.collide(out, a, b, relativePose(relative, poseA, poseB), margin);
  for (let i = 0; i < out.count; i++) {
    for (let x = 0; x < 3; x++) vector[x] = out.positions[3 * i + x];
    transformPoint(vector, poseA, vector);
    for (let x = 0; x < 3; x++) out.positions[3 * i + x] = vector[x];
    for (let x = 0; x < 3; x++) vector[x] = out.normals[3 * i + x];
    mat3.multiplyVec(vector, poseA.rotation, vector);
    for (let x = 0; x < 3; x++) out.normals[3 * i + x] = vector[x];
  }
  transformPoint(out.center, poseA, out.center);
  mat3.multiplyVec(out.normal, poseA.rotation, out.normal);
  return out.count;
}
