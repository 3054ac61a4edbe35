// Two runs side by side: what is compared, where they diverge, what differs; and how far one run can be trusted.
import { useState } from "preact/hooks";
import type { ComparisonInfo, DifferenceInfo } from "../protocol/comparison.ts";
import { frames } from "../state/run.ts";
import { shortened, shown } from "../ui/shown-number.ts";
import {
  compareWith,
  comparison,
  comparisonProblem,
  goToParting,
  isComparing,
  nameOf,
  other,
  partingTime,
} from "./comparison.ts";
import "./compare.css";
import { AuditReport } from "./audit-report.tsx";
import { DifferencePlots } from "./difference-plots.tsx";
import { OtherChoice } from "./other-choice.tsx";
import { RunNotes } from "./run-notes.tsx";

export default function ComparePanel() {
  if (!frames.value) return <p class="quiet">Comparisons come when an experiment runs.</p>;
  return (
    <div class="compare-view">
      <h3>With other laws or numbers</h3>
      {other.value ? <Chosen /> : <OtherChoice />}
      <h3>With finer steps</h3>
      <AuditReport />
    </div>
  );
}

function Chosen() {
  const found = comparison.value;
  const problem = comparisonProblem.value;
  return (
    <>
      <p class="versus">
        <b class="side-a">A</b> the text as it is
        <b class="side-b">B</b> {nameOf(other.value!)}
        <button type="button" aria-label="Compare no more" title="Compare no more" onClick={() => compareWith(null)}>
          ×
        </button>
      </p>
      {problem !== "" && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {isComparing.value && !found && <p class="quiet">B is being run …</p>}
      {found && <Findings found={found} />}
    </>
  );
}

function Findings({ found }: { found: ComparisonInfo }) {
  const { onlyA, onlyB, first, differences, events, stopped, notes } = found;
  const worst = differences.reduce<DifferenceInfo | null>(
    (most, one) => (one.most > (most?.most ?? 0) ? one : most),
    null,
  );
  const [chosen, choose] = useState<string | null>(null);
  const path = differences.some((one) => one.path === chosen)
    ? chosen
    : (found.divergence?.path ?? worst?.path ?? null);
  return (
    <>
      <Parting found={found} />
      {stopped.map((reason) => (
        <p key={reason} class="problem">
          {reason}
        </p>
      ))}
      <RunNotes notes={notes} />
      <p class="quiet">
        {onlyA.length > 0 && `Only A has the laws ${onlyA.join(", ")}. `}
        {onlyB.length > 0 && `Only B has the laws ${onlyB.join(", ")}. `}
        Events: {events.a} in A, {events.b} in B.
      </p>
      {path !== null && worst && <DifferencePlots path={path} />}
      {first.length > 0 && <First rows={first} />}
      <table class="law-table differences">
        <caption>At the end; choose a row to plot it</caption>
        <thead>
          <tr>
            <th scope="col">number</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
            <th scope="col">most apart</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ path: name, a, b, most, mostAt }) => (
            <tr key={name} data-chosen={name === path}>
              <th scope="row">
                <button type="button" class="link" aria-pressed={name === path} onClick={() => choose(name)}>
                  {name}
                </button>
              </th>
              <td class="number" title={a}>
                {shortened(a)}
              </td>
              <td class="number" title={b}>
                {shortened(b)}
              </td>
              <td class="number">{most === 0 ? "alike" : `${shown(most, 3)} at ${shown(mostAt, 4)} s`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function First({ rows }: { rows: ComparisonInfo["first"] }) {
  return (
    <table class="law-table">
      <caption>First values that differ</caption>
      <thead>
        <tr>
          <th scope="col">number</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, 20).map(({ path, a, b }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td class="number">{shortened(a)}</td>
            <td class="number">{shortened(b)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The first moment at which the runs differ, and its cause. */
function Parting({ found: { divergence } }: { found: ComparisonInfo }) {
  const at = partingTime();
  if (!divergence || at === null) return <p class="parting-words">The two runs are alike.</p>;
  const { event, laws, path, difference, after } = divergence;
  const outcome = { A: "only in A", B: "only in B", both: "in both, with different outcomes" };
  return (
    <div class="parting-words" role="status">
      <p>
        {after === null ? (
          "They differ from the start"
        ) : (
          <>
            They part at <b class="number">{shown(at)} s</b>
          </>
        )}
        {event
          ? `, by the ${event.type} of ${event.objects.join(" and ")}: ${event.context}, ${outcome[event.run]}.`
          : laws
            ? `, without an event: ${laws.a ?? "no law"} in A and ${laws.b ?? "no law"} in B lead apart.`
            : ", without an event."}
        <span class="quiet">
          {" "}
          First seen in {path}, by {shown(difference, 3)}.
        </span>
      </p>
      <button type="button" class="primary" onClick={goToParting}>
        Go there
      </button>
    </div>
  );
}
