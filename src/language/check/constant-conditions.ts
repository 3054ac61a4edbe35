// Conditions that hold at no time, or at all times, whatever the numbers in them are: `norm(v) < 0`, `1 > 2`.
import type { Experiment } from "../declare/experiment.ts";
import { type BinaryExpr, type Definition, type Expr, partsOf } from "../syntax/ast.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";
import { expressionText } from "../syntax/expression-text.ts";
import { type Source, spanText } from "../syntax/span.ts";

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The expression that a name stands for; null where its value may be any. */
type Meaning = (name: string) => Expr | null;

const anywhere: Range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const never = (): null => null;

export function checkConstantConditions(experiment: Experiment, main: Source, diagnostics: Diagnostics): void {
  const { contexts, events, measures, lessons } = experiment;
  const check = (expr: Expr | null, meaning: Meaning, consequence: Consequence) => {
    if (!expr || expr.span.source !== main) return;
    const holds = truthOf(expr, meaning);
    const follows = holds === null ? "this part decides nothing" : holds ? consequence.always : consequence.never;
    for (const one of conditionsIn(expr)) reportConstant(one, meaning, follows, diagnostics);
  };
  const checkAll = (definitions: readonly Definition[], consequence: Consequence) => {
    for (const { body } of definitions) for (const condition of choicesIn(body)) check(condition, never, consequence);
  };
  for (const event of events) {
    const meaning = (name: string) =>
      event.aliases.some((alias) => alias.name.name === name)
        ? null
        : (event.functions.find((one) => one.name === name && one.params.length === 0 && one.order === 0)?.body ??
          null);
    check(event.when, meaning, {
      never: `'${event.name.name}' cannot happen`,
      always: `'${event.name.name}' happens at the start alone`,
    });
    checkAll(event.functions, choice);
  }
  for (const { functions } of contexts) checkAll(functions, choice);
  for (const { definitions } of measures) checkAll(definitions, choice);
  for (const { steps } of lessons) for (const { goal } of steps) check(goal, never, ofGoal);
}

/** What follows where a condition never or always holds. */
interface Consequence {
  readonly never: string;
  readonly always: string;
}

const choice: Consequence = {
  never: "the value after 'then' is never taken",
  always: "the value after 'else' is never taken",
};
const ofGoal: Consequence = { never: "the goal cannot be met", always: "the goal is met from the start" };

/** The conditions of all `if` in an expression. */
function choicesIn(expr: Expr): Expr[] {
  const own = expr.kind === "if" ? [expr.condition] : [];
  return [...own, ...partsOf(expr).flatMap(choicesIn)];
}

/** The comparisons that a condition is made of, and each whole chain of `&`. */
function conditionsIn(expr: Expr): BinaryExpr[] {
  if (expr.kind === "unary" && expr.op === "!") return conditionsIn(expr.operand);
  if (expr.kind !== "binary") return [];
  if (expr.op === "&") return [...chainOf(expr).flatMap(conditionsIn), expr];
  return expr.op === "|" ? [...conditionsIn(expr.left), ...conditionsIn(expr.right)] : [expr];
}

/** The parts of `a & b & c`. */
function chainOf(expr: Expr): Expr[] {
  return expr.kind === "binary" && expr.op === "&" ? [...chainOf(expr.left), ...chainOf(expr.right)] : [expr];
}

/** Whether a condition always holds, or never; null where it depends on what is not known. */
function truthOf(expr: Expr, meaning: Meaning): boolean | null {
  if (expr.kind === "unary" && expr.op === "!") {
    const inner = truthOf(expr.operand, meaning);
    return inner === null ? null : !inner;
  }
  if (expr.kind !== "binary") return null;
  if (expr.op !== "&" && expr.op !== "|")
    return compared(expr.op, rangeOf(expr.left, meaning), rangeOf(expr.right, meaning));
  const parts = [truthOf(expr.left, meaning), truthOf(expr.right, meaning)];
  const deciding = expr.op === "|";
  if (parts.includes(deciding) || (!deciding && apartIn(expr))) return deciding;
  return parts.includes(null) ? null : !deciding;
}

function reportConstant(condition: BinaryExpr, meaning: Meaning, follows: string, diagnostics: Diagnostics): void {
  const { op, opSpan, left, right } = condition;
  if (op === "&") {
    const apart = apartIn(condition);
    if (apart)
      diagnostics.warning(
        "condition",
        opSpan,
        `'${spanText(apart[0].span)}' and '${spanText(apart[1].span)}' never hold together: ${follows}`,
        "write | where one of the two is enough, or turn one sign round",
      );
    return;
  }
  const [a, b] = [rangeOf(left, meaning), rangeOf(right, meaning)];
  const holds = compared(op, a, b);
  if (holds === null) return;
  diagnostics.warning(
    "condition",
    opSpan,
    `'${spanText(condition.span)}' ${holds ? "always" : "never"} holds${reason(condition, a, b)}: ${follows}`,
    isNumber(a) && isNumber(b)
      ? "compare with what changes, such as t or an attribute"
      : "compare with a number that it goes through, such as 0.01 for what becomes small",
  );
}

/** Which bound makes a comparison constant. */
function reason({ left, right }: BinaryExpr, a: Range, b: Range): string {
  if (isNumber(a) && isNumber(b)) return "";
  const [expr, { from, to }, bound] = isNumber(a) ? [right, b, a] : [left, a, b];
  const isAbove = from >= bound.to;
  return `, for '${spanText(expr.span)}' is never ${isAbove ? `below ${from}` : `above ${to}`}`;
}

function isNumber({ from, to }: Range): boolean {
  return from === to;
}

/** Two comparisons of one expression with numbers, in a chain of `&`, that no number meets both. */
function apartIn(condition: BinaryExpr): readonly [Expr, Expr] | null {
  const seen = new Map<string, { range: Range; expr: Expr }[]>();
  for (const expr of chainOf(condition)) {
    const found = expr.kind === "binary" ? met(expr) : null;
    if (!found) continue;
    const others = seen.get(found.text) ?? [];
    for (const other of others)
      if (Math.max(found.range.from, other.range.from) > Math.min(found.range.to, other.range.to))
        return [other.expr, expr];
    seen.set(found.text, [...others, { range: found.range, expr }]);
  }
  return null;
}

/** The numbers that meet `x > 3`, and the text of `x`; null for other conditions. */
function met({ op, left, right }: BinaryExpr): { readonly text: string; readonly range: Range } | null {
  const isTurned = left.kind !== "name" && left.kind !== "binary" && left.kind !== "call";
  const [value, bound] = isTurned ? [right, rangeOf(left, never)] : [left, rangeOf(right, never)];
  if (bound.from !== bound.to) return null;
  const text = expressionText(value);
  const isAbove = op === ">" || op === ">=";
  if (!isAbove && op !== "<" && op !== "<=") return null;
  const range = isAbove !== isTurned ? { ...anywhere, from: bound.from } : { ...anywhere, to: bound.to };
  return { text, range };
}

/** Whether a comparison of numbers in these ranges always holds, or never; null where it depends. */
function compared(op: string, a: Range, b: Range): boolean | null {
  switch (op) {
    case "<":
      return a.from >= b.to ? false : a.to < b.from ? true : null;
    case "<=":
      return a.from > b.to ? false : a.to <= b.from ? true : null;
    case ">":
      return compared("<", b, a);
    case ">=":
      return compared("<=", b, a);
    case "==":
      return a.from > b.to || b.from > a.to ? false : a.from === a.to && b.from === b.to ? true : null;
    case "!=": {
      const isSame = compared("==", a, b);
      return isSame === null ? null : !isSame;
    }
    default:
      return null;
  }
}

/** The range of a value, as far as the form of its formula shows it. */
function rangeOf(expr: Expr, meaning: Meaning, depth = 0): Range {
  const of = (part: Expr) => rangeOf(part, meaning, depth + 1);
  if (depth > 20) return anywhere;
  switch (expr.kind) {
    case "number":
      return { from: expr.value, to: expr.value };
    case "unit":
      return scaled(of(expr.value), expr.unit.factor);
    case "unary":
      return expr.op === "-" ? scaled(of(expr.operand), -1) : expr.op === "+" ? of(expr.operand) : anywhere;
    case "name": {
      const meant = meaning(expr.name);
      return meant ? of(meant) : anywhere;
    }
    case "if":
      return hull(of(expr.yes), of(expr.no));
    case "call":
      return rangeOfCall(expr.name, expr.args, of);
    case "binary":
      return rangeOfBinary(expr, of);
    default:
      return anywhere;
  }
}

const notNegative: Range = { from: 0, to: Number.POSITIVE_INFINITY };

function rangeOfCall(name: string, args: readonly Expr[], of: (part: Expr) => Range): Range {
  switch (name) {
    case "norm":
    case "sqrt":
    case "abs":
    case "exp":
      return notNegative;
    case "sine":
    case "cosine":
    case "sign":
    case "tanh":
      return { from: -1, to: 1 };
    case "min":
    case "max": {
      if (args.length !== 2) return anywhere;
      const pick = name === "min" ? Math.min : Math.max;
      const [a, b] = args.map(of);
      return { from: pick(a.from, b.from), to: pick(a.to, b.to) };
    }
    default:
      return anywhere;
  }
}

function rangeOfBinary({ op, left, right }: BinaryExpr, of: (part: Expr) => Range): Range {
  const isSame = () => expressionText(left) === expressionText(right);
  switch (op) {
    case "+":
      return sumOf(of(left), of(right));
    case "-":
      return isSame() ? anywhere : sumOf(of(left), scaled(of(right), -1));
    case ".":
      return isSame() ? notNegative : anywhere;
    case "*":
      // The product of a vector with itself is its vector product, which is zero.
      return isSame() ? notNegative : productOf(of(left), of(right));
    case "/":
      return right.kind === "number" && right.value !== 0
        ? scaled(of(left), 1 / right.value)
        : quotientOf(of(left), of(right));
    case "^": {
      const isEven = right.kind === "number" && right.value > 0 && right.value % 2 === 0;
      return isEven ? notNegative : anywhere;
    }
    default:
      return anywhere;
  }
}

function scaled({ from, to }: Range, by: number): Range {
  return by > 0 ? { from: from * by, to: to * by } : by < 0 ? { from: to * by, to: from * by } : { from: 0, to: 0 };
}

function sumOf(a: Range, b: Range): Range {
  return { from: a.from + b.from, to: a.to + b.to };
}

function hull(a: Range, b: Range): Range {
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}

/** Only the sign of a product is followed, but for that of numbers. */
function productOf(a: Range, b: Range): Range {
  if (a.from === a.to && Number.isFinite(a.from)) return scaled(b, a.from);
  if (b.from === b.to && Number.isFinite(b.from)) return scaled(a, b.from);
  return quotientOf(a, b);
}

function quotientOf(a: Range, b: Range): Range {
  return a.from >= 0 && b.from >= 0 ? notNegative : anywhere;
}
