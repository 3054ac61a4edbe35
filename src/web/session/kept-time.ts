// The time that is shown stays when a change of the text restarts the run.
import { effect } from "@preact/signals";
import { isPlaying, pause, play, seek, time } from "../state/clock.ts";
import { frames, phase, reached } from "../state/run.ts";
import { goesOn } from "../state/settings.ts";

interface KeptTime {
  readonly at: number;
  readonly isPlaying: boolean;
}

/** The time shown when the run restarted, until the new run has reached it. */
let wanted: KeptTime | null = null;
let endWait: (() => void) | null = null;

/** The time that is shown; null if a run has played to its end, which restarts from the beginning. */
function timeNow(): KeptTime | null {
  if (wanted && !isPlaying.peek()) return wanted;
  // While the run is computed, the end of the data is not the end of the run.
  const isOnWay = phase.peek() === "running" || time.peek() < reached.peek();
  return frames.peek() && isOnWay ? { at: time.peek(), isPlaying: isPlaying.peek() } : null;
}

/**
 * Restarts a run. If it was paused before its end, the new run stays paused at the same time; if it was playing, it
 * continues from there if the settings say so. The text may change again before the new run has reached that time.
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
