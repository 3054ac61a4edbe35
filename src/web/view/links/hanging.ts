// A slack rope between two points: a parabola below the line between them, as long as the rope is.
import { Vector3 } from "three";

export const pieces = 16;
const side = new Vector3();
const sag = new Vector3();

/**
 * Writes `pieces + 1` points. `up` points upwards; where the ends are above each other the rope bows towards `aside`.
 */
export function hang(
  out: readonly Vector3[],
  from: Vector3,
  to: Vector3,
  length: number,
  up: Vector3,
  aside: Vector3,
): void {
  const span = from.distanceTo(to);
  const steepness = span > 0 ? Math.abs(side.subVectors(to, from).dot(up)) / span : 1;
  sag
    .copy(aside)
    .multiplyScalar(0.5 * steepness)
    .addScaledVector(up, -1)
    .normalize();
  let low = 0;
  let high = length;
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    lay(out, from, to, middle);
    if (lengthOf(out) < length) low = middle;
    else high = middle;
  }
  lay(out, from, to, low);
}

/** Writes the points of a parabola of a depth. */
function lay(out: readonly Vector3[], from: Vector3, to: Vector3, depth: number): void {
  for (let i = 0; i <= pieces; i++) {
    const share = i / pieces;
    out[i].lerpVectors(from, to, share).addScaledVector(sag, 4 * depth * share * (1 - share));
  }
}

function lengthOf(points: readonly Vector3[]): number {
  let sum = 0;
  for (let i = 0; i < pieces; i++) sum += points[i].distanceTo(points[i + 1]);
  return sum;
}
