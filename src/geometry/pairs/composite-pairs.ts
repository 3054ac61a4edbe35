// Shapes made of convex ones against others: leaf by leaf, through the tree of their bounds, in the frame of the first.
import * as mat3 from "../../math/vectors/mat3.ts";
import type { Numbers } from "../../math/vectors/vec3.ts";
import * as vec3 from "../../math/vectors/vec3.ts";
import { isComposite } from "../composite/composite.ts";
import { createLeaves, type Leaves, leafAt, poseOfLeaf, triangleNormal } from "../composite/leaves.ts";
import { createManifold, type Manifold, turnManifold } from "../contact/manifold.ts";
import { beginAreas, collectManifold, finishAreas } from "../contact/manifold-areas.ts";
import { createProximity, type Proximity } from "../contact/proximity.ts";
import { boundShape } from "../shapes/bounds.ts";
import { afterAllBelow } from "../shapes/bounds-tree.ts";
import { createPose, type Pose, relativePose, transformPoint } from "../shapes/pose.ts";
import type { BodyShape, Composite, Convex, TriangleMesh } from "../shapes/shape.ts";
import { collideOnFace } from "./collide/convex-convex.ts";
import { collidePair, distanceOfPair, type Simple } from "./convex-pairs.ts";

const box: Numbers = new Float64Array(6);
const leavesA: Leaves = createLeaves();
const leavesB: Leaves = createLeaves();
const leafInA = createPose();
const relative = createPose();
const nearest = createProximity();
const manifold = createManifold();
/** In memory: the least distance so far. */
const best = new Float64Array(1);

/** The smallest distance of all leaves. */
export function distanceOfComposite(out: Proximity, a: Composite, b: BodyShape, bInA: Pose): void {
  best[0] = Infinity;
  if (!isComposite(b)) {
    nearestLeaf(out, a, b, bInA);
    return;
  }
  for (let j = 0; j < b.bounds.length / 6; j++) {
    placeLeaf(b, j, bInA);
    nearestLeaf(out, a, leafAt(leavesB, b, j), leafInA);
  }
}

/** Writes leaf `j` of b, as seen from a, into `leafInA`. */
function placeLeaf(b: Composite, j: number, bInA: Pose): void {
  const inB = poseOfLeaf(b, j);
  mat3.multiply(leafInA.rotation, bInA.rotation, inB.rotation);
  transformPoint(leafInA.position, bInA, inB.position);
}

function nearestLeaf(out: Proximity, a: Composite, b: Simple, bInA: Pose): void {
  boundShape(box, b, bInA);
  descend(out, a, 0, b, bInA);
}

/**
 * Descends into parts that may be nearer, the nearest part first. Overlapping leaves are all evaluated: the deepest
 * counts.
 */
function descend(out: Proximity, a: Composite, node: number, b: Simple, bInA: Pose): void {
  const { tree } = a;
  if (gapSquared(tree.bounds, 6 * node) > limitSquared()) return;
  const right = tree.right[node];
  if (right > 0) {
    const first = gapSquared(tree.bounds, 6 * right) < gapSquared(tree.bounds, 6 * (node + 1)) ? right : node + 1;
    descend(out, a, first, b, bInA);
    descend(out, a, first === right ? node + 1 : right, b, bInA);
    return;
  }
  for (let k = tree.begin[node]; k < tree.end[node]; k++) {
    const i = tree.order[k];
    if (gapSquared(a.bounds, 6 * i) <= limitSquared()) askLeaf(out, a, i, b, bInA);
  }
}

function limitSquared(): number {
  return best[0] > 0 ? best[0] * best[0] : 0;
}

/** The squared gap between `box` and bounds at a place; 0 if they overlap. */
function gapSquared(bounds: Numbers, at: number): number {
  let squared = 0;
  for (let x = 0; x < 3; x++) {
    const gap = Math.max(0, bounds[at + x] - box[3 + x], box[x] - bounds[at + 3 + x]);
    squared += gap * gap;
  }
  return squared;
}

function askLeaf(out: Proximity, a: Composite, i: number, b: Simple, bInA: Pose): void {
  const pose = poseOfLeaf(a, i);
  relativePose(relative, pose, bInA);
  distanceOfPair(nearest, leafAt(leavesA, a, i), b, relative);
  if (!(nearest.distance < best[0])) return;
  best[0] = out.distance = nearest.distance;
  mat3.multiplyVec(out.normal, pose.rotation, nearest.normal);
  transformPoint(out.pointA, pose, nearest.pointA);
  transformPoint(out.pointB, pose, nearest.pointB);
}

/** All areas of contact of all leaves within the margin. */
export function collideComposite(out: Manifold, a: Composite, b: BodyShape, bInA: Pose): number {
  manifold.margin[0] = out.margin[0];
  beginAreas();
  if (!isComposite(b)) collideLeaves(a, b, bInA, 0);
  else {
    for (let j = 0; j < b.bounds.length / 6; j++) {
      placeLeaf(b, j, bInA);
      collideLeaves(a, leafAt(leavesB, b, j), leafInA, j);
    }
  }
  return finishAreas(out);
}

function collideLeaves(a: Composite, b: Simple, bInA: Pose, leafOfB: number): void {
  const { tree } = a;
  boundShape(box, b, bInA);
  const reach = manifold.margin[0] * manifold.margin[0];
  let node = 0;
  while (node < tree.nodes) {
    if (gapSquared(tree.bounds, 6 * node) > reach) {
      node = afterAllBelow(tree, node);
      continue;
    }
    if (tree.right[node] === 0) {
      for (let k = tree.begin[node]; k < tree.end[node]; k++) {
        const i = tree.order[k];
        if (gapSquared(a.bounds, 6 * i) <= reach) collideLeaf(a, i, b, bInA, leafOfB);
      }
    }
    node++;
  }
}

function collideLeaf(a: Composite, i: number, b: Simple, bInA: Pose, leafOfB: number): void {
  const pose = poseOfLeaf(a, i);
  const leaf = leafAt(leavesA, a, i);
  relativePose(relative, pose, bInA);
  if (collidePair(manifold, leaf, b, relative) === 0) return;
  if (a.kind === "triangle mesh" && b.kind !== "plane" && b.kind !== "half space") {
    if (!mayFace(a, i, b, relative) && collideOnFace(manifold, leaf, facing, b, relative) === 0) return;
  }
  turnManifold(manifold, pose);
  collectManifold(manifold, i, leafOfB);
}

const facing = new Float64Array(3);
const tilted = new Float64Array(3);
const edge = new Float64Array(3);

/** The cosine of the angle within which a normal is that of the triangle itself. */
const LEVEL = 1 - 1e-10;

/**
 * Whether a contact's normal is one that the surface has near triangle i: its own, or one over an edge where the
 * surface ends or bends back. Leaves the triangle's normal on the side of b in `facing`. Where a surface continues,
 * bodies cannot catch on edges.
 */
function mayFace(a: TriangleMesh, i: number, b: Convex, bInA: Pose): boolean {
  triangleNormal(facing, a, i);
  if (a.sides === 2) {
    const v = 3 * a.mesh.triangles[3 * i];
    let height = 0;
    for (let x = 0; x < 3; x++) height += facing[x] * (bInA.position[x] - a.mesh.vertices[v + x]);
    if (height < 0) vec3.scale(facing, facing, -1);
  }
  // The contact's normal points to a.
  const along = -vec3.dot(manifold.normal, facing);
  if (along >= LEVEL) return true;
  if (along <= 0) return b.kind === "triangle";
  for (let x = 0; x < 3; x++) tilted[x] = -manifold.normal[x] - along * facing[x];
  for (let k = 0; k < 3; k++) {
    if (a.ridges[3 * i + k] === 1) continue;
    outwards(a, i, k);
    if (vec3.dot(tilted, edge) > 1e-9) return false;
  }
  return true;
}

/** The direction in the plane of triangle i, away from it across edge k. */
function outwards(a: TriangleMesh, i: number, k: number): void {
  const { vertices: v, triangles: t } = a.mesh;
  const from = 3 * t[3 * i + k];
  const to = 3 * t[3 * i + ((k + 1) % 3)];
  for (let x = 0; x < 3; x++) edge[x] = v[to + x] - v[from + x];
  const length = vec3.length(edge);
  triangleNormal(outer, a, i);
  vec3.cross(edge, edge, outer);
  vec3.scale(edge, edge, 1 / length);
}

const outer = new Float64Array(3);
