// The 1-norm of a matrix, and an estimate of that of its inverse from a few solutions.
import type { Numbers } from "../vectors/vec3.ts";
import type { BlockMatrix } from "./block-matrix.ts";

/** Writes the solution for b, which is another vector, into x. */
export type SolveInto = (x: Numbers, b: Numbers) => void;

const MOST_STEPS = 5;

/** The largest sum of magnitudes of a column. */
export function oneNorm({ pattern, values }: BlockMatrix): number {
  const { count, size, rowStart, blockStart, blockColumn, blockAt } = pattern;
  const sums = new Float64Array(pattern.rows);
  for (let i = 0; i < count; i++) {
    for (let block = blockStart[i]; block < blockStart[i + 1]; block++) {
      const j = blockColumn[block];
      for (let e = 0; e < size[i] * size[j]; e++)
        sums[rowStart[j] + (e % size[j])] += Math.abs(values[blockAt[block] + e]);
    }
  }
  return sums.reduce((a, b) => Math.max(a, b), 0);
}

/** A lower bound for ‖A⁻¹‖ in the 1-norm, usually close to it, from solutions with A and with its transpose. */
// Hager, "Condition estimates" (1984), as in Higham, "FORTRAN codes for estimating the one-norm" (1988): ‖A⁻¹ x‖ is
// convex in x, and z = A⁻ᵀ sign(A⁻¹ x) is its slope; it is followed from corner to corner of ‖x‖ = 1 while it rises. A
// last vector with alternating signs catches matrices made to deceive this.
export function estimateInverseNorm(rows: number, solve: SolveInto, solveTransposed: SolveInto): number {
  if (rows === 0) return 0;
  const x = new Float64Array(rows).fill(1 / rows);
  const y = new Float64Array(rows);
  const z = new Float64Array(rows);
  let estimate = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    solve(y, x);
    const norm = sumOf(y);
    if (step > 0 && norm <= estimate) break;
    estimate = norm;
    for (let r = 0; r < rows; r++) y[r] = y[r] < 0 ? -1 : 1;
    solveTransposed(z, y);
    const corner = steepest(z);
    if (Math.abs(z[corner]) <= innerProduct(z, x)) break;
    x.fill(0);
    x[corner] = 1;
  }
  alternate(x);
  solve(y, x);
  return Math.max(estimate, (2 * sumOf(y)) / (3 * rows));
}

/** The index of the entry with the largest magnitude, the first of equal ones. */
function steepest(z: Numbers): number {
  let corner = 0;
  for (let r = 0; r < z.length; r++) if (Math.abs(z[r]) > Math.abs(z[corner])) corner = r;
  return corner;
}

function innerProduct(a: Numbers, b: Numbers): number {
  let sum = 0;
  for (let r = 0; r < a.length; r++) sum += a[r] * b[r];
  return sum;
}

/** Fills x with alternating signs and magnitudes that grow from 1 to 2. */
function alternate(x: Numbers): void {
  const rows = x.length;
  for (let r = 0; r < rows; r++) x[r] = (r % 2 === 0 ? 1 : -1) * (1 + (rows > 1 ? r / (rows - 1) : 0));
}

function sumOf(a: Numbers): number {
  let sum = 0;
  for (let r = 0; r < a.length; r++) sum += Math.abs(a[r]);
  return sum;
}
