// The time-stepping schedule: step after step, with the contact points of each; events within a step end it.
//
// `next` takes a step, in six stages:
//
//   1 takeStep          the motion to the end of the step (StepIntegration, below); taken again, looking farther, while
//                       bodies come farther than was foreseen, or wake
//   2 findEvent         EventBlocks: the first instant at which a condition of an event begins to hold ends the step
//   3 goThere           the state becomes that of the motion at this instant; frames up to it are recorded
//   4 reportCollisions  what collision laws did to pairs that came to touch
//   5 fallAsleep        Sleepers: bodies that have been still for long enough are left out from now on
//   6 fireLocated       event blocks change attributes; laws of the bodies that they change end
//
// Stage 1 in detail (step-integration.ts; the order of the phases follows from what the laws write, step-plan.ts):
//
//   find       detection/  the contact points of all pairs that are near, with rows of numbers that last
//   plan                   laws of pairs that have met for the first time join the phases
//   push       sweep/      what contact laws contribute to sums, once a step, when rates first ask for it
//   advance    motion/     rates of what contact laws write, such as velocities, by semi-implicit Euler
//   strike     impacts/    collision laws, once for each pair that has come to touch
//   sweep      sweep/      contact laws, point after point, again and again
//   solve      newton/     the fixed point of the sweeps by Newton's method, where that is asked for
//   keepLinks  links/      velocities as constraints demand, after each sweep
//   agree                  sweeps and keepLinks in turn, until links change little
//   gauge      sweep/      in some steps, how much the last sweep still changed
//   advance    motion/     the rates that are left, such as those of positions
//
// The data:
//
//   state.memory ──copy──> memory.current ──contact laws──> current ──gather──> vector y ──commit──> state.memory
//   points       one row a contact point: geometry, what the step shares, attributes of the law (contact/form.ts)
import { Collisions } from "../impacts/collision.ts";
import { accelerationOf } from "../model/acceleration.ts";
import type { PlainValue } from "../model/given-values.ts";
import type { Body, Model } from "../model/model.ts";
import { inOrder } from "../model/pair-order.ts";
import { Flow } from "../motion/flow.ts";
import type { StageLaws } from "../motion/stage-laws.ts";
import type { Located } from "../run/event-block.ts";
import { Schedule } from "../run/schedule.ts";
import type { ScheduleOptions } from "../run/schedule-options.ts";
import type { ContactValue, KeptPoints } from "../state/kept-points.ts";
import type { Collision, Observer } from "../state/observer.ts";
import { pairOf, type Snapshot, type State } from "../state/state.ts";
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
import { SweepWork } from "./sweep/sweep-work.ts";
import { stepsBetween, UnsettledSweeps } from "./unsettled-sweeps.ts";

/** How often a step is repeated because bodies were faster than expected. */
const mostTries = 3;

export class TimeStepping extends Schedule {
  private readonly work: ContactWork;
  private readonly points: ContactPoints;
  private readonly sweepWork: SweepWork;
  private readonly unsettled: UnsettledSweeps;
  // What the stages of `next` have found. Fields, since a record for each step would be allocated. hot: every step.
  /** The end of the step, or the time of an event before it. */
  private until = 0;
  private fired: Located | null = null;

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
    const { contactObserver = null } = options;
    const work = new SweepWork(laws, points);
    const parts = { laws, start, points, order, shared, depths, interpreter, work, observer: contactObserver };
    const sweep = new ContactSweep(0, parts);
    const contributions = new ContactSweep(1, parts);
    const isAccelerated = accelerationOf(model) !== "none";
    const gauge = new SweepGauge(laws, points, pairLaws);
    const newton = isAccelerated ? new ContactNewton(parts, pairLaws, sweep, gauge) : null;
    if (newton) pairLaws.onForm = (form) => newton.extend(form);
    const collided: Collision[] = [];
    const sleepers = model.settings.sleepSpeed >= 0 ? new Sleepers(laws, state, points, finder.moved) : null;
    finder.sleepers = sleepers;
    this.points = points;
    this.sweepWork = work;
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
      observer: contactObserver,
    };
    if (options.resume?.points) this.restore(options.resume.points);
  }

  private restore(kept: KeptPoints): void {
    const { finder } = this.work;
    finder.moved.set(kept.moved);
    finder.turned.set(kept.turned);
    finder.overlaps.displaced.set(kept.displaced);
    this.unsettled.left.set(kept.unsettled);
    if (kept.sleep) this.work.sleepers?.restore(kept.sleep);
    this.points.restore(kept, (pair) => this.formOf(pair));
  }

  private formOf(pair: number): { form: ContactForm; own: number; other: number } {
    const [a, b] = inOrder(...pairOf(this.model, pair));
    return { form: this.work.pairLaws.of(a, b)!, own: a.index, other: b.index };
  }

  override contactsOf({ points }: State): ContactValue[] {
    return points ? contactValues(points, this.model.bodies, (pair) => this.formOf(pair)) : [];
  }

  protected override createFlow(stages: StageLaws): Flow {
    const { laws, state, work, stepObserver } = this;
    return new Flow(laws, state.memory, stages, new StepIntegration(stages, state.memory, work, stepObserver));
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
    // Bodies that touch at the start have not collided.
    this.work.finder.find(state.memory);
    this.work.finder.struck.length = 0;
    this.beginConditions();
    this.fireRisen();
  }

  /** Stage 1: computes the motion to the end of the step, without committing it. Explanations use this stage alone. */
  takeStep(): Flow {
    const { state } = this;
    this.findStepEnd();
    const to = Math.min(this.stepEnd, this.end);
    const flow = this.flowOf(state);
    flow.from = state.time;
    flow.to = flow.time = to;
    this.work.finder.keepTouching();
    this.sweepWork.begin();
    this.work.newton?.beginStep();
    flow.start();
    this.settleStep(flow);
    return flow;
  }

  protected override next(): void {
    const flow = this.takeStep();
    this.findEvent(flow);
    this.goThere(flow);
    this.reportCollisions();
    this.fallAsleep(flow);
    this.fireLocated(this.fired);
  }

  /** Stage 2: finds the first instant of the step at which the condition of an event begins to hold. */
  private findEvent(flow: Flow): void {
    this.blocks.until = flow.to;
    this.fired = this.blocks.locate(flow, this.state);
    this.until = this.fired ? this.fired.time : flow.to;
  }

  /** Stage 3: advances the state to that instant; frames on the way are recorded. */
  private goThere(flow: Flow): void {
    this.recordingTimes.until = this.until;
    if (this.work.isMeasured()) this.unsettled.judge(flow.to);
    this.reach(flow);
    if (this.until === this.stepEnd) this.state.steps++;
  }

  /** Stage 4: reports what collision laws did in the step. */
  private reportCollisions(): void {
    this.reporter.collided(this.work.collided);
    this.work.finder.struck.length = 0;
  }

  /** Stage 5: bodies that have been still for long enough fall asleep. */
  private fallAsleep(flow: Flow): void {
    const { sleepers, finder } = this.work;
    const fallen = sleepers?.settle({ length: flow.to - flow.from, passed: this.until - flow.from });
    if (!fallen || fallen.length === 0) return;
    this.layStill(flow, fallen);
    finder.layDown(fallen, this.state.memory);
  }

  /** The end of the step has been computed; since then only conditions are evaluated. */
  protected override memoryOf(flow: Flow): Float64Array {
    return this.blocks.isEmpty ? flow.memoryStill() : flow.memoryThen();
  }

  /**
   * Bodies that moved farther than expected may have missed others: the step is repeated with a wider search. It is
   * also repeated when some bodies wake.
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

  /**
   * Updates closed forms of bodies whose velocities are zero now; forms that use earlier values have been evaluated in
   * this step.
   */
  private layStill(flow: Flow, fallen: readonly Body[]): void {
    if (!flow.stages.isMemoryless) return;
    const { time, memory } = this.state;
    const now = flow.begin(time, time).memoryAt(time);
    for (const { slots } of fallen) for (const slot of slots.values()) this.laws.memory.move(now, memory, slot);
  }

  override input(name: string, value: PlainValue): string | null {
    const problem = super.input(name, value);
    if (problem === null) this.work.sleepers?.input(name);
    return problem;
  }

  protected override changed(bodies: readonly Body[], before: Float64Array): void {
    this.work.finder.overlaps.follow(before);
    this.work.sleepers?.touch(bodies);
  }

  override get inactive(): Uint8Array | null {
    return this.work.sleepers?.asleep ?? null;
  }

  protected override copy(): Snapshot {
    return {
      ...super.copy(),
      points: {
        ...this.points.keep(),
        moved: this.work.finder.moved.slice(),
        turned: this.work.finder.turned.slice(),
        displaced: this.work.finder.overlaps.displaced.slice(),
        unsettled: this.unsettled.left.slice(),
        sleep: this.work.sleepers?.keep() ?? null,
      },
    };
  }
}
