// An expression as text, on one line, with the parentheses it needs: parsing it gives the same tree. For expressions
// that are in no text, such as a law with numbers for its names; expressions of a text are shown as written.
import type { BinaryOp, Expr } from "./ast.ts";

/** The precedence of operators; the rows of A.3, lowest first. */
const levels: ReadonlyMap<BinaryOp, number> = new Map<BinaryOp, number>([
  ["++", 1],
  ["|", 2],
  ["&", 3],
  ["==", 4],
  ["!=", 4],
  ["<=", 4],
  [">=", 4],
  ["<", 4],
  [">", 4],
  ["+", 5],
  ["-", 5],
  ["*", 6],
  ["/", 6],
  [".", 6],
  ["^", 8],
  ["#", 9],
]);
const choice = 0;
const sign = 7;
const suffix = 9;
const atom = 10;

export function expressionText(expr: Expr): string {
  return write(expr, choice);
}

function write(expr: Expr, least: number): string {
  const text = plain(expr);
  return levelOf(expr) < least ? `(${text})` : text;
}

function levelOf(expr: Expr): number {
  switch (expr.kind) {
    case "if":
      return choice;
    case "binary":
      return levels.get(expr.op)!;
    case "unary":
      return sign;
    case "unit":
      return isNegative(expr.value) ? sign : suffix;
    case "number":
      return isNegative(expr) ? sign : atom;
    default:
      return atom;
  }
}

/** Whether an expression is read as a negation: `-3` is the negative of 3, and `-3 [m]` that of 3 m. */
function isNegative(expr: Expr): boolean {
  return expr.kind === "number" && (expr.value < 0 || Object.is(expr.value, -0));
}

function plain(expr: Expr): string {
  switch (expr.kind) {
    case "number":
      return Object.is(expr.value, -0) ? "-0" : String(expr.value);
    case "boolean":
      return String(expr.value);
    case "name":
      return expr.name;
    case "derivative":
      return expr.name + "'".repeat(expr.order);
    case "call":
      return `${expr.name}(${expr.args.map(expressionText).join(", ")})`;
    case "vector":
      return `[${expr.elements.map(expressionText).join(", ")}]`;
    case "sequence":
      return `{${expr.elements.map(expressionText).join(", ")}}`;
    case "unit":
      return `${isNegative(expr.value) ? plain(expr.value) : write(expr.value, suffix)} [${expr.unit.text}]`;
    case "unary": {
      const operand = write(expr.operand, sign);
      // `+ +x` must not become `++x`, nor `- -x` look like one sign.
      return /^[-+]/.test(operand) ? `${expr.op} ${operand}` : expr.op + operand;
    }
    case "binary":
      return writeBinary(expr);
    case "if":
      return `if ${expressionText(expr.condition)} then ${expressionText(expr.yes)} else ${expressionText(expr.no)}`;
    case "error":
      return "?";
  }
}

function writeBinary({ op, left, right }: Expr & { kind: "binary" }): string {
  const level = levels.get(op)!;
  // The power is right-associative, and its right side may have a sign; comparisons are not associative.
  if (op === "^") return `${write(left, level + 1)}^${right.kind === "number" ? plain(right) : write(right, level)}`;
  const isComparison = level === 4;
  return `${write(left, isComparison ? level + 1 : level)} ${op} ${write(right, level + 1)}`;
}
