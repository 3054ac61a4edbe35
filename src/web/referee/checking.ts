// The check of the shown run by the referee. It takes as long as the run or longer, and has its own worker: nothing
// waits for it, and another run ends it.
import { effect, signal } from "@preact/signals";
import type { RefereeInfo, RefereeQuestion } from "../protocol/referee.ts";
import { name } from "../state/experiment.ts";
import { events, frames, inputs, isReported, phase, shownText, stop } from "../state/run.ts";
import { RunClient, type RunNews } from "../worker/clients.ts";

export type CheckState =
  | { readonly kind: "none" | "busy" }
  | { readonly kind: "done"; readonly info: RefereeInfo }
  | { readonly kind: "failed"; readonly reason: string };

export const check = signal<CheckState>({ kind: "none" });

let client: RunClient | null = null;

function end(next: CheckState): void {
  client?.end();
  client = null;
  check.value = next;
}

export function stopCheck(): void {
  if (client) end({ kind: "none" });
}

// The verdict on one run says nothing about another.
effect(() => {
  frames.value;
  end({ kind: "none" });
});
effect(() => {
  if (phase.value === "running") stopCheck();
});

export function canCheck(): boolean {
  return isReported.value && phase.value !== "running" && (frames.value?.count ?? 0) > 0;
}

/** Checks the run that is shown, once. */
export function checkRun(): void {
  const shown = frames.peek();
  if (!shown || !canCheck() || client || check.peek().kind === "done") return;
  const at = shown.count - 1;
  const question: RefereeQuestion = {
    inputs: inputs.peek(),
    last: { time: shown.times[at], memory: shown.memory(at).slice() },
    events: events.peek().length,
    isStopped: stop.peek() !== null,
  };
  const fail = (reason: string) => end({ kind: "failed", reason });
  const hear = (reply: RunNews) => {
    if (reply.type === "refused") fail(reply.problems[0]?.message ?? "it cannot be run");
    if (reply.type !== "layout") return;
    // The referee makes a separate run.
    made.send({ type: "stop", id: 1 });
    made.ask<RefereeInfo>({ type: "referee", id: 1, question }).then(
      (info) => client === made && end({ kind: "done", info }),
      (error: Error) => client === made && fail(error.message),
    );
  };
  const made = new RunClient({ reply: hear, failed: fail });
  client = made;
  check.value = { kind: "busy" };
  made.send({
    type: "run",
    id: 1,
    text: shownText.peek(),
    name: name.peek(),
    simulation: frames.peek()?.layout.simulation ?? null,
  });
}
