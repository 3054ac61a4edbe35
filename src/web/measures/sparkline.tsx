// A curve as small as a word.
import { useMemo } from "preact/hooks";
import type { PathColumn } from "../plots/column.ts";
import type { CurveStore } from "../plots/curve-store.ts";
import { readTime } from "../state/clock.ts";
import { SparkOutline } from "./spark-outline.ts";

const [width, height] = [96, 24];

interface SparklineProps {
  readonly column: PathColumn;
  readonly store: CurveStore;
  /** Number of rows that are in. */
  readonly rows: number;
  /** The times of the whole run. */
  readonly start: number;
  readonly end: number;
}

export function Sparkline({ column, store, rows, start, end }: SparklineProps) {
  const outline = useMemo(() => new SparkOutline(column, store, start, end, width), [column, store, start, end]);
  // The line is made when rows arrive, not whenever the time advances.
  const lines = useMemo(() => outline.paths(height), [outline, rows]);
  return (
    <span class="sparkline" aria-hidden="true">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {lines.map((path, component) => (
          <path key={component} d={path} />
        ))}
      </svg>
      <Now start={start} end={end} />
    </span>
  );
}

/**
 * The mark of the time at which numbers are read. It is a separate element: a line inside the drawing would make the
 * browser lay out the whole drawing again.
 */
function Now({ start, end }: { start: number; end: number }) {
  const share = Math.min(1, Math.max(0, (readTime.value - start) / Math.max(1e-12, end - start)));
  return <i class="now-line" style={{ transform: `translateX(${(100 * share).toFixed(2)}%)` }} />;
}
