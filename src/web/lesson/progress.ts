// How far a person has come in the lesson of the experiment: which step is shown, which goals runs have met.
import { computed, effect, signal } from "@preact/signals";
import type { GoalInfo } from "../protocol/messages.ts";
import { name, outline } from "../state/experiment.ts";
import { goals as askGoals, digest, phase } from "../state/run.ts";
import { rememberedList } from "../state/settings.ts";
import { isCount, isListOf, isRecord, isText } from "../state/stored-value.ts";

interface Progress {
  readonly of: string;
  readonly step: number;
  /** The steps whose goals have been met. */
  readonly met: readonly number[];
}

function isProgress(found: unknown): found is Progress {
  return isRecord(found) && isText(found["of"]) && isCount(found["step"]) && isListOf(isCount)(found["met"]);
}

/** By the name of the experiment, the newest last. */
const kept = rememberedList("lessons", isProgress);
const mostRemembered = 50;

export const steps = computed(() => outline.value.lesson?.steps ?? 0);
export const hasLesson = computed(() => steps.value > 0);

const progress = computed((): Progress => {
  const found = kept.value.find(({ of }) => of === name.value);
  return found ?? { of: name.value, step: 0, met: [] };
});

export const step = computed(() => Math.min(progress.value.step, Math.max(0, steps.value - 1)));
export const isMet = computed(() => progress.value.met.includes(step.value));
/** Whether the last run meets each goal; null while it runs. */
export const goals = signal<readonly GoalInfo[] | null>(null);

function keep(change: Partial<Progress>): void {
  const others = kept.value.filter(({ of }) => of !== name.value);
  kept.value = [...others, { ...progress.value, ...change }].slice(-mostRemembered);
}

export function goTo(next: number): void {
  if (next >= 0 && next < steps.value) keep({ step: next });
}

export function beginAgain(): void {
  kept.value = kept.value.filter(({ of }) => of !== name.value);
}

/** The experiment whose locked parts may be changed after all; a person is asked again for each. */
export const unlocked = signal("");
export const isUnlocked = computed(() => unlocked.value === name.value);

// Goals speak of whole runs: they are asked for when one has ended.
effect(() => {
  digest.value;
  if (!hasLesson.value || (phase.value !== "done" && phase.value !== "stopped")) {
    goals.value = null;
    return;
  }
  const of = name.peek();
  void askGoals().then(
    (found) => {
      if (name.peek() === of) goals.value = found;
    },
    // The run is over, and another will be asked.
    () => {},
  );
});

effect(() => {
  const now = step.value;
  if (!isMet.value && goals.value?.some((goal) => goal.step === now && goal.isMet))
    keep({ met: [...progress.peek().met, now] });
});
