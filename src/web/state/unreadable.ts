// What was stored and could not be read: the page goes on without it, and says so.
import { signal } from "@preact/signals";

/** Each in a few words: "the plots", "an experiment of yours". */
export const unreadable = signal<readonly string[]>([]);

export function reportUnreadable(what: string): void {
  if (!unreadable.peek().includes(what)) unreadable.value = [...unreadable.peek(), what];
}
