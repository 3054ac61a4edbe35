// One plot: what it shows, the chart, its numbers, and its export.
import { useMemo, useState } from "preact/hooks";
import { typesetUnit } from "../../record/units/unit-text.ts";
import { name } from "../state/experiment.ts";
import { explain } from "../state/explaining.ts";
import { otherArrived, otherFrames } from "../state/other-run.ts";
import { frames } from "../state/run.ts";
import { NameBox } from "../ui/name-box.tsx";
import { shown } from "../ui/shown-number.ts";
import { spokenComponent, vectorsOf } from "../ui/vector-component.ts";
import { VirtualRows } from "../ui/virtual-rows.tsx";
import type { AxisWidth } from "./chart-axes.ts";
import { ChartView } from "./chart-view.tsx";
import type { CurveStore } from "./curve-store.ts";
import { askedFor, type Drawn, drawnOf } from "./curves.ts";
import { fileName, plotAsCsv, plotAsSvg, saveDownload, svgAsPng } from "./export.ts";
import { Legend } from "./legend.tsx";
import { otherCurves } from "./other-curves.ts";
import { changePlot, type PlotSpec, pathsOf, readCurve, removePlot, withCurve } from "./spec.ts";
import { curvesArrived, useCurves } from "./store.ts";
import { typedProblem } from "./typed.ts";

export function PlotCard({ plot, number, axisWidth }: { plot: PlotSpec; number: number; axisWidth: AxisWidth }) {
  const of = name.value;
  /** Changes the plot; a choice for one experiment does not apply to the next. */
  const change = (how: (old: PlotSpec) => PlotSpec) => {
    if (name.peek() === of) changePlot(plot.id, how);
  };
  const layout = frames.value?.layout;
  const isTime = plot.against === "t";
  const store = useCurves([...plot.curves.map(askedFor), ...(isTime ? [] : [plot.against])]);
  const vectors = useMemo(() => (layout ? vectorsOf(layout) : new Set<string>()), [layout]);
  const names = useMemo(() => (layout ? pathsOf(layout) : []), [layout]);
  const drawn = useDrawn(plot, store, vectors);
  const against = spokenComponent(plot.against, vectors);
  const [isTable, setTable] = useState(false);
  const label = `Plot ${number}: ${drawn.curves.map((curve) => curve.name).join(", ") || "no curves"} over ${against}`;
  return (
    <section class="plot" aria-label={label}>
      <div class="plot-head">
        <NameBox
          label={`Add a curve to plot ${number}`}
          placeholder="Add ball.v [km/h] …"
          names={names}
          vectors={vectors}
          refuse={typedProblem}
          onPick={(text) => {
            const curve = readCurve(text);
            const curves = (old: PlotSpec) => withCurve(old.curves, curve!, layout?.measures ?? []);
            if (curve) change((old) => ({ ...old, curves: curves(old) }));
          }}
        />
        <span class="quiet">over</span>
        <NameBox
          label={`x axis of plot ${number}`}
          names={["t", ...names]}
          vectors={vectors}
          value={against}
          refuse={typedProblem}
          onPick={(against) => change((old) => ({ ...old, against }))}
        />
        <button
          type="button"
          aria-label={`Remove plot ${number}`}
          title="Remove this plot"
          onClick={() => removePlot(plot.id)}
        >
          ×
        </button>
      </div>
      {isTable ? (
        <CurveTable drawn={drawn} store={store} plot={plot} label={label} />
      ) : (
        <ChartView
          drawn={drawn}
          store={store}
          isTime={isTime}
          isEqual={!isTime && plot.isEqual === true}
          axisWidth={axisWidth}
          label={label}
        />
      )}
      {drawn.missing.map((reason) => (
        <p key={reason} class="plot-missing">
          {reason}
        </p>
      ))}
      <Legend plot={plot} drawn={drawn} store={store} />
      <div class="plot-acts">
        <button type="button" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          Table
        </button>
        {!isTime && (
          <button
            type="button"
            aria-pressed={plot.isEqual === true}
            title="Both axes at one scale: circles stay round"
            onClick={() => changePlot(plot.id, (old) => ({ ...old, isEqual: old.isEqual !== true }))}
          >
            Equal scales
          </button>
        )}
        <span class="space" />
        <span class="quiet">Save</span>
        <Saves drawn={drawn} plot={plot} store={store} />
      </div>
    </section>
  );
}

/** The curves of the run that is shown and, if it is compared with another, those of B. */
function useDrawn(plot: PlotSpec, store: CurveStore, vectors: ReadonlySet<string>): Drawn {
  const own = useMemo(() => drawnOf(plot, store, vectors), [plot, store, vectors, curvesArrived.value]);
  const b = otherFrames.value;
  const others = useMemo(
    () => (b ? otherCurves(plot, own.curves, b, store) : []),
    [plot, own, b, store, otherArrived.value],
  );
  return useMemo(() => ({ ...own, curves: [...own.curves, ...others] }), [own, others]);
}

function Saves({ drawn, plot, store }: { drawn: Drawn; plot: PlotSpec; store: CurveStore }) {
  const title = () => `${name.value} ${drawn.curves.map((curve) => curve.name).join(" ")}`;
  const svg = () => plotAsSvg(drawn, plot, name.value);
  return (
    <>
      <button
        type="button"
        title="Save as a drawing"
        onClick={() => saveDownload(svg(), "image/svg+xml", fileName(title(), "svg"))}
      >
        SVG
      </button>
      <button
        type="button"
        title="Save as a picture"
        onClick={async () => saveDownload(await svgAsPng(svg()), "image/png", fileName(title(), "png"))}
      >
        PNG
      </button>
      <button
        type="button"
        title="Save the numbers, both sides of every event included"
        onClick={() => saveDownload(plotAsCsv(drawn, plot, store), "text/csv", fileName(title(), "csv"))}
      >
        CSV
      </button>
    </>
  );
}

/** The numbers of the chart as a table, for screen readers and for reading. */
function CurveTable({ drawn, store, plot, label }: { drawn: Drawn; store: CurveStore; plot: PlotSpec; label: string }) {
  const [first] = drawn.curves;
  const isTime = plot.against === "t";
  if (!first) return <p class="quiet">No numbers yet: add a curve.</p>;
  const cells = (index: number): string[] => {
    const row = first.rows[index];
    const side = store.sides[row] < 0 ? "" : store.sides[row] % 2 === 0 ? " before" : " after";
    const time = shown(store.times.numbers[row]) + side;
    const values = drawn.curves.map((curve) => shown(curve.y[curve === first ? index : curve.rows.indexOf(row)]));
    return isTime ? [time, ...values] : [time, shown(first.x[index]), ...values];
  };
  const heads = [
    { name: "t", unit: "s" },
    ...(isTime ? [] : [{ name: drawn.xName, unit: drawn.xUnit }]),
    ...drawn.curves.map(({ name, unit }) => ({ name, unit })),
  ];
  return (
    <div
      class="curve-table"
      role="table"
      aria-label={label}
      aria-rowcount={first.rows.length + 1}
      style={{ "--columns": heads.length }}
    >
      <div class="curve-row head" role="row" tabIndex={-1}>
        {heads.map((one, k) => (
          <span key={k} role="columnheader" tabIndex={-1}>
            {one.name}
            {one.unit && <span class="quiet"> {typesetUnit(one.unit)}</span>}
          </span>
        ))}
      </div>
      <VirtualRows
        role="rowgroup"
        label="Numbers"
        count={first.rows.length}
        height={24}
        row={(index) => (
          <div key={index} class="curve-row number" role="row" aria-rowindex={index + 2} tabIndex={-1}>
            {cells(index).map((cell, k, all) => {
              const curve = drawn.curves[k - all.length + drawn.curves.length];
              return (
                <span key={k} role="cell">
                  {curve ? (
                    <button
                      type="button"
                      class="why"
                      title="Why?"
                      onClick={() => curve.path !== null && explain(curve.path, store.moment(first.rows[index]))}
                    >
                      {cell}
                    </button>
                  ) : (
                    cell
                  )}
                </span>
              );
            })}
          </div>
        )}
      />
    </div>
  );
}
