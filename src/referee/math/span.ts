// Vectors of any length, and their components outside a space.

export function dotProduct(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, k) => sum + x * b[k], 0);
}

export function lengthOf(a: readonly number[]): number {
  return Math.sqrt(dotProduct(a, a));
}

/** The space of some vectors, by Gram and Schmidt. */
export class LinearSpan {
  private readonly basis: number[][] = [];

  constructor(columns: readonly (readonly number[])[]) {
    for (const column of columns) {
      const rest = this.without(column);
      const length = lengthOf(rest);
      if (length > 1e-9 * lengthOf(column)) this.basis.push(rest.map((x) => x / length));
    }
  }

  /** The component of a vector outside the space. */
  without(vector: readonly number[]): number[] {
    let rest = [...vector];
    // Done twice: the first pass leaves rounding errors along the removed part.
    for (let pass = 0; pass < 2; pass++)
      for (const e of this.basis) {
        const along = dotProduct(rest, e);
        rest = rest.map((x, k) => x - along * e[k]);
      }
    return rest;
  }
}
