// What the hand does to a body, as an edit of the numbers of its attribute and of nothing else.
import type { AttributeItem, Block, Expr } from "../../../language/syntax/ast.ts";
import { Diagnostics } from "../../../language/syntax/diagnostic.ts";
import { parseFile } from "../../../language/syntax/parse.ts";
import { createSource, spanText } from "../../../language/syntax/span.ts";
import { setAttribute, type TextEdit } from "../../../language/write/edit.ts";

export type HandEdit = { readonly edits: readonly TextEdit[] } | { readonly why: string };

export interface Wish {
  readonly object: string;
  readonly attribute: "position" | "orientation" | "size";
  /** The numbers before and after, in SI units; equal ones stay as written. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export function editByHand(text: string, { object, attribute, before, after }: Wish): HandEdit {
  const block = findObject(text, object);
  if (!block) return { why: `'${object}' is not in this text, so it cannot be changed by hand.` };
  if (block.settings.some(({ key }) => key === "copies"))
    return { why: `'${object}' has copies that share one formula; change it in the text.` };
  const value = attributesOf(block).find(
    ({ name }) => name === attribute || (attribute === "position" && name === "pos"),
  )?.value;
  if (!value) {
    const edits = setAttribute(text, "object", object, attribute, write(after));
    return edits ? { edits } : { why: `'${object}' has no place for its ${attribute}.` };
  }
  const numbers = numbersOf(value, 1);
  if (!numbers || numbers.length !== after.length) {
    const said = spanText(value.span).replace(/\s+/g, " ");
    const short = said.length > 60 ? `${said.slice(0, 57)}…` : said;
    return { why: `The ${attribute} of '${object}' is a formula, ${short}; change it in the text.` };
  }
  const edits = numbers.flatMap(({ from, to, factor }, i) =>
    before[i] === after[i] ? [] : [{ from, to, insert: tidyNumber(after[i] / factor) }],
  );
  return { edits };
}

interface PlainNumber {
  readonly from: number;
  readonly to: number;
  readonly factor: number;
}

/** The numbers of a literal, in order; null if there is more than numbers, signs, brackets and units. */
function numbersOf(expr: Expr, factor: number): PlainNumber[] | null {
  switch (expr.kind) {
    case "number":
      return [{ from: expr.span.from, to: expr.span.to, factor }];
    case "unary":
      return expr.op !== "!" && expr.operand.kind === "number"
        ? [{ from: expr.span.from, to: expr.span.to, factor }]
        : null;
    case "unit":
      return numbersOf(expr.value, factor * expr.unit.factor);
    case "vector": {
      const parts = expr.elements.map((element) => numbersOf(element, factor));
      return parts.every((part) => part !== null) ? parts.flat() : null;
    }
    default:
      return null;
  }
}

function findObject(text: string, object: string): Block | undefined {
  const file = parseFile(createSource("", text), new Diagnostics());
  return file.blocks.find(
    ({ kind, settings }) =>
      kind === "object" &&
      settings.some(({ key, valueSpan }) => key === "name" && spanText(valueSpan).trim() === object),
  );
}

function attributesOf({ settings }: Block): AttributeItem[] {
  return settings.flatMap(({ value }) => (value.kind === "attributes" ? value.attributes : []));
}

function write(numbers: readonly number[]): string {
  const said = numbers.map(tidyNumber);
  if (said.length === 9) return `[${[0, 3, 6].map((i) => `[${said.slice(i, i + 3).join(", ")}]`).join(", ")}]`;
  return said.length === 1 ? said[0] : `[${said.join(", ")}]`;
}

/** A number as a person would write it. */
export function tidyNumber(value: number): string {
  return String(Number(value.toPrecision(10)) || 0);
}

/** The nearest multiple of a step, without rounding errors in its last digits. */
export function snap(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12)) || 0;
}
