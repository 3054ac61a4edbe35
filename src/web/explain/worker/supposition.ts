// What the numbers of an explanation become if some of them were others.
import { Session } from "../../../compiler/interpret/session.ts";
import { formatValue, shapeOf, type Value } from "../../../compiler/values/value.ts";
import type { Node } from "../../../explain/tree/node.ts";
import { levelsTo, nodeAt, type Supposition, WhatIf } from "../../../explain/what-if.ts";
import { describeShape, sameShape } from "../../../language/shapes/shape.ts";
import type { Kinds } from "../../../language/typeset/kinds.ts";
import { isMissing, type Missing } from "../../../record/probe/probe.ts";
import type { Change, ExplainQuestion, SupposedInfo, SupposedValue } from "../../protocol/explanation.ts";
import { numbersOf } from "./number-line.ts";

type Question = ExplainQuestion & { readonly kind: "what if" };

export function supposed(
  root: Node,
  node: Node,
  { changes, levels, address }: Question,
  kinds: Kinds,
  bodies: number,
): SupposedInfo {
  const whatIf = new WhatIf(
    changes.map((change) => read(root, change)),
    bodies,
  );
  const all = Math.max(levels, ...changes.map((change) => levelsTo(change.address, levels)));
  const left = all - (address === "" ? 0 : address.split(".").length);
  const values = whatIf.terms(node, left);
  const terms = node.terms.map((term, i) => ({ ...term, value: orOld(values[i], term.value) }));
  return {
    value: plain(whatIf.value(node, left)),
    numbers: node.expr && terms.length > 0 ? numbersOf(node.expr, terms, kinds) : null,
    terms: values.map(plain),
    earlier: node.earlier && plain(whatIf.value(node.earlier.open(), left - 1)),
  };
}

function orOld(value: Value | Missing, old: Value): Value {
  return isMissing(value) ? old : value;
}

function plain(value: Value | Missing): SupposedValue {
  return isMissing(value) ? value : { value: formatValue(value) };
}

const limits = { fuel: 200_000, memory: 200_000, depth: 200 };
const noFiles = { problem: "a number takes no files" };

function read(root: Node, { address, text }: Change): Supposition {
  const node = nodeAt(root, address);
  if (!node) throw new Error("there is no such number in this explanation");
  const [answer] = new Session({ read: () => noFiles, write: () => noFiles }, limits).execute(`$${text}`);
  if (answer?.kind !== "value") throw new Error(answer?.kind === "error" ? answer.lines[0] : "write a value");
  const [shape, wanted] = [shapeOf(answer.value), shapeOf(node.value)];
  if (!sameShape(shape, wanted))
    throw new Error(`${node.name} is ${describeShape(wanted)}, not ${describeShape(shape)}`);
  return { key: node.key, value: answer.value };
}
