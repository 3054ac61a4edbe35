// A law evaluated at an instant, on some bodies: the site of its formulas.

import { Evaluation } from "../../compiler/interpret/evaluation.ts";
import type { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { Budget } from "../../compiler/values/budget.ts";
import type { Value } from "../../compiler/values/value.ts";
import { othersNamed } from "../../engine/laws/law-reads.ts";
import { MemoryRegisters } from "../../engine/laws/laws.ts";
import type { Body, Model } from "../../engine/model/model.ts";
import type { Slot } from "../../engine/model/slot.ts";
import type { Players } from "../../engine/state/application.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import { heldByLinks } from "../../language/names/held-by-links.ts";
import type { Attribute } from "../../language/names/scope.ts";
import { atStepStart, startAttribute } from "../../language/names/step-start.ts";
import { ownShapeCall } from "../../language/shapes/natives.ts";
import type { CallExpr, Definition, Expr } from "../../language/syntax/ast.ts";
import { spanLine } from "../../language/syntax/span.ts";
import type { Dimension } from "../../language/syntax/unit.ts";
import { leaf, type Node, type Said } from "../tree/node.ts";
import { nameExpr, sumNode } from "../tree/reckoning.ts";
import {
  argumentTerms,
  explainDefinition,
  explainExpression,
  type Place,
  type RateExpr,
  type Site,
} from "../tree/substitution.ts";
import type { Quantities } from "./quantities.ts";

/** The values with which a step began, where contact laws of pairs see others since, and where those come from. */
export interface Begun {
  readonly start: Float64Array;
  openStart(slot: Slot): Node;
}

/**
 * What a law sees, and where that comes from. Where nothing is said of how the step began, registered values are meant.
 */
export interface Seen extends Said, Partial<Begun> {
  readonly key: string;
  readonly scope: ContextScope;
  readonly players: Players;
  readonly registered: Float64Array;
  readonly stage: Float64Array;
  openSlot(slot: Slot, isRegistered: boolean): Node;
  openContext(index: number, name: string): Node;
  /** What a group of contacts gave it; null where none did. */
  openGiven?(name: string): Node | null;
}

export class LawSite implements Site {
  readonly isLaw = true;
  private readonly model: Model;
  private readonly quantities: Quantities;
  private readonly seen: Seen;
  /** Whom `each other object` means. */
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
  explain(definition: Definition, name: string, registered: boolean): Node {
    const { scope } = this.seen;
    return explainDefinition(this, definition, { scope, definition, args: [], given: [], registered }, name);
  }

  openAttribute(attribute: Attribute, isRegistered: boolean, name: string, value: Value): Node {
    const { owner } = attribute;
    if (owner.kind === "context") return this.seen.openContext(owner.index, attribute.name);
    const slot = this.registers.slot(attribute);
    if (slot) return this.seen.openSlot(slot, isRegistered);
    const group = this.seen.openGiven?.(attribute.name);
    if (group) return group;
    const key = `${this.seen.key} given ${name}`;
    return leaf({
      name,
      words: `${describeGiven(attribute.name)}, ${this.words}`,
      time: this.time,
      origin: "given",
      value,
      dimension: null,
      key,
    });
  }

  openSpecial(call: CallExpr | RateExpr, place: Place, value: Value): Node {
    const name = spanLine(call.span);
    const key = `${this.key} call ${call.span.from}`;
    const begun = call.kind === "call" && call.name === atStepStart ? startAttribute(call.args, place.scope) : null;
    const slot = begun && this.registers.slot(begun);
    if (slot) return this.seen.openStart?.(slot) ?? this.seen.openSlot(slot, true);
    if (call.kind !== "call" || call.name !== "sumOthers") {
      const isHeld = call.kind === "call" && call.name === heldByLinks;
      const terms = call.kind === "call" ? argumentTerms(this, call, place) : [];
      if (call.kind === "call" && this.isOfResized(call)) terms.push(this.sizeTerm(place));
      return leaf({
        name,
        words: `${isHeld ? "what links take back of the change" : "the geometry tells"}, ${this.words}`,
        time: this.time,
        origin: "given",
        value,
        dimension: null,
        key,
        terms,
        // Where no link joins the bodies it is zero, whatever its arguments are.
        ...(isHeld && !this.isLinked() ? { compute: () => value } : {}),
      });
    }
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

  private isLinked(): boolean {
    const { bodies } = this.seen.players;
    return this.model.links.some((link) => link.bodies.some((body) => body !== null && bodies.includes(body)));
  }

  /** Whether a call speaks of the own shape, and laws change that. */
  private isOfResized({ name, args }: CallExpr): boolean {
    return ownShapeCall(name, args.length) !== null && !!this.seen.players.bodies[0]?.sizing;
  }

  private sizeTerm(place: Place) {
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
export function term(site: Site, expr: Expr, place: Place, name: string) {
  const value = site.interpreter().evaluate(expr, place);
  const about = { name, definition: null, value, key: `${site.key} ${name} ${expr.span.from}`, dimension: null };
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
