// The beginning of a lesson of one's own: three steps to write one's own words into.
import { addBlock } from "../../language/write/edit.ts";
import { edit, outline, owner, text } from "../state/experiment.ts";

const lesson = `lesson {
  step {
    say = "What will happen? Think first, then press play."
  }
  step {
    say = "Change a number of the text. What is different now?"
  }
  step {
    say = "What have you seen, and why is it so?"
  }
}`;

/** Adds a lesson to the text, and shows where its words stand; a text that has one keeps it. */
export function beginLesson(): void {
  if (!outline.value.lesson) edit(addBlock(text.value, lesson), "add a lesson");
  const at = Math.max(0, text.value.search(/^lesson\b/m));
  requestAnimationFrame(() => owner.value?.show(at, at));
}
