// What the geometry supplies to the law of a pair, as one row of numbers: the point, the normal as either body sees it, how deep they
// are in each other, and the number of the sweep, which is 1.
import { type Value, vectorOf } from "../compiler/value.ts";

const depth = 9;
const sweep = 10;
/** So many numbers. */
export const impactSize = 11;

export function impactRow(point: ArrayLike<number>, normal: ArrayLike<number>, penetration: number): Float64Array {
  const row = new Float64Array(impactSize);
  for (let k = 0; k < 3; k++) {
    row[k] = point[k];
    row[3 + k] = normal[k];
    row[6 + k] = 0 - normal[k];
  }
  row[depth] = penetration;
  row[sweep] = 1;
  return row;
}

/** Where a name begins in the row, for the body with an index; -1 where the geometry does not supply it. */
export function impactPlace(name: string, index: number): number {
  switch (name) {
    case "collisionPoint":
      return 0;
    case "collisionNormal":
      return 3 + 3 * index;
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
  const collisionPoint = vectorOf(row.subarray(0, 3));
  return [0, 1].map((index) => {
    const normal = vectorOf(row.subarray(3 + 3 * index, 6 + 3 * index));
    return new Map<string, Value>([["collisionPoint", collisionPoint], ["collisionNormal", normal], ["penetration", row[depth]], ["iteration", row[sweep]]]);
  });
} // biome-ignore format: a table
