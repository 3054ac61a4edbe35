// The probable error of a number, from runs with half and a quarter of the step: at one instant, and along the way.
import type { Value } from "../../compiler/values/value.ts";
import { log } from "../../math/elementary/elementary.ts";
import { isMissing, type Missing, type Probe } from "../../record/probe/probe.ts";
import type { Recording } from "../../record/run/record.ts";

export interface Ran {
  readonly recording: Recording;
  readonly probe: Probe;
}

/** The run, the same with shorter steps, and the run by another integrator if there is one. */
export interface Runs {
  readonly base: Ran;
  readonly half: Ran;
  readonly quarter: Ran;
  readonly second: Ran | null;
}

/** A number at an instant with its error bar; null if the steps do not give one. */
export interface Bar {
  readonly time: number;
  readonly value: number;
  readonly error: number | null;
}

/** One number of the run, and its differences in other runs. */
export interface Estimate {
  readonly path: string;
  readonly value: Value;
  /** The largest difference of a component from the run with half the step, at that time and over all frames. */
  readonly halved: number;
  readonly halvedMost: number;
  /** The power of the step with which the difference shrinks; null if it does not shrink, or there is none. */
  readonly order: number | null;
  /** The probable error of the run itself, from the three runs; null if the steps do not give one. */
  readonly error: number | null;
  /** The difference from the run by the other integrator; null without one. */
  readonly other: number | null;
  /** Error bars along the trajectory of a number that is not a vector; otherwise none. */
  readonly bars: readonly Bar[];
}

/** The most bars that are drawn. */
const mostBars = 400;

/** The estimate at the end, or at a time that all runs have. Null if there is no such number. */
export function estimate(path: string, { base, half, quarter, second }: Runs, time: number | null): Estimate | null {
  const { frames } = base.recording;
  const frame = time === null ? frames.at(-1) : frames.findLast((one) => one.time === time);
  const value = frame && base.probe.value(frame, path);
  if (!frame || value === undefined || isMissing(value) || typeof value === "boolean") return null;
  const at = (ran: Ran, t = frame.time) => valueAt(ran, t, path);
  const halved = valueDistance(value, at(half));
  if (halved === null) return null;
  let halvedMost = 0;
  const bars: Bar[] = [];
  const stride = Math.ceil(frames.length / mostBars);
  for (const [i, { time: t }] of frames.entries()) {
    const [one, two] = [at(base, t), at(half, t)];
    if (isMissing(one)) continue;
    const apart = valueDistance(one, two);
    halvedMost = Math.max(halvedMost, apart ?? 0);
    if (typeof one !== "number" || (i % stride !== 0 && i !== frames.length - 1)) continue;
    const error = apart === null ? null : errorOf(one, apart, valueDistance(two, at(quarter, t)));
    bars.push({ time: t, value: one, error });
  }
  const quartered = valueDistance(at(half), at(quarter));
  const ratio = ratioOf(halved, quartered);
  return {
    path,
    value,
    halved,
    halvedMost,
    order: ratio === null ? null : log(ratio) / log(2),
    error: errorOf(value, halved, quartered),
    other: second && valueDistance(value, at(second)),
    bars,
  };
}

function ratioOf(halved: number, quartered: number | null): number | null {
  return quartered !== null && quartered > 0 && halved > quartered ? halved / quartered : null;
}

/** Differences that shrink by a ratio r from step to step add up to halved · r / (r - 1). */
function errorOf(value: Value, halved: number, quartered: number | null): number | null {
  const ratio = ratioOf(halved, quartered);
  return ratio === null ? (isRounding(halved, value) ? halved : null) : (halved * ratio) / (ratio - 1);
}

/** Whether a difference is so small that it varies with the last digits, whatever the step. */
function isRounding(difference: number, value: Value): boolean {
  const size =
    typeof value === "object" && value.kind !== "sequence"
      ? value.data.reduce((most, x) => Math.max(most, Math.abs(x)), 0)
      : Math.abs(Number(value));
  return difference <= 1e-11 * Math.max(1, size);
}

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

/** The largest difference of a component; null if a value is missing, or shapes differ. */
export function valueDistance(a: Value | Missing, b: Value | Missing): number | null {
  if (isMissing(a) || isMissing(b)) return null;
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b);
  if (typeof a !== "object" || typeof b !== "object" || a.kind === "sequence" || b.kind === "sequence") return null;
  if (a.data.length !== b.data.length) return null;
  return a.data.reduce((most, x, i) => Math.max(most, Math.abs(x - b.data[i])), 0);
}
