// Explanations for people and for programs.
import { formatValue, type Value } from "../../compiler/values/value.ts";
import { formulaOfNode } from "../../explain/tree/formula.ts";
import { type ExplanationNode, nodeUnit, type Term, withNumbers } from "../../explain/tree/node.ts";
import { printable } from "../../language/syntax/diagnostic.ts";
import { expressionText } from "../../language/syntax/expression-text.ts";
import type { Kinds } from "../../language/typeset/kinds.ts";
import { toLatex } from "../../language/typeset/latex.ts";
import type { Missing } from "../../record/probe/probe.ts";
import { objectJson, valueJson } from "../../record/table/json.ts";
import type { Paint } from "../terminal/paint.ts";

/** How changing one number would change the whole. */
export interface Supposed {
  readonly address: string;
  readonly name: string;
  readonly instead: string;
  readonly value: Value | Missing;
  /** What was not carried, and why. */
  readonly notes: readonly string[];
}

/** Formula, formula with numbers, value; then each name of the formula, with its address. */
export function explanationLines(
  root: ExplanationNode,
  depth: number,
  supposed: readonly Supposed[],
  paint: Paint,
): string[] {
  const lines: string[] = [];
  const quantity = (value: Value, thing: Pick<ExplanationNode, "dimension">) => {
    const unit = nodeUnit(thing);
    return formatValue(value) + (unit ? ` [${unit}]` : "");
  };
  const show = (
    node: ExplanationNode,
    { name, symbol }: Pick<Term, "name" | "symbol">,
    address: string,
    margin: string,
    left: number,
  ) => {
    const head = address === "" ? "" : `${paint.quiet(address)}  `;
    const text = symbol ? printable(expressionText(symbol)) : name;
    const said = text === name ? "" : `${text}: `;
    lines.push(`${margin}${head}${said}${paint.strong(printable(name))} = ${quantity(node.value, node)}`);
    const inner = `${margin}   `;
    lines.push(`${inner}${paint.quiet(printable(describe(node)))}`);
    for (const { text, expr, value } of node.decisions)
      lines.push(`${inner}because ${printable(text)}: ${withNumbers(expr, node.terms)} is ${value}`);
    if (node.formula !== "") lines.push(`${inner}= ${printable(node.formula)}`);
    if (node.expr && node.terms.length > 0) lines.push(`${inner}= ${withNumbers(node.expr, node.terms)}`);
    const at = (number: number) => (address === "" ? String(number) : `${address}.${number}`);
    const open = (term: Term, number: number) => {
      if (left > 0) show(term.open(), term, at(number), inner, left - 1);
    };
    for (const [i, term] of node.terms.entries()) open(term, i + 1);
    if (node.earlier) open(node.earlier, 0);
  };
  show(root, root, "", "", depth);
  for (const { address, name, instead, value, notes } of supposed) {
    const is =
      typeof value === "object" && "missing" in value
        ? `has no value: ${value.missing}`
        : `would be ${quantity(value, root)}`;
    lines.push("", `if ${printable(name)} (${address}) were ${instead}, ${printable(root.name)} ${is}`);
    for (const note of notes) lines.push(`   ${paint.quiet(printable(note))}`);
  }
  return lines;
}

/** Which law made a number or, for a measure, when it was evaluated. */
function describe({ origin, words, isByLaw }: ExplanationNode): string {
  return origin === "formula" && isByLaw ? `by ${words}` : words;
}

/**
 * `{"name", "origin", "words", "value", "unit", "formula", "latex", "numbers", "because", "terms", "earlier"}`; terms
 * below the depth are null.
 */
export function explanationJson(
  root: ExplanationNode,
  depth: number,
  supposed: readonly Supposed[],
  kinds: Kinds,
): string {
  const json = (node: ExplanationNode, left: number): string => {
    const { name, origin, words, value, formula, expr, terms, decisions, earlier } = node;
    const arranged = formulaOfNode(node, kinds);
    const because = decisions.map((one) =>
      objectJson({
        text: JSON.stringify(one.text),
        numbers: JSON.stringify(withNumbers(one.expr, terms)),
        value: String(one.value),
      }),
    );
    const open = (term: Term) => (left > 0 ? json(term.open(), left - 1) : "null");
    const each = terms.map((term) =>
      objectJson({
        name: JSON.stringify(term.name),
        symbol: JSON.stringify(term.symbol ? expressionText(term.symbol) : term.name),
        value: valueJson(term.value),
        from: open(term),
      }),
    );
    return objectJson({
      name: JSON.stringify(name),
      origin: JSON.stringify(origin),
      words: JSON.stringify(words),
      value: valueJson(value),
      unit: JSON.stringify(nodeUnit(node)),
      formula: JSON.stringify(formula),
      latex: arranged ? JSON.stringify(toLatex(arranged)) : "null",
      numbers: expr ? JSON.stringify(withNumbers(expr, terms)) : "null",
      because: `[${because.join(",")}]`,
      terms: `[${each.join(",")}]`,
      earlier: earlier ? open(earlier) : "null",
    });
  };
  const whatIf = supposed.map(({ address, name, instead, value, notes }) => {
    const found =
      typeof value === "object" && "missing" in value
        ? `"missing":${JSON.stringify(value.missing)}`
        : `"value":${valueJson(value)}`;
    const said = `"instead":${JSON.stringify(instead)},${found},"notes":${JSON.stringify(notes)}`;
    return `{"address":"${address}","name":${JSON.stringify(name)},${said}}`;
  });
  return `{"explanation":${json(root, depth)},"whatIf":[${whatIf.join(",")}]}\n`;
}
