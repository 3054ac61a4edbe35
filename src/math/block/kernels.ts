// The inner loops on small dense blocks, all in one array `v`, each block named by its start; row after row. Blocks of
// one, two and three rows and columns are written out; the order of the sums is that of the loops.
import type { Numbers } from "../vectors/vec3.ts";

/** C -= A B, with A of m×k, B of k×n. */
// In stripes of up to three columns of A and rows of B: an entry of A is read once for a whole row of B.
// biome-ignore lint/complexity/useMaxParams: blocks are named by their places and sizes; a record would be allocated
export function subtractProduct(v: Numbers, c: number, a: number, b: number, m: number, k: number, n: number): void {
  if (k === 3 && m === 3 && n === 3) {
    subtractThrees(v, c, a, b);
    return;
  }
  let l = 0;
  for (; l + 3 <= k; l += 3) {
    const b0 = b + l * n;
    for (let i = 0; i < m; i++) {
      const at = a + i * k + l;
      const a0 = v[at];
      const a1 = v[at + 1];
      const a2 = v[at + 2];
      const to = c + i * n;
      for (let j = 0; j < n; j++) v[to + j] -= a0 * v[b0 + j] + a1 * v[b0 + n + j] + a2 * v[b0 + n + n + j];
    }
  }
  if (k - l === 2) {
    const b0 = b + l * n;
    for (let i = 0; i < m; i++) {
      const a0 = v[a + i * k + l];
      const a1 = v[a + i * k + l + 1];
      const to = c + i * n;
      for (let j = 0; j < n; j++) v[to + j] -= a0 * v[b0 + j] + a1 * v[b0 + n + j];
    }
  } else if (k - l === 1) {
    for (let i = 0; i < m; i++) {
      const a0 = v[a + i * k + l];
      const to = c + i * n;
      for (let j = 0; j < n; j++) v[to + j] -= a0 * v[b + l * n + j];
    }
  }
}

function subtractThrees(v: Numbers, c: number, a: number, b: number): void {
  const b0 = v[b];
  const b1 = v[b + 1];
  const b2 = v[b + 2];
  const b3 = v[b + 3];
  const b4 = v[b + 4];
  const b5 = v[b + 5];
  const b6 = v[b + 6];
  const b7 = v[b + 7];
  const b8 = v[b + 8];
  const a0 = v[a];
  const a1 = v[a + 1];
  const a2 = v[a + 2];
  v[c] -= a0 * b0 + a1 * b3 + a2 * b6;
  v[c + 1] -= a0 * b1 + a1 * b4 + a2 * b7;
  v[c + 2] -= a0 * b2 + a1 * b5 + a2 * b8;
  const a3 = v[a + 3];
  const a4 = v[a + 4];
  const a5 = v[a + 5];
  v[c + 3] -= a3 * b0 + a4 * b3 + a5 * b6;
  v[c + 4] -= a3 * b1 + a4 * b4 + a5 * b7;
  v[c + 5] -= a3 * b2 + a4 * b5 + a5 * b8;
  const a6 = v[a + 6];
  const a7 = v[a + 7];
  const a8 = v[a + 8];
  v[c + 6] -= a6 * b0 + a7 * b3 + a8 * b6;
  v[c + 7] -= a6 * b1 + a7 * b4 + a8 * b7;
  v[c + 8] -= a6 * b2 + a7 * b5 + a8 * b8;
}

/** B = A B, with A of m×m, B of m×n; `room` holds m n numbers. */
export function multiplyLeft(v: Numbers, b: number, a: number, m: number, n: number, room: Numbers): void {
  if (m === 3 && n === 3) {
    multiplyThrees(v, b, a);
  } else if (m === 1) {
    for (let j = 0; j < n; j++) v[b + j] *= v[a];
  } else if (m === 2) {
    for (let j = 0; j < n; j++) {
      const x = v[b + j];
      const y = v[b + n + j];
      v[b + j] = v[a] * x + v[a + 1] * y;
      v[b + n + j] = v[a + 2] * x + v[a + 3] * y;
    }
  } else {
    multiplyLarge(v, b, a, m, n, room);
  }
}

/** B = A B with A of three rows or more. */
function multiplyLarge(v: Numbers, b: number, a: number, m: number, n: number, room: Numbers): void {
  for (let e = 0; e < m * n; e++) room[e] = v[b + e];
  for (let i = 0; i < m; i++) {
    const at = a + i * m;
    const to = b + i * n;
    const a0 = v[at];
    const a1 = v[at + 1];
    const a2 = v[at + 2];
    for (let j = 0; j < n; j++) v[to + j] = a0 * room[j] + a1 * room[n + j] + a2 * room[n + n + j];
    for (let l = 3; l < m; l++) {
      const a3 = v[at + l];
      for (let j = 0; j < n; j++) v[to + j] += a3 * room[l * n + j];
    }
  }
}

function multiplyThrees(v: Numbers, b: number, a: number): void {
  const b0 = v[b];
  const b1 = v[b + 1];
  const b2 = v[b + 2];
  const b3 = v[b + 3];
  const b4 = v[b + 4];
  const b5 = v[b + 5];
  const b6 = v[b + 6];
  const b7 = v[b + 7];
  const b8 = v[b + 8];
  const a0 = v[a];
  const a1 = v[a + 1];
  const a2 = v[a + 2];
  v[b] = a0 * b0 + a1 * b3 + a2 * b6;
  v[b + 1] = a0 * b1 + a1 * b4 + a2 * b7;
  v[b + 2] = a0 * b2 + a1 * b5 + a2 * b8;
  const a3 = v[a + 3];
  const a4 = v[a + 4];
  const a5 = v[a + 5];
  v[b + 3] = a3 * b0 + a4 * b3 + a5 * b6;
  v[b + 4] = a3 * b1 + a4 * b4 + a5 * b7;
  v[b + 5] = a3 * b2 + a4 * b5 + a5 * b8;
  const a6 = v[a + 6];
  const a7 = v[a + 7];
  const a8 = v[a + 8];
  v[b + 6] = a6 * b0 + a7 * b3 + a8 * b6;
  v[b + 7] = a6 * b1 + a7 * b4 + a8 * b7;
  v[b + 8] = a6 * b2 + a7 * b5 + a8 * b8;
}

/** B = A B and then C -= D B, all of 3×3: the effect of elimination on a neighbour. */
export function eliminateThree(v: Numbers, a: number, b: number, c: number, d: number): void {
  const b0 = v[b];
  const b1 = v[b + 1];
  const b2 = v[b + 2];
  const b3 = v[b + 3];
  const b4 = v[b + 4];
  const b5 = v[b + 5];
  const b6 = v[b + 6];
  const b7 = v[b + 7];
  const b8 = v[b + 8];
  const a0 = v[a];
  const a1 = v[a + 1];
  const a2 = v[a + 2];
  const w0 = a0 * b0 + a1 * b3 + a2 * b6;
  const w1 = a0 * b1 + a1 * b4 + a2 * b7;
  const w2 = a0 * b2 + a1 * b5 + a2 * b8;
  const a3 = v[a + 3];
  const a4 = v[a + 4];
  const a5 = v[a + 5];
  const w3 = a3 * b0 + a4 * b3 + a5 * b6;
  const w4 = a3 * b1 + a4 * b4 + a5 * b7;
  const w5 = a3 * b2 + a4 * b5 + a5 * b8;
  const a6 = v[a + 6];
  const a7 = v[a + 7];
  const a8 = v[a + 8];
  const w6 = a6 * b0 + a7 * b3 + a8 * b6;
  const w7 = a6 * b1 + a7 * b4 + a8 * b7;
  const w8 = a6 * b2 + a7 * b5 + a8 * b8;
  v[b] = w0;
  v[b + 1] = w1;
  v[b + 2] = w2;
  v[b + 3] = w3;
  v[b + 4] = w4;
  v[b + 5] = w5;
  v[b + 6] = w6;
  v[b + 7] = w7;
  v[b + 8] = w8;
  const d0 = v[d];
  const d1 = v[d + 1];
  const d2 = v[d + 2];
  v[c] -= d0 * w0 + d1 * w3 + d2 * w6;
  v[c + 1] -= d0 * w1 + d1 * w4 + d2 * w7;
  v[c + 2] -= d0 * w2 + d1 * w5 + d2 * w8;
  const d3 = v[d + 3];
  const d4 = v[d + 4];
  const d5 = v[d + 5];
  v[c + 3] -= d3 * w0 + d4 * w3 + d5 * w6;
  v[c + 4] -= d3 * w1 + d4 * w4 + d5 * w7;
  v[c + 5] -= d3 * w2 + d4 * w5 + d5 * w8;
  const d6 = v[d + 6];
  const d7 = v[d + 7];
  const d8 = v[d + 8];
  v[c + 6] -= d6 * w0 + d7 * w3 + d8 * w6;
  v[c + 7] -= d6 * w1 + d7 * w4 + d8 * w7;
  v[c + 8] -= d6 * w2 + d7 * w5 + d8 * w8;
}

/** y -= A x for A of m×n; y, A and x lie in `y`, `v` and `x`, at `to`, `a` and `from`. */
// biome-ignore lint/complexity/useMaxParams: blocks are named by their places and sizes; a record would be allocated
export function subtractApplied(
  y: Numbers,
  to: number,
  v: Numbers,
  a: number,
  x: Numbers,
  from: number,
  m: number,
  n: number,
): void {
  if (n === 3) {
    const x0 = x[from];
    const x1 = x[from + 1];
    const x2 = x[from + 2];
    for (let i = 0; i < m; i++) y[to + i] -= v[a + 3 * i] * x0 + v[a + 3 * i + 1] * x1 + v[a + 3 * i + 2] * x2;
  } else if (n === 2) {
    const x0 = x[from];
    const x1 = x[from + 1];
    for (let i = 0; i < m; i++) y[to + i] -= v[a + 2 * i] * x0 + v[a + 2 * i + 1] * x1;
  } else {
    for (let i = 0; i < m; i++) {
      let sum = v[a + i * n] * x[from];
      for (let j = 1; j < n; j++) sum += v[a + i * n + j] * x[from + j];
      y[to + i] -= sum;
    }
  }
}

/** x = A x for A of m×m at `a` of `v`; x lies at `at` of `w`, `column` holds m numbers. */
export function applyBlock(w: Numbers, at: number, v: Numbers, a: number, m: number, column: Numbers): void {
  if (m === 3) {
    const x0 = w[at];
    const x1 = w[at + 1];
    const x2 = w[at + 2];
    w[at] = v[a] * x0 + v[a + 1] * x1 + v[a + 2] * x2;
    w[at + 1] = v[a + 3] * x0 + v[a + 4] * x1 + v[a + 5] * x2;
    w[at + 2] = v[a + 6] * x0 + v[a + 7] * x1 + v[a + 8] * x2;
  } else if (m === 1) {
    w[at] *= v[a];
  } else if (m === 2) {
    const x0 = w[at];
    const x1 = w[at + 1];
    w[at] = v[a] * x0 + v[a + 1] * x1;
    w[at + 1] = v[a + 2] * x0 + v[a + 3] * x1;
  } else {
    for (let j = 0; j < m; j++) column[j] = w[at + j];
    for (let i = 0; i < m; i++) {
      let sum = v[a + i * m] * column[0];
      for (let j = 1; j < m; j++) sum += v[a + i * m + j] * column[j];
      w[at + i] = sum;
    }
  }
}
