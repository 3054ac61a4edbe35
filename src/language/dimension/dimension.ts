// Dimensions that may not be known yet: products of powers of the base dimensions and of unknowns. An equation between
// two such products is linear in the exponents, so it is solved by elimination: its first unknown is expressed by the
// rest. Exponents are reals that represent small fractions; differences below `nothing`, and below the error of
// elimination, are rounding.
import { type Dimension, dimensionless } from "../syntax/unit.ts";

const nothing = 1e-9;
const rounding = 1e-15;
/**
 * An unknown with a smaller exponent is expressed by the others only if none has a larger one: dividing by it loses
 * digits.
 */
const smallPivot = 1 / 4;

export interface Dim {
  readonly base: Dimension;
  /** Exponents of unknowns, by their number; none is zero. */
  readonly unknowns: ReadonlyMap<number, number>;
  /** How much rounding may have changed the exponents. */
  readonly error: number;
}

const none: ReadonlyMap<number, number> = new Map();

export const pure: Dim = ground(dimensionless);
export const lengthDimension: Dim = ground([1, 0, 0, 0, 0, 0, 0]);
export const mass: Dim = ground([0, 1, 0, 0, 0, 0, 0]);
export const timeDimension: Dim = ground([0, 0, 1, 0, 0, 0, 0]);

export function ground(base: Dimension): Dim {
  return { base, unknowns: none, error: 0 };
}

function snap(exponent: number): number {
  const near = Math.floor(exponent * 12 + 0.5) / 12;
  return Math.abs(exponent - near) < nothing ? near : exponent;
}

/** a · b^power */
export function timesPower(a: Dim, b: Dim, power: number): Dim {
  if (b === pure) return a;
  if (a === pure && power === 1) return b;
  // Exponents of formulas are multiples of a twelfth: those are exact.
  const lost = a.error + Math.abs(power) * b.error;
  let error = 0;
  const sum = (x: number, y: number): number => {
    const exponent = x + power * y;
    const near = snap(exponent);
    if (near === exponent && (near * 12) % 1 !== 0) error = Math.max(error, lost + Math.abs(exponent) * rounding);
    return near;
  };
  const base = a.base.map((exponent, i) => sum(exponent, b.base[i])) as unknown as Dimension;
  if (b.unknowns.size === 0) return { base, unknowns: a.unknowns, error };
  const unknowns = new Map(a.unknowns);
  for (const [unknown, exponent] of b.unknowns) {
    const both = sum(unknowns.get(unknown) ?? 0, exponent);
    if (both === 0) unknowns.delete(unknown);
    else unknowns.set(unknown, both);
  }
  return { base, unknowns, error };
}

export function isGround(dim: Dim): boolean {
  return dim.unknowns.size === 0;
}

export function isPureDim(dim: Dim): boolean {
  return dim.unknowns.size === 0 && dim.base.every((exponent) => Math.abs(exponent) < Math.max(nothing, dim.error));
}

/** What is known about the unknowns so far. */
export class DimensionSolution {
  private readonly found: (Dim | null)[] = [];
  /** Overwritten values, in order, to undo them. */
  private readonly trail: { readonly unknown: number; readonly before: Dim | null }[] = [];
  /** Number of exponents of unknowns examined so far: the work of elimination, which grows faster than a text. */
  work = 0;

  fresh(): Dim {
    this.found.push(null);
    return { base: dimensionless, unknowns: new Map([[this.found.length - 1, 1]]), error: 0 };
  }

  /** The dimension with every known unknown replaced. */
  resolve(dim: Dim): Dim {
    const pending = this.foundIn(dim);
    if (pending.length === 0) return dim;
    // The replacements are resolved and stored too, in the order of their dependencies, because chains may be long.
    while (pending.length > 0) {
      const unknown = pending[pending.length - 1];
      const needed = this.foundIn(this.found[unknown]!);
      const unresolved = needed.filter((one) => this.foundIn(this.found[one]!).length > 0);
      if (unresolved.length > 0) {
        pending.push(...unresolved);
        continue;
      }
      pending.pop();
      if (needed.length > 0) this.write(unknown, this.replaced(this.found[unknown]!, needed));
    }
    return this.replaced(dim, this.foundIn(dim));
  }

  /** The unknowns of a dimension that are known by now. */
  private foundIn(dim: Dim): number[] {
    this.work += dim.unknowns.size;
    const unknowns: number[] = [];
    for (const unknown of dim.unknowns.keys()) if (this.found[unknown]) unknowns.push(unknown);
    return unknowns;
  }

  private replaced(dim: Dim, unknowns: readonly number[]): Dim {
    const rest = new Map(dim.unknowns);
    for (const unknown of unknowns) rest.delete(unknown);
    let result: Dim = { ...dim, unknowns: rest };
    for (const unknown of unknowns) {
      const value = this.found[unknown]!;
      this.work += result.unknowns.size + value.unknowns.size;
      result = timesPower(result, value, dim.unknowns.get(unknown)!);
    }
    return result;
  }

  private write(unknown: number, value: Dim): void {
    this.trail.push({ unknown, before: this.found[unknown] });
    this.found[unknown] = value;
  }

  /** Makes two dimensions equal; false if that is impossible. */
  equate(a: Dim, b: Dim): boolean {
    if (a === b) return true;
    this.work += a.unknowns.size + b.unknowns.size;
    const quotient = this.resolve(timesPower(a, b, -1));
    let pivot = -1;
    let greatest = 0;
    for (const [unknown, exponent] of quotient.unknowns) {
      if (Math.abs(exponent) <= greatest) continue;
      [pivot, greatest] = [unknown, Math.abs(exponent)];
      if (greatest >= smallPivot) break;
    }
    if (!(greatest > quotient.error)) return pivot >= 0 || isPureDim(quotient);
    const rest = new Map(quotient.unknowns);
    rest.delete(pivot);
    this.write(pivot, timesPower(pure, { ...quotient, unknowns: rest }, -1 / quotient.unknowns.get(pivot)!));
    return true;
  }

  mark(): number {
    return this.trail.length;
  }

  undo(mark: number): void {
    while (this.trail.length > mark) {
      const { unknown, before } = this.trail.pop()!;
      this.found[unknown] = before;
    }
  }

  /** A short text that equal dimensions share. */
  key(dim: Dim): string {
    const { base, unknowns } = this.resolve(dim);
    if (unknowns.size === 0) return base.join(" ");
    const parts = [...unknowns].sort(([a], [b]) => a - b).map(([unknown, exponent]) => `x${unknown}^${exponent}`);
    return `${base.join(" ")} ${parts.join(" ")}`;
  }
}
