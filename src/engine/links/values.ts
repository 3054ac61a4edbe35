// The values of a link at a moment: functions of its law, anchors, contributions and rates, for readers of a run.

import { Graph } from "../../compiler/graph/graph.ts";
import { GivenUp, GraphValues } from "../../compiler/graph/graph-values.ts";
import { type MemoryPlace, type Node, operandsOf } from "../../compiler/graph/node.ts";
import { isRefusal, Unlowered } from "../../compiler/graph/refusal.ts";
import type { Region } from "../../compiler/graph/region.ts";
import { Lowering } from "../../compiler/lower/lower.ts";
import { type Lowered, nodesOf } from "../../compiler/lower/lowered.ts";
import { type LowerFrame, Outlines } from "../../compiler/lower/outlines.ts";
import { defaultLimits } from "../../compiler/values/budget.ts";
import type { Value } from "../../compiler/values/value.ts";
import { type Attribute, attributeKey, type Scope } from "../../language/names/scope.ts";
import type { Expr } from "../../language/syntax/ast.ts";
import { spanLine } from "../../language/syntax/span.ts";
import { isContribution } from "../../language/syntax/statement.ts";
import { slotPlace, sumContributions } from "../laws/places.ts";
import { linkRegions } from "../laws/regions.ts";
import type { Link } from "../model/link.ts";
import type { Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { readSlot, type Slot } from "../model/slot.ts";
import type { Applications } from "../state/observer.ts";
import { LinkPlaces } from "./places.ts";

interface Formula {
  readonly value: Lowered;
  readonly graph: Graph;
}

type Lower = (lowering: Lowering, places: LinkPlaces) => Lowered;

/** A quantity that the law of a link can give at any moment, and the attributes it depends on. */
export interface LinkQuery {
  reads(): readonly Slot[];
  at(memory: ReadonlyNumbers): Value | { missing: string };
}

export class LinkValues {
  private readonly model: Model;
  /** Formulas by link group, laws at the ends, and name. */
  private readonly formulas = new Map<string, Formula | string>();
  private readonly numbers = new Map<object, number>();

  constructor(model: Model) {
    this.model = model;
  }

  /**
   * `lambda`, `anchor1`, `C`, `C'`, `force1` (what the law adds to it); a sentence where there is no value, null for
   * unknown names.
   */
  of(
    link: Link,
    name: string,
    memory: ReadonlyNumbers,
    applications: Applications,
  ): Value | { missing: string } | null {
    const slot = link.slots.get(name);
    const isComputed = link.scope.updateOf({ owner: { kind: "link" }, name }) !== null;
    if (slot && !isComputed) return readSlot(memory, slot);
    const lower = this.reader(link, name);
    return lower && this.evaluate(link, name, memory, applications, lower);
  }

  /** Whether a link's law defines this name. */
  knows(link: Link, name: string): boolean {
    return (link.slots.has(name) && !name.includes(" ")) || this.reader(link, name) !== null;
  }

  /**
   * An expression as the law of the link would read it, with the names of `scope` around it. `key` is unique among the
   * expressions of the law.
   */
  expression(
    link: Link,
    expr: Expr,
    scope: Scope,
    memory: ReadonlyNumbers,
    applications: Applications,
  ): Value | { missing: string } {
    const { source, from, to } = expr.span;
    return this.answer(link, `${source.name}:${from}:${to}`, expr, scope, applications).at(memory);
  }

  answer(link: Link, key: string, expr: Expr, scope: Scope, applications: Applications): LinkQuery {
    const frame: LowerFrame = { scope, definition: null, args: [], registered: false };
    return this.asked(link, [key, spanLine(expr.span)], applications, (lowering) => lowering.lower(expr, frame));
  }

  /** An attribute as the law of the link sees it. */
  attribute(link: Link, attribute: Attribute, applications: Applications): LinkQuery {
    return this.asked(link, [attributeKey(attribute), attribute.name], applications, ({ graph }, places) => {
      const value = places.attribute(attribute, false, graph);
      if (!value) throw new Unlowered(`'${attribute.name}' has no value`);
      return value;
    });
  }

  /** The formula for a value of a link: `key` identifies it, `words` describe it. */
  private asked(
    link: Link,
    [key, words]: readonly [string, string],
    applications: Applications,
    lower: Lower,
  ): LinkQuery {
    const formula = this.formula(link, key, applications, lower);
    return {
      reads: () => (typeof formula === "string" ? [] : this.readsOf(formula, link)),
      at: (memory) => this.valueOf(formula, link, words, memory),
    };
  }

  private reader(link: Link, name: string): Lower | null {
    const { scope } = link;
    if (name === "anchor1" || name === "anchor2")
      return ({ graph }, places) => places.attribute({ owner: { kind: "given", index: 0 }, name }, false, graph)!;
    const binding = scope.lookup(name);
    if (binding?.kind === "function" && binding.definition.params.length === 0)
      return (lowering) => lowering.compute(binding.definition, binding.scope, false);
    const plain = name.replace(/'+$/, "");
    const frame = { scope, definition: null, args: [], registered: false };
    if (plain !== name && scope.lookup(plain)?.kind === "function")
      return (lowering, places) => places.rate(plain, name.length - plain.length, frame, lowering)!;
    const added = scope.laws.functions.filter((definition) => isContribution(definition) && definition.name === name);
    if (added.length === 0) return null;
    return (lowering) =>
      sumContributions(
        lowering.graph,
        added.map((definition) => lowering.compute(definition, scope, false)),
      );
  }

  private evaluate(
    link: Link,
    name: string,
    memory: ReadonlyNumbers,
    applications: Applications,
    lower: Lower,
  ): Value | { missing: string } {
    return this.valueOf(this.formula(link, name, applications, lower), link, name, memory);
  }

  private formula(link: Link, name: string, applications: Applications, lower: Lower): Formula | string {
    const ends = link.bodies.map((body) => ({ body, application: (body && applications[body.index]) ?? null }));
    const key =
      [link.group, ...ends.flatMap(({ body, application }) => [body?.group ?? null, application?.scope ?? null])]
        .map((thing) => this.numberOf(thing))
        .join() + name;
    let formula = this.formulas.get(key);
    if (formula === undefined) {
      const graph = new Graph();
      const outlines = new Outlines(defaultLimits);
      const places = new LinkPlaces(this.model, link, ends, outlines);
      try {
        formula = { value: lower(new Lowering(graph, places, outlines), places), graph };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        formula = (error as Error).message;
      }
      this.formulas.set(key, formula);
    }
    return formula;
  }

  private valueOf(
    formula: Formula | string,
    link: Link,
    name: string,
    memory: ReadonlyNumbers,
  ): Value | { missing: string } {
    if (typeof formula === "string") return { missing: `'${name}' of '${link.name}': ${formula}` };
    const place = link.index - link.group.first;
    const [own, other] = link.bodies.map((body) => (body ? body.index - body.group.first : 0));
    const load = ({ base: from, offset, index }: MemoryPlace) =>
      memory[offset / 8 + (from === linkRegions.link ? place : index === 0 ? own : index === 1 ? other : 0)];
    const values = new GraphValues(formula.graph, load);
    try {
      return valueFrom(formula.value, (node) => values.of(node));
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      return { missing: `'${name}' of '${link.name}' has no value: ${error.message}` };
    }
  }

  /** Attributes of the link, of the bodies at its ends and of the world, in this order. */
  private readsOf({ value, graph }: Formula, link: Link): Slot[] {
    const { model } = this;
    const loaded = new Set<string>();
    const seen = new Set<Node>();
    const look = (node: Node): void => {
      if (seen.has(node)) return;
      seen.add(node);
      const data = graph.data(node);
      if (data.op === "load") loaded.add(keyOfPlace(data.place));
      for (const operand of operandsOf(data)) look(operand);
    };
    for (const node of nodesOf(value)) look(node);
    const found: Slot[] = [];
    const take = (
      first: Iterable<Slot>,
      actual: (name: string) => Slot | undefined,
      from: Region,
      index: MemoryPlace["index"],
    ) => {
      for (const slot of first)
        if (
          Array.from({ length: slot.size }, (_, k) => keyOfPlace(slotPlace(slot, k, from, index))).some((key) =>
            loaded.has(key),
          )
        ) {
          const own = actual(slot.name);
          if (own && !found.includes(own)) found.push(own);
        }
    };
    take(model.links[link.group.first].slots.values(), (name) => link.slots.get(name), linkRegions.link, null);
    for (const [i, body] of link.bodies.entries())
      if (body)
        take(
          model.bodies[body.group.first].slots.values(),
          (name) => body.slots.get(name),
          linkRegions.stage,
          i === 0 ? 0 : 1,
        );
    take(model.world.values(), (name) => model.world.get(name), linkRegions.stage, null);
    for (const { slots } of [...model.bodies, ...model.links])
      take(slots.values(), (name) => slots.get(name), linkRegions.stage, null);
    return found;
  }

  private numberOf(thing: object | null): number {
    if (!thing) return -1;
    let number = this.numbers.get(thing);
    if (number === undefined) this.numbers.set(thing, (number = this.numbers.size));
    return number;
  }
}

function keyOfPlace({ base: from, offset, index }: MemoryPlace): string {
  return `${from} ${offset} ${index}`;
}

function valueFrom(value: Lowered, read: (node: Node) => number): Value {
  switch (value.kind) {
    case "real":
      return read(value.node);
    case "boolean":
      return read(value.node) !== 0;
    case "vector":
      return { kind: "vector", data: Float64Array.from(value.nodes, read) };
    case "matrix":
      return { kind: "matrix", rows: value.rows, cols: value.cols, data: Float64Array.from(nodesOf(value), read) };
    case "sequence":
      return { kind: "sequence", items: value.items.map((item) => valueFrom(item, read)) };
  }
}
