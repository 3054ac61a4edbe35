// Nodes whose formula is the engine's arithmetic, not a law: sums, steps of an integrator, components.
import type { Value } from "../../compiler/values/value.ts";
import type { BinaryOp, Expr } from "../../language/syntax/ast.ts";
import { expressionText } from "../../language/syntax/expression-text.ts";
import { findUnit } from "../../language/syntax/unit.ts";
import { literalOf, nowhere, sameBits } from "./literal.ts";
import { type ExplanationNode, leaf, reckon, type Term, termName, withSymbols } from "./node.ts";

export type About = Pick<ExplanationNode, "name" | "words" | "time" | "value" | "dimension" | "key"> & {
  readonly terms: readonly Term[];
};

const second = findUnit("s")!.dimension;

export function combine(op: BinaryOp, left: Expr, right: Expr): Expr {
  return { kind: "binary", op, opSpan: nowhere, left, right, span: nowhere };
}

export function termOf(index: number): Expr {
  return nameExpr(termName(index));
}

export function nameExpr(name: string): Expr {
  return { kind: "name", name, span: nowhere };
}

export function call(name: string, ...args: Expr[]): Expr {
  return { kind: "call", name, nameSpan: nowhere, args, span: nowhere };
}

/** The first of these formulas that gives the value to the last bit; without one, a node that has no formula. */
export function reckoningNode(about: About, formulas: readonly Expr[]): ExplanationNode {
  const values = about.terms.map(({ value }) => value);
  const expr = formulas.find((formula) => sameBits(reckon(formula, values), about.value));
  if (!expr) return leaf({ ...about, origin: "engine" });
  const formula = expressionText(withSymbols(formulas[0], about.terms));
  return { ...about, origin: "reckoning", definition: null, formula, expr, decisions: [], earlier: null };
}

/** A sum that starts with its first term; one that starts from zero may differ in the sign of a zero. */
export function sumNode(about: About): ExplanationNode {
  const { terms, value } = about;
  if (terms.length === 0) return leaf({ ...about, origin: "engine" });
  const sum = (from: Expr | null) =>
    terms.reduce<Expr | null>((all, _, i) => (all ? combine("+", all, termOf(i)) : termOf(i)), from)!;
  return reckoningNode(about, [sum(null), sum(literalOf(zeroLike(value)))]);
}

/** The length of a step, as a term. */
export function lengthTerm(h: number, key: string): Term {
  const about = {
    name: "h",
    words: "the length of the step",
    time: null,
    origin: "engine" as const,
    value: h,
    dimension: second,
  };
  return { ...about, open: () => leaf({ ...about, key: `${key} h ${h}` }) };
}

/** A change of a value that no law made: the value plus the change, if this gives the new value to the last bit. */
export function changedNode(about: Omit<About, "terms">, before: Term): ExplanationNode {
  const { value, dimension, key, words, time } = about;
  const change = reckon(combine("-", termOf(0), termOf(1)), [value, before.value]);
  const added = {
    name: "change",
    words,
    time,
    value: change,
    dimension,
    key: `${key} change`,
    origin: "engine" as const,
  };
  const term: Term = { name: "change", value: change, dimension, open: () => leaf(added) };
  const node = reckoningNode({ ...about, terms: [before, term] }, [combine("+", termOf(0), termOf(1))]);
  return { ...node, added: 1 };
}

/** The sum of the terms, from zero, in their order. */
export function reckonSum(terms: readonly Term[]): Value {
  const sum = terms.reduce<Expr>((all, _, i) => combine("+", all, termOf(i)), literalOf(zeroLike(terms[0].value)));
  return reckon(
    sum,
    terms.map(({ value }) => value),
  );
}

export function zeroLike(value: Value): Value {
  if (typeof value !== "object" || value.kind === "sequence") return 0;
  return { ...value, data: new Float64Array(value.data.length) };
}

/** A bound of the denominators of tableaux. */
const mostBelow = 60_000;
const fractions = new Map<number, readonly [above: number, below: number] | null>();

/** A weight of a tableau, which is not negative; as a fraction if it is one. */
export function weightOf(weight: number): Expr {
  let fraction = fractions.get(weight);
  if (fraction === undefined) fractions.set(weight, (fraction = fractionOf(weight)));
  if (!fraction) return literalOf(weight);
  const [above, below] = fraction;
  return below === 1 ? literalOf(above) : combine("/", literalOf(above), literalOf(below));
}

function fractionOf(weight: number): readonly [number, number] | null {
  for (let below = 1; below <= mostBelow; below++) {
    const above = Math.floor(weight * below + 0.5);
    if (above / below === weight) return [above, below];
  }
  return null;
}
