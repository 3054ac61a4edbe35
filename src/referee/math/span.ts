// Vectors of any length, and what is left of one beside others.

export function inner(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, k) => sum + x * b[k], 0);
}

export function lengthOf(a: readonly number[]): number {
  return Math.sqrt(inner(a, a));
}

/** The space of some vectors, by Gram and Schmidt. */
export class Span {
  private readonly basis: number[][] = [];

  constructor(columns: readonly (readonly number[])[]) {
    for (const column of columns) {
      const rest = this.without(column);
      const length = lengthOf(rest);
      if (length > 1e-9 * lengthOf(column)) this.basis.push(rest.map((x) => x / length));
    }
  }

  /** What is left of a vector when all that lies in the space is taken away. */
  without(vector: readonly number[]): number[] {
    let rest = [...vector];
    // Twice: the first time leaves rounding along what was taken away.
    for (let pass = 0; pass < 2; pass++)
      for (const e of this.basis) {
        const along = inner(rest, e);
        rest = rest.map((x, k) => x - along * e[k]);
      }
    return rest;
  }
}
