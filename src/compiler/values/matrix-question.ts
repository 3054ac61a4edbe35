// The questions of laws about square matrices as a whole. For matrices too large to be inlined, kernels ask their host:
// one function, over numbers in a row, serves them, the graphs that are evaluated node by node, and the interpreter.
import * as dense from "../../math/vectors/matrix.ts";
import { symmetricEigen } from "../../math/vectors/symmetric-eigen.ts";

export interface MatrixQuestion {
  readonly part: "solve" | "inverse" | "determinant" | "eigenvalues" | "eigenvectors";
  /** The number of rows and columns of the matrix; for `solve` the right side lies behind it. */
  readonly rows: number;
}

export function matrixAnswerSize({ part, rows }: MatrixQuestion): number {
  if (part === "determinant") return 1;
  return part === "solve" || part === "eigenvalues" ? rows : rows * rows;
}

/** With a larger relative difference between opposite entries, a matrix does not count as symmetric. */
const asymmetry = 1e-9;

const none: Float64Array = new Float64Array(0);

/** Used again by every answer: the matrix, the right side, and the order of the rows. */
let matrix = new Float64Array(0);
let beside = new Float64Array(0);
let pivots = new Int32Array(0);

/**
 * Writes the answer, which may overwrite the arguments; false if there is none: the matrix is singular, or not
 * symmetric.
 */
export function answerMatrix(out: Float64Array, { part, rows }: MatrixQuestion, args: Float64Array): boolean {
  const size = rows * rows;
  if (matrix.length < size) {
    matrix = new Float64Array(size);
    beside = new Float64Array(size);
    pivots = new Int32Array(rows);
  }
  if (part === "eigenvalues" || part === "eigenvectors") {
    if (!takeSymmetric(args, rows)) return false;
    if (part === "eigenvalues") symmetricEigen(out, beside, matrix, rows);
    else symmetricEigen(beside, out, matrix, rows);
    return true;
  }
  for (let k = 0; k < size; k++) matrix[k] = args[k];
  const sign = dense.factor(matrix, pivots, rows);
  if (part === "determinant") {
    out[0] = dense.determinant(matrix, sign, rows);
    return true;
  }
  if (sign === 0) return false;
  if (part === "inverse") dense.inverse(out, matrix, pivots, rows);
  else {
    for (let i = 0; i < rows; i++) out[i] = args[size + i];
    dense.solve(out, matrix, pivots, rows, 1);
  }
  return true;
}

/** The answer for a matrix and, if needed, a right side; null if there is none. */
export function askMatrix(
  part: MatrixQuestion["part"],
  rows: number,
  numbers: Float64Array,
  right = none,
): Float64Array | null {
  const question = { part, rows };
  const args = new Float64Array(numbers.length + right.length);
  args.set(numbers);
  args.set(right, numbers.length);
  const out = new Float64Array(matrixAnswerSize(question));
  return answerMatrix(out, question, args) ? out : null;
}

function takeSymmetric(args: Float64Array, n: number): boolean {
  let largest = 0;
  for (let k = 0; k < n * n; k++) largest = Math.max(largest, Math.abs(args[k]));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = args[i * n + j];
      const b = args[j * n + i];
      if (!(Math.abs(a - b) <= asymmetry * largest)) return false;
      matrix[i * n + j] = (a + b) / 2;
    }
  }
  return true;
}
