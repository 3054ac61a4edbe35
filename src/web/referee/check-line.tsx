// The verdict of the referee on the run: one line, and on a click the faults and what was not checked.
import { useState } from "preact/hooks";
import type { RefereeInfo } from "../protocol/referee.ts";
import { goTo } from "../state/clock.ts";
import { frames } from "../state/run.ts";
import { shown } from "../ui/shown-number.ts";
import { canCheck, check, checkRun, stopCheck } from "./checking.ts";
import "./check.css";

export function CheckLine() {
  const now = check.value;
  const isBusy = now.kind === "busy";
  return (
    <section class="check-line" aria-label="Check of the run">
      {now.kind === "done" ? (
        // The details are closed for another run.
        <Answer key={frames.value} info={now.info} />
      ) : (
        <p class="check-ask">
          <button type="button" disabled={!isBusy && !canCheck()} onClick={isBusy ? stopCheck : checkRun}>
            {isBusy ? "Stop the check" : "Check this run"}
          </button>
          <span class="quiet" role="status">
            {isBusy
              ? "Checking … this can take a minute or two. You can go on meanwhile."
              : now.kind === "failed"
                ? `It could not be checked: ${now.reason}.`
                : "Computes the run again with separate, simpler code and compares."}
          </span>
        </p>
      )}
    </section>
  );
}

function Answer({ info: { line, count, faults, unchecked } }: { info: RefereeInfo }) {
  const [isOpen, setOpen] = useState(false);
  const hasMore = faults.length + unchecked.length > 0;
  const sign = count === 0 ? "✓" : "⚠";
  return (
    <>
      <p class={count === 0 ? "right" : "wrong"} role="status">
        <b aria-hidden="true">{sign}</b> {line}{" "}
        {hasMore && (
          <button type="button" class="more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Less" : count > 0 ? "What is wrong?" : "What was left out?"}
          </button>
        )}
      </p>
      {isOpen && (
        <ul>
          {faults.map(({ time, sentence }) => (
            <li key={`${time} ${sentence}`}>
              <button type="button" title="Go there" onClick={() => goTo(time)}>
                <span class="number">{shown(time, 7)} s</span> {sentence}
              </button>
            </li>
          ))}
          {count > faults.length && <li class="quiet">and {count - faults.length} more like these</li>}
          {unchecked.map((what) => (
            <li key={what} class="quiet">
              not checked: {what}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
