// The curves of a plot by name, with their numbers at the time that is shown or pointed at.
import { computed } from "@preact/signals";
import { typesetUnit } from "../../record/units/unit-text.ts";
import { readTime } from "../state/clock.ts";
import { explain, shownMoment } from "../state/explaining.ts";
import { frames } from "../state/run.ts";
import { shown, shownLike } from "../ui/shown-number.ts";
import { spokenComponent, vectorsOf } from "../ui/vector-component.ts";
import type { CurveStore } from "./curve-store.ts";
import { askedFor, type Drawn, type DrawnCurve, readAt } from "./curves.ts";
import { hoverTime } from "./live-chart.ts";
import { changePlot, type PlotSpec } from "./spec.ts";

const dashes = ["", "8 4", "2 3", "10 3 2 3", "5 5", "12 4", "1 4"];

interface LegendProps {
  readonly plot: PlotSpec;
  readonly drawn: Drawn;
  readonly store: CurveStore;
}

export function Legend({ plot, drawn, store }: LegendProps) {
  if (drawn.curves.length === 0 && plot.curves.length === 0) return null;
  const isTime = plot.against === "t";
  const first = (curve: DrawnCurve, i: number) => drawn.curves.findIndex(({ of }) => of === curve.of) === i;
  const silent = plot.curves.map((_, of) => of).filter((of) => !drawn.curves.some((curve) => curve.of === of));
  return (
    <table class="legend">
      <caption class="hidden">The curves at {secondsRead} seconds</caption>
      <thead>
        <tr>
          <th scope="col">{isTime ? timeRead : `over ${drawn.xLabel}`}</th>
          <th scope="col">value</th>
          <th scope="col">{isTime ? "rate per s" : "slope"}</th>
          <th scope="col">
            <span class="hidden">Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {drawn.curves.map((curve, i) => (
          <tr key={`${curve.of} ${curve.name}`}>
            <th scope="row">
              <svg class="swatch" data-curve={i % 7} viewBox="0 0 24 8" aria-hidden="true">
                <path d="M0 4h24" stroke-dasharray={dashes[i % 7]} />
              </svg>
              {curve.name}
              {curve.unit && <span class="quiet unit"> {typesetUnit(curve.unit)}</span>}
            </th>
            <Numbers curve={curve} store={store} />
            <td class="acts">
              {first(curve, i) && <Acts plot={plot} index={curve.of} isVector={isVector(plot, store, curve.of)} />}
            </td>
          </tr>
        ))}
        {silent.map((of) => (
          <tr key={`silent ${of}`}>
            <th scope="row" class="quiet">
              {askedFor(plot.curves[of])}
            </th>
            <td class="quiet" colSpan={2}>
              {store.column(askedFor(plot.curves[of])).missing === null ? "no value yet" : "no value"}
            </td>
            <td class="acts">
              <Acts plot={plot} index={of} isVector={false} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// What changes with the time is a component of its own, so that the rest is not rendered again each time.

const readAtTime = computed(() => hoverTime.value ?? readTime.value);
const secondsRead = computed(() => shown(readAtTime.value));
const timeRead = computed(() => `at ${hoverTime.value === null ? "" : "pointer, "}${readAtTime.value.toFixed(3)} s`);

function Numbers({ curve, store }: { curve: DrawnCurve; store: CurveStore }) {
  const at = readAtTime.value;
  const { y, slope } = readAt(curve, store, at);
  const said = shownLike(y, largestOf(curve));
  return (
    <>
      <td class="number">
        <button
          type="button"
          class="why"
          title="Why?"
          aria-label={`${said}. Why is ${curve.name} what it is?`}
          onClick={() =>
            curve.path !== null && explain(curve.path, hoverTime.value === null ? shownMoment() : { time: at })
          }
        >
          {said}
        </button>
      </td>
      <td class="number">{shown(slope, 5)}</td>
    </>
  );
}

function isVector(plot: PlotSpec, store: CurveStore, index: number): boolean {
  return store.column(askedFor(plot.curves[index])).width > 1;
}

function Acts({ plot, index, isVector }: { plot: PlotSpec; index: number; isVector: boolean }) {
  const { path, as } = plot.curves[index];
  const layout = frames.value?.layout;
  const name = layout ? spokenComponent(path, vectorsOf(layout)) : path;
  return (
    <>
      {isVector && (
        <button
          type="button"
          aria-pressed={as === "norm"}
          aria-label={`Norm of ${path}`}
          title={as === "norm" ? "Show the components" : "Show the norm"}
          onClick={() =>
            changePlot(plot.id, (old) => ({
              ...old,
              curves: old.curves.map((one, i) =>
                i === index ? { ...one, as: as === "norm" ? "components" : "norm" } : one,
              ),
            }))
          }
        >
          |v|
        </button>
      )}
      <button
        type="button"
        aria-label={`Remove ${name}`}
        title={`Remove ${name}`}
        onClick={() => changePlot(plot.id, (old) => ({ ...old, curves: old.curves.filter((_, i) => i !== index) }))}
      >
        ×
      </button>
    </>
  );
}

const largestKnown = new WeakMap<DrawnCurve, number>();

function largestOf(curve: DrawnCurve): number {
  const known = largestKnown.get(curve);
  if (known !== undefined) return known;
  let largest = 0;
  for (const y of curve.y) if (Math.abs(y) > largest && Number.isFinite(y)) largest = Math.abs(y);
  largestKnown.set(curve, largest);
  return largest;
}
