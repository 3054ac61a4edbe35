// A number of both runs over time, and how far they are apart.
import { useMemo } from "preact/hooks";
import { AxisWidth } from "../plots/chart-axes.ts";
import { ChartView } from "../plots/chart-view.tsx";
import { CurveStore } from "../plots/curve-store.ts";
import type { Drawn, DrawnCurve } from "../plots/curves.ts";
import { readerOf } from "../plots/other-curves.ts";
import { otherArrived, otherFrames } from "../state/other-run.ts";
import { arrived, type Frames, frames } from "../state/run.ts";
import { unitAt } from "../state/units.ts";
import { comparison } from "./comparison.ts";

interface Both {
  readonly store: CurveStore;
  readonly runs: Drawn;
  readonly apart: Drawn;
  /** The component of a vector that is shown: `.x`; "" for a number. */
  readonly suffix: string;
}

/** Both curves and their difference, at the frames that both runs have. */
export function bothOf(a: Frames, b: Frames, path: string): Both | null {
  const [readA, readB] = [readerOf(a, path), readerOf(b, path)];
  if (!readA || !readB) return null;
  const rows: { readonly t: number; readonly a: readonly number[]; readonly b: readonly number[] }[] = [];
  for (let i = 0; i < a.count; i++) {
    const other = b.at(a.times[i]);
    if (b.times[other] === a.times[i]) rows.push({ t: a.times[i], a: readA(i), b: readB(other) });
  }
  const width = Math.min(...rows.map((row) => Math.min(row.a.length, row.b.length)));
  if (rows.length === 0 || !(width > 0)) return null;
  const farthest = Array.from({ length: width }, (_, k) =>
    Math.max(...rows.map((row) => Math.abs(row.a[k] - row.b[k]))),
  );
  const k = farthest.indexOf(Math.max(...farthest));
  const suffix = width === 1 ? "" : `.${width === 3 ? "xyz"[k] : k + 1}`;
  const store = new CurveStore();
  store.times.append(rows.map(({ t }) => t));
  for (const _ of rows) store.sides.push(-1);
  const curve = (name: string, of: number, y: (row: (typeof rows)[number]) => number): DrawnCurve => ({
    name,
    path: of === 0 ? (width === 1 ? path : `${path}#${k + 1}`) : null,
    unit: unitAt(path),
    of,
    x: Float64Array.from(rows, ({ t }) => t),
    y: Float64Array.from(rows, y),
    rows: Int32Array.from(rows, (_, i) => i),
  });
  const xSpan = [rows[0].t, rows[rows.length - 1].t] as const;
  const drawn = (...curves: DrawnCurve[]): Drawn => ({
    curves,
    xName: "t",
    xLabel: "t in s",
    xUnit: "s",
    xSpan,
    missing: [],
  });
  return {
    store,
    suffix,
    runs: drawn(
      curve("A", 0, (row) => row.a[k]),
      curve("B", 1, (row) => row.b[k]),
    ),
    apart: drawn(curve("A − B", 2, (row) => row.a[k] - row.b[k])),
  };
}

export function DifferencePlots({ path }: { path: string }) {
  const [a, b] = [frames.value, otherFrames.value];
  const axisWidth = useMemo(() => new AxisWidth(), []);
  const both = useMemo(
    () => (a && b && a.count > 0 && b.count > 0 ? bothOf(a, b, path) : null),
    [a, b, path, arrived.value, otherArrived.value, comparison.value],
  );
  if (!both) return <p class="quiet">{path} cannot be plotted side by side.</p>;
  const name = path + both.suffix;
  return (
    <div class="difference-plots">
      <p class="plot-title">
        {name}: <i class="key" data-curve="0" /> A, <i class="key" data-curve="1" /> B
      </p>
      <ChartView
        drawn={both.runs}
        store={both.store}
        isTime={true}
        isEqual={false}
        axisWidth={axisWidth}
        label={`${name} in A and B`}
      />
      <p class="plot-title">A − B</p>
      <ChartView
        drawn={both.apart}
        store={both.store}
        isTime={true}
        isEqual={false}
        axisWidth={axisWidth}
        label={`Difference of ${name}`}
      />
    </div>
  );
}
