// Nodes whose formula is the engine's arithmetic, not a law: sums, steps of an integrator, components.
import type { Value } from "../compiler/value.ts";
import type { BinaryOp, Expr } from "../language/ast.ts";
import { literalOf, nowhere, sameBits } from "./literal.ts";
import { leaf, type Node, reckon, type Term, termName } from "./node.ts";

export type About = Pick<Node, "name" | "words" | "value" | "dimension" | "key"> & { readonly terms: readonly Term[] };

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
