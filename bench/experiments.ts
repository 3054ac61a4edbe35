// Every experiment, run as the command line runs it: how long it takes, how many steps and events a second.
//
// The first run goes on for at most `patience`; all later ones go exactly as far, so that their times compare.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSource, createSource, formatDiagnostic, type Model, prepare, Run } from "../src/lab.ts";
import { libraryFile, root } from "./place.ts";
import { decimal, type Row } from "./report.ts";

/** Milliseconds for one run. */
const patience = 3000;
/** Short runs are repeated for so many milliseconds; the best counts. */
const least = 1000;

export const experimentNames: readonly string[] = readdirSync(join(root, "experiments"))
  .filter((file) => file.endsWith(".vfl"))
  .map((file) => file.slice(0, -4))
  .sort();

/** The ways to run an experiment. Compiled kernels will be the second. */
const ways = [{ name: "interpreted", options: {} }] as const;

interface Outcome {
  readonly milliseconds: number;
  readonly advances: number;
  readonly events: number;
  /** Simulated. */
  readonly time: number;
}

export function measureExperiment(name: string): Row[] {
  const text = readFileSync(libraryFile(`experiments/${name}.vfl`), "utf8");
  const checked = checkSource(createSource(`${name}.vfl`, text), (path) =>
    createSource(path, readFileSync(libraryFile(path), "utf8")),
  );
  const models = ways.map(({ options }) => {
    const model = prepare(checked, options);
    if ("severity" in model) throw new Error(formatDiagnostic(model));
    return model;
  });
  const first = run(models[0], Infinity, patience);
  const best = models.map((): Outcome | null => null);
  const start = performance.now();
  do
    for (const [i, model] of models.entries()) {
      const outcome = run(model, first.advances, Infinity);
      if (!best[i] || outcome.milliseconds < best[i].milliseconds) best[i] = outcome;
    }
  while (performance.now() - start < least);
  return ways.map((way, i) => {
    const { milliseconds, advances, events, time } = best[i]!;
    return {
      experiment: name,
      way: way.name,
      bodies: String(models[i].bodies.length),
      "simulated s": String(Number(time.toFixed(6))),
      ms: decimal(milliseconds),
      steps: String(advances),
      events: String(events),
      "steps/s": decimal((1000 * advances) / milliseconds),
      "events/s": decimal((1000 * events) / milliseconds),
      "× interpreted": decimal(milliseconds / best[0]!.milliseconds),
    };
  });
}

/** Runs to the end, or for so many steps, or for so long. */
function run(model: Model, mostAdvances: number, mostMilliseconds: number): Outcome {
  const start = performance.now();
  const run = new Run(model);
  let advances = 0;
  while (!run.isDone && advances < mostAdvances && performance.now() - start < mostMilliseconds) {
    run.advance();
    advances++;
  }
  const milliseconds = performance.now() - start;
  return { milliseconds, advances, events: run.recording.events.length, time: run.time };
}
