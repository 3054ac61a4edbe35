// What the person chose about the view, besides the toggles in state/settings.ts.
import { computed, signal } from "@preact/signals";
import { isPlaying, time } from "../../state/clock.ts";
import { arrived, frames } from "../../state/run.ts";
import { switched } from "../../state/settings.ts";

/** Trails of the selected body only. */
export const trailsOfSelected = switched("trails-of-selected", false);
/** The bodies of a chosen event are drawn by their edges, so that its vectors are seen inside them. */
export const drawsEventWires = switched("event-wires", false);
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
/** What is written beside the pointer while something is dragged: its numbers, at a place of the canvas. */
export const pointerNumbers = signal<{ readonly x: number; readonly y: number; readonly says: string } | null>(null);
