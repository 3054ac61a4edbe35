// A curve as small as a word.
import { useMemo } from "preact/hooks";
import type { PathColumn } from "./column.ts";
import type { CurveStore } from "./curve-store.ts";

const [width, height] = [96, 24];
const mostPoints = 120;

interface SparklineProps {
  readonly column: PathColumn;
  readonly store: CurveStore;
  /** Of the whole run. */
  readonly start: number;
  readonly end: number;
  readonly now: number;
}

export function Sparkline({ column, store, start, end, now }: SparklineProps) {
  const x = (t: number) => (width * (t - start)) / Math.max(1e-12, end - start);
  // The line is made when rows come in, not whenever the time moves on.
  const lines = useMemo(() => linesOf(column, store, x), [column, column.rows, start, end]);
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="now-line" d={`M${x(now)} 0v${height}`} />
      {lines.map((line) => (
        <path key={line.component} d={line.path} />
      ))}
    </svg>
  );
}

function linesOf(column: PathColumn, store: CurveStore, x: (t: number) => number) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < column.rows; row++)
    for (let k = 0; k < column.width; k++) {
      const value = column.at(row, k);
      if (value < low) low = value;
      if (value > high) high = value;
    }
  // Rounding is drawn as the straight line that it means.
  const isFlat = high - low <= 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-12);
  const y = (value: number) => (isFlat ? height / 2 : 2 + (height - 4) * (1 - (value - low) / (high - low)));
  const every = Math.max(1, Math.floor(column.rows / mostPoints));
  return Array.from({ length: Math.min(3, column.width) }, (_, component) => {
    let path = "";
    for (let row = 0; row < column.rows; row++) {
      // Both sides of events stay, so that jumps do.
      if (row % every !== 0 && (store.sides[row] < 0 || every > 8) && row + 1 < column.rows) continue;
      const value = column.at(row, component);
      if (!Number.isFinite(value)) continue;
      path += `${path === "" ? "M" : "L"}${x(store.times.numbers[row]).toFixed(1)} ${y(value).toFixed(1)}`;
    }
    return { component, path };
  });
}
