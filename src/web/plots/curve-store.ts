// Numbers over the rows of one run.
import type { ExplainedMoment } from "../protocol/explanation.ts";
import { Growing, PathColumn } from "./column.ts";

export class CurveStore {
  readonly times = new Growing();
  readonly sides: number[] = [];
  readonly columns = new Map<string, PathColumn>();

  column(path: string): PathColumn {
    const known = this.columns.get(path);
    if (known) return known;
    const made = new PathColumn();
    this.columns.set(path, made);
    return made;
  }

  /** The moment of a row, for questions. */
  moment(row: number): ExplainedMoment {
    const side = this.sides[row];
    if (side >= 0) return { event: side >> 1, side: side % 2 === 0 ? "before" : "after" };
    return { time: this.times.numbers[row] };
  }

  /** Whether the first `rows` rows reach to a time; those of a long run may come in late. */
  reaches(time: number, rows: number): boolean {
    return rows > 0 && this.times.numbers[rows - 1] >= time - 1e-9;
  }

  /** The last of the first `rows` rows at or before a time: after the events of an instant, not before them. */
  rowAt(time: number, rows: number): number {
    let low = 0;
    let high = rows - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times.numbers[middle] <= time + 1e-12) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }
}
