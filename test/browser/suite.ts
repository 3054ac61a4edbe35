// Every experiment run and told by its digest. Knows no platform: it is bundled for browsers and for other Nodes.
import { checkSource, createSource, formatDiagnostic, prepare, Run } from "../../src/lab.ts";

export interface Text {
  /** Of a law, the path by which it is imported. */
  readonly name: string;
  readonly text: string;
}

export interface Texts {
  readonly experiments: readonly Text[];
  readonly laws: readonly Text[];
}

/** Of one run, as a line: so that a difference is told by a line. */
export type Outcome = string;

/** The most steps and events of a run. Counted, unlike a time, they are the same everywhere. */
const ways = [
  { evaluation: "compiled", most: 400 },
  { evaluation: "interpreted", most: 30 },
] as const;

export function runSuite({ experiments, laws }: Texts): Outcome[] {
  const imports = new Map(laws.map(({ name, text }) => [name, createSource(name, text)]));
  return experiments.flatMap(({ name, text }) => {
    const checked = checkSource(createSource(name, text), (path) => imports.get(path) ?? { problem: "no such law" });
    const model = prepare(checked);
    if ("severity" in model) throw new Error(formatDiagnostic(model));
    return ways.map(({ evaluation, most }) => {
      const run = new Run(model, { evaluation });
      let steps = 0;
      for (; !run.isDone && steps < most; steps++) run.advance();
      const { events, stop } = run.recording;
      const end = stop ? formatDiagnostic(stop.diagnostic) : `t = ${run.time}`;
      return `${name} ${evaluation}: ${steps} steps, ${events.length} events, ${end}, ${run.recording.digest()}`;
    });
  });
}
