// The lesson of an experiment, one step at a time, under the view.
import { useEffect, useState } from "preact/hooks";
import { openCard } from "../gallery/open-card.ts";
import type { LessonStepSheet, NotePiece } from "../protocol/text.ts";
import { cardId } from "../session/session.ts";
import { askAbout, checkedText, outline } from "../state/experiment.ts";
import { Formula } from "../ui/formula.tsx";
import { beginAgain, goals, goTo, isMet, isUnlocked, step, steps, unlocked } from "./progress.ts";
import "../ui/formula.css";
import "./lesson.css";
import { name } from "../state/experiment.ts";

/** The lesson of the text that was checked last; until it comes, that of the text before. */
function useSheet(): readonly LessonStepSheet[] {
  const [sheet, setSheet] = useState<readonly LessonStepSheet[]>([]);
  const of = checkedText.value;
  useEffect(() => {
    let isCurrent = true;
    void askAbout<LessonStepSheet[]>({ kind: "lesson" }).then(
      (found) => isCurrent && found.length > 0 && setSheet(found),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [of]);
  return sheet;
}

export default function Lesson() {
  const shown = useSheet()[step.value];
  if (!shown) return null;
  const { locked, hidden } = outline.value.lesson ?? { locked: [], hidden: [] };
  return (
    <aside class="lesson" aria-label="Lesson">
      <Steps />
      <div class="lesson-body" aria-live="polite">
        <Notes notes={shown.says} />
        {shown.goal && <Goal goal={shown.goal} />}
        {isMet.value && <Notes notes={shown.done} />}
      </div>
      <div class="lesson-ways">
        <button type="button" disabled={step.value === 0} title="Back (B)" onClick={() => goTo(step.value - 1)}>
          Back
        </button>
        {locked.length + hidden.length > 0 && (
          <button
            type="button"
            class="quiet"
            aria-pressed={isUnlocked.value}
            title="The lesson keeps parts of the text as they are"
            onClick={() => {
              unlocked.value = isUnlocked.value ? "" : name.value;
            }}
          >
            {isUnlocked.value ? "Lock the text again" : "Unlock the text"}
          </button>
        )}
        <span class="space" />
        <Onward needsGoal={shown.goal !== null} />
      </div>
    </aside>
  );
}

function Onward({ needsGoal }: { needsGoal: boolean }) {
  if (step.value === steps.value - 1)
    return (
      <button
        type="button"
        onClick={() => {
          beginAgain();
          if (cardId.value !== null) void openCard(cardId.value);
        }}
      >
        Begin again
      </button>
    );
  const isOpen = !needsGoal || isMet.value;
  return (
    <button
      type="button"
      class={isOpen ? "primary" : "quiet"}
      title={isOpen ? "Next (N)" : "Go on without the goal (N)"}
      onClick={() => goTo(step.value + 1)}
    >
      {isOpen ? "Next" : "Skip"}
    </button>
  );
}

function Steps() {
  return (
    <p class="lesson-place">
      <span>
        Step {step.value + 1} of {steps.value}
      </span>
      <progress aria-hidden="true" max={steps.value} value={step.value + (isMet.value ? 1 : 0.5)} />
    </p>
  );
}

function Goal({ goal }: { goal: NonNullable<LessonStepSheet["goal"]> }) {
  const state = goals.value?.find((one) => one.step === step.value);
  const why = state && !state.isMet && state.why ? ` (${state.why})` : "";
  const said = isMet.value ? "Goal met" : goals.value === null ? "Goal, being looked at" : `Goal, not met yet${why}`;
  return (
    <p class="lesson-goal" data-met={isMet.value}>
      <b aria-hidden="true">{isMet.value ? "✓" : "○"}</b> {said}:{" "}
      {goal.map(({ text, math }, i) => (
        <span key={text}>
          {i > 0 && " and "}
          <Formula math={math} />
        </span>
      ))}
    </p>
  );
}

function Notes({ notes }: { notes: readonly (readonly NotePiece[])[] }) {
  return (
    <>
      {notes.map((pieces) => (
        <p key={pieces.map(({ text }) => text).join("")}>
          {pieces.map((piece) =>
            piece.kind === "formula" ? (
              <Formula key={piece.text} math={piece.math} />
            ) : piece.kind === "code" ? (
              <code key={piece.text}>{piece.text}</code>
            ) : (
              piece.text
            ),
          )}
        </p>
      ))}
    </>
  );
}
