// The inverses of the diagonal blocks of a matrix: the preconditioner of block Jacobi, and the divisors of a sweep of
// Gauss–Seidel.
import type { Numbers } from "../vectors/vec3.ts";
import type { BlockMatrix, BlockPattern } from "./block-matrix.ts";
import { createInverseRoom, type InverseRoom, invertBlock, invertPart } from "./inverse.ts";
import { applyBlock } from "./kernels.ts";

/** Pivots below this part of the largest entry of their block count as zero. */
const LEAST_PART = 1e-13;

export interface BlockJacobi {
  readonly pattern: BlockPattern;
  /** The inverses, one after another; for a singular block that of its largest regular part. */
  readonly values: Numbers;
  readonly at: Int32Array;
  readonly column: Numbers;
  readonly room: InverseRoom;
  readonly marks: Uint8Array;
}

export function createBlockJacobi(pattern: BlockPattern): BlockJacobi {
  const { count, size } = pattern;
  const at = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) at[i + 1] = at[i] + size[i] * size[i];
  const largest = size.reduce((a, b) => Math.max(a, b), 0);
  return {
    ...{ pattern, at, values: new Float64Array(at[count]) },
    ...{ column: new Float64Array(largest), room: createInverseRoom(largest), marks: new Uint8Array(2 * largest) },
  };
}

export function invertDiagonal(jacobi: BlockJacobi, matrix: BlockMatrix): void {
  const { pattern, values, at, room, marks } = jacobi;
  for (let i = 0; i < pattern.count; i++) {
    const m = pattern.size[i];
    const from = pattern.blockAt[pattern.diagonal[i]];
    let largest = 0;
    for (let e = 0; e < m * m; e++) {
      const entry = (values[at[i] + e] = matrix.values[from + e]);
      largest = Math.max(largest, Math.abs(entry));
    }
    // A block of zeros has no regular part.
    room.least[0] = largest > 0 ? LEAST_PART * largest : 1;
    if (!invertBlock(values, at[i], m, room))
      invertPart(values, at[i], m, room, marks, marks.subarray(room.rows.length), 0);
  }
}

/** Multiplies the part of x for node i by the inverse of the diagonal block. */
export function applyInverse(x: Numbers, jacobi: BlockJacobi, i: number): void {
  const { pattern, values, at, column } = jacobi;
  applyBlock(x, pattern.rowStart[i], values, at[i], pattern.size[i], column);
}

export function applyInverses(x: Numbers, jacobi: BlockJacobi): void {
  for (let i = 0; i < jacobi.pattern.count; i++) applyInverse(x, jacobi, i);
}
