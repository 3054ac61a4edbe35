// Events that cannot happen, judged by their conditions on the time.
import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { EventDeclaration, Experiment } from "../../language/declare/experiment.ts";
import { type BinaryExpr, type Expr, partsOf } from "../../language/syntax/ast.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import type { PlainModel } from "../model/model.ts";
import { RunError } from "../model/run-error.ts";
import { readSettings } from "../model/settings.ts";

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Events whose conditions hold at no time of any simulation of the text. A duration set outside the text does not
 * count.
 */
export function lateEvents({ events, simulation, scope }: PlainModel, { simulations }: Experiment): Diagnostic[] {
  const runs = simulations.flatMap((one): Span[] => {
    try {
      const { initialTime, duration } = readSettings(one, scope, {});
      return [{ from: initialTime, to: initialTime + duration }];
    } catch (error) {
      if (!(error instanceof RunError || error instanceof EvaluationError)) throw error;
      return [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];
    }
  });
  const own = runs[simulations.indexOf(simulation)];
  return events.flatMap((event): Diagnostic[] => {
    const { name, when } = event;
    if (!own || !when || runs.some((run) => mayHold(when, run, event))) return [];
    return [
      {
        severity: "warning",
        code: "condition",
        message: `'${name.name}' cannot happen: '${simulation.name.name}' runs from t = ${own.from} to t = ${own.to}`,
        span: when.span,
        notes: ["write a time within the run, or a longer 'duration'"],
      },
    ];
  });
}

/** Whether a condition may hold at some time of a run; a condition that depends on more than the time may. */
function mayHold(expr: Expr, run: Span, event: EventDeclaration): boolean {
  if (expr.kind === "boolean") return expr.value;
  if (expr.kind !== "binary") return true;
  const { op, left, right } = expr;
  if (op === "&") return mayHold(left, run, event) && mayHold(right, run, event);
  if (op === "|") return mayHold(left, run, event) || mayHold(right, run, event);
  return mayCompare(expr, run, event);
}

const turned: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==" };

function mayCompare({ op, left, right }: BinaryExpr, { from, to }: Span, event: EventDeclaration): boolean {
  const isTurned = isTime(right, event);
  const bound = isTurned ? numberOf(left, event) : isTime(left, event) ? numberOf(right, event) : null;
  if (bound === null) return true;
  switch (isTurned ? turned[op] : op) {
    case "<":
      return from < bound;
    case "<=":
      return from <= bound;
    case ">":
      return to > bound;
    case ">=":
      return to >= bound;
    case "==":
      return from <= bound && bound <= to;
    default:
      return true;
  }
}

function isTime(expr: Expr, { aliases, functions }: EventDeclaration): boolean {
  if (expr.kind !== "name" || expr.name !== "t") return false;
  return ![...aliases.map(({ name }) => name.name), ...functions.map(({ name }) => name)].includes("t");
}

/** A number that is written out, with or without a unit; null for other expressions. */
function numberOf(expr: Expr, { scope }: EventDeclaration): number | null {
  if (!isWritten(expr)) return null;
  const value = new Interpreter().run(expr, scope);
  return typeof value === "number" ? value : null;
}

function isWritten(expr: Expr): boolean {
  if (expr.kind === "number") return true;
  const isSum = expr.kind === "unit" || expr.kind === "unary" || (expr.kind === "binary" && /^[-+*/^]$/.test(expr.op));
  return isSum && partsOf(expr).every(isWritten);
}
