// Whole experiments with random laws, compiled and interpreted: the same record, the same events, the same last word.
import { expect, test } from "vitest";
import { Kernel } from "../../src/compiler/kernel/kernel.ts";
import {
  type Checked,
  checkSource,
  createSource,
  type EvaluationName,
  formatDiagnostic,
  prepare,
  type Recording,
  Run,
} from "../../src/lab.ts";
import { Random } from "../language/fuzz/random.ts";
import { randomExperiment } from "./fuzz/experiments.ts";

const share = Number(process.env["FUZZ"] ?? 1);
const shift = 100_000_000 * Number(process.env["FUZZ_SEED"] ?? 0);
const experiments = Math.ceil(150 * share);
/** Steps and events of each. */
const longest = 40;

function check(text: string): Checked {
  const checked = checkSource(createSource("random.vfl", text), () => ({ problem: "there are no files here" }));
  const error = checked.diagnostics.find(({ severity }) => severity === "error");
  if (error) throw new Error(`the generator slipped: ${formatDiagnostic(error)}\n${text}`);
  return checked;
}

function record(checked: Checked, evaluation: EvaluationName): Recording | string {
  const model = prepare(checked);
  if ("severity" in model) return formatDiagnostic(model);
  const run = new Run(model, { evaluation });
  for (let i = 0; i < longest && !run.isDone; i++) run.advance();
  return run.recording;
}

/** All that can be told of a recording. */
function tell(recording: Recording | string): unknown {
  if (typeof recording === "string") return recording;
  const { stop, notes, events, frames } = recording;
  const happenings = events.map(({ type, time, context, objects }) => `${type} ${context} ${objects} ${time}`);
  return {
    digest: recording.digest(),
    frames: frames.length,
    happenings,
    notes,
    stop: stop && formatDiagnostic(stop.diagnostic),
    at: stop?.time,
  };
}

test(`${experiments} random experiments`, { timeout: 600_000 * Math.max(1, share) }, () => {
  const seen = new Map<string, number>();
  const count = (what: string, by = 1) => seen.set(what, (seen.get(what) ?? 0) + by);
  const { over } = Kernel.prototype;
  Kernel.prototype.over = function (...places) {
    const stopped = over.apply(this, places);
    count(stopped === Kernel.done ? "kernels" : "given up");
    return stopped;
  };
  try {
    for (let k = 0; k < experiments; k++) {
      const text = randomExperiment(new Random(shift + k));
      const checked = check(text);
      const compiled = record(checked, "compiled");
      expect(tell(compiled), `seed ${shift + k}\n${text}`).toEqual(tell(record(checked, "interpreted")));
      if (typeof compiled === "string") count("refused");
      else {
        for (const { type, context } of compiled.events) count(`${type} ${context}`.replace(/\d$/, ""));
        count(compiled.stop ? "stopped" : "went on");
      }
    }
  } finally {
    Kernel.prototype.over = over;
  }
  console.log(seen);
  expect(seen.get("went on")).toBeGreaterThan(0.7 * experiments);
  // Nearly all the work is done by kernels.
  expect(seen.get("given up") ?? 0).toBeLessThan(0.01 * seen.get("kernels")!);
  if (experiments < 100) return;
  for (const what of [
    "stopped",
    "free fall flight",
    "free fall shaken",
    "collision bounce",
    "collision hit",
    "collision kicked",
    "contact resting",
    "event event",
  ])
    expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
});

test("a run does not depend on those before it", () => {
  const [first, other] = [81, 82].map((seed) => check(randomExperiment(new Random(seed))));
  const before = tell(record(first, "compiled"));
  record(other, "interpreted");
  expect(tell(record(first, "compiled"))).toEqual(before);
});
