// Two cuboids: the area where a face of one lies on the other, or the point where two edges cross. In the frame of the
// first.
import { addCandidate, createCandidates, finishManifold, type Manifold } from "../../contact/manifold.ts";
import { createProximity } from "../../contact/proximity.ts";
import {
  axisToA,
  createSeparations,
  FIRST_EDGE_PAIR,
  FIRST_FACE_OF_B,
  faceSeparates,
  largestAxis,
  type SeparatingAxis,
  separateEdges,
  separateFaces,
} from "../../convex/cuboid-axes.ts";
import { type EdgePoints, nearestOnEdges } from "../../convex/cuboid-edges.ts";
import { clipFace, createPolygon, MOST_CLIPPED, simplifyPolygon, vertexName } from "../../convex/face-clip.ts";
import { createPose, inversePose, type Pose, transformPoint } from "../../shapes/pose.ts";
import type { Cuboid } from "../../shapes/shape.ts";
import { distanceCuboidCuboid } from "../distance/cuboid-cuboid.ts";
import { touchAt } from "./touch.ts";

/**
 * Relative to the lengths involved. Axes closer than this are equal, and vertices this close are one: a face contact
 * does not break up by rounding, or by the errors of a long run.
 */
const ROUNDING = 1e-12;
const LARGEST_SLACK = 1e-7;

const separations = createSeparations();
const polygon = createPolygon();
const candidates = createCandidates(MOST_CLIPPED);
const aInB = createPose();
const proximity = createProximity();
const normal = new Float64Array(3);
const point = new Float64Array(3);
/** In memory: a candidate and its depth. */
const spot = new Float64Array(4);
const onA = new Float64Array(3);
const onB = new Float64Array(3);
const overrun = new Float64Array(1);
const crossing: EdgePoints = { normal, pointA: onA, pointB: onB };

/**
 * Contacts within the margin. A face is preferred to a crossing of edges, and the first cuboid's to the second's, if
 * they differ by less than a tenth of the margin or a fiftieth of the depth: contacts in a pile then do not flicker.
 */
export function collideCuboidCuboid(out: Manifold, a: Cuboid, b: Cuboid, bInA: Pose): number {
  const margin = out.margin[0];
  out.count = 0;
  separateFaces(separations, a, b, bInA);
  if (faceSeparates(separations, out.margin)) return 0;
  separateEdges(separations, a, b, bInA);
  separations.bias = 0;
  const deepest = largestAxis(separations);
  const gap = separations.along[deepest];
  if (gap > margin) return 0;
  const least = ROUNDING * separations.scale;
  separations.bias = least + 0.1 * margin + 0.02 * Math.max(0, -gap);
  const axis = largestAxis(separations);
  polygon.slack = Math.max(least, Math.min(margin, LARGEST_SLACK * separations.scale));
  axisToA(normal, axis, bInA);
  candidates.count = 0;
  if (axis >= FIRST_EDGE_PAIR) addCrossing(axis, a, b, bInA);
  else if (axis < FIRST_FACE_OF_B) addFaceOfA(out, axis, a, b, bInA);
  else addFaceOfB(out, axis, a, b, bInA);
  if (candidates.count > 0) return finishManifold(out, candidates, normal);
  // The cuboids face each other with a corner or an edge past the end of a face.
  distanceCuboidCuboid(proximity, a, b, bInA);
  return touchAt(out, proximity, featureOf(axis, 0, 0));
}

function addCrossing(axis: SeparatingAxis, a: Cuboid, b: Cuboid, bInA: Pose): void {
  nearestOnEdges(overrun, crossing, axis, a, b, bInA);
  if (overrun[0] > polygon.slack) return;
  const edgeOfA = Math.floor((axis - FIRST_EDGE_PAIR) / 3);
  let corners = 0;
  for (let i = 0; i < 3; i++) if (i !== edgeOfA && onA[i] > 0) corners |= 1 << i;
  for (let x = 0; x < 3; x++) spot[x] = (onA[x] + onB[x]) / 2;
  spot[3] = -separations.along[axis];
  addCandidate(candidates, spot, featureOf(axis, 0, corners));
}

function addFaceOfA({ margin }: Manifold, axis: SeparatingAxis, a: Cuboid, b: Cuboid, bInA: Pose): void {
  const side = -normal[axis];
  const face = clipFace(polygon, a, axis, side, b, bInA);
  addVertices(a, axis, side, featureOf(axis, face, 0), margin);
}

function addFaceOfB({ margin }: Manifold, axis: SeparatingAxis, a: Cuboid, b: Cuboid, bInA: Pose): void {
  const j = axis - FIRST_FACE_OF_B;
  const r = bInA.rotation;
  const side = normal[0] * r[j] + normal[1] * r[3 + j] + normal[2] * r[6 + j] > 0 ? 1 : -1;
  inversePose(aInB, bInA);
  const face = clipFace(polygon, b, j, side, a, aInB);
  addVertices(b, j, side, featureOf(axis, face, 0), margin);
  for (let i = 0; i < candidates.count; i++) {
    for (let x = 0; x < 3; x++) point[x] = candidates.positions[3 * i + x];
    transformPoint(point, bInA, point);
    for (let x = 0; x < 3; x++) candidates.positions[3 * i + x] = point[x];
  }
}

function addVertices(reference: Cuboid, k: number, side: number, feature: number, margin: Float64Array): void {
  simplifyPolygon(polygon);
  for (let i = 0; i < polygon.count; i++) {
    for (let x = 0; x < 3; x++) spot[x] = polygon.points[3 * i + x];
    const height = side * spot[k] - reference.half[k];
    if (height > margin[0]) continue;
    spot[k] -= (side * height) / 2;
    spot[3] = -height;
    addCandidate(candidates, spot, feature + vertexName(polygon, i));
  }
}

/** There are 15 axes, 6 incident faces, and 64 names of vertices. */
function featureOf(axis: SeparatingAxis, face: number, vertex: number): number {
  return (axis * 6 + face) * 64 + vertex;
}
