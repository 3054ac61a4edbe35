// Two crossing edges of two cuboids: the points where the lines through them are nearest to each other. In the frame of
// a.
import type { Vec3 } from "../../math/vectors/vec3.ts";
import type { Pose } from "../shapes/pose.ts";
import type { Cuboid } from "../shapes/shape.ts";
import { FIRST_EDGE_PAIR, type SeparatingAxis } from "./cuboid-axes.ts";

/**
 * The sine of the angle, made by rounding alone, below which a face counts as level and either of two opposite edges
 * may be nearer.
 */
const LEVEL = 1e-15;

const onA = new Float64Array(3);
const onB = new Float64Array(3);
const cornerB = new Float64Array(3);
/** How far the nearest points of two lines lie beyond the ends of the edges. */
const beyond = new Float64Array(1);

/** The nearest points of two edges, for a normal to a that is given. */
export interface EdgePoints {
  readonly normal: Vec3;
  readonly pointA: Vec3;
  readonly pointB: Vec3;
}

/**
 * Among the edges of an edge pair's axis that face each other along the normal of `out`, the nearest points of the pair
 * whose points are most within the edges. Writes to `overrun` how far they are outside: 0 or less when both points lie
 * on the edges.
 */
// An edge i of a is fixed by the signs of its two other coordinates, those of -normal. Where such a component vanishes
// both signs are tried: of the face's two edges, either may be the one that b's edge crosses.
export function nearestOnEdges(
  overrun: Float64Array,
  out: EdgePoints,
  axis: SeparatingAxis,
  a: Cuboid,
  b: Cuboid,
  bInA: Pose,
): void {
  const { normal, pointA, pointB } = out;
  const i = Math.floor((axis - FIRST_EDGE_PAIR) / 3);
  const j = (axis - FIRST_EDGE_PAIR) % 3;
  overrun[0] = Infinity;
  for (let choice = 0; choice < 16; choice++) {
    if (!placeOnA(choice, i, normal, a)) continue;
    if (!placeOnB(choice >> 2, j, normal, b, bInA)) continue;
    nearestOnLines(i, j, a, b, bInA);
    if (beyond[0] < overrun[0]) {
      overrun[0] = beyond[0];
      pointA.set(onA);
      pointB.set(onB);
    }
  }
}

/** Bit 0 of `choice` flips the sign of coordinate i + 1, bit 1 that of i + 2; false if that edge does not face b. */
function placeOnA(choice: number, i: number, normal: Vec3, a: Cuboid): boolean {
  onA[i] = 0;
  for (let bit = 0; bit < 2; bit++) {
    const k = (i + 1 + bit) % 3;
    const turned = (choice >> bit) & 1;
    if (turned === 1 && Math.abs(normal[k]) > LEVEL) return false;
    onA[k] = normal[k] > 0 === (turned === 1) ? a.half[k] : -a.half[k];
  }
  return true;
}

function placeOnB(choice: number, j: number, normal: Vec3, b: Cuboid, bInA: Pose): boolean {
  const r = bInA.rotation;
  cornerB.set(bInA.position);
  for (let bit = 0; bit < 2; bit++) {
    const k = (j + 1 + bit) % 3;
    const turned = (choice >> bit) & 1;
    const along = normal[0] * r[k] + normal[1] * r[3 + k] + normal[2] * r[6 + k];
    if (turned === 1 && Math.abs(along) > LEVEL) return false;
    const h = along > 0 === (turned === 0) ? b.half[k] : -b.half[k];
    for (let x = 0; x < 3; x++) cornerB[x] += h * r[3 * x + k];
  }
  return true;
}

// Lines onA + x e_i and cornerB + y b. Seen along e_i the first is a point and the second a line: with k, l the other
// two coordinates, d = cornerB - onA, the nearest y is -(d_k b_k + d_l b_l)/(b_k² + b_l²), and x = d_i + y b_i. The
// error of y grows as one over the angle between the lines, the error of the place across the lines does not.
function nearestOnLines(i: number, j: number, a: Cuboid, b: Cuboid, bInA: Pose): void {
  const r = bInA.rotation;
  const k = (i + 1) % 3;
  const l = (i + 2) % 3;
  const bk = r[3 * k + j];
  const bl = r[3 * l + j];
  const y = -((cornerB[k] - onA[k]) * bk + (cornerB[l] - onA[l]) * bl) / (bk * bk + bl * bl);
  const x = cornerB[i] + y * r[3 * i + j];
  onA[i] = x;
  for (let m = 0; m < 3; m++) onB[m] = cornerB[m] + y * r[3 * m + j];
  beyond[0] = Math.max(Math.abs(x) - a.half[i], Math.abs(y) - b.half[j]);
}
