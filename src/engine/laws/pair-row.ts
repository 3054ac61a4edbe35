// What the geometry supplies to the law of a pair, as one row of numbers: the point, the normal as the first body sees
// it, the depth of the overlap, and the number of the sweep, which is 1. The row has eight numbers: that many lie on
// the heap of the JavaScript engine itself. The normal as the second body sees it is behind them.
import { type Value, vectorOf } from "../../compiler/values/value.ts";

const normals = 3;
const depth = 6;
const sweep = 7;
const rowSize = 8;
/** Number of values of an impact that a law can read. */
export const impactSize = rowSize + 3;

export function impactRow(point: ArrayLike<number>, normal: ArrayLike<number>, penetration: number): Float64Array {
  const row = new Float64Array(rowSize);
  for (let k = 0; k < 3; k++) {
    row[k] = point[k];
    row[normals + k] = normal[k];
  }
  row[depth] = penetration;
  row[sweep] = 1;
  return row;
}

/** Writes the values that a law can read before `end`, from a place on. */
export function writeImpact(out: Float64Array, at: number, row: Float64Array, end: number): void {
  for (let k = 0; k < end && k < rowSize; k++) out[at + k] = row[k];
  for (let k = rowSize; k < end; k++) out[at + k] = 0 - row[normals + k - rowSize];
}

/** Where a law finds a name, for the body with an index; -1 if the geometry does not supply it. */
export function impactPlace(name: string, index: number): number {
  switch (name) {
    case "collisionPoint":
      return 0;
    case "collisionNormal":
      return index === 0 ? normals : rowSize;
    case "penetration":
      return depth;
    case "iteration":
      return sweep;
    default:
      return -1;
  }
}

/** The row by its names, for either body. */
export function impactValues(row: Float64Array): ReadonlyMap<string, Value>[] {
  const [x, y, z] = row.slice(normals, normals + 3);
  const collisionPoint = vectorOf(row.slice(0, 3));
  return [
    [x, y, z],
    [0 - x, 0 - y, 0 - z],
  ].map(
    (normal) =>
      new Map<string, Value>([
        ["collisionPoint", collisionPoint],
        ["collisionNormal", vectorOf(normal)],
        ["penetration", row[depth]],
        ["iteration", row[sweep]],
      ]),
  );
}
