// The two questions about a pair, how near and where in touch, in the world's frame.
//
// Which functions answer is in the table of `convex-pairs.ts`; shapes made of others are asked leaf by leaf. Asked for
// two shapes the other way round than the table has them, they are asked with the bodies exchanged and the answer is
// turned round. Results go into records the caller owns; scratch memory is the modules', so the functions must not be
// called from within a motion or a visitor of themselves.
import * as mat3 from "../../math/vectors/mat3.ts";
import { isComposite } from "../composite/composite.ts";
import { type Manifold, swapManifold, turnManifold } from "../contact/manifold.ts";
import { type Proximity, swapProximity } from "../contact/proximity.ts";
import { createPose, type Pose, relativePose, transformPoint } from "../shapes/pose.ts";
import type { BodyShape } from "../shapes/shape.ts";
import { collideComposite, distanceOfComposite } from "./composite-pairs.ts";
import { pairFunction } from "./convex-pairs.ts";

const relative = createPose();

/** The proximity of `a` and `b`, in the world's frame. */
export function measureDistance(out: Proximity, a: BodyShape, poseA: Pose, b: BodyShape, poseB: Pose): Proximity {
  if (isExchanged(a, b)) {
    measureDistance(out, b, poseB, a, poseA);
    swapProximity(out);
    return out;
  }
  relativePose(relative, poseA, poseB);
  if (isComposite(a)) distanceOfComposite(out, a, b, relative);
  else if (!isComposite(b)) pairFunction(a.kind, b.kind)!.distance(out, a, b, relative);
  mat3.multiplyVec(out.normal, poseA.rotation, out.normal);
  transformPoint(out.pointA, poseA, out.pointA);
  transformPoint(out.pointB, poseA, out.pointB);
  return out;
}

/**
 * Where `a` and `b` touch, overlap or are within `margin` ≥ 0 of each other, in the world's frame; returns the number
 * of points.
 */
export function collide(out: Manifold, a: BodyShape, poseA: Pose, b: BodyShape, poseB: Pose, margin: number): number {
  out.margin[0] = margin;
  return collideWithin(out, a, poseA, b, poseB);
}

/** Finds the contacts of two shapes within the margin that is already in `out`; returns their number. */
export function collideWithin(out: Manifold, a: BodyShape, poseA: Pose, b: BodyShape, poseB: Pose): number {
  if (isExchanged(a, b)) {
    collideWithin(out, b, poseB, a, poseA);
    swapManifold(out);
    return out.count;
  }
  relativePose(relative, poseA, poseB);
  if (isComposite(a)) collideComposite(out, a, b, relative);
  else if (!isComposite(b)) pairFunction(a.kind, b.kind)!.collide(out, a, b, relative);
  if (out.count > 0) turnManifold(out, poseA);
  return out.count;
}

/**
 * Whether the pair must be exchanged: the composite shape comes first, of two the one with more parts, otherwise the
 * first in the table.
 */
function isExchanged(a: BodyShape, b: BodyShape): boolean {
  if (isComposite(b)) return !isComposite(a) || a.bounds.length < b.bounds.length;
  return !isComposite(a) && pairFunction(a.kind, b.kind) === undefined;
}
