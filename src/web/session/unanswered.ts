// The text whose run does not answer now, or did not when the page was left: opened again, it waits for a click.
import { effect } from "@preact/signals";
import { embedded } from "../share/address.ts";
import { isSilent, phase, wantedText } from "../state/run.ts";
import { stored } from "../state/settings.ts";

const key = "virtuafiz.unanswered";

/** Two numbers of 32 bits (FNV-1a, forwards and backwards): enough to know a text again. */
function markOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x811c9dc5];
  for (let i = 0; i < text.length; i++) {
    one = Math.imul(one ^ text.charCodeAt(i), 0x01000193);
    other = Math.imul(other ^ text.charCodeAt(text.length - 1 - i), 0x01000193);
  }
  return `${text.length} ${one >>> 0} ${other >>> 0}`;
}

export function wasUnanswered(text: string): boolean {
  return embedded === null && stored("unanswered") === markOf(text);
}

/** Begins to note which text does not answer, and forgets it when it does. */
export function watchUnanswered(): void {
  effect(() => {
    const of = wantedText();
    try {
      if (isSilent.value) localStorage.setItem(key, JSON.stringify(markOf(of)));
      // That a run was stopped is no answer; that it goes on or has come to its end is.
      else if ((phase.value === "running" || phase.value === "done") && wasUnanswered(of)) localStorage.removeItem(key);
    } catch {
      // Without storage the text hangs once more, and Stop ends it.
    }
  });
}
