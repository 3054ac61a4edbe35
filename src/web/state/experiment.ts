// The text under work: the truth of the lab.
import { batch, computed, signal } from "@preact/signals";
import type { Problem } from "../protocol/messages.ts";
import type { Outline, ServiceQuestion } from "../protocol/text.ts";
import { CheckClient } from "../worker/clients.ts";

export const text = signal("");
/** The name of the experiment, for people and in messages. */
export const name = signal("experiment");
/** Counts up when another experiment is opened: choices for the one before end then. */
export const opened = signal(0);
/** The result of the last check; its text may be a few keys old. */
export const problems = signal<readonly Problem[]>([]);
/** The text that `problems` speaks of. */
export const checkedText = signal("");
/** The parts of the text; the text may be slightly older still. */
export const outline = signal<Outline>({
  world: [],
  constants: [],
  objects: [],
  links: [],
  contexts: [],
  simulations: [],
  bench: { notes: null, plots: [], vectors: null, sliders: [], trajectories: null, camera: null, follow: null },
  lesson: null,
});
/** The text that `outline` speaks of. */
export const outlinedText = signal("");
export const hasErrors = computed(() => problems.value.some(({ severity }) => severity === "error"));

/** How a text was changed: by typing in the editor, or by an act with a name. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The owner of the editor carries out edits, so that there is one history. */
export interface TextOwner {
  /** Shows another text, with a history of its own. */
  open(text: string): void;
  /** `continues`: extends the act before, as a drag does; both are undone together. */
  apply(changes: readonly TextChange[], act: string, continues?: boolean): void;
  undo(): void;
  redo(): void;
  show(from: number, to: number): void;
}

export const owner = signal<TextOwner | null>(null);
/** Whether the text was changed by keys in the editor last, not by an act. */
export const isTyped = signal(false);
/** What undo and redo would do, in words; null if there is nothing to undo. */
export const undoAct = signal<string | null>(null);
export const redoAct = signal<string | null>(null);

let checker: CheckClient | null = null;
let checks = 0;
/** The last text sent: only answers about it count. */
let sent: { readonly text: string; readonly name: string } | null = null;

function client(): CheckClient {
  checker ??= new CheckClient((reply) => {
    if (reply.id < checks || !sent) return;
    const of = sent.text;
    if (reply.type === "outlined")
      batch(() => {
        outline.value = reply.outline;
        outlinedText.value = of;
      });
    else take(of, reply.problems);
  }, giveUp);
  return checker;
}

function take(of: string, found: readonly Problem[]): void {
  batch(() => {
    problems.value = found;
    checkedText.value = of;
  });
}

/** Reports that a text could not be checked; such a text does not run by itself either. */
function giveUp(id: number, reason: string): void {
  if (id < checks || !sent) return;
  const message = `this text could not be checked: ${reason}`;
  const notes = ["the last change may say what takes so long; Ctrl+Enter runs the text all the same"];
  take(sent.text, [{ severity: "error", code: "check", message, notes, from: 0, to: 1, file: null, line: 1 }]);
}

/** Begins to check a text before `setText` is called with it. */
export function checkAhead(next: string): void {
  if (sent?.text === next && sent.name === name.value) return;
  sent = { text: next, name: name.value };
  client().check({ type: "check", id: ++checks, ...sent });
}

/** Prepares the worker: a person is about to type. */
export function expectTyping(): void {
  client().ready();
}

/** Asks about the text as it is now, away from the page. */
export function askAbout<T>(question: ServiceQuestion): Promise<T> {
  return client().ask<T>(text.value, name.value, question);
}

/** Asks about another text: about laws that the text does not have yet. */
export function askAboutOther<T>(other: string, question: ServiceQuestion): Promise<T> {
  return client().ask<T>(other, name.value, question);
}

/** Asks for an answer with offsets in the text: null if the text has changed since, or nobody answers. */
export async function askAboutPlaces<T>(question: ServiceQuestion): Promise<T | null> {
  const of = text.peek();
  const found = await askAbout<T | null>(question).catch(() => null);
  return text.peek() === of ? found : null;
}

/** Sets the text, and has it checked at once by the worker. */
export function setText(next: string): void {
  if (next === text.value && checkedText.value === next) return;
  checkAhead(next);
  text.value = next;
}

/** Carries out changes as one act that can be undone; without an editor, on the text itself. */
export function edit(changes: readonly TextChange[], act: string, continues = false): void {
  if (owner.value) owner.value.apply(changes, act, continues);
  else {
    let next = text.value;
    for (const { from, to, insert } of changes.toSorted((a, b) => b.from - a.from))
      next = next.slice(0, from) + insert + next.slice(to);
    setText(next);
  }
}
