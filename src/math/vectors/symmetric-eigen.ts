// Eigenvalues and eigenvectors of a symmetric matrix by Jacobi's rotations.
//
// Jacobi (1846), in the cyclic form and with the formulas of Rutishauser, "The Jacobi method for real symmetric
// matrices" (1966): the pairs (p, q), p < q, are taken row by row, each turned so that a_pq becomes zero. Convergence
// is quadratic: four sweeps reach rounding for n = 3, about ten for n = 50.
import type { Matrix } from "./matrix.ts";
import type { Numbers } from "./vec3.ts";

const MOST_SWEEPS = 60;
/** Half the distance from 1 to the next number. */
const ROUNDING = 1.1102230246251565e-16;

/**
 * Writes the n eigenvalues of the symmetric `a` upwards into `values`, and unit eigenvectors into the columns of
 * `vectors`. The component of largest magnitude (of equal ones the first) of an eigenvector is positive; for n = 3 the
 * last changes its sign if needed, so that `vectors` is a rotation. Reads the upper triangle of `a` and destroys it.
 */
export function symmetricEigen(values: Numbers, vectors: Matrix, a: Matrix, n: number): void {
  for (let i = 0; i < n * n; i++) vectors[i] = 0;
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  for (let sweep = 0; sweep < MOST_SWEEPS && rotateAll(vectors, a, n); sweep++);
  for (let i = 0; i < n; i++) values[i] = a[i * n + i];
  sortUpwards(values, vectors, n);
  for (let j = 0; j < n; j++) if (isBackwards(vectors, j, n)) turnRound(vectors, j, n);
  if (n === 3 && isLeftHanded(vectors)) turnRound(vectors, 2, n);
}

/** One sweep; returns false if there was nothing left to rotate. */
// An entry too small to change either of its diagonal entries by rounding is dropped. Beside a diagonal entry of zero
// none is dropped: there the rotations continue until it underflows, two or three more sweeps.
function rotateAll(vectors: Matrix, a: Matrix, n: number): boolean {
  let rotated = false;
  for (let p = 0; p < n - 1; p++) {
    for (let q = p + 1; q < n; q++) {
      const apq = a[p * n + q];
      if (apq === 0) continue;
      const app = a[p * n + p];
      const aqq = a[q * n + q];
      if (Math.abs(apq) > 0.01 * ROUNDING * Math.min(Math.abs(app), Math.abs(aqq))) {
        rotated = true;
        rotatePair(vectors, a, n, p, q);
      }
      a[p * n + q] = 0;
    }
  }
  return rotated;
}

// t = tan φ is the smaller root of t² + 2 t cot 2φ - 1 = 0, so |φ| ≤ π/4. A cotangent that overflows gives t = 0, right
// to rounding.
function rotatePair(vectors: Matrix, a: Matrix, n: number, p: number, q: number): void {
  const apq = a[p * n + q];
  const cot = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  const t = (cot < 0 ? -1 : 1) / (Math.abs(cot) + Math.sqrt(cot * cot + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const tau = s / (1 + c);
  a[p * n + p] -= t * apq;
  a[q * n + q] += t * apq;
  for (let r = 0; r < p; r++) turn(a, r * n + p, r * n + q, s, tau);
  for (let r = p + 1; r < q; r++) turn(a, p * n + r, r * n + q, s, tau);
  for (let r = q + 1; r < n; r++) turn(a, p * n + r, q * n + r, s, tau);
  for (let r = 0; r < n; r++) turn(vectors, r * n + p, r * n + q, s, tau);
}

// (g, h) ← (c g - s h, s g + c h), with c = 1 - s tau.
function turn(m: Matrix, i: number, j: number, s: number, tau: number): void {
  const g = m[i];
  const h = m[j];
  m[i] = g - s * (h + g * tau);
  m[j] = h + s * (g - h * tau);
}

function sortUpwards(values: Numbers, vectors: Matrix, n: number): void {
  for (let end = 1; end < n; end++) {
    for (let j = end; j > 0 && values[j] < values[j - 1]; j--) {
      exchange(values, j, j - 1);
      for (let r = 0; r < n; r++) exchange(vectors, r * n + j, r * n + j - 1);
    }
  }
}

function exchange(m: Numbers, i: number, j: number): void {
  const entry = m[i];
  m[i] = m[j];
  m[j] = entry;
}

/** Whether the component with the largest magnitude is negative. */
function isBackwards(vectors: Matrix, j: number, n: number): boolean {
  let largest = j;
  for (let k = j + n; k < n * n; k += n) if (Math.abs(vectors[k]) > Math.abs(vectors[largest])) largest = k;
  return vectors[largest] < 0;
}

function turnRound(vectors: Matrix, j: number, n: number): void {
  for (let r = 0; r < n; r++) vectors[r * n + j] = 0 - vectors[r * n + j];
}

function isLeftHanded(v: Matrix): boolean {
  const x = v[3] * v[7] - v[6] * v[4];
  const y = v[6] * v[1] - v[0] * v[7];
  const z = v[0] * v[4] - v[3] * v[1];
  return x * v[2] + y * v[5] + z * v[8] < 0;
}
