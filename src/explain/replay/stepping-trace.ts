// A step of time stepping taken again, laws of bodies by the interpreter and those of contact points one by one, from
// where a run stood, with all that was done in it kept.

import type { Laws } from "../../engine/laws/laws.ts";
import type { Model } from "../../engine/model/model.ts";
import { placesOfSlots } from "../../engine/model/slot.ts";
import { Flow } from "../../engine/motion/flow.ts";
import type { StageLaws } from "../../engine/motion/stage-laws.ts";
import type { Observer } from "../../engine/state/observer.ts";
import type { State } from "../../engine/state/state.ts";
import type { ContactForm } from "../../engine/stepping/contact/form.ts";
import type { PointInterpreter } from "../../engine/stepping/contact/point-interpreter.ts";
import { type ContactWork, StepIntegration } from "../../engine/stepping/step-integration.ts";
import { ContactSweep, type Segment } from "../../engine/stepping/sweep/contact-sweep.ts";
import { TimeStepping } from "../../engine/stepping/time-stepping.ts";
import { Journal, type SeenPoint } from "./journal.ts";
import { type Look, type StepTrace, stepTrace } from "./step-trace.ts";

const nobody: Observer = { input() {}, frame() {}, happening() {}, note() {}, stopped() {} };

/** Applies laws to points one by one, and notes it. */
class TracedSweep extends ContactSweep {
  journal: Journal | null = null;
  /** What points contribute in this step. */
  added: SeenPoint[] = [];
  private readonly players: PointInterpreter;
  private readonly slotOf: Laws["slotOf"];
  /** Where that lies which a law writes, by the law and the bodies. */
  private readonly writes = new Map<string, Int32Array>();

  constructor(...given: ConstructorParameters<typeof ContactSweep>) {
    super(...given);
    const [, { laws, interpreter }] = given;
    this.slotOf = (attribute, players) => laws.slotOf(attribute, players);
    this.players = interpreter;
  }

  private seen(i: number, iteration: number): Omit<SeenPoint, "written"> {
    const { forms, pair, feature, isNew } = this.points.list;
    return {
      form: forms[i],
      pair: pair[i],
      feature: feature[i],
      isNew: isNew[i] === 1,
      players: this.players.playersOf(i, iteration),
    };
  }

  private placesOf({ form: { scope, context }, pair, players }: Omit<SeenPoint, "written">): Int32Array {
    const key = `${context.name.name} ${pair}`;
    let places = this.writes.get(key);
    if (!places) {
      const slots = scope.laws.functions.flatMap(({ name, order, op }) => {
        const attribute = order === 0 && op === "=" ? scope.attribute(name) : null;
        return (attribute && this.slotOf(attribute, players)) ?? [];
      });
      this.writes.set(key, (places = Int32Array.from(placesOfSlots(slots))));
    }
    return places;
  }

  protected override beginPoint(segment: Segment, k: number, memory: Float64Array): void {
    const i = this.sorted[k];
    const seen = this.seen(i, 1);
    super.beginPoint(segment, k, memory);
    const point = { ...seen, written: this.players.playersOf(i, 1).attributes[0] };
    this.journal!.note({ kind: "first", point }, memory);
  }

  override sweep(...[iteration, memory, gauge]: Parameters<ContactSweep["sweep"]>): void {
    // Between sweeps Newton's method may have changed any number.
    this.journal!.note({ kind: "newton" }, memory, "if it changed anything");
    super.sweep(iteration, memory, gauge);
  }

  protected override whole(segment: Segment, memory: Float64Array, iteration: number): void {
    this.stepwise(segment, memory, iteration, false);
  }

  protected override applyTo(segment: Segment, k: number, memory: Float64Array, iteration: number): void {
    const i = this.sorted[k];
    const seen = this.seen(i, iteration);
    super.applyTo(segment, k, memory, iteration);
    const point = { ...seen, written: this.players.playersOf(i, iteration).attributes[0] };
    this.journal!.noteAt({ kind: "sweep", point, iteration }, memory, this.placesOf(seen));
  }

  override contribute(stage: Float64Array, registered: Float64Array): void {
    this.added = [];
    for (const { form, from, to } of this.segments.slice(0, this.count))
      for (let k = from; k < to && form.accumulators.length > 0; k++) {
        const seen = this.seen(this.sorted[k], 1);
        this.added.push({ ...seen, written: seen.players.attributes[0] });
      }
    super.contribute(stage, registered);
  }
}

class TracedStep extends StepIntegration {
  readonly looks: Look[] = [];
  readonly journal: Journal;
  private readonly contributions: TracedSweep;
  raw: Float64Array | null = null;

  constructor(stages: StageLaws, registered: Float64Array, work: ContactWork, journal: Journal) {
    super(stages.laws, registered, stages, work);
    this.journal = journal;
    this.contributions = work.contributions as TracedSweep;
  }

  get lastVector(): Float64Array {
    return this.last;
  }

  override begin(stretch: { readonly from: number; readonly to: number }): void {
    super.begin(stretch);
    this.contributions.added = [];
    const memory = this.registered.slice();
    memory[this.laws.model.world.get("dt")!.offset] = stretch.to - stretch.from;
    this.journal.begin(memory);
    this.looks.length = 0;
  }

  protected override advance(y: Float64Array, rank: number, components: Int32Array): void {
    const before = y.slice();
    super.advance(y, rank, components);
    const { from: t, to, rate, laws, journal } = this;
    const look = { t, h: to - t, rank, y: before, rates: rate.slice(), stage: laws.memory.stage.numbers.slice() };
    const memory = journal.latest();
    this.stages.terms.scatter(y, memory);
    this.looks.push({ ...look, deeds: journal.entries.length, added: this.contributions.added });
    journal.note({ kind: "rates", look: this.looks.length - 1 }, memory);
  }

  protected override apply(
    y: Float64Array,
    forms: ReadonlySet<ContactForm>,
    hasMoved: boolean,
    strikes: boolean,
  ): void {
    super.apply(y, forms, hasMoved, strikes);
    this.journal.note({ kind: "newton" }, this.laws.memory.current, "if it changed anything");
  }

  protected override keepLinks(y: Float64Array, current: Float64Array): void {
    this.journal.note({ kind: "newton" }, current, "if it changed anything");
    super.keepLinks(y, current);
    this.journal.note({ kind: "links" }, current, "if it changed anything");
  }

  protected override strike(current: Float64Array): void {
    const { collided } = this.contacts;
    const before = collided.length;
    super.strike(current);
    for (const collision of collided.slice(before))
      this.journal.note({ kind: "collision", collision }, collision.after);
  }

  protected override complete(y: Float64Array): void {
    this.raw = y.slice();
    super.complete(y);
  }
}

class TracedStepping extends TimeStepping {
  readonly journal: Journal;

  constructor(model: Model, before: State) {
    super(model, nobody, { resume: before, evaluation: "points compiled" });
    const clocks = ["t", "dt"].map((name) => model.world.get(name)!.offset);
    this.journal = new Journal(new Set(clocks));
    for (const sweep of [this.work.sweep, this.contributions]) (sweep as TracedSweep).journal = this.journal;
  }

  private get contributions(): TracedSweep {
    return this.work.contributions as TracedSweep;
  }

  protected override sweepOf(...parts: ConstructorParameters<typeof ContactSweep>): ContactSweep {
    return new TracedSweep(...parts);
  }

  protected override createFlow(stages: StageLaws): Flow {
    const { laws, state, work, journal } = this;
    const integration = new TracedStep(stages, state.memory, work, journal);
    return new TracedFlow(laws, state.memory, stages, integration);
  }

  /** The step as far as `until`. */
  trace(before: State, until: number): StepTrace {
    const flow = this.takeStep() as TracedFlow;
    const { traced } = flow;
    const memory = flow.memoryAt(until).slice();
    const end = traced.at({ time: until }).slice();
    return stepTrace({
      laws: this.laws,
      stages: flow.stages,
      from: before.time,
      until,
      registered: before.memory,
      memory,
      stage: this.laws.memory.stage.numbers.slice(),
      start: traced.start,
      raw: traced.raw ?? end,
      end,
      looks: traced.looks,
      pieces: [],
      added: this.contributions.added,
      swept: { journal: this.journal, to: flow.to, last: traced.lastVector.slice() },
    });
  }
}

class TracedFlow extends Flow {
  readonly traced: TracedStep;

  constructor(laws: Laws, registered: Float64Array, stages: StageLaws, integration: TracedStep) {
    super(laws, registered, stages, integration);
    this.traced = integration;
  }
}

export function traceStepping(model: Model, before: State, until: number): StepTrace {
  return new TracedStepping(model, before).trace(before, until);
}
