// Fixes that notes on links offer, as edits of the text.

import type { Problem } from "../protocol/messages.ts";
import { edit, outline, text } from "../state/experiment.ts";

/**
 * Whether links are violated at the start, so that the text can ask for projected first values.
 */
export function offersProjection({ remedy }: Problem): boolean {
  return remedy === "project start" && outline.value.simulations.length > 0;
}

/** Makes every simulation of the text begin with objects moved to where the links hold. */
export async function projectStart(): Promise<void> {
  // This code parses the text, and is loaded when it is needed.
  const { setSetting } = await import("../../language/write/edit.ts");
  const edits = outline.value.simulations.flatMap(
    ({ name }) => setSetting(text.value, "simulation", name, "start", "projected") ?? [],
  );
  if (edits.length > 0) edit(edits, "let the links place the objects");
}
