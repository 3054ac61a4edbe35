// How the motion of one step changed an attribute: by a closed form, by a rate, or as a sum of contributions.

import type { Link } from "../../engine/model/link.ts";
import type { Body } from "../../engine/model/model.ts";
import { readSlot, type Slot } from "../../engine/model/slot.ts";
import type { ObservedPoint } from "../../engine/motion/step-observer.ts";
import type { Application } from "../../engine/state/application.ts";
import { playersOf } from "../../engine/state/application.ts";
import type { Snapshot } from "../../engine/state/state.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { Definition } from "../../language/syntax/ast.ts";
import { isContribution, isFirstRate, isValue } from "../../language/syntax/statement.ts";
import type { Dimension } from "../../language/syntax/unit.ts";
import type { ReplayMoment } from "../replay/moment.ts";
import type { Look, StepTrace } from "../replay/step-trace.ts";
import { LawSite } from "../sites/law-site.ts";
import type { LinkStage } from "../sites/link-site.ts";
import type { Quantity } from "../sites/quantities.ts";
import { sameBits } from "../tree/literal.ts";
import { type ExplanationNode, leaf, type Term } from "../tree/node.ts";
import { nameExpr, reckonSum, sumNode } from "../tree/reckoning.ts";
import { Integrated, type StepHost } from "./integrated.ts";
import { LinkTerms } from "./link-terms.ts";
import { LinkUnknowns } from "./link-unknowns.ts";
import type { Origins } from "./origins.ts";
import { PointOrigins } from "./point-origins.ts";
import { SweptStep } from "./swept-step.ts";

/** The values that laws see at one instant of a step: at its end, or at an evaluation of the integrator. */
interface Instant {
  readonly stage: Float64Array;
  readonly t: number;
  /** The number of the evaluation; null at the end. */
  readonly look: number | null;
}

/** A statement of a law about an attribute. */
interface Statement {
  readonly application: Application;
  readonly definition: Definition;
}

export class StepOrigins implements StepHost {
  private readonly origins: Origins;
  private readonly moment: ReplayMoment;
  private readonly before: Snapshot;

  constructor(origins: Origins, moment: ReplayMoment) {
    this.origins = origins;
    this.moment = moment;
    this.before = origins.moments.piece(moment.piece).before!;
  }

  get trace(): StepTrace {
    return this.origins.moments.trace(this.moment);
  }

  get key(): string {
    return `step ${this.moment.piece} ${this.moment.time}`;
  }

  /** The statements of the active laws about an attribute. */
  private statements(slot: Slot): Statement[] {
    const found: Statement[] = [];
    for (const application of this.before.applications) {
      if (!application) continue;
      const { scope, context } = application;
      for (const definition of context.functions) {
        if (definition.params.length > 0 || scope.firstTime.has(definition)) continue;
        const attribute = scope.attribute(definition.name);
        if (attribute && this.origins.laws.slotOf(attribute, playersOf(application)) === slot)
          found.push({ application, definition });
      }
    }
    return found;
  }

  /** How the step changed an attribute; null if no active law states it. */
  change(quantity: Quantity): ExplanationNode | null {
    const { slot, path } = quantity;
    const statements = this.statements(slot);
    const { quantities, moments, model } = this.origins;
    const isStepping = model.settings.scheme === "time stepping";
    const isUnknown = quantity.link?.unknowns.includes(slot) ?? false;
    // Many steps are examined that did not change it: they are not repeated for that.
    const isRated = statements.every(({ definition }) => isFirstRate(definition));
    const isStill = isStepping && isRated && !isUnknown && moments.isSame(this.start, this.moment, slot);
    if (isStill && !quantities.mayBeStruck(quantity) && !quantities.mayBeSummed(quantity)) return null;
    const isSwept =
      isStepping &&
      (statements.length > 0 || quantities.mayBeStruck(quantity)) &&
      this.trace.swept!.journal.lastChange(slot) >= 0;
    const isSummed =
      (isStepping || model.links.length > 0) &&
      quantities.mayBeSummed(quantity) &&
      this.trace.isAccumulator(slot.offset);
    if (!isSwept && !isSummed && !isUnknown && (statements.length === 0 || isStill)) return null;
    const value = readSlot(this.origins.moments.memory(this.moment), slot);
    if (isUnknown)
      return this.origins.asHeld(quantity, value, this.unknown(quantity.link!, slot, this.end), this.moment);
    const update = statements.find(({ definition }) => isValue(definition));
    const node = update
      ? this.stated(update, path, value)
      : isSwept || statements.some(({ definition }) => isFirstRate(definition))
        ? this.integrated(slot).end()
        : this.sum(slot, this.end);
    return this.origins.asHeld(quantity, value, node, this.moment);
  }

  /**
   * A value by a closed form: from the values at the end of the motion or, for bodies that fall asleep then, from the
   * values afterwards.
   */
  private stated(
    { application, definition }: Statement,
    path: string,
    value: ExplanationNode["value"],
  ): ExplanationNode {
    const node = this.site(application, this.end).explain(definition, path, false);
    if (sameBits(node.value, value)) return node;
    const stage = this.origins.moments.memory(this.moment);
    const after = this.site(application, { ...this.end, stage }).explain(definition, path, false);
    return sameBits(after.value, value) ? after : node;
  }

  /** In time stepping: the value after this many actions of the step. */
  within({ slot }: Quantity, deeds: number): ExplanationNode {
    return new SweptStep(this, this.origins, this.moment, slot).within(deeds);
  }

  private integrated(slot: Slot): Integrated | SweptStep {
    return this.trace.swept ? new SweptStep(this, this.origins, this.moment, slot) : new Integrated(this, slot);
  }

  /** Null if the law began with the step before. */
  earlierOf(slot: Slot): Term | null {
    const { path } = this.origins.quantities.of(slot);
    const rate = this.statements(slot).find(({ definition }) => isFirstRate(definition));
    if (!rate) return null;
    const { body, since, context } = rate.application;
    const { moments } = this.origins;
    const began = moments.beginning(body, since, this.start);
    if (!began || began.piece >= this.moment.piece - 1) return null;
    return this.origins.term(`${path} when '${context.name.name}' began, t = ${since}`, slot, began);
  }

  /** The new value of an attribute of a context; null if its law does not change it from step to step. */
  context(body: Body, name: string): ExplanationNode | null {
    const application = this.before.applications[body.index];
    const definition = application?.scope.updateOf({ owner: { kind: "context", index: 0 }, name }) ?? null;
    if (!application || !definition || application.scope.firstTime.has(definition)) return null;
    // Within a step, attributes of contexts keep their values from its beginning.
    if (this.moment.time < this.origins.moments.piece(this.moment.piece).until) return null;
    return this.site(application, this.end).explain(definition, name, false);
  }

  private get end(): Instant {
    return { stage: this.trace.stage, t: this.moment.time, look: null };
  }

  private site(application: Application, instant: Instant, stage = instant.stage): LawSite {
    const { model, quantities } = this.origins;
    const { scope, context, body } = application;
    return new LawSite(model, quantities, {
      key: `${this.key} ${instant.look} ${body.name} ${context.name.name}`,
      words: `the law '${context.name.name}' on ${body.name} at t = ${instant.t}`,
      time: instant.t,
      scope,
      players: playersOf(application),
      registered: this.trace.registered,
      stage,
      openSlot: (slot, isRegistered) => (isRegistered ? this.openBefore(slot) : this.openStage(slot, instant)),
      openContext: (_, name) => this.origins.context(body, name, this.start),
      openGiven: (name) => this.origins.given(application, name, this.start),
    });
  }

  private get start(): ReplayMoment {
    return this.origins.moments.end(this.moment.piece - 1);
  }

  openBefore(slot: Slot): ExplanationNode {
    return this.origins.registered(slot, this.start);
  }

  openRate(slot: Slot, look: Look, number: number): ExplanationNode {
    const { application, definition } = this.statements(slot).find((one) => isFirstRate(one.definition))!;
    return this.site(application, { stage: look.stage, t: look.t, look: number }).explain(
      definition,
      `${this.path(slot)}'`,
      false,
    );
  }

  path(slot: Slot): string {
    return this.origins.quantities.of(slot).path;
  }

  dimension(slot: Slot): Dimension | null {
    return this.origins.quantities.dimension(this.path(slot));
  }

  /** An attribute as laws see it at an instant of the step. */
  private openStage(slot: Slot, instant: Instant): ExplanationNode {
    const { trace } = this;
    const value = readSlot(instant.stage, slot);
    const name = this.path(slot);
    const about = { name, value, dimension: this.dimension(slot), key: `${this.key} ${instant.look} ${name}` };
    if (name === "t") return leaf({ ...about, words: "the time", time: null, origin: "engine" });
    if (name === "dt") return leaf({ ...about, words: "the length of the step", time: null, origin: "engine" });
    const { link } = this.origins.quantities.of(slot);
    if (link?.unknowns.includes(slot)) return this.unknown(link, slot, instant);
    if (trace.stages.terms.placeOf(slot) !== undefined)
      return instant.look === null
        ? this.origins.registered(slot, this.moment)
        : this.integrated(slot).seenAt(instant.look);
    if (trace.isAccumulator(slot.offset)) return this.sum(slot, instant);
    if (sameBits(value, readSlot(trace.registered, slot))) return this.openBefore(slot);
    if (sameBits(value, readSlot(trace.memory, slot))) return this.origins.registered(slot, this.moment);
    const node = this.openUpdate(slot, instant);
    if (node && sameBits(node.value, value)) return node;
    const words = `made to meet links and constraints at t = ${instant.t}`;
    return leaf({ ...about, words, time: instant.t, origin: "engine" });
  }

  /** The value that the law of a body gives its attribute at an instant, by a formula without a rate. */
  private openUpdate(slot: Slot, instant: Instant): ExplanationNode | null {
    const update = this.statements(slot).find(({ definition }) => isValue(definition));
    return update ? this.site(update.application, instant).explain(update.definition, this.path(slot), false) : null;
  }

  /** The contributions of all active laws, in the order in which they are added. */
  private sum(slot: Slot, instant: Instant): ExplanationNode {
    const { model } = this.origins;
    const hasLinks = model.links.length > 0;
    const links = hasLinks ? this.linkTerms(instant).constrained(slot) : [];
    const terms = [...this.unconstrained(slot, instant), ...links];
    const name = this.path(slot);
    const words = `the sum of what laws${hasLinks ? " and links" : ""} contribute at t = ${instant.t}`;
    const value = readSlot(instant.stage, slot);
    const about = { name, words, time: instant.t, value, dimension: this.dimension(slot), terms };
    return sumNode({ ...about, key: `${this.key} sum ${instant.look} ${name}` });
  }

  /** The contributions without those of constraints. */
  private unconstrained(slot: Slot, instant: Instant): Term[] {
    const empty = this.trace.withoutSums(instant.stage);
    const added = this.statements(slot).filter(({ definition }) => isContribution(definition));
    const terms = added.map(({ application, definition }): Term => {
      const site = this.site(application, instant, empty);
      const { name: body } = application.body;
      const node = site.explain(definition, `${definition.name} += of ${body}`, false);
      const symbol = nameExpr(`${definition.name}_${body}`);
      return { name: node.name, symbol, value: node.value, dimension: node.dimension, open: () => node };
    });
    const links = this.origins.model.links.length > 0 ? this.linkTerms(instant).free(slot) : [];
    return [...terms, ...this.pointTerms(slot, instant), ...links];
  }

  private linkStage({ stage, t, look }: Instant): LinkStage {
    const instant = { stage, t, look };
    return {
      key: `${this.key} ${look}`,
      t,
      stage,
      applications: this.before.applications,
      openSlot: (slot) => this.openStage(slot, instant),
      openUpdate: (slot) => this.openUpdate(slot, instant),
    };
  }

  private linkTerms(instant: Instant): LinkTerms {
    return new LinkTerms(this.origins.links, this.linkStage(instant));
  }

  private unknown(link: Link, slot: Slot, instant: Instant): ExplanationNode {
    const others = (sum: Slot) => this.unconstrained(sum, instant);
    const open = (other: Link, unknown: Slot) =>
      this.origins.once(`${this.key} ${instant.look} ${this.path(unknown)}`, () => unknowns.node(other, unknown));
    const unknowns = new LinkUnknowns(
      this.origins.links,
      this.linkStage(instant),
      this.linkTerms(instant),
      others,
      open,
    );
    return open(link, slot);
  }

  /**
   * In time stepping: the contributions of contact points together, computed at the first evaluation of the step's
   * laws.
   */
  private pointTerms(slot: Slot, instant: Instant): Term[] {
    const { looks, added, swept } = this.trace;
    const points = instant.look === null ? added : looks[instant.look].added;
    const look = looks.findIndex((one) => one.added === points);
    const at = look < 0 ? instant : { stage: looks[look].stage, t: looks[look].t, look };
    const count = look < 0 ? (swept?.journal.entries.length ?? 0) : looks[look].deeds;
    const terms = points.flatMap((point) => this.pointTerm(slot, point, at, count));
    if (terms.length < 2) return terms;
    const { dimension } = terms[0];
    const name = `${slot.name} of contact points`;
    const words = `the sum of what contact points contribute at t = ${at.t}`;
    const value = reckonSum(terms);
    const key = `${this.key} points ${look} ${this.path(slot)}`;
    const symbol = nameExpr(`${slot.name}_contacts`);
    const open = () => sumNode({ name, words, time: at.t, value, dimension, terms, key });
    return [{ name, symbol, value, dimension, open }];
  }

  /** The contribution of a contact point, by one or more lines of its law. */
  private pointTerm(slot: Slot, point: ObservedPoint, at: Instant, count: number): Term[] {
    const { scope } = point;
    const points = new PointOrigins(this.origins, this.moment);
    const open = (seen: Slot, isRegistered: boolean) =>
      isRegistered ? this.openBefore(seen) : this.openStage(seen, at);
    const site = points.contribution(point, `${at.look}`, this.trace.withoutSums(at.stage), count, open);
    const lines = scope.laws.functions.filter(
      (line) => isContribution(line) && this.slotIn(scope, line.name, point) === slot,
    );
    const parts = lines.map((line): Term => {
      const bodies = point.players.bodies.map(({ name }) => name);
      const node = site.explain(line, `${line.name} += at ${bodies.join(" and ")}`, false);
      return {
        name: node.name,
        symbol: nameExpr(`${line.name}_${bodies.join("_")}`),
        value: node.value,
        dimension: node.dimension,
        open: () => node,
      };
    });
    if (parts.length < 2) return parts;
    const { name, symbol, dimension } = parts[0];
    const value = reckonSum(parts);
    const { words, time } = site;
    const whole = () => sumNode({ name, words, time, value, dimension, terms: parts, key: `${site.key} ${name}` });
    return [{ name, symbol, value, dimension, open: whole }];
  }

  private slotIn(scope: ContextScope, name: string, { players }: ObservedPoint): Slot | null {
    const attribute = scope.attribute(name);
    return attribute && this.origins.laws.slotOf(attribute, players);
  }
}
