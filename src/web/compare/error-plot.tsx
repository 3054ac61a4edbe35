// A number over time with the band of its estimated error; a band too narrow to be seen is drawn wider, with a remark.
import { useMemo } from "preact/hooks";
import type { Bar } from "../../explain/audit/estimate.ts";
import { AxisWidth } from "../plots/chart-axes.ts";
import { ChartView } from "../plots/chart-view.tsx";
import { CurveStore } from "../plots/curve-store.ts";
import type { Drawn, DrawnCurve } from "../plots/curves.ts";
import { unitAt } from "../state/units.ts";
import { shown } from "../ui/shown-number.ts";

interface Banded {
  readonly store: CurveStore;
  readonly drawn: Drawn;
  readonly most: number;
  readonly wider: number;
  /** Number of instants without an estimate. */
  readonly doubtful: number;
}

/** The least height of a band that is visible, as a share of the plot. */
const visible = 0.05;

function bandOf(path: string, bars: readonly Bar[]): Banded {
  const store = new CurveStore();
  store.times.append(bars.map(({ time }) => time));
  for (const _ of bars) store.sides.push(-1);
  const values = bars.map(({ value }) => value);
  const most = Math.max(0, ...bars.map(({ error }) => error ?? 0));
  const height = Math.max(...values) - Math.min(...values) || Math.abs(values[0]) || 1;
  const wider = most > 0 && most < visible * height ? 10 ** Math.floor(Math.log10((2 * visible * height) / most)) : 1;
  const curve = (name: string, of: number, side: -1 | 0 | 1): DrawnCurve => ({
    name,
    path: side === 0 ? path : null,
    unit: unitAt(path),
    of,
    x: Float64Array.from(bars, ({ time }) => time),
    y: Float64Array.from(bars, ({ value, error }) =>
      side === 0 ? value : error === null ? Number.NaN : value + side * wider * error,
    ),
    rows: Int32Array.from(bars, (_, i) => i),
  });
  const curves = [curve(path, 0, 0), curve("at most", 1, 1), curve("at least", 1, -1)];
  const xSpan = [bars[0].time, bars[bars.length - 1].time] as const;
  const drawn = { curves, xName: "t", xLabel: "t in s", xUnit: "s", xSpan, missing: [] };
  return { store, drawn, most, wider, doubtful: bars.filter(({ error }) => error === null).length };
}

export function ErrorPlot({ path, bars }: { path: string; bars: readonly Bar[] }) {
  const { store, drawn, most, wider, doubtful } = useMemo(() => bandOf(path, bars), [path, bars]);
  const axisWidth = useMemo(() => new AxisWidth(), []);
  const said = `${path} ± ${shown(most, 2)} at most`;
  return (
    <div class="difference-plots error-plot">
      <p class="plot-title">
        <i class="key" data-curve="0" /> {said}
        {wider > 1 && <span class="quiet">; the band is {shown(wider)} times as wide</span>}
        {doubtful > 0 && <span class="quiet">; no band where it does not settle ({doubtful} instants)</span>}
      </p>
      <ChartView
        drawn={drawn}
        store={store}
        isTime={true}
        isEqual={false}
        axisWidth={axisWidth}
        label={`${said}, over time`}
      />
    </div>
  );
}
