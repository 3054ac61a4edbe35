// A step of time stepping taken again by the interpreter, from where a run stood, with all that was done on the way kept.
import { Flow } from "../engine/flow.ts";
import type { Laws } from "../engine/laws.ts";
import type { Model } from "../engine/model.ts";
import type { Observer } from "../engine/observer.ts";
import type { StageLaws } from "../engine/stage.ts";
import type { State } from "../engine/state.ts";
import type { ContactForm } from "../engine/stepping/contact-form.ts";
import type { ContactPoints } from "../engine/stepping/contact-points.ts";
import { PointInterpreter } from "../engine/stepping/point-interpreter.ts";
import { type ContactWork, StepIntegration } from "../engine/stepping/step-integration.ts";
import { TimeStepping } from "../engine/stepping/time-stepping.ts";
import { Journal, type SeenPoint } from "./journal.ts";
import { type Look, type StepTrace, stepTrace } from "./step-trace.ts";

const nobody: Observer = { input() {}, frame() {}, happening() {}, note() {}, stopped() {} };

/** Applies laws to points, and notes it. */
class TracedPoints extends PointInterpreter {
  journal: Journal | null = null;
  /** What points have contributed since that was last begun. */
  added: SeenPoint[] = [];

  private seen(i: number, iteration: number): Omit<SeenPoint, "written"> {
    const { forms, pair, feature, isNew } = this.points.list;
    return { form: forms[i], pair: pair[i], feature: feature[i], isNew: isNew[i] === 1, players: this.playersOf(i, iteration) };
  } // biome-ignore format: one record

  override begin(i: number, memory: Float64Array): void {
    const seen = this.seen(i, 1);
    super.begin(i, memory);
    const point = { ...seen, written: this.playersOf(i, 1).attributes[0] };
    this.journal!.note({ kind: "first", point }, memory);
  }

  override apply(i: number, memory: Float64Array, iteration: number): void {
    this.journal!.note({ kind: "newton" }, memory, "if it changed anything");
    const seen = this.seen(i, iteration);
    super.apply(i, memory, iteration);
    const point = { ...seen, written: this.playersOf(i, iteration).attributes[0] };
    this.journal!.note({ kind: "sweep", point, iteration }, memory);
  }

  override contribute(i: number, registered: Float64Array, stage: Float64Array): void {
    const seen = this.seen(i, 1);
    this.added.push({ ...seen, written: seen.players.attributes[0] });
    super.contribute(i, registered, stage);
  }
}

class TracedStep extends StepIntegration {
  readonly looks: Look[] = [];
  readonly journal: Journal;
  private readonly points: TracedPoints;
  raw: Float64Array | null = null;

  constructor(stages: StageLaws, registered: Float64Array, work: ContactWork, journal: Journal, points: TracedPoints) {
    super(stages.laws, registered, stages, work);
    this.journal = journal;
    this.points = points;
  }

  get lastVector(): Float64Array {
    return this.last;
  }

  override begin(stretch: { readonly from: number; readonly to: number }): void {
    super.begin(stretch);
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
    this.looks.push({ ...look, deeds: journal.entries.length, added: this.points.added });
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

  override contribute(stage: Float64Array, registered: Float64Array): void {
    this.points.added = [];
    super.contribute(stage, registered);
  }

  protected override complete(y: Float64Array): void {
    this.raw = y.slice();
    super.complete(y);
  }
}

class TracedStepping extends TimeStepping {
  readonly journal: Journal;

  constructor(model: Model, before: State) {
    super(model, nobody, { resume: before, evaluation: "interpreted" });
    const clocks = ["t", "dt"].map((name) => model.world.get(name)!.offset);
    this.journal = new Journal(new Set(clocks));
    this.tracedPoints.journal = this.journal;
  }

  private get tracedPoints(): TracedPoints {
    return this.work.interpreter as TracedPoints;
  }

  protected override interpreterOf(points: ContactPoints): PointInterpreter {
    return new TracedPoints(this.laws, points);
  }

  protected override createFlow(stages: StageLaws): Flow {
    const { laws, state, work, journal, tracedPoints } = this;
    const integration = new TracedStep(stages, state.memory, work, journal, tracedPoints);
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
      added: this.tracedPoints.added,
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
