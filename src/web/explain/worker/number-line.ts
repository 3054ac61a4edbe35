// A formula with numbers, to be seen, read out and copied.
import type { Value } from "../../../compiler/values/value.ts";
import { quantityOf } from "../../../explain/tree/literal.ts";
import { fillTerms, type Term, withNumbers } from "../../../explain/tree/node.ts";
import type { Expr } from "../../../language/syntax/ast.ts";
import { arrangeExpression } from "../../../language/typeset/arrange.ts";
import type { Kinds } from "../../../language/typeset/kinds.ts";
import { toMathml } from "../../../language/typeset/mathml.ts";
import type { NumbersInfo } from "../../protocol/explanation.ts";

/** A formula with its numbers: as text with all digits, and as MathML with six. */
export function numbersOf(expr: Expr, terms: readonly Term[], kinds: Kinds): NumbersInfo {
  const text = withNumbers(expr, terms);
  const short = fillTerms(expr, (i) => quantityOf(rounded(terms[i].value), terms[i].dimension));
  return { text, math: toMathml(arrangeExpression(short, kinds), text) };
}

function rounded(value: Value): Value {
  const round = (x: number) => Number(x.toPrecision(6));
  if (typeof value === "number") return round(value);
  if (typeof value === "boolean") return value;
  if (value.kind === "sequence") return { ...value, items: value.items.map(rounded) };
  return { ...value, data: value.data.map(round) };
}
