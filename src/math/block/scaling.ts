// Row and column scales for a block matrix: powers of two, so that scaling rounds nothing.
import { highWord, powerOfTwo } from "../elementary/bits.ts";
import type { Numbers } from "../vectors/vec3.ts";
import type { BlockMatrix, BlockPattern } from "./block-matrix.ts";

export interface Scales {
  readonly row: Numbers;
  readonly column: Numbers;
  readonly rowNorm: Numbers;
  readonly columnNorm: Numbers;
}

const MOST_PASSES = 30;

/** A number, and its words. */
const cell = new Float64Array(1);
const words = new Int32Array(cell.buffer);

export function createScales(rows: number): Scales {
  const numbers = () => new Float64Array(rows);
  return { row: numbers(), column: numbers(), rowNorm: numbers(), columnNorm: numbers() };
}

/**
 * Scales with which the largest magnitude of each row and column is about one (a half to four); rows and columns of
 * zeros keep 1. With the grain "node" all rows of a node share a scale, and so do its columns. Returns the number of
 * passes.
 */
// Ruiz, "A scaling algorithm to equilibrate both rows and columns norms in matrices" (2001): rows and columns are
// divided by the roots of their norms, simultaneously, until nothing changes. Here the root is that of the power of two
// below the norm.
export function equilibrate(scales: Scales, matrix: BlockMatrix, grain: "row" | "node"): number {
  const { row, column, rowNorm, columnNorm } = scales;
  row.fill(1);
  column.fill(1);
  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    findNorms(scales, matrix);
    if (grain === "node") {
      shareNorms(rowNorm, matrix);
      shareNorms(columnNorm, matrix);
    }
    const rowsMoved = divideByRoots(row, rowNorm);
    const columnsMoved = divideByRoots(column, columnNorm);
    if (!rowsMoved && !columnsMoved) return pass;
  }
  return MOST_PASSES;
}

function findNorms({ row, column, rowNorm, columnNorm }: Scales, { pattern, values }: BlockMatrix): void {
  const { count, size, rowStart, blockStart, blockColumn, blockAt } = pattern;
  rowNorm.fill(0);
  columnNorm.fill(0);
  for (let i = 0; i < count; i++) {
    for (let block = blockStart[i]; block < blockStart[i + 1]; block++) {
      const j = blockColumn[block];
      let at = blockAt[block];
      for (let r = rowStart[i]; r < rowStart[i + 1]; r++) {
        for (let c = rowStart[j]; c < rowStart[j] + size[j]; c++) {
          const entry = Math.abs(values[at++]) * row[r] * column[c];
          if (entry > rowNorm[r]) rowNorm[r] = entry;
          if (entry > columnNorm[c]) columnNorm[c] = entry;
        }
      }
    }
  }
}

function shareNorms(norm: Numbers, { pattern: { count, rowStart } }: BlockMatrix): void {
  for (let i = 0; i < count; i++) {
    let largest = 0;
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) largest = Math.max(largest, norm[r]);
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) norm[r] = largest;
  }
}

function divideByRoots(scale: Numbers, norm: Numbers): boolean {
  let moved = false;
  for (let r = 0; r < scale.length; r++) {
    if (norm[r] === 0) continue;
    const half = Math.trunc(binaryExponent(norm[r]) / 2);
    if (half === 0) continue;
    scale[r] *= powerOfTwo(-half);
    moved = true;
  }
  return moved;
}

/** The e of 2^e ≤ x < 2^(e + 1), for normal x > 0. */
export function binaryExponent(x: number): number {
  return ((highWord(x) >> 20) & 0x7ff) - 1023;
}

/**
 * One scale a node, for rows and columns, that makes the largest entry of its diagonal block 1 to 4; false if one is
 * zero.
 */
// hot: a call with a number as argument or result may allocate it, so the largest entry and its exponent are found
// here.
export function scaleByDiagonal(row: Numbers, column: Numbers, { pattern, values }: BlockMatrix): boolean {
  const { count, diagonal, blockAt } = pattern;
  for (let i = 0; i < count; i++) {
    let largest = 0;
    for (let e = blockAt[diagonal[i]]; e < blockAt[diagonal[i] + 1]; e++)
      if (Math.abs(values[e]) > largest) largest = Math.abs(values[e]);
    if (!(largest > 0)) return false;
    cell[0] = largest;
    const half = (((words[1] >> 20) & 0x7ff) - 1023) >> 1;
    words[0] = 0;
    words[1] = (1023 - half) << 20;
    row[i] = column[i] = cell[0];
  }
  return true;
}

/**
 * Multiplies the scale of a node's rows, and divides that of its columns, so that blocks (i, j) and (j, i) of the tree
 * have about the same size: this removes units that equations and unknowns do not share. Diagonal blocks keep theirs.
 */
export function scaleByTree(row: Numbers, column: Numbers, { pattern, values }: BlockMatrix, tree: Int32Array): void {
  const { blockAt, blockTwin, blockColumn } = pattern;
  for (let k = 0; k < tree.length; k++) {
    const block = tree[k];
    const twin = blockTwin[block];
    const i = blockColumn[twin];
    const j = blockColumn[block];
    const there = largestOf(values, blockAt[block], blockAt[block + 1]) * row[i] * column[j];
    const back = largestOf(values, blockAt[twin], blockAt[twin + 1]) * row[j] * column[i];
    if (!(there > 0 && back > 0)) continue;
    const power = powerOfTwo(Math.trunc((binaryExponent(there) - binaryExponent(back)) / 2));
    row[j] *= power;
    column[j] /= power;
  }
}

/** The blocks (i, j) of a spanning tree, or of one for each connected part: i is reached before j, breadth first. */
export function spanTree({ count, blockStart, blockColumn }: BlockPattern): Int32Array {
  const tree: number[] = [];
  const isReached = new Uint8Array(count);
  for (let root = 0; root < count; root++) {
    if (isReached[root] === 1) continue;
    isReached[root] = 1;
    const queue = [root];
    for (const i of queue) {
      for (let block = blockStart[i]; block < blockStart[i + 1]; block++) {
        const j = blockColumn[block];
        if (isReached[j] === 1) continue;
        isReached[j] = 1;
        tree.push(block);
        queue.push(j);
      }
    }
  }
  return Int32Array.from(tree);
}

function largestOf(values: Numbers, from: number, to: number): number {
  let largest = 0;
  for (let e = from; e < to; e++) {
    const entry = Math.abs(values[e]);
    if (entry > largest) largest = entry;
  }
  return largest;
}
