// Friction and drag that push sideways: the product of two vectors is the cross product; a field times the direction of
// motion is at right angles to the motion.
import type { ContextScope } from "../declare/context-scope.ts";
import { attributeName } from "../declare/environment.ts";
import { type BinaryExpr, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { isRate } from "../syntax/statement.ts";

/** `mu * g * normalize(v)`, where `position' = v` and g is a vector of the world. */
export function reportRightAngles(scope: ContextScope, diagnostics: Diagnostics): void {
  const { laws, environment } = scope;
  if (laws.context?.block.span.source !== environment.main) return;
  const velocities = new Set(
    laws.functions.flatMap((one) =>
      isRate(one) && attributeName(one.name) === "position" && one.body.kind === "name" ? [one.body.name] : [],
    ),
  );
  if (velocities.size === 0) return;
  const look = (expr: Expr): void => {
    if (expr.kind === "binary" && expr.op === "*") reportProduct(expr, velocities, scope, diagnostics);
    for (const part of partsOf(expr)) look(part);
  };
  for (const { body } of laws.functions) look(body);
}

function reportProduct(
  { left, right, opSpan }: BinaryExpr,
  velocities: ReadonlySet<string>,
  scope: ContextScope,
  diagnostics: Diagnostics,
): void {
  for (const [one, other] of [
    [left, right],
    [right, left],
  ]) {
    const moved = directionOf(one, velocities);
    const field = moved === null ? null : fieldOf(other, scope);
    if (moved === null || field === null) continue;
    diagnostics.warning(
      "cross-product",
      opSpan,
      `* of two vectors is the cross product: '${field}' times the direction of '${moved}' is at right angles to the ` +
        "motion, so it neither drives nor slows it",
      `write norm(${field}) for the size of '${field}'`,
    );
    return;
  }
}

/** The velocity whose direction an expression is; null if it is none. */
function directionOf(expr: Expr, velocities: ReadonlySet<string>): string | null {
  const named = (one: Expr) => (one.kind === "name" && velocities.has(one.name) ? one.name : null);
  if (expr.kind === "unary") return directionOf(expr.operand, velocities);
  if (expr.kind === "call" && expr.name === "normalize" && expr.args.length === 1) return named(expr.args[0]);
  if (expr.kind !== "binary" || expr.op !== "/" || expr.right.kind !== "call" || expr.right.name !== "norm")
    return null;
  const of = named(expr.left);
  return of !== null && expr.right.args.length === 1 && named(expr.right.args[0]) === of ? of : null;
}

/** The vector of the world that an expression is a multiple of, as far as its factors show it. */
function fieldOf(expr: Expr, scope: ContextScope): string | null {
  if (expr.kind === "unary") return fieldOf(expr.operand, scope);
  if (expr.kind === "binary" && (expr.op === "*" || expr.op === "/"))
    return fieldOf(expr.left, scope) ?? (expr.op === "*" ? fieldOf(expr.right, scope) : null);
  if (expr.kind !== "name") return null;
  const attribute = scope.attribute(expr.name);
  const shape = attribute?.owner.kind === "world" ? scope.environment.world.get(attribute.name) : undefined;
  return shape?.kind === "vector" ? expr.name : null;
}
