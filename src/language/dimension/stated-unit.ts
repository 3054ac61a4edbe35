// The unit that a text states for a value.
import type { Expr } from "../syntax/ast.ts";
import type { Unit } from "../syntax/unit.ts";

/** The unit of a value, or of all the elements of a vector. */
export function statedUnit(expr: Expr): Unit | null {
  if (expr.kind === "unit") return expr.unit;
  if (expr.kind === "unary" && expr.op !== "!") return statedUnit(expr.operand);
  if (expr.kind !== "vector") return null;
  const [first, ...rest] = expr.elements.map(statedUnit);
  return first && rest.every((unit) => unit?.text === first.text) ? first : null;
}
