// The time shown on the page, which is not the time of the run that streams in.
import { computed, effect, signal } from "@preact/signals";
import { isAnswering, noteInterval } from "./answering.ts";
import { events, type Frames, frames, phase, reached } from "./run.ts";
import { Pace } from "./turns.ts";

export const time = signal(0);
/**
 * The time at which numbers are read: it follows the shown time, but during playing only as often as a person can read.
 */
export const readTime = signal(0);
export const isPlaying = signal(false);
/** Seconds of the experiment per second. */
export const speed = signal(1);
export const isLooping = signal(false);
export const speeds = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16];
/** The selected event, if there is one. */
export const selectedEvent = signal<number | null>(null);

/** The frame that numbers are read at. */
export const frame = computed(() => {
  reached.value;
  return frames.value ? frames.value.at(readTime.value) : 0;
});

const reading = new Pace(80, () => {
  readTime.value = time.peek();
});

/** How far the run has come, including frames that are not published yet. */
function endOf({ times, count, layout }: Frames): number {
  return count > 0 ? times[count - 1] : layout.start;
}

export function seek(to: number): void {
  const all = frames.value;
  if (!all || all.count === 0) return;
  time.value = Math.min(Math.max(to, all.layout.start), endOf(all));
}

/** Goes to a time, pauses, and selects no event. */
export function goTo(to: number): void {
  pause();
  selectedEvent.value = null;
  seek(to);
}

/** Goes to a time; playing continues. */
export function jumpTo(to: number): void {
  selectedEvent.value = null;
  seek(to);
}

let isScrubbing = false;

/** Goes to a time with every move of a pointer; numbers follow as often as a person can read. */
export function scrub(to: number): void {
  isScrubbing = true;
  goTo(to);
  isScrubbing = false;
}

export function play(): void {
  const all = frames.value;
  if (!all) return;
  if (time.value >= endOf(all) && phase.value !== "running") time.value = all.layout.start;
  selectedEvent.value = null;
  isPlaying.value = true;
}

export function pause(): void {
  isPlaying.value = false;
}

export function toggle(): void {
  if (isPlaying.value) pause();
  else play();
}

/** Goes to the next or previous frame. */
export function step(by: number): void {
  const all = frames.value;
  if (!all) return;
  pause();
  selectedEvent.value = null;
  const next = Math.min(Math.max(all.at(time.value) + by, 0), all.count - 1);
  time.value = all.times[next];
}

export function selectEvent(number: number | null): void {
  selectedEvent.value = number;
  const event = number === null ? undefined : events.value[number];
  if (!event) return;
  pause();
  seek(event.time);
}

/** Goes to the next or previous event that is not at this instant. */
export function stepEvent(by: 1 | -1): void {
  const now = time.value;
  const list = events.value;
  const found =
    by > 0 ? list.find((event) => event.time > now + 1e-9) : list.findLast((event) => event.time < now - 1e-9);
  if (found) selectEvent(found.number);
}

export function setSpeed(to: number): void {
  speed.value = to;
}

export function changeSpeed(by: 1 | -1): void {
  const at = speeds.findIndex((one) => one >= speed.value);
  speed.value = speeds[Math.min(Math.max((at < 0 ? speeds.length - 1 : at) + by, 0), speeds.length - 1)];
}

let last = 0;
let ticking = 0;
let hasWaited = false;

function tick(now: number): void {
  if (isAnswering(now, last)) {
    hasWaited = true;
    ticking = requestAnimationFrame(tick);
    return;
  }
  const elapsed = Math.max(0, Math.min(0.15, (now - last) / 1000));
  if (!hasWaited) noteInterval(now - last);
  hasWaited = false;
  last = now;
  const all = frames.value;
  if (all && all.count > 0) {
    const next = time.value + elapsed * speed.value;
    const end = endOf(all);
    if (next < end) time.value = next;
    else {
      time.value = end;
      if (phase.value !== "running") {
        if (isLooping.value) time.value = all.layout.start;
        else isPlaying.value = false;
      }
    }
  } else if (phase.value === "none") isPlaying.value = false;
  if (isPlaying.value) ticking = requestAnimationFrame(tick);
}

effect(() => {
  cancelAnimationFrame(ticking);
  if (!isPlaying.value) return;
  last = performance.now();
  ticking = requestAnimationFrame(tick);
});

effect(() => {
  time.value;
  if (isPlaying.value || isScrubbing) reading.soon();
  else reading.now();
});

// A new run begins at its beginning.
let shown: object | null = null;
effect(() => {
  const all = frames.value;
  if (all === shown) return;
  shown = all;
  selectedEvent.value = null;
  time.value = all ? (all.from ?? all.layout.start) : 0;
});
