// How far a run can be trusted: taken again with shorter steps and by another integrator, what stays the same and what breaks that, and
// closed forms where the author gives them.
import type { Value } from "../compiler/value.ts";
import type { ModelOptions } from "../engine/model.ts";
import type { IntegratorName } from "../engine/settings.ts";
import type { Checked } from "../language/check.ts";
import type { Diagnostic } from "../language/diagnostic.ts";
import { log } from "../math/elementary.ts";
import { isMissing, type Missing, Probe } from "../record/probe.ts";
import type { Frame, Recording } from "../record/record.ts";
import { prepare, Run } from "../record/run.ts";
import { type Conservation, conservationOf } from "./conservation.ts";

/** One number of the run at its end, and how far other runs are from it. */
export interface Estimate {
  readonly path: string;
  readonly value: Value;
  /** The largest difference of a component from the run with half the step, at the end and over all frames. */
  readonly halved: number;
  readonly halvedMost: number;
  /** By which power of the step the difference shrinks; null where it does not shrink, or there is none. */
  readonly order: number | null;
  /** What the run itself is probably off by at its end, from the three runs; null where the steps do not tell. */
  readonly error: number | null;
  /** The difference from the run by the other integrator; null without one. */
  readonly other: number | null;
}

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
  /** The one that the run is compared with; null in time stepping, which has its own. */
  readonly other: IntegratorName | null;
  readonly end: number;
  readonly events: readonly { readonly step: number; readonly count: number }[];
  readonly estimates: readonly Estimate[];
  readonly conservation: readonly Conservation[];
  readonly comparisons: readonly Comparison[];
  /** Runs that stopped before their end, with the reason. */
  readonly stopped: readonly string[];
}

interface Ran {
  readonly recording: Recording;
  readonly probe: Probe;
}

/** `paths` are estimated besides the measures; the model is as `options` say. */
export function audit(checked: Checked, options: ModelOptions, paths: readonly string[]): Audit | Diagnostic {
  const model = prepare(checked, options);
  if ("severity" in model) return model;
  const { step, integrator, scheme, initialTime, duration } = model.settings;
  const asked = model.settings.askedIntegrator ?? integrator;
  const other: IntegratorName | null = scheme === "time stepping" ? null : asked === "dormand-prince" ? "rk4" : "dormand-prince";
  const runs: Ran[] = [];
  const variants: ModelOptions["overrides"][] = [{}, { step: step / 2 }, { step: step / 4 }, ...(other ? [{ integrator: other }] : [])];
  for (const variant of variants) {
    const varied = prepare(checked, { ...options, overrides: { ...options.overrides, ...variant } });
    if ("severity" in varied) return varied;
    runs.push({ recording: new Run(varied).finish(), probe: new Probe(varied) });
  }
  const [base, half, quarter, second] = runs;
  const names = [...base.probe.measureNames, ...paths];
  const pairs = base.probe.measureNames.filter((name) => base.probe.measureNames.includes(`${name}_expected`));
  const said = ["the run", "half the step", "a quarter of the step", "the other integrator"];
  return {
    step,
    integrator: asked,
    other,
    end: base.recording.frames.at(-1)?.time ?? initialTime + duration,
    events: [base, half, quarter].map(({ recording }, i) => ({ step: step / [1, 2, 4][i], count: recording.events.length })),
    estimates: names.flatMap((path) => estimate(path, base, half, quarter, second ?? null) ?? []),
    conservation: base.probe.measureNames.flatMap((name) => conservationOf(name, base.recording, base.probe) ?? []),
    comparisons: pairs.flatMap((name) => compare(name, base) ?? []),
    stopped: runs.flatMap(({ recording: { stop } }, i) => (stop ? [`${said[i]}: ${stop.diagnostic.message}, at t = ${stop.time}`] : [])),
  };
} // biome-ignore format: one record

function estimate(path: string, base: Ran, half: Ran, quarter: Ran, second: Ran | null): Estimate | null {
  const last = base.recording.frames.at(-1);
  const value = last && base.probe.value(last, path);
  if (!last || value === undefined || isMissing(value) || typeof value === "boolean") return null;
  const at = (ran: Ran, frame: Frame) => valueAt(ran, frame.time, path);
  const halved = distance(value, at(half, last));
  if (halved === null) return null;
  const quartered = distance(at(half, last), at(quarter, last));
  let halvedMost = 0;
  for (const frame of base.recording.frames) {
    const [one, two] = [base.probe.value(frame, path), at(half, frame)];
    halvedMost = Math.max(halvedMost, (isMissing(one) ? null : distance(one, two)) ?? 0);
  }
  const shrinks = quartered !== null && quartered > 0 && halved > quartered;
  const ratio = shrinks ? halved / quartered : null;
  return {
    path,
    value,
    halved,
    halvedMost,
    order: ratio === null ? null : log(ratio) / log(2),
    // Differences that shrink by a ratio r from step to step add up to halved · r / (r - 1).
    error: ratio === null ? (isRounding(halved, value) ? halved : null) : (halved * ratio) / (ratio - 1),
    other: second && distance(value, at(second, last)),
  };
}

/** Differences so small come and go with the last digits, whatever the step. */
function isRounding(difference: number, value: Value): boolean {
  const size = typeof value === "object" && value.kind !== "sequence" ? value.data.reduce((most, x) => Math.max(most, Math.abs(x)), 0) : Math.abs(Number(value));
  return difference <= 1e-11 * Math.max(1, size);
} // biome-ignore format: one test

function valueAt({ recording, probe }: Ran, time: number, path: string): Value | Missing {
  const { frames } = recording;
  let low = 0;
  for (let high = frames.length; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if (frames[middle].time <= time) low = middle;
    else high = middle;
  }
  const frame = frames[low];
  return frame?.time === time ? probe.value(frame, path) : { missing: `there is no frame at t = ${time}` };
}

/** The largest difference of a component; null where there is no value, or of another shape. */
export function distance(a: Value | Missing, b: Value | Missing): number | null {
  if (isMissing(a) || isMissing(b)) return null;
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b);
  if (typeof a !== "object" || typeof b !== "object" || a.kind === "sequence" || b.kind === "sequence") return null;
  if (a.data.length !== b.data.length) return null;
  return a.data.reduce((most, x, i) => Math.max(most, Math.abs(x - b.data[i])), 0);
}

function compare(measure: string, { recording, probe }: Ran): Comparison | null {
  const expected = `${measure}_expected`;
  let [atEnd, most, mostAt]: [number | null, number, number] = [null, 0, recording.frames[0]?.time ?? 0];
  for (const frame of recording.frames) {
    const off = distance(probe.value(frame, measure), probe.value(frame, expected));
    if (off === null) continue;
    atEnd = off;
    if (off > most) [most, mostAt] = [off, frame.time];
  }
  return atEnd === null ? null : { measure, expected, atEnd, most, mostAt };
}
