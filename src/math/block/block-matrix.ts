// Sparse matrices made of small dense blocks, for systems whose unknowns come in groups ("nodes").
//
// Node i has `size[i]` rows and as many columns. Block (i, j) is stored iff i = j or the nodes are neighbours, so the
// pattern is symmetric while the numbers need not be. The blocks of node 0, then those of node 1, … are contiguous in
// one array, for each node by ascending column; a block of m rows and n columns is stored row after row.
import type { Numbers } from "../vectors/vec3.ts";

export interface BlockPattern {
  /** Number of nodes. */
  readonly count: number;
  readonly size: Int32Array;
  /** The start of a node's rows in a vector; `count + 1` numbers, the last is the number of all rows. */
  readonly rowStart: Int32Array;
  readonly rows: number;
  /** The blocks of node i are `blockStart[i]` to `blockStart[i + 1] - 1`. */
  readonly blockStart: Int32Array;
  /** The column of a block, as a node. */
  readonly blockColumn: Int32Array;
  /** The start of a block among the values; one number more than there are blocks. */
  readonly blockAt: Int32Array;
  /** The number of block (j, i) for block (i, j); for a diagonal block its own. */
  readonly blockTwin: Int32Array;
  /** The number of block (i, i) for a node. */
  readonly diagonal: Int32Array;
  /** The common size of all nodes, or 0. */
  readonly uniform: number;
}

export interface BlockMatrix {
  readonly pattern: BlockPattern;
  readonly values: Numbers;
}

/** The pattern of nodes with these sizes (1 or more); a pair of nodes counts once, in either order. */
export function createBlockPattern(sizes: ArrayLike<number>, pairs: Iterable<readonly [number, number]>): BlockPattern {
  const count = sizes.length;
  const size = Int32Array.from(sizes);
  const columns = Array.from({ length: count }, (_, i) => new Set([i]));
  for (const [i, j] of pairs) {
    columns[i].add(j);
    columns[j].add(i);
  }
  const rowStart = new Int32Array(count + 1);
  const blockStart = new Int32Array(count + 1);
  for (let i = 0; i < count; i++) {
    rowStart[i + 1] = rowStart[i] + size[i];
    blockStart[i + 1] = blockStart[i] + columns[i].size;
  }
  const blockColumn = new Int32Array(blockStart[count]);
  const blockAt = new Int32Array(blockStart[count] + 1);
  let block = 0;
  for (let i = 0; i < count; i++) {
    for (const j of [...columns[i]].sort((a, b) => a - b)) {
      blockColumn[block] = j;
      blockAt[block + 1] = blockAt[block] + size[i] * size[j];
      block++;
    }
  }
  const blockTwin = new Int32Array(block);
  const diagonal = new Int32Array(count);
  // By ascending rows, the blocks of a column come in the order in which its node's row has their twins.
  const next = blockStart.slice();
  for (let i = 0, b = 0; i < count; i++) {
    for (; b < blockStart[i + 1]; b++) {
      blockTwin[b] = next[blockColumn[b]]++;
      if (blockColumn[b] === i) diagonal[i] = b;
    }
  }
  const uniform = count > 0 && size.every((m) => m === size[0]) ? size[0] : 0;
  const rows = rowStart[count];
  return { count, size, rowStart, rows, blockStart, blockColumn, blockAt, blockTwin, diagonal, uniform };
}

/** The start of block (i, j) among the values, or -1 if there is none. Call it once, before the run. */
export function offsetOf(pattern: BlockPattern, i: number, j: number): number {
  for (let block = pattern.blockStart[i]; block < pattern.blockStart[i + 1]; block++)
    if (pattern.blockColumn[block] === j) return pattern.blockAt[block];
  return -1;
}

/** The matrix of zeros. */
export function createBlockMatrix(pattern: BlockPattern): BlockMatrix {
  return { pattern, values: new Float64Array(pattern.blockAt[pattern.blockColumn.length]) };
}

export function clearBlocks(matrix: BlockMatrix): void {
  matrix.values.fill(0);
}

/** The product A x. Sums are in the order of columns. */
export function multiplyBlocks(out: Numbers, matrix: BlockMatrix, x: Numbers): Numbers {
  if (matrix.pattern.uniform === 3) multiplyThrees(out, matrix, x);
  else {
    const { count, size, rowStart, blockStart, blockColumn, blockAt } = matrix.pattern;
    const a = matrix.values;
    for (let i = 0; i < count; i++) {
      for (let r = 0; r < size[i]; r++) {
        let sum = 0;
        for (let block = blockStart[i]; block < blockStart[i + 1]; block++) {
          const j = blockColumn[block];
          const n = size[j];
          const at = blockAt[block] + r * n;
          const from = rowStart[j];
          for (let c = 0; c < n; c++) sum += a[at + c] * x[from + c];
        }
        out[rowStart[i] + r] = sum;
      }
    }
  }
  return out;
}

function multiplyThrees(out: Numbers, matrix: BlockMatrix, x: Numbers): void {
  const { count, blockStart, blockColumn } = matrix.pattern;
  const a = matrix.values;
  let block = 0;
  for (let i = 0; i < count; i++) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    for (const end = blockStart[i + 1]; block < end; block++) {
      const at = 9 * block;
      const from = 3 * blockColumn[block];
      const x0 = x[from];
      const x1 = x[from + 1];
      const x2 = x[from + 2];
      s0 += a[at] * x0 + a[at + 1] * x1 + a[at + 2] * x2;
      s1 += a[at + 3] * x0 + a[at + 4] * x1 + a[at + 5] * x2;
      s2 += a[at + 6] * x0 + a[at + 7] * x1 + a[at + 8] * x2;
    }
    out[3 * i] = s0;
    out[3 * i + 1] = s1;
    out[3 * i + 2] = s2;
  }
}

/** Writes the residual b - A x; `out` is none of the others. */
export function findRest(out: Numbers, matrix: BlockMatrix, x: Numbers, b: Numbers): void {
  multiplyBlocks(out, matrix, x);
  for (let r = 0; r < out.length; r++) out[r] = b[r] - out[r];
}

/** Writes |a| to `out[at]`: a returned number would be allocated. */
export function findNorm(out: Numbers, at: number, a: Numbers): void {
  findDot(out, at, a, a);
  out[at] = Math.sqrt(out[at]);
}

/** Writes aᵀ b. */
export function findDot(out: Numbers, at: number, a: Numbers, b: Numbers): void {
  let sum = 0;
  for (let r = 0; r < a.length; r++) sum += a[r] * b[r];
  out[at] = sum;
}
