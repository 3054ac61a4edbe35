// The inverse of a small dense matrix in place, by Gauss and Jordan with row pivots.

const swaps = new Int32Array(64);

/** False where the matrix, n × n row after row, has no inverse. */
export function invertDense(a: Float64Array, n: number): boolean {
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[pivot * n + k])) pivot = i;
    const value = a[pivot * n + k];
    if (!(Math.abs(value) > 0) || !Number.isFinite(value)) return false;
    swaps[k] = pivot;
    for (let j = 0; j < n && pivot !== k; j++) {
      const kept = a[k * n + j];
      a[k * n + j] = a[pivot * n + j];
      a[pivot * n + j] = kept;
    }
    a[k * n + k] = 1;
    for (let j = 0; j < n; j++) a[k * n + j] /= value;
    for (let i = 0; i < n; i++) {
      const factor = a[i * n + k];
      if (i === k || factor === 0) continue;
      a[i * n + k] = 0;
      for (let j = 0; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
    }
  }
  // Rows that changed places are columns of the inverse that did.
  for (let k = n - 1; k >= 0; k--)
    for (let i = 0; i < n && swaps[k] !== k; i++) {
      const kept = a[i * n + k];
      a[i * n + k] = a[i * n + swaps[k]];
      a[i * n + swaps[k]] = kept;
    }
  return true;
}
