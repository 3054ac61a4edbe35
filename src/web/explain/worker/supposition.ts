// The numbers of an explanation under suppositions.
import { Session } from "../../../compiler/interpret/session.ts";
import { formatValue, shapeOf, type Value } from "../../../compiler/values/value.ts";
import type { Settings } from "../../../engine/model/settings.ts";
import type { Explainer } from "../../../explain/explainer.ts";
import { type ExplanationNode, withNumbers } from "../../../explain/tree/node.ts";
import { nodeAt, type Supposition, suppositionAt, WhatIf } from "../../../explain/what-if.ts";
import { describeShape, sameShape } from "../../../language/shapes/shape.ts";
import type { Kinds } from "../../../language/typeset/kinds.ts";
import { isMissing, type Missing } from "../../../record/probe/probe.ts";
import type { ExplainQuestion, SupposedChange, SupposedInfo, SupposedValue } from "../../protocol/explanation.ts";
import { numbersOf } from "./number-line.ts";

type Question = ExplainQuestion & { readonly kind: "what if" };

interface Supposing {
  readonly explainer: Explainer;
  readonly asked: string;
  readonly whatIf: WhatIf;
}

/** Each open node asks separately, but one computation carries the suppositions through the whole tree. */
let last: Supposing | null = null;

export function supposed(
  explainer: Explainer,
  root: ExplanationNode,
  { address, changes }: Question,
  kinds: Kinds,
): SupposedInfo {
  const node = nodeAt(root, address)!;
  const asked = JSON.stringify([root.key, changes]);
  if (last?.explainer !== explainer || last.asked !== asked) {
    const suppositions = changes.map((change) => read(root, change, explainer.model.settings));
    last = { explainer, asked, whatIf: new WhatIf(root, suppositions) };
  }
  const { whatIf } = last;
  const { value, form } = whatIf.of(node);
  const { expr, decisions } = form;
  const terms = form.terms.map((term) => ({ ...term, value: orOld(whatIf.value(term.open()), term.value) }));
  return {
    value: plain(value),
    numbers: expr && terms.length > 0 ? numbersOf(expr, terms, kinds) : null,
    because: decisions.map(({ text, expr: said, value: is }) => ({
      text,
      numbers: withNumbers(said, terms),
      value: is,
    })),
    terms: node.terms.map((term) => plain(whatIf.value(term.open()))),
    earlier: node.earlier && plain(whatIf.value(node.earlier.open())),
    notes: whatIf.notes,
  };
}

function orOld(value: Value | Missing, old: Value): Value {
  return isMissing(value) ? old : value;
}

function plain(value: Value | Missing): SupposedValue {
  return isMissing(value) ? value : { value: formatValue(value) };
}

const limits = { fuel: 200_000, memory: 200_000, depth: 200 };
const noFiles = { problem: "an expression for a number cannot import or export files" };

function read(root: ExplanationNode, { address, text }: SupposedChange, settings: Settings): Supposition {
  const node = nodeAt(root, address);
  if (!node) throw new Error("there is no such number in this explanation");
  const [answer] = new Session({ read: () => noFiles, write: () => noFiles }, limits).execute(`$${text}`);
  if (answer?.kind !== "value") throw new Error(answer?.kind === "error" ? answer.lines[0] : "write a value");
  const [shape, wanted] = [shapeOf(answer.value), shapeOf(node.value)];
  if (!sameShape(shape, wanted))
    throw new Error(`${node.name} is ${describeShape(wanted)}, not ${describeShape(shape)}`);
  return suppositionAt(root, address, answer.value, settings)!;
}
