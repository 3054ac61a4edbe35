// Inverses of small dense blocks in place, and of the regular part of a singular one.
//
// All use elimination with partial pivoting: P A = L U, A⁻¹ = U⁻¹ L⁻¹ P. A pivot below `room.least` stops them before
// anything is written, and they return false; otherwise the room gets the magnitude of the smallest pivot. A NaN stops
// them too.
import type { Numbers } from "../vectors/vec3.ts";

/** The largest number of rows of a block. */
export interface InverseRoom {
  readonly copy: Numbers;
  readonly column: Numbers;
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  /** The magnitude of the smallest pivot: one number. */
  readonly pivot: Numbers;
  /**
   * hot: smaller pivots count as zero; one number, set before a call, because an argument would be boxed at every
   * block.
   */
  readonly least: Numbers;
}

export function createInverseRoom(size: number, least = 0): InverseRoom {
  const indices = () => new Int32Array(size);
  const [copy, column, pivot] = [new Float64Array(size * size), new Float64Array(size), new Float64Array(1)];
  return { copy, column, rows: indices(), columns: indices(), pivot, least: Float64Array.of(least) };
}

/** Replaces the m×m block at `at` of `v` by its inverse. */
export function invertBlock(v: Numbers, at: number, m: number, room: InverseRoom): boolean {
  if (m === 3) return invertThree(v, at, room);
  if (m === 2) return invertTwo(v, at, room);
  if (m === 1) return invertOne(v, at, room);
  return invertAny(v, at, m, room);
}

function invertOne(v: Numbers, at: number, room: InverseRoom): boolean {
  const pivot = Math.abs(v[at]);
  if (!(pivot >= room.least[0])) return false;
  v[at] = 1 / v[at];
  room.pivot[0] = pivot;
  return true;
}

function invertTwo(v: Numbers, at: number, room: InverseRoom): boolean {
  let a = v[at];
  let b = v[at + 1];
  let c = v[at + 2];
  let d = v[at + 3];
  const isExchanged = Math.abs(c) > Math.abs(a);
  if (isExchanged) {
    const e = a;
    a = c;
    c = e;
    const f = b;
    b = d;
    d = f;
  }
  const i0 = 1 / a;
  const l = c * i0;
  const u = d - l * b;
  if (!(Math.abs(a) >= room.least[0] && Math.abs(u) >= room.least[0])) return false;
  const i1 = 1 / u;
  const first = isExchanged ? at + 1 : at;
  const second = isExchanged ? at : at + 1;
  const t = b * i0 * i1;
  v[first] = i0 + t * l;
  v[second] = 0 - t;
  v[first + 2] = 0 - l * i1;
  v[second + 2] = i1;
  room.pivot[0] = Math.min(Math.abs(a), Math.abs(u));
  return true;
}

function invertThree(v: Numbers, at: number, room: InverseRoom): boolean {
  let first = at;
  let second = at + 3;
  let third = at + 6;
  const p0 = Math.abs(v[first]);
  const p1 = Math.abs(v[second]);
  const p2 = Math.abs(v[third]);
  // The starts of rows; their order after pivoting is that of the columns of the inverse.
  if (p1 > p0 && p1 >= p2) {
    first = at + 3;
    second = at;
  } else if (p2 > p0 && p2 > p1) {
    first = at + 6;
    third = at;
  }
  const a = v[first];
  const b = v[first + 1];
  const c = v[first + 2];
  const i0 = 1 / a;
  let l1 = v[second] * i0;
  let l2 = v[third] * i0;
  let d = v[second + 1] - l1 * b;
  let e = v[second + 2] - l1 * c;
  let f = v[third + 1] - l2 * b;
  let g = v[third + 2] - l2 * c;
  if (Math.abs(f) > Math.abs(d)) {
    const row = second;
    second = third;
    third = row;
    const l = l1;
    l1 = l2;
    l2 = l;
    const x = d;
    d = f;
    f = x;
    const y = e;
    e = g;
    g = y;
  }
  const i1 = 1 / d;
  const l3 = f * i1;
  const h = g - l3 * e;
  const smallest = Math.min(Math.abs(a), Math.abs(d), Math.abs(h));
  if (!(smallest >= room.least[0])) return false;
  const i2 = 1 / h;
  // L⁻¹ below the diagonal and U⁻¹ above it.
  const m20 = l1 * l3 - l2;
  const u12 = 0 - e * i1 * i2;
  const u01 = 0 - b * i0 * i1;
  const u02 = 0 - (b * u12 + c * i2) * i0;
  const c0 = ((first - at) / 3) | 0;
  const c1 = ((second - at) / 3) | 0;
  const c2 = ((third - at) / 3) | 0;
  v[at + c0] = i0 - u01 * l1 + u02 * m20;
  v[at + c1] = u01 - u02 * l3;
  v[at + c2] = u02;
  v[at + 3 + c0] = u12 * m20 - i1 * l1;
  v[at + 3 + c1] = i1 - u12 * l3;
  v[at + 3 + c2] = u12;
  v[at + 6 + c0] = i2 * m20;
  v[at + 6 + c1] = 0 - i2 * l3;
  v[at + 6 + c2] = i2;
  room.pivot[0] = smallest;
  return true;
}

// Gauss and Jordan in a copy: after step k the first k + 1 columns are those of the inverse so far. Exchanged rows of A
// are exchanged columns of the inverse, and are restored backwards.
function invertAny(v: Numbers, at: number, m: number, room: InverseRoom): boolean {
  const { copy, rows } = room;
  for (let e = 0; e < m * m; e++) copy[e] = v[at + e];
  let smallest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < m; k++) {
    const row = pivotRow(copy, m, k);
    rows[k] = row;
    const pivot = copy[row * m + k];
    if (!(Math.abs(pivot) >= room.least[0])) return false;
    smallest = Math.min(smallest, Math.abs(pivot));
    if (row !== k) exchangeRows(copy, m, k, row);
    const inverse = 1 / pivot;
    copy[k * m + k] = 1;
    for (let j = 0; j < m; j++) copy[k * m + j] *= inverse;
    clearColumn(copy, m, k);
  }
  for (let k = m - 1; k >= 0; k--) if (rows[k] !== k) exchangeColumns(copy, m, k, rows[k]);
  for (let e = 0; e < m * m; e++) v[at + e] = copy[e];
  room.pivot[0] = smallest;
  return true;
}

/** The row from k on whose entry in column k has the largest magnitude, the first of equal ones. */
function pivotRow(copy: Numbers, m: number, k: number): number {
  let row = k;
  for (let i = k + 1; i < m; i++) if (Math.abs(copy[i * m + k]) > Math.abs(copy[row * m + k])) row = i;
  return row;
}

/**
 * Subtracts multiples of row k from all others, so that column k becomes zero there; the column keeps the inverse's
 * part.
 */
function clearColumn(copy: Numbers, m: number, k: number): void {
  for (let i = 0; i < m; i++) {
    if (i === k) continue;
    const l = copy[i * m + k];
    copy[i * m + k] = 0;
    for (let j = 0; j < m; j++) copy[i * m + j] -= l * copy[k * m + j];
  }
}

/**
 * Replaces the m×m block at `at` by the inverse of its largest regular part, with zeros elsewhere; returns the size r
 * of that part. `rowsAside` and `columnsAside` get 1 for each row and column outside it, 0 otherwise, from `from` on.
 */
// Complete pivoting finds the part: the pivot is the largest of what is left, of equals the first by rows.
// biome-ignore lint/complexity/useMaxParams: a block and its marks are named by their places in arrays of the caller
export function invertPart(
  v: Numbers,
  at: number,
  m: number,
  room: InverseRoom,
  rowsAside: Uint8Array,
  columnsAside: Uint8Array,
  from: number,
): number {
  const { copy, rows, columns } = room;
  for (let e = 0; e < m * m; e++) copy[e] = v[at + e];
  for (let k = 0; k < m; k++) {
    rows[k] = columns[k] = k;
    rowsAside[from + k] = columnsAside[from + k] = 1;
  }
  let rank = 0;
  for (; rank < m; rank++) {
    let best = -1;
    for (let e = rank * m; e < m * m; e++) {
      if (e % m < rank) continue;
      if (best < 0 || Math.abs(copy[e]) > Math.abs(copy[best])) best = e;
    }
    if (!(Math.abs(copy[best]) >= room.least[0])) break;
    const row = Math.floor(best / m);
    const column = best % m;
    exchangeRows(copy, m, rank, row);
    exchangeColumns(copy, m, rank, column);
    exchange(rows, rank, row);
    exchange(columns, rank, column);
    for (let i = rank + 1; i < m; i++) {
      const l = (copy[i * m + rank] /= copy[rank * m + rank]);
      for (let j = rank + 1; j < m; j++) copy[i * m + j] -= l * copy[rank * m + j];
    }
  }
  for (let k = 0; k < rank; k++) rowsAside[from + rows[k]] = columnsAside[from + columns[k]] = 0;
  scatterInverse(v, at, m, rank, room);
  return rank;
}

// Column j of the inverse of the part solves L U x = e_j; the permutations lead back to rows and columns of the block.
function scatterInverse(v: Numbers, at: number, m: number, rank: number, room: InverseRoom): void {
  const { copy, column, rows, columns } = room;
  for (let e = 0; e < m * m; e++) v[at + e] = 0;
  for (let j = 0; j < rank; j++) {
    for (let i = 0; i < rank; i++) {
      let sum = i === j ? 1 : 0;
      for (let k = j; k < i; k++) sum -= copy[i * m + k] * column[k];
      column[i] = sum;
    }
    for (let i = rank - 1; i >= 0; i--) {
      let sum = column[i];
      for (let k = i + 1; k < rank; k++) sum -= copy[i * m + k] * column[k];
      column[i] = sum / copy[i * m + i];
      v[at + columns[i] * m + rows[j]] = column[i];
    }
  }
}

function exchangeRows(a: Numbers, m: number, i: number, k: number): void {
  for (let j = 0; j < m; j++) exchange(a, i * m + j, k * m + j);
}

function exchangeColumns(a: Numbers, m: number, j: number, k: number): void {
  for (let i = 0; i < m; i++) exchange(a, i * m + j, i * m + k);
}

function exchange(a: Numbers | Int32Array, i: number, k: number): void {
  const entry = a[i];
  a[i] = a[k];
  a[k] = entry;
}
