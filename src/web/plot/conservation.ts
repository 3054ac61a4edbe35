// Whether a measure stays as it is: judged by its numbers, not by its name.
import type { PathColumn } from "./column.ts";
import type { CurveStore } from "./curve-store.ts";

export interface Jump {
  readonly event: number;
  readonly time: number;
  /** How far, in relation to the largest size of the measure. */
  readonly share: number;
}

export interface Verdict {
  /**
   * `kept`: no change beyond rounding. `jumps`: kept between events, changed by some of them. `drifts`: nearly kept between events.
   * `changes`: not a thing that stays.
   */
  readonly kind: "kept" | "jumps" | "drifts" | "changes";
  readonly jumps: readonly Jump[];
  /** The largest distance from the start, events left out, in relation to the size. */
  readonly drift: number;
  /** Whether it goes ever farther away. */
  readonly isGrowing: boolean;
  /** The largest size that was seen. */
  readonly size: number;
}

/** Sums of many rounded numbers differ by less. */
const rounding = 1e-9;
/** What changes by more is not meant to stay. */
const nearly = 0.05;
/** Sizes below this are zero, in the units that experiments use. */
const nothing = 1e-10;

export function judge(column: PathColumn, store: CurveStore): Verdict {
  const { width, rows } = column;
  const size = sizeOf(column);
  const scale = Math.max(size, nothing);
  const jumps: Jump[] = [];
  const offset = new Float64Array(width);
  const away: number[] = [];
  let before = -1;
  let drift = 0;
  for (let row = 0; row < rows; row++) {
    if (!isThere(column, row)) continue;
    const side = store.sides[row];
    if (before >= 0) {
      let change = 0;
      for (let k = 0; k < width; k++) change += (column.at(row, k) - column.at(before, k)) ** 2;
      change = Math.sqrt(change) / scale;
      if (side % 2 === 1 && side >= 0) {
        if (change > rounding)
          jumps.push({ event: (side - 1) / 2, time: store.times.numbers[row], share: sharedChange(column, before, row, scale) });
      } else for (let k = 0; k < width; k++) offset[k] += column.at(row, k) - column.at(before, k);
    }
    before = row;
    const distance = Math.hypot(...offset) / scale;
    drift = Math.max(drift, distance);
    if (side < 0) away.push(distance);
  } // biome-ignore format: one test each
  const kind = drift > nearly ? "changes" : drift > rounding ? "drifts" : jumps.length > 0 ? "jumps" : "kept";
  return { kind, jumps, drift, isGrowing: isGrowing(away, drift), size };
}

/** A number with its sign; a vector by how much it has changed. */
function sharedChange(column: PathColumn, from: number, to: number, scale: number): number {
  if (column.width === 1) return (column.at(to, 0) - column.at(from, 0)) / scale;
  let sum = 0;
  for (let k = 0; k < column.width; k++) sum += (column.at(to, k) - column.at(from, k)) ** 2;
  return Math.sqrt(sum) / scale;
}

function isThere(column: PathColumn, row: number): boolean {
  for (let k = 0; k < column.width; k++) if (!Number.isFinite(column.at(row, k))) return false;
  return column.width > 0;
}

function sizeOf(column: PathColumn): number {
  let size = 0;
  for (let row = 0; row < column.rows; row++) if (isThere(column, row)) size = Math.max(size, column.norm(row));
  return size;
}

/** The last quarter lies clearly beyond the second, and the end near the farthest. */
function isGrowing(away: readonly number[], farthest: number): boolean {
  if (away.length < 16) return false;
  const quarter = away.length >> 2;
  const mean = (from: number) => away.slice(from, from + quarter).reduce((sum, x) => sum + x, 0) / quarter;
  return mean(away.length - quarter) > 1.5 * mean(quarter) && away[away.length - 1] > 0.7 * farthest;
}

/** How far a measure is from its start at a row, in relation to its size at the start, or to its largest if that is nothing. */
export function driftAt(column: PathColumn, row: number, size: number): number {
  const start = Math.hypot(...Array.from({ length: column.width }, (_, k) => column.at(0, k)));
  const scale = start > 1e-6 * size ? start : size;
  if (!(scale > nothing)) return 0;
  if (column.width === 1) return (column.at(row, 0) - column.at(0, 0)) / scale;
  return Math.hypot(...Array.from({ length: column.width }, (_, k) => column.at(row, k) - column.at(0, k))) / scale;
}
