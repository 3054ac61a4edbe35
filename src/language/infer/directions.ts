// Which vectors are multiples of others, as far as the text shows it: their cross product is always zero.
import type { Shape } from "../shapes/shape.ts";
import type { BinaryExpr, Expr } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { expressionText } from "../syntax/expression-text.ts";

export class KnownDirections {
  /** For a number times a vector: the vector. */
  private readonly found = new WeakMap<Expr, Expr>();

  /** `expr` has the direction of `part`. */
  set(expr: Expr, part: Expr): void {
    this.found.set(expr, this.of(part));
  }

  private of(expr: Expr): Expr {
    return this.found.get(expr) ?? expr;
  }

  /** Notes which vector a product is a multiple of; reports a cross product of two multiples of the same vector. */
  follow(expr: BinaryExpr, left: Shape, right: Shape, diagnostics: Diagnostics): void {
    if (expr.op === "/" && right.kind === "real") this.set(expr, expr.left);
    if (expr.op !== "*") return;
    if (left.kind === "real") this.set(expr, expr.right);
    else if (right.kind === "real") this.set(expr, expr.left);
    if (left.kind !== "vector" || right.kind !== "vector") return;
    const [a, b] = [this.of(expr.left), this.of(expr.right)];
    if (a.kind !== b.kind || a.kind === "error") return;
    const said = expressionText(a);
    if (said !== expressionText(b)) return;
    const message = `* of two vectors is the cross product, and that of '${said}' with itself is always zero`;
    diagnostics.warning("cross-product", expr.opSpan, message, squareOf(a, said));
  }
}

/** The likely meaning of the product of a vector with itself. */
function squareOf({ kind }: Expr, said: string): string {
  const operand = kind === "name" || kind === "derivative" || kind === "call" || kind === "vector" ? said : `(${said})`;
  return `write norm(${said}) * ${operand}, or ${operand} . ${operand} for the square of its length`;
}
