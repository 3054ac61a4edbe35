// Dimensions that may not be known yet: products of powers of the base dimensions and of unknowns. An equation between two such
// products is linear in the exponents, so it is solved by elimination: the first unknown it has is expressed by the rest.
// Exponents are reals that stand for small fractions; differences below `nothing` are rounding.
import { type Dimension, dimensionless } from "./unit.ts";

const nothing = 1e-9;

export interface Dim {
  readonly base: Dimension;
  /** Exponents of unknowns, by their number; none is zero. */
  readonly unknowns: ReadonlyMap<number, number>;
}

const none: ReadonlyMap<number, number> = new Map();

export const pure: Dim = { base: dimensionless, unknowns: none };
export const length: Dim = ground([1, 0, 0, 0, 0, 0, 0]);
export const mass: Dim = ground([0, 1, 0, 0, 0, 0, 0]);
export const time: Dim = ground([0, 0, 1, 0, 0, 0, 0]);

export function ground(base: Dimension): Dim {
  return { base, unknowns: none };
}

function snap(exponent: number): number {
  const near = Math.floor(exponent * 12 + 0.5) / 12;
  return Math.abs(exponent - near) < nothing ? near : exponent;
}

/** a · b^power */
export function timesPower(a: Dim, b: Dim, power: number): Dim {
  if (b === pure) return a;
  if (a === pure && power === 1) return b;
  const base = a.base.map((exponent, i) => snap(exponent + power * b.base[i])) as unknown as Dimension;
  if (b.unknowns.size === 0) return { base, unknowns: a.unknowns };
  const unknowns = new Map(a.unknowns);
  for (const [unknown, exponent] of b.unknowns) {
    const sum = snap((unknowns.get(unknown) ?? 0) + power * exponent);
    if (sum === 0) unknowns.delete(unknown);
    else unknowns.set(unknown, sum);
  }
  return { base, unknowns };
}

export function isGround(dim: Dim): boolean {
  return dim.unknowns.size === 0;
}

export function isPureDim(dim: Dim): boolean {
  return dim.unknowns.size === 0 && dim.base.every((exponent) => Math.abs(exponent) < nothing);
}

/** What is known of the unknowns so far. */
export class Solution {
  private readonly found: (Dim | null)[] = [];
  /** Unknowns in the order in which they were found, to go back. */
  private readonly trail: number[] = [];

  fresh(): Dim {
    this.found.push(null);
    return { base: dimensionless, unknowns: new Map([[this.found.length - 1, 1]]) };
  }

  /** With every unknown that is found replaced by what it is. */
  resolve(dim: Dim): Dim {
    let result = dim;
    for (let again = true; again; ) {
      again = false;
      for (const [unknown, exponent] of result.unknowns) {
        const value = this.found[unknown];
        if (!value) continue;
        const rest = new Map(result.unknowns);
        rest.delete(unknown);
        result = timesPower({ base: result.base, unknowns: rest }, value, exponent);
        again = true;
        break;
      }
    }
    return result;
  }

  /** Makes two dimensions one; false if they cannot be. */
  equate(a: Dim, b: Dim): boolean {
    if (a === b) return true;
    const quotient = this.resolve(timesPower(a, b, -1));
    for (const [unknown, exponent] of quotient.unknowns) {
      const rest = new Map(quotient.unknowns);
      rest.delete(unknown);
      this.found[unknown] = timesPower(pure, { base: quotient.base, unknowns: rest }, -1 / exponent);
      this.trail.push(unknown);
      return true;
    }
    return isPureDim(quotient);
  }

  mark(): number {
    return this.trail.length;
  }

  undo(mark: number): void {
    while (this.trail.length > mark) this.found[this.trail.pop()!] = null;
  }

  /** A short text that equal dimensions share. */
  key(dim: Dim): string {
    const { base, unknowns } = this.resolve(dim);
    if (unknowns.size === 0) return base.join(" ");
    const parts = [...unknowns].sort(([a], [b]) => a - b).map(([unknown, exponent]) => `x${unknown}^${exponent}`);
    return `${base.join(" ")} ${parts.join(" ")}`;
  }
}
