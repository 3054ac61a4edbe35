// What the motion of one step gave an attribute: by a closed form, by a rate, or as a sum of contributions.
import type { Value } from "../compiler/value.ts";
import { playersOf } from "../engine/laws.ts";
import { readSlot, type Slot } from "../engine/layout.ts";
import type { Body } from "../engine/model.ts";
import type { Application, State } from "../engine/state.ts";
import type { Definition } from "../language/ast.ts";
import type { Dimension } from "../language/unit.ts";
import { Integrated, type StepHost } from "./integrated.ts";
import { LawSite } from "./law-site.ts";
import { sameBits } from "./literal.ts";
import type { Moment } from "./moment.ts";
import { leaf, type Node, type Term } from "./node.ts";
import type { Origins } from "./origins.ts";
import type { Quantity } from "./quantities.ts";
import { sumNode } from "./reckoning.ts";
import type { Look, StepTrace } from "./step-trace.ts";

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
    if (statements.length === 0) return null;
    const value = readSlot(this.origins.moments.memory(this.moment), slot);
    if (this.origins.model.settings.scheme === "time stepping") return this.stepped(quantity, value);
    const update = statements.find(({ definition: { order, op } }) => order === 0 && op === "=");
    const rate = statements.find(({ definition }) => definition.order === 1);
    const node = update
      ? this.site(update.application, this.end).explain(update.definition, path, false)
      : rate
        ? new Integrated(this, slot).end()
        : this.sum(slot, this.end);
    const held = this.origins.asHeld(quantity, value, node, this.moment);
    return rate ? { ...held, earlier: this.earlier(rate.application, quantity) } : held;
  }

  /** In time stepping rates and the sweeps of contact laws make a step together. */
  private stepped(quantity: Quantity, value: Value): Node {
    const { slot, path } = quantity;
    const words = `a step from t = ${this.before.time} to t = ${this.moment.time}: rates, then the contact laws, sweep by sweep`;
    const terms = [this.origins.term(`${path} at t = ${this.before.time}`, slot, this.start)];
    return leaf({ ...this.origins.about(quantity, this.moment), words, origin: "engine", value, terms });
  }

  /** The quantity when the law began that gives its rate; null if that is the step before. */
  private earlier({ body, since, context }: Application, { slot, path }: Quantity): Term | null {
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
      return instant.look === null ? this.origins.registered(slot, this.moment) : new Integrated(this, slot).seenAt(instant.look);
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
    const name = this.path(slot);
    const words = `the sum of what laws${this.origins.model.links.length > 0 ? " and links" : ""} contribute at t = ${instant.t}`;
    const value = readSlot(instant.stage, slot);
    const about = { name, words, value, dimension: this.dimension(slot), terms };
    return sumNode({ ...about, key: `${this.key} sum ${instant.look} ${name}` });
  }
}
