// How the text itself wants to be shown, from its `bench { }`; what a person has chosen goes before it.
import { computed, effect } from "@preact/signals";
import type { BenchOutline } from "../protocol/text.ts";
import { name, outline } from "./experiment.ts";
import { showTrails } from "./settings.ts";

let known: BenchOutline = outline.peek().bench;

/** The bench of the text. It stays the same object while it says the same, so that typing elsewhere changes nothing. */
export const bench = computed((): BenchOutline => {
  const next = outline.value.bench;
  if (JSON.stringify(next) !== JSON.stringify(known)) known = next;
  return known;
});

effect(() => {
  name.value;
  const { trajectories } = bench.value;
  if (trajectories !== null) showTrails.value = trajectories;
});
