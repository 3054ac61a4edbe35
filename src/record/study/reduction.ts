// Results of a run: reductions of values at its frames, and arithmetic on them. Each reduction becomes a number in the
// tree of the expression, the innermost first; the rest has no changing names.

import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import { literalAt } from "../../compiler/values/literal.ts";
import type { Value } from "../../compiler/values/value.ts";
import { isReduction } from "../../language/declare/study.ts";
import type { Scope } from "../../language/names/scope.ts";
import { type CallExpr, type Expr, mapParts } from "../../language/syntax/ast.ts";
import { spanText } from "../../language/syntax/span.ts";
import { isMissing, type Missing, type Probe } from "../probe/probe.ts";
import type { Frame, RecordedEvent } from "../run/record.ts";

export interface Reduced {
  readonly frames: readonly Frame[];
  readonly events: readonly RecordedEvent[];
  /** Number of steps of the run. */
  readonly steps: number;
}

/** Why a value is not available. Thrown and caught here. */
class Unreduced extends Error {}

export class Reduction {
  private readonly run: Reduced;
  private readonly probe: Probe;
  private readonly scope: Scope;
  private readonly known = new Map<string, readonly Value[]>();

  constructor(run: Reduced, probe: Probe, scope: Scope) {
    this.run = run;
    this.probe = probe;
    this.scope = scope;
  }

  /** The number of a result. */
  number(expr: Expr): number | Missing {
    const value = this.valueOf(expr);
    return typeof value === "number" || isMissing(value) ? value : { missing: "it is not a real" };
  }

  valueOf(expr: Expr): Value | Missing {
    try {
      return new Interpreter().run(this.reduce(expr), this.scope);
    } catch (error) {
      if (error instanceof Unreduced || error instanceof EvaluationError) return { missing: error.message };
      throw error;
    }
  }

  private reduce(expr: Expr): Expr {
    if (expr.kind === "call" && isReduction(expr, this.scope)) return literalAt(expr.span, this.value(expr));
    return mapParts(expr, (part) => this.reduce(part));
  }

  private value(call: CallExpr): Value {
    const { frames, events, steps } = this.run;
    const [arg] = call.args;
    if (call.name === "countSteps") return steps;
    if (call.name === "countEvents")
      return arg?.kind === "name" ? events.filter(({ context }) => context === arg.name).length : events.length;
    const at = this.reduce(arg);
    if (call.name === "initial") return this.at(frames[0], at);
    if (call.name === "final") return this.at(frames[frames.length - 1], at);
    if (call.name === "firstTime") return this.firstTime(at);
    const values = this.atAll(arg, at);
    if (call.name === "drift") return drift(values);
    if (call.name === "relativeDrift") return drift(values) / distance(values[0], null);
    const numbers = values.map((value) => (typeof value === "number" ? value : Number.NaN));
    if (call.name === "mean") return mean(frames, numbers);
    return numbers.reduce((best, x) => (call.name === "minimum" ? Math.min(best, x) : Math.max(best, x)));
  }

  private at(frame: Frame, expr: Expr): Value {
    const value = this.probe.evaluate(frame, expr, this.scope);
    if (isMissing(value)) throw new Unreduced(value.missing);
    return value;
  }

  /** The values at every frame; equal expressions are computed once. */
  private atAll(arg: Expr, reduced: Expr): readonly Value[] {
    const text = spanText(arg.span);
    let values = this.known.get(text);
    if (!values) this.known.set(text, (values = this.run.frames.map((frame) => this.at(frame, reduced))));
    return values;
  }

  private firstTime(condition: Expr): number {
    for (const frame of this.run.frames) if (this.at(frame, condition) === true) return frame.time;
    throw new Unreduced("never");
  }
}

/** The mean over time, by the trapezoidal rule. */
function mean(frames: readonly Frame[], numbers: readonly number[]): number {
  const length = frames[frames.length - 1].time - frames[0].time;
  if (length === 0) return numbers[0];
  let area = 0;
  for (let i = 1; i < numbers.length; i++)
    area += 0.5 * (numbers[i - 1] + numbers[i]) * (frames[i].time - frames[i - 1].time);
  return area / length;
}

/** The largest distance from the first value. */
function drift(values: readonly Value[]): number {
  return values.reduce((most: number, value) => Math.max(most, distance(value, values[0])), 0);
}

function distance(a: Value, b: Value | null): number {
  if (typeof a === "number" && (b === null || typeof b === "number")) return Math.abs(a - (b ?? 0));
  if (typeof a !== "object" || a.kind !== "vector" || typeof b === "number" || typeof b === "boolean")
    return Number.NaN;
  const from = b?.kind === "vector" ? b.data : new Float64Array(a.data.length);
  let square = 0;
  for (let i = 0; i < a.data.length; i++) square += (a.data[i] - from[i]) * (a.data[i] - from[i]);
  return Math.sqrt(square);
}
