// A value as far as dimensions go. Its numbers share one dimension, or, as in a vector of impulse, work and velocity,
// each entry has its own.
import { type Dim, type DimensionSolution, isPureDim, pure, timesPower } from "./dimension.ts";

/** 0 for a real, 1 for a vector, 2 for a matrix; null if unknown. */
export type Rank = 0 | 1 | 2 | null;

export type DimensionValue =
  /** Unknown, or a mistake has been reported; fits everywhere. */
  | { readonly kind: "any" }
  /**
   * A number without a unit: as a term it has the dimension of the other terms, as a factor see `isQuarterCount`. Zero
   * has any dimension.
   */
  | { readonly kind: "bare"; readonly number: number | null; readonly rank: Rank; readonly loose: boolean }
  | { readonly kind: "all"; readonly dim: Dim; readonly rank: Rank }
  /** The entries of a vector, the rows of a matrix. */
  | { readonly kind: "list"; readonly items: readonly DimensionValue[] }
  /** A value of unknown shape: used as a whole it has one dimension, its entries may have others. */
  | { readonly kind: "open"; readonly dim: Dim; readonly parts: Map<number, DimensionValue> };

/** The key under which an open value stores the dimension of its entries, once they are known to be equal. */
const uniformPart = 0;

export const any: DimensionValue = { kind: "any" };

export function bare(number: number | null, rank: Rank = 0, loose = false): DimensionValue {
  return { kind: "bare", number, rank, loose };
}

/**
 * Whether a number belongs to formulas: the ½ of ½ m v², the 12 of m l² / 12. As a factor it is pure; any other, such
 * as 9.81, may be a quantity whose unit was left out, and is loose.
 */
export function isQuarterCount(number: number): boolean {
  return Math.abs(number) <= 12 && number * 4 === Math.floor(number * 4);
}

export function literal(number: number): DimensionValue {
  return bare(number, 0, !isQuarterCount(number));
}

export function isLoose(value: DimensionValue): boolean {
  return value.kind === "bare" && value.loose;
}

export function all(dim: Dim, rank: Rank): DimensionValue {
  return { kind: "all", dim, rank };
}

export function isZero(value: DimensionValue): boolean {
  return value.kind === "bare" && value.number === 0;
}

export function rankOf(value: DimensionValue): Rank {
  switch (value.kind) {
    case "bare":
    case "all":
      return value.rank;
    case "list": {
      // Entries of unknown rank are most likely numbers.
      return above(rankOf(value.items.find((item) => rankOf(item) !== null) ?? any) ?? 0);
    }
    default:
      return null;
  }
}

/** The size of a value: the number of exponents of unknowns, of all its entries. */
export function valueSize(value: DimensionValue): number {
  if (value.kind === "list") return value.items.reduce((sum, item) => sum + 1 + valueSize(item), 0);
  return value.kind === "all" || value.kind === "open" ? value.dim.unknowns.size : 0;
}

export function below(rank: Rank): Rank {
  return rank === 2 ? 1 : rank === 1 ? 0 : null;
}

export function above(rank: Rank): Rank {
  return rank === 0 ? 1 : rank === 1 ? 2 : null;
}

/** A plain number beside an unknown may have any dimension. */
function besideUnknown(value: DimensionValue): DimensionValue {
  return value.kind === "bare" ? any : value;
}

/** Two plain numbers in one place: any number, unless both are zero. */
function eitherNumber(a: DimensionValue & { kind: "bare" }, b: DimensionValue & { kind: "bare" }): DimensionValue {
  return bare(isZero(a) && isZero(b) ? 0 : null, a.rank ?? b.rank, a.loose || b.loose);
}

/** Two dimensions that should be equal and are not. */
export interface Mismatch {
  readonly left: Dim;
  readonly right: Dim;
}

export type Agreement = { readonly value: DimensionValue } | { readonly mismatch: Mismatch };

export class DimensionValues {
  readonly solution: DimensionSolution;

  constructor(solution: DimensionSolution) {
    this.solution = solution;
  }

  open(): DimensionValue {
    return { kind: "open", dim: this.solution.fresh(), parts: new Map() };
  }

  /** The one dimension of a value used as a whole; null if it is unknown, or entries differ. */
  dimOf(value: DimensionValue): Dim | null {
    switch (value.kind) {
      case "any":
        return null;
      case "bare":
        return value.loose ? this.solution.fresh() : pure;
      case "all":
      case "open":
        return value.dim;
      case "list": {
        let common: Dim | null = null;
        for (const item of value.items) {
          if (isZero(item)) continue;
          const dim = this.dimOf(item);
          if (dim === null || (common && this.solution.key(dim) !== this.solution.key(common))) return null;
          common = dim;
        }
        return common;
      }
    }
  }

  /** A vector of these entries. Numbers without units among quantities of one dimension count as such quantities. */
  list(items: readonly DimensionValue[]): DimensionValue {
    if (items.every((item) => item.kind === "bare"))
      return bare(items.every(isZero) ? 0 : null, above(rankOf(items[0] ?? any)), items.some(isLoose));
    const told = items.filter((item) => item.kind !== "bare");
    const dim = this.dimOf({ kind: "list", items: told });
    if (!dim || told.some((item) => item.kind === "open")) return { kind: "list", items };
    const rank = rankOf(told.find((item) => rankOf(item) !== null) ?? any);
    if (!items.some(isZero)) return all(dim, above(rank));
    return { kind: "list", items: items.map((item) => (isZero(item) ? item : all(dim, rank))) };
  }

  /** The dimension of entry `index` (from 1), or of any entry for null. */
  entry(value: DimensionValue, index: number | null): DimensionValue {
    switch (value.kind) {
      case "any":
        return any;
      case "bare":
        return bare(value.number === 0 ? 0 : null, below(value.rank), value.loose);
      case "all":
        return all(value.dim, below(value.rank));
      case "list": {
        if (index !== null) return value.items[index - 1] ?? any;
        const dim = this.dimOf(value);
        return dim ? all(dim, rankOf(value.items[0])) : any;
      }
      case "open": {
        const uniform = value.parts.get(uniformPart);
        if (uniform) return uniform;
        if (index === null) return any;
        let part = value.parts.get(index);
        if (!part) value.parts.set(index, (part = this.open()));
        return part;
      }
    }
  }

  /** The entries of a value that has `count` of them. */
  entries(value: DimensionValue, count: number): DimensionValue[] {
    return Array.from({ length: count }, (_, i) => this.entry(value, i + 1));
  }

  /** Unifies the dimensions of two values; returns the result. */
  agree(a: DimensionValue, b: DimensionValue): Agreement {
    if (a.kind === "any") return { value: besideUnknown(b) };
    if (b.kind === "any") return { value: besideUnknown(a) };
    if (a.kind === "bare") return { value: b.kind === "bare" ? eitherNumber(a, b) : b };
    if (b.kind === "bare") return { value: a };
    if (a.kind === "list") {
      if (b.kind === "list" && a.items.length !== b.items.length) return { value: any };
      return this.agreeAll(a.items.map((item, i) => [item, this.entry(b, i + 1)]));
    }
    if (b.kind === "list") return this.agreeAll(b.items.map((item, i) => [this.entry(a, i + 1), item]));
    if (!this.solution.equate(a.dim, b.dim)) return { mismatch: { left: a.dim, right: b.dim } };
    if (a.kind === "open") return b.kind === "open" ? this.agreeParts(a, b) : this.agreeWhole(a, b);
    return b.kind === "open" ? this.agreeWhole(b, a) : { value: a.rank === null ? b : a };
  }

  /** Gives every part of an open value the one dimension of the other. */
  private agreeWhole(open: DimensionValue & { kind: "open" }, whole: DimensionValue & { kind: "all" }): Agreement {
    for (const part of open.parts.values()) {
      const agreed = this.agree(part, all(whole.dim, null));
      if ("mismatch" in agreed) return agreed;
    }
    open.parts.set(uniformPart, all(whole.dim, null));
    return { value: whole.rank === null ? open : whole };
  }

  private agreeAll(pairs: readonly (readonly [DimensionValue, DimensionValue])[]): Agreement {
    const items: DimensionValue[] = [];
    for (const [left, right] of pairs) {
      const agreed = this.agree(left, right);
      if ("mismatch" in agreed) return agreed;
      items.push(agreed.value);
    }
    return { value: this.list(items) };
  }

  private agreeParts(a: DimensionValue & { kind: "open" }, b: DimensionValue & { kind: "open" }): Agreement {
    for (const [index, part] of b.parts) {
      const own = a.parts.get(index);
      if (!own) a.parts.set(index, part);
      else {
        const agreed = this.agree(own, part);
        if ("mismatch" in agreed) return agreed;
      }
    }
    return { value: a };
  }

  /** Every dimension in a value times dim^power. */
  scale(value: DimensionValue, dim: Dim, power: number): DimensionValue {
    switch (value.kind) {
      case "any":
        return any;
      case "bare":
        return value.number === 0 ? value : all(timesPower(this.dimOf(value)!, dim, power), value.rank);
      case "all":
        return all(timesPower(value.dim, dim, power), value.rank);
      case "open":
        return all(timesPower(value.dim, dim, power), null);
      case "list":
        return this.list(value.items.map((item) => this.scale(item, dim, power)));
    }
  }

  isPure(value: DimensionValue): boolean {
    if (value.kind === "bare") return true;
    const dim = this.dimOf(value);
    return dim !== null && isPureDim(this.solution.resolve(dim));
  }

  key(value: DimensionValue): string {
    switch (value.kind) {
      case "any":
        return "?";
      case "bare":
        return `b${value.number}r${value.rank}${value.loose}`;
      case "all":
        return `${this.solution.key(value.dim)}r${value.rank}`;
      case "open":
        return `o${[...value.dim.unknowns.keys()][0]}`;
      case "list":
        return `[${value.items.map((item) => this.key(item)).join(",")}]`;
    }
  }
}
