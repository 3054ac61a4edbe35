// What if a number of an explanation were different: everything that depends on it is computed again from the text of
// the laws, however many formulas lie between; everything else is unchanged. Times of events, places of contacts and
// the active laws stay; to change those, change the text.
//
// The tree is searched from the newest number to the oldest; if it is too large, the part before some time is left out.
// Then it is computed from the oldest number on, so that calls are not nested by steps.
import { EvaluationError } from "../compiler/values/evaluation-error.ts";
import type { Value } from "../compiler/values/value.ts";
import type { Settings } from "../engine/model/settings.ts";
import { isMissing, type Missing } from "../record/probe/probe.ts";
import { Agenda } from "./tree/agenda.ts";
import { sameBits } from "./tree/literal.ts";
import { type ExplanationNode, type Formed, reckon, type Term } from "./tree/node.ts";

/** A quantity at a moment, wherever it occurs in an explanation, and its supposed value. */
export interface Supposition {
  readonly key: string;
  readonly value: Value;
  /** Nothing before this time can depend on it; without it, everything is searched. */
  readonly since?: number;
}

/** A node under suppositions. */
export interface SupposedNode {
  readonly value: Value | Missing;
  /** Its formula, with other branches where these are taken now, and the values of its terms. */
  readonly form: Formed;
  readonly terms: readonly (Value | Missing)[];
}

/** The value of a node under suppositions. */
export function suppose(root: ExplanationNode, suppositions: readonly Supposition[]): Value | Missing {
  return new WhatIf(root, suppositions).of(root).value;
}

/** A node of the agenda. First values of the text have no time: they are always searched. */
interface Visit {
  readonly node: ExplanationNode;
  readonly time: number;
}

/** An unknown and its value so far. */
interface Guess {
  readonly node: ExplanationNode;
  readonly value: Value;
}

/** Nobody waits for more numbers than this. */
const mostNumbers = 12_000;
/** An equation counts as many formulas, and so does an answer of the engine. */
const workOf = ({ joint, compute }: ExplanationNode) => (joint ? 100 : compute ? 5 : 1);
/** Deeper than this the stack does not reach. */
const mostLevels = 1500;
/** Unknowns that depend on each other are solved for in rounds; this is the most rounds. */
const mostTurns = 200;
/**
 * A part that the engine's mathematics adds to a value stays unchanged if it is no larger than this share of the value.
 */
const small = 1e-6;

export class WhatIf {
  private readonly supposed: ReadonlyMap<string, Value>;
  private readonly since: number;
  /** Numbers at this time and before are unchanged: there are too many. */
  private until = Number.NEGATIVE_INFINITY;
  /** The values computed so far; null for an unchanged value. */
  private readonly known = new Map<string, Value | Missing | null>();
  private begun = new Set<string>();
  private deep = 0;
  private left = mostNumbers;
  private readonly unmet: Missing | null;
  private readonly stays = new Set<string>();
  /** Number of uses of values that are still being solved for: results from them are provisional. */
  private guesses = 0;
  /** The unknowns being solved for together: the numbers found so far, by key. */
  private solving: { readonly joint: string; readonly found: Map<string, Guess> } | null = null;

  constructor(root: ExplanationNode, suppositions: readonly Supposition[]) {
    this.supposed = new Map(suppositions.map(({ key, value }) => [key, value]));
    this.since = Math.min(...suppositions.map(({ since }) => since ?? Number.NEGATIVE_INFINITY));
    const { order, met } = this.lookThrough(root);
    this.unmet =
      met.size < this.supposed.size && this.isCut
        ? { missing: `more than ${mostNumbers} numbers lie between: ask about an earlier time` }
        : null;
    for (let visit = order.pop(); visit; visit = order.pop()) this.at(visit.node, visit.time);
  }

  private get isCut(): boolean {
    return this.until > Number.NEGATIVE_INFINITY;
  }

  /** What the suppositions did not reach, and why. */
  get notes(): string[] {
    const stays = [...this.stays].sort().join(", ");
    const notes = stays === "" ? [] : [`Unchanged, because only a run can compute them: ${stays}.`];
    if (this.isCut && !this.unmet)
      notes.unshift(
        `This is carried back to t = ${this.until}; earlier values are taken as before, ` +
          `for they are too many (more than ${mostNumbers} numbers).`,
      );
    return notes;
  }

  of(node: ExplanationNode): SupposedNode {
    const { unmet } = this;
    const value = this.value(node);
    // The unknowns that it is solved together with have been found.
    const isSolved = node.joint !== undefined || value === node.value || this.supposed.has(node.key) || isLeaf(node);
    if (unmet || isSolved) return { ...asItWas(node), value };
    return { ...this.anew(node, timeOf(node)), value };
  }

  value(node: ExplanationNode): Value | Missing {
    return this.unmet ?? this.at(node, timeOf(node));
  }

  private lookThrough(root: ExplanationNode): { order: Visit[]; met: Set<string> } {
    const order: Visit[] = [];
    const seen = new Set([root.key]);
    const met = new Set(this.supposed.has(root.key) ? [root.key] : []);
    const agenda = new Agenda<Visit>();
    agenda.add(timeOf(root), { node: root, time: timeOf(root) });
    for (let visit = agenda.next(); visit; visit = agenda.next()) {
      this.left -= workOf(visit.node);
      if (this.left <= 0) {
        this.until = visit.time;
        break;
      }
      order.push(visit);
      for (const term of visit.node.foundFrom?.() ?? visit.node.terms) {
        const node = term.open();
        if (this.supposed.has(node.key)) met.add(node.key);
        const time = timeOf(node, visit);
        if (node.kept === "perhaps" && !this.isBefore(time)) this.stays.add(node.name);
        if (seen.has(node.key) || isLeaf(node) || this.isBefore(time)) continue;
        seen.add(node.key);
        agenda.add(time, { node, time });
      }
    }
    // A node that is needed now but was not searched is in a branch that was not taken.
    this.left = 2 * mostNumbers;
    return { order: order.filter(({ time }) => time > this.until), met };
  }

  /** Whether nothing that is supposed can have had an effect at that time. */
  private isBefore(time: number): boolean {
    return time < this.since;
  }

  /** The value of a node that holds at a time. */
  private at(node: ExplanationNode, time: number): Value | Missing {
    const done = this.supposed.get(node.key) ?? this.known.get(node.key);
    if (done !== undefined) return done ?? node.value;
    if (isLeaf(node) || this.isBefore(time) || time <= this.until) return node.value;
    if (this.solving?.joint === node.joint && node.joint !== undefined) return this.guess(node);
    this.left -= 1;
    if (this.left <= 0 || this.deep >= mostLevels || this.begun.has(node.key))
      return { missing: `too many numbers lie between '${node.name}' and it` };
    this.begun.add(node.key);
    this.deep++;
    const { guesses } = this;
    const { joint } = node;
    const value = joint === undefined ? this.anew(node, time).value : this.together({ node, time, joint });
    this.deep--;
    this.begun.delete(node.key);
    if (guesses === this.guesses) this.known.set(node.key, value === node.value ? null : value);
    return value;
  }

  private guess(node: ExplanationNode): Value {
    const { found } = this.solving!;
    this.guesses++;
    if (!found.has(node.key)) found.set(node.key, { node, value: node.value });
    return found.get(node.key)!.value;
  }

  /** One of several unknowns whose equations depend on each other. */
  private together({ node, time, joint }: Visit & { readonly joint: string }): Value | Missing {
    const { solving: outer, guesses, begun } = this;
    // Nodes under computation may meet themselves through the equations.
    this.begun = new Set();
    const found = new Map([[node.key, { node, value: node.value }]]);
    this.solving = { joint, found };
    const objection = this.byTurns(found, time);
    this.solving = outer;
    this.guesses = guesses;
    this.begun = begun;
    for (const [key, { value }] of found) this.known.set(key, objection ?? value);
    return objection ?? found.get(node.key)!.value;
  }

  /** Solves each equation again with the results of the others, until none changes; or returns why that failed. */
  private byTurns(found: Map<string, Guess>, time: number): Missing | null {
    for (let turn = 0; turn < mostTurns; turn++) {
      let change = 0;
      for (const [key, { node, value: before }] of found) {
        const { value } = this.anew(node, time);
        if (isMissing(value)) return value;
        found.set(key, { node, value });
        change = Math.max(change, changeOf(before, value));
      }
      if (change < 1e-13) return null;
    }
    return { missing: `${found.size} unknowns are solved for together, and do not settle within ${mostTurns} turns` };
  }

  /** A node computed from its new terms; if a condition changes, by the other branch. */
  private anew(node: ExplanationNode, time: number): SupposedNode {
    if (node.foundFrom) return this.found(node, node.foundFrom(), time);
    try {
      for (let form: Formed = node; ; ) {
        const terms = form.terms.map((term) => {
          const below = term.open();
          return this.at(below, timeOf(below, { node, time }));
        });
        const lacking = terms.find(isMissing);
        if (lacking) return { value: lacking, form, terms };
        const values = terms as Value[];
        const isSame = form === node && values.every((value, i) => sameBits(value, node.terms[i].value));
        if (isSame) return asItWas(node);
        const other = form.branches?.choices.findIndex(({ expr, value }) => reckon(expr, values) !== value) ?? -1;
        if (other < 0) return { value: this.reckoned(node, form, values), form, terms };
        const choices = form.branches!.choices.slice(0, other + 1).map(({ value }, i) => (i < other ? value : !value));
        form = form.branches!.take(choices);
      }
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      return { ...asItWas(node), value: { missing: `'${node.name}' has no value then: ${error.message}` } };
    }
  }

  /** A value that only the engine can find stays unchanged; if it would be different, this is noted. */
  private found(node: ExplanationNode, from: readonly Term[], time: number): SupposedNode {
    const others = from.filter(({ value, open }) => {
      const below = open();
      const now = this.at(below, timeOf(below, { node, time }));
      return isMissing(now) || !sameBits(now, value);
    });
    if (others.length > 0) this.stays.add(node.name);
    return asItWas(node);
  }

  private reckoned(node: ExplanationNode, { expr }: Formed, values: readonly Value[]): Value | Missing {
    if (node.compute) return node.compute(values);
    const lacks = node.added !== undefined && sizeOf(values[node.added]) > small * sizeOf(node.value);
    if (expr && !lacks) return reckon(expr, values);
    return { missing: `'${node.name}' is ${node.words}: no formula says how it depends on others` };
  }
}

function isLeaf({ terms, kept, foundFrom }: ExplanationNode): boolean {
  return (terms.length === 0 && !foundFrom) || kept !== undefined;
}

function asItWas(node: ExplanationNode): SupposedNode {
  return { value: node.value, form: node, terms: node.terms.map(({ value }) => value) };
}

/**
 * The time at which a number holds; without a time in its words, that of the node above it. First values matter at all
 * times.
 */
function timeOf({ origin, time }: ExplanationNode, above?: Visit): number {
  if (origin === "initial" || above?.time === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return time ?? above?.time ?? Number.POSITIVE_INFINITY;
}

function numbersOf(value: Value): number[] {
  if (typeof value !== "object") return [Number(value)];
  return value.kind === "sequence" ? value.items.flatMap(numbersOf) : [...value.data];
}

function sizeOf(value: Value): number {
  return Math.max(0, ...numbersOf(value).map(Math.abs));
}

/** The difference between two values, relative to their size. */
function changeOf(a: Value, b: Value): number {
  const [from, to] = [numbersOf(a), numbersOf(b)];
  const size = Math.max(sizeOf(a), sizeOf(b));
  return size === 0 ? 0 : Math.max(...to.map((x, i) => Math.abs(x - from[i]))) / size;
}

/**
 * The node at an address such as 1.3.2: the second name in the formula of the third of the first; 0 leads to the
 * beginning of a law, "" is the root.
 */
export function nodeAt(root: ExplanationNode, address: string): ExplanationNode | null {
  return pathTo(root, address)?.at(-1) ?? null;
}

function pathTo(root: ExplanationNode, address: string): ExplanationNode[] | null {
  const path = [root];
  for (const part of address === "" ? [] : address.split(".")) {
    const node = path.at(-1)!;
    const term = part === "0" ? node.earlier : /^\d+$/.test(part) ? node.terms[Number(part) - 1] : undefined;
    if (!term) return null;
    path.push(term.open());
  }
  return path;
}

/** The supposition that the number at an address has another value; null if there is none. */
export function suppositionAt(
  root: ExplanationNode,
  address: string,
  value: Value,
  { scheme, step }: Pick<Settings, "scheme" | "step">,
): Supposition | null {
  const path = pathTo(root, address);
  if (!path) return null;
  const { key } = path.at(-1)!;
  const told = path.findLast(({ time }) => time !== null);
  // Within a step of time stepping, numbers have the time of its beginning or of its end.
  const margin = scheme === "time stepping" ? step : 0;
  return { key, value, since: told ? told.time! - margin : undefined };
}
