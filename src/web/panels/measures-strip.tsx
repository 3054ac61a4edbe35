// The measures that should stay as they are, always in sight below the time line.
import { useMemo } from "preact/hooks";
import { driftAt, judge } from "../plot/conservation.ts";
import { shownLike, shownShare } from "../plot/numbers.ts";
import { curvesArrived, useCurves } from "../plot/store.ts";
import { time } from "../state/clock.ts";
import { frames } from "../state/run.ts";
import "../style/measures.css";

const mostShown = 3;

export function MeasureStrip() {
  const names = frames.value?.layout.measures ?? [];
  const store = useCurves(names);
  const judged = useMemo(
    () =>
      names
        .map((name) => ({ name, column: store.column(name), verdict: judge(store.column(name), store) }))
        // What never differs from its first value is a constant, and nothing to watch.
        .filter(({ verdict }) => verdict.kind !== "changes" && (verdict.drift > 0 || verdict.jumps.length > 0))
        .slice(0, mostShown),
    [names, store, curvesArrived.value],
  );
  if (judged.length === 0) return null;
  return (
    <dl class="measure-strip" aria-label="Measures that should stay">
      {judged.map(({ name, column, verdict }) => {
        const row = store.rowAt(time.value, column.rows);
        const isBad = verdict.kind === "drifts" && verdict.isGrowing && verdict.drift > 1e-4;
        const isIn = store.reaches(time.value, column.rows);
        const value = !isIn ? Number.NaN : column.width === 1 ? column.at(row, 0) : column.norm(row);
        return (
          <div key={name} class={isBad ? "doubtful" : ""}>
            <dt>{column.width === 1 ? name : `|${name}|`}</dt>
            <dd class="number">{shownLike(value, verdict.size)}</dd>
            <dd class="number drift" title="Drift since the start">
              {isBad ? "⚠ " : "Δ "}
              {isIn ? shownShare(driftAt(column, row, verdict.size)) : "…"}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
