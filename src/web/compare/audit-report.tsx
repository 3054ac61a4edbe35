// How far a run can be trusted: finer steps and another integrator beside it, what is kept and which events break it,
// closed forms.
import { useEffect, useRef, useState } from "preact/hooks";
import { addPlot, changePlot, pathsOf, plots } from "../plots/spec.ts";
import type { AuditInfo } from "../protocol/comparison.ts";
import { selectEvent } from "../state/clock.ts";
import { name } from "../state/experiment.ts";
import { frames, shownText } from "../state/run.ts";
import { showPanel } from "../state/sides.ts";
import { NameBox } from "../ui/name-box.tsx";
import { shortened, shown } from "../ui/shown-number.ts";
import { vectorsOf } from "../ui/vector-component.ts";
import { RunClient, type RunNews } from "../worker/clients.ts";
import { ErrorPlot } from "./error-plot.tsx";
import { RunNotes } from "./run-notes.tsx";

/** The audit of the run that is shown: four runs in a worker of their own. */
function useAudit() {
  const [info, setInfo] = useState<AuditInfo | null>(null);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const client = useRef<RunClient | null>(null);
  const stop = () => {
    client.current?.end();
    client.current = null;
    setBusy(false);
  };
  const run = frames.value;
  useEffect(() => {
    // The audit of one run says nothing about another.
    setInfo(null);
    setProblem("");
    return stop;
  }, [run]);
  const fail = (reason: string) => {
    stop();
    setProblem(reason);
  };
  const start = (paths: readonly string[]) => {
    stop();
    setBusy(true);
    setProblem("");
    const hear = (reply: RunNews) => {
      if (reply.type === "refused") fail(reply.problems[0]?.message ?? "it cannot be run");
      if (reply.type !== "layout") return;
      // The run itself is one of the four.
      made.send({ type: "stop", id: 1 });
      made.ask<AuditInfo>({ type: "compare", id: 1, question: { kind: "audit", paths } }).then(
        (found) => {
          setInfo(found);
          stop();
        },
        (error: Error) => client.current === made && fail(error.message),
      );
    };
    const made = new RunClient({ reply: hear, failed: fail });
    client.current = made;
    made.send({ type: "run", id: 1, text: shownText.peek(), name: name.peek(), simulation: null });
  };
  return { info, problem, isBusy, start, stop };
}

export function AuditReport() {
  const { info, problem, isBusy, start, stop } = useAudit();
  const [more, setMore] = useState<readonly string[]>([]);
  const layout = frames.value?.layout;
  return (
    <div class="audit">
      {!info && (
        <p>
          <button type="button" onClick={isBusy ? stop : () => start(more)}>
            {isBusy ? "Stop the audit" : "Audit this run"}
          </button>{" "}
          <span class="quiet">
            {isBusy
              ? "Four runs are made …"
              : "Runs it with half and a quarter of the step and by another integrator, " +
                "and estimates the errors of its numbers."}
          </span>
        </p>
      )}
      {problem !== "" && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {info && <Report info={info} />}
      {info && layout && (
        <div class="same-with">
          <span class="quiet">{isBusy ? "Four runs are made …" : "Also estimate"}</span>
          <NameBox
            label="Number to estimate"
            placeholder="ball.v, ball.w …"
            names={pathsOf(layout)}
            vectors={vectorsOf(layout)}
            onPick={(path) => {
              const next = [...more.filter((one) => one !== path), path];
              setMore(next);
              start(next);
            }}
          />
        </div>
      )}
    </div>
  );
}

function Report({ info }: { info: AuditInfo }) {
  const { step, integrator, other, end, events, stopped, notes } = info;
  return (
    <>
      <p class="quiet" role="status">
        Steps of {shown(step)} s by {integrator} to {shown(end)} s, compared with {shown(step / 2)} and{" "}
        {shown(step / 4)}
        {other && `, and with ${other}`}. Events: {events.map(({ count }) => count).join(", ")}.
      </p>
      {stopped.map((reason) => (
        <p key={reason} class="problem">
          {reason}
        </p>
      ))}
      <RunNotes notes={notes} />
      <Estimates info={info} />
      <Closed info={info} />
      <Kept info={info} />
    </>
  );
}

function Estimates({ info: { estimates, other } }: { info: AuditInfo }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const plotted = estimates.find(({ path, bars }) => path === chosen && bars.length > 1);
  return (
    <>
      <table class="law-table">
        <caption>At the end, with the probable error; click a name for its course</caption>
        <thead>
          <tr>
            <th scope="col">number</th>
            <th scope="col">value</th>
            <th scope="col">±</th>
            <th scope="col">order</th>
            {other && <th scope="col">{other}</th>}
          </tr>
        </thead>
        <tbody>
          {estimates.map(({ path, value, error, order, other: apart, bars }) => (
            <tr key={path}>
              <th scope="row">
                {bars.length < 2 ? (
                  path
                ) : (
                  <button
                    type="button"
                    class="link"
                    aria-pressed={path === chosen}
                    title="Plot it with the band of its error"
                    onClick={() => setChosen(path === chosen ? null : path)}
                  >
                    {path}
                  </button>
                )}
              </th>
              <td class="number" title={value}>
                {shortened(value)}
              </td>
              <td class="number">{error === null ? <b class="doubt">⚠ does not settle</b> : shown(error, 2)}</td>
              <td class="number">{order === null ? "–" : shown(order, 2)}</td>
              {other && <td class="number">{apart === null ? "–" : shown(apart, 2)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {plotted && <ErrorPlot path={plotted.path} bars={plotted.bars} />}
    </>
  );
}

/** A measure and its closed form are drawn in one plot. */
function plotBoth(measure: string, expected: string): void {
  addPlot();
  const { id } = plots.peek().at(-1)!;
  changePlot(id, (plot) => ({
    ...plot,
    curves: [measure, expected].map((path) => ({ path, as: "components" as const })),
  }));
  showPanel("plots");
}

function Closed({ info: { comparisons } }: { info: AuditInfo }) {
  if (comparisons.length === 0) return null;
  return (
    <table class="law-table">
      <caption>Beside the closed form that the text gives</caption>
      <tbody>
        {comparisons.map(({ measure, expected, most, mostAt }) => (
          <tr key={measure}>
            <th scope="row">{measure}</th>
            <td class="number">
              off by {shown(most, 2)} at most, at {shown(mostAt, 4)} s
            </td>
            <td>
              <button type="button" class="link" onClick={() => plotBoth(measure, expected)}>
                Plot both
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const fewJumps = 3;

/** Measures that are conserved, and the events that change them; a click goes to the event. */
function Kept({ info: { conservation } }: { info: AuditInfo }) {
  return (
    <table class="law-table">
      <caption>What is kept</caption>
      <tbody>
        {conservation.map(({ measure, verdict, drift, jumps }) => (
          <tr key={measure}>
            <th scope="row">{measure}</th>
            <td>
              {verdict}
              {verdict !== "changes" && <span class="quiet">, drifts by {shown(drift, 2)}</span>}
              {verdict === "kept between events" &&
                jumps.slice(0, fewJumps).map(({ event, time, change, objects }) => (
                  <div key={event}>
                    <button
                      type="button"
                      class="link"
                      title={`Go to the event of ${objects.join(" and ")}`}
                      onClick={() => selectEvent(event - 1)}
                    >
                      {shown(change, 3)} at {shown(time)} s, {objects.join(" and ")}
                    </button>
                  </div>
                ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
