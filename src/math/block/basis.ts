// An orthonormal basis of a few vectors, stored sparsely: duplicate links give many vectors with few entries.
import type { Numbers } from "../vectors/vec3.ts";

export interface SparseBasis {
  count: number;
  /** The entries of vector k are `start[k]` to `start[k + 1] - 1`. */
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly value: Numbers;
}

export function createSparseBasis(most: number, rows: number): SparseBasis {
  return {
    count: 0,
    start: new Int32Array(most + 1),
    index: new Int32Array(most * rows),
    value: new Float64Array(most * rows),
  };
}

/**
 * Adds the vector at `from`, `work.length` numbers, orthogonalised to those before and normalised; `work` is
 * overwritten.
 */
// Gram and Schmidt, modified, twice: "twice is enough" (Kahan, in Parlett, "The symmetric eigenvalue problem", 1980).
export function addToBasis(basis: SparseBasis, vectors: Numbers, from: number, work: Numbers): void {
  const rows = work.length;
  for (let r = 0; r < rows; r++) work[r] = vectors[from + r];
  normalise(work);
  removePart(work, basis);
  normalise(work);
  removePart(work, basis);
  normalise(work);
  const { start, index, value } = basis;
  let at = start[basis.count];
  for (let r = 0; r < rows; r++) {
    if (work[r] === 0) continue;
    index[at] = r;
    value[at++] = work[r];
  }
  start[++basis.count] = at;
}

/** Removes the part of x in the span of the basis. */
export function removePart(x: Numbers, basis: SparseBasis): void {
  const { count, start, index, value } = basis;
  for (let k = 0; k < count; k++) {
    let part = 0;
    for (let e = start[k]; e < start[k + 1]; e++) part += value[e] * x[index[e]];
    if (part === 0) continue;
    for (let e = start[k]; e < start[k + 1]; e++) x[index[e]] -= part * value[e];
  }
}

function normalise(a: Numbers): void {
  let sum = 0;
  for (let r = 0; r < a.length; r++) sum += a[r] * a[r];
  const norm = Math.sqrt(sum);
  if (norm > 0) for (let r = 0; r < a.length; r++) a[r] /= norm;
}
