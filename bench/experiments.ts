// Every experiment, run as the command line runs it: how long it takes, how many steps and events a second.
//
// Both with compiled laws and with interpreted ones. The first run goes on for at most `patience`; all later ones go exactly as
// far, so that their times compare, and must leave the same record.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EvaluationName } from "../src/engine/run-memory.ts";
import { checkSource, createSource, formatDiagnostic, type Model, prepare, Run } from "../src/lab.ts";
import { libraryFile, root } from "./place.ts";
import { decimal, type Row, ratio } from "./report.ts";

/** Milliseconds for one run; a step of many interpreted bodies may take longer by itself. */
const patience = 1000;
/** Runs are repeated, in turns, for so many milliseconds; the best counts: many are slower, on a busy machine or before all is warm. */
const least = 2500;

export const experimentNames: readonly string[] = readdirSync(join(root, "experiments"))
  .filter((file) => file.endsWith(".vfl"))
  .map((file) => file.slice(0, -4))
  .sort();

/** The ways to run an experiment, the slower one first. */
const ways: readonly EvaluationName[] = ["interpreted", "compiled"];

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
  const first = run(model, ways[0], Infinity, patience);
  const best = new Map<EvaluationName, Outcome>([[ways[0], first]]);
  for (let n = 1; n < ways.length || performance.now() - start < least; n++) {
    const way = ways[n % ways.length];
    const outcome = run(model, way, first.advances, Infinity);
    if (outcome.digest !== first.digest) throw new Error(`${name}: the ${way} run leaves another record`);
    if (outcome.milliseconds < (best.get(way)?.milliseconds ?? Infinity)) best.set(way, outcome);
  }
  return ways.map((way) => {
    const { milliseconds, advances, events, time } = best.get(way)!;
    return {
      experiment: name,
      way,
      bodies: String(model.bodies.length),
      "simulated s": String(Number(time.toFixed(6))),
      ms: decimal(milliseconds),
      steps: String(advances),
      events: String(events),
      "steps/s": decimal((1000 * advances) / milliseconds),
      "events/s": decimal((1000 * events) / milliseconds),
      "× interpreted": ratio(milliseconds, best.get("interpreted")!.milliseconds),
    };
  });
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
