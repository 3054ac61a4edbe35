// The text that is being worked on: the truth of the lab.
import { computed, signal } from "@preact/signals";
import { CheckClient } from "../worker/clients.ts";
import type { Problem } from "../worker/protocol.ts";

export const text = signal("");
/** What the experiment is called: for people, and in messages. */
export const name = signal("experiment");
/** What the last check found; it may be of a text a few keys old. */
export const problems = signal<readonly Problem[]>([]);
/** The text that `problems` speaks of. */
export const checkedText = signal("");
export const hasErrors = computed(() => problems.value.some(({ severity }) => severity === "error"));

/** How a text came to be changed: the editor types, everything else is an act with a name. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Whoever shows the text in an editor carries out edits, so that there is one history. */
export interface TextOwner {
  apply(changes: readonly Change[], act: string): void;
  undo(): void;
  redo(): void;
  show(from: number, to: number): void;
}

export const owner = signal<TextOwner | null>(null);

let checker: CheckClient | null = null;
let checks = 0;
const sent = new Map<number, string>();

function check(): void {
  checker ??= new CheckClient((reply) => {
    const of = sent.get(reply.id);
    sent.delete(reply.id);
    if (of === undefined || reply.id < checks) return;
    problems.value = reply.problems;
    checkedText.value = of;
  });
  sent.set(++checks, text.value);
  checker.check({ id: checks, text: text.value, name: name.value });
}

/** The text is now this; it is checked at once, away from the page. */
export function setText(next: string): void {
  if (next === text.value && checkedText.value === next) return;
  text.value = next;
  check();
}

/** Carries out changes as one act that can be undone; where no editor is there, on the text itself. */
export function edit(changes: readonly Change[], act: string): void {
  if (owner.value) owner.value.apply(changes, act);
  else {
    let next = text.value;
    for (const { from, to, insert } of changes.toSorted((a, b) => b.from - a.from)) next = next.slice(0, from) + insert + next.slice(to);
    setText(next);
  } // biome-ignore format: one loop
}
