// A curve as small as a word.
import { useMemo } from "preact/hooks";
import type { PathColumn } from "./column.ts";
import type { CurveStore } from "./curve-store.ts";
import { Outline } from "./spark-outline.ts";

const [width, height] = [96, 24];

interface SparklineProps {
  readonly column: PathColumn;
  readonly store: CurveStore;
  /** How many rows of it are in. */
  readonly rows: number;
  /** Of the whole run. */
  readonly start: number;
  readonly end: number;
  readonly now: number;
}

export function Sparkline({ column, store, rows, start, end, now }: SparklineProps) {
  const outline = useMemo(() => new Outline(column, store, start, end, width), [column, store, start, end]);
  // The line is made when rows come in, not whenever the time moves on.
  const lines = useMemo(() => outline.paths(height), [outline, rows]);
  const x = (width * (now - start)) / Math.max(1e-12, end - start);
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="now-line" d={`M${x.toFixed(2)} 0v${height}`} />
      {lines.map((path, component) => (
        <path key={component} d={path} />
      ))}
    </svg>
  );
}
