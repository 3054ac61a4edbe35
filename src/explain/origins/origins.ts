// Where a registered value comes from: back through the run to the law, the event, the person or the text that made it.

import { Laws } from "../../engine/laws/laws.ts";
import { LinkValues } from "../../engine/links/values.ts";
import type { Link } from "../../engine/model/link.ts";
import type { Model } from "../../engine/model/model.ts";
import { readSlot, type Slot } from "../../engine/model/slot.ts";
import type { Application, Players } from "../../engine/state/application.ts";
import type { Act, Happening } from "../../engine/state/observer.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import { isPlainValue } from "../../language/syntax/statement.ts";
import { beginningIn, describeHappening, momentKey, type ReplayMoment, type ReplayMoments } from "../replay/moment.ts";
import type { InitialValues } from "../sites/initial-site.ts";
import { LawSite } from "../sites/law-site.ts";
import type { LinkKnowledge } from "../sites/link-site.ts";
import type { Quantities, Quantity } from "../sites/quantities.ts";
import { sameBits } from "../tree/literal.ts";
import { type ExplanationNode, leaf, type Term } from "../tree/node.ts";
import { zeroLike } from "../tree/reckoning.ts";
import { Beginnings } from "./beginnings.ts";
import { GroupOrigins } from "./group-origins.ts";
import { LinkTerms } from "./link-terms.ts";
import { StepOrigins } from "./step-origins.ts";

const mostKnown = 5000;

export class Origins {
  readonly model: Model;
  readonly moments: ReplayMoments;
  readonly quantities: Quantities;
  readonly initial: InitialValues;
  readonly beginnings: Beginnings;
  /** Knows which attributes laws write. */
  readonly laws: Laws;
  readonly links: LinkKnowledge;
  readonly groups: GroupOrigins;
  /** Earlier answers; many names lead to the same value. */
  private readonly known = new Map<string, ExplanationNode>();

  constructor(moments: ReplayMoments, quantities: Quantities, initial: InitialValues) {
    this.model = moments.history.model;
    this.moments = moments;
    this.quantities = quantities;
    this.initial = initial;
    this.laws = new Laws(this.model, "interpreted");
    this.links = { model: this.model, values: new LinkValues(this.model), quantities };
    this.beginnings = new Beginnings(this);
    this.groups = new GroupOrigins(this);
  }

  /** The value at a moment. */
  registered(slot: Slot, moment: ReplayMoment): ExplanationNode {
    const quantity = this.quantities.of(slot);
    return this.once(this.about(quantity, moment).key, () => this.trace(quantity, moment));
  }

  /** The value for a key, made once. */
  once(key: string, make: () => ExplanationNode): ExplanationNode {
    let node = this.known.get(key);
    if (!node) {
      node = make();
      if (this.known.size >= mostKnown) this.known.clear();
      this.known.set(key, node);
    }
    return node;
  }

  private trace(quantity: Quantity, from: ReplayMoment): ExplanationNode {
    const { slot } = quantity;
    if (quantity.path === "t" || quantity.path === "dt") return this.time(quantity, from);
    if (from.deeds !== undefined) return new StepOrigins(this, from).within(quantity, from.deeds);
    let moment: ReplayMoment = this.quantities.mayChange(quantity) ? from : { piece: 0, index: 0, time: from.time };
    for (;;) {
      const found = this.change(quantity, moment);
      if (found) return found;
      const before = this.before(moment)!;
      if (!this.moments.isSame(before, moment, slot)) return this.byEngine(quantity, before, moment);
      moment = before;
    }
  }

  /** The moment before; null at the start. */
  private before({ piece, index, time, deeds = 0 }: ReplayMoment): ReplayMoment | null {
    if (deeds > 0) return { piece, index, time, deeds: deeds - 1 };
    if (index > 0) return { piece, index: index - 1, time };
    return piece === 0 ? null : this.moments.end(piece - 1);
  }

  /** What gave an attribute its value at this moment; null if nothing did. */
  private change(quantity: Quantity, moment: ReplayMoment): ExplanationNode | null {
    const { happenings, kind, input } = this.moments.piece(moment.piece);
    if (moment.index > happenings.length) return null;
    if (moment.index > 0) return this.happened(quantity, happenings[moment.index - 1], moment);
    if (kind === "beginning") return this.initial.explain(quantity);
    if (kind === "step") return new StepOrigins(this, moment).change(quantity);
    if (input?.name !== quantity.path) return null;
    const value = readSlot(this.moments.memory(moment), quantity.slot);
    return leaf({
      ...this.about(quantity, moment),
      words: `set by a person at t = ${input.time}`,
      time: input.time,
      origin: "input",
      value,
    });
  }

  about({ path }: Quantity, moment: ReplayMoment) {
    return { name: path, dimension: this.quantities.dimension(path), key: `${path} ${momentKey(moment)}` };
  }

  private time(quantity: Quantity, moment: ReplayMoment): ExplanationNode {
    const value = readSlot(this.moments.memory(moment), quantity.slot);
    const words = quantity.path === "t" ? "the time" : "the length of the last step";
    return leaf({ ...this.about(quantity, moment), words, time: null, origin: "engine", value });
  }

  /** A change that no law made: by links, or by the solution of constraints. */
  byEngine(quantity: Quantity, before: ReplayMoment, moment: ReplayMoment): ExplanationNode {
    const { slot, path } = quantity;
    const value = readSlot(this.moments.memory(moment), slot);
    const words = `made to meet links and constraints at t = ${moment.time}`;
    return leaf({
      ...this.about(quantity, moment),
      words,
      time: moment.time,
      origin: "engine",
      value,
      terms: [this.term(path, slot, before)],
    });
  }

  term(name: string, slot: Slot, moment: ReplayMoment): Term {
    const value = readSlot(this.moments.memory(moment), slot);
    const dimension = this.quantities.dimension(this.quantities.of(slot).path);
    return { name, value, dimension, open: () => this.registered(slot, moment) };
  }

  happened(quantity: Quantity, happening: Happening, moment: ReplayMoment): ExplanationNode | null {
    const before = this.before(moment)!;
    const { act } = happening;
    if (!act) return this.beginnings.registered(quantity, happening, before);
    const definition = this.writer(act.scope, act.players, quantity.slot);
    if (!definition) return null;
    const value = readSlot(happening.after.memory, quantity.slot);
    const node = act.scope.firstTime.has(definition)
      ? this.beginnings.ofAct(act, happening, definition, quantity.path, before)
      : this.ofAct(act, happening, moment).explain(definition, quantity.path, false);
    return this.asHeld(quantity, value, node, moment);
  }

  /** A law's value, or what links changed it to. */
  asHeld(
    quantity: Quantity,
    value: ExplanationNode["value"],
    node: ExplanationNode,
    moment: ReplayMoment,
  ): ExplanationNode {
    if (sameBits(value, node.value)) return node;
    const term: Term = { name: "by the law", value: node.value, dimension: node.dimension, open: () => node };
    const isStilled = this.model.settings.scheme === "time stepping" && sameBits(value, zeroLike(value));
    const words = `${isStilled ? "put to sleep" : "made to meet links and constraints"} after ${node.words}`;
    const about = { ...this.about(quantity, moment), words, time: node.time, origin: "engine" as const, value };
    // What sleeps is still, however it moved before.
    return { ...leaf({ ...about, terms: [term] }), kept: isStilled ? "surely" : undefined };
  }

  /** The site of a law that was applied once. */
  ofAct(act: Act, happening: Happening, moment: ReplayMoment): LawSite {
    const before = this.before(moment)!;
    const { scope, players, registered } = act;
    return new LawSite(this.model, this.quantities, {
      key: `act ${momentKey(moment)}`,
      ...describeHappening(happening),
      scope,
      players,
      registered,
      stage: registered,
      openSlot: (slot) => this.beginnings.seenByAct(act, happening, slot, before),
      openContext: (index, name) => this.beginnings.contextOfAct(act, happening, index, name, before),
    });
  }

  /** A value in the law of a link at a moment: a function, its rate, a contribution to an attribute. */
  ofLink(link: Link, name: string, moment: ReplayMoment): ExplanationNode | null {
    return this.linksAt(moment).named(link, name);
  }

  linksAt(moment: ReplayMoment): LinkTerms {
    const at = {
      key: `at ${momentKey(moment)}`,
      t: moment.time,
      stage: this.moments.memory(moment),
      applications: this.moments.applications(moment),
      openSlot: (slot: Slot) => this.registered(slot, moment),
      openUpdate: () => null,
    };
    return new LinkTerms(this.links, at);
  }

  /** The function of a law that gives an attribute its new value. */
  writer(scope: ContextScope, players: Players, slot: Slot): Definition | null {
    for (const definition of scope.laws.functions) {
      if (!isPlainValue(definition)) continue;
      const attribute = scope.attribute(definition.name);
      if (attribute && this.laws.slotOf(attribute, players) === slot) return definition;
    }
    return null;
  }

  /** What a group of contacts gave to a law that is active at a moment; null if none did. */
  given(application: Application, name: string, at: ReplayMoment): ExplanationNode | null {
    const began = application.group && this.moments.beginning(application.body, application.since, at);
    return began && this.groups.explain(application, name, this.before(began)!);
  }

  /** An attribute of the context of a law that continues. */
  context(body: Application["body"], name: string, from: ReplayMoment): ExplanationNode {
    for (let moment = from; ; ) {
      const { happenings, kind } = this.moments.piece(moment.piece);
      const before = this.before(moment);
      const happening = happenings[moment.index - 1];
      const began = happening ? beginningIn(happening, body) : null;
      if (!before || began)
        return this.beginnings.context(
          began ?? this.moments.applications(moment)[body.index]!,
          name,
          happening,
          before ?? moment,
        );
      if (moment.index === 0 && kind === "step") {
        const node = new StepOrigins(this, moment).context(body, name);
        if (node) return node;
      }
      moment = before;
    }
  }
}
