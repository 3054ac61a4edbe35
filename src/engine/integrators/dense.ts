// The path between the nodes of a step: cubics through neighbouring nodes with the slopes there (Hermite).

export interface DenseNode {
  readonly t: number;
  readonly y: Float64Array;
  /** The derivative of y. */
  readonly f: Float64Array;
}

/** Components `at` to `at + size` at time `t`, which lies between the first node and the last. */
export function cubicAt(nodes: readonly DenseNode[], at: number, size: number, t: number): Float64Array {
  let low = 0;
  for (let high = nodes.length - 1; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if (nodes[middle].t <= t) low = middle;
    else high = middle;
  }
  const from = nodes[low];
  const to = nodes[low + 1];
  const h = to.t - from.t;
  const s = h === 0 ? 0 : (t - from.t) / h;
  const rest = (1 - s) * (1 - s);
  const out = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const k = at + i;
    out[i] =
      rest * (1 + 2 * s) * from.y[k] +
      rest * s * h * from.f[k] +
      s * s * (3 - 2 * s) * to.y[k] +
      s * s * (s - 1) * h * to.f[k];
  }
  return out;
}
