// The time-stepping schedule: one step after the other, with the contact points of each; events within a step end it.
import type { Value } from "../../compiler/values/value.ts";
import { Collisions } from "../impacts/collision.ts";
import { accelerationOf } from "../model/acceleration.ts";
import type { Body, Model } from "../model/model.ts";
import { moveSlot } from "../model/slot.ts";
import { Flow } from "../motion/flow.ts";
import type { StageLaws } from "../motion/stage-laws.ts";
import { Schedule } from "../run/schedule.ts";
import type { ScheduleOptions } from "../run/schedule-options.ts";
import type { ContactValue, KeptPoints } from "../state/kept-points.ts";
import type { Collision, Observer } from "../state/observer.ts";
import { pairOf, type State } from "../state/state.ts";
import type { ContactForm } from "./contact/form.ts";
import { PairLaws } from "./contact/pair-laws.ts";
import { PointInterpreter } from "./contact/point-interpreter.ts";
import { ContactPoints } from "./contact/points.ts";
import { contactValues } from "./contact/values.ts";
import { ContactFinder } from "./detection/contact-finder.ts";
import { ContactNewton } from "./newton/contact-newton.ts";
import { Sleepers } from "./sleep/sleepers.ts";
import { type ContactWork, StepIntegration } from "./step-integration.ts";
import { summedPlaces } from "./step-plan.ts";
import { ContactSweep } from "./sweep/contact-sweep.ts";
import { DepthGauge } from "./sweep/depth-gauge.ts";
import { SweepGauge } from "./sweep/sweep-gauge.ts";
import { SweepOrder } from "./sweep/sweep-order.ts";
import { stepsBetween, UnsettledSweeps } from "./unsettled-sweeps.ts";

/** How often a step is taken again because bodies were faster than foreseen. */
const mostTries = 3;

export class TimeStepping extends Schedule {
  protected readonly work: ContactWork;
  private readonly points: ContactPoints;
  private readonly unsettled: UnsettledSweeps;

  constructor(model: Model, observer: Observer, options: ScheduleOptions = {}) {
    super(model, observer, options);
    const { laws, state } = this;
    const points = new ContactPoints(laws);
    const pairLaws = new PairLaws(laws);
    const collisions = new Collisions(laws);
    const finder = new ContactFinder(laws, state, pairLaws, points);
    const order = new SweepOrder(laws, pairLaws, points);
    const depths = new DepthGauge(laws, points, finder.placed);
    const start = state.memory;
    const interpreter = new PointInterpreter(laws, points, start);
    const { shared } = pairLaws;
    const parts = { laws, start, points, order, shared, depths, interpreter };
    const sweep = this.sweepOf(0, parts);
    const contributions = this.sweepOf(1, parts);
    const isAccelerated = accelerationOf(model) !== "none";
    const gauge = new SweepGauge(laws, points, pairLaws);
    const newton = isAccelerated ? new ContactNewton(laws, points, pairLaws, sweep, gauge) : null;
    if (newton) pairLaws.onForm = (form) => newton.extend(form);
    const collided: Collision[] = [];
    const sleepers = model.settings.sleepSpeed >= 0 ? new Sleepers(laws, state, points, finder.moved) : null;
    finder.sleepers = sleepers;
    this.points = points;
    this.unsettled = new UnsettledSweeps(laws, gauge, newton);
    const isMeasured = () => state.steps % stepsBetween === 0;
    this.work = {
      pairLaws,
      finder,
      sweep,
      contributions,
      order,
      newton,
      gauge,
      isMeasured,
      collisions,
      sleepers,
      collided,
    };
    if (options.resume?.points) this.restore(options.resume.points);
  }

  private restore(kept: KeptPoints): void {
    const { finder } = this.work;
    finder.moved.set(kept.moved);
    finder.turned.set(kept.turned);
    this.unsettled.left.set(kept.unsettled);
    if (kept.sleep) this.work.sleepers?.restore(kept.sleep);
    this.points.restore(kept, (pair) => this.formOf(pair));
  }

  private formOf(pair: number): { form: ContactForm; own: number; other: number } {
    const { pairLaws } = this.work;
    const [first, second] = pairOf(this.model, pair);
    const [a, b] = pairLaws.isSwapped(first, second) ? [second, first] : [first, second];
    return { form: pairLaws.of(a, b)!, own: a.index, other: b.index };
  }

  override contactsOf({ points }: State): ContactValue[] {
    return points ? contactValues(points, this.model.bodies, (pair) => this.formOf(pair)) : [];
  }

  protected override createFlow(stages: StageLaws): Flow {
    const { laws, state } = this;
    return new Flow(laws, state.memory, stages, new StepIntegration(laws, state.memory, stages, this.work));
  }

  protected override placesOfContacts(): Iterable<number> {
    return summedPlaces(this.work.pairLaws.all);
  }

  protected override lawsChanged(): void {
    this.work.sleepers?.disturb();
  }

  protected override begin(): void {
    const { state, model } = this;
    this.fall(model.bodies.filter((body) => body.physicalType !== "static"));
    if (model.links.length > 0) this.flowOf(state).begin(state.time, state.time).beginLinks(model.settings.start);
    // What touches at the start has not struck.
    this.work.finder.find(state.memory);
    this.work.finder.struck.length = 0;
    this.beginConditions();
    this.fireRisen();
  }

  /** Applies laws to points; where no kernel does, by the interpreter. */
  protected sweepOf(...parts: ConstructorParameters<typeof ContactSweep>): ContactSweep {
    return new ContactSweep(...parts);
  }

  /** The motion to the end of the step, of which nothing is kept yet. */
  protected takeStep(): Flow {
    const { state } = this;
    this.findStepEnd();
    const to = Math.min(this.stepEnd, this.end);
    const flow = this.flowOf(state);
    flow.from = state.time;
    flow.to = flow.time = to;
    this.work.finder.keepTouching();
    flow.start();
    this.settleStep(flow);
    return flow;
  }

  protected override next(): void {
    const { state } = this;
    const flow = this.takeStep();
    const { to } = flow;
    this.blocks.until = to;
    const fired = this.blocks.locate(flow, state);
    const until = fired ? fired.time : to;
    this.instants.until = until;
    const from = state.time;
    if (this.work.isMeasured()) this.unsettled.judge(to);
    this.reach(flow);
    if (until === this.stepEnd) state.steps++;
    this.teller.collided(this.work.collided);
    this.work.finder.struck.length = 0;
    const fallen = this.work.sleepers?.settle({ length: to - from, passed: until - from });
    if (fallen && fallen.length > 0) {
      this.layStill(flow, fallen);
      this.work.finder.layDown(fallen, state.memory);
    }
    this.keepConditions(fired);
    if (fired) this.fire(fired.numbers);
  }

  /** How the step ends has been looked at already; between then and now conditions alone are evaluated. */
  protected override memoryOf(flow: Flow): Float64Array {
    return this.blocks.isEmpty ? flow.memoryStill() : flow.memoryThen();
  }

  /**
   * Bodies that moved farther than was foreseen may have missed others: the step is taken again, looking farther. So it
   * is when some wake.
   */
  private settleStep(flow: Flow): void {
    const { finder, sleepers } = this.work;
    if (sleepers?.isStill) return;
    const { memory } = this.state;
    let tries = 0;
    let isMissing = false;
    for (let isDone = false; !isDone; ) {
      if (sleepers) sleepers.hasStirred = false;
      isMissing = finder.outruns(memory, flow.memoryStill());
      isDone = !isMissing || ++tries > mostTries;
      sleepers?.compareAll(memory, flow.memoryStill());
      if (sleepers?.hasStirred) isDone = false;
      if (isDone) continue;
      finder.forgetTry();
      flow.start();
    }
    if (isMissing) finder.noteMissed(flow.to);
    finder.notePassed(memory, flow.to);
  }

  /** What closed forms make of what is zero now; those that look back have been evaluated in this step. */
  private layStill(flow: Flow, fallen: readonly Body[]): void {
    if (!flow.stages.isMemoryless) return;
    const { time, memory } = this.state;
    const now = flow.begin(time, time).memoryAt(time);
    for (const { slots } of fallen) for (const slot of slots.values()) moveSlot(now, memory, slot);
    this.laws.memory.changed();
  }

  override input(name: string, value: Value): string | null {
    const problem = super.input(name, value);
    if (problem === null) this.work.sleepers?.input(name);
    return problem;
  }

  protected override changed(bodies: readonly Body[]): void {
    this.work.sleepers?.touch(bodies);
  }

  override get inactive(): Uint8Array | null {
    return this.work.sleepers?.asleep ?? null;
  }

  override snapshot(): State {
    return {
      ...super.snapshot(),
      points: {
        ...this.points.keep(),
        moved: this.work.finder.moved.slice(),
        turned: this.work.finder.turned.slice(),
        unsettled: this.unsettled.left.slice(),
        sleep: this.work.sleepers?.keep() ?? null,
      },
    };
  }
}
