// The other run, B, with which the shown run, A, is compared. It has its own worker, so that neither waits for the
// other.
import { effect, signal } from "@preact/signals";
import type { ComparisonInfo } from "../protocol/comparison.ts";
import { goTo, selectEvent } from "../state/clock.ts";
import { opened } from "../state/experiment.ts";
import { otherArrived, otherFrames } from "../state/other-run.ts";
import { events, Frames, frames, phase, shownText } from "../state/run.ts";
import { RunClient, type RunNews } from "../worker/clients.ts";

export type Other =
  /** A given text: an earlier version, or another experiment. */
  | { readonly kind: "text"; readonly name: string; readonly text: string }
  /** The text that is shown, with one value changed: `restitution`, `ball.mass`. */
  | { readonly kind: "change"; readonly path: string; readonly value: string };

export const other = signal<Other | null>(null);
export const comparison = signal<ComparisonInfo | null>(null);
export const comparisonProblem = signal("");
export const isComparing = signal(false);

let client: RunClient | null = null;
let runs = 0;

// Another experiment has another B.
effect(() => {
  opened.value;
  other.value = null;
});

export function nameOf(one: Other): string {
  return one.kind === "text" ? one.name : `${one.path} = ${one.value}`;
}

export function compareWith(next: Other | null): void {
  other.value = next;
}

function stop(): void {
  client?.end();
  client = null;
  isComparing.value = false;
}

function fail(reason: string): void {
  stop();
  comparisonProblem.value = reason;
  comparison.value = null;
}

function listen(reply: RunNews, text: string, simulation: string | null): void {
  switch (reply.type) {
    case "refused":
      fail(reply.problems.find(({ severity }) => severity === "error")?.message ?? "B cannot be run");
      break;
    case "layout":
      otherFrames.value = new Frames(reply.layout);
      break;
    case "frames":
      otherFrames.peek()?.add(reply.times, reply.memory, reply.measures, reply.inactive);
      otherArrived.value++;
      break;
    case "events":
      otherFrames.peek()?.bends.add(reply.bends);
      break;
    case "done":
      client
        ?.ask<ComparisonInfo>({
          type: "compare",
          id: reply.id,
          question: { kind: "compare", text, name: "A", simulation },
        })
        .then(
          (found) => {
            comparison.value = found;
            stop();
          },
          (error: Error) => fail(error.message),
        );
      break;
  }
}

/** Runs B, then compares. */
async function begin(chosen: Other, text: string): Promise<void> {
  stop();
  comparisonProblem.value = "";
  isComparing.value = true;
  const mine = ++runs;
  const { otherText } = await import("./other-text.ts");
  if (mine !== runs) return;
  const next = otherText(chosen, text);
  if ("why" in next) {
    fail(next.why);
    return;
  }
  const simulation = frames.peek()?.layout.simulation ?? null;
  const reply = (one: RunNews) => {
    if (mine === runs) listen(one, text, simulation);
  };
  client = new RunClient({ reply, failed: fail });
  client.send({ type: "run", id: mine, text: next.text, name: nameOf(chosen), simulation });
}

effect(() => {
  const chosen = other.value;
  const all = frames.value;
  if (!chosen || !all) {
    runs++;
    stop();
    otherFrames.value = comparison.value = null;
    comparisonProblem.value = "";
    return;
  }
  // However far A has come: it is run again for the comparison.
  if (phase.value === "running" || phase.value === "none") return;
  void begin(chosen, shownText.peek());
});

/** The time at which the runs part; null if they do not. */
export function partingTime(): number | null {
  const parting = comparison.value?.divergence;
  return parting ? (parting.event?.time ?? parting.after ?? parting.time) : null;
}

/** Goes to the moment at which the runs part: to the event, if A has it. */
export function goToParting(): void {
  const at = partingTime();
  if (at === null) return;
  const event = comparison.peek()?.divergence?.event;
  const own =
    event && event.run !== "B"
      ? events.peek().find(({ time, context }) => time === event.time && context === event.context)
      : undefined;
  if (own) selectEvent(own.number);
  else goTo(at);
}
