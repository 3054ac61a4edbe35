// The terms of a sum with their signs, and the factors of a product, through the functions of the same law.
import type { ContextScope } from "../declare/context-scope.ts";
import type { Definition, Expr } from "../syntax/ast.ts";
import { isValue } from "../syntax/statement.ts";

export interface SignedTerm {
  readonly expr: Expr;
  readonly sign: 1 | -1;
}

/** How many names of functions are followed one through another. */
const farthest = 4;

/** The function of the law that gives a name its value; null for other names. */
export function valueIn({ laws }: ContextScope, name: string): Definition | null {
  const found = laws.functions.filter((one) => one.name === name && isValue(one) && one.params.length === 0);
  return found.length === 1 ? found[0] : null;
}

/** `a - b * c`: the terms a and b * c with their signs. A name that stands for a sum gives the terms of that. */
export function termsOf(expr: Expr, scope: ContextScope, sign: 1 | -1 = 1, depth = 0): SignedTerm[] {
  const turned = sign === 1 ? -1 : 1;
  if (expr.kind === "binary" && (expr.op === "+" || expr.op === "-"))
    return [
      ...termsOf(expr.left, scope, sign, depth),
      ...termsOf(expr.right, scope, expr.op === "-" ? turned : sign, depth),
    ];
  if (expr.kind === "unary" && expr.op !== "!")
    return termsOf(expr.operand, scope, expr.op === "-" ? turned : sign, depth);
  const meant = expr.kind === "name" && depth < farthest ? valueIn(scope, expr.name) : null;
  if (meant) return termsOf(meant.body, scope, sign, depth + 1);
  return [{ expr, sign }];
}

export interface FactorOfProduct {
  readonly expr: Expr;
  /** Whether the product is divided by it. */
  readonly isDivisor: boolean;
}

export interface Product {
  readonly factors: readonly FactorOfProduct[];
  readonly sign: 1 | -1;
}

/** `-a * b / c`: the factors, and the sign in front of them. */
export function factorsOf(expr: Expr, isDivisor = false): Product {
  if (expr.kind === "unary" && (expr.op === "-" || expr.op === "+")) {
    const inner = factorsOf(expr.operand, isDivisor);
    return expr.op === "+" ? inner : { ...inner, sign: inner.sign === 1 ? -1 : 1 };
  }
  if (expr.kind === "unit") return factorsOf(expr.value, isDivisor);
  if (expr.kind !== "binary" || (expr.op !== "*" && expr.op !== "/"))
    return { factors: [{ expr, isDivisor }], sign: 1 };
  const [left, right] = [
    factorsOf(expr.left, isDivisor),
    factorsOf(expr.right, expr.op === "/" ? !isDivisor : isDivisor),
  ];
  return {
    factors: [...left.factors, ...right.factors],
    sign: left.sign === right.sign ? 1 : -1,
  };
}
