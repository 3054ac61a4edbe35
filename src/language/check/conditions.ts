// Conditions of events that hold by chance alone: a number that changes without a break is equal to another at an
// instant, which no step meets.

import { attributeName } from "../declare/environment.ts";
import type { EventDeclaration, Experiment } from "../declare/experiment.ts";
import { type BinaryExpr, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { spanText } from "../syntax/span.ts";

/** Functions whose values jump and stay. */
const jumping: ReadonlySet<string> = new Set(["floor", "sign"]);

export function checkConditions({ events, contexts }: Experiment, diagnostics: Diagnostics): void {
  const rated = new Set<string>();
  for (const { functions, aliases } of contexts)
    for (const { name, order } of functions)
      if (order > 0) {
        const alias = aliases.find((one) => one.name.name === name);
        rated.add(alias ? alias.attribute.name : attributeName(name));
      }
  for (const event of events)
    if (event.when) for (const found of equalities(event.when)) reportEquality(found, event, rated, diagnostics);
}

function equalities(expr: Expr): BinaryExpr[] {
  const own = expr.kind === "binary" && (expr.op === "==" || expr.op === "!=") ? [expr] : [];
  return [...own, ...partsOf(expr).flatMap(equalities)];
}

function reportEquality(
  { op, opSpan, left, right }: BinaryExpr,
  event: EventDeclaration,
  rated: ReadonlySet<string>,
  diagnostics: Diagnostics,
): void {
  const flows = [left, right].map((side) => isFlowing(side, event, rated, new Set()));
  if (!flows[0] && !flows[1]) return;
  const [a, b] = [spanText(left.span), spanText(right.span)];
  const isTime = left.kind === "name" && left.name === "t";
  const advice = isTime ? `write ${a} >= ${b}` : `write ${a} >= ${b} or ${a} <= ${b}, by the side it comes from`;
  const changing = `'${flows[0] ? a : b}' changes all the time`;
  diagnostics.warning(
    "condition",
    opSpan,
    op === "=="
      ? `${changing}: it is equal to '${flows[0] ? b : a}' at an instant only, which the run meets by chance`
      : `${changing}: it differs from '${flows[0] ? b : a}' at almost every instant`,
    `${advice}: the event happens at the instant when that becomes true`,
  );
}

/** Whether a value changes without a break: it is made from the time, or from an attribute with a rate. */
function isFlowing(expr: Expr, event: EventDeclaration, rated: ReadonlySet<string>, seen: Set<string>): boolean {
  if (expr.kind === "if" || (expr.kind === "binary" && /^([<>]=?|[=!]=)$/.test(expr.op))) return false;
  if (expr.kind === "call" && jumping.has(expr.name)) return false;
  if (expr.kind === "name") {
    if (expr.name === "t") return true;
    if (seen.has(expr.name)) return false;
    seen.add(expr.name);
    const alias = event.aliases.find((one) => one.name.name === expr.name);
    if (alias) return rated.has(alias.attribute.name);
    const helper = event.functions.find(({ name, params }) => name === expr.name && params.length === 0);
    return helper ? isFlowing(helper.body, event, rated, seen) : rated.has(expr.name);
  }
  return partsOf(expr).some((part) => isFlowing(part, event, rated, seen));
}
