// What links add to the sums of the bodies at their ends: springs by their law, constraints by their unknowns.
import type { Value } from "../compiler/value.ts";
import { readSlot, type Slot } from "../engine/layout.ts";
import type { Link } from "../engine/link.ts";
import type { LinkValues } from "../engine/link-values.ts";
import type { Applications } from "../engine/observer.ts";
import type { CallExpr, Definition, Expr } from "../language/ast.ts";
import { curveCalls } from "../language/natives.ts";
import { spanText } from "../language/span.ts";
import type { Dimension } from "../language/unit.ts";
import { isMissing } from "../record/probe.ts";
import { nowhere } from "./literal.ts";
import { type Decision, leaf, type Node, type Term, termName } from "./node.ts";
import type { Quantities } from "./quantities.ts";
import { reckoningNode } from "./reckoning.ts";

/** Where links are looked at: a stage, the laws at work, and who opens the attributes of bodies. */
export interface LinkStage {
  readonly key: string;
  readonly t: number;
  readonly stage: Float64Array;
  readonly applications: Applications;
  openSlot(slot: Slot): Node;
}

export class LinkTerms {
  private readonly values: LinkValues;
  private readonly quantities: Quantities;
  private readonly at: LinkStage;

  constructor(values: LinkValues, quantities: Quantities, at: LinkStage) {
    this.values = values;
    this.quantities = quantities;
    this.at = at;
  }

  /** What the links add to an attribute, springs before constraints, as the engine does. */
  of(links: readonly Link[], slot: Slot): Term[] {
    const attached = links.filter((link) => this.at.stage[link.attached.offset] !== 0);
    const [free, constrained] = [attached.filter(({ unknowns }) => unknowns.length === 0), attached.filter(({ unknowns }) => unknowns.length > 0)];
    return [...free, ...constrained].flatMap((link) => this.ofLink(link, slot));
  } // biome-ignore format: one list

  private ofLink(link: Link, slot: Slot): Term[] {
    return link.scope.laws.functions.flatMap((definition): Term[] => {
      const attribute = definition.op === "+=" ? link.scope.attribute(definition.name) : null;
      const body = attribute?.owner.kind === "object" ? link.bodies[attribute.owner.index] : null;
      if (!attribute || !body || body.slots.get(attribute.name) !== slot) return [];
      const node = this.node(link, definition, `${definition.name} += of ${link.name}`);
      return node ? [{ name: node.name, value: node.value, dimension: node.dimension, open: () => node }] : [];
    });
  }

  private value(link: Link, expr: Expr): Value | null {
    const value = this.values.expression(link, expr, link.scope, this.at.stage, this.at.applications);
    return isMissing(value) ? null : value;
  }

  /** A function of the link's law. */
  private node(link: Link, definition: Definition, name: string): Node | null {
    const value = this.value(link, definition.body);
    if (value === null) return null;
    const isNative = (call: CallExpr) => link.scope.lookup(call.name)?.kind === "native" && !curveCalls.has(call.name);
    const parts = new LinkFormula(isNative, (expr) => this.value(link, expr), (expr) => this.term(link, expr));
    const expr = parts.go(definition.body);
    const words = `the link '${link.name}' by '${link.context.name.name}' at t = ${this.at.t}`;
    const dimension = this.quantities.dimensionOfFunction(definition);
    const about = { name, words, value, dimension, key: `${this.at.key} ${link.name} ${definition.span.from}`, terms: parts.terms };
    const node = reckoningNode(about, [expr], spanText(definition.body.span).replace(/\s+/g, " "));
    return node.expr ? { ...node, origin: "formula", definition, decisions: parts.decisions } : node;
  } // biome-ignore format: one record

  /** A name in the law of a link; null where it has no value of its own. */
  private term(link: Link, expr: Expr): Term | null {
    const value = this.value(link, expr);
    if (value === null) return null;
    const name = spanText(expr.span).replace(/\s+/g, " ");
    const binding = expr.kind === "name" ? link.scope.lookup(expr.name) : null;
    const definition = binding?.kind === "function" && binding.definition.params.length === 0 ? binding.definition : null;
    const dimension = definition ? this.quantities.dimensionOfFunction(definition) : this.dimensionOf(link, expr);
    const about = { name, value, dimension };
    const open = () => (definition && this.node(link, definition, name)) || this.openNamed(link, expr, about);
    return { ...about, open };
  } // biome-ignore format: one test

  private slotOf(link: Link, expr: Expr): Slot | null {
    const attribute = expr.kind === "name" ? link.scope.attribute(expr.name) : null;
    if (attribute?.owner.kind === "link") return link.slots.get(attribute.name) ?? null;
    return attribute?.owner.kind === "object" ? (link.bodies[attribute.owner.index]?.slots.get(attribute.name) ?? null) : null;
  } // biome-ignore format: one choice

  private dimensionOf(link: Link, expr: Expr): Dimension | null {
    const slot = this.slotOf(link, expr);
    return slot && this.quantities.dimension(this.quantities.of(slot).path);
  }

  private openNamed(link: Link, expr: Expr, about: { name: string; value: Value; dimension: Dimension | null }): Node {
    const slot = this.slotOf(link, expr);
    const isUnknown = slot !== null && link.unknowns.includes(slot);
    if (slot && !isUnknown && Object.is(JSON.stringify(readSlot(this.at.stage, slot)), JSON.stringify(about.value))) return this.at.openSlot(slot);
    const words = isUnknown
      ? `the unknown of '${link.name}', solved for together with those of all constraints so that they keep holding, at t = ${this.at.t}`
      : expr.kind === "derivative"
        ? `the rate of '${expr.name}' along the motion, at t = ${this.at.t}`
        : expr.kind === "call"
          ? `what '${expr.name}' gives, at t = ${this.at.t}`
          : `found from where '${link.name}' is attached, at t = ${this.at.t}`;
    const terms = expr.kind === "call" ? expr.args.flatMap((arg) => this.term(link, arg) ?? []) : [];
    return leaf({ ...about, words, terms, origin: "engine", key: `${this.at.key} ${link.name} ${about.name}` });
  } // biome-ignore format: one choice
}

/** A formula with terms for its names; only the branches taken. */
class LinkFormula {
  readonly terms: Term[] = [];
  readonly decisions: Decision[] = [];
  private readonly byName = new Map<string, number>();
  private readonly isNative: (call: CallExpr) => boolean;
  private readonly evaluate: (expr: Expr) => Value | null;
  private readonly termOf: (expr: Expr) => Term | null;

  constructor(
    isNative: (call: CallExpr) => boolean,
    evaluate: (expr: Expr) => Value | null,
    termOf: (expr: Expr) => Term | null,
  ) {
    this.isNative = isNative;
    this.evaluate = evaluate;
    this.termOf = termOf;
  }

  go(expr: Expr): Expr {
    switch (expr.kind) {
      case "name":
      case "derivative":
        return this.named(expr);
      case "call":
        return this.call(expr);
      case "if": {
        const value = this.evaluate(expr.condition) === true;
        this.decisions.push({ text: spanText(expr.condition.span), expr: this.go(expr.condition), value });
        return this.go(value ? expr.yes : expr.no);
      }
      case "unary":
        return { ...expr, operand: this.go(expr.operand) };
      case "unit":
        return { ...expr, value: this.go(expr.value) };
      case "binary":
        return { ...expr, left: this.go(expr.left), right: this.go(expr.right) };
      case "vector":
      case "sequence":
        return { ...expr, elements: expr.elements.map((element) => this.go(element)) };
      default:
        return expr;
    }
  }

  private named(expr: Expr): Expr {
    const name = spanText(expr.span).replace(/\s+/g, " ");
    let index = this.byName.get(name);
    if (index === undefined) {
      const term = this.termOf(expr);
      if (!term) return expr;
      index = this.terms.push(term) - 1;
      this.byName.set(name, index);
    }
    return { kind: "name", name: termName(index), span: nowhere };
  }

  /** What the language itself knows is left standing; functions of a text are terms. */
  private call(call: CallExpr): Expr {
    return this.isNative(call) ? { ...call, args: call.args.map((arg) => this.go(arg)) } : this.named(call);
  }
}
