// A law evaluated at an instant, on some bodies: the site of its formulas.

import { Evaluation } from "../../compiler/interpret/evaluation.ts";
import type { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { Budget } from "../../compiler/values/budget.ts";
import type { Value } from "../../compiler/values/value.ts";
import { othersNamed } from "../../engine/laws/law-reads.ts";
import { MemoryRegisters } from "../../engine/laws/laws.ts";
import type { Body, Model } from "../../engine/model/model.ts";
import { readSlot, type Slot } from "../../engine/model/slot.ts";
import type { Players } from "../../engine/state/application.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { heldByLinks } from "../../language/names/held-by-links.ts";
import type { Attribute } from "../../language/names/scope.ts";
import { atStepStart, startAttribute } from "../../language/names/step-start.ts";
import { ownShapeCall } from "../../language/shapes/natives.ts";
import type { CallExpr, Definition, Expr } from "../../language/syntax/ast.ts";
import { spanLine } from "../../language/syntax/span.ts";
import type { Dimension } from "../../language/syntax/unit.ts";
import { type ExplanationNode, leaf, type Said, type Term } from "../tree/node.ts";
import { nameExpr, sumNode } from "../tree/reckoning.ts";
import {
  askedWith,
  explainDefinition,
  explainExpression,
  keyAt,
  type RateExpr,
  type Site,
  type SubstitutionFrame,
} from "../tree/substitution.ts";
import type { Quantities } from "./quantities.ts";

/** The values at the start of a step, where contact laws of pairs have changed them since, and their origins. */
export interface Begun {
  readonly start: Float64Array;
  openStart(slot: Slot): ExplanationNode;
}

/**
 * The values that a law sees, and their origins. If the start of the step is not given, registered values are meant.
 */
export interface Seen extends Said, Partial<Begun> {
  readonly key: string;
  readonly scope: ContextScope;
  readonly players: Players;
  readonly registered: Float64Array;
  readonly stage: Float64Array;
  openSlot(slot: Slot, isRegistered: boolean): ExplanationNode;
  openContext(index: number, name: string): ExplanationNode;
  /** What a group of contacts gave to it; null if none did. */
  openGiven?(name: string): ExplanationNode | null;
}

export class LawSite implements Site {
  readonly isLaw = true;
  private readonly model: Model;
  private readonly quantities: Quantities;
  private readonly seen: Seen;
  /** The body that `each other object` means. */
  private readonly other: Body | null;

  constructor(model: Model, quantities: Quantities, seen: Seen, other: Body | null = null) {
    this.model = model;
    this.quantities = quantities;
    this.seen = seen;
    this.other = other;
  }

  get key(): string {
    return this.other ? `${this.seen.key} other ${this.other.name}` : this.seen.key;
  }

  get words(): string {
    return this.seen.words;
  }

  get time(): number {
    return this.seen.time;
  }

  private get registers(): MemoryRegisters {
    const { registered, stage, players, start } = this.seen;
    return new MemoryRegisters(this.model, registered, stage, players, this.other, start);
  }

  interpreter(): Interpreter {
    return new Evaluation(this.seen.scope, this.registers, new Budget()).interpreter;
  }

  /** A function of the law itself. */
  explain(definition: Definition, name: string, registered: boolean): ExplanationNode {
    const { scope } = this.seen;
    return explainDefinition(this, definition, { scope, definition, args: [], given: [], registered }, name);
  }

  openAttribute(attribute: Attribute, isRegistered: boolean, name: string, value: Value): ExplanationNode {
    const { owner } = attribute;
    if (owner.kind === "context") return this.seen.openContext(owner.index, attribute.name);
    const slot = this.registers.slot(attribute);
    if (slot) return this.seen.openSlot(slot, isRegistered);
    const group = this.seen.openGiven?.(attribute.name);
    if (group) return group;
    const key = `${this.seen.key} given ${name}`;
    const words = `${describeGiven(attribute.name)}, ${this.words}`;
    const node = leaf({ name, words, time: this.time, origin: "given", value, dimension: null, key });
    return attribute.name === "iteration" ? node : { ...node, foundFrom: () => this.poses() };
  }

  /** Where the bodies are, by which the geometry finds how they touch. */
  private poses(): Term[] {
    const { players, registered, openSlot } = this.seen;
    const slots = players.bodies.flatMap((body) =>
      ["position", "orientation", "size"].flatMap((name) => body.slots.get(name) ?? []),
    );
    return slots.map((slot) => ({
      name: this.quantities.of(slot).path,
      value: readSlot(registered, slot),
      dimension: null,
      open: () => openSlot(slot, true),
    }));
  }

  openSpecial(call: CallExpr | RateExpr, place: SubstitutionFrame, value: Value): ExplanationNode {
    const name = spanLine(call.span);
    const key = keyAt(this, "call ", call, place);
    const begun = call.kind === "call" && call.name === atStepStart ? startAttribute(call.args, place.scope) : null;
    const slot = begun && this.registers.slot(begun);
    if (slot) return this.seen.openStart?.(slot) ?? this.seen.openSlot(slot, true);
    if (call.kind !== "call" || call.name !== "sumOthers") return this.ofGeometry(call, place, { name, value, key });
    const asked = othersNamed(call, place.scope);
    const { bodies } = this.seen.players;
    const others = this.model.bodies.filter(
      (other) => !bodies.includes(other) && asked.every((attribute) => other.slots.has(attribute)),
    );
    const terms = others.map((other) => {
      const site = new LawSite(this.model, this.quantities, this.seen, other);
      return term(site, call.args[0], place, `of ${other.name}`);
    });
    return sumNode({ name, words: this.words, time: this.time, value, dimension: null, key, terms });
  }

  private ofGeometry(
    call: CallExpr | RateExpr,
    place: SubstitutionFrame,
    about: Pick<ExplanationNode, "name" | "value" | "key">,
  ): ExplanationNode {
    const isHeld = call.kind === "call" && call.name === heldByLinks;
    const words = `${isHeld ? "what links take back of the change" : "computed by the geometry"}, ${this.words}`;
    const node = leaf({ ...about, words, time: this.time, origin: "given", dimension: null });
    if (call.kind !== "call") return node;
    const { terms, compute } = askedWith(this, call, place);
    // It asks how one argument changes with the other, not for their values.
    if (isHeld) return { ...node, terms, kept: this.isLinked() ? "perhaps" : "surely" };
    return this.isOfResized(call) ? { ...node, terms: [...terms, this.sizeTerm(place)] } : { ...node, terms, compute };
  }

  private isLinked(): boolean {
    const { bodies } = this.seen.players;
    return this.model.links.some((link) => link.bodies.some((body) => body !== null && bodies.includes(body)));
  }

  /** Whether a call depends on the own shape, and laws change that. */
  private isOfResized({ name, args }: CallExpr): boolean {
    return ownShapeCall(name, args.length) !== null && !!this.seen.players.bodies[0]?.sizing;
  }

  private sizeTerm(place: SubstitutionFrame) {
    const { symbol: _, ...size } = term(this, nameExpr("size"), { ...place, scope: this.seen.scope }, "size");
    return size;
  }

  dimensionOf(attribute: Attribute): Dimension | null {
    const { players, scope } = this.seen;
    return this.quantities.dimensionOf(attribute, players, scope.laws.context?.name.name ?? null);
  }

  dimensionOfFunction(definition: Definition): Dimension | null {
    return this.quantities.dimensionOfFunction(definition);
  }
}

/** A part of a sum over bodies. */
export function term(site: Site, expr: Expr, place: SubstitutionFrame, name: string) {
  const value = site.interpreter().evaluate(expr, place);
  const about = { name, definition: null, value, key: keyAt(site, `${name} `, expr, place), dimension: null };
  const symbol = nameExpr(`part_${name.replace(/^of /, "")}`);
  return { name, symbol, value, dimension: null, open: () => explainExpression(site, expr, place, about) };
}

const given: ReadonlyMap<string, string> = new Map([
  ["collisionPoint", "where the shapes touch"],
  ["collisionNormal", "the unit normal of the touching surfaces"],
  ["penetration", "how deep the shapes overlap"],
  ["iteration", "the number of the sweep"],
]);

function describeGiven(name: string): string {
  return given.get(name) ?? "found by the geometry of the contacts";
}
