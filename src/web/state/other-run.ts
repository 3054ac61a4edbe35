// What the run that is shown, A, is compared with: the frames of B, as they come in.
import { signal } from "@preact/signals";
import type { Frames } from "./run.ts";

export const otherFrames = signal<Frames | null>(null);
/** Counts up when more of B has come in. */
export const otherArrived = signal(0);
