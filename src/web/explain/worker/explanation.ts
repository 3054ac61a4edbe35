// Explanations of the numbers of a run; loaded when the first is asked for.

import { formatValue } from "../../../compiler/values/value.ts";
import { Explainer, type When } from "../../../explain/explainer.ts";
import type { ReplayHistory } from "../../../explain/replay/history.ts";
import { formulaOfNode, symbolFormula } from "../../../explain/tree/formula.ts";
import { type ExplanationNode, nodeUnit, type Term, withNumbers } from "../../../explain/tree/node.ts";
import { nodeAt } from "../../../explain/what-if.ts";
import { checkSource } from "../../../language/check/check.ts";
import { attributeName } from "../../../language/declare/environment.ts";
import { expressionText } from "../../../language/syntax/expression-text.ts";
import { spanText } from "../../../language/syntax/span.ts";
import { isRate } from "../../../language/syntax/statement.ts";
import { arrangeDefinition } from "../../../language/typeset/arrange.ts";
import { findKinds, type Kinds } from "../../../language/typeset/kinds.ts";
import { toInlineMathml, toMathml } from "../../../language/typeset/mathml.ts";
import { prepare } from "../../../record/run/run.ts";
import type {
  ExplainedMoment,
  ExplainQuestion,
  ExplanationInfo,
  LawInfo,
  TermInfo,
} from "../../protocol/explanation.ts";
import type { Job } from "../../worker/job.ts";
import { importSource } from "../../worker/library.ts";
import { numbersOf } from "./number-line.ts";
import { supposed } from "./supposition.ts";

interface Explaining {
  readonly explainer: Explainer;
  readonly kinds: Kinds;
  /** The number of inputs; more inputs make it another run. */
  readonly inputs: number;
}

const known = new WeakMap<Job, Explaining>();

function explaining(job: Job): Explaining {
  const { model, inputs } = job.recording;
  let found = known.get(job);
  // The text is read again, so that a run need not keep its tree.
  if (found?.inputs !== inputs.length) {
    const checked = checkSource(job.source, importSource);
    const again = prepare(checked, { simulation: model.simulation.name.name });
    if ("severity" in again) throw new Error(again.message);
    found = { explainer: new Explainer(again, checked, inputs), kinds: findKinds(checked), inputs: inputs.length };
    known.set(job, found);
  }
  return found;
}

export function historyOf(job: Job): ReplayHistory {
  return explaining(job).explainer.moments.history;
}

export function explanation(job: Job, question: ExplainQuestion): unknown {
  const { explainer, kinds } = explaining(job);
  const when = whenOf(job, question.at);
  if (question.kind === "law") return lawOf(explainer, question.body, when, kinds);
  const root = explainer.explain(question.path, when);
  if ("missing" in root) throw new Error(root.missing);
  const node = nodeAt(root, question.address);
  if (!node) throw new Error("there is no such number in this explanation");
  return question.kind === "node" ? infoOf(node, kinds) : supposed(explainer, root, question, kinds);
}

function whenOf({ recording }: Job, at: ExplainedMoment): When {
  if ("time" in at) return at;
  if ("event" in at) return { event: at.event + 1, side: at.side };
  const frame = recording.frames[at.frame];
  if (!frame) throw new Error("the run has not reached that time");
  return { time: frame.time };
}

function lawOf(explainer: Explainer, body: string, when: When, kinds: Kinds): LawInfo {
  const found = explainer.why(body, when);
  if ("missing" in found) throw new Error(found.missing);
  const context = explainer.model.contexts.find(({ name }) => name.name === found.law);
  const slots = explainer.model.byName.get(body)!.slots;
  const rates = context?.functions.filter((one) => isRate(one) || slots.has(attributeName(one.name))) ?? [];
  return {
    ...found,
    formulas: rates.map((definition) => toMathml(arrangeDefinition(definition, kinds), textOf(definition))),
  };
}

function textOf({ span }: Parameters<typeof arrangeDefinition>[0]): string {
  return spanText(span).replace(/\s+/g, " ");
}

function termInfo(
  { name, symbol, value, dimension }: Pick<Term, "name" | "symbol" | "value" | "dimension">,
  kinds: Kinds,
): TermInfo {
  const math = symbol ? toInlineMathml(symbolFormula({ symbol, value }, kinds), expressionText(symbol)) : null;
  return { name, symbol: math, value: formatValue(value), unit: nodeUnit({ dimension }) };
}

function infoOf(node: ExplanationNode, kinds: Kinds): ExplanationInfo {
  const { words, time, formula, definition, expr, terms, decisions, earlier } = node;
  const arranged = formulaOfNode(node, kinds);
  return {
    ...termInfo({ ...node, symbol: undefined }, kinds),
    words,
    time,
    formula,
    math: arranged && toMathml(arranged, definition ? textOf(definition) : formula),
    numbers: expr && terms.length > 0 ? numbersOf(expr, terms, kinds) : null,
    because: decisions.map(({ text, expr: said, value }) => ({ text, numbers: withNumbers(said, terms), value })),
    terms: terms.map((term) => termInfo(term, kinds)),
    earlier: earlier && termInfo(earlier, kinds),
  };
}
