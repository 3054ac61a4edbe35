// Rows and columns that an elimination has set aside, brought back: redundant equations, and pivots found elsewhere.
//
// Let N be what was eliminated, R the rows and C the columns set aside, s of each. With the factor of A_NN, for c in C and r in R
//   z_c = (-A_NN⁻¹ A_Nc, e_c)   has A z_c = 0 in the rows N,
//   y_r = (-A_NN⁻ᵀ A_rNᵀ, e_r)  has Aᵀ y_r = 0 in the columns N,
// and what is left of the system is S w = yᵀ b with the s×s matrix S = yᵀ A z; x = (A_NN⁻¹ b_N, 0) + Σ z_c w_c. The part of S
// that can be inverted belongs to pivots the elimination did not find in its diagonal blocks. The rest of S is zero: its rows
// are redundant, and combinations of z and y span the null spaces of A and Aᵀ. With orthonormal bases of these,
// the right-hand side loses what no solution can reach and the solution what no equation asks for: x = A⁺ b, the shortest of
// the best solutions, both in the plain Euclidean norm.
import { type BlockFactor, LEAST_PIVOT, solveBasic, solveBasicTransposed } from "./block-factor.ts";
import { createInverseRoom, type InverseRoom, invertPart } from "./block-inverse.ts";
import type { BlockMatrix } from "./block-matrix.ts";
import type { Numbers } from "./vec3.ts";

export interface BlockBorder {
  /** How many vectors there is room for. */
  capacity: number;
  /** s, the dimension of the null space, and the rank of S. */
  aside: number;
  nullity: number;
  /** The rows R and columns C, by the order of vectors. */
  row: Int32Array;
  column: Int32Array;
  /** z_c and y_r, one after another, scaled; of a redundant row, y is in the null space of Aᵀ, and so z of A. */
  z: Numbers;
  y: Numbers;
  /** Orthonormal bases of the null spaces of A and of Aᵀ, `nullity` vectors each. */
  right: Numbers;
  left: Numbers;
  /** S, and the inverse of its part. */
  border: Numbers;
  inverse: Numbers;
  /** 1 for rows and columns of S outside that part. */
  rowsAside: Uint8Array;
  columnsAside: Uint8Array;
  room: InverseRoom;
  weight: Numbers;
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
    ...{ z: vectors(), y: vectors(), right: vectors(), left: vectors(), border: square(), inverse: square() },
    rowsAside: new Uint8Array(capacity),
    columnsAside: new Uint8Array(capacity),
    room: createInverseRoom(capacity),
    weight: new Float64Array(capacity),
  };
}

/** Takes up what `factor` has set aside of `matrix`. Memory grows when it must and is then reused. */
export function findBorder(border: BlockBorder, factor: BlockFactor, matrix: BlockMatrix): void {
  const s = (border.aside = factor.aside);
  border.nullity = 0;
  if (s === 0) return;
  const rows = matrix.pattern.rows;
  if (s > border.capacity) Object.assign(border, roomFor(2 * s, rows));
  listAside(border, factor);
  for (let k = 0; k < s; k++) {
    const z = border.z.subarray(k * rows, (k + 1) * rows);
    columnOf(z, matrix, border.column[k]);
    solveBasic(factor, z, z);
    for (let r = 0; r < rows; r++) z[r] = 0 - z[r];
    z[border.column[k]] = 1;
    shrink(z, factor, factor.columnScale);
    const y = border.y.subarray(k * rows, (k + 1) * rows);
    rowOf(y, matrix, border.row[k]);
    solveBasicTransposed(factor, y, y);
    for (let r = 0; r < rows; r++) y[r] = 0 - y[r];
    y[border.row[k]] = 1;
    shrink(y, factor, factor.rowScale);
  }
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

// In the scaled system z / scale has the largest magnitude 1, then S is measured as pivots are.
function shrink(z: Numbers, { plan: { pattern } }: BlockFactor, scale: Numbers): void {
  const { count, rowStart } = pattern;
  let largest = 0;
  for (let i = 0; i < count; i++)
    for (let r = rowStart[i]; r < rowStart[i + 1]; r++) largest = Math.max(largest, Math.abs(z[r]) / scale[i]);
  for (let r = 0; r < z.length; r++) z[r] /= largest;
}

function invertBorder(border: BlockBorder, matrix: BlockMatrix): void {
  const { aside: s, row, z, y, border: block, inverse, room, rowsAside, columnsAside } = border;
  const rows = matrix.pattern.rows;
  // Rows N of A z are zero, so yᵀ A z is row r of A z times what y has there.
  for (let i = 0; i < s; i++)
    for (let j = 0; j < s; j++)
      inverse[i * s + j] = block[i * s + j] = y[i * rows + row[i]] * rowTimes(matrix, row[i], z, j * rows);
  border.nullity = s - invertPart(inverse, 0, s, LEAST_PIVOT, room, rowsAside, columnsAside, 0);
}

function findNullSpaces(border: BlockBorder, rows: number): void {
  const { aside: s, nullity, z, y, border: block, inverse, rowsAside, columnsAside, right, left } = border;
  let columns = 0;
  let count = 0;
  for (let k = 0; k < s; k++) {
    if (columnsAside[k] === 1) {
      // z_k - Σ z_i (S⁻ S)_ik: S maps it to zero.
      for (let i = 0; nullity < s && i < s; i++) {
        let part = 0;
        for (let j = 0; j < s; j++) part += inverse[i * s + j] * block[j * s + k];
        if (part !== 0) addVector(z, k * rows, -part, z, i * rows, rows);
      }
      copyVector(right, columns++ * rows, z, k * rows, rows);
    }
    if (rowsAside[k] === 1) {
      for (let i = 0; nullity < s && i < s; i++) {
        let part = 0;
        for (let j = 0; j < s; j++) part += block[k * s + j] * inverse[j * s + i];
        if (part !== 0) addVector(y, k * rows, -part, y, i * rows, rows);
      }
      copyVector(left, count++ * rows, y, k * rows, rows);
    }
  }
  orthonormalise(right, nullity, rows);
  orthonormalise(left, nullity, rows);
}

/** Adds Σ z_c w_c for S w = yᵀ b: the unknowns that were set aside though they have pivots. */
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

/** The same for the transpose: Σ y_r w_r for Sᵀ w = zᵀ b. */
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

/** Takes from x its part in the span of the first `count` orthonormal vectors. */
export function removePart(x: Numbers, basis: Numbers, count: number): void {
  const rows = x.length;
  for (let k = 0; k < count; k++) addVector(x, 0, -dotVector(basis, k * rows, x, rows), basis, k * rows, rows);
}

// Gram and Schmidt, modified, twice: "twice is enough" (Kahan, in Parlett, "The symmetric eigenvalue problem", 1980).
function orthonormalise(basis: Numbers, count: number, rows: number): void {
  for (let k = 0; k < count; k++) {
    const vector = basis.subarray(k * rows, (k + 1) * rows);
    normalise(vector);
    removePart(vector, basis, k);
    normalise(vector);
    removePart(vector, basis, k);
    normalise(vector);
  }
}

function normalise(a: Numbers): void {
  const norm = Math.sqrt(dotVector(a, 0, a, a.length));
  if (norm > 0) for (let r = 0; r < a.length; r++) a[r] /= norm;
}

export function dotVector(a: Numbers, at: number, b: Numbers, rows: number): number {
  let sum = 0;
  for (let r = 0; r < rows; r++) sum += a[at + r] * b[r];
  return sum;
}

function addVector(a: Numbers, to: number, times: number, b: Numbers, from: number, rows: number): void {
  for (let r = 0; r < rows; r++) a[to + r] += times * b[from + r];
}

function copyVector(a: Numbers, to: number, b: Numbers, from: number, rows: number): void {
  for (let r = 0; r < rows; r++) a[to + r] = b[from + r];
}

/** The node that row r belongs to. */
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

function rowTimes({ pattern, values }: BlockMatrix, r: number, x: Numbers, from: number): number {
  const { size, rowStart, blockStart, blockColumn, blockAt } = pattern;
  const i = nodeOf(rowStart, r);
  let sum = 0;
  for (let block = blockStart[i]; block < blockStart[i + 1]; block++) {
    const j = blockColumn[block];
    const at = blockAt[block] + (r - rowStart[i]) * size[j];
    for (let c = 0; c < size[j]; c++) sum += values[at + c] * x[from + rowStart[j] + c];
  }
  return sum;
}

// The pattern is symmetric: column c has blocks where the node's row has.
function columnOf(out: Numbers, { pattern, values }: BlockMatrix, c: number): void {
  const { size, rowStart, blockStart, blockColumn, blockAt } = pattern;
  const j = nodeOf(rowStart, c);
  out.fill(0);
  for (let across = blockStart[j]; across < blockStart[j + 1]; across++) {
    const i = blockColumn[across];
    let block = blockStart[i];
    while (blockColumn[block] !== j) block++;
    const at = blockAt[block] + c - rowStart[j];
    for (let r = 0; r < size[i]; r++) out[rowStart[i] + r] = values[at + r * size[j]];
  }
}
