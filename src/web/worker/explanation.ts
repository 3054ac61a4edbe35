// Explanations of the numbers of a run; loaded when the first is asked for.
import { formatValue } from "../../compiler/value.ts";
import { Explainer, type When } from "../../explain/explainer.ts";
import { type Node, type Term, unitOf, withNumbers } from "../../explain/node.ts";
import { nodeAt } from "../../explain/what-if.ts";
import { checkSource } from "../../language/check.ts";
import { spanText } from "../../language/span.ts";
import { arrangeDefinition } from "../../language/typeset/arrange.ts";
import { findKinds, type Kinds } from "../../language/typeset/kinds.ts";
import { toMathml } from "../../language/typeset/mathml.ts";
import { prepare } from "../../record/run.ts";
import type { ExplanationInfo, TermInfo } from "./explanation-protocol.ts";
import type { Job } from "./job.ts";
import { importSource } from "./library.ts";
import type { MomentRef } from "./protocol.ts";

interface Explaining {
  readonly explainer: Explainer;
  readonly kinds: Kinds;
  /** Of what a person did; with more of it the run is another. */
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

/** The node at an address below the explanation of a path at a moment. */
export function explanation(job: Job, path: string, at: MomentRef, address: string): ExplanationInfo {
  const { explainer, kinds } = explaining(job);
  const frame = "frame" in at ? job.recording.frames[at.frame] : undefined;
  if ("frame" in at && !frame) throw new Error("there is no such moment");
  const when: When = "frame" in at ? { time: frame!.time } : { event: at.event + 1, side: at.side };
  const root = explainer.explain(path, when);
  if ("missing" in root) throw new Error(root.missing);
  const node = nodeAt(root, address);
  if (!node) throw new Error("there is no such number in this explanation");
  return infoOf(node, kinds);
}

function termInfo({ name, value, dimension }: Pick<Term, "name" | "value" | "dimension">): TermInfo {
  return { name, value: formatValue(value), unit: unitOf({ dimension }) };
}

function infoOf(node: Node, kinds: Kinds): ExplanationInfo {
  const { words, formula, definition, expr, terms, decisions, earlier } = node;
  return {
    ...termInfo(node),
    words,
    formula,
    math: definition && toMathml(arrangeDefinition(definition, kinds), spanText(definition.span).replace(/\s+/g, " ")),
    numbers: expr && terms.length > 0 ? withNumbers(expr, terms) : null,
    because: decisions.map(({ text, expr: said, value }) => ({ text, numbers: withNumbers(said, terms), value })),
    terms: terms.map(termInfo),
    earlier: earlier && termInfo(earlier),
  };
}
