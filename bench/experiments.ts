// Every experiment, run as the command line runs it: how long it takes, how many steps and events a second.
//
// Both with compiled laws and with interpreted ones. Each goes to the end, or as far as `patience` lets it; what it
// did is in its row. They are compared over the steps that the slower one made, by runs of exactly so many, which must
// leave the same record.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EvaluationName } from "../src/engine/state/run-memory.ts";
import { checkSource, createSource, formatDiagnostic, type Model, prepare, Run } from "../src/lab.ts";
import { libraryFile, root } from "./place.ts";
import { decimal, type Row, ratio } from "./report.ts";

/**
 * Milliseconds for one run. It ends with a whole step: one of many interpreted bodies may take half a minute by itself.
 */
const patience = 1000;
/**
 * Runs are repeated, in turns, for so many milliseconds; the best counts: many are slower, on a busy machine or before
 * all is warm.
 */
const least = 2500;

export const experimentNames: readonly string[] = readdirSync(join(root, "experiments"))
  .filter((file) => file.endsWith(".vfl"))
  .map((file) => file.slice(0, -4))
  .sort();

/** How laws are evaluated, the slower first. */
const evaluations: readonly EvaluationName[] = ["interpreted", "compiled"];

interface Outcome {
  readonly milliseconds: number;
  readonly advances: number;
  readonly events: number;
  /** Simulated. */
  readonly time: number;
  readonly digest: string;
}

export function measureExperiment(name: string): Row[] {
  const text = readFileSync(libraryFile(`experiments/${name}.vfl`), "utf8");
  const checked = checkSource(createSource(`${name}.vfl`, text), (path) =>
    createSource(path, readFileSync(libraryFile(path), "utf8")),
  );
  const model = prepare(checked);
  if ("severity" in model) throw new Error(formatDiagnostic(model));
  const start = performance.now();
  const first = run(model, evaluations[0], Infinity, patience);
  const common = new Map<EvaluationName, Outcome>([[evaluations[0], first]]);
  for (let n = 1; n < evaluations.length || performance.now() - start < least; n++) {
    const evaluation = evaluations[n % evaluations.length];
    const outcome = run(model, evaluation, first.advances, Infinity);
    if (outcome.digest !== first.digest) throw new Error(`${name}: the ${evaluation} run leaves another record`);
    if (outcome.milliseconds < (common.get(evaluation)?.milliseconds ?? Infinity)) common.set(evaluation, outcome);
  }
  return evaluations.map((evaluation) => {
    const same = common.get(evaluation)!;
    // What is compiled comes farther in the same time.
    const { milliseconds, advances, events, time } =
      evaluation === "compiled" ? farther(model, evaluation, same) : same;
    return {
      experiment: name,
      way: evaluation,
      bodies: String(model.bodies.length),
      "simulated s": String(Number(time.toFixed(6))),
      ms: decimal(milliseconds),
      steps: String(advances),
      events: String(events),
      "steps/s": decimal((1000 * advances) / milliseconds),
      "events/s": decimal((1000 * events) / milliseconds),
      "steps in common": String(same.advances),
      "ms for them": decimal(same.milliseconds),
      "× interpreted": ratio(same.milliseconds, common.get("interpreted")!.milliseconds),
    };
  });
}

/** The best of two runs to the end, or as far as patience goes; what is known already where that is as far. */
function farther(model: Model, evaluation: EvaluationName, known: Outcome): Outcome {
  const one = run(model, evaluation, Infinity, patience);
  if (one.advances <= known.advances) return known;
  const other = run(model, evaluation, one.advances, Infinity);
  return other.milliseconds < one.milliseconds ? other : one;
}

/** Runs to the end, or for so many steps, or for so long. */
function run(model: Model, evaluation: EvaluationName, mostAdvances: number, mostMilliseconds: number): Outcome {
  const start = performance.now();
  const run = new Run(model, { evaluation });
  let advances = 0;
  while (!run.isDone && advances < mostAdvances && performance.now() - start < mostMilliseconds) {
    run.advance();
    advances++;
  }
  const milliseconds = performance.now() - start;
  const { recording, time } = run;
  return { milliseconds, advances, events: recording.events.length, time, digest: recording.digest() };
}
