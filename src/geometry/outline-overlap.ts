// Where the outline of one body lies over a flat outline of another: the points that span the area in common, seen along the normal of
// the latter, the reference. Every corner of one within the other, and every crossing of their edges.
//
// A round outline that is tilted is seen as an ellipse; it is taken for a circle, as its tilt is small where the area matters.
import type { Numbers, Vec3 } from "../math/vec3.ts";
import type { Candidates } from "./manifold.ts";
import { addCandidate } from "./manifold.ts";
import type { Outline } from "./outline.ts";

export const MOST_OVERLAPS = 192;

/** Two coordinates a point in the plane of the reference; the heights are over it. */
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
const discs = new Float64Array(6);
const [REF_R, INC_X, INC_Y, INC_R] = [0, 1, 2, 3];

const CORNER = 1 << 26;
const UNDER = 2 << 26;
const CROSSING = 3 << 26;

/** Adds the points at heights up to `margin` over the reference, half way to it. Points up to `slack` beyond its edges count. */
export function overlapOutlines(
  out: Candidates,
  reference: Outline,
  incident: Outline,
  margin: number,
  slack: number,
): void {
  plane[MARGIN] = margin;
  plane[SLACK] = slack;
  setFrame(reference);
  project(refX, refY, reference);
  project(incX, incY, incident);
  discs[REF_R] = reference.radius[0];
  projectDisc(incident);
  for (let i = 0; i < incident.count; i++) {
    if (isWithin(reference, refX, refY, 0, 0, discs[REF_R], incX[i], incY[i]))
      add(out, incX[i], incY[i], heightOf(incident.points, i, reference.normal), CORNER | incident.names[i], reference);
  }
  if (incident.count >= 3 && setPlane(reference, incident)) {
    for (let i = 0; i < reference.count; i++) {
      if (isWithin(incident, incX, incY, discs[INC_X], discs[INC_Y], discs[INC_R], refX[i], refY[i]))
        add(out, refX[i], refY[i], planeAt(refX[i], refY[i]), UNDER | reference.names[i], reference);
    }
  }
  addCrossings(out, reference, incident);
}

function setFrame(reference: Outline): void {
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

function project(outX: Numbers, outY: Numbers, outline: Outline): void {
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

function projectDisc(incident: Outline): void {
  discs[INC_R] = incident.radius[0];
  discs[INC_X] = discs[INC_Y] = 0;
  for (let k = 0; k < 3; k++) {
    discs[INC_X] += (incident.center[k] - origin[k]) * u[k];
    discs[INC_Y] += (incident.center[k] - origin[k]) * v[k];
  }
}

function heightOf(points: Numbers, i: number, n: Vec3): number {
  return (
    n[0] * (points[3 * i] - origin[0]) + n[1] * (points[3 * i + 1] - origin[1]) + n[2] * (points[3 * i + 2] - origin[2])
  );
}

/** The incident plane as heights over the reference's; false where it stands too steeply. */
function setPlane(reference: Outline, incident: Outline): boolean {
  const n = reference.normal;
  const m = incident.normal;
  const facing = n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
  if (Math.abs(facing) < 0.1) return false;
  plane[SLOPE_X] = -(m[0] * u[0] + m[1] * u[1] + m[2] * u[2]) / facing;
  plane[SLOPE_Y] = -(m[0] * v[0] + m[1] * v[1] + m[2] * v[2]) / facing;
  plane[LEVEL] = heightOf(incident.points, 0, n) - plane[SLOPE_X] * incX[0] - plane[SLOPE_Y] * incY[0];
  return true;
}

function planeAt(x: number, y: number): number {
  return plane[SLOPE_X] * x + plane[SLOPE_Y] * y + plane[LEVEL];
}

/** Whether a point is within a disc or a convex polygon, whichever way it turns. */
function isWithin(
  outline: Outline,
  xs: Numbers,
  ys: Numbers,
  cx: number,
  cy: number,
  radius: number,
  x: number,
  y: number,
): boolean {
  const slack = plane[SLACK];
  if (outline.isDisc) return (x - cx) * (x - cx) + (y - cy) * (y - cy) <= (radius + slack) * (radius + slack);
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

function addCrossings(out: Candidates, reference: Outline, incident: Outline): void {
  const edges = incident.isDisc ? 0 : incident.count === 2 ? 1 : incident.count < 2 ? 0 : incident.count;
  for (let i = 0; i < edges; i++) {
    const j = i + 1 === incident.count ? 0 : i + 1;
    const h0 = heightOf(incident.points, i, reference.normal);
    const h1 = heightOf(incident.points, j, reference.normal);
    if (reference.isDisc)
      crossCircle(out, reference, incX[i], incY[i], incX[j], incY[j], 0, 0, discs[REF_R], h0, h1, i);
    else for (let k = 0; k < reference.count; k++) crossEdges(out, reference, i, j, k, h0, h1);
  }
  if (!incident.isDisc || incident.count < 3) return;
  if (reference.isDisc) {
    crossDiscs(out, reference);
    return;
  }
  for (let k = 0; k < reference.count; k++) {
    const l = k + 1 === reference.count ? 0 : k + 1;
    const h0 = planeAt(refX[k], refY[k]);
    const h1 = planeAt(refX[l], refY[l]);
    crossCircle(
      out,
      reference,
      refX[k],
      refY[k],
      refX[l],
      refY[l],
      discs[INC_X],
      discs[INC_Y],
      discs[INC_R],
      h0,
      h1,
      k,
    );
  }
}

function crossEdges(
  out: Candidates,
  reference: Outline,
  i: number,
  j: number,
  k: number,
  h0: number,
  h1: number,
): void {
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
  add(out, x, y, h0 + t * (h1 - h0), CROSSING | (i << 8) | k, reference);
}

/** Where a segment, with a height at each end, crosses a circle. */
function crossCircle(
  out: Candidates,
  reference: Outline,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  cx: number,
  cy: number,
  radius: number,
  h0: number,
  h1: number,
  name: number,
): void {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const a = dx * dx + dy * dy;
  const b = dx * (x0 - cx) + dy * (y0 - cy);
  const c = (x0 - cx) * (x0 - cx) + (y0 - cy) * (y0 - cy) - radius * radius;
  const root = b * b - a * c;
  if (!(root >= 0 && a > 0)) return;
  for (let side = 0; side < 2; side++) {
    const t = (-b + (side === 0 ? -1 : 1) * Math.sqrt(root)) / a;
    if (t >= 0 && t <= 1)
      add(out, x0 + t * dx, y0 + t * dy, h0 + t * (h1 - h0), CROSSING | (name << 8) | side, reference);
  }
}

function crossDiscs(out: Candidates, reference: Outline): void {
  const x = discs[INC_X];
  const y = discs[INC_Y];
  const apart = Math.sqrt(x * x + y * y);
  if (apart === 0) return;
  const along = (apart * apart + discs[REF_R] * discs[REF_R] - discs[INC_R] * discs[INC_R]) / (2 * apart);
  const across = discs[REF_R] * discs[REF_R] - along * along;
  if (!(across >= 0)) return;
  const half = Math.sqrt(across);
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? -half : half;
    const px = (along * x - s * y) / apart;
    const py = (along * y + s * x) / apart;
    add(out, px, py, planeAt(px, py), CROSSING | side, reference);
  }
}

function add(out: Candidates, x: number, y: number, height: number, name: number, reference: Outline): void {
  if (!(height <= plane[MARGIN]) || out.count === MOST_OVERLAPS) return;
  const n = reference.normal;
  const px = origin[0] + x * u[0] + y * v[0] + (height / 2) * n[0];
  const py = origin[1] + x * u[1] + y * v[1] + (height / 2) * n[1];
  const pz = origin[2] + x * u[2] + y * v[2] + (height / 2) * n[2];
  const p = out.positions;
  for (let i = 0; i < out.count; i++) {
    const apart = Math.abs(p[3 * i] - px) + Math.abs(p[3 * i + 1] - py) + Math.abs(p[3 * i + 2] - pz);
    if (apart <= plane[SLACK]) return;
  }
  addCandidate(out, px, py, pz, -height, name);
}
