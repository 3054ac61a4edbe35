// What notes offer to do about links, as edits of the text.

import type { Problem } from "../protocol/messages.ts";
import { edit, outline, text } from "../state/experiment.ts";

/**
 * Whether a problem is that links are violated at the start, and the text can say that they are to place the objects.
 */
export function offersProjection({ code, notes }: Problem): boolean {
  const isHinted = notes.some((note) => note.includes("start = projected"));
  return code === "constraint" && isHinted && outline.value.simulations.length > 0;
}

/** Every simulation of the text begins with objects moved to where the links hold. */
export async function projectStart(): Promise<void> {
  // It reads the tree of the text, and comes when it is needed.
  const { setSetting } = await import("../../language/write/edit.ts");
  const edits = outline.value.simulations.flatMap(
    ({ name }) => setSetting(text.value, "simulation", name, "start", "projected") ?? [],
  );
  if (edits.length > 0) edit(edits, "let the links place the objects");
}
