// The path between the nodes of a step: cubics through neighbouring nodes with the slopes there (Hermite).

export interface DenseNode {
  t: number;
  readonly y: Float64Array;
  /** The derivative of y. */
  readonly f: Float64Array;
}

/** A path through nodes, at least two before values are read. Nodes are reused from step to step. */
export class DensePath {
  /** The instant at which values are read. */
  t = 0;
  private readonly size: number;
  private readonly nodes: DenseNode[] = [];
  private count = 0;

  constructor(size: number) {
    this.size = size;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** The last node. */
  get last(): DenseNode {
    return this.nodes[this.count - 1];
  }

  clear(): void {
    this.count = 0;
  }

  /** Adds a node, later than all others, for the caller to fill. */
  add(): DenseNode {
    if (this.count === this.nodes.length)
      this.nodes.push({ t: 0, y: new Float64Array(this.size), f: new Float64Array(this.size) });
    return this.nodes[this.count++];
  }

  /** Writes components `at` to `at + size` at an instant that lies between the first node and the last. */
  read(at: number, size: number, out: Float64Array): void {
    const { t } = this;
    let low = 0;
    for (let high = this.count - 1; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (this.nodes[middle].t <= t) low = middle;
      else high = middle;
    }
    const from = this.nodes[low];
    const to = this.nodes[low + 1];
    const h = to.t - from.t;
    const s = h === 0 ? 0 : (t - from.t) / h;
    const rest = (1 - s) * (1 - s);
    for (let i = 0; i < size; i++) {
      const k = at + i;
      out[i] =
        rest * (1 + 2 * s) * from.y[k] +
        rest * s * h * from.f[k] +
        s * s * (3 - 2 * s) * to.y[k] +
        s * s * (s - 1) * h * to.f[k];
    }
  }
}
