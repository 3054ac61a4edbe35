// How the text wants to be shown, from its `bench { }`; the person's choices take precedence.
import { computed, effect, signal } from "@preact/signals";
import type { BenchOutline } from "../protocol/text.ts";
import { opened, outline } from "./experiment.ts";
import { trailsByDefault } from "./settings.ts";

let known: BenchOutline = outline.peek().bench;

/**
 * The bench of the text. It stays the same object while its contents are equal, so that typing elsewhere changes
 * nothing.
 */
export const bench = computed((): BenchOutline => {
  const next = outline.value.bench;
  if (JSON.stringify(next) !== JSON.stringify(known)) known = next;
  return known;
});

/** Whether trails are drawn, for an experiment whose text speaks of it; null for others. */
const trailsOfText = signal<boolean | null>(null);

effect(() => {
  opened.value;
  trailsOfText.value = bench.value.trajectories;
});

/** Whether trails are drawn: as the text of the experiment wants it, else as the person chose for all others. */
export const showTrails = {
  get value(): boolean {
    return trailsOfText.value ?? trailsByDefault.value;
  },
  set value(next: boolean) {
    if (trailsOfText.peek() !== null) trailsOfText.value = next;
    else trailsByDefault.value = next;
  },
};
