// The measures that should be conserved, always visible below the time line.
import { useMemo } from "preact/hooks";
import type { PathColumn } from "../plots/column.ts";
import type { CurveStore } from "../plots/curve-store.ts";
import { curvesArrived, useCurves } from "../plots/store.ts";
import { readTime } from "../state/clock.ts";
import { frames } from "../state/run.ts";
import { printedUnit } from "../state/units.ts";
import { shownLike, shownShare } from "../ui/shown-number.ts";
import { type ConservationVerdict, driftAt, judge } from "./conservation.ts";
import { frameStore } from "./early.ts";
import "./measures.css";

const mostShown = 3;

export function MeasureStrip() {
  const names = frames.value?.layout.measures ?? [];
  const store = useCurves(names);
  const judged = useMemo(
    () =>
      names
        .map((name) => ({ name, column: store.column(name), verdict: judge(store.column(name), store) }))
        // A measure that never changes is a constant and need not be watched.
        .filter(({ verdict }) => verdict.kind !== "changes" && (verdict.drift > 0 || verdict.jumps.length > 0))
        .slice(0, mostShown),
    [names, store, curvesArrived.value],
  );
  if (judged.length === 0) return null;
  return (
    <dl class="measure-strip" aria-label="Measures that should stay">
      {judged.map((one) => (
        <Line key={one.name} store={store} {...one} />
      ))}
    </dl>
  );
}

interface LineProps {
  readonly name: string;
  readonly column: PathColumn;
  readonly verdict: ConservationVerdict;
  readonly store: CurveStore;
}

function Line({ name, column, verdict, store }: LineProps) {
  const rows = store.reaches(readTime.value, column.rows) ? store : frameStore();
  const known = rows.column(name);
  const row = rows.rowAt(readTime.value, known.rows);
  const isBad = verdict.kind === "drifts" && verdict.isGrowing && verdict.drift > 1e-4;
  const value = known.width === 1 ? known.at(row, 0) : known.norm(row);
  return (
    <div class={isBad ? "doubtful" : ""}>
      <dt>{column.width === 1 ? name : `|${name}|`}</dt>
      <dd class="number">
        <span class="steady">{shownLike(value, verdict.size)}</span>
      </dd>
      <dd class="unit">{printedUnit(name)}</dd>
      <dd class="number drift" title="Drift since the start">
        <span class="steady">{`${isBad ? "⚠" : "Δ"} ${shownShare(driftAt(known, row, verdict.size))}`}</span>
      </dd>
    </div>
  );
}
