// How far a run can be trusted: repeated with shorter steps and by another integrator; what is conserved and what
// breaks that; and closed forms where the author gives them.
import type { ModelOptions } from "../../engine/model/model.ts";
import type { IntegratorName } from "../../engine/model/settings.ts";
import type { Checked } from "../../language/check/check.ts";
import { closedFormsIn } from "../../language/declare/closed-form.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { Probe } from "../../record/probe/probe.ts";
import { refuseNoList } from "../../record/run/refusals.ts";
import { prepare, Run } from "../../record/run/run.ts";
import { type Conservation, conservationOf } from "./conservation.ts";
import { type Estimate, estimate, type Ran, valueDistance } from "./estimate.ts";
import { notesOfRuns, type RunNote } from "./run-notes.ts";

/** A measure beside its closed form: `height` and `height_expected`. */
export interface Comparison {
  readonly measure: string;
  readonly expected: string;
  readonly atEnd: number;
  readonly most: number;
  readonly mostAt: number;
}

export interface Audit {
  readonly step: number;
  readonly integrator: IntegratorName;
  /** The integrator that the run is compared with; null in time stepping, which has its own. */
  readonly other: IntegratorName | null;
  readonly end: number;
  /** The time of the estimates; null for the end. */
  readonly at: number | null;
  readonly events: readonly { readonly step: number; readonly count: number }[];
  readonly estimates: readonly Estimate[];
  readonly conservation: readonly Conservation[];
  readonly comparisons: readonly Comparison[];
  /** Runs that stopped before their end, with the reason. */
  readonly stopped: readonly string[];
  /** The notes of the runs; a step that is too long is noted by the runs that use it. */
  readonly notes: readonly RunNote[];
}

/** `paths` are estimated besides the measures, at the end or at a time; `options` are those of the model. */
export function audit(
  checked: Checked,
  options: ModelOptions,
  paths: readonly string[],
  at: number | null = null,
): Audit | Diagnostic {
  refuseNoList("what an audit estimates", paths);
  const model = prepare(checked, options);
  if ("severity" in model) return model;
  const { step, integrator, scheme, initialTime, duration } = model.settings;
  const asked = model.settings.askedIntegrator ?? integrator;
  const other: IntegratorName | null =
    scheme === "time stepping" ? null : asked === "dormand-prince" ? "rk4" : "dormand-prince";
  const runs: Ran[] = [];
  const variants: ModelOptions["overrides"][] = [
    {},
    { step: step / 2 },
    { step: step / 4 },
    ...(other ? [{ integrator: other }] : []),
  ];
  for (const variant of variants) {
    const varied = prepare(checked, { ...options, overrides: { ...options.overrides, ...variant } });
    if ("severity" in varied) return varied;
    runs.push({ recording: new Run(varied, at === null ? {} : { at: [at] }).finish(), probe: new Probe(varied) });
  }
  const [base, half, quarter, second] = runs;
  const names = [...base.probe.measureNames, ...paths];
  const pairs = closedFormsIn(base.probe.measureNames, (name) => name);
  const said = ["the run", "half the step", "a quarter of the step", "the other integrator"];
  return {
    step,
    integrator: asked,
    other,
    end: base.recording.frames.at(-1)?.time ?? initialTime + duration,
    at,
    events: [base, half, quarter].map(({ recording }, i) => ({
      step: step / [1, 2, 4][i],
      count: recording.events.length,
    })),
    estimates: names.flatMap((path) => estimate(path, { base, half, quarter, second: second ?? null }, at) ?? []),
    conservation: base.probe.measureNames.flatMap((name) => conservationOf(name, base.recording, base.probe) ?? []),
    comparisons: pairs.flatMap(([measure, expected]) => compare(measure, expected, base) ?? []),
    stopped: runs.flatMap(({ recording: { stop } }, i) =>
      stop ? [`${said[i]}: ${stop.diagnostic.message}, at t = ${stop.time}`] : [],
    ),
    notes: notesOfRuns(runs.map(({ recording }, i) => [said[i], recording])),
  };
}

function compare(measure: string, expected: string, { recording, probe }: Ran): Comparison | null {
  let [atEnd, most, mostAt]: [number | null, number, number] = [null, 0, recording.frames[0]?.time ?? 0];
  for (const frame of recording.frames) {
    const off = valueDistance(probe.value(frame, measure), probe.value(frame, expected));
    if (off === null) continue;
    atEnd = off;
    if (off > most) [most, mostAt] = [off, frame.time];
  }
  return atEnd === null ? null : { measure, expected, atEnd, most, mostAt };
}
