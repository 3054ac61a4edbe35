// Where two faces of cuboids overlap: the face of one (incident) clipped by the four sides of the face of the other
// (reference). In the frame of the reference cuboid. Sutherland, Hodgman, "Reentrant polygon clipping" (1974).
//
// A vertex stores the two lines that meet in it, and so has a name that lasts from step to step: the incident face's
// four edges are lines 0 to 3, the reference face's sides 4 to 7, a vertex is 8 · (line that ends in it) + (line that
// begins in it).
import type { Vec3 } from "../../math/vectors/vec3.ts";
import type { Pose } from "../shapes/pose.ts";
import type { Cuboid } from "../shapes/shape.ts";

export interface Polygon {
  count: number;
  /** Three coordinates a vertex, on the incident face. */
  readonly points: Float64Array;
  /** The line on which the edge from each vertex to the next lies. */
  readonly lines: Int32Array;
  /** The tolerance: vertices up to this far beyond a side are kept, and vertices this near to others are dropped. */
  slack: number;
}

/**
 * A convex four-sided polygon clipped by four lines has at most eight vertices. If rounding makes it slightly concave,
 * it gains half of its vertices at a cut, up to nineteen.
 */
export const MOST_CLIPPED = 19;

export function createPolygon(): Polygon {
  return { count: 0, points: new Float64Array(3 * MOST_CLIPPED), lines: new Int32Array(MOST_CLIPPED), slack: 0 };
}

const other = createPolygon();
const share = new Float64Array(1);

/** The name of vertex `i` as described above. */
export function vertexName(polygon: Polygon, i: number): number {
  const before = i === 0 ? polygon.count - 1 : i - 1;
  return 8 * polygon.lines[before] + polygon.lines[i];
}

/**
 * The part of the incident cuboid's face that looks most against direction `side` · axis `k`, above or below the
 * reference face in that direction. Returns the incident face: 2 · axis + (1 if the negative one).
 */
export function clipFace(
  out: Polygon,
  reference: Cuboid,
  k: number,
  side: number,
  incident: Cuboid,
  incidentInReference: Pose,
): number {
  const r = incidentInReference.rotation;
  let axis = 0;
  for (let j = 1; j < 3; j++) if (Math.abs(r[3 * k + j]) > Math.abs(r[3 * k + axis])) axis = j;
  const sign = r[3 * k + axis] * side > 0 ? -1 : 1;
  placeFace(out, incident, axis, sign, incidentInReference);
  const u = (k + 1) % 3;
  const v = (k + 2) % 3;
  other.slack = out.slack;
  clipLine(other, out, u, 1, reference, 4);
  clipLine(out, other, v, 1, reference, 5);
  clipLine(other, out, u, -1, reference, 6);
  clipLine(out, other, v, -1, reference, 7);
  return 2 * axis + (sign < 0 ? 1 : 0);
}

function placeFace(out: Polygon, box: Cuboid, axis: number, sign: number, pose: Pose): void {
  const h = box.half;
  const r = pose.rotation;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  out.count = 4;
  for (let i = 0; i < 4; i++) {
    const su = i === 1 || i === 2 ? h[u] : -h[u];
    const sv = i >= 2 ? h[v] : -h[v];
    for (let x = 0; x < 3; x++) {
      out.points[3 * i + x] =
        pose.position[x] + sign * h[axis] * r[3 * x + axis] + su * r[3 * x + u] + sv * r[3 * x + v];
    }
    out.lines[i] = i;
  }
}

/** Keeps what lies before the side of `box` in direction side · `axis`. */
function clipLine(out: Polygon, from: Polygon, axis: number, side: number, box: Cuboid, line: number): void {
  const p = from.points;
  const { slack } = out;
  const end = box.half[axis];
  out.count = 0;
  for (let i = 0; i < from.count; i++) {
    const j = i + 1 === from.count ? 0 : i + 1;
    const beyondI = side * p[3 * i + axis] - end;
    const beyondJ = side * p[3 * j + axis] - end;
    if (beyondI <= slack) {
      share[0] = 0;
      append(out, p, i, i, from.lines[i]);
    }
    // An inner vertex within the slack beyond the side is the crossing.
    if (beyondI <= slack && beyondJ > slack) {
      share[0] = beyondI >= 0 ? 0 : beyondI / (beyondI - beyondJ);
      append(out, p, i, j, line);
    } else if (beyondI > slack && beyondJ <= slack) {
      share[0] = beyondJ >= 0 ? 0 : beyondJ / (beyondJ - beyondI);
      append(out, p, j, i, from.lines[i]);
    }
  }
}

/** Adds a vertex at `share` of the way from vertex i to vertex j. */
function append(out: Polygon, p: Vec3, i: number, j: number, line: number): void {
  const n = out.count++;
  const s = share[0];
  for (let x = 0; x < 3; x++) out.points[3 * n + x] = p[3 * i + x] + s * (p[3 * j + x] - p[3 * i + x]);
  out.lines[n] = line;
}

/** Drops vertices within the tolerance of their neighbours or of the line between them: the extremities stay. */
export function simplifyPolygon(polygon: Polygon): void {
  let i = 0;
  while (i < polygon.count && polygon.count > 1) {
    if (isSuperfluous(polygon, i)) {
      removeVertex(polygon, i);
      i = 0;
    } else {
      i++;
    }
  }
}

function isSuperfluous(polygon: Polygon, i: number): boolean {
  const { points: p, slack } = polygon;
  const n = polygon.count;
  const a = 3 * (i === 0 ? n - 1 : i - 1);
  const b = 3 * (i + 1 === n ? 0 : i + 1);
  const dx = p[b] - p[a];
  const dy = p[b + 1] - p[a + 1];
  const dz = p[b + 2] - p[a + 2];
  const ex = p[3 * i] - p[a];
  const ey = p[3 * i + 1] - p[a + 1];
  const ez = p[3 * i + 2] - p[a + 2];
  const squared = dx * dx + dy * dy + dz * dz;
  const along = squared === 0 ? 0 : (dx * ex + dy * ey + dz * ez) / squared;
  const nearest = Math.max(0, Math.min(1, along));
  const fx = ex - nearest * dx;
  const fy = ey - nearest * dy;
  const fz = ez - nearest * dz;
  return fx * fx + fy * fy + fz * fz <= slack * slack;
}

function removeVertex(polygon: Polygon, i: number): void {
  for (let j = i + 1; j < polygon.count; j++) {
    polygon.lines[j - 1] = polygon.lines[j];
    for (let x = 0; x < 3; x++) polygon.points[3 * (j - 1) + x] = polygon.points[3 * j + x];
  }
  polygon.count--;
}
