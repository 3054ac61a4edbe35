// Gravity in a text without units: an acceleration where a force belongs (`force += g`), or a force where an
// acceleration does (`v' = mass * g`).
import type { ContextScope } from "../declare/context-scope.ts";
import { attributeName } from "../declare/environment.ts";
import type { Experiment } from "../declare/experiment.ts";
import type { Definition, Expr } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { expressionText } from "../syntax/expression-text.ts";
import { isContribution, withoutEnd } from "../syntax/statement.ts";
import type { GoverningContext } from "./simulation-statements.ts";
import { factorsOf, termsOf } from "./terms.ts";

const gravityNames = /^(g|gravity)$/;
const massNames = /^(m|mass)[12]?$/;

export function reportMissingMass(
  governing: readonly GoverningContext[],
  { world }: Experiment,
  diagnostics: Diagnostics,
): void {
  // Units show it better.
  const accelerations = new Set(
    world.filter(({ name, body }) => gravityNames.test(name) && isEarths(body)).map(({ name }) => name),
  );
  if (accelerations.size === 0) return;
  const all = governing.flatMap(({ context }) => context.functions);
  const velocities = new Set(all.flatMap(velocityOf));
  const forces = new Set(all.flatMap((definition) => forceOf(definition, velocities)));
  for (const { context, scopes } of governing) {
    const [scope] = scopes;
    if (context.block.span.source !== scope.environment.main || context.type === "collision" || hasUnitMass(scope))
      continue;
    for (const definition of context.functions) {
      const name = withoutEnd(attributeName(definition.name));
      if (isContribution(definition) && forces.has(name)) reportForce(definition, scope, accelerations, diagnostics);
      if (definition.order === 1 && velocities.has(name)) reportRate(definition, scope, accelerations, diagnostics);
    }
  }
}

/** A vector or number without a unit, of the size of the gravity of the Earth. */
function isEarths(expr: Expr): boolean {
  if (expr.kind === "unary") return isEarths(expr.operand);
  if (expr.kind === "vector") return expr.elements.some(isEarths);
  return expr.kind === "number" && expr.value > 9.7 && expr.value < 10.1;
}

/** `position' = v`: v. */
function velocityOf({ name, order, body }: Definition): string[] {
  return order === 1 && attributeName(name) === "position" && body.kind === "name" ? [body.name] : [];
}

/** `v' = force / mass`: force. */
function forceOf({ name, order, body }: Definition, velocities: ReadonlySet<string>): string[] {
  if (order !== 1 || !velocities.has(attributeName(name)) || body.kind !== "binary" || body.op !== "/") return [];
  return body.left.kind === "name" && body.right.kind === "name" && massNames.test(body.right.name)
    ? [body.left.name]
    : [];
}

/** Whether all masses are 1: then what lacks a mass is right. */
function hasUnitMass({ cast }: ContextScope): boolean {
  return cast.objects.every(({ declaration }) => {
    const mass = declaration.attributes.find(({ name }) => massNames.test(name))?.value;
    return mass?.kind === "number" && mass.value === 1;
  });
}

function reportForce(
  { name, body }: Definition,
  scope: ContextScope,
  accelerations: ReadonlySet<string>,
  diagnostics: Diagnostics,
): void {
  for (const { expr } of termsOf(body, scope)) {
    if (expr.kind !== "name" || !accelerations.has(expr.name)) continue;
    const mass = massOf(scope, /[12]$/.exec(name)?.[0] ?? "");
    diagnostics.warning(
      "dimensions",
      expr.span,
      `'${expr.name}' is an acceleration, and what is added to '${name}' is divided by ${mass}, as a force is`,
      `write ${mass} * ${expr.name}`,
    );
    return;
  }
}

function reportRate(
  { name, body }: Definition,
  scope: ContextScope,
  accelerations: ReadonlySet<string>,
  diagnostics: Diagnostics,
): void {
  for (const { expr } of termsOf(body, scope)) {
    const { factors } = factorsOf(expr);
    const isNamed = (names: (said: string) => boolean) =>
      factors.some(({ expr: one, isDivisor }) => !isDivisor && one.kind === "name" && names(one.name));
    const isWeight =
      factors.length === 2 && isNamed((said) => massNames.test(said)) && isNamed((said) => accelerations.has(said));
    if (!isWeight) continue;
    diagnostics.warning(
      "dimensions",
      expr.span,
      `'${expressionText(expr)}' is a force, and the rate of '${name}' is an acceleration`,
      "leave out the mass, or divide the sum of all forces by it",
    );
    return;
  }
}

function massOf({ cast }: ContextScope, end: string): string {
  const names = cast.objects.flatMap(({ attributes }) => [...attributes.keys()].filter((name) => massNames.test(name)));
  return `${names[0] ?? "mass"}${end}`;
}
