// Typed text is answered first: on a machine that is slow at drawing, pictures and work for them wait for the answer.
import { effect } from "@preact/signals";
import { checkedText, text } from "./experiment.ts";

/** Milliseconds between two pictures above which a machine is slow: somewhat more than a sixtieth of a second. */
const slow = 18;
/** Waiting work is done after this number of milliseconds in any case. */
const patience = 150;

/** Milliseconds after which an answer is no longer awaited, such as that to a text which hangs. */
const longestWait = 1000;

let mean = 16;
/** Whether the answer has come and has been drawn. */
let isSeen = true;
let askedAt = 0;

/** Notes the time between two pictures while nothing waited. */
export function noteInterval(milliseconds: number): void {
  mean += (Math.min(patience, milliseconds) - mean) / 8;
}

/** Whether what was last done at `since` waits now. */
export function isAnswering(now: number, since: number): boolean {
  return mean > slow && now - since < patience && !isSeen && now - askedAt < longestWait;
}

effect(() => {
  if (checkedText.value !== text.value) {
    isSeen = false;
    askedAt = performance.now();
  }
  // The picture with the answer is drawn without the rest; whoever waits is called before and after it.
  else if (!isSeen)
    requestAnimationFrame(() => {
      isSeen = checkedText.peek() === text.peek();
    });
});
