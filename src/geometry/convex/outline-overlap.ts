// Where the outline of one body lies over a flat outline of another (the reference): the points that span the common
// area, seen along the normal of the reference. They are the corners of each within the other, and the crossings of
// their edges.
//
// A tilted round outline looks like an ellipse; it is treated as a circle, because its tilt is small where the area
// matters.
import type { Numbers, Vec3 } from "../../math/vectors/vec3.ts";
import type { Candidates } from "../contact/manifold.ts";
import { addCandidate } from "../contact/manifold.ts";
import type { ContactOutline } from "./outline.ts";

export const MOST_OVERLAPS = 192;

/** The most points; each has two coordinates in the plane of the reference, and a height over it. */
const MOST = 64;
const refX = new Float64Array(MOST);
const refY = new Float64Array(MOST);
const incX = new Float64Array(MOST);
const incY = new Float64Array(MOST);
const u = new Float64Array(3);
const v = new Float64Array(3);
const origin = new Float64Array(3);
/** In memory: the plane of the incident outline, height = slopeX x + slopeY y + level; margin; slack. */
const plane = new Float64Array(5);
const [SLOPE_X, SLOPE_Y, LEVEL, MARGIN, SLACK] = [0, 1, 2, 3, 4];
/** In memory: middle and radius of each disc. */
const discs = new Float64Array(6);
const [REFERENCE, INCIDENT, RADIUS] = [0, 3, 2];
/** In memory: a point and its height; the heights of both ends of an edge. */
const spot = new Float64Array(3);
const [X, Y, HEIGHT] = [0, 1, 2];
const ends = new Float64Array(2);
/** In memory: the same point in space, and its depth. */
const found = new Float64Array(4);

const CORNER = 1 << 26;
const UNDER = 2 << 26;
const CROSSING = 3 << 26;

/**
 * Adds the points with heights over the reference up to a margin, half way to it. Points up to a tolerance beyond its
 * edges count. `limits` are margin and tolerance.
 */
export function overlapOutlines(
  out: Candidates,
  reference: ContactOutline,
  incident: ContactOutline,
  limits: Numbers,
): void {
  plane[MARGIN] = limits[0];
  plane[SLACK] = limits[1];
  setFrame(reference);
  project(refX, refY, reference);
  project(incX, incY, incident);
  discs[REFERENCE] = discs[REFERENCE + 1] = 0;
  discs[REFERENCE + RADIUS] = reference.radius[0];
  projectDisc(incident);
  for (let i = 0; i < incident.count; i++) {
    spot[X] = incX[i];
    spot[Y] = incY[i];
    if (!isWithin(reference, refX, refY, REFERENCE)) continue;
    findHeight(spot, HEIGHT, incident.points, i, reference.normal);
    add(out, CORNER | incident.names[i], reference);
  }
  if (incident.count >= 3 && setPlane(reference, incident)) {
    for (let i = 0; i < reference.count; i++) {
      spot[X] = refX[i];
      spot[Y] = refY[i];
      if (!isWithin(incident, incX, incY, INCIDENT)) continue;
      placeOnPlane();
      add(out, UNDER | reference.names[i], reference);
    }
  }
  addCrossings(out, reference, incident);
}

function setFrame(reference: ContactOutline): void {
  const p = reference.points;
  const n = reference.normal;
  for (let x = 0; x < 3; x++) {
    u[x] = p[3 + x] - p[x];
    origin[x] = reference.isDisc ? reference.center[x] : p[x];
  }
  const length = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  for (let x = 0; x < 3; x++) u[x] /= length;
  v[0] = n[1] * u[2] - n[2] * u[1];
  v[1] = n[2] * u[0] - n[0] * u[2];
  v[2] = n[0] * u[1] - n[1] * u[0];
}

function project(outX: Numbers, outY: Numbers, outline: ContactOutline): void {
  for (let i = 0; i < outline.count; i++) {
    let x = 0;
    let y = 0;
    for (let k = 0; k < 3; k++) {
      const d = outline.points[3 * i + k] - origin[k];
      x += d * u[k];
      y += d * v[k];
    }
    outX[i] = x;
    outY[i] = y;
  }
}

function projectDisc(incident: ContactOutline): void {
  discs[INCIDENT + RADIUS] = incident.radius[0];
  discs[INCIDENT] = discs[INCIDENT + 1] = 0;
  for (let k = 0; k < 3; k++) {
    discs[INCIDENT] += (incident.center[k] - origin[k]) * u[k];
    discs[INCIDENT + 1] += (incident.center[k] - origin[k]) * v[k];
  }
}

/** Writes the height of a point over the reference. */
function findHeight(out: Numbers, at: number, points: Numbers, i: number, n: Vec3): void {
  out[at] =
    n[0] * (points[3 * i] - origin[0]) +
    n[1] * (points[3 * i + 1] - origin[1]) +
    n[2] * (points[3 * i + 2] - origin[2]);
}

/** The incident plane as heights over the reference's; false if it is too steep. */
function setPlane(reference: ContactOutline, incident: ContactOutline): boolean {
  const n = reference.normal;
  const m = incident.normal;
  const facing = n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
  if (Math.abs(facing) < 0.1) return false;
  plane[SLOPE_X] = -(m[0] * u[0] + m[1] * u[1] + m[2] * u[2]) / facing;
  plane[SLOPE_Y] = -(m[0] * v[0] + m[1] * v[1] + m[2] * v[2]) / facing;
  findHeight(plane, LEVEL, incident.points, 0, n);
  plane[LEVEL] = plane[LEVEL] - plane[SLOPE_X] * incX[0] - plane[SLOPE_Y] * incY[0];
  return true;
}

/** Moves the point to the height of the incident plane. */
function placeOnPlane(): void {
  spot[HEIGHT] = plane[SLOPE_X] * spot[X] + plane[SLOPE_Y] * spot[Y] + plane[LEVEL];
}

/** Whether the point is within a disc or a convex polygon of either orientation. */
function isWithin(outline: ContactOutline, xs: Numbers, ys: Numbers, disc: number): boolean {
  const slack = plane[SLACK];
  const x = spot[X];
  const y = spot[Y];
  if (outline.isDisc) {
    const dx = x - discs[disc];
    const dy = y - discs[disc + 1];
    return dx * dx + dy * dy <= (discs[disc + RADIUS] + slack) * (discs[disc + RADIUS] + slack);
  }
  const n = outline.count;
  let left = true;
  let right = true;
  for (let i = 0; i < n; i++) {
    const j = i + 1 === n ? 0 : i + 1;
    const ex = xs[j] - xs[i];
    const ey = ys[j] - ys[i];
    const off = ex * (y - ys[i]) - ey * (x - xs[i]);
    const least = slack * Math.sqrt(ex * ex + ey * ey);
    if (off < -least) left = false;
    if (off > least) right = false;
  }
  return left || right;
}

function addCrossings(out: Candidates, reference: ContactOutline, incident: ContactOutline): void {
  const edges = incident.isDisc ? 0 : incident.count === 2 ? 1 : incident.count < 2 ? 0 : incident.count;
  for (let i = 0; i < edges; i++) {
    const j = i + 1 === incident.count ? 0 : i + 1;
    findHeight(ends, 0, incident.points, i, reference.normal);
    findHeight(ends, 1, incident.points, j, reference.normal);
    if (reference.isDisc) crossCircle(out, reference, i, j, REFERENCE);
    else for (let k = 0; k < reference.count; k++) crossEdges(out, reference, i, j, k);
  }
  if (!incident.isDisc || incident.count < 3) return;
  if (reference.isDisc) crossDiscs(out, reference);
  else crossIncidentCircle(out, reference);
}

/** Where the edges of the reference cross the circle of the other. */
function crossIncidentCircle(out: Candidates, reference: ContactOutline): void {
  for (let k = 0; k < reference.count; k++) {
    const l = k + 1 === reference.count ? 0 : k + 1;
    for (let end = 0; end < 2; end++) {
      spot[X] = refX[end === 0 ? k : l];
      spot[Y] = refY[end === 0 ? k : l];
      placeOnPlane();
      ends[end] = spot[HEIGHT];
    }
    crossCircle(out, reference, k, l, INCIDENT);
  }
}

function crossEdges(out: Candidates, reference: ContactOutline, i: number, j: number, k: number): void {
  const l = k + 1 === reference.count ? 0 : k + 1;
  const ex = refX[l] - refX[k];
  const ey = refY[l] - refY[k];
  const s0 = ex * (incY[i] - refY[k]) - ey * (incX[i] - refX[k]);
  const s1 = ex * (incY[j] - refY[k]) - ey * (incX[j] - refX[k]);
  if (s0 > 0 === s1 > 0) return;
  const t = s0 / (s0 - s1);
  const x = incX[i] + t * (incX[j] - incX[i]);
  const y = incY[i] + t * (incY[j] - incY[i]);
  const along = (ex * (x - refX[k]) + ey * (y - refY[k])) / (ex * ex + ey * ey);
  if (!(along >= 0 && along <= 1)) return;
  spot[X] = x;
  spot[Y] = y;
  spot[HEIGHT] = ends[0] + t * (ends[1] - ends[0]);
  add(out, CROSSING | (i << 8) | k, reference);
}

/** Where an edge from i to j of one outline crosses the circle of the other, `disc`. */
function crossCircle(out: Candidates, reference: ContactOutline, i: number, j: number, disc: number): void {
  const xs = disc === REFERENCE ? incX : refX;
  const ys = disc === REFERENCE ? incY : refY;
  const x0 = xs[i];
  const y0 = ys[i];
  const cx = discs[disc];
  const cy = discs[disc + 1];
  const radius = discs[disc + RADIUS];
  const dx = xs[j] - x0;
  const dy = ys[j] - y0;
  const a = dx * dx + dy * dy;
  const b = dx * (x0 - cx) + dy * (y0 - cy);
  const c = (x0 - cx) * (x0 - cx) + (y0 - cy) * (y0 - cy) - radius * radius;
  const root = b * b - a * c;
  if (!(root >= 0 && a > 0)) return;
  for (let side = 0; side < 2; side++) {
    const t = (-b + (side === 0 ? -1 : 1) * Math.sqrt(root)) / a;
    if (!(t >= 0 && t <= 1)) continue;
    spot[X] = x0 + t * dx;
    spot[Y] = y0 + t * dy;
    spot[HEIGHT] = ends[0] + t * (ends[1] - ends[0]);
    add(out, CROSSING | (i << 8) | side, reference);
  }
}

function crossDiscs(out: Candidates, reference: ContactOutline): void {
  const x = discs[INCIDENT];
  const y = discs[INCIDENT + 1];
  const own = discs[REFERENCE + RADIUS];
  const other = discs[INCIDENT + RADIUS];
  const apart = Math.sqrt(x * x + y * y);
  if (apart === 0) return;
  const along = (apart * apart + own * own - other * other) / (2 * apart);
  const across = own * own - along * along;
  if (!(across >= 0)) return;
  const half = Math.sqrt(across);
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? -half : half;
    spot[X] = (along * x - s * y) / apart;
    spot[Y] = (along * y + s * x) / apart;
    placeOnPlane();
    add(out, CROSSING | side, reference);
  }
}

/** Adds the point, if it is low enough and new. */
function add(out: Candidates, name: number, reference: ContactOutline): void {
  const x = spot[X];
  const y = spot[Y];
  const height = spot[HEIGHT];
  if (!(height <= plane[MARGIN]) || out.count === MOST_OVERLAPS) return;
  const n = reference.normal;
  const q = found;
  for (let k = 0; k < 3; k++) q[k] = origin[k] + x * u[k] + y * v[k] + (height / 2) * n[k];
  q[3] = -height;
  const p = out.positions;
  for (let i = 0; i < out.count; i++) {
    const apart = Math.abs(p[3 * i] - q[0]) + Math.abs(p[3 * i + 1] - q[1]) + Math.abs(p[3 * i + 2] - q[2]);
    if (apart <= plane[SLACK]) return;
  }
  addCandidate(out, q, name);
}
