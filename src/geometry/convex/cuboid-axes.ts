// The fifteen directions along which two cuboids can be separated: the face normals of each, and the cross products of
// an edge of one with an edge of the other (Gottschalk, Lin, Manocha, "OBBTree", 1996). Everything is in the frame of
// a.
//
// The separation along a unit vector n is the gap between the two projections on it: when positive it is a lower bound
// of the distance; when all fifteen are negative, the largest is minus the depth of penetration, because these are the
// normals of the faces of the Minkowski difference a - b.
import type { Vec3 } from "../../math/vectors/vec3.ts";
import type { Pose } from "../shapes/pose.ts";
import type { Cuboid } from "../shapes/shape.ts";

/** Axes 0, 1, 2 are faces of a; 3, 4, 5 faces of b; 6 + 3 i + j the cross product of a's edge i and b's edge j. */
export type SeparatingAxis = number;
export const FIRST_FACE_OF_B = 3;
export const FIRST_EDGE_PAIR = 6;
export const AXES = 15;

export interface Separations {
  /** The separation along each axis; -∞ for parallel edges. */
  readonly along: Float64Array;
  /** The lengths by which rounding is judged: of sizes and offset. */
  scale: number;
  /** How much larger an axis must be to be preferred, see `largestAxis`. */
  bias: number;
}

export function createSeparations(): Separations {
  return { along: new Float64Array(AXES), scale: 0, bias: 0 };
}

/**
 * Edges at a smaller angle count as parallel: the faces between them already separate what their cross product would.
 */
const PARALLEL = 1e-16;

/** The length of the cross product found last. */
const crossLength = new Float64Array(1);

export function separateCuboids(out: Separations, a: Cuboid, b: Cuboid, bInA: Pose): void {
  separateFaces(out, a, b, bInA);
  separateEdges(out, a, b, bInA);
}

/** Finds the separations along the six faces, and the scale. */
export function separateFaces(out: Separations, a: Cuboid, b: Cuboid, bInA: Pose): void {
  const ha = a.half;
  const hb = b.half;
  const c = bInA.position;
  const r = bInA.rotation;
  out.scale = ha[0] + ha[1] + ha[2] + hb[0] + hb[1] + hb[2] + Math.abs(c[0]) + Math.abs(c[1]) + Math.abs(c[2]);
  for (let i = 0; i < 3; i++) {
    const row = 3 * i;
    const shadow = hb[0] * Math.abs(r[row]) + hb[1] * Math.abs(r[row + 1]) + hb[2] * Math.abs(r[row + 2]);
    out.along[i] = Math.abs(c[i]) - ha[i] - shadow;
  }
  for (let j = 0; j < 3; j++) {
    const offset = c[0] * r[j] + c[1] * r[3 + j] + c[2] * r[6 + j];
    const shadow = ha[0] * Math.abs(r[j]) + ha[1] * Math.abs(r[3 + j]) + ha[2] * Math.abs(r[6 + j]);
    out.along[FIRST_FACE_OF_B + j] = Math.abs(offset) - hb[j] - shadow;
  }
}

/** Finds the separations along the nine pairs of edges. */
// The cross product's components are entries of the rotation as they stand, so it keeps its relative accuracy down to
// the smallest angle; its products with b's other edges are therefore taken from it, not from the entries they equal in
// exact arithmetic.
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: nine cross products whose parts would go on the heap
export function separateEdges({ along }: Separations, a: Cuboid, b: Cuboid, bInA: Pose): void {
  const ha = a.half;
  const hb = b.half;
  const c = bInA.position;
  const r = bInA.rotation;
  for (let j = 0; j < 3; j++) {
    const bx = r[j];
    const by = r[3 + j];
    const bz = r[6 + j];
    for (let i = 0; i < 3; i++) {
      const x = i === 0 ? 0 : i === 1 ? bz : -by;
      const y = i === 0 ? -bz : i === 1 ? 0 : bx;
      const z = i === 0 ? by : i === 1 ? -bx : 0;
      const length = Math.sqrt(x * x + y * y + z * z);
      let gap = Math.abs(x * c[0] + y * c[1] + z * c[2]);
      for (let k = 0; k < 3; k++) {
        if (k !== i) gap -= ha[k] * Math.abs(k === 0 ? x : k === 1 ? y : z);
        if (k !== j) gap -= hb[k] * Math.abs(x * r[k] + y * r[3 + k] + z * r[6 + k]);
      }
      along[FIRST_EDGE_PAIR + 3 * i + j] = length < PARALLEL ? -Infinity : gap / length;
    }
  }
}

/** a's edge i × b's edge j, in a's frame; leaves its length in `crossLength`. */
function crossEdges(out: Vec3, bInA: Pose, i: number, j: number): void {
  const k = (i + 1) % 3;
  const l = (i + 2) % 3;
  out[i] = 0;
  out[k] = -bInA.rotation[3 * l + j];
  out[l] = bInA.rotation[3 * k + j];
  crossLength[0] = Math.sqrt(out[k] * out[k] + out[l] * out[l]);
}

/** The unit vector of `axis` that points to a. */
export function axisToA(out: Vec3, axis: SeparatingAxis, bInA: Pose): Vec3 {
  const c = bInA.position;
  const r = bInA.rotation;
  let length = 1;
  if (axis < FIRST_FACE_OF_B) {
    out[0] = out[1] = out[2] = 0;
    out[axis] = 1;
  } else if (axis < FIRST_EDGE_PAIR) {
    const j = axis - FIRST_FACE_OF_B;
    out[0] = r[j];
    out[1] = r[3 + j];
    out[2] = r[6 + j];
  } else {
    const pair = axis - FIRST_EDGE_PAIR;
    crossEdges(out, bInA, Math.floor(pair / 3), pair % 3);
    length = crossLength[0];
  }
  const toB = out[0] * c[0] + out[1] * c[1] + out[2] * c[2];
  const factor = toB > 0 ? -1 / length : 1 / length;
  for (let i = 0; i < 3; i++) out[i] *= factor;
  return out;
}

/** Whether one of the six faces separates them by more than a margin. */
export function faceSeparates({ along: s }: Separations, margin: Float64Array): boolean {
  for (let k = 0; k < FIRST_EDGE_PAIR; k++) if (s[k] > margin[0]) return true;
  return false;
}

/**
 * The axis of largest separation; a face of a is preferred to one of b, and a face to an edge pair, unless the latter
 * is larger by more than the bias.
 */
export function largestAxis({ along: s, bias }: Separations): SeparatingAxis {
  let best = 0;
  for (let i = 1; i < FIRST_FACE_OF_B; i++) if (s[i] > s[best]) best = i;
  let other = FIRST_FACE_OF_B;
  for (let j = FIRST_FACE_OF_B + 1; j < FIRST_EDGE_PAIR; j++) if (s[j] > s[other]) other = j;
  if (s[other] > s[best] + bias) best = other;
  other = FIRST_EDGE_PAIR;
  for (let k = FIRST_EDGE_PAIR + 1; k < AXES; k++) if (s[k] > s[other]) other = k;
  return s[other] > s[best] + bias ? other : best;
}
