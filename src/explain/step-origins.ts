// What the motion of one step gave an attribute: by a closed form, by a rate, or as a sum of contributions.
import { playersOf } from "../engine/laws.ts";
import { readSlot, type Slot } from "../engine/layout.ts";
import type { Body } from "../engine/model.ts";
import type { Application, State } from "../engine/state.ts";
import type { Definition } from "../language/ast.ts";
import type { ContextScope } from "../language/context-scope.ts";
import type { Dimension } from "../language/unit.ts";
import { Integrated, type StepHost } from "./integrated.ts";
import type { SeenPoint } from "./journal.ts";
import { LawSite } from "./law-site.ts";
import { LinkTerms } from "./link-terms.ts";
import { sameBits } from "./literal.ts";
import type { Moment } from "./moment.ts";
import { leaf, type Node, type Term } from "./node.ts";
import type { Origins } from "./origins.ts";
import { PointOrigins } from "./point-origins.ts";
import type { Quantity } from "./quantities.ts";
import { reckonSum, sumNode } from "./reckoning.ts";
import type { Look, StepTrace } from "./step-trace.ts";
import { SweptWay } from "./swept-way.ts";

/** What laws see at one instant of a step: at its end, or at a look of the integrator. */
interface Instant {
  readonly stage: Float64Array;
  readonly t: number;
  /** The number of the look; null at the end. */
  readonly look: number | null;
}

/** A statement of a law about an attribute. */
interface Statement {
  readonly application: Application;
  readonly definition: Definition;
}

export class StepOrigins implements StepHost {
  private readonly origins: Origins;
  private readonly moment: Moment;
  private readonly before: State;

  constructor(origins: Origins, moment: Moment) {
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

  /** The statements of the laws at work about an attribute. */
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

  /** How the step changed an attribute; null where no law at work speaks of it. */
  change(quantity: Quantity): Node | null {
    const { slot, path } = quantity;
    const statements = this.statements(slot);
    const isStepping = this.origins.model.settings.scheme === "time stepping";
    const isSwept = isStepping && this.trace.swept!.journal.lastChange(slot) >= 0;
    const isSummed = (isStepping || this.origins.model.links.length > 0) && this.trace.isAccumulator(slot.offset);
    if (statements.length === 0 && !isSwept && !isSummed) return null;
    const value = readSlot(this.origins.moments.memory(this.moment), slot);
    const update = statements.find(({ definition: { order, op } }) => order === 0 && op === "=");
    const node = update
      ? this.site(update.application, this.end).explain(update.definition, path, false)
      : isSwept || statements.some(({ definition }) => definition.order === 1)
        ? this.way(slot).end()
        : this.sum(slot, this.end);
    return this.origins.asHeld(quantity, value, node, this.moment);
  } // biome-ignore format: one test

  /** In time stepping: the value after so many deeds of the step. */
  within({ slot }: Quantity, deeds: number): Node {
    return new SweptWay(this, this.origins, this.moment, slot).within(deeds);
  }

  private way(slot: Slot): Integrated | SweptWay {
    return this.trace.swept ? new SweptWay(this, this.origins, this.moment, slot) : new Integrated(this, slot);
  }

  /** Null if the law began with the step before. */
  earlierOf(slot: Slot): Term | null {
    const { path } = this.origins.quantities.of(slot);
    const rate = this.statements(slot).find(({ definition }) => definition.order === 1);
    if (!rate) return null;
    const { body, since, context } = rate.application;
    const { moments } = this.origins;
    const began = moments.beginning(body, since);
    if (!began || began.piece >= this.moment.piece - 1) return null;
    return this.origins.term(`${path} when '${context.name.name}' began, t = ${since}`, slot, began);
  }

  /** The new value of an attribute of a context; null if its law does not change it from step to step. */
  context(body: Body, name: string): Node | null {
    const application = this.before.applications[body.index];
    const definition = application?.scope.updateOf({ owner: { kind: "context", index: 0 }, name }) ?? null;
    if (!application || !definition || application.scope.firstTime.has(definition)) return null;
    // Within a step the attributes of contexts are those of its beginning.
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
      scope,
      players: playersOf(application),
      registered: this.trace.registered,
      stage,
      openSlot: (slot, isRegistered) => (isRegistered ? this.openBefore(slot) : this.openStage(slot, instant)),
      openContext: (_, name) => this.origins.context(body, name, this.start),
    });
  }

  private get start(): Moment {
    return this.origins.moments.end(this.moment.piece - 1);
  }

  openBefore(slot: Slot): Node {
    return this.origins.registered(slot, this.start);
  }

  openRate(slot: Slot, look: Look, number: number): Node {
    const { application, definition } = this.statements(slot).find((one) => one.definition.order === 1)!;
    return this.site(application, { stage: look.stage, t: look.t, look: number }).explain(definition, `${this.path(slot)}'`, false); // biome-ignore format: one call
  }

  path(slot: Slot): string {
    return this.origins.quantities.of(slot).path;
  }

  dimension(slot: Slot): Dimension | null {
    return this.origins.quantities.dimension(this.path(slot));
  }

  /** An attribute as laws see it at an instant of the step. */
  private openStage(slot: Slot, instant: Instant): Node {
    const { trace } = this;
    const value = readSlot(instant.stage, slot);
    const name = this.path(slot);
    const about = { name, value, dimension: this.dimension(slot), key: `${this.key} ${instant.look} ${name}` };
    if (name === "t") return leaf({ ...about, words: "the time", origin: "engine" });
    if (name === "dt") return leaf({ ...about, words: "the length of the step", origin: "engine" });
    if (trace.stages.terms.placeOf(slot) !== undefined)
      return instant.look === null ? this.origins.registered(slot, this.moment) : this.way(slot).seenAt(instant.look);
    if (trace.isAccumulator(slot.offset)) return this.sum(slot, instant);
    if (sameBits(value, readSlot(trace.registered, slot))) return this.openBefore(slot);
    if (sameBits(value, readSlot(trace.memory, slot))) return this.origins.registered(slot, this.moment);
    const update = this.statements(slot).find(({ definition: { order, op } }) => order === 0 && op === "=");
    const node = update && this.site(update.application, instant).explain(update.definition, name, false);
    if (node && sameBits(node.value, value)) return node;
    return leaf({ ...about, words: `made to meet links and constraints at t = ${instant.t}`, origin: "engine" });
  } // biome-ignore format: one test a line

  /** The contributions of all laws at work, in the order in which they are added. */
  private sum(slot: Slot, instant: Instant): Node {
    const { trace } = this;
    const empty = trace.withoutSums(instant.stage);
    const added = this.statements(slot).filter(({ definition }) => definition.op === "+=");
    const terms = added.map(({ application, definition }): Term => {
      const site = this.site(application, instant, empty);
      const node = site.explain(definition, `${definition.name} += of ${application.body.name}`, false);
      return { name: node.name, value: node.value, dimension: node.dimension, open: () => node };
    });
    terms.push(...this.pointTerms(slot, instant, empty), ...this.linkTerms(slot, instant));
    const name = this.path(slot);
    const words = `the sum of what laws${this.origins.model.links.length > 0 ? " and links" : ""} contribute at t = ${instant.t}`;
    const value = readSlot(instant.stage, slot);
    const about = { name, words, value, dimension: this.dimension(slot), terms };
    return sumNode({ ...about, key: `${this.key} sum ${instant.look} ${name}` });
  }

  private linkTerms(slot: Slot, { stage, t, look }: Instant): Term[] {
    const { model, quantities, linkValues } = this.origins;
    if (model.links.length === 0) return [];
    const openSlot = (seen: Slot) => this.openStage(seen, { stage, t, look });
    const at = { key: `${this.key} ${look}`, t, stage, applications: this.before.applications, openSlot };
    return new LinkTerms(linkValues, quantities, at).of(model.links, slot);
  }

  /** In time stepping: what contact points contribute, each by one or more lines of its law. */
  private pointTerms(slot: Slot, instant: Instant, empty: Float64Array): Term[] {
    const { looks, added, swept } = this.trace;
    const { look } = instant;
    const count = look === null ? (swept?.journal.entries.length ?? 0) : looks[look].deeds;
    const points = new PointOrigins(this.origins, this.moment);
    return (look === null ? added : looks[look].added).flatMap((point): Term[] => {
      const { scope } = point.form;
      const open = (seen: Slot, isRegistered: boolean) => (isRegistered ? this.openBefore(seen) : this.openStage(seen, instant));
      const site = points.contribution(point, `${look}`, empty, count, open);
      const lines = scope.laws.functions.filter(({ op, name }) => op === "+=" && this.slotIn(scope, name, point) === slot);
      const parts = lines.map((line): Term => {
        const node = site.explain(line, `${line.name} += at ${point.players.bodies.map(({ name }) => name).join(" and ")}`, false);
        return { name: node.name, value: node.value, dimension: node.dimension, open: () => node };
      });
      if (parts.length < 2) return parts;
      const { name, dimension } = parts[0];
      const value = reckonSum(parts);
      const whole = () => sumNode({ name, words: site.words, value, dimension, terms: parts, key: `${site.key} ${name}` });
      return [{ name, value, dimension, open: whole }];
    });
  } // biome-ignore format: one call a line

  private slotIn(scope: ContextScope, name: string, { players }: SeenPoint): Slot | null {
    const attribute = scope.attribute(name);
    return attribute && this.origins.laws.slotOf(attribute, players);
  }
}
