// Small changes of a formula that may correct its dimensions: a square, a factor, another operator, brackets.

import { ContextScope } from "../declare/context-scope.ts";
import type { Scope } from "../names/scope.ts";
import type { BinaryExpr, Definition, Expr } from "../syntax/ast.ts";
import { visitNames } from "../syntax/names-in.ts";
import { spanLine } from "../syntax/span.ts";
import { isContribution } from "../syntax/statement.ts";
import { lengthDimension, mass, timeDimension } from "./dimension.ts";
import type { Factor } from "./factors.ts";
import type { DimensionFrame, Dimensions, Trial } from "./host.ts";
import { all, bare, type DimensionValue, rankOf } from "./value.ts";

/** A part of the mismatch, in the text or behind a name. */
export interface MisfitPart {
  readonly expr: Expr;
  readonly parent: Expr | null;
  readonly scope: Scope;
  readonly within: ReadonlySet<Definition>;
}

export interface UnitRepair {
  readonly words: string;
  readonly change: Trial["change"];
}

/** Where the mismatch was reported, and what is available there. */
export interface MisfitSite {
  readonly inference: Dimensions;
  readonly frame: DimensionFrame;
  /** The two expressions that should agree, or the one that should be different. */
  readonly parts: readonly Expr[];
  readonly names: readonly Factor[];
  /** Available factors with exactly the missing dimension. */
  readonly factors: readonly Factor[];
}

export type Changes = (place: MisfitPart, site: MisfitSite) => UnitRepair[];

export function exprLine({ span }: Expr): string {
  const text = spanLine(span);
  return text.length > 40 ? `${text.slice(0, 38)} …` : text;
}

/** The text of an operand: a sum in parentheses. */
function operandOf(expr: Expr): string {
  return isSum(expr) ? `(${exprLine(expr)})` : exprLine(expr);
}

export function isSum(expr: Expr): expr is BinaryExpr {
  return expr.kind === "binary" && (expr.op === "+" || expr.op === "-");
}

function isProduct(expr: Expr): expr is BinaryExpr {
  return expr.kind === "binary" && (expr.op === "*" || expr.op === "/");
}

function isRoot(expr: Expr | null): boolean {
  if (expr?.kind === "call") return expr.name === "sqrt";
  return expr?.kind === "binary" && expr.op === "^" && expr.right.kind === "number" && expr.right.value === 0.5;
}

function powerOf(value: DimensionValue, exponent: number, { operators }: Dimensions): DimensionValue {
  return operators.power(value, bare(exponent), () => {});
}

/** No formula has the square of a mass, or of a vector other than v . v. */
function squared(value: DimensionValue, inference: Dimensions): DimensionValue {
  const dim = inference.values.dimOf(value);
  const isMass = dim !== null && inference.solution.key(dim) === inference.solution.key(mass);
  return isMass || rankOf(value) === 1 || rankOf(value) === 2 ? value : powerOf(value, 2, inference);
}

export const squaresUnderRoot: Changes = ({ expr, parent }, { inference }) => {
  if (!isSum(expr) || !isRoot(parent)) return [];
  const words = `are the squares missing under the root, of each term of ${exprLine(expr)}`;
  return [{ words, change: (value) => squared(value(), inference) }];
};

/** Another exponent where one is written; under a root a square is more likely to be missing. */
export const exponents: Changes = ({ expr }, { inference }) => {
  if (expr.kind !== "binary" || expr.op !== "^" || expr.right.kind !== "number" || isRoot(expr)) return [];
  const written = expr.right.value;
  const without = `should ${exprLine(expr)} be ${operandOf(expr.left)}, without the ^${written}`;
  return [2, 1, 3]
    .filter((exponent) => exponent !== written)
    .map((exponent) => ({
      words: exponent === 1 ? without : `should ${exprLine(expr)} be ${operandOf(expr.left)}^${exponent}`,
      change: (_, frame) => powerOf(inference.infer(expr.left, frame), exponent, inference),
    }));
};

export const squares: Changes = ({ expr, parent, within }, { inference, frame }) => {
  if (parent?.kind === "binary" && (parent.op === "#" || parent.op === "^")) return [];
  if (parent?.kind === "call" && parent.name === "norm") return [];
  const isNorm = expr.kind === "call" && (expr.name === "norm" || expr.name === "abs");
  if (expr.kind !== "name" && !isSum(expr) && !isEntry(expr) && !isNorm) return [];
  const change: UnitRepair["change"] = (value) => squared(value(), inference);
  const text = exprLine(expr);
  // The entries of a vector are squared one by one.
  if (isSum(expr) && expr.op === "+" && isEntry(expr.left) && isEntry(expr.right))
    return [{ words: `are the squares missing, of each term of ${text}`, change }];
  const square = expr.kind === "name" || isNorm ? `${text}^2` : `(${text})^2`;
  const position =
    frame.definition?.params.findIndex(({ name }) => within.size === 0 && expr.kind === "name" && name === expr.name) ??
    -1;
  const mayBeVector = position >= 0 && !isScalarKind(frame.args[position], inference);
  return [
    {
      words: `is a square missing: ${square}${mayBeVector ? `, or norm(${text}) * ${text} of a vector` : ""}`,
      change,
    },
  ];
};

function isEntry(expr: Expr): boolean {
  return expr.kind === "binary" && expr.op === "#";
}

/**
 * The rank of parameters is unknown; lengths and times under a square are mostly numbers, velocities mostly vectors.
 */
function isScalarKind(value: DimensionValue, { values, solution }: Dimensions): boolean {
  const dim = values.dimOf(value);
  return dim !== null && [lengthDimension, timeDimension].some((kind) => solution.key(kind) === solution.key(dim));
}

const opposite = new Map<string, BinaryExpr["op"]>([
  ["*", "/"],
  ["/", "*"],
]);

export const swaps: Changes = ({ expr }, { inference }) => {
  const op = expr.kind === "binary" ? opposite.get(expr.op) : undefined;
  return expr.kind === "binary" && op ? [swapped(expr, op, inference)] : [];
};

function swapped(expr: BinaryExpr, op: BinaryExpr["op"], inference: Dimensions): UnitRepair {
  const words = `should ${exprLine(expr)} be ${operandOf(expr.left)} ${op} ${operandOf(expr.right)}`;
  return { words, change: (_, frame) => inference.infer({ ...expr, op }, frame) };
}

/** Missing brackets in a sum of unlike terms: `a * b + c` for `a * (b + c)`. */
export const addBrackets: Changes = ({ expr }, { inference }) => {
  if (!isSum(expr)) return [];
  const { left, right, op } = expr;
  const changes: UnitRepair[] = [];
  if (isProduct(left)) {
    const inner: Expr = { ...expr, left: left.right, right };
    const within = `${exprLine(left.right)} ${op} ${operandOf(right)}`;
    const words = `are brackets missing: ${exprLine(left.left)} ${left.op} (${within})`;
    changes.push({ words, change: (_, frame) => inference.infer({ ...left, right: inner }, frame) });
  }
  if (isProduct(right)) {
    const inner: Expr = { ...expr, left, right: right.left };
    const within = `${exprLine(left)} ${op} ${exprLine(right.left)}`;
    const words = `are brackets missing: (${within}) ${right.op} ${operandOf(right.right)}`;
    changes.push({ words, change: (_, frame) => inference.infer({ ...right, left: inner }, frame) });
  }
  return changes;
};

/** A sum that should be a product. */
export const productsForSums: Changes = ({ expr }, { inference }) =>
  isSum(expr) ? [swapped(expr, "*", inference)] : [];

/** Drops a superfluous factor or divisor. */
export const drops: Changes = ({ expr }, { inference, parts, frame }) => {
  if (!isProduct(expr)) return [];
  // A number times the time where a number or an angle belongs: a rotation needs a frequency.
  const isTurn = ({ kind }: Expr, other: Expr) =>
    kind === "name" && expr === parts[0] && parts.length === 1 && inference.infer(other, frame).kind === "bare";
  const words = (part: Expr) =>
    part.kind === "name" && part.name === "t" && isTurn(part, part === expr.right ? expr.left : expr.right)
      ? `a frequency is missing: write ${exprLine(expr)} * f, with f in Hz`
      : `is ${exprLine(part)} too much in ${exprLine(expr)}`;
  const keepLeft: UnitRepair = { words: words(expr.right), change: (_, frame) => inference.infer(expr.left, frame) };
  const keepRight: UnitRepair = { words: words(expr.left), change: (_, frame) => inference.infer(expr.right, frame) };
  const changes: UnitRepair[] = [];
  if (expr.right.kind === "name") changes.push(keepLeft);
  if (expr.left.kind === "name" && expr.op === "*") changes.push(keepRight);
  return changes;
};

/** The rate of a law's result. */
export const rates: Changes = ({ expr, parent, scope }, { inference }) => {
  if (expr.kind !== "name" || (parent && isEntry(parent))) return [];
  if (!(scope instanceof ContextScope) || inference.host.attributeNamed(expr.name, scope)) return [];
  return [
    {
      words: `is the rate meant: ${expr.name}'`,
      change: (value) => inference.values.scale(value(), timeDimension, -1),
    },
  ];
};

/** `v = force / mass`: adds a missing prime, or drops one. */
function primes(order: 0 | 1): Changes {
  return ({ expr }, { parts, frame: { definition, scope }, inference }) => {
    const law = scope instanceof ContextScope ? scope : null;
    if (!law?.laws.context || law.laws.context.type === "collision") return [];
    if (!definition || definition.body !== expr || parts.length !== 1 || definition.order !== order) return [];
    if (isContribution(definition) || law.firstTime.has(definition)) return [];
    if (!inference.host.attributeNamed(definition.name, scope)) return [];
    const words =
      order === 0
        ? `is the rate meant: ${definition.name}' = ${exprLine(expr)}`
        : `is the prime too much: ${definition.name} = ${exprLine(expr)}`;
    return [{ words, change: (value) => inference.values.scale(value(), timeDimension, order === 0 ? 1 : -1) }];
  };
}

export const missingPrime = primes(0);
export const needlessPrime = primes(1);

/** A matrix in place of its inverse. */
export const inverses: Changes = ({ expr, parent }, { inference }) => {
  if (expr.kind !== "name" || parent?.kind !== "binary" || parent.op !== "*" || parent.left !== expr) return [];
  const words = `should ${expr.name} be inverse(${expr.name}), or of a number 1 / ${expr.name}`;
  return [{ words, change: (value) => powerOf(value(), -1, inference) }];
};

/** Multiplies or divides terms by an available factor; an unused parameter may be missing anywhere. */
export function scaled(kinds: readonly Factor["kind"][], power: 1 | -1): Changes {
  const what = power === 1 ? "a factor of" : "a division by";
  return ({ expr, parent }, { inference, names, factors }) => {
    const isUnused = kinds.includes("unused");
    if (parent?.kind === "binary" && (isUnused ? parent.op === "#" || parent.op === "^" : !isSum(parent))) return [];
    return (isUnused ? names : factors)
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ words, dim }) => ({
        words: `is ${what} ${words} missing in ${exprLine(expr)}`,
        change: (value) => inference.values.scale(value(), dim, power),
      }));
  };
}

/** Replaces a name that is the whole formula by another. */
export const wholeNames: Changes = (place, site) =>
  place.expr === site.frame.definition?.body ? otherNames(place, site) : [];

export const otherNames: Changes = ({ expr, parent }, { names, parts }) => {
  if (expr.kind !== "name" || (parent && isEntry(parent))) return [];
  const said = new Set<string>();
  for (const part of parts) visitNames(part, (name) => Boolean(said.add(name)));
  return names
    .filter(({ words, kind }) => !said.has(words) && kind !== "own")
    .map(({ words, dim, rank }) => ({
      words: `is ${words} meant, in place of ${expr.name}`,
      change: (value) => all(dim, rank ?? rankOf(value())),
    }));
};
