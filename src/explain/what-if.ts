// What if a number of an explanation were another: the formulas above it are computed anew, all else as it was. Times of events and
// the laws at work stay; to change those, change the text.
import type { Value } from "../compiler/value.ts";
import { formatValue } from "../compiler/value.ts";
import type { Missing } from "../record/probe.ts";
import { sameBits } from "./literal.ts";
import { type Node, reckon } from "./node.ts";

/** A quantity at a moment, wherever an explanation speaks of it, and the value it is to have. */
export interface Supposition {
  readonly key: string;
  readonly value: Value;
}

/** The value of a node under suppositions, looked for so many levels down. */
export function suppose(root: Node, suppositions: readonly Supposition[], depth: number): Value | Missing {
  return new WhatIf(suppositions).value(root, depth);
}

/** More numbers than these nobody waits for. */
const mostNumbers = 20_000;

export class WhatIf {
  private readonly supposed: ReadonlyMap<string, Value>;
  /** What has been computed, and from how many levels. */
  private readonly known = new Map<string, { levels: number; value: Value | Missing }>();
  private left = mostNumbers;

  constructor(suppositions: readonly Supposition[]) {
    this.supposed = new Map(suppositions.map(({ key, value }) => [key, value]));
  }

  /** The value of a node, with what so many levels below it become. */
  value(node: Node, levels: number): Value | Missing {
    const given = this.supposed.get(node.key);
    if (given !== undefined) return given;
    if (levels <= 0 || node.terms.length === 0) return node.value;
    const done = this.known.get(node.key);
    if (done && done.levels >= levels) return done.value;
    if (this.left-- <= 0) return { missing: "too many numbers lie between; look at fewer levels" };
    const value = anew(node, this.terms(node, levels));
    this.known.set(node.key, { levels, value });
    return value;
  }

  /** The values of the names in its formula. */
  terms(node: Node, levels: number): (Value | Missing)[] {
    return node.terms.map((term) => this.value(term.open(), levels - 1));
  }
}

/** A node with other values for its terms. */
function anew(node: Node, values: readonly (Value | Missing)[]): Value | Missing {
  const found: Value[] = [];
  for (const value of values) {
    if (typeof value === "object" && "missing" in value) return value;
    found.push(value);
  }
  if (found.every((value, i) => sameBits(value, node.terms[i].value))) return node.value;
  if (!node.expr) return { missing: `'${node.name}' is ${node.words}: there is no formula to compute it by` };
  for (const { text, expr, value } of node.decisions)
    if (reckon(expr, found) !== value)
      return { missing: `in '${node.name}' the condition ${text} would no longer be ${formatValue(value)}, and another branch would be taken` }; // biome-ignore format: one sentence
  return reckon(node.expr, found);
}

/** The node at an address such as 1.3.2: the second name in the formula of the third of the first; 0 leads to where a law began, "" is the root. */
export function nodeAt(root: Node, address: string): Node | null {
  let node = root;
  for (const part of address === "" ? [] : address.split(".")) {
    const term = part === "0" ? node.earlier : /^\d+$/.test(part) ? node.terms[Number(part) - 1] : undefined;
    if (!term) return null;
    node = term.open();
  }
  return node;
}
