// The effect of operators on dimensions. Products of vectors and matrices are sums of products of entries, and terms of
// a sum must agree.
import { type Dim, pure, timesPower } from "./dimension.ts";
import {
  all,
  any,
  bare,
  type DimensionValue,
  type DimensionValues,
  isZero,
  type Mismatch,
  type Rank,
  rankOf,
} from "./value.ts";

/** Receives terms that do not agree. */
export type MismatchReport = (mismatch: Mismatch) => void;

export class Operators {
  private readonly values: DimensionValues;

  constructor(values: DimensionValues) {
    this.values = values;
  }

  /** The common value of terms; any, and a report, where they differ. */
  sum(terms: readonly DimensionValue[], report: MismatchReport): DimensionValue {
    let sum: DimensionValue = bare(0);
    for (const term of terms) {
      const agreed = this.values.agree(sum, term);
      if ("mismatch" in agreed) {
        report(agreed.mismatch);
        return any;
      }
      sum = agreed.value;
    }
    return sum;
  }

  product(a: DimensionValue, b: DimensionValue, report: MismatchReport): DimensionValue {
    if (a.kind === "any" || b.kind === "any") return any;
    const [ra, rb] = [rankOf(a), rankOf(b)];
    if (a.kind === "bare" && b.kind === "bare")
      return bare(productNumber(a.number, b.number), productRank(ra, rb), a.loose || b.loose);
    if (isZero(a) || isZero(b)) return bare(0, productRank(ra, rb));
    if (a.kind !== "list" && b.kind !== "list") return this.whole(a, b, productRank(ra, rb));
    if (a.kind === "list" && isFactor(b)) return this.each(a.items, (item) => this.product(item, b, report));
    if (b.kind === "list" && isFactor(a)) return this.each(b.items, (item) => this.product(a, item, report));
    if (ra === 1 && rb === 1) return this.cross(a, b, report);
    if (ra === 2 && rb === 1) return this.applied(a, b, report);
    if (ra === 2 && rb === 2) return this.composed(a, b, report);
    return this.whole(a, b, productRank(ra, rb));
  }

  private whole(a: DimensionValue, b: DimensionValue, rank: Rank): DimensionValue {
    const [da, db] = [this.values.dimOf(a), this.values.dimOf(b)];
    return da && db ? all(timesPower(da, db, 1), rank) : any;
  }

  private each(items: readonly DimensionValue[], map: (item: DimensionValue) => DimensionValue): DimensionValue {
    return this.values.list(items.map(map));
  }

  inner(a: DimensionValue, b: DimensionValue, report: MismatchReport): DimensionValue {
    const items = a.kind === "list" ? a.items : b.kind === "list" ? b.items : null;
    if (!items) return a.kind === "any" || b.kind === "any" ? any : scalar(this.product(a, b, report));
    const [left, right] = [this.values.entries(a, items.length), this.values.entries(b, items.length)];
    return scalar(
      this.sum(
        left.map((entry, i) => this.product(asReal(entry), asReal(right[i]), report)),
        report,
      ),
    );
  }

  private cross(a: DimensionValue, b: DimensionValue, report: MismatchReport): DimensionValue {
    const [left, right] = [this.values.entries(a, 3), this.values.entries(b, 3)];
    const part = (i: number, j: number) =>
      this.sum([this.product(left[i], right[j], report), this.product(left[j], right[i], report)], report);
    return this.values.list([part(1, 2), part(2, 0), part(0, 1)]);
  }

  /** A matrix times a vector. */
  private applied(m: DimensionValue, v: DimensionValue, report: MismatchReport): DimensionValue {
    if (m.kind === "list") return this.each(m.items, (row) => this.inner(row, v, report));
    const sum = this.inner(this.values.entry(m, null), v, report);
    return withRank(sum, 1);
  }

  private composed(a: DimensionValue, b: DimensionValue, report: MismatchReport): DimensionValue {
    if (a.kind === "list" && b.kind === "list") {
      const columns = this.transpose(b);
      if (columns.kind !== "list") return any;
      return this.each(a.items, (row) => this.each(columns.items, (column) => this.inner(row, column, report)));
    }
    if (a.kind === "list")
      return this.each(a.items, (row) => withRank(this.inner(row, this.values.entry(b, null), report), 1));
    const columns = this.transpose(b);
    if (columns.kind !== "list") return this.whole(a, b, 2);
    const row = this.each(columns.items, (column) => this.inner(this.values.entry(a, null), column, report));
    const dim = this.values.dimOf(row);
    return dim ? all(dim, 2) : any;
  }

  transpose(m: DimensionValue): DimensionValue {
    if (m.kind !== "list") return m;
    const width = m.items.reduce(
      (widest, row) => (row.kind === "list" ? Math.max(widest, row.items.length) : widest),
      0,
    );
    if (width === 0) {
      // Rows of one dimension each, of unknown width: the columns are unknown.
      const dim = this.values.dimOf(m);
      return dim ? all(dim, 2) : any;
    }
    const rows = m.items.map((row) => this.values.entries(row, width));
    return this.values.list(rows[0].map((_, j) => this.values.list(rows.map((row) => row[j]))));
  }

  /**
   * Entries of an invertible matrix have dimensions r_i c_j (otherwise its determinant would add unlike terms); those
   * of its inverse are then 1 / (c_i r_j).
   */
  inverse(m: DimensionValue): DimensionValue {
    const factors = this.factors(m);
    if (!factors) {
      const dim = this.values.dimOf(m);
      return dim ? all(timesPower(pure, dim, -1), 2) : any;
    }
    const { rows, columns } = factors;
    return this.values.list(
      columns.map((c) => this.values.list(rows.map((r) => all(timesPower(timesPower(pure, c, -1), r, -1), 0)))),
    );
  }

  /** The dimensions r_i and c_j of a matrix given entry by entry; null for others. */
  factors(m: DimensionValue): { rows: Dim[]; columns: Dim[] } | null {
    if (m.kind !== "list" || m.items.some((row) => row.kind !== "list")) return null;
    const entries = m.items.map((row) =>
      this.values
        .entries(row, m.items.length)
        .map((entry) => (entry.kind === "bare" ? null : this.values.dimOf(entry))),
    );
    const rows = entries.map((row) => row[0]);
    const first = rows[0];
    if (!first || rows.includes(null) || entries[0].includes(null)) return null;
    return { rows: rows as Dim[], columns: entries[0].map((dim) => timesPower(dim!, first, -1)) };
  }

  quotient(left: DimensionValue, right: DimensionValue): DimensionValue {
    if (left.kind === "bare" && right.kind === "bare") {
      const isNumber = left.number !== null && right.number;
      return bare(
        isNumber ? left.number / (right.number as number) : left.number === 0 ? 0 : null,
        left.rank,
        left.loose || right.loose,
      );
    }
    const dim = this.values.dimOf(right);
    return dim ? this.values.scale(left, dim, -1) : any;
  }

  /** `value # index` */
  entry(value: DimensionValue, index: DimensionValue, report: MismatchReport): DimensionValue {
    const by = index.kind === "bare" ? null : this.values.dimOf(index);
    if (by) this.sum([all(pure, 0), all(by, 0)], report);
    return this.values.entry(value, index.kind === "bare" ? index.number : null);
  }

  power(base: DimensionValue, exponent: DimensionValue, report: MismatchReport): DimensionValue {
    if (base.kind === "any") return any;
    const by = this.values.dimOf(exponent);
    if (exponent.kind !== "bare") {
      if (by) this.sum([all(pure, 0), all(by, 0)], report);
      return this.values.isPure(base) ? base : any;
    }
    const { number } = exponent;
    if (base.kind === "bare")
      return bare(
        base.number === 0 ? 0 : number !== null && base.number !== null ? plainPower(base.number, number) : null,
        base.rank,
        base.loose,
      );
    if (number === null) return this.values.isPure(base) ? base : any;
    if (base.kind === "list") return number === -1 ? this.inverse(base) : any;
    const dim = this.values.dimOf(base)!;
    return all(timesPower(pure, dim, number), rankOf(base) ?? null);
  }
}

/** The numbers of powers that need only products. */
function plainPower(base: number, exponent: number): number | null {
  if (exponent !== Math.floor(exponent) || Math.abs(exponent) > 16) return null;
  let power = 1;
  for (let i = 0; i < Math.abs(exponent); i++) power *= base;
  return exponent < 0 ? 1 / power : power;
}

/** The product of two numbers, as far as they are known; 0 times anything is 0. */
function productNumber(a: number | null, b: number | null): number | null {
  if (a !== null && b !== null) return a * b;
  return a === 0 || b === 0 ? 0 : null;
}

/**
 * Whether a value multiplies each entry of the other separately: a value of one dimension times unlike entries is a
 * number, or it adds them, which is a mistake.
 */
function isFactor(value: DimensionValue): boolean {
  return rankOf(value) === 0 || (value.kind === "all" && value.rank === null);
}

function productRank(a: Rank, b: Rank): Rank {
  if (a === 0) return b;
  if (b === 0) return a;
  if (a === 1 && b === 1) return 1;
  if (a === 2) return b;
  return null;
}

function withRank(value: DimensionValue, rank: Rank): DimensionValue {
  if (value.kind === "all") return all(value.dim, rank);
  return value.kind === "bare" ? bare(value.number === 0 ? 0 : null, rank, value.loose) : value;
}

function scalar(value: DimensionValue): DimensionValue {
  return withRank(value, 0);
}

function asReal(value: DimensionValue): DimensionValue {
  return value.kind === "all" && value.rank === null ? all(value.dim, 0) : value;
}
