// The law of a link at an instant: the site of its formulas. Derivatives, and rates along the motion, come from the
// compiler: they have words instead of a formula, have the attributes they depend on as terms, and can be computed
// again with other values.

import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import type { Value } from "../../compiler/values/value.ts";
import type { LinkQuery, LinkValues } from "../../engine/links/values.ts";
import { attachments, type Link } from "../../engine/model/link.ts";
import type { Model } from "../../engine/model/model.ts";
import { readSlot, type Slot, writeSlot } from "../../engine/model/slot.ts";
import type { Applications } from "../../engine/state/observer.ts";
import { curveNamed } from "../../language/declare/environment.ts";
import type { Attribute } from "../../language/names/scope.ts";
import type { CallExpr, Definition } from "../../language/syntax/ast.ts";
import { spanLine } from "../../language/syntax/span.ts";
import { atEnd } from "../../language/syntax/statement.ts";
import type { Dimension } from "../../language/syntax/unit.ts";
import { isMissing } from "../../record/probe/probe.ts";
import { sameBits } from "../tree/literal.ts";
import { type ExplanationNode, leaf, type Term } from "../tree/node.ts";
import { call, combine, nameExpr, reckoningNode, termOf } from "../tree/reckoning.ts";
import { explainDefinition, type RateExpr, type Site, type SubstitutionFrame } from "../tree/substitution.ts";
import type { Quantities } from "./quantities.ts";

/** What the evaluation of links needs: a stage, the active laws, and access to the attributes of bodies. */
export interface LinkStage {
  readonly key: string;
  readonly t: number;
  readonly stage: Float64Array;
  readonly applications: Applications;
  openSlot(slot: Slot): ExplanationNode;
  /** What the law of a body gives its attribute at the instant, if it has a formula for it. */
  openUpdate(slot: Slot): ExplanationNode | null;
}

/** What the engine knows about links, at any instant. */
export interface LinkKnowledge {
  readonly model: Model;
  readonly values: LinkValues;
  readonly quantities: Quantities;
}

export class LinkSite implements Site {
  readonly isLaw = true;
  private readonly known: LinkKnowledge;
  private readonly at: LinkStage;
  private readonly link: Link;

  constructor(known: LinkKnowledge, at: LinkStage, link: Link) {
    this.known = known;
    this.at = at;
    this.link = link;
  }

  get key(): string {
    return `${this.at.key} ${this.link.name}`;
  }

  get words(): string {
    return `the link '${this.link.name}' by '${this.link.context.name.name}' at t = ${this.at.t}`;
  }

  get time(): number {
    return this.at.t;
  }

  interpreter(): Interpreter {
    const { link, at } = this;
    const { model, values } = this.known;
    const orNull = (value: Value | { missing: string } | null) => (value === null || isMissing(value) ? null : value);
    return new Interpreter({
      read: (attribute) => orNull(values.attribute(link, attribute, at.applications).at(at.stage)),
      special: (asked, { scope }) =>
        asked.name === "derivative" ? orNull(values.expression(link, asked, scope, at.stage, at.applications)) : null,
      curve: (name) => {
        const declared = curveNamed(model.environment, name, link.scope.cast.link);
        return declared ? (model.curves.get(declared.name.name) ?? null) : null;
      },
      rate: (name, order) => orNull(values.of(link, name + "'".repeat(order), at.stage, at.applications)),
    });
  }

  /** A function of the law. */
  explain(definition: Definition, name: string): ExplanationNode {
    const { scope } = this.link;
    return explainDefinition(this, definition, { scope, definition, args: [], given: [], registered: false }, name);
  }

  /** The rate of a function along the motion; null if it has none. */
  rate(name: string, order: number, path: string): ExplanationNode | null {
    const { link, at } = this;
    const { span } = link.scope.laws.functions[0];
    const value = this.known.values.of(link, name + "'".repeat(order), at.stage, at.applications);
    if (value === null || isMissing(value)) return null;
    const place = { scope: link.scope, definition: null, args: [], given: [], registered: false };
    return { ...this.openSpecial({ kind: "derivative", name, order, span }, place, value), name: path };
  }

  private slotOf({ owner, name }: Attribute): Slot | null {
    const { link } = this;
    const { model } = this.known;
    switch (owner.kind) {
      case "link":
        return link.slots.get(name) ?? null;
      case "given":
        return link.unknowns.find((slot) => slot.name === name) ?? null;
      case "object":
        return link.bodies[owner.index]?.slots.get(name) ?? null;
      case "world":
        return model.world.get(name) ?? null;
      case "named object":
        return model.byName.get(owner.name)?.slots.get(name) ?? null;
      case "named link":
        return model.linkNamed.get(owner.name)?.slots.get(name) ?? null;
      default:
        return null;
    }
  }

  openAttribute(attribute: Attribute, _: boolean, name: string, value: Value): ExplanationNode {
    const { at, link } = this;
    const slot = this.slotOf(attribute);
    const node = slot && [at.openSlot(slot), at.openUpdate(slot)].find((one) => one && sameBits(one.value, value));
    if (node) return node;
    const about = { name, value, dimension: this.dimensionOf(attribute), key: `${this.key} ${name}` };
    const end = ["anchor1", "anchor2"].indexOf(attribute.name);
    if (end >= 0) return this.anchor(end, about);
    const words = slot
      ? `as the law of ${this.known.quantities.of(slot).path} gives it, at t = ${at.t}`
      : `given by '${link.context.name.name}'`;
    return leaf({ ...about, words, time: slot ? at.t : null, origin: "engine" });
  }

  /** The position of an end: the body's position, plus the point of attachment turned with it. */
  private anchor(end: number, about: Pick<ExplanationNode, "name" | "value" | "dimension" | "key">): ExplanationNode {
    const { link, at } = this;
    const body = link.bodies[end];
    const arm = this.seen(link.slots.get(attachments[end])!);
    if (!body) return { ...arm.open(), name: about.name };
    const terms = [...["position", "orientation"].map((name) => this.seen(body.slots.get(name)!)), arm];
    const expr = combine("+", termOf(0), combine("*", call("rotation", termOf(1)), termOf(2)));
    const words = `the point of ${body.name} at which '${link.name}' is attached, at t = ${at.t}`;
    return reckoningNode({ ...about, words, time: at.t, terms }, [expr]);
  }

  /** An attribute as a term, with its value at the stage. */
  seen(slot: Slot): Term {
    const { at, link } = this;
    const { quantities } = this.known;
    const value = readSlot(at.stage, slot);
    const end = attachments.findIndex((name) => link.slots.get(name) === slot);
    if (end >= 0) {
      const body = link.bodies[end];
      const words = `where '${link.name}' is attached, ${body ? `in the frame of ${body.name}` : "in the world"}`;
      const about = {
        name: atEnd("arm", end),
        value,
        dimension: quantities.lengths,
        key: `initial ${link.name} ${atEnd("arm", end)}`,
      };
      return { ...about, open: () => leaf({ ...about, words, time: null, origin: "initial" }) };
    }
    const { path } = quantities.of(slot);
    return {
      name: path,
      symbol: nameExpr(slot.name),
      value,
      dimension: quantities.dimension(path),
      open: () => at.openSlot(slot),
    };
  }

  openSpecial(asked: CallExpr | RateExpr, place: SubstitutionFrame, value: Value): ExplanationNode {
    const { link, at } = this;
    const { source, from, to } = asked.span;
    const isCall = asked.kind === "call";
    const name = isCall ? spanLine(asked.span) : asked.name + "'".repeat(asked.order);
    const key = isCall ? `${source.name}:${from}:${to}` : name;
    const answer = this.known.values.answer(link, key, asked, place.scope, at.applications);
    const words =
      isCall && asked.name === "derivative"
        ? "how one changes with the other"
        : isCall
          ? `what '${asked.name}' gives`
          : `the rate of ${asked.name} along the motion`;
    const about = {
      name,
      value,
      dimension: null,
      words: `${words}, ${this.words}`,
      time: this.time,
      key: `${this.key} ${from} ${name} ${place.calls ?? ""}`,
    };
    if (place.args.length === 0) return this.told(about, answer, (slot) => this.seen(slot));
    const terms = place.definition!.params.map(
      ({ name }, i): Term => ({ name, value: place.args[i], dimension: null, open: place.given[i] }),
    );
    return leaf({ ...about, origin: "engine", terms });
  }

  /** A value from the compiler's derivatives; `seen` are the attributes that they depend on. */
  told(
    about: Pick<ExplanationNode, "name" | "value" | "dimension" | "key" | "words" | "time">,
    answer: LinkQuery,
    seen: (slot: Slot) => Term,
  ): ExplanationNode {
    const reads = answer.reads();
    const terms = reads.map(seen);
    const compute = (values: readonly Value[]) => {
      const memory = this.at.stage.slice();
      for (const [i, slot] of reads.entries()) writeSlot(memory, slot, values[i]);
      return answer.at(memory);
    };
    return { ...leaf({ ...about, origin: "engine", terms }), compute };
  }

  dimensionOf(attribute: Attribute): Dimension | null {
    const { quantities } = this.known;
    const slot = this.slotOf(attribute);
    if (attribute.name === "anchor1" || attribute.name === "anchor2") return quantities.lengths;
    return slot && quantities.dimension(quantities.of(slot).path);
  }

  dimensionOfFunction(definition: Definition): Dimension | null {
    return this.known.quantities.dimensionOfFunction(definition);
  }
}
