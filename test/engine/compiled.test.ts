// Every experiment gives the same record compiled and interpreted, bit for bit.
import { describe, expect, test } from "vitest";
import { type EvaluationName, formatDiagnostic, type Model, prepare, Run } from "../../src/lab.ts";
import { check, experiments } from "../experiments/gallery.ts";

/** So much of each is run; interpreted, some take a second for each of theirs. */
const longest = 0.7;
/** So many steps of each link: interpreted, the graph of its law is gone through node by node. */
const linkSteps = 200;
/** So many steps of each body in a pile: interpreted, every sweep goes through the law of each contact point. */
const pileSteps = 100;

function stepsOf({ links, bodies, settings }: Model): number {
  if (links.length > 0) return Math.max(10, Math.round(linkSteps / links.length));
  return settings.scheme === "time stepping" ? Math.max(1, Math.round(pileSteps / bodies.length)) : Infinity;
}

function recordOf(name: string, text: string, evaluation: EvaluationName) {
  // Few sweeps show it as well as many.
  const checked = check(text.replace(/iterations = \d\d+/, "iterations = 4"), name);
  const whole = prepare(checked);
  if ("severity" in whole) throw new Error(formatDiagnostic(whole));
  const { duration, step } = whole.settings;
  const model = prepare(checked, { overrides: { duration: Math.min(duration, longest, step * stepsOf(whole)) } });
  if ("severity" in model) throw new Error(formatDiagnostic(model));
  const start = performance.now();
  const recording = new Run(model, { evaluation }).finish();
  if (process.env["TIMES"]) console.log(name, evaluation, Math.round(performance.now() - start));
  const stop = recording.stop && formatDiagnostic(recording.stop.diagnostic);
  return { digest: recording.digest(), frames: recording.frames.length, events: recording.events.length, stop };
}

describe("compiled and interpreted are the same:", () => {
  for (const { name, text } of experiments)
    test(name, () => {
      expect(recordOf(name, text, "compiled")).toEqual(recordOf(name, text, "interpreted"));
    });
});
