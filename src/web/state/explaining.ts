// What is being explained: a number, or the law that moves a body.
import { effect, signal } from "@preact/signals";
import type { ExplainedMoment } from "../protocol/explanation.ts";
import { selectedEvent, time } from "./clock.ts";
import { opened } from "./experiment.ts";
import { showPanel } from "./sides.ts";

export interface Explained {
  /** Whether `path` is a number as the probe knows it, `ball.v`, or the name of a body whose law is asked for. */
  readonly kind: "number" | "law";
  readonly path: string;
  readonly at: ExplainedMoment;
}

export const explained = signal<Explained | null>(null);
/** What was explained before, the newest last. */
export const explainedBefore = signal<readonly Explained[]>([]);

const mostRemembered = 30;

// Another experiment has other numbers.
effect(() => {
  opened.value;
  explained.value = null;
  explainedBefore.value = [];
});

function show(next: Explained): void {
  const now = explained.peek();
  if (now) explainedBefore.value = [...explainedBefore.peek(), now].slice(-mostRemembered);
  explained.value = next;
  showPanel("explain");
}

/** Opens the panel with the explanation of a number. */
export function explain(path: string, at: ExplainedMoment): void {
  show({ kind: "number", path, at });
}

/** Opens the panel with the law that moves a body at the time shown, after all that happens then, and why that one. */
export function explainLaw(body: string, at: ExplainedMoment = { time: time.peek() }): void {
  show({ kind: "law", path: body, at });
}

export function explainAgain(): void {
  explained.value = explainedBefore.peek().at(-1) ?? explained.peek();
  explainedBefore.value = explainedBefore.peek().slice(0, -1);
}

/** The moment that is shown: after the selected event, or a time. */
export function shownMoment(): ExplainedMoment {
  const event = selectedEvent.peek();
  return event === null ? { time: time.peek() } : { event, side: "after" };
}

/** Carries out changes as one act that can be undone; without an editor, on the text itself. */
export function askWhy(): void {
  showPanel("explain");
  const look = (tries: number) => {
    const box = document.querySelector<HTMLInputElement>(".why-box input");
    if (box) box.focus();
    else if (tries > 0) requestAnimationFrame(() => look(tries - 1));
  };
  look(60);
}
