// The runs of a study: every combination of the values it varies, in the order written, the first the slowest to
// change.

import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import { formatValue, isFiniteValue, type Value } from "../../compiler/values/value.ts";
import { RunError } from "../../engine/model/run-error.ts";
import type { Checked } from "../../language/check/check.ts";
import { tooManyRuns } from "../../language/check/study.ts";
import {
  mostRuns,
  type StudyDeclaration,
  type Target,
  targetOf,
  type Variation,
} from "../../language/declare/study.ts";
import type { Scope } from "../../language/names/scope.ts";
import type { CallExpr } from "../../language/syntax/ast.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { fitsSign, numberSetting } from "../../language/syntax/simulation-settings.ts";
import type { Span } from "../../language/syntax/span.ts";
import { pow } from "../../math/elementary/elementary.ts";

/** A varied value; words name an integrator. */
export type Varied = Value | string;

export interface GridAxis {
  readonly label: string;
  /** The name without its owner. */
  readonly name: string;
  readonly target: Target;
  readonly values: readonly Varied[];
}

export interface Grid {
  readonly checked: Checked;
  readonly study: StudyDeclaration;
  readonly axes: readonly GridAxis[];
  /** Number of runs. */
  readonly count: number;
}

/** The runs of a study, or why its values are invalid. */
export function gridOf(checked: Checked, study: StudyDeclaration): Grid | Diagnostic {
  try {
    const axes = study.variations.map((variation) => axisOf(variation, study.scope, checked));
    const count = axes.reduce((product, { values }) => product * values.length, 1);
    if (count > mostRuns) throw new RunError("too-many", study.name.span, tooManyRuns(count));
    return { checked, study, axes, count };
  } catch (error) {
    if (error instanceof RunError || error instanceof EvaluationError) return error.diagnostic;
    throw error;
  }
}

/** The values of one run, an axis each. */
export function pointAt({ axes }: Grid, index: number): Varied[] {
  const point: Varied[] = [];
  let rest = index;
  for (const { values } of axes.toReversed()) {
    point.unshift(values[rest % values.length]);
    rest = Math.floor(rest / values.length);
  }
  return point;
}

export function formatVaried(value: Varied): string {
  return typeof value === "string" ? value : formatValue(value);
}

function axisOf(variation: Variation, scope: Scope, { environment }: Checked): GridAxis {
  const { label, name, values, valuesSpan } = variation;
  const target = targetOf(variation, environment);
  if (!target) throw new RunError("unknown-name", name.span, `there is no '${label}' to vary`);
  const axis = (list: readonly Varied[]) => ({ label, name: name.name, target, values: list });
  switch (values.kind) {
    case "words":
      return axis(values.words.map((word) => word.name));
    case "list":
      return axis(
        values.elements.map((element) => fitting(new Interpreter().run(element, scope), target, label, element.span)),
      );
    case "range":
      return axis(rangeOf(values.call, scope).map((value) => fitting(value, target, label, valuesSpan)));
    case "broken":
      throw new RunError("setting", valuesSpan, `'${label}' has no values to vary over`);
  }
}

/** Refuses values with which no run could start, before the first run. */
function fitting(value: Value, target: Target, label: string, span: Span): Value {
  if (!isFiniteValue(value))
    throw new RunError("not-finite", span, `'${label}' takes finite values, not ${formatValue(value)}`);
  if (target.kind !== "setting") return value;
  if (typeof value !== "number") throw new RunError("setting", span, `'${label}' takes a number`);
  const { number: rule } = numberSetting(target.key);
  if (!fitsSign(rule, value)) throw new RunError("setting", span, `'${label}' must be ${rule}, and is ${value}`);
  return value;
}

function rangeOf(call: CallExpr, scope: Scope): number[] {
  const [from, to, count] = call.args.map((arg) => {
    const value = new Interpreter().run(arg, scope);
    if (typeof value !== "number" || !Number.isFinite(value))
      throw new RunError("arguments", arg.span, `${call.name} takes finite reals`);
    return value;
  });
  const least = from === to ? 1 : 2;
  if (!Number.isInteger(count) || count < least || count > mostRuns)
    throw new RunError(
      "arguments",
      call.args[2].span,
      `${call.name} makes ${least} to ${mostRuns} values, and this asks for ${count}`,
    );
  if (call.name === "logRange" && !(from > 0 && to > 0))
    throw new RunError("arguments", call.span, "logRange goes from a positive number to a positive number");
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return from;
    if (i === count - 1) return to;
    const part = i / (count - 1);
    return call.name === "range" ? from + (to - from) * part : from * pow(to / from, part);
  });
}
