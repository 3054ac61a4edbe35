// The measures of the experiment at the shown time, their drifts, and the events that made them jump.
import { useMemo, useState } from "preact/hooks";
import type { PathColumn } from "../plots/column.ts";
import type { CurveStore } from "../plots/curve-store.ts";
import { curvesArrived, useCurves } from "../plots/store.ts";
import type { RunLayout } from "../protocol/messages.ts";
import { CheckLine } from "../referee/check-line.tsx";
import { readTime, selectEvent } from "../state/clock.ts";
import { explain } from "../state/explaining.ts";
import { events, frames, reached } from "../state/run.ts";
import { printedUnit } from "../state/units.ts";
import { shown, shownLike, shownShare } from "../ui/shown-number.ts";
import { type ConservationVerdict, driftAt, judge, type MeasureJump } from "./conservation.ts";
import { ConstraintLines } from "./constraint-lines.tsx";
import { frameStore } from "./early.ts";
import { Sparkline } from "./sparkline.tsx";
import "./measures.css";

export function MeasuresPanel() {
  const layout = frames.value?.layout;
  const store = useCurves(layout?.measures ?? []);
  if (!layout) return <p class="quiet">Measures appear when an experiment runs.</p>;
  return (
    <>
      <Measures layout={layout} store={store} />
      {layout.links.some(({ unknowns }) => unknowns.length > 0) && <ConstraintLines />}
      <CheckLine />
    </>
  );
}

function Measures({ layout, store }: { layout: RunLayout; store: CurveStore }) {
  if (layout.measures.length === 0)
    return (
      <p class="quiet">
        This experiment states no measures. Add a block to its text:{" "}
        <code>
          measures {"{"} energy = total(0.5 * mass * (v . v)) {"}"}
        </code>
      </p>
    );
  return (
    <ul class="measures">
      {layout.measures.map((name) => (
        <Measure key={name} name={name} store={store} start={layout.start} end={layout.end} />
      ))}
    </ul>
  );
}

function Measure({ name, store, start, end }: { name: string; store: CurveStore; start: number; end: number }) {
  const whole = store.column(name);
  const verdict = useMemo(() => judge(whole, store), [whole, curvesArrived.value]);
  // Frames come first; both sides of all events may take long.
  const isWhole = store.reaches(reached.value, whole.rows);
  const rows = isWhole ? store : frameStore();
  const column = isWhole ? whole : rows.column(name);
  // While a run streams in the numbers are always slightly late; that is not worth a line that comes and goes.
  const looked = whole.rows > 0 ? store.times.numbers[whole.rows - 1] : Number.POSITIVE_INFINITY;
  const read = () => {
    const row = rows.rowAt(readTime.value, column.rows);
    return { row, size: isWhole ? verdict.size : Math.max(verdict.size, column.norm(row) || 0) };
  };
  return (
    <li class={`measure-row ${verdict.kind}`}>
      <div class="measure-head">
        <span class="measure-name">{breakable(name)}</span>
        <Sparkline column={column} store={rows} rows={column.rows} start={start} end={end} />
        <Value name={name} column={column} rows={rows} read={read} />
      </div>
      {column.missing && <p class="quiet">{column.missing}</p>}
      {column.width > 0 && <Judgement verdict={verdict} column={column} read={read} />}
      {verdict.kind !== "changes" && looked < reached.value - (end - start) / 20 && (
        <p class="quiet">Events are evaluated up to {shown(looked, 3)} s so far.</p>
      )}
      <Jumps jumps={verdict.kind === "changes" ? [] : verdict.jumps} />
    </li>
  );
}

// What changes with the time is a separate component, so that the rest is not rendered again each time.

/** The row of the time at which numbers are read, and their largest size. */
type Read = () => { readonly row: number; readonly size: number };

function Value({ name, column, rows, read }: { name: string; column: PathColumn; rows: CurveStore; read: Read }) {
  const { row, size } = read();
  const unit = printedUnit(name);
  const values = Array.from({ length: column.width }, (_, k) => shownLike(column.at(row, k), size));
  return (
    <button
      type="button"
      class="measure-value number why"
      title="Why?"
      aria-label={`${values.join(", ")} ${unit}. Why is ${name} what it is?`}
      disabled={values.length === 0}
      onClick={() => explain(name, rows.moment(row))}
    >
      {values.length === 0
        ? "–"
        : values.length === 1
          ? values[0]
          : values.map((value, k) => <span key={column.suffix(k)}>{value}</span>)}
      {unit !== "" && <span class="quiet"> {unit}</span>}
    </button>
  );
}

/** A name that may be broken after any of its words. */
function breakable(name: string) {
  return name.split(/(?<=_)/).flatMap((part, i) => (i === 0 ? [part] : [<wbr key={part} />, part]));
}

/** The least growing drift that is worth a warning. */
const doubtful = 1e-4;

function Judgement({ verdict, column, read }: { verdict: ConservationVerdict; column: PathColumn; read: Read }) {
  if (verdict.kind === "changes") return null;
  const { row, size } = read();
  const drift = driftAt(column, row, size);
  const since = verdict.kind === "kept" ? "" : `${shownShare(drift)} since the start`;
  const said = {
    kept: "stays the same, up to rounding",
    jumps: `stays the same between events; ${since}`,
    drifts: `${since}; at most ${shownShare(verdict.drift).replace("+", "")} between events`,
  }[verdict.kind];
  const isDoubtful = verdict.kind === "drifts" && verdict.isGrowing && verdict.drift > doubtful;
  return (
    <p class="judgement">
      <span class="drift">{said}</span>
      {isDoubtful && (
        <span class="doubt">
          {" "}
          <b>⚠</b> It drifts ever farther. If the laws keep it, the step is too large: do not trust its last digits.
        </span>
      )}
    </p>
  );
}

const fewJumps = 3;

function Jumps({ jumps }: { jumps: readonly MeasureJump[] }) {
  const [isOpen, setOpen] = useState(false);
  if (jumps.length === 0) return null;
  const list = isOpen ? jumps.slice(0, 200) : jumps.slice(0, fewJumps);
  return (
    <div class="jump-list">
      {list.map(({ event, time: at, share }) => {
        const known = events.value[event];
        const what = known ? `${known.type} of ${known.objects.join(" and ")}` : "event";
        return (
          <button key={event} type="button" title={`Go to the ${what}`} onClick={() => selectEvent(event)}>
            <span class="number">{shownShare(share)}</span> at {shown(at, 7)} s, {what}
          </button>
        );
      })}
      {jumps.length > fewJumps && (
        <button type="button" class="more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Fewer" : `${jumps.length - fewJumps} more jumps`}
        </button>
      )}
    </div>
  );
}
