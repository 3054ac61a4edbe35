// Which simulation of the text runs: the first, or the one that the person chose, remembered for each experiment.
import { computed } from "@preact/signals";
import { name } from "./experiment.ts";
import { rememberedList } from "./settings.ts";
import { isText } from "./stored-value.ts";

type ChoiceOfOne = readonly [experiment: string, simulation: string];

function isChoice(found: unknown): found is ChoiceOfOne {
  return Array.isArray(found) && found.length === 2 && found.every(isText);
}

/** By the name of the experiment, the newest last. */
const chosen = rememberedList("simulations", isChoice);
const mostRemembered = 50;

/** The name of the chosen simulation; null for the first. */
export const chosenSimulation = computed(() => chosen.value.find(([of]) => of === name.value)?.[1] ?? null);

export function chooseSimulation(simulation: string): void {
  const others = chosen.value.filter(([of]) => of !== name.value);
  chosen.value = [...others, [name.value, simulation] as const].slice(-mostRemembered);
}
