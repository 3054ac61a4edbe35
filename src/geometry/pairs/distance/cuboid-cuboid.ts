// Two cuboids, in the frame of the first.
//
// The separation along an axis is never more than the distance (cuboid-axes.ts), and two points of the cuboids are
// never less apart. So an axis of largest separation on which points that far apart are found proves the distance: that
// settles overlap, faces and crossing edges. What remains, apart, is a corner of one nearest to an edge or a corner of
// the other, found by trying all sixteen corners. Nothing is iterated.
import * as mat3 from "../../../math/vectors/mat3.ts";
import type { Vec3 } from "../../../math/vectors/vec3.ts";
import * as vec3 from "../../../math/vectors/vec3.ts";
import type { Proximity } from "../../contact/proximity.ts";
import {
  AXES,
  axisToA,
  createSeparations,
  FIRST_EDGE_PAIR,
  FIRST_FACE_OF_B,
  largestAxis,
  type SeparatingAxis,
  separateCuboids,
} from "../../convex/cuboid-axes.ts";
import { nearestOnEdges } from "../../convex/cuboid-edges.ts";
import { clipFace, createPolygon, simplifyPolygon } from "../../convex/face-clip.ts";
import { createPose, inversePose, type Pose, transformPoint } from "../../shapes/pose.ts";
import type { Cuboid } from "../../shapes/shape.ts";

/**
 * Rounding, relative to the lengths involved: bodies closer than this touch, a corner that protrudes over the end of a
 * face by less does not count, and an edge pair must win by more.
 */
const ROUNDING = 2e-15;

const separations = createSeparations();
const aInB = createPose();
const polygon = createPolygon();
const corner = new Float64Array(3);
const onBox = new Float64Array(3);
const normal = new Float64Array(3);
const height = new Float64Array(1);
const overrun = new Float64Array(1);
/** The smallest distance of a corner so far. */
const least = new Float64Array(1);

export function distanceCuboidCuboid(out: Proximity, a: Cuboid, b: Cuboid, bInA: Pose): void {
  separateCuboids(separations, a, b, bInA);
  inversePose(aInB, bInA);
  const slack = ROUNDING * separations.scale;
  separations.bias = polygon.slack = slack;
  const most = largestAxis(separations);
  const gap = separations.along[most];
  if (distanceAlong(out, a, b, bInA, most)) return;
  // Rounding may have preferred an axis on which the bodies do not face each other.
  for (let axis = 0; axis < AXES; axis++) {
    if (axis !== most && separations.along[axis] >= gap - slack && distanceAlong(out, a, b, bInA, axis)) return;
  }
  if (gap > slack) distanceOfCorners(out, a, b, bInA);
  else distanceAlong(out, a, b, bInA, most);
}

function distanceOfCorners(out: Proximity, a: Cuboid, b: Cuboid, bInA: Pose): void {
  least[0] = Infinity;
  findNearerCorner(a, b, bInA);
  out.distance = least[0];
  vec3.copy(out.pointA, onBox);
  vec3.copy(out.pointB, corner);
  vec3.copy(out.normal, normal);
  findNearerCorner(b, a, aInB);
  if (least[0] >= out.distance) return;
  out.distance = least[0];
  transformPoint(out.pointA, bInA, corner);
  transformPoint(out.pointB, bInA, onBox);
  mat3.multiplyVec(out.normal, bInA.rotation, normal);
  vec3.scale(out.normal, out.normal, -1);
}

/**
 * The corner of `other` nearest to `box`, if nearer than `least`. Leaves the distance, the corner, the point of the box
 * and the unit vector from the corner to the point, in the box's frame.
 */
function findNearerCorner(box: Cuboid, other: Cuboid, otherInBox: Pose): void {
  const { slack } = polygon;
  const c = otherInBox.position;
  const r = otherInBox.rotation;
  for (let bits = 0; bits < 8; bits++) {
    const sx = bits & 1 ? other.half[0] : -other.half[0];
    const sy = bits & 2 ? other.half[1] : -other.half[1];
    const sz = bits & 4 ? other.half[2] : -other.half[2];
    const x = c[0] + sx * r[0] + sy * r[1] + sz * r[2];
    const y = c[1] + sx * r[3] + sy * r[4] + sz * r[5];
    const z = c[2] + sx * r[6] + sy * r[7] + sz * r[8];
    const ex = excess(x, box.half[0], slack);
    const ey = excess(y, box.half[1], slack);
    const ez = excess(z, box.half[2], slack);
    const apart = Math.sqrt(ex * ex + ey * ey + ez * ez);
    if (apart >= least[0]) continue;
    least[0] = apart;
    corner[0] = x;
    corner[1] = y;
    corner[2] = z;
    onBox[0] = x - ex;
    onBox[1] = y - ey;
    onBox[2] = z - ez;
    if (!(apart > 0)) continue;
    normal[0] = -ex / apart;
    normal[1] = -ey / apart;
    normal[2] = -ez / apart;
  }
}

/** By how much a coordinate lies beyond ±half. */
function excess(x: number, half: number, slack: number): number {
  if (x > half + slack) return x - half;
  if (x < -half - slack) return x + half;
  return 0;
}

/** The separation along an axis; true if the written points are that far apart, which proves it to be the distance. */
function distanceAlong(out: Proximity, a: Cuboid, b: Cuboid, bInA: Pose, axis: SeparatingAxis): boolean {
  const { slack } = polygon;
  out.distance = separations.along[axis];
  const n = axisToA(out.normal, axis, bInA);
  if (axis >= FIRST_EDGE_PAIR) {
    nearestOnEdges(overrun, out, axis, a, b, bInA);
    return overrun[0] <= slack;
  }
  if (axis < FIRST_FACE_OF_B) {
    lowestOverFace(out.pointB, a, axis, n[axis] > 0 ? -1 : 1, b, bInA);
    for (let i = 0; i < 3; i++) out.pointA[i] = out.pointB[i] + n[i] * out.distance;
    return height[0] <= out.distance + slack;
  }
  const j = axis - FIRST_FACE_OF_B;
  const r = bInA.rotation;
  const side = n[0] * r[j] + n[1] * r[3 + j] + n[2] * r[6 + j] > 0 ? 1 : -1;
  lowestOverFace(out.pointA, b, j, side, a, aInB);
  transformPoint(out.pointA, bInA, out.pointA);
  for (let i = 0; i < 3; i++) out.pointB[i] = out.pointA[i] + n[i] * -out.distance;
  return height[0] <= out.distance + slack;
}

/**
 * The middle of the part of `incident` that is lowest over a face of `reference`, in the reference's frame; leaves its
 * height over the face in `height`, ∞ if nothing lies over it (then some point of the cuboid is written).
 */
function lowestOverFace(
  out: Vec3,
  reference: Cuboid,
  k: number,
  side: number,
  incident: Cuboid,
  incidentInReference: Pose,
): void {
  clipFace(polygon, reference, k, side, incident, incidentInReference);
  simplifyPolygon(polygon);
  const { points: p, slack } = polygon;
  let lowest = Infinity;
  for (let i = 0; i < polygon.count; i++) lowest = Math.min(lowest, side * p[3 * i + k]);
  let n = 0;
  vec3.set(out, 0, 0, 0);
  for (let i = 0; i < polygon.count; i++) {
    if (side * p[3 * i + k] > lowest + slack) continue;
    n++;
    for (let x = 0; x < 3; x++) out[x] += p[3 * i + x];
  }
  if (n > 0) for (let x = 0; x < 3; x++) out[x] /= n;
  else
    for (let x = 0; x < 3; x++)
      out[x] = Math.max(-reference.half[x], Math.min(reference.half[x], incidentInReference.position[x]));
  height[0] = lowest - reference.half[k];
}
