// A text whose run does not answer now, or did not when the page was left: opened again, it waits for a click.
import { effect } from "@preact/signals";
import { embedded } from "../share/address.ts";
import { isSilent, phase, wantedText } from "../state/run.ts";
import { stored } from "../state/settings.ts";
import { markOf } from "../worker/text-mark.ts";

const key = "virtuafiz.unanswered";

export function wasUnanswered(text: string): boolean {
  return embedded === null && stored("unanswered") === markOf(text);
}

/** Begins to note which text does not answer, and forgets it when it does. */
export function watchUnanswered(): void {
  effect(() => {
    const of = wantedText();
    try {
      if (isSilent.value) localStorage.setItem(key, JSON.stringify(markOf(of)));
      // A stopped run is no answer; one that continues or has reached its end is.
      else if ((phase.value === "running" || phase.value === "done") && wasUnanswered(of)) localStorage.removeItem(key);
    } catch {
      // Without storage the text hangs once more, and Stop ends it.
    }
  });
}
