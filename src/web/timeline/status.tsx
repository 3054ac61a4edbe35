// The status of the run: its progress, why it ended early, its notes.
import { useEffect, useState } from "preact/hooks";
import { offersProjection, projectStart } from "../objects/link-edits.ts";
import { goTo } from "../state/clock.ts";
import { owner } from "../state/experiment.ts";
import { failure, frames, interrupted, isSilent, notes, phase, reached, refusal, stop, stopRun } from "../state/run.ts";
import { Icon } from "./icons.tsx";

export function Status() {
  const isRunning = phase.value === "running";
  return (
    <div class="status">
      {isRunning && <Progress />}
      {stop.value && <StopNote />}
      {!stop.value && phase.value === "stopped" && failure.value === "" && (
        <p>
          Stopped at {reached.value.toFixed(3)} s{whyInterrupted[interrupted.value ?? "by hand"]}
        </p>
      )}
      {failure.value !== "" && <p class="bad">The engine failed: {failure.value}. Run restarts it.</p>}
      {refusal.value.length > 0 && frames.value && <p>The text has a mistake; this is the last run that worked.</p>}
      {notes.value.map((note) => (
        <p key={note}>
          <b>Note</b> {note}
        </p>
      ))}
    </div>
  );
}

const whyInterrupted = {
  "by hand": ", as you asked. You can use what was computed; Run restarts.",
  full: ": the record is full. You can use what was computed; fewer frames per second make it last longer.",
  ended:
    ": the engine did not answer and was ended. The frames that came in can be looked at; " +
    "for plots and explanations run it again.",
} as const;

/** Time done, and an estimate of what is left. */
function Progress() {
  const all = frames.value;
  const [began, setBegan] = useState(() => performance.now());
  const [, tick] = useState(0);
  useEffect(() => {
    setBegan(performance.now());
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [all]);
  const [start, end] = all ? [all.layout.start, all.layout.end] : [0, 1];
  const done = Math.max(0, reached.value - start);
  const elapsed = (performance.now() - began) / 1000;
  const left = done > 0 && elapsed > 0.5 ? (elapsed * (end - start - done)) / done : null;
  const share = done / Math.max(1e-12, end - start);
  const whole = ` of ${Number((end - start).toPrecision(6))} s`;
  return (
    <div class="progress">
      <div
        class="bar"
        role="progressbar"
        aria-label="Computed"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * share)}
      >
        <i style={{ transform: `scaleX(${share})` }} />
      </div>
      <span class="number" style={{ "--digits": (end - start).toFixed(1).length + whole.length }}>
        <span class="steady">{done.toFixed(1) + whole}</span>
      </span>
      <span class="left">
        <span class="steady">{isSilent.value ? "no answer" : left === null ? "" : `about ${readable(left)} left`}</span>
      </span>
      <button type="button" class="stop" title="Stop computing; the frames stay" onClick={stopRun}>
        <Icon name="stop" /> Stop
      </button>
    </div>
  );
}

function readable(seconds: number): string {
  if (seconds < 1) return "a moment";
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
}

/** Why a run ended before its time, with a link to the place in the text. */
function StopNote() {
  const { problem, time } = stop.value!;
  const { message, notes: hints, from, to, file, line } = problem;
  return (
    <p class="bad">
      <b>Stopped at {Number(time.toPrecision(7))} s</b> {message}
      {hints.length > 0 && <span class="quiet"> {hints.join("; ")}</span>}{" "}
      {from !== null && to !== null ? (
        <button type="button" onClick={() => owner.value?.show(from, to)}>
          Show line {line}
        </button>
      ) : (
        file && (
          <span class="quiet">
            in {file}, line {line}
          </span>
        )
      )}
      <button type="button" onClick={() => goTo(time)}>
        Go there
      </button>
      {offersProjection(problem) && (
        <button
          type="button"
          title="Writes start = projected: objects are moved to where the links hold, as little as possible"
          onClick={() => void projectStart()}
        >
          Let the links place the objects
        </button>
      )}
    </p>
  );
}
