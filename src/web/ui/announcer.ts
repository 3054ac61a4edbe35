// Notices on the page, and events in words for screen readers.
import { effect, signal } from "@preact/signals";
import type { EventInfo } from "../protocol/messages.ts";
import { isPlaying, selectedEvent, time } from "../state/clock.ts";
import { events } from "../state/run.ts";
import { announcesEvents } from "../state/settings.ts";

export interface Notice {
  readonly text: string;
  /** Something the person can do about it. */
  readonly act: { readonly name: string; run(): void } | null;
}

export const notice = signal<Notice | null>(null);
/** The sentence for screen readers. */
export const spoken = signal("");

let timer = 0;

/** Shows a notice; one with an act stays until it is dismissed. */
export function say(text: string, act: Notice["act"] = null): void {
  notice.value = { text, act };
  clearTimeout(timer);
  if (act === null)
    timer = window.setTimeout(() => {
      notice.value = null;
    }, 6000);
}

export function sentenceOf({ time: at, type, context, objects }: EventInfo): string {
  const who =
    objects.length > 3 ? `${objects.slice(0, 3).join(", ")} and ${objects.length - 3} more` : objects.join(" and ");
  const what = type === "event" ? context.replaceAll("_", " ") : `${type} of ${who}`;
  return `${what} at ${at.toFixed(3)} seconds`;
}

/** Least milliseconds between two sentences while it plays. */
const rest = 1500;
let lastSaid = 0;

/** Begins to announce the events that the time on the page passes or jumps to. */
export function startAnnouncing(): void {
  let from = 0;
  effect(() => {
    const now = time.value;
    const passed = now - from;
    const since = from;
    from = now;
    if (!announcesEvents.value || !isPlaying.peek() || passed <= 0 || performance.now() - lastSaid < rest) return;
    const found = events.peek().find((event) => event.type !== "free fall" && event.time > since && event.time <= now);
    if (!found) return;
    lastSaid = performance.now();
    spoken.value = sentenceOf(found);
  });
  effect(() => {
    const number = selectedEvent.value;
    const found = number === null ? undefined : events.peek()[number];
    if (found && announcesEvents.value) spoken.value = sentenceOf(found);
  });
}
