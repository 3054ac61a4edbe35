// Numbers over time, for plots and for the drift of measures.
import type { Value } from "../../compiler/values/value.ts";
import type { Model } from "../../engine/model/model.ts";
import { printable } from "../../language/syntax/diagnostic.ts";
import type { Unit } from "../../language/syntax/unit.ts";
import { isMissing } from "../../record/probe/probe.ts";
import { inUnit, readUnit, unitMisfit } from "../../record/units/display-unit.ts";
import { unitOf } from "../../record/units/quantity-unit.ts";
import { splitUnit } from "../../record/units/unit-text.ts";
import type { CurveColumn, CurveRows } from "../protocol/messages.ts";
import type { Job } from "./job.ts";

/** Milliseconds of work on one answer, so that the run and other questions get their turn. */
const patience = 25;
/** Rows between two looks at the clock. */
const stretch = 16;

/** A path with the unit to show it in, or why it cannot be shown in that unit. */
interface Asked {
  readonly path: string;
  readonly unit: Unit | null;
  readonly misfit: string | null;
}

function askedOf(text: string, model: Model): Asked {
  const { name: path, unit: said } = splitUnit(text);
  if (said === null) return { path, unit: null, misfit: null };
  const unit = readUnit(said);
  if ("severity" in unit)
    return { path, unit: null, misfit: [`[${printable(said)}]: ${unit.message}`, ...unit.notes].join("; ") };
  return { path, unit, misfit: unitMisfit(model, path, unit) };
}

/** Paths may have a unit behind them: `ball.v [km/h]`. */
export function curveRows(job: Job, paths: readonly string[], from: number): CurveRows {
  const { recording, probe, run, isStopped, curves } = job;
  curves.extend(run.isDone || isStopped);
  const { moments, sides } = curves;
  const until = performance.now() + patience;
  const found: (Value | null)[][] = paths.map(() => []);
  const asked = paths.map((path) => askedOf(path, recording.model));
  const missing = asked.map(({ misfit }) => misfit);
  let to = from;
  while (to < moments.length && ((to - from) % stretch !== 0 || performance.now() < until)) {
    const { time, memory, applications, act } = moments[to++];
    // Read once: a side of an event computes its memory whenever it is read.
    const moment = { time, memory, applications, act };
    for (const [k, { path, unit, misfit }] of asked.entries()) {
      const value = misfit === null ? probe.value(moment, path) : { missing: misfit };
      if (isMissing(value)) missing[k] ??= value.missing;
      found[k].push(isMissing(value) ? null : inUnit(value, unit));
    }
  }
  const columns = asked.map(({ path, unit: chosen }, k): CurveColumn => {
    const { shape, values } = columnOf(found[k]);
    const unit = chosen?.text ?? unitOf(recording.model, job.world, path);
    return { shape, values, unit, missing: shape ? null : missing[k] };
  });
  const part = moments.slice(from, to);
  return {
    times: Float64Array.from(part, ({ time }) => time),
    sides: Int32Array.from(sides.slice(from, to)),
    columns,
    isMore: to < moments.length,
  };
}

/** A column with the shape of the first value; values of other shapes are missing. */
function columnOf(values: readonly (Value | null)[]): Pick<CurveColumn, "shape" | "values"> {
  const first = values.find((value): value is Plain => value !== null && !isSequence(value));
  if (first === undefined) return { shape: null, values: new Float64Array(0) };
  const shape = shapeOf(first);
  const width = shape.reduce((product, n) => product * n, 1);
  const numbers = new Float64Array(width * values.length).fill(Number.NaN);
  for (const [i, value] of values.entries()) {
    if (value === null || isSequence(value)) continue;
    if (typeof value !== "object") {
      if (width === 1) numbers[i] = Number(value);
    } else if (value.data.length === width) numbers.set(value.data, i * width);
  }
  return { shape, values: numbers };
}

type Plain = Exclude<Value, { kind: "sequence" }>;

function isSequence(value: Value): value is Extract<Value, { kind: "sequence" }> {
  return typeof value === "object" && value.kind === "sequence";
}

function shapeOf(value: Plain): number[] {
  if (typeof value !== "object") return [];
  return value.kind === "vector" ? [value.data.length] : [value.rows, value.cols];
}
