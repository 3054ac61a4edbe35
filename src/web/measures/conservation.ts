// Whether a measure is conserved: judged by its numbers, not by its name.
import type { PathColumn } from "../plots/column.ts";
import type { CurveStore } from "../plots/curve-store.ts";

export interface MeasureJump {
  readonly event: number;
  readonly time: number;
  /** The change, relative to the largest size of the measure. */
  readonly share: number;
}

export interface ConservationVerdict {
  /**
   * `kept`: no change beyond rounding. `jumps`: kept between events, changed by some of them. `drifts`: nearly kept
   * between events. `changes`: not conserved.
   */
  readonly kind: "kept" | "jumps" | "drifts" | "changes";
  readonly jumps: readonly MeasureJump[];
  /** The largest distance from the start without changes by events, relative to the size. */
  readonly drift: number;
  /** Whether the distance from the start keeps growing. */
  readonly isGrowing: boolean;
  /** The largest size that was seen. */
  readonly size: number;
}

/** The largest relative change that rounding in long sums explains. */
const rounding = 1e-9;
/** The largest relative change of a measure that is meant to be conserved. */
const nearly = 0.05;
/** Sizes below this are zero, in the units that experiments use. */
const nothing = 1e-10;

const judges = new WeakMap<PathColumn, Judge>();

/** The verdict on the rows so far. In a growing column only new rows are examined. */
export function judge(column: PathColumn, store: CurveStore): ConservationVerdict {
  let known = judges.get(column);
  if (!known) judges.set(column, (known = new Judge(column, store)));
  return known.verdict();
}

interface Change {
  readonly event: number;
  readonly time: number;
  /** The change in the unit of the measure: for a number with its sign, for a vector its length. */
  readonly by: number;
}

class Judge {
  private readonly column: PathColumn;
  private readonly store: CurveStore;
  private rows = 0;
  private before = -1;
  private size = 0;
  /** The sum of all changes that no event made. */
  private offset = new Float64Array(0);
  private farthest = 0;
  /** The distance from the start at the last frame, and sums of distances up to each frame. */
  private away = 0;
  private readonly sums: number[] = [0];
  /** Changes by events above rounding at their time: the size only grows, so smaller changes stay smaller. */
  private changes: Change[] = [];
  /** The first jumps, relative to the size. */
  private jumps: MeasureJump[] = [];
  private scale = 0;
  private last: ConservationVerdict | null = null;

  constructor(column: PathColumn, store: CurveStore) {
    this.column = column;
    this.store = store;
  }

  verdict(): ConservationVerdict {
    const { column } = this;
    if (this.last && this.rows === column.rows) return this.last;
    if (this.offset.length !== column.width) this.offset = new Float64Array(column.width);
    for (; this.rows < column.rows; this.rows++) this.take(this.rows);
    const scale = Math.max(this.size, nothing);
    if (scale !== this.scale) {
      this.scale = scale;
      this.changes = this.changes.filter(({ by }) => Math.abs(by) > rounding * scale);
      this.jumps = [];
    }
    const fresh = this.changes.slice(this.jumps.length);
    // A new list for new jumps, so that components that compare lists see the change.
    if (fresh.length > 0)
      this.jumps = [...this.jumps, ...fresh.map(({ event, time, by }) => ({ event, time, share: by / scale }))];
    const { jumps } = this;
    const drift = this.farthest / scale;
    const kind = drift > nearly ? "changes" : drift > rounding ? "drifts" : jumps.length > 0 ? "jumps" : "kept";
    this.last = { kind, jumps, drift, isGrowing: this.isGrowing(), size: this.size };
    return this.last;
  }

  private take(row: number): void {
    const { column, store, before, offset } = this;
    if (!isThere(column, row)) return;
    this.size = Math.max(this.size, column.norm(row));
    const side = store.sides[row];
    if (before >= 0 && side >= 0 && side % 2 === 1) {
      const by = changeOf(column, before, row);
      if (Math.abs(by) > rounding * Math.max(this.size, nothing))
        this.changes.push({ event: (side - 1) / 2, time: store.times.numbers[row], by });
    } else if (before >= 0)
      for (let k = 0; k < column.width; k++) offset[k] += column.at(row, k) - column.at(before, k);
    this.before = row;
    let sum = 0;
    for (let k = 0; k < offset.length; k++) sum += offset[k] ** 2;
    const distance = Math.sqrt(sum);
    this.farthest = Math.max(this.farthest, distance);
    if (side >= 0) return;
    this.away = distance;
    this.sums.push(this.sums[this.sums.length - 1] + distance);
  }

  /** Whether the last quarter lies clearly beyond the second, and the end is near the farthest point. */
  private isGrowing(): boolean {
    const { sums } = this;
    const count = sums.length - 1;
    if (count < 16) return false;
    const quarter = count >> 2;
    const mean = (from: number) => (sums[from + quarter] - sums[from]) / quarter;
    return mean(count - quarter) > 1.5 * mean(quarter) && this.away > 0.7 * this.farthest;
  }
}

/** The change between two rows: for a number with its sign, for a vector its length. */
function changeOf(column: PathColumn, from: number, to: number): number {
  if (column.width === 1) return column.at(to, 0) - column.at(from, 0);
  let sum = 0;
  for (let k = 0; k < column.width; k++) sum += (column.at(to, k) - column.at(from, k)) ** 2;
  return Math.sqrt(sum);
}

function isThere(column: PathColumn, row: number): boolean {
  for (let k = 0; k < column.width; k++) if (!Number.isFinite(column.at(row, k))) return false;
  return column.width > 0;
}

/**
 * The distance of a measure from its start at a row, relative to its size at the start, or to its largest size if that
 * is zero.
 */
export function driftAt(column: PathColumn, row: number, size: number): number {
  const start = Math.hypot(...Array.from({ length: column.width }, (_, k) => column.at(0, k)));
  const scale = start > 1e-6 * size ? start : size;
  if (!(scale > nothing)) return 0;
  if (column.width === 1) return (column.at(row, 0) - column.at(0, 0)) / scale;
  return Math.hypot(...Array.from({ length: column.width }, (_, k) => column.at(row, k) - column.at(0, k))) / scale;
}
