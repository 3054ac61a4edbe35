// Solutions with a factor of factor.ts for right-hand sides of few entries, and with the transpose.
//
// Nodes whose part is zero are skipped. Entries below `noise` times the largest of the scaled right-hand side become
// zero once a node is done: where the true solution is local, rounding would spread everywhere.
import type { Numbers } from "../vectors/vec3.ts";
import { type BlockFactor, gather, scatter } from "./factor.ts";
import { applyBlock, subtractApplied } from "./kernels.ts";

/** What `solveBasic` of factor.ts does, but skipping zeros; `x` may be `b`. */
export function solveSparse(factor: BlockFactor, x: Numbers, b: Numbers, noise: number): void {
  const { plan, values: v, work: w, scratch } = factor;
  const { size, rowStart, start, later, diagonal, right, below } = plan;
  const count = size.length;
  gather(factor, b, factor.rowScale);
  const least = noise * largestOf(w);
  for (let k = 0; k < count; k++) {
    const m = size[k];
    const at = rowStart[k];
    if (clearNoise(w, at, m, least)) continue;
    applyBlock(w, at, v, diagonal[k], m, scratch);
    for (let e = start[k]; e < start[k + 1]; e++) {
      const i = later[e];
      subtractApplied(w, rowStart[i], v, below[e], w, at, size[i], m);
    }
  }
  for (let k = count - 1; k >= 0; k--) {
    for (let e = start[k]; e < start[k + 1]; e++) {
      const j = later[e];
      if (clearNoise(w, rowStart[j], size[j], 0)) continue;
      subtractApplied(w, rowStart[k], v, right[e], w, rowStart[j], size[k], size[j]);
    }
    clearNoise(w, rowStart[k], size[k], least);
  }
  scatter(factor, x, factor.columnScale);
}

/** Solves with the transpose of A, without columns set aside; unknowns of rows set aside are zero. */
// Aᵀ = Uᵀ Lᵀ: y_j = b_j - Σ W_kjᵀ y_k forwards, x_k = G_kᵀ (y_k - Σ A_jkᵀ x_j) backwards.
export function solveTransposed(factor: BlockFactor, x: Numbers, b: Numbers, noise: number): void {
  const { plan, values: v, work: w, scratch } = factor;
  const { size, rowStart, start, later, diagonal, right, below } = plan;
  const count = size.length;
  gather(factor, b, factor.columnScale);
  const least = noise * largestOf(w);
  for (let k = 0; k < count; k++) {
    if (clearNoise(w, rowStart[k], size[k], least)) continue;
    for (let e = start[k]; e < start[k + 1]; e++)
      subtractTransposed(w, rowStart[later[e]], v, right[e], rowStart[k], size[k], size[later[e]]);
  }
  for (let k = count - 1; k >= 0; k--) {
    const m = size[k];
    const at = rowStart[k];
    for (let e = start[k]; e < start[k + 1]; e++) {
      const j = later[e];
      if (!clearNoise(w, rowStart[j], size[j], 0)) subtractTransposed(w, at, v, below[e], rowStart[j], size[j], m);
    }
    if (clearNoise(w, at, m, least)) continue;
    for (let i = 0; i < m; i++) scratch[i] = w[at + i];
    for (let i = 0; i < m; i++) {
      let sum = 0;
      for (let j = 0; j < m; j++) sum += v[diagonal[k] + j * m + i] * scratch[j];
      w[at + i] = sum;
    }
  }
  scatter(factor, x, factor.rowScale);
}

function largestOf(a: Numbers): number {
  let largest = 0;
  for (let r = 0; r < a.length; r++) largest = Math.max(largest, Math.abs(a[r]));
  return largest;
}

/** Sets entries of magnitude `least` or less to zero; returns whether all are zero. */
function clearNoise(w: Numbers, at: number, m: number, least: number): boolean {
  let nothing = true;
  for (let r = at; r < at + m; r++) {
    if (Math.abs(w[r]) <= least) w[r] = 0;
    else nothing = false;
  }
  return nothing;
}

/** y -= Aᵀ x for A of m×n; y and x lie at `to` and `from`. */
// biome-ignore lint/complexity/useMaxParams: blocks are named by their places and sizes; a record would be allocated
function subtractTransposed(w: Numbers, to: number, v: Numbers, a: number, from: number, m: number, n: number): void {
  for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) w[to + j] -= v[a + i * n + j] * w[from + i];
}
