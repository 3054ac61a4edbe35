// A run that begins again because the text was changed does not take the person away from where they look.
import { effect } from "@preact/signals";
import { isPlaying, pause, play, seek, time } from "./clock.ts";
import { frames, phase, reached } from "./run.ts";
import { goesOn } from "./settings.ts";

let endWait: (() => void) | null = null;

/**
 * Begins a run again. Who had paused on the way stays paused, at the same time of the new run; what played goes on from there, if
 * that is wanted.
 */
export function keepingPlace(begin: () => void): void {
  const before = frames.peek();
  const at = time.peek();
  const played = isPlaying.peek();
  const stays = before !== null && (!played || goesOn.peek()) && at < reached.peek();
  endWait?.();
  endWait = null;
  begin();
  if (!stays) return;
  pause();
  let isOver = false;
  const end = effect(() => {
    const isComing = phase.value === "running" && (frames.value === before || reached.value < at);
    if (isComing || isOver) return;
    isOver = true;
    if (frames.value === before || isPlaying.peek()) return;
    queueMicrotask(() => {
      seek(at);
      if (played) play();
    });
  });
  endWait = end;
}
