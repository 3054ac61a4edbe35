// Conditions of events that hold only by chance: a continuously changing number equals another at a single instant,
// which no step hits.

import { attributeName } from "../declare/environment.ts";
import type { EventDeclaration, Experiment } from "../declare/experiment.ts";
import { type BinaryExpr, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { spanText } from "../syntax/span.ts";
import { isRate } from "../syntax/statement.ts";

/** Functions whose values jump. */
const jumping: ReadonlySet<string> = new Set(["floor", "sign"]);

/** The meaning of a name: something that changes continuously, or not, or an expression. */
type Meaning = (name: string) => boolean | Expr;

export function checkConditions(experiment: Experiment, diagnostics: Diagnostics): void {
  const { events, contexts } = experiment;
  const rated = new Set<string>();
  for (const { functions, aliases } of contexts)
    for (const { name } of functions.filter(isRate)) {
      const alias = aliases.find((one) => one.name.name === name);
      rated.add(alias ? alias.attribute.name : attributeName(name));
    }
  for (const event of events)
    if (event.when)
      for (const found of equalities(event.when)) {
        const flowing = flowingSide(found, meaningIn(event, rated));
        if (flowing) reportEquality(found, flowing, diagnostics);
      }
  checkKept(experiment, rated, diagnostics);
}

/** What studies keep and lessons ask for. */
function checkKept(
  { measures, studies, lessons }: Experiment,
  rated: ReadonlySet<string>,
  diagnostics: Diagnostics,
): void {
  const functions = measures.flatMap(({ definitions }) => definitions);
  const shared = measures.flatMap(({ aliases }) => aliases);
  const goals = lessons.flatMap(({ steps, aliases }) => steps.map(({ goal }) => ({ expr: goal, aliases })));
  const kept = studies.flatMap(({ kept, aliases }) => kept.map(({ value }) => ({ expr: value, aliases })));
  for (const { expr, aliases } of [...kept, ...goals]) {
    if (!expr) continue;
    const meaning = meaningIn({ functions, aliases: [...aliases, ...shared] }, rated);
    for (const found of equalities(expr)) {
      const flowing = flowingSide(found, meaning);
      if (flowing && !hasCount(flowing)) reportKeptEquality(found, flowing, diagnostics);
    }
  }
}

function hasCount(expr: Expr): boolean {
  return (expr.kind === "call" && /^count(Events|Steps)$/.test(expr.name)) || partsOf(expr).some(hasCount);
}

function reportKeptEquality({ opSpan, left, right }: BinaryExpr, flowing: Expr, diagnostics: Diagnostics): void {
  const [a, b] = [spanText(left.span), spanText(right.span)];
  diagnostics.warning(
    "condition",
    opSpan,
    `'${spanText(flowing.span)}' changes continuously and equals another number only by chance`,
    `write ${a} <= ${b} or ${a} >= ${b}, by the side it comes from, or abs(${a} - ${b}) < 0.01`,
  );
}

function equalities(expr: Expr): BinaryExpr[] {
  const own = expr.kind === "binary" && (expr.op === "==" || expr.op === "!=") ? [expr] : [];
  return [...own, ...partsOf(expr).flatMap(equalities)];
}

/** The side of a comparison that changes continuously; null if neither does. */
function flowingSide({ left, right }: BinaryExpr, meaning: Meaning): Expr | null {
  return [left, right].find((side) => isFlowing(side, meaning, new Set())) ?? null;
}

function reportEquality({ op, opSpan, left, right }: BinaryExpr, flowing: Expr, diagnostics: Diagnostics): void {
  const [a, b] = [spanText(left.span), spanText(right.span)];
  const isTime = left.kind === "name" && left.name === "t";
  const advice = isTime ? `write ${a} >= ${b}` : `write ${a} >= ${b} or ${a} <= ${b}, by the side it comes from`;
  const changing = `'${flowing === left ? a : b}' changes all the time`;
  diagnostics.warning(
    "condition",
    opSpan,
    op === "=="
      ? `${changing}: it is equal to '${flowing === left ? b : a}' at an instant only, which the run meets by chance`
      : `${changing}: it differs from '${flowing === left ? b : a}' at almost every instant`,
    `${advice}: the event happens at the instant when that becomes true`,
  );
}

/** What names mean beside these functions and aliases; `rated` are the attributes that have rates. */
function meaningIn(
  { functions, aliases }: Pick<EventDeclaration, "functions" | "aliases">,
  rated: ReadonlySet<string>,
): Meaning {
  return (name) => {
    const alias = aliases.find((one) => one.name.name === name);
    if (alias) return rated.has(alias.attribute.name);
    const helper = functions.find((one) => one.name === name && one.params.length === 0);
    return helper?.body ?? rated.has(name);
  };
}

/** Whether a value changes continuously: it depends on the time, or on an attribute with a rate. */
function isFlowing(expr: Expr, meaning: Meaning, seen: Set<string>): boolean {
  if (expr.kind === "if" || (expr.kind === "binary" && /^([<>]=?|[=!]=)$/.test(expr.op))) return false;
  if (expr.kind === "call" && jumping.has(expr.name)) return false;
  if (expr.kind === "name") {
    if (expr.name === "t") return true;
    if (seen.has(expr.name)) return false;
    seen.add(expr.name);
    const meant = meaning(expr.name);
    return typeof meant === "boolean" ? meant : isFlowing(meant, meaning, seen);
  }
  return partsOf(expr).some((part) => isFlowing(part, meaning, seen));
}
