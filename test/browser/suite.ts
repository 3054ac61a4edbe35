// Every experiment run and told by its digest. Knows no platform: it is bundled for browsers and for other Nodes.
import { checkSource, createSource, formatDiagnostic, type Model, prepare, Run } from "../../src/lab.ts";

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
  { evaluation: "compiled", most: 400, ofPile: 4000 },
  { evaluation: "interpreted", most: 30, ofPile: 60 },
] as const;

/**
 * A step of a pile goes many times through the law of each contact point, so it has the fewer of them the more bodies
 * there are.
 */
function mostSteps({ settings, bodies }: Model, { most, ofPile }: (typeof ways)[number]): number {
  return settings.scheme === "time stepping" ? Math.min(most, Math.round(ofPile / bodies.length)) : most;
}

export function runSuite({ experiments, laws }: Texts): Outcome[] {
  const imports = new Map(laws.map(({ name, text }) => [name, createSource(name, text)]));
  return experiments.flatMap(({ name, text }) => {
    const checked = checkSource(createSource(name, text), (path) => imports.get(path) ?? { problem: "no such law" });
    const model = prepare(checked);
    if ("severity" in model) throw new Error(formatDiagnostic(model));
    return ways.map((way) => {
      const { evaluation } = way;
      const run = new Run(model, { evaluation });
      const most = mostSteps(model, way);
      let steps = 0;
      for (; !run.isDone && steps < most; steps++) run.advance();
      const { events, stop } = run.recording;
      const end = stop ? formatDiagnostic(stop.diagnostic) : `t = ${run.time}`;
      return `${name} ${evaluation}: ${steps} steps, ${events.length} events, ${end}, ${run.recording.digest()}`;
    });
  });
}
