// What the person chose about the view, besides the toggles in state/settings.ts.
import { computed, signal } from "@preact/signals";
import { isPlaying, time } from "../../state/clock.ts";
import { arrived, frames } from "../../state/run.ts";
import { switched } from "../../state/settings.ts";

/** Trails of the selected body only. */
export const trailsOfSelected = switched("trails-of-selected", false);
/** The panel of the vectors is open. */
export const isVectorPanelOpen = signal(false);
/** What the hand does with the selected body; null is the bare hand. */
export const handTool = signal<"move" | "turn" | "size" | null>(null);
/** The name of the body that the camera goes with. */
export const followedBody = signal<string | null>(null);
/** Bodies can be moved by hand where the text says where they are: at the start, when nothing plays. */
export const isAtStart = computed(() => {
  // Frames come in without changing the signal `frames`.
  arrived.value;
  const all = frames.value;
  return all !== null && all.count > 0 && !isPlaying.value && Math.abs(time.value - all.layout.start) < 1e-12;
});
