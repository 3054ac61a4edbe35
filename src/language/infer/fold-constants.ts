// Operators on numbers known before the run.
import type { BinaryExpr } from "../syntax/ast.ts";

/** A number or boolean known before the run; null if it is not. */
export type Constant = number | boolean | null;

/** The result of an operator on constants, as far as the shapes of values may depend on it. */
export function foldConstants(op: BinaryExpr["op"], a: Constant, b: Constant): Constant {
  if (typeof a === "boolean" && typeof b === "boolean") return op === "&" ? a && b : op === "|" ? a || b : null;
  if (typeof a !== "number" || typeof b !== "number") return null;
  switch (op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case ">":
      return a > b;
    case "<=":
      return a <= b;
    case ">=":
      return a >= b;
    default:
      return null;
  }
}
