// What if a number of an explanation were another: the formulas above it are computed anew, all else as it was. Times
// of events and the laws at work stay; to change those, change the text.
import type { Value } from "../compiler/values/value.ts";
import { formatValue } from "../compiler/values/value.ts";
import { isMissing, type Missing } from "../record/probe/probe.ts";
import { sameBits } from "./tree/literal.ts";
import { type Node, reckon } from "./tree/node.ts";

/** A quantity at a moment, wherever an explanation speaks of it, and the value it is to have. */
export interface Supposition {
  readonly key: string;
  readonly value: Value;
}

/**
 * So many levels must be looked through to meet a number: over the steps between, where its address leads to where a
 * law began.
 */
export function levelsTo(address: string, shown: number): number {
  const parts = address === "" ? [] : address.split(".");
  return parts.includes("0") ? Number.POSITIVE_INFINITY : Math.max(shown, parts.length);
}

/** The value of a node under suppositions, looked for so many levels down. `bodies` says how much work a step is. */
export function suppose(root: Node, suppositions: readonly Supposition[], depth: number, bodies = 1): Value | Missing {
  return new WhatIf(suppositions, bodies).value(root, depth);
}

/** More numbers than these nobody waits for. */
const mostNumbers = 20_000;
/** Deeper than this the memory for calls does not reach. */
const mostLevels = 1500;
/** Unknowns that are solved for together are found by turns; so often each at most. */
const mostTurns = 200;

export class WhatIf {
  private readonly supposed: ReadonlyMap<string, Value>;
  /** What has been computed, and from how many levels. */
  private readonly known = new Map<string, { levels: number; value: Value | Missing }>();
  private left = mostNumbers;
  private deep = 0;
  private readonly bodies: number;
  /** How often a number was taken that is still being solved for: what was computed with it is not known yet. */
  private guesses = 0;
  /** What is being solved for together: the numbers found so far, by their keys. */
  private solving: { readonly joint: string; readonly found: Map<string, { node: Node; value: Value }> } | null = null;

  constructor(suppositions: readonly Supposition[], bodies: number) {
    this.bodies = bodies;
    this.supposed = new Map(suppositions.map(({ key, value }) => [key, value]));
  }

  /** The value of a node, with what so many levels below it become. */
  value(node: Node, levels: number): Value | Missing {
    const given = this.supposed.get(node.key);
    if (given !== undefined) return given;
    if (levels <= 0 || node.terms.length === 0) return node.value;
    const done = this.known.get(node.key);
    if (done && done.levels >= levels) return done.value;
    // Over many steps, all bodies take each of them again; an equation is as much work as many formulas.
    const work = node.joint ? 100 : node.compute || node.earlier ? 20 : 1;
    this.left -= Number.isFinite(levels) ? 1 : work * this.bodies;
    if (this.left <= 0 || this.deep >= mostLevels) return { missing: "too many numbers lie between" };
    const { guesses } = this;
    const value =
      node.joint === undefined ? anew(node, this.terms(node, levels)) : this.together(node, node.joint, levels);
    if (guesses === this.guesses) this.known.set(node.key, { levels, value });
    return value;
  }

  /** One of several unknowns whose equations speak of each other. */
  private together(node: Node, joint: string, levels: number): Value | Missing {
    if (this.solving?.joint === joint) {
      const { found } = this.solving;
      this.guesses++;
      if (!found.has(node.key)) found.set(node.key, { node, value: node.value });
      return found.get(node.key)!.value;
    }
    const { solving: outer, guesses } = this;
    const found = new Map([[node.key, { node, value: node.value }]]);
    this.solving = { joint, found };
    const solution = this.byTurns(found, levels);
    this.solving = outer;
    this.guesses = guesses;
    for (const [key, { value }] of found) this.known.set(key, { levels, value: solution ?? value });
    return solution ?? found.get(node.key)!.value;
  }

  /** Each equation anew with what the others gave, until none changes; or why not. */
  private byTurns(found: Map<string, { node: Node; value: Value }>, levels: number): Missing | null {
    for (let turn = 0; turn < mostTurns; turn++) {
      let change = 0;
      for (const [key, { node, value: before }] of found) {
        const value = anew(node, this.terms(node, levels));
        if (isMissing(value)) return value;
        found.set(key, { node, value });
        change = Math.max(change, changeOf(before, value));
      }
      if (change < 1e-13) return null;
    }
    return { missing: `${found.size} unknowns are solved for together, and do not settle within ${mostTurns} turns` };
  }

  /** The values of the names in its formula. */
  terms(node: Node, levels: number): (Value | Missing)[] {
    this.deep++;
    const values: (Value | Missing)[] = [];
    for (const term of node.terms) values.push(this.value(term.open(), levels - 1));
    this.deep--;
    return values;
  }
}

/** How far two values are apart, relative to their size. */
function changeOf(a: Value, b: Value): number {
  const [from, to] = [a, b].map((value) =>
    typeof value === "object" && "data" in value ? [...value.data] : [Number(value)],
  );
  const size = Math.max(...to.map(Math.abs), ...from.map(Math.abs));
  return size === 0 ? 0 : Math.max(...to.map((x, i) => Math.abs(x - from[i]))) / size;
}

/** A node with other values for its terms. */
function anew(node: Node, values: readonly (Value | Missing)[]): Value | Missing {
  const found: Value[] = [];
  for (const value of values) {
    if (typeof value === "object" && "missing" in value) return value;
    found.push(value);
  }
  if (found.every((value, i) => sameBits(value, node.terms[i].value))) return node.value;
  if (node.compute) return node.compute(found);
  if (!node.expr) return { missing: `'${node.name}' is ${node.words}: there is no formula to compute it by` };
  for (const { text, expr, value } of node.decisions)
    if (reckon(expr, found) !== value)
      return {
        missing:
          `in '${node.name}' the condition ${text} would no longer be ${formatValue(value)}, ` +
          `and another branch would be taken`,
      };
  return reckon(node.expr, found);
}

/**
 * The node at an address such as 1.3.2: the second name in the formula of the third of the first; 0 leads to where a
 * law began, "" is the root.
 */
export function nodeAt(root: Node, address: string): Node | null {
  let node = root;
  for (const part of address === "" ? [] : address.split(".")) {
    const term = part === "0" ? node.earlier : /^\d+$/.test(part) ? node.terms[Number(part) - 1] : undefined;
    if (!term) return null;
    node = term.open();
  }
  return node;
}
