// Block elimination: A = L U, for numbers that change while the pattern stays.
//
// The matrix is scaled first, one power of two for all rows of a node and one for its columns, so that a pivot can be
// judged by its size alone. What the elimination leaves of position k is, in the places of the plan:
//   G_k in the diagonal block, the inverse of what earlier positions have left of it,
//   A_jk below, as earlier positions have left it, and W_kj = G_k A_kj on the right.
// So L has the blocks G_k⁻¹ and A_jk, U has ones and W_kj. There is no pivoting between nodes, only inside G_k.
//
// Where no pivot of a diagonal block is large enough, a row and a column are set aside: G_k is zero there. What follows
// is the elimination of the matrix without these rows and columns; border.ts brings them back.
import type { Numbers } from "../vectors/vec3.ts";
import type { BlockMatrix, BlockPattern } from "./block-matrix.ts";
import { createInverseRoom, type InverseRoom, invertBlock, invertPart } from "./inverse.ts";
import { applyBlock, eliminateThree, multiplyLeft, subtractApplied, subtractProduct } from "./kernels.ts";
import { type BlockPlan, createBlockPlan } from "./plan.ts";
import { createScales, equilibrate, type Scales, scaleByDiagonal, scaleByTree, spanTree } from "./scaling.ts";
import { loadThrees, solveThrees } from "./threes.ts";

/** Smaller pivots of the scaled matrix are set aside, however precise its entries are. */
const LEAST_PIVOT = 1e-11;
/** Larger pivots are never set aside, however imprecise the entries are. */
export const mostSetAside = 1e-4;
/**
 * Scaling by diagonal blocks is good enough if no block has a larger sum of squares. For a positive definite matrix no
 * entry is above 4 then, so blocks of up to 16×16 are below.
 */
const LARGEST_SQUARES = 4096;
/** With a larger sum of squares, diagonal blocks are no measure for the others. */
const TOO_LARGE_SQUARES = 1e12;

export interface BlockFactor {
  readonly plan: BlockPlan;
  readonly values: Numbers;
  /** The scales of a node's rows. */
  readonly rowScale: Numbers;
  readonly columnScale: Numbers;
  readonly scales: Scales;
  /** The blocks of a spanning tree, as `spanTree` lists them. */
  readonly tree: Int32Array;
  /** A scaled vector in the order of positions. */
  readonly work: Numbers;
  /** A block, or a part of a vector. */
  readonly scratch: Numbers;
  readonly room: InverseRoom;
  /** By rows of positions: 1 if set aside. */
  readonly rowsAside: Uint8Array;
  readonly columnsAside: Uint8Array;
  /** Number of rows set aside, and of columns. */
  aside: number;
  /** The smallest pivot of the scaled matrix that was not set aside. */
  smallestPivot: number;
}

export function createBlockFactor(pattern: BlockPattern): BlockFactor {
  const plan = createBlockPlan(pattern);
  const largest = pattern.size.reduce((a, b) => Math.max(a, b), 0);
  return {
    plan,
    values: new Float64Array(plan.length),
    rowScale: new Float64Array(pattern.count),
    columnScale: new Float64Array(pattern.count),
    scales: createScales(pattern.rows),
    tree: spanTree(pattern),
    work: new Float64Array(pattern.rows),
    scratch: new Float64Array(largest * largest),
    room: createInverseRoom(largest, LEAST_PIVOT),
    rowsAside: new Uint8Array(pattern.rows),
    columnsAside: new Uint8Array(pattern.rows),
    aside: 0,
    smallestPivot: 0,
  };
}

/**
 * Factors a matrix of the pattern; its numbers are copied. It is a product of matrices whose entries have a relative
 * error of `roughness`: pivots below its square may be only error.
 */
export function factorBlocks(factor: BlockFactor, matrix: BlockMatrix, roughness = 0): void {
  factor.room.least[0] = Math.max(LEAST_PIVOT, Math.min(mostSetAside, roughness * roughness));
  if (!isLoadedByDiagonal(factor, matrix)) {
    scaleByNorms(factor, matrix);
    load(factor, matrix);
  }
  eliminate(factor);
}

// Equilibration by norms may leave diagonal blocks small; so it comes last.
function isLoadedByDiagonal(factor: BlockFactor, matrix: BlockMatrix): boolean {
  const { rowScale, columnScale, tree } = factor;
  if (!scaleByDiagonal(rowScale, columnScale, matrix)) return false;
  if (load(factor, matrix) <= LARGEST_SQUARES) return true;
  scaleByTree(rowScale, columnScale, matrix, tree);
  return load(factor, matrix) <= TOO_LARGE_SQUARES;
}

function scaleByNorms(factor: BlockFactor, matrix: BlockMatrix): void {
  const { scales, rowScale, columnScale } = factor;
  const { count, rowStart } = matrix.pattern;
  equilibrate(scales, matrix, "node");
  for (let i = 0; i < count; i++) {
    rowScale[i] = scales.row[rowStart[i]];
    columnScale[i] = scales.column[rowStart[i]];
  }
}

/** Copies the scaled matrix into its places; returns the largest sum of squares of a block. */
function load(factor: BlockFactor, matrix: BlockMatrix): number {
  const { plan, values: v, rowScale, columnScale } = factor;
  const { count, blockStart, blockColumn, blockAt, uniform } = matrix.pattern;
  if (plan.fill > 0) v.fill(0);
  if (uniform === 3) return loadThrees(factor, matrix);
  const place = plan.place;
  const a = matrix.values;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    for (let block = blockStart[i]; block < blockStart[i + 1]; block++) {
      const scale = rowScale[i] * columnScale[blockColumn[block]];
      const end = blockAt[block + 1];
      let squares = 0;
      for (let from = blockAt[block], to = place[block]; from < end; from++, to++) {
        const entry = a[from] * scale;
        v[to] = entry;
        squares += entry * entry;
      }
      if (squares > largest) largest = squares;
    }
  }
  return largest;
}

function eliminate(factor: BlockFactor): void {
  const { plan, values: v, scratch, room } = factor;
  const { size, start, later, diagonal, right, below } = plan;
  const count = size.length;
  if (factor.aside > 0) {
    factor.rowsAside.fill(0);
    factor.columnsAside.fill(0);
  }
  let aside = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const m = size[k];
    if (invertBlock(v, diagonal[k], m, room)) smallest = Math.min(smallest, room.pivot[0]);
    else aside += setAside(factor, k);
    const end = start[k + 1];
    for (let e = start[k]; e < end; e++) {
      const i = later[e];
      const n = size[i];
      if (m === 3 && n === 3) eliminateThree(v, diagonal[k], right[e], diagonal[i], below[e]);
      else {
        multiplyLeft(v, right[e], diagonal[k], m, n, scratch);
        subtractProduct(v, diagonal[i], below[e], right[e], n, m, n);
      }
    }
    // The later neighbours of k after i are among those of i, in the same order.
    for (let e = start[k]; e < end - 1; e++) {
      const i = later[e];
      let g = start[i];
      for (let f = e + 1; f < end; f++) {
        const j = later[f];
        while (later[g] !== j) g++;
        subtractProduct(v, right[g], below[e], right[f], size[i], m, size[j]);
        subtractProduct(v, below[g], below[f], right[e], size[j], m, size[i]);
      }
    }
  }
  factor.aside = aside;
  factor.smallestPivot = smallest;
}

function setAside(factor: BlockFactor, k: number): number {
  const { plan, values, room, rowsAside, columnsAside } = factor;
  const m = plan.size[k];
  const from = plan.rowStart[k];
  return m - invertPart(values, plan.diagonal[k], m, room, rowsAside, columnsAside, from);
}

/** Solves A x = b except for rows set aside, with zeros for the unknowns set aside; `x` may be `b`. */
export function solveBasic(factor: BlockFactor, x: Numbers, b: Numbers): void {
  if (factor.plan.pattern.uniform === 3) solveThrees(factor, x, b);
  else solveAny(factor, x, b);
}

function solveAny(factor: BlockFactor, x: Numbers, b: Numbers): void {
  const { plan, values: v, work: w, scratch } = factor;
  const { size, rowStart, start, later, diagonal, right, below } = plan;
  const count = size.length;
  gather(factor, b, factor.rowScale);
  for (let k = 0; k < count; k++) {
    const m = size[k];
    const at = rowStart[k];
    applyBlock(w, at, v, diagonal[k], m, scratch);
    for (let e = start[k]; e < start[k + 1]; e++) {
      const i = later[e];
      subtractApplied(w, rowStart[i], v, below[e], w, at, size[i], m);
    }
  }
  for (let k = count - 1; k >= 0; k--) {
    for (let e = start[k]; e < start[k + 1]; e++) {
      const j = later[e];
      subtractApplied(w, rowStart[k], v, right[e], w, rowStart[j], size[k], size[j]);
    }
  }
  scatter(factor, x, factor.columnScale);
}

export function gather(factor: BlockFactor, b: Numbers, scale: Numbers): void {
  const { plan, work } = factor;
  const { node, rowStart, pattern } = plan;
  for (let k = 0; k < node.length; k++) {
    const i = node[k];
    const s = scale[i];
    const shift = pattern.rowStart[i] - rowStart[k];
    for (let r = rowStart[k]; r < rowStart[k + 1]; r++) work[r] = b[r + shift] * s;
  }
}

export function scatter(factor: BlockFactor, x: Numbers, scale: Numbers): void {
  const { plan, work } = factor;
  const { node, rowStart, pattern } = plan;
  for (let k = 0; k < node.length; k++) {
    const i = node[k];
    const s = scale[i];
    const shift = pattern.rowStart[i] - rowStart[k];
    for (let r = rowStart[k]; r < rowStart[k + 1]; r++) x[r + shift] = work[r] * s;
  }
}
