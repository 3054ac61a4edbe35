// The numbers of one path over the rows of a run, as they arrive.
import type { CurveColumn } from "../protocol/messages.ts";

/** A list of numbers that grows at its end. */
export class Growing {
  numbers = new Float64Array(256);
  length = 0;

  append(more: ArrayLike<number>): void {
    this.reserve(more.length);
    this.numbers.set(more, this.length);
    this.length += more.length;
  }

  appendMissing(count: number): void {
    this.reserve(count);
    this.numbers.fill(Number.NaN, this.length, this.length + count);
    this.length += count;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.numbers.length) return;
    const larger = new Float64Array(2 * (this.length + count));
    larger.set(this.numbers.subarray(0, this.length));
    this.numbers = larger;
  }
}

export class PathColumn {
  /** How many rows are in. */
  rows = 0;
  shape: readonly number[] | null = null;
  unit: string | null = null;
  missing: string | null = null;
  private readonly values = new Growing();

  get width(): number {
    return this.shape ? this.shape.reduce((product, n) => product * n, 1) : 0;
  }

  append({ shape, values, unit, missing }: CurveColumn, rows: number): void {
    this.unit = unit;
    if (shape && !this.shape) {
      this.shape = shape;
      this.missing = null;
      // The value exists from here on only.
      this.values.appendMissing(this.rows * this.width);
    }
    if (!this.shape) this.missing ??= missing;
    const isSame = shape !== null && values.length === rows * this.width;
    if (isSame) this.values.append(values);
    else this.values.appendMissing(rows * this.width);
    this.rows += rows;
  }

  /** One component of a row; NaN if there is none. */
  at(row: number, component: number): number {
    return row < this.rows && this.shape ? this.values.numbers[row * this.width + component] : Number.NaN;
  }

  norm(row: number): number {
    let sum = 0;
    for (let k = 0; k < this.width; k++) sum += this.at(row, k) ** 2;
    return this.shape ? Math.sqrt(sum) : Number.NaN;
  }

  /** The name of a component: `.x`, `.2`, `[1,2]`, as in exported tables. */
  suffix(component: number): string {
    const shape = this.shape ?? [];
    if (shape.length === 0) return "";
    if (shape.length === 1) return `.${shape[0] === 3 ? "xyz"[component] : component + 1}`;
    return `[${Math.floor(component / shape[1]) + 1},${(component % shape[1]) + 1}]`;
  }
}
