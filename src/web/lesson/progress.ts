// The progress of a person in the lesson of the experiment: the shown step, and the goals that runs have met.
import { computed, effect, signal, untracked } from "@preact/signals";
import { openCard } from "../gallery/open-card.ts";
import { keptId } from "../keep/keeper.ts";
import type { GoalsAnswer } from "../protocol/messages.ts";
import { forgetCopy, noteCopy } from "../session/copies.ts";
import { cardId } from "../session/session.ts";
import { opened, outline, outlinedText, text } from "../state/experiment.ts";
import { askGoals, digest, phase } from "../state/run.ts";
import { rememberedList } from "../state/settings.ts";
import { isCount, isListOf, isRecord, isText } from "../state/stored-value.ts";

interface Progress {
  /** The mark of the lesson. */
  readonly of: string;
  readonly step: number;
  /** The steps whose goals have been met. */
  readonly met: readonly number[];
}

function isProgress(found: unknown): found is Progress {
  return isRecord(found) && isText(found["of"]) && isCount(found["step"]) && isListOf(isCount)(found["met"]);
}

/** By the marks of the lessons, the newest last. */
const kept = rememberedList("lesson-progress", isProgress);
const mostRemembered = 50;

/** The mark of the lesson that is shown; "" where there is none. */
export const lessonMark = computed(() => outline.value.lesson?.mark ?? "");
export const lessonSteps = computed(() => outline.value.lesson?.steps.length ?? 0);
export const hasLesson = computed(() => lessonSteps.value > 0);

const progress = computed((): Progress => {
  const found = kept.value.find(({ of }) => of === lessonMark.value);
  return found ?? { of: lessonMark.value, step: 0, met: [] };
});

export const lessonStep = computed(() => Math.min(progress.value.step, Math.max(0, lessonSteps.value - 1)));
export const isMet = computed(() => progress.value.met.includes(lessonStep.value));

function keep(change: Partial<Progress>): void {
  const others = kept.value.filter(({ of }) => of !== lessonMark.value);
  kept.value = [...others, { ...progress.value, ...change }].slice(-mostRemembered);
}

export function goToStep(next: number): void {
  if (next >= 0 && next < lessonSteps.value) keep({ step: next });
}

/** Starts again from the first step; for a lesson of the gallery, with the gallery's text. The own copy is kept. */
export function beginAgain(): void {
  kept.value = kept.value.filter(({ of }) => of !== lessonMark.value);
  const card = cardId.value;
  if (card === null) return;
  forgetCopy(card);
  void openCard(card);
}

/** The lesson whose locked parts may be changed after all; a person is asked again for each. */
export const unlocked = signal("");
export const isUnlocked = computed(() => unlocked.value !== "" && unlocked.value === lessonMark.value);

/** The lesson whose hidden parts are shown, to those who write it. */
const unhidden = signal("");
export const isUnhidden = computed(() => unhidden.value !== "" && unhidden.value === lessonMark.value);

/** Shows what the lesson hides, or hides it again. */
export function toggleHidden(): void {
  unhidden.value = isUnhidden.value ? "" : lessonMark.value;
}

/** Whether a lesson hides this place of the text. */
export function isHiddenAt(at: number): boolean {
  return !isUnhidden.value && (outline.value.lesson?.hidden.some(({ from, to }) => at >= from && at < to) ?? false);
}

/** A text that is opened meets no goal that another text met: its first open step is shown. */
function resume(): void {
  const met = keptId.peek() === null ? [] : progress.peek().met;
  const firstOpen = outline.peek().lesson!.steps.findIndex(({ hasGoal }, i) => hasGoal && !met.includes(i));
  const reached = progress.peek().step;
  keep({ met, step: firstOpen < 0 ? reached : Math.min(reached, firstOpen) });
}

let resumed = 0;
effect(() => {
  if (opened.value === resumed || !hasLesson.value || outlinedText.value !== text.peek()) return;
  resumed = opened.peek();
  unlocked.value = unhidden.value = "";
  untracked(resume);
});

effect(() => {
  if (hasLesson.value && keptId.value !== null && cardId.value !== null) noteCopy(cardId.value, keptId.value);
});

const answer = signal<GoalsAnswer | null>(null);
/** Whether the last run meets each goal of the lesson that is shown; null while that is not known. */
export const goals = computed(() => (answer.value?.lesson === lessonMark.value ? answer.value.goals : null));

// Goals concern whole runs: they are requested when one has ended.
effect(() => {
  const of = digest.value;
  if (!hasLesson.value || (phase.value !== "done" && phase.value !== "stopped")) {
    answer.value = null;
    return;
  }
  void askGoals().then(
    (found) => {
      if (digest.peek() === of) answer.value = found;
    },
    // The run is over, and another will be asked.
    () => {},
  );
});

effect(() => {
  const now = lessonStep.value;
  if (!isMet.value && goals.value?.some((goal) => goal.step === now && goal.isMet))
    keep({ met: [...progress.peek().met, now] });
});
