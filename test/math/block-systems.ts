// Block systems to solve, and dense methods to compare with: full pivoting, and the pseudo-inverse by eigenvectors.
import {
  type BlockMatrix,
  type BlockPattern,
  createBlockMatrix,
  createBlockPattern,
} from "../../src/math/block/block-matrix.ts";
import type { Random } from "../../src/math/random.ts";
import { symmetricEigen } from "../../src/math/vectors/symmetric-eigen.ts";

export type Pairs = [number, number][];

export const chain = (n: number): Pairs => Array.from({ length: n - 1 }, (_, i) => [i, i + 1]);
export const loop = (n: number): Pairs => [...chain(n), [n - 1, 0]];
/** Every node but the first hangs on an earlier one. */
export const tree = (n: number, random: Random): Pairs =>
  Array.from({ length: n - 1 }, (_, i) => [i + 1, Math.floor(random.next() * (i + 1))]);
export const star = (n: number): Pairs => Array.from({ length: n - 1 }, (_, i) => [0, i + 1]);
export function net(n: number, random: Random): Pairs {
  const pairs = tree(n, random);
  for (let k = 0; k < n; k++) {
    const pair: [number, number] = [Math.floor(random.next() * n), Math.floor(random.next() * n)];
    if (pair[0] !== pair[1]) pairs.push(pair);
  }
  return pairs;
}

export const sizesOf = (n: number, random: Random, most = 6) =>
  Array.from({ length: n }, () => 1 + Math.floor(random.next() * most));
export const threes = (n: number) => new Array<number>(n).fill(3);

export function randomVector(n: number, random: Random): Float64Array {
  return Float64Array.from({ length: n }, () => random.uniform(-1, 1));
}

/** Diagonal blocks that outweigh their row, at any place of the pattern. */
export function randomMatrix(pattern: BlockPattern, random: Random, dominance = 1.2): BlockMatrix {
  const matrix = createBlockMatrix(pattern);
  const sums = new Float64Array(pattern.rows);
  visit(matrix, (at, r) => {
    matrix.values[at] = random.uniform(-1, 1);
    sums[r] += Math.abs(matrix.values[at]);
  });
  visit(matrix, (at, r, c) => {
    if (r === c) matrix.values[at] = dominance * sums[r] * (matrix.values[at] < 0 ? -1 : 1);
  });
  return matrix;
}

/** The matrix J W Jᵀ of nodes as edges between bodies of six coordinates: what equations of linked bodies give. */
export interface Linkage {
  readonly matrix: BlockMatrix;
  /** Rows of J by rows, dense. */
  readonly jacobian: Float64Array;
  readonly coordinates: number;
}

/**
 * `ends[i]` are the bodies of node i, -1 for the ground; `rows[i]` its rows of J as numbers for both bodies in turn.
 */
export function linkage(ends: Pairs, rows: number[][][], weights: Float64Array): Linkage {
  const pairs: Pairs = [];
  for (let i = 0; i < ends.length; i++)
    for (let j = 0; j < i; j++) if (ends[i].some((body) => body >= 0 && ends[j].includes(body))) pairs.push([i, j]);
  const pattern = createBlockPattern(
    rows.map((block) => block.length),
    pairs,
  );
  const coordinates = weights.length;
  const jacobian = new Float64Array(pattern.rows * coordinates);
  rows.forEach((block, i) => {
    block.forEach((row, r) => {
      ends[i].forEach((body, side) => {
        if (body < 0) return;
        for (let c = 0; c < 6; c++)
          jacobian[(pattern.rowStart[i] + r) * coordinates + 6 * body + c] += row[6 * side + c];
      });
    });
  });
  const matrix = createBlockMatrix(pattern);
  visit(matrix, (at, r, c) => {
    let sum = 0;
    for (let k = 0; k < coordinates; k++)
      sum += jacobian[r * coordinates + k] * weights[k] * jacobian[c * coordinates + k];
    matrix.values[at] = sum;
  });
  return { matrix, jacobian, coordinates };
}

/** Every entry: where it lies, its row and its column. */
export function visit({ pattern }: BlockMatrix, see: (at: number, r: number, c: number) => void): void {
  for (let i = 0; i < pattern.count; i++)
    for (let block = pattern.blockStart[i]; block < pattern.blockStart[i + 1]; block++) {
      const j = pattern.blockColumn[block];
      const n = pattern.size[j];
      for (let e = 0; e < pattern.size[i] * n; e++)
        see(pattern.blockAt[block] + e, pattern.rowStart[i] + Math.floor(e / n), pattern.rowStart[j] + (e % n));
    }
}

export function dense(matrix: BlockMatrix): Float64Array {
  const n = matrix.pattern.rows;
  const out = new Float64Array(n * n);
  visit(matrix, (at, r, c) => {
    out[r * n + c] = matrix.values[at];
  });
  return out;
}

/** Gaussian elimination with full pivoting. */
export function denseSolve(matrix: Float64Array, b: Float64Array): Float64Array {
  const n = b.length;
  const rows = Array.from({ length: n }, (_, i) => [...matrix.subarray(i * n, (i + 1) * n), b[i]]);
  const columns = Array.from({ length: n }, (_, j) => j);
  for (let k = 0; k < n; k++) {
    let [p, q] = [k, k];
    for (let i = k; i < n; i++)
      for (let j = k; j < n; j++) if (Math.abs(rows[i][columns[j]]) > Math.abs(rows[p][columns[q]])) [p, q] = [i, j];
    [rows[k], rows[p]] = [rows[p], rows[k]];
    [columns[k], columns[q]] = [columns[q], columns[k]];
    for (let i = k + 1; i < n; i++) {
      const l = rows[i][columns[k]] / rows[k][columns[k]];
      for (let j = 0; j <= n; j++) rows[i][j] -= l * rows[k][j];
    }
  }
  const x = new Float64Array(n);
  for (let k = n - 1; k >= 0; k--) {
    let sum = rows[k][n];
    for (let j = k + 1; j < n; j++) sum -= rows[k][columns[j]] * x[columns[j]];
    x[columns[k]] = sum / rows[k][columns[k]];
  }
  return x;
}

/** A⁺ b = V Λ⁺ Vᵀ Aᵀ b, with the eigenvectors V of Aᵀ A; eigenvalues below `least` of the largest count as zero. */
export function pseudoSolve(a: Float64Array, b: Float64Array, least = 1e-13): { x: Float64Array; rank: number } {
  const n = b.length;
  const gram = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) gram[i * n + j] += a[k * n + i] * a[k * n + j];
  const values = new Float64Array(n);
  const vectors = new Float64Array(n * n);
  symmetricEigen(values, vectors, gram, n);
  const x = new Float64Array(n);
  let rank = 0;
  for (let e = 0; e < n; e++) {
    if (values[e] < least * values[n - 1]) continue;
    rank++;
    let part = 0;
    for (let k = 0; k < n; k++) {
      let image = 0;
      for (let i = 0; i < n; i++) image += a[k * n + i] * vectors[i * n + e];
      part += image * b[k];
    }
    for (let i = 0; i < n; i++) x[i] += (part / values[e]) * vectors[i * n + e];
  }
  return { x, rank };
}

/** The distance of two vectors over the length of the second. */
export function relativeError(x: Float64Array, expected: Float64Array): number {
  const length = (a: Float64Array) => Math.sqrt(a.reduce((sum, e) => sum + e * e, 0));
  return length(x.map((e, i) => e - expected[i])) / (length(expected) || 1);
}
