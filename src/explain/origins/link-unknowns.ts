// Unknowns of constraints: the equation that each is found from. Of a constraint C the engine asks that C'' + 2s C' +
// s² C vanish, and C'' is affine in all unknowns λ of constraints at the same bodies: C'' = C''₀ + K λ + Σ Kₗ λₗ. So λ
// = K⁻¹ (b - Σ Kₗ λₗ) with what is lacking, b = -(C''₀ + 2s C' + s² C). K is the product of how C'' changes with sums F
// of the bodies and how these change with λ. The engine solves for all unknowns at once, in another order; the
// difference by rounding is a separate term.

import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { Value } from "../../compiler/values/value.ts";
import type { Link } from "../../engine/model/link.ts";
import { readSlot, type Slot, writeSlot } from "../../engine/model/slot.ts";
import { stabilisationOf } from "../../engine/model/stabilisation.ts";
import type { Definition, Expr } from "../../language/syntax/ast.ts";
import { atEnd } from "../../language/syntax/statement.ts";
import { isMissing } from "../../record/probe/probe.ts";
import type { LinkKnowledge, LinkStage } from "../sites/link-site.ts";
import { literalOf, nowhere, sameBits } from "../tree/literal.ts";
import { type ExplanationNode, leaf, reckon, type Term } from "../tree/node.ts";
import { call, combine, nameExpr, reckoningNode, reckonSum, sumNode, termOf, zeroLike } from "../tree/reckoning.ts";
import { type LinkTerms, linkContributions } from "./link-terms.ts";

/** An unknown, and the constraint it serves. */
interface Pair {
  readonly link: Link;
  readonly slot: Slot;
  readonly constraint: string;
}

const sumOf = (terms: readonly Expr[], op: "+" | "-" = "+") => terms.reduce((all, term) => combine(op, all, term));

/** The effect of another unknown, with this path, on the rate of a constraint. */
interface Effect {
  readonly path: string;
  readonly term: Term;
}

export class LinkUnknowns {
  private readonly known: LinkKnowledge;
  private readonly at: LinkStage;
  private readonly terms: LinkTerms;
  /** The contributions to an attribute without those of constraints. */
  private readonly others: (slot: Slot) => Term[];
  /** Opens another unknown. */
  private readonly open: (link: Link, slot: Slot) => ExplanationNode;
  private readonly frees = new Map<Slot, ExplanationNode>();
  private readonly memories = new Map<Link, Float64Array>();

  constructor(
    known: LinkKnowledge,
    at: LinkStage,
    terms: LinkTerms,
    others: (slot: Slot) => Term[],
    open: LinkUnknowns["open"],
  ) {
    this.known = known;
    this.at = at;
    this.terms = terms;
    this.others = others;
    this.open = open;
  }

  node(link: Link, slot: Slot): ExplanationNode {
    const { at } = this;
    const value = readSlot(at.stage, slot);
    const path = `${link.name}.${slot.name}`;
    const pair = pairsOf(link).find((one) => one.slot === slot)!;
    const about = {
      name: path,
      value,
      dimension: this.known.quantities.dimension(path),
      key: `${at.key} unknown ${path}`,
    };
    try {
      return this.equation(pair, about);
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      const words =
        `the unknown of '${link.name}', solved for so that '${pair.constraint}' still holds, ` + `at t = ${at.t}`;
      return leaf({ ...about, words, time: at.t, origin: "engine" });
    }
  }

  private equation(pair: Pair, about: Pick<ExplanationNode, "name" | "value" | "dimension" | "key">): ExplanationNode {
    const { link, slot, constraint } = pair;
    const rate = this.rateOf(pair);
    const own = this.coupling(pair, pair, rate, "K");
    if (!own) throw refusal(`nothing acts on '${constraint}'`);
    const lack = this.lack(pair, rate);
    const effects = this.terms.constraints.flatMap(pairsOf).flatMap((other): Effect[] => {
      const isOwn = other.link === link && other.slot === slot;
      const isNear = other.link.bodies.some((body) => body && link.bodies.includes(body));
      const effect = isOwn || !isNear ? null : this.effect(pair, other, rate);
      return effect ? [effect] : [];
    });
    const isReal = slot.shape.kind === "real";
    const right = sumOf([termOf(1), ...effects.map((_, i) => termOf(2 + i))], "-");
    const solved = isReal ? combine("/", right, termOf(0)) : call("solve", termOf(0), right);
    const terms = [own, lack, ...effects.map(({ term }) => term)];
    const found = reckon(
      solved,
      terms.map(({ value }) => value),
    );
    const rest = this.rest(about, found);
    const stabilised = typeof stabilisationOf(link.context) === "number";
    const together = effects.length === 0 ? "" : `, together with ${effects.map(({ path }) => path).join(", ")}`;
    const words =
      `the unknown of '${link.name}', solved for so that ` +
      `${rate}${stabilised ? " makes gaps die away" : " = 0"}${together}, at t = ${this.at.t}`;
    const isExact = sameBits(found, about.value);
    const node = reckoningNode({ ...about, words, time: this.at.t, terms: isExact ? terms : [...terms, rest] }, [
      isExact ? solved : combine("+", solved, termOf(terms.length)),
    ]);
    const joint = effects.length === 0 ? undefined : `${this.at.key} unknowns`;
    return { ...node, joint, added: isExact ? undefined : terms.length };
  }

  private rest({ value, dimension, key }: Pick<ExplanationNode, "value" | "dimension" | "key">, found: Value): Term {
    const words = "what the rounding of the engine's solution, or of its iterations, leaves";
    const rest = reckon(combine("-", termOf(0), termOf(1)), [value, found]);
    const about = { name: "rest", value: rest, dimension, key: `${key} rest` };
    return { ...about, open: () => leaf({ ...about, words, time: null, origin: "engine" }) };
  }

  /** The rate on which sums act: C'' or, for constraints on velocities, C'. */
  private rateOf(pair: Pair): string {
    const once = `${pair.constraint}'`;
    const pushes = linkContributions(pair.link).map(({ end, to }) => this.byPush(pair, once, end, to).value);
    const rows = Array.from({ length: pair.slot.size }, (_, row) => pushes.some((push) => !isZeroRow(push, row)));
    if (rows.includes(true) && rows.includes(false))
      throw refusal(`some numbers of '${pair.constraint}' speak of velocities and others of poses; name them apart`);
    return rows[0] ? once : `${once}'`;
  }

  /** Asks the compiler for a value of a link with zero unknowns. */
  private told(link: Link, name: string, words: string, expr: Expr): Term {
    const { at, known } = this;
    const answer = known.values.answer(link, name, expr, link.scope, at.applications);
    const value = answer.at(this.without(link));
    if (isMissing(value)) throw refusal(value.missing);
    const about = {
      name,
      value,
      dimension: null,
      words: `${words}, at t = ${at.t}`,
      time: at.t,
      key: `${at.key} ${link.name} ${name}`,
    };
    return {
      name,
      symbol: expr,
      value,
      dimension: null,
      open: () => this.terms.site(link).told(about, answer, (slot) => this.seen(link, slot)),
    };
  }

  private seen(link: Link, slot: Slot): Term {
    const sum = pushedBy(link, this.terms.constraints).includes(slot) ? this.free(slot) : null;
    return sum
      ? { name: sum.name, value: sum.value, dimension: sum.dimension, open: () => sum }
      : this.terms.site(link).seen(slot);
  }

  /** The stage with the sums of a link's bodies without unknowns. */
  private without(link: Link): Float64Array {
    const known = this.memories.get(link);
    if (known) return known;
    const memory = this.at.stage.slice();
    this.memories.set(link, memory);
    for (const slot of pushedBy(link, this.terms.constraints)) writeSlot(memory, slot, this.free(slot).value);
    return memory;
  }

  /** All contributions except those of unknowns; constraints may have parts without unknowns. */
  private free(slot: Slot): ExplanationNode {
    let node = this.frees.get(slot);
    if (!node) this.frees.set(slot, (node = this.withoutUnknowns(slot)));
    return node;
  }

  private withoutUnknowns(slot: Slot): ExplanationNode {
    const { at, known } = this;
    const { path } = known.quantities.of(slot);
    const zero = at.stage.slice();
    for (const { unknowns } of this.terms.constraints)
      for (const one of unknowns) writeSlot(zero, one, zeroLike(readSlot(zero, one)));
    const besides = this.terms.constraints.flatMap((link) =>
      linkContributions(link).flatMap(({ definition, to }): Term[] => {
        const value =
          to === slot ? known.values.expression(link, definition.body, link.scope, zero, at.applications) : null;
        if (value === null || isMissing(value) || isZero(value)) return [];
        const name = `${definition.name} += of ${link.name} besides its unknowns`;
        const about = {
          name,
          value,
          dimension: null,
          words: this.terms.site(link).words,
          time: at.t,
          key: `${at.key} besides ${link.name} ${definition.span.from}`,
        };
        return [
          {
            name,
            symbol: nameExpr(`${definition.name}_${link.name}`),
            value,
            dimension: null,
            open: () => leaf({ ...about, origin: "engine" }),
          },
        ];
      }),
    );
    const terms = [...this.others(slot), ...besides];
    const value = terms.length === 0 ? zeroLike(readSlot(at.stage, slot)) : reckonSum(terms);
    const sum = terms.length === 0 ? "nothing is contributed" : "the sum of what laws and links contribute";
    const words = `${sum} without unknowns at t = ${at.t}`;
    return sumNode({
      name: `${path} without unknowns`,
      words,
      time: at.t,
      value,
      dimension: known.quantities.dimension(path),
      terms,
      key: `${at.key} free ${path}`,
    });
  }

  private byPush({ link }: Pair, rate: string, end: number, to: Slot): Term {
    const name = atEnd(to.name, end);
    const { owner } = link.scope.attribute(name) ?? { owner: null };
    if (owner?.kind !== "object" || owner.index !== end) throw refusal(`'${name}' means something else`);
    const words =
      `how ${rate} of '${link.name}' changes with ${this.known.quantities.of(to).path}, ` + `by the laws of motion`;
    return this.told(link, `derivative(${rate}, ${name})`, words, call("derivative", rateExpr(rate), nameExpr(name)));
  }

  private ofUnknown({ link, slot }: Pair, definition: Definition): Term {
    const expr = call("derivative", definition.body, nameExpr(slot.name));
    const words = `how ${definition.name} of '${link.name}' changes with ${slot.name}`;
    const term = this.told(link, `derivative(${definition.name}, ${slot.name}) ${definition.span.from}`, words, expr);
    const name = `derivative(${definition.name}, ${slot.name})`;
    return { ...term, name, symbol: call("derivative", nameExpr(definition.name), nameExpr(slot.name)) };
  }

  /** K: how an unknown changes the rate of a constraint, by all sums that it acts on. Null if it does not. */
  private coupling(pair: Pair, other: Pair, rate: string, symbol: string): Term | null {
    const terms: Term[] = [];
    const products: Expr[] = [];
    for (const { definition, to } of linkContributions(other.link))
      for (const [end, body] of pair.link.bodies.entries()) {
        if (body?.slots.get(to.name) !== to) continue;
        const [push, act] = [this.byPush(pair, rate, end, to), this.ofUnknown(other, definition)];
        if (isZero(push.value) || isZero(act.value)) continue;
        products.push(combine("*", termOf(terms.length), termOf(terms.length + 1)));
        terms.push(push, act);
      }
    if (products.length === 0) return null;
    const isReal = [pair, other].every(({ slot }) => slot.shape.kind === "real");
    const expr = isReal ? combine("#", combine("#", sumOf(products), literalOf(1)), literalOf(1)) : sumOf(products);
    const value = reckon(
      expr,
      terms.map((term) => term.value),
    );
    const path = `${other.link.name}.${other.slot.name}`;
    const name = symbol === "K" ? "K" : `${rate} by ${path}, per unit`;
    const words = `how ${rate} of '${pair.link.name}' changes with ${path}, at t = ${this.at.t}`;
    const about = {
      name,
      value,
      dimension: null,
      words,
      time: this.at.t,
      key: `${this.at.key} ${pair.link.name} ${rate} by ${path}`,
      terms,
    };
    return { name, symbol: nameExpr(symbol), value, dimension: null, open: () => reckoningNode(about, [expr]) };
  }

  /** The effect of another unknown on the rate. */
  private effect(pair: Pair, other: Pair, rate: string): Effect | null {
    const factor = this.coupling(pair, other, rate, `K_${other.link.name}`);
    if (!factor) return null;
    const path = `${other.link.name}.${other.slot.name}`;
    const unknown = readSlot(this.at.stage, other.slot);
    const dimension = this.known.quantities.dimension(path);
    const terms: Term[] = [
      factor,
      {
        name: path,
        symbol: nameExpr(other.slot.name),
        value: unknown,
        dimension,
        open: () => this.open(other.link, other.slot),
      },
    ];
    const [isReal, isOtherReal] = [pair, other].map(({ slot }) => slot.shape.kind === "real");
    const second: Expr = isOtherReal && !isReal ? { kind: "vector", elements: [termOf(1)], span: nowhere } : termOf(1);
    const product = combine("*", termOf(0), second);
    const expr = isReal && !isOtherReal ? combine("#", product, literalOf(1)) : product;
    const value = reckon(
      expr,
      terms.map((term) => term.value),
    );
    const name = `${rate} by ${path}`;
    const about = {
      name,
      value,
      dimension: null,
      words: `what ${path} does to ${rate} of '${pair.link.name}', at t = ${this.at.t}`,
      time: this.at.t,
      terms,
      key: `${this.at.key} ${pair.link.name} effect ${pair.slot.name} ${path}`,
    };
    const symbol = nameExpr(`a_${other.link.name}_${other.slot.name}`);
    return { path, term: { name, symbol, value, dimension: null, open: () => reckoningNode(about, [expr]) } };
  }

  /** b: what is missing in the rate without unknowns. */
  private lack({ link, constraint }: Pair, rate: string): Term {
    const s = stabilisationOf(link.context);
    const ofRate = (name: string, words: string) =>
      this.told(link, name, words, name === constraint ? nameExpr(name) : rateExpr(name));
    const highest = ofRate(rate, `the rate of ${constraint} along the motion without unknowns`);
    const isStabilised = typeof s === "number" && s !== 0;
    const gap = {
      ...ofRate(constraint, "what is to be zero"),
      open: () => this.terms.site(link).explain(this.functionNamed(link, constraint), constraint),
    };
    const isOnce = rate === `${constraint}'`;
    const terms = !isStabilised
      ? [highest]
      : isOnce
        ? [highest, gap]
        : [highest, gap, ofRate(`${constraint}'`, `the rate of ${constraint} along the motion`)];
    const factor = literalOf(typeof s === "number" ? s : 0);
    const position = combine("*", factor, termOf(1));
    const back = isOnce
      ? position
      : combine("*", factor, combine("+", combine("*", literalOf(2), termOf(2)), position));
    const expr: Expr = {
      kind: "unary",
      op: "-",
      opSpan: nowhere,
      operand: isStabilised ? combine("+", termOf(0), back) : termOf(0),
      span: nowhere,
    };
    const value = reckon(
      expr,
      terms.map((term) => term.value),
    );
    const words =
      `what ${rate} of '${link.name}' lacks without ` +
      `unknowns${isStabilised ? `, and what makes gaps die away (stabilisation = ${s})` : ""}, at t = ${this.at.t}`;
    const about = {
      name: "b",
      value,
      dimension: null,
      words,
      time: this.at.t,
      terms,
      key: `${this.at.key} ${link.name} lack ${constraint}`,
    };
    return { name: "b", value, dimension: null, open: () => reckoningNode(about, [expr]) };
  }

  private functionNamed(link: Link, name: string): Definition {
    const binding = link.scope.lookup(name);
    if (binding?.kind !== "function") throw refusal(`'${name}' is no function`);
    return binding.definition;
  }
}

/** Whether a row of a matrix is zero. */
function isZeroRow(value: Value, row: number): boolean {
  if (typeof value !== "object" || value.kind !== "matrix") return isZero(value);
  return value.data.subarray(row * value.cols, (row + 1) * value.cols).every((x) => x === 0);
}

/** The unknowns of a link, in the order of its constraints. */
function pairsOf(link: Link): Pair[] {
  return link.unknowns.map((slot, i) => ({ link, slot, constraint: link.context.constraints[i].name }));
}

/** The sums of the bodies at its ends on which constraints act. */
function pushedBy({ bodies }: Link, constraints: readonly Link[]): Slot[] {
  const slots = constraints.flatMap((other) => linkContributions(other).map(({ to }) => to));
  return [...new Set(slots)].filter((slot) => bodies.some((body) => body?.slots.get(slot.name) === slot));
}

function rateExpr(rate: string): Expr {
  const name = rate.replace(/'+$/, "");
  return { kind: "derivative", name, order: rate.length - name.length, span: nowhere };
}

function isZero(value: Value): boolean {
  if (typeof value === "object") return value.kind !== "sequence" && value.data.every((x) => x === 0);
  return value === 0;
}

function refusal(message: string): EvaluationError {
  return new EvaluationError("no-value", nowhere, null, message, []);
}
