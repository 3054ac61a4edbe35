// The lesson of an experiment, one step at a time, under the view.
import { useEffect, useState } from "preact/hooks";
import { keptId } from "../keep/keeper.ts";
import type { LessonStepSheet, NotePiece } from "../protocol/text.ts";
import { askAbout, checkedText, outline } from "../state/experiment.ts";
import { FormulaView } from "../ui/formula.tsx";
import { useReachable } from "../ui/reachable.ts";
import {
  beginAgain,
  goals,
  goToStep,
  isMet,
  isUnlocked,
  lessonMark,
  lessonStep,
  lessonSteps,
  unlocked,
} from "./progress.ts";
import "../ui/formula.css";
import "./lesson.css";

/** The lesson of the last checked text; until it arrives, that of the text before. */
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
  const shown = useSheet()[lessonStep.value];
  if (!shown) return null;
  const locked = outline.value.lesson?.locked ?? [];
  return (
    <aside class="lesson" aria-label="Lesson">
      <Steps />
      <div class="lesson-body" aria-live="polite" ref={useReachable()}>
        <Notes notes={shown.says} />
        {shown.hasGoal && <Goal aims={shown.aims} />}
        {isMet.value && <Notes notes={shown.done} />}
      </div>
      <div class="lesson-ways">
        <button
          type="button"
          disabled={lessonStep.value === 0}
          title="Back (B)"
          onClick={() => goToStep(lessonStep.value - 1)}
        >
          Back
        </button>
        {locked.length > 0 && (
          <button
            type="button"
            class="quiet"
            aria-pressed={isUnlocked.value}
            title="The lesson keeps parts of the text as they are"
            onClick={() => {
              unlocked.value = isUnlocked.value ? "" : lessonMark.value;
            }}
          >
            {isUnlocked.value ? "Lock the text again" : "Unlock the text"}
          </button>
        )}
        <span class="space" />
        <Onward needsGoal={shown.hasGoal} />
      </div>
    </aside>
  );
}

function Onward({ needsGoal }: { needsGoal: boolean }) {
  if (lessonStep.value === lessonSteps.value - 1) return <Again />;
  const isOpen = !needsGoal || isMet.value;
  return (
    <>
      {(lessonStep.value > 0 || keptId.value !== null) && <Again />}
      <button
        type="button"
        class={isOpen ? "primary" : "quiet"}
        title={isOpen ? "Next (N)" : "Go on without the goal (N)"}
        onClick={() => goToStep(lessonStep.value + 1)}
      >
        {isOpen ? "Next" : "Skip"}
      </button>
    </>
  );
}

function Again() {
  return (
    <button
      type="button"
      class="quiet"
      title="Start again from the gallery's text. Your text stays among your experiments."
      onClick={beginAgain}
    >
      Begin again
    </button>
  );
}

function Steps() {
  return (
    <p class="lesson-place">
      <span>
        Step {lessonStep.value + 1} of {lessonSteps.value}
      </span>
      <progress aria-hidden="true" max={lessonSteps.value} value={lessonStep.value + (isMet.value ? 1 : 0.5)} />
    </p>
  );
}

/** Whether the goal is met, and the goal in words: its condition would give the answer away. */
function Goal({ aims }: { aims: LessonStepSheet["aims"] }) {
  const state = goals.value?.find((one) => one.step === lessonStep.value);
  const why = state && !state.isMet && state.why ? ` (${state.why})` : "";
  const said = isMet.value ? "Goal met" : goals.value === null ? "Goal, being checked" : `Goal, not met yet${why}`;
  return (
    <div class="lesson-goal" data-met={isMet.value}>
      <b aria-hidden="true">{isMet.value ? "✓" : "○"}</b>
      <span>{aims.length > 0 ? `${said}:` : said}</span> <Notes notes={aims} />
    </div>
  );
}

function Notes({ notes }: { notes: readonly (readonly NotePiece[])[] }) {
  return (
    <>
      {notes.map((pieces) => (
        <p key={pieces.map(({ text }) => text).join("")}>
          {pieces.map((piece) =>
            piece.kind === "formula" ? (
              <FormulaView key={piece.text} math={piece.math} />
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
