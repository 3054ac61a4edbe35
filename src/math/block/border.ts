// Rows and columns that an elimination has set aside, brought back: redundant equations, and pivots found elsewhere.
//
// Let N be what was eliminated, R the rows and C the columns set aside, s of each. With the factor of A_NN, for c in C
// and r in R
//   z_c = (-A_NN⁻¹ A_Nc, e_c)   has A z_c = 0 in the rows N,
//   y_r = (-A_NN⁻ᵀ A_rNᵀ, e_r)  has Aᵀ y_r = 0 in the columns N.
// What is left of the system is S w = yᵀ b with the s×s matrix S = yᵀ A z, and then x = (A_NN⁻¹ b_N, 0) + Σ z_c w_c.
// The part of S that can be inverted belongs to pivots that the elimination did not find in its diagonal blocks. The
// rest of S is zero: its rows are redundant, and combinations of z and y span the null spaces of A and Aᵀ. Orthonormal
// bases of these take from the right-hand side what no solution can reach, and from the solution what no equation
// determines: x = A⁺ b, the shortest of the best solutions, both in the plain Euclidean norm.
import type { Numbers } from "../vectors/vec3.ts";
import { addToBasis, createSparseBasis, type SparseBasis } from "./basis.ts";
import type { BlockMatrix } from "./block-matrix.ts";
import type { BlockFactor } from "./factor.ts";
import { createInverseRoom, type InverseRoom, invertPart } from "./inverse.ts";
import { solveSparse, solveTransposed } from "./sparse.ts";

/**
 * Entries of z and y below this part of their right-hand side are rounding. They are dropped, so that most vectors have
 * few entries.
 */
const NOISE = 1e-14;

export interface BlockBorder {
  /** The number of vectors that fit. */
  capacity: number;
  /** s, the dimension of the null space, and the rank of S. */
  aside: number;
  nullity: number;
  /** The rows R and columns C, in the order of vectors. */
  row: Int32Array;
  column: Int32Array;
  /** z_c and y_r, one after another, scaled; for a redundant row, y is in the null space of Aᵀ, and z in that of A. */
  z: Numbers;
  y: Numbers;
  /** The null spaces of A and of Aᵀ, `nullity` vectors each. */
  right: SparseBasis;
  left: SparseBasis;
  /** S, and the inverse of its part. */
  border: Numbers;
  inverse: Numbers;
  /** 1 for rows and columns of S outside that part. */
  rowsAside: Uint8Array;
  columnsAside: Uint8Array;
  room: InverseRoom;
  weight: Numbers;
  /** One vector. */
  work: Numbers;
}

export function createBlockBorder(): BlockBorder {
  return { aside: 0, nullity: 0, ...roomFor(0, 0) };
}

function roomFor(capacity: number, rows: number): Omit<BlockBorder, "aside" | "nullity"> {
  const vectors = () => new Float64Array(capacity * rows);
  const square = () => new Float64Array(capacity * capacity);
  return {
    capacity,
    row: new Int32Array(capacity),
    column: new Int32Array(capacity),
    ...{ z: vectors(), y: vectors(), border: square(), inverse: square() },
    right: createSparseBasis(capacity, rows),
    left: createSparseBasis(capacity, rows),
    rowsAside: new Uint8Array(capacity),
    columnsAside: new Uint8Array(capacity),
    room: createInverseRoom(capacity),
    weight: new Float64Array(capacity),
    work: new Float64Array(rows),
  };
}

/** Takes what `factor` has set aside of `matrix`. Memory grows when needed and is then reused. */
export function findBorder(border: BlockBorder, factor: BlockFactor, matrix: BlockMatrix): void {
  const s = (border.aside = factor.aside);
  border.nullity = 0;
  if (s === 0) return;
  const rows = matrix.pattern.rows;
  if (s > border.capacity) Object.assign(border, roomFor(2 * s, rows));
  listAside(border, factor);
  for (let k = 0; k < s; k++) {
    columnOf(border.work, matrix, border.column[k]);
    solveSparse(factor, border.work, border.work, NOISE);
    place(border.z, k * rows, border.work, border.column[k], factor, factor.columnScale);
    rowOf(border.work, matrix, border.row[k]);
    solveTransposed(factor, border.work, border.work, NOISE);
    place(border.y, k * rows, border.work, border.row[k], factor, factor.rowScale);
  }
  border.room.least[0] = factor.room.least[0];
  invertBorder(border, matrix);
  findNullSpaces(border, rows);
}

function listAside(border: BlockBorder, { plan, rowsAside, columnsAside }: BlockFactor): void {
  const { node, rowStart, pattern } = plan;
  let rows = 0;
  let columns = 0;
  for (let k = 0; k < node.length; k++) {
    const shift = pattern.rowStart[node[k]] - rowStart[k];
    for (let r = rowStart[k]; r < rowStart[k + 1]; r++) {
      if (rowsAside[r] === 1) border.row[rows++] = r + shift;
      if (columnsAside[r] === 1) border.column[columns++] = r + shift;
    }
  }
}

/** Writes e_c minus the solution: z_c or y_r, with 1 at `unit`. */
// It is scaled so that z / scale, its form in the scaled system, has the largest magnitude 1. S is then measured as
// pivots are.
function place(
  z: Numbers,
  at: number,
  solution: Numbers,
  unit: number,
  { plan: { pattern } }: BlockFactor,
  scale: Numbers,
): void {
  const { count, rowStart } = pattern;
  solution[unit] = -1;
  let largest = 0;
  for (let i = 0; i < count; i++)
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) largest = Math.max(largest, Math.abs(solution[r]) / scale[i]);
  for (let r = 0; r < solution.length; r++) z[at + r] = solution[r] === 0 ? 0 : solution[r] / -largest;
}

// Rows N of A z are zero, so yᵀ A z is row r of A z times the entries of y there.
function invertBorder(border: BlockBorder, matrix: BlockMatrix): void {
  const { aside: s, row, z, y, border: block, inverse, room, rowsAside, columnsAside, work } = border;
  const rows = matrix.pattern.rows;
  for (let j = 0; j < s; j++) {
    multiplySparse(work, matrix, z, j * rows);
    for (let i = 0; i < s; i++) inverse[i * s + j] = block[i * s + j] = y[i * rows + row[i]] * work[row[i]];
  }
  border.nullity = s - invertPart(inverse, 0, s, room, rowsAside, columnsAside, 0);
}

function findNullSpaces(border: BlockBorder, rows: number): void {
  const { aside: s, nullity, z, y, rowsAside, columnsAside, right, left, work } = border;
  right.count = left.count = 0;
  for (let k = 0; k < s; k++) {
    if (columnsAside[k] === 1) {
      if (nullity < s) projectColumn(border, k, rows);
      addToBasis(right, z, k * rows, work);
    }
    if (rowsAside[k] === 1) {
      if (nullity < s) projectRow(border, k, rows);
      addToBasis(left, y, k * rows, work);
    }
  }
}

/** Makes z_k -= Σ z_i (S⁻ S)_ik: S maps the rest to zero. */
function projectColumn({ aside: s, z, border: block, inverse }: BlockBorder, k: number, rows: number): void {
  for (let i = 0; i < s; i++) {
    let part = 0;
    for (let j = 0; j < s; j++) part += inverse[i * s + j] * block[j * s + k];
    if (part !== 0) addVector(z, k * rows, -part, z, i * rows, rows);
  }
}

/** Makes y_k -= Σ y_i (S S⁻)_ki: Sᵀ maps the rest to zero. */
function projectRow({ aside: s, y, border: block, inverse }: BlockBorder, k: number, rows: number): void {
  for (let i = 0; i < s; i++) {
    let part = 0;
    for (let j = 0; j < s; j++) part += block[k * s + j] * inverse[j * s + i];
    if (part !== 0) addVector(y, k * rows, -part, y, i * rows, rows);
  }
}

/** Adds Σ z_c w_c for S w = yᵀ b: the unknowns that were set aside although they have pivots. */
export function addBorder(x: Numbers, border: BlockBorder, b: Numbers): void {
  const { aside: s, nullity, z, y, inverse, weight, rowsAside, columnsAside } = border;
  if (nullity === s) return;
  const rows = x.length;
  for (let i = 0; i < s; i++) weight[i] = rowsAside[i] === 1 ? 0 : dotVector(y, i * rows, b, rows);
  for (let i = 0; i < s; i++) {
    if (columnsAside[i] === 1) continue;
    let w = 0;
    for (let j = 0; j < s; j++) w += inverse[i * s + j] * weight[j];
    addVector(x, 0, w, z, i * rows, rows);
  }
}

/** Adds the border to a solution with the transpose: Σ y_r w_r for Sᵀ w = zᵀ b. */
export function addBorderTransposed(x: Numbers, border: BlockBorder, b: Numbers): void {
  const { aside: s, nullity, z, y, inverse, weight, rowsAside, columnsAside } = border;
  if (nullity === s) return;
  const rows = x.length;
  for (let i = 0; i < s; i++) weight[i] = columnsAside[i] === 1 ? 0 : dotVector(z, i * rows, b, rows);
  for (let i = 0; i < s; i++) {
    if (rowsAside[i] === 1) continue;
    let w = 0;
    for (let j = 0; j < s; j++) w += inverse[j * s + i] * weight[j];
    addVector(x, 0, w, y, i * rows, rows);
  }
}

export function dotVector(a: Numbers, at: number, b: Numbers, rows: number): number {
  let sum = 0;
  for (let r = 0; r < rows; r++) sum += a[at + r] * b[r];
  return sum;
}

function addVector(a: Numbers, to: number, times: number, b: Numbers, from: number, rows: number): void {
  for (let r = 0; r < rows; r++) a[to + r] += times * b[from + r];
}

/** The node of row r. */
export function nodeOf(rowStart: Int32Array, r: number): number {
  let lo = 0;
  let hi = rowStart.length - 2;
  while (lo < hi) {
    const middle = (lo + hi + 1) >> 1;
    if (rowStart[middle] <= r) lo = middle;
    else hi = middle - 1;
  }
  return lo;
}

function rowOf(out: Numbers, { pattern, values }: BlockMatrix, r: number): void {
  const { size, rowStart, blockStart, blockColumn, blockAt } = pattern;
  const i = nodeOf(rowStart, r);
  out.fill(0);
  for (let block = blockStart[i]; block < blockStart[i + 1]; block++) {
    const j = blockColumn[block];
    const at = blockAt[block] + (r - rowStart[i]) * size[j];
    for (let c = 0; c < size[j]; c++) out[rowStart[j] + c] = values[at + c];
  }
}

/** The product A z for the z at `from`, reading only nodes that are not zero. */
function multiplySparse(out: Numbers, { pattern, values }: BlockMatrix, z: Numbers, from: number): void {
  const { count, size, rowStart, blockStart, blockColumn, blockAt, blockTwin } = pattern;
  out.fill(0);
  for (let j = 0; j < count; j++) {
    const n = size[j];
    const x = from + rowStart[j];
    let isZero = true;
    for (let c = 0; c < n; c++) if (z[x + c] !== 0) isZero = false;
    if (isZero) continue;
    for (let across = blockStart[j]; across < blockStart[j + 1]; across++) {
      const i = blockColumn[across];
      let at = blockAt[blockTwin[across]];
      for (let r = rowStart[i]; r < rowStart[i + 1]; r++) for (let c = 0; c < n; c++) out[r] += values[at++] * z[x + c];
    }
  }
}

function columnOf(out: Numbers, { pattern, values }: BlockMatrix, c: number): void {
  const { size, rowStart, blockStart, blockColumn, blockAt, blockTwin } = pattern;
  const j = nodeOf(rowStart, c);
  out.fill(0);
  for (let across = blockStart[j]; across < blockStart[j + 1]; across++) {
    const i = blockColumn[across];
    const at = blockAt[blockTwin[across]] + c - rowStart[j];
    for (let r = 0; r < size[i]; r++) out[rowStart[i] + r] = values[at + r * size[j]];
  }
}
