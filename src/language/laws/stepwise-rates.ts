// Rates written as if a program's loop took the steps: multiplied by the length of a step, or computed from the values
// of the last one. An integrator follows rates within a step, and multiplies them itself.
import type { ContextScope } from "../declare/context-scope.ts";
import { type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import type { Span } from "../syntax/span.ts";
import { isContribution, isRate } from "../syntax/statement.ts";
import { isLasting, type SimulationStatements, type Statement } from "./simulation-statements.ts";
import { visitCalls } from "./statements.ts";

export function reportStepwiseRates(statements: SimulationStatements, diagnostics: Diagnostics): void {
  const keysOf = (states: (definition: Definition) => boolean) =>
    new Set(statements.all.filter(({ definition }) => states(definition)).map(({ key }) => key));
  const [rated, sums] = [keysOf(isRate), keysOf(isContribution)];
  for (const statement of statements.all) {
    const { definition } = statement;
    if (!isLasting(statement) || !(isRate(definition) || isContribution(definition))) continue;
    reportPrevious(statement, { rated, sums }, statements, diagnostics);
    if (isRate(definition)) reportSteps(statement, diagnostics);
  }
}

/** Reports registered values of attributes that have rates, and of sums: within a step they are constant. */
function reportPrevious(
  { definition, scope }: Statement,
  { rated, sums }: { readonly rated: ReadonlySet<string>; readonly sums: ReadonlySet<string> },
  statements: SimulationStatements,
  diagnostics: Diagnostics,
): void {
  const what = isRate(definition) ? "the rate" : "what is added";
  for (const { body } of helpersOf(definition, scope))
    visitCalls(body, ({ name, args, span }) => {
      const [arg] = args;
      const attribute = name === "previous" && arg?.kind === "name" ? scope.attribute(arg.name) : null;
      const key = (attribute && statements.keyOf(attribute, scope)) ?? "";
      if (arg?.kind !== "name" || !(rated.has(key) || sums.has(key))) return;
      // A sum is not known where contributions are computed.
      const isOpen = sums.has(key) && !isRate(definition);
      diagnostics.warning(
        "stepwise",
        span,
        `previous(${arg.name}) is the value at the end of the last step: within a step ${what} stays as it was, ` +
          `and every integrator is as inexact as 'explicit euler'`,
        isOpen ? `write what '${arg.name}' is made of` : `write ${arg.name}`,
      );
    });
}

/** A definition, and the helpers of its law from which it is computed. */
function helpersOf(definition: Definition, scope: ContextScope): readonly Definition[] {
  const found = new Set([definition]);
  const look = (expr: Expr): void => {
    const helper = expr.kind === "name" ? helperNamed(expr.name, scope) : null;
    if (helper && !found.has(helper)) {
      found.add(helper);
      look(helper.body);
    }
    for (const part of partsOf(expr)) look(part);
  };
  look(definition.body);
  return [...found];
}

function helperNamed(name: string, scope: ContextScope): Definition | null {
  const binding = scope.attribute(name) ? null : scope.lookup(name);
  if (binding?.kind !== "function" || binding.scope !== scope) return null;
  return binding.definition.params.length === 0 ? binding.definition : null;
}

function reportSteps({ definition, scope }: Statement, diagnostics: Diagnostics): void {
  for (const span of new Set(stepsIn(definition.body, scope, new Set())))
    diagnostics.warning(
      "stepwise",
      span,
      `a rate is per unit of time already, and here that of '${definition.name}' is multiplied by the length of a step`,
      "leave out dt: the run multiplies by it",
    );
}

/** The places where the step is a factor of a whole term. */
function stepsIn(expr: Expr, scope: ContextScope, seen: Set<Definition>): readonly Span[] {
  const inPart = (part: Expr) => stepsIn(part, scope, seen);
  switch (expr.kind) {
    case "name": {
      const attribute = scope.attribute(expr.name);
      if (attribute?.owner.kind === "world" && attribute.name === "dt") return [expr.span];
      const helper = helperNamed(expr.name, scope);
      if (!helper || seen.has(helper)) return [];
      seen.add(helper);
      return inPart(helper.body);
    }
    case "unary":
      return inPart(expr.operand);
    case "unit":
      return inPart(expr.value);
    case "vector":
      return expr.elements.flatMap(inPart);
    case "if":
      return [...inPart(expr.yes), ...inPart(expr.no)];
    case "binary":
      if (expr.op === "+" || expr.op === "-") return [...inPart(expr.left), ...inPart(expr.right)];
      if (isOverStep(expr, scope)) return [];
      if (expr.op === "*") return [...inPart(expr.left), ...inPart(expr.right)];
      return expr.op === "/" ? inPart(expr.left) : [];
    default:
      return [];
  }
}

/** Whether a product is divided by the step: a quotient of steps is a number. */
function isOverStep(expr: Expr, scope: ContextScope): boolean {
  if (expr.kind === "unary" || expr.kind === "unit") return partsOf(expr).some((part) => isOverStep(part, scope));
  if (expr.kind !== "binary" || (expr.op !== "*" && expr.op !== "/")) return false;
  if (isOverStep(expr.left, scope)) return true;
  return expr.op === "*" ? isOverStep(expr.right, scope) : stepsIn(expr.right, scope, new Set()).length > 0;
}
