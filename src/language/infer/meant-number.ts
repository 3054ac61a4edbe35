// Why a value is a vector where a number belongs, and what to write: `mass * g * h` is one because g is.
import type { Shape } from "../shapes/shape.ts";
import type { Expr } from "../syntax/ast.ts";
import { spanLine } from "../syntax/span.ts";

type ShapeOf = (expr: Expr) => Shape;

/** The name in a product that makes it a vector; null if there is none, or more than one. */
function causeOf(expr: Expr, shapeOf: ShapeOf): Expr | null {
  if (expr.kind === "name") return expr;
  if (expr.kind === "unary" && expr.op !== "!") return causeOf(expr.operand, shapeOf);
  if (expr.kind === "unit") return causeOf(expr.value, shapeOf);
  if (expr.kind !== "binary" || (expr.op !== "*" && expr.op !== "/")) return null;
  const vectors = [expr.left, expr.right].filter((side) => shapeOf(side).kind === "vector");
  return vectors.length === 1 ? causeOf(vectors[0], shapeOf) : null;
}

/** `position # 3` among the factors of a product, from a vector of the given length. */
function elementIn(expr: Expr, length: number, shapeOf: ShapeOf): { vector: Expr; index: number } | null {
  if (expr.kind === "unary") return elementIn(expr.operand, length, shapeOf);
  if (expr.kind !== "binary") return null;
  if (expr.op === "#") {
    const shape = shapeOf(expr.left);
    const isOne = expr.right.kind === "number" && shape.kind === "vector" && shape.length === length;
    return isOne && expr.left.kind === "name" ? { vector: expr.left, index: Number(spanLine(expr.right.span)) } : null;
  }
  if (expr.op !== "*") return null;
  return elementIn(expr.left, length, shapeOf) ?? elementIn(expr.right, length, shapeOf);
}

/** What to write if an expression is a vector but should be a number; nothing if that is unknown. */
export function meantNumber(expr: Expr, shapeOf: ShapeOf): string | undefined {
  const shape = shapeOf(expr);
  const cause = shape.kind === "vector" ? causeOf(expr, shapeOf) : null;
  if (!cause || shape.kind !== "vector" || shape.length === null) return undefined;
  const name = spanLine(cause.span);
  const element = elementIn(expr, shape.length, shapeOf);
  const why = cause === expr ? `${name} is a vector` : `${spanLine(expr.span)} is a vector, because ${name} is`;
  const one = `${name} # ${element?.index ?? Math.min(3, shape.length)}`;
  const inner = element && `${name} . ${spanLine(element.vector.span)}`;
  return inner
    ? `${why}; for a number write ${one}, or ${inner} in place of ` +
        `${name} and ${spanLine(element.vector.span)} # ${element.index}`
    : `${why}; for a number write norm(${name}), or an element of it: ${one}`;
}
