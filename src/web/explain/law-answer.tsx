// Which law moves a body at a moment, and why.

import { isHiddenAt } from "../lesson/progress.ts";
import type { ExplainedMoment, LawInfo } from "../protocol/explanation.ts";
import { goTo } from "../state/clock.ts";
import { outline } from "../state/experiment.ts";
import { explainLaw } from "../state/explaining.ts";
import { frames } from "../state/run.ts";
import { FormulaRow, FormulaView } from "../ui/formula.tsx";
import { shortened, shown } from "../ui/shown-number.ts";
import { useAnswer } from "./use-answer.ts";

export function LawAnswer({ body, at }: { body: string; at: ExplainedMoment }) {
  const { info, problem } = useAnswer<LawInfo>({ kind: "law", body, at });
  if (problem !== "") return <p class="quiet">{problem}</p>;
  if (!info) return <p class="quiet">Looking for the law …</p>;
  const { law, type, time, since, reasons, formulas, sleeps } = info;
  const isHidden = outline.value.contexts.some(
    ({ name, file, from }) => name === law && file === null && isHiddenAt(from),
  );
  return (
    <div class="law-answer">
      <h3>
        {law === null ? (
          <>No law moves {body}</>
        ) : (
          <>
            <span class="term-name">{law}</span> {sleeps ? "would move" : "moves"} {body}
          </>
        )}
        <span class="quiet">
          {sleeps && ", which sleeps"}
          {type && `, a law of ${type}`}, at {shown(time)} s
        </span>
      </h3>
      {isHidden ? (
        <p class="quiet">The lesson hides what it says.</p>
      ) : (
        formulas.map((math, i) => (
          <FormulaRow key={i}>
            <FormulaView math={math} />
          </FormulaRow>
        ))
      )}
      <h4>{law === null ? "Why" : "Why that one"}</h4>
      <ol class="law-reasons">
        {reasons.map((reason) => (
          <li key={reason} title={reason}>
            {shortened(reason)}
          </li>
        ))}
      </ol>
      {since !== null && since > (frames.value?.layout.start ?? 0) && (
        <button type="button" onClick={() => goTo(since)}>
          Go to where it began, {shown(since)} s
        </button>
      )}
      <Candidates info={info} />
      <Neighbours info={info} at={at} />
    </div>
  );
}

function Candidates({ info: { candidates, type } }: { info: LawInfo }) {
  if (candidates.length === 0) return null;
  return (
    <table class="law-table">
      <caption>Laws of {type ?? "free fall"} that could be meant</caption>
      <thead>
        <tr>
          <th scope="col">law</th>
          <th scope="col">asks for</th>
          <th scope="col">verdict</th>
        </tr>
      </thead>
      <tbody>
        {candidates.map(({ context, applicability, isApplicable, isChosen }) => (
          <tr key={context} data-chosen={isChosen}>
            <th scope="row">{context}</th>
            <td>{applicability || "nothing"}</td>
            <td>{isChosen ? "✓ applied" : isApplicable ? "applies, less specific" : "does not apply"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Neighbours({ info: { neighbours, body }, at }: { info: LawInfo; at: ExplainedMoment }) {
  if (neighbours.length === 0) return null;
  return (
    <table class="law-table">
      <caption>What {body} touches; let fall freely for a moment, the gap …</caption>
      <thead>
        <tr>
          <th scope="col">body</th>
          <th scope="col">gap</th>
          <th scope="col">changes by</th>
          <th scope="col">contact law</th>
        </tr>
      </thead>
      <tbody>
        {neighbours.map(({ other, status, gap, growth, tendency, law }) => (
          <tr key={other}>
            <th scope="row">
              <button
                type="button"
                class="why"
                title={`Which law moves ${other}?`}
                onClick={() => explainLaw(other, at)}
              >
                {other}
              </button>
            </th>
            <td class="number" title={String(gap)}>
              {shown(gap, 3)} m
            </td>
            <td class="number" title={String(growth)}>
              {shown(growth, 3)} m, {tendency}
            </td>
            <td>
              {law ?? "none"}
              {status === "passing" && ", passing"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
