// Dense matrices of any size: flat, row after row, the dimensions passed along. `out` must not be an input here.
//
// The order of operations is part of the contract: the compiler unrolls these loops for small sizes and must give the
// same bits. Nothing is skipped for being zero, nothing is fused, and every sum starts with its first term.
import type { Numbers } from "./vec3.ts";

/** `rows × cols` numbers, entry (i, j) at `i * cols + j`. */
export type Matrix = Numbers;

/** The identity of size n. */
export function identity(out: Matrix, n: number): Matrix {
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) out[i * n + j] = i === j ? 1 : 0;
  return out;
}

/** The transpose of the `rows × cols` matrix `a`. */
export function transpose(out: Matrix, a: Matrix, rows: number, cols: number): Matrix {
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) out[j * rows + i] = a[i * cols + j];
  return out;
}

/** `a b` of a `rows × inner` and an `inner × cols` matrix: entry (i, j) is a_i0 b_0j + a_i1 b_1j + …, left to right. */
export function multiply(out: Matrix, a: Matrix, b: Matrix, rows: number, inner: number, cols: number): Matrix {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      let sum = a[i * inner] * b[j];
      for (let k = 1; k < inner; k++) sum += a[i * inner + k] * b[k * cols + j];
      out[i * cols + j] = sum;
    }
  }
  return out;
}

/** The n×n matrix `a` to a whole power of 0 or more; `work` is as large as `a`. For a negative power, invert first. */
// From the highest binary digit of the exponent down: square, then multiply by `a` from the right where the digit is 1.
export function power(out: Matrix, a: Matrix, exponent: number, n: number, work: Matrix): Matrix {
  if (exponent === 0) return identity(out, n);
  const size = n * n;
  let digit = 1;
  while (digit * 2 <= exponent) digit *= 2;
  let rest = exponent - digit;
  let from = out;
  let to = work;
  for (let i = 0; i < size; i++) from[i] = a[i];
  for (digit /= 2; digit >= 1; digit /= 2) {
    multiply(to, from, from, n, n, n);
    if (rest >= digit) {
      rest -= digit;
      multiply(from, to, a, n, n, n);
    } else {
      const squared = to;
      to = from;
      from = squared;
    }
  }
  if (from !== out) for (let i = 0; i < size; i++) out[i] = from[i];
  return out;
}

/**
 * Replaces the n×n matrix `a` by its factors L (below the diagonal, with ones on it) and U, and stores in `pivots[k]`
 * the row exchanged with row k. Returns the sign of the exchanges, or 0 if a pivot is exactly zero; `a` is then
 * incomplete and useless.
 */
// Gaussian elimination with partial pivoting. For column k = 0, 1, …:
//   the pivot is the largest |a_ik|, i ≥ k, of equal ones the lowest i; whole rows are exchanged;
//   for i = k+1, …: l_ik = a_ik / a_kk, then for j = k+1, …: a_ij = a_ij - l_ik a_kj.
export function factor(a: Matrix, pivots: Int32Array, n: number): -1 | 0 | 1 {
  let sign: -1 | 1 = 1;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[pivot * n + k])) pivot = i;
    pivots[k] = pivot;
    if (a[pivot * n + k] === 0) return 0;
    if (pivot !== k) {
      sign = sign === 1 ? -1 : 1;
      exchangeRows(a, k, pivot, n);
    }
    for (let i = k + 1; i < n; i++) {
      const l = (a[i * n + k] /= a[k * n + k]);
      for (let j = k + 1; j < n; j++) a[i * n + j] -= l * a[k * n + j];
    }
  }
  return sign;
}

/** Solves A X = B for a factored A; `x` holds the `n × cols` matrix B and is replaced by X. */
// After the row exchanges, forwards and then backwards, the inner index always ascending:
//   y_i = b_i - l_i0 y_0 - … - l_i,i-1 y_i-1,
//   x_i = (y_i - u_i,i+1 x_i+1 - … - u_i,n-1 x_n-1) / u_ii.
export function solve(x: Matrix, lu: Matrix, pivots: Int32Array, n: number, cols: number): Matrix {
  for (let i = 0; i < n; i++) if (pivots[i] !== i) exchangeRows(x, i, pivots[i], cols);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) subtractRow(x, i, lu[i * n + k], k, cols);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) subtractRow(x, i, lu[i * n + k], k, cols);
    for (let j = 0; j < cols; j++) x[i * cols + j] /= lu[i * n + i];
  }
  return x;
}

/** The inverse of a factored matrix: the solution for the identity. */
export function inverse(out: Matrix, lu: Matrix, pivots: Int32Array, n: number): Matrix {
  return solve(identity(out, n), lu, pivots, n, n);
}

/** The determinant of a factored matrix: `sign`, as `factor` returned it, times u_00, times u_11, … */
export function determinant(lu: Matrix, sign: number, n: number): number {
  if (sign === 0) return 0;
  let product = sign;
  for (let i = 0; i < n; i++) product *= lu[i * n + i];
  return product;
}

function exchangeRows(a: Matrix, i: number, k: number, cols: number): void {
  for (let j = 0; j < cols; j++) {
    const entry = a[i * cols + j];
    a[i * cols + j] = a[k * cols + j];
    a[k * cols + j] = entry;
  }
}

function subtractRow(x: Matrix, i: number, times: number, k: number, cols: number): void {
  for (let j = 0; j < cols; j++) x[i * cols + j] -= times * x[k * cols + j];
}
