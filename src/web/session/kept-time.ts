// A run that begins again because the text was changed does not take the person away from where they look.
import { effect } from "@preact/signals";
import { isPlaying, pause, play, seek, time } from "../state/clock.ts";
import { frames, phase, reached } from "../state/run.ts";
import { goesOn } from "../state/settings.ts";

interface KeptTime {
  readonly at: number;
  readonly isPlaying: boolean;
}

/** Where the person was when the run began again, until it has come so far. */
let wanted: KeptTime | null = null;
let endWait: (() => void) | null = null;

/** Where the person is; what has come to its end by itself is nowhere on its way, and plays anew. */
function timeNow(): KeptTime | null {
  if (wanted && !isPlaying.peek()) return wanted;
  // Who looks on while a run goes on has not come to its end.
  const isOnWay = phase.peek() === "running" || time.peek() < reached.peek();
  return frames.peek() && isOnWay ? { at: time.peek(), isPlaying: isPlaying.peek() } : null;
}

/**
 * Begins a run again. Who had paused on the way stays paused, at the same time of the new run; what played goes on from
 * there, if that is wanted. The text may change again before the run has come so far.
 */
export function keepTime(begin: () => void): void {
  const before = frames.peek();
  const kept = timeNow();
  endWait?.();
  endWait = null;
  wanted = kept && (!kept.isPlaying || goesOn.peek()) ? kept : null;
  begin();
  if (!wanted) return;
  const { at, isPlaying: played } = wanted;
  pause();
  let isOver = false;
  const end = effect(() => {
    const isComing = phase.value === "running" && (frames.value === before || reached.value < at);
    if (isComing || isOver) return;
    isOver = true;
    wanted = null;
    if (frames.value === before || isPlaying.peek()) return;
    queueMicrotask(() => {
      seek(at);
      if (played) play();
    });
  });
  endWait = end;
}
