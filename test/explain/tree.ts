// Explanations opened and checked: every number against the record, every formula against its value.
import { formatValue, isFiniteValue, type Value } from "../../src/compiler/values/value.ts";
import { Explainer } from "../../src/explain/explainer.ts";
import { sameBits } from "../../src/explain/tree/literal.ts";
import { type ExplanationNode, reckon, withNumbers } from "../../src/explain/tree/node.ts";
import { checkSource, createSource, formatDiagnostic, prepare, Session } from "../../src/lab.ts";
import { isMissing } from "../../src/record/probe/probe.ts";
import { read } from "../engine/lab.ts";

export function explainerOf(text: string): Explainer {
  const checked = checkSource(createSource("test.vfl", text), read);
  const model = prepare(checked);
  if ("severity" in model) throw new Error(formatDiagnostic(model));
  return new Explainer(model, checked);
}

export function nodeOf(found: ReturnType<Explainer["explain"]>): ExplanationNode {
  if ("missing" in found) throw new Error(found.missing);
  return found;
}

/** What is wrong with a node by itself: its formula, and the text with numbers, must give its value. */
export function flawsOf(node: ExplanationNode): string[] {
  const flaws = flawsOfTexts(node);
  const { expr, terms, value, words, time } = node;
  const named = [...words.matchAll(/\bt = (-?\d[\d.]*(?:e[-+]?\d+)?)/g)].at(-1)?.[1];
  if (named !== (time === null ? undefined : String(time))) flaws.push(`${node.name}: '${words}' at ${time}`);
  const again = node.compute?.(terms.map((term) => term.value));
  if (again !== undefined && (isMissing(again) || !sameBits(again, value)))
    flaws.push(`${node.name} (${node.words}) is not what is computed again`);
  if (!expr) return flaws;
  const anew = reckon(
    expr,
    terms.map((term) => term.value),
  );
  if (!sameBits(anew, value))
    flaws.push(`${node.name} (${node.words}): ${node.formula} gives ${formatValue(anew)}, not ${formatValue(value)}`);
  const text = withNumbers(expr, terms);
  const read = terms.length > longest ? null : readBack(text);
  if (read !== null && !sameBits(read, value))
    flaws.push(`${node.name}: '${text}' gives ${formatValue(read)}, not ${formatValue(value)}`);
  for (const decision of node.decisions)
    if (
      reckon(
        decision.expr,
        terms.map((term) => term.value),
      ) !== decision.value
    )
      flaws.push(`${node.name}: ${decision.text} is not ${decision.value}`);
  return flaws;
}

/** What is told must be said, and nothing that is finite is told as what is not. */
function flawsOfTexts({ name, words, formula, value, terms, decisions, dimension }: ExplanationNode): string[] {
  const texts = [
    name,
    words,
    formula,
    ...terms.map((term) => term.name),
    ...decisions.map(({ text }) => text),
    formatValue(value),
  ];
  const areFinite = [value, ...terms.map((term) => term.value)].every((one) => isFiniteValue(one));
  const strange = areFinite ? texts.filter((text) => /undefined|NaN|Infinity|\[object|\bnull\b/.test(text)) : [];
  const isEmpty = [name, words, ...terms.map((term) => term.name), ...decisions.map(({ text }) => text)].some(
    (text) => text.trim() === "",
  );
  if (dimension?.some(Number.isNaN)) strange.push("its dimension");
  return [
    ...strange.map((text) => `${name} (${words}) says '${text}'`),
    ...(isEmpty ? [`${name} (${words}) has an empty text`] : []),
  ];
}

const session = new Session({ read: () => ({ problem: "no files" }), write: () => ({ problem: "no files" }) });

/**
 * A sum over more bodies is too long for the parser, which ends it after some 300 large parts, or deeper than the
 * language allows.
 */
const longest = 150;

/** The value of an expression by an interactive session; null where it cannot be said, as what is not finite. */
function readBack(text: string): Value | null {
  if (/NaN|Infinity/.test(text)) return null;
  const [answer] = session.execute(`$${text}`);
  if (answer.kind !== "value")
    throw new Error(`${text}\n${answer.kind === "error" ? answer.lines.join("\n") : answer.kind}`);
  return answer.value;
}

/**
 * Opens a tree to a depth, at most so many nodes of it, and tells what is wrong with them; terms must have the values
 * they open to.
 */
export function flawsBelow(root: ExplanationNode, depth: number, budget: { nodes: number }): string[] {
  const flaws = flawsOf(root);
  if (depth === 0) return flaws;
  for (const term of root.terms) {
    if (budget.nodes-- <= 0) break;
    const node = term.open();
    if (!sameBits(node.value, term.value))
      flaws.push(
        `${root.name} → ${term.name} (${node.words}): ${formatValue(term.value)} opens to ${formatValue(node.value)}`,
      );
    flaws.push(...flawsBelow(node, depth - 1, budget));
  }
  return flaws;
}

/** Follows a tree down to its beginnings, by the term that leads farthest back; the origins met on the way. */
export function pathBack(root: ExplanationNode, most = 10_000): ExplanationNode[] {
  const path = [root];
  const seen = new Set([root.key]);
  for (let node = root; path.length < most; ) {
    const next = node.terms.map((term) => term.open()).filter((one) => !seen.has(one.key));
    if (next.length === 0) break;
    node = next.find((one) => one.name === root.name) ?? next.find((one) => one.terms.length > 0) ?? next[0];
    seen.add(node.key);
    path.push(node);
  }
  return path;
}
