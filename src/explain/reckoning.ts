// Nodes whose formula is the engine's arithmetic, not a law: sums, steps of an integrator, components.
import type { Value } from "../compiler/value.ts";
import type { BinaryOp, Expr } from "../language/ast.ts";
import { expressionText } from "../language/expression-text.ts";
import { findUnit } from "../language/unit.ts";
import { literalOf, nowhere, sameBits } from "./literal.ts";
import { fillTerms, leaf, type Node, reckon, type Term, termName } from "./node.ts";

export type About = Pick<Node, "name" | "words" | "value" | "dimension" | "key"> & { readonly terms: readonly Term[] };

const second = findUnit("s")!.dimension;

export function combine(op: BinaryOp, left: Expr, right: Expr): Expr {
  return { kind: "binary", op, opSpan: nowhere, left, right, span: nowhere };
}

export function termOf(index: number): Expr {
  return { kind: "name", name: termName(index), span: nowhere };
}

/** The first of these formulas that gives the value to the last bit; without one, a node that has no formula. */
export function reckoningNode(about: About, formulas: readonly Expr[], text: string): Node {
  const values = about.terms.map(({ value }) => value);
  const expr = formulas.find((formula) => sameBits(reckon(formula, values), about.value));
  if (!expr) return leaf({ ...about, origin: "engine" });
  return { ...about, origin: "reckoning", definition: null, formula: text, expr, decisions: [], earlier: null };
}

/** A sum from its first term on; one that starts from zero may differ in the sign of a zero. */
export function sumNode(about: About): Node {
  const { terms, value } = about;
  if (terms.length === 0) return leaf({ ...about, origin: "engine" });
  const sum = (from: Expr | null) =>
    terms.reduce<Expr | null>((all, _, i) => (all ? combine("+", all, termOf(i)) : termOf(i)), from)!;
  return reckoningNode(about, [sum(null), sum(literalOf(zeroLike(value)))], terms.map(({ name }) => name).join(" + "));
}

/** The length of a step, as a term. */
export function lengthTerm(h: number, key: string): Term {
  const about = { name: "h", words: "the length of the step", origin: "engine" as const, value: h, dimension: second };
  return { ...about, open: () => leaf({ ...about, key: `${key} h ${h}` }) };
}

/** With the names of the terms; those of several words are kept together. */
export function formulaOf(terms: readonly Term[], expr: Expr): string {
  const name = (i: number) => (terms[i].name.includes(" ") ? `⟨${terms[i].name}⟩` : terms[i].name);
  return expressionText(fillTerms(expr, (i) => ({ kind: "name", name: name(i), span: nowhere })));
}

/** What was added to a value by no law: it and the change, where these give the value to the last bit. */
export function changedNode(about: Omit<About, "terms">, before: Term): Node {
  const { value, dimension, key, words } = about;
  const change = reckon(combine("-", termOf(0), termOf(1)), [value, before.value]);
  const added = { name: "change", words, value: change, dimension, key: `${key} change`, origin: "engine" as const };
  const term: Term = { name: "change", value: change, dimension, open: () => leaf(added) };
  const formula = combine("+", termOf(0), termOf(1));
  const terms = [before, term];
  return reckoningNode({ ...about, terms }, [formula], formulaOf(terms, formula));
}

/** Added up from nothing, in their order. */
export function reckonSum(terms: readonly Term[]): Value {
  const sum = terms.reduce<Expr>((all, _, i) => combine("+", all, termOf(i)), literalOf(zeroLike(terms[0].value)));
  return reckon(sum, terms.map(({ value }) => value)); // biome-ignore format: one call
}

export function zeroLike(value: Value): Value {
  if (typeof value !== "object" || value.kind === "sequence") return 0;
  return { ...value, data: new Float64Array(value.data.length) };
}

/** A weight of a tableau: as a small fraction where it is one. */
export function weightOf(weight: number): Expr {
  for (let below = 1; below <= 12; below++) {
    const above = Math.floor(weight * below + 0.5);
    if (above / below === weight)
      return below === 1 ? literalOf(above) : combine("/", literalOf(above), literalOf(below));
  }
  return literalOf(weight);
}
