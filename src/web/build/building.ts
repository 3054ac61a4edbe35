// Building by hand: the initial world, and whether its tools are shown. The tools themselves are loaded on demand.
import { signal } from "@preact/signals";
import { newWorldText } from "../session/new-world.ts";
import { beginOpening, open } from "../session/session.ts";
import { say } from "../ui/announcer.ts";

/** Whether the tools for building lie over the view. */
export const isBuilding = signal(false);

/** The name of the active tool. */
export const taken = signal<string | null>(null);
/** Whether the shelf of laws is open. */
export const isShelfOpen = signal(false);

/** Opens a new world that runs at once and has all that is needed to build in it. */
export async function openNewWorld(): Promise<void> {
  const isWanted = beginOpening();
  try {
    const text = await newWorldText();
    if (!isWanted()) return;
    open(text, "New experiment");
    isBuilding.value = true;
  } catch {
    say("The new world could not be loaded. Is there a network?");
  }
}
