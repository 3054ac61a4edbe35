// What the person is doing: opening experiments, running them, and running them again when the text has changed.
import { effect, signal } from "@preact/signals";
import { isPlaying, play } from "./clock.ts";
import { checkedText, hasErrors, isTyped, name, owner, problems, setText, text } from "./experiment.ts";
import { keepingPlace } from "./place.ts";
import { run } from "./run.ts";
import { runsWhileTyping } from "./settings.ts";

/** Which room is shown. */
export const room = signal<"lab" | "gallery">("lab");
/** The text of the run that is shown. */
export const ranText = signal("");

/** Opens a text as a new experiment and runs it. */
export function open(next: string, title: string): void {
  name.value = title;
  if (owner.value) owner.value.apply([{ from: 0, to: text.value.length, insert: next }], `open ${title}`);
  setText(next);
  start();
}

/** Runs the text from its beginning and plays it. */
export function start(): void {
  ranText.value = text.value;
  run(text.value, name.value);
  play();
  isPlaying.value = true;
}

/** How long the text must rest before it is run, in milliseconds: typing comes in words, an act is whole by itself. */
const patience = 350;
const patienceAfterAct = 60;
let timer = 0;

// A text that was checked and found right runs again, if the person wants that. Acts that follow each other closely, as in a drag,
// do not push the run away.
effect(() => {
  const next = checkedText.value;
  if (problems.value.length > 0 && hasErrors.value) return;
  if (!runsWhileTyping.value || next === "" || next === ranText.peek()) return;
  const typed = isTyped.peek();
  if (!typed && timer !== 0) return;
  clearTimeout(timer);
  timer = window.setTimeout(
    () => {
      timer = 0;
      if (hasErrors.peek() || text.peek() === ranText.peek()) return;
      if (!typed || next === text.peek()) keepingPlace(start);
    },
    typed ? patience : patienceAfterAct,
  );
});
