// How well the constraints hold at the shown time, and the work of solving them.
import { useEffect, useState } from "preact/hooks";
import type { ConstraintsAnswer, SolutionInfo } from "../protocol/links.ts";
import type { MomentRef } from "../protocol/messages.ts";
import { frame, isPlaying, selectedEvent } from "../state/clock.ts";
import { arrived, constraintsAt, frames, phase } from "../state/run.ts";
import { shown } from "../ui/shown-number.ts";
import "./constraints.css";

/** The kinds of work in words, with the corresponding rows of 002's timing table. */
const works = {
  laws: { word: "laws", info: "Forces, inertia and rates of the bodies (002: inverse inertia, force)" },
  constraints: {
    word: "constraints",
    info: "Constraints and their derivatives along the laws (002: J and dJ, JW, right member)",
  },
  matrix: {
    word: "matrix",
    info: "The matrix of the unknowns, put together, scaled and factorised (002: left member, system equilibrating)",
  },
  solution: { word: "solution", info: "The unknowns (002: system resolution)" },
  motion: { word: "motion", info: "Integration, events and the record (002: position and velocity update)" },
} as const;

/** Milliseconds between two questions while it plays. */
const pace = 150;

/** How constraints hold at the time that is shown: the newest answer, with one question at a time. */
function useConstraints(): ConstraintsAnswer | null {
  const [known, setKnown] = useState<ConstraintsAnswer | null>(null);
  const all = frames.value;
  const event = selectedEvent.value;
  const at = frame.value;
  // During playing or streaming, the clock asks; a still picture is asked about once.
  const isMoving = isPlaying.value || phase.value === "running";
  const news = isMoving ? 0 : arrived.value;
  const key = isMoving ? "" : `${event} ${at}`;
  useEffect(() => {
    let isGone = false;
    let timer = 0;
    const ask = () => {
      const moment: MomentRef = event === null ? { frame: frame.peek() } : { event, side: "after" };
      const again = () => {
        if (!isGone && isMoving) timer = window.setTimeout(ask, pace);
      };
      constraintsAt(moment).then((answer) => {
        if (!isGone) setKnown(answer);
        again();
      }, again);
    };
    ask();
    return () => {
      isGone = true;
      window.clearTimeout(timer);
    };
  }, [all, key, event, isMoving, news]);
  return known;
}

export function ConstraintLines() {
  const known = useConstraints();
  if (!known) return null;
  const { gap, solution, work } = known;
  return (
    <section class="constraint-lines" aria-label="Constraints">
      <div class="measure-head">
        <span class="measure-name">largest gap</span>
        <span class="measure-value number" title={gap ? `${gap.size}` : ""}>
          {gap ? shown(gap.size, 4) : "–"}
        </span>
      </div>
      <p class="quiet">{gap ? `of ${gap.link}: how far its constraint is from zero` : "no constraint is at work"}</p>
      <Work work={work} />
      {gap && solution && <p class="quiet solution">{said(solution)}</p>}
    </section>
  );
}

/** The quality of a solution in words: `residual 1.2e−16, condition 43, 3 redundant numbers`. */
function said({ residual, condition, redundant, iterations }: SolutionInfo): string {
  const parts = [`residual ${shown(residual, 2)}`];
  if (condition > 0) parts.push(`condition ${shown(condition, 2)}`);
  if (iterations > 0) parts.push(`${iterations} iterations`);
  if (redundant > 0) parts.push(`${redundant} redundant ${redundant === 1 ? "number" : "numbers"}`);
  return parts.join(", ");
}

function Work({ work: { steps, seconds, shares } }: { work: ConstraintsAnswer["work"] }) {
  const rate = seconds > 0 ? steps / seconds : 0;
  const total = shares.reduce((sum, { share }) => sum + share, 0);
  return (
    <>
      <div class="measure-head">
        <span class="measure-name">solver</span>
        <span class="measure-value number">{rate > 0 ? `${Math.round(rate).toLocaleString("en")} steps/s` : "–"}</span>
      </div>
      {total > 0 && (
        <>
          <div class="work-bar" aria-hidden="true">
            {shares.map(({ phase: name, share }) => (
              <i key={name} class={`work-${name}`} style={{ flexGrow: share }} />
            ))}
          </div>
          <dl class="work-shares" aria-label="How the time of a step is spent">
            {shares.map(({ phase: name, share }) => (
              <div key={name} title={works[name].info}>
                <dt>
                  <i class={`work-${name}`} aria-hidden="true" />
                  {works[name].word}
                </dt>
                <dd class="number">{Math.round(100 * share)} %</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}
