// A step of time stepping: semi-implicit Euler with contact laws in between. First the rates of what contact laws
// write, then the iterations of the laws, then the remaining rates: the order follows from what the laws write. Between
// the ends of a step the path is straight.

import type { TimeStretch } from "../../geometry/motion/time-of-impact.ts";
import { isRate } from "../../language/syntax/statement.ts";
import type { Collisions } from "../impacts/collision.ts";
import type { Laws } from "../laws/laws.ts";
import { saysIterations } from "../model/acceleration.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { normalizeOrientation } from "../model/orientation.ts";
import type { Slot } from "../model/slot.ts";
import type { ContactActions } from "../motion/contact-actions.ts";
import { Integration, type IntegrationTrace, type TwoWays } from "../motion/integration.ts";
import type { StageLaws } from "../motion/stage-laws.ts";
import type { ContactObserver, StepObserver } from "../motion/step-observer.ts";
import type { Collision } from "../state/observer.ts";
import type { ContactForm } from "./contact/form.ts";
import type { PairLaws } from "./contact/pair-laws.ts";
import type { ContactFinder } from "./detection/contact-finder.ts";
import type { ContactNewton } from "./newton/contact-newton.ts";
import type { Sleepers } from "./sleep/sleepers.ts";
import { planStep, type RatePhase, summedPlaces, unratedPlaces } from "./step-plan.ts";
import type { ContactSweep } from "./sweep/contact-sweep.ts";
import type { SweepGauge } from "./sweep/sweep-gauge.ts";
import type { SweepOrder } from "./sweep/sweep-order.ts";

/** What a step works with besides the laws of the bodies. */
export interface ContactWork {
  readonly pairLaws: PairLaws;
  readonly finder: ContactFinder;
  readonly sweep: ContactSweep;
  /** The sweep of laws that contribute, which has a separate table. */
  readonly contributions: ContactSweep;
  readonly order: SweepOrder;
  /** Null if only sweeps are used. */
  readonly newton: ContactNewton | null;
  readonly gauge: SweepGauge;
  /** Whether the last sweep of the present step is measured. */
  readonly isMeasured: () => boolean;
  readonly collisions: Collisions;
  /** The sleeping bodies; null if bodies cannot sleep. */
  readonly sleepers: Sleepers | null;
  /** Collisions of the step, for the report. */
  readonly collided: Collision[];
  readonly observer: ContactObserver | null;
}

/** Laws that are applied less often are not meant to converge: the first two iterations may only measure and begin. */
const leastMeasured = 3;

/**
 * If links change less than this share of the step's change, they and contact laws agree; above the second share it
 * is reported.
 */
const agreed = 1e-4;
const disagreed = 5e-3;
/** The most alternations between links and contact laws after the iterations. */
const mostAnswers = 400;

/** Attributes of bodies that collision laws write, except values and sums that a law computes at every instant. */
function keptSlots({ model }: Laws, struck: readonly string[]): Slot[] {
  const moving = model.contexts.filter(({ type }) => type === "free fall");
  const computed = new Set(
    moving.flatMap(({ functions }) => functions.filter((one) => !isRate(one))).map(({ name }) => name),
  );
  const names = struck.filter((name) => !computed.has(name));
  const dynamic = model.bodies.filter(({ physicalType }) => physicalType === "dynamic");
  return dynamic.flatMap(({ slots }) => names.flatMap((name) => slots.get(name) ?? []));
}

/** The numbers of the vector by the names of their attributes. */
function byAttribute({ all }: StageLaws["terms"]): Int32Array[] {
  const found = new Map<string, number[]>();
  for (const { slot, at } of all) {
    const numbers = found.get(slot.name) ?? [];
    found.set(slot.name, numbers);
    for (let k = 0; k < slot.size; k++) numbers.push(at + k);
  }
  return [...found.values()].map((numbers) => Int32Array.from(numbers));
}

export class StepIntegration extends Integration implements ContactActions {
  private readonly contacts: ContactWork;
  /** The result of the step. */
  private readonly last: Float64Array;
  private readonly between: Float64Array;
  private readonly rate: Float64Array;
  private isTaken = false;
  private readonly phases: readonly RatePhase[];
  private formCount = 0;
  /** The laws that contribute, and whether their points have been taken up for this step. */
  private contributing: ReadonlySet<ContactForm> = new Set();
  private isContributing = false;
  /** Whether contact laws have written attributes in this step, and the places of those without rates. */
  private isSwept = false;
  private readonly unrated: Int32Array;
  /** The body of each number of the vector; -1 for those of the world. */
  private readonly owners: Int32Array;
  /**
   * The accumulators of contact laws, their contributions in this step once known, and a buffer for the contributions
   * of others.
   */
  private readonly summed: Int32Array;
  private readonly pushes: Float64Array;
  private readonly others: Float64Array;
  private isPushed = false;
  private readonly time: number;
  private readonly timeStep: number;
  /** The vector before links last changed it, and the places of each attribute of all bodies in it. */
  private readonly free: Float64Array;
  private readonly ofAttribute: readonly Int32Array[];

  constructor(stages: StageLaws, registered: ReadonlyNumbers, contacts: ContactWork, observer: StepObserver | null) {
    const { laws } = stages;
    super(laws, registered, stages, observer);
    this.contacts = contacts;
    this.last = new Float64Array(this.size);
    this.between = new Float64Array(this.size);
    this.rate = new Float64Array(this.size);
    this.free = new Float64Array(this.size);
    this.ofAttribute = byAttribute(stages.terms);
    this.owners = new Int32Array(this.size).fill(-1);
    for (const { application, slot, at } of stages.terms.all)
      if (application.body.slots.get(slot.name) === slot) this.owners.fill(application.body.index, at, at + slot.size);
    this.time = laws.model.world.get("t")!.offset;
    this.timeStep = laws.model.world.get("dt")!.offset;
    stages.contacts = this;
    const { all, struck } = contacts.pairLaws;
    this.phases = planStep(stages.terms, all, struck);
    this.unrated = unratedPlaces(stages.terms, all, keptSlots(laws, struck ?? []));
    this.summed = summedPlaces(all);
    this.pushes = new Float64Array(this.summed.length);
    this.others = new Float64Array(this.summed.length);
  }

  override begin(stretch: TimeStretch): void {
    super.begin(stretch);
    this.isTaken = false;
    this.setSwept(false);
    this.contacts.collided.length = 0;
    this.isContributing = false;
    this.isPushed = false;
    this.contacts.gauge.reset();
  }

  protected override arrive(): Float64Array {
    if (this.until === this.from) return this.start;
    if (!this.isTaken) this.take();
    return this.until === this.to ? this.last : this.onWay();
  }

  private onWay(): Float64Array {
    const { start, last, between } = this;
    const share = (this.until - this.from) / (this.to - this.from);
    for (let k = 0; k < between.length; k++) between[k] = start[k] + share * (last[k] - start[k]);
    const { turning } = this.stages.terms;
    for (let i = 0; i < turning.length; i++) normalizeOrientation(between, turning[i].at, turning[i].slot.size);
    this.keepSleepers(between);
    return between;
  }

  override lookAt({ time }: { readonly time: number }): void {
    this.until = time;
  }

  override read(at: number, size: number, out: Float64Array): void {
    const y = this.arrive();
    for (let k = 0; k < size; k++) out[k] = y[at + k];
  }

  override vectorOnPath(): Float64Array {
    return this.arrive();
  }

  private take(): void {
    const { last: y, contacts, registered, until } = this;
    const { sleepers } = contacts;
    y.set(this.start);
    this.observer?.began({ from: this.from, to: this.to }, registered);
    if (sleepers?.isStill) {
      this.isTaken = true;
      return;
    }
    contacts.finder.find(registered);
    this.setCurrent(registered);
    this.plan();
    let hasMoved = false;
    for (const { ranks, contexts, forms, moves, strikes } of this.phases) {
      for (const { rank, components } of ranks) this.advance(y, rank, components);
      hasMoved ||= moves;
      if (sleepers?.hasStirred) break;
      // The result must not depend on which laws have met bodies before: a resumed run does not know that.
      if (contexts.size > 0 || (strikes && contacts.finder.struck.length > 0)) this.apply(y, forms, hasMoved, strikes);
    }
    // A body that woke must move in this step: the step is repeated.
    if (sleepers?.hasStirred) y.set(this.start);
    this.until = this.to;
    this.observer?.led(y);
    this.complete(y);
    this.keepSleepers(y);
    this.until = until;
    this.isTaken = true;
  }

  /** Sets the values at the start of the step, before contact laws have written any. */
  private setCurrent(registered: ReadonlyNumbers): void {
    const { current } = this.laws.memory;
    current.set(registered);
    current[this.time] = this.from;
    current[this.timeStep] = this.to - this.from;
  }

  /** Adds the laws of pairs that have met for the first time to the plan of the step. */
  private plan(): void {
    const { forms } = this.contacts.pairLaws;
    if (forms.length !== this.formCount) {
      this.formCount = forms.length;
      for (const phase of this.phases)
        for (const form of forms) if (phase.contexts.has(form.context)) phase.forms.add(form);
      this.contributing = new Set(forms.filter(({ accumulators }) => accumulators.length > 0));
    }
    if (this.contributing.size > 0 && !this.isPushed) {
      this.contacts.contributions.take(this.contributing);
      this.contacts.contributions.begin(this.laws.memory.current);
    }
    this.isContributing = this.contributing.size > 0;
  }

  /** Takes the step twice without contact laws: the smooth part of the motion. */
  override takeTwice({ until, share, once, parted }: TwoWays): void {
    parted.set(this.start);
    this.unswept(() => this.goTwice({ until, share, once, parted }, this.from));
  }

  override traceTwice(
    ways: Omit<TwoWays, "until">,
    { from, y, length, count }: IntegrationTrace,
    look: () => void,
  ): void {
    ways.parted.set(y);
    this.unswept(() => {
      for (let i = 0; i < count; i++) {
        this.goTwice({ ...ways, until: from + (i + 1) * length }, from + i * length);
        look();
      }
    });
  }

  override refer(stretch: TimeStretch, y: Float64Array, error: Float64Array): void {
    this.unswept(() => super.refer(stretch, y, error));
  }

  /** Takes a step from the vector in `parted`. */
  private goTwice({ until, share, once, parted }: TwoWays, from: number): void {
    const middle = from + share * (until - from);
    once.set(parted);
    this.advanceFreely(once, from, until);
    this.advanceFreely(parted, from, middle);
    this.advanceFreely(parted, middle, until);
  }

  private unswept(work: () => void): void {
    const { until, isSwept } = this;
    this.setSwept(false);
    try {
      work();
    } finally {
      this.until = until;
      this.setSwept(isSwept);
    }
  }

  private advanceFreely(y: Float64Array, from: number, to: number): void {
    const { stage } = this.laws.memory;
    const { rate } = this;
    for (const { ranks } of this.phases)
      for (const { rank, components } of ranks) {
        this.stages.prepare(stage.at(from, to), this.registered, y);
        this.stages.derivative(stage.numbers, this.registered, rate, rank);
        for (let i = 0; i < components.length; i++) y[components[i]] += (to - from) * rate[components[i]];
      }
    this.until = to;
    this.complete(y);
    this.keepSleepers(y);
  }

  private advance(y: Float64Array, rank: number, components: Int32Array): void {
    const { stage } = this.laws.memory;
    const { rate } = this;
    const h = this.to - this.from;
    this.stages.prepare(stage.at(this.from, this.to), this.registered, y);
    this.stages.derivative(stage.numbers, this.registered, rate, rank);
    this.observer?.rates({ t: this.from, h, rank, y, rates: rate, stage: stage.numbers });
    for (let i = 0; i < components.length; i++) y[components[i]] = y[components[i]] + h * rate[components[i]];
    this.contacts.sleepers?.compareRates(this.stages.terms, this.owners, components, rate);
    this.keepSleepers(y);
    this.contacts.observer?.advanced(y, this.stages.terms);
  }

  /** Restores the values of sleeping bodies. */
  private keepSleepers(y: Float64Array): void {
    const { sleepers } = this.contacts;
    if (!sleepers || sleepers.count === 0) return;
    const { owners, start } = this;
    for (let k = 0; k < y.length; k++) if (owners[k] >= 0 && sleepers.asleep[owners[k]] === 1) y[k] = start[k];
  }

  /** Applies contact laws to the present values: those of the vector, and those that laws have written before. */
  private apply(y: Float64Array, forms: ReadonlySet<ContactForm>, hasMoved: boolean, strikes: boolean): void {
    const { current } = this.laws.memory;
    const { finder, sweep, order, newton, gauge } = this.contacts;
    this.stages.terms.scatter(y, current);
    if (hasMoved) {
      finder.find(current);
      this.plan();
    }
    if (strikes) this.strike(current);
    sweep.take(forms);
    sweep.begin(current);
    sweep.prepare(current);
    const most = sweep.iterations;
    const isMeasured = most >= leastMeasured && !order.isByUrgency && this.contacts.isMeasured();
    if (isMeasured || newton) gauge.begin(this.registered, current);
    for (let iteration = 1; iteration <= most; iteration++) {
      sweep.sweep(iteration, current, isMeasured && iteration === most ? gauge : null);
      if (iteration === Math.max(1, most - 1)) newton?.solve(current, forms);
      if (this.stages.projection) this.keepLinks(y, current);
    }
    if (this.stages.projection && most > 0) this.agree(y, current, most);
    if (isMeasured) gauge.end(current);
    this.contacts.sleepers?.compareTouched(this.registered, current);
    this.stages.terms.gather(current, y);
    this.isSwept = true;
    this.laws.memory.forgetStages();
  }

  /**
   * Links undo part of a contact impulse, the more the nearer to a joint it acts. So contact laws and links alternate
   * until links change little. If the simulation or a law says how often laws are applied, this is left out, with a
   * note.
   */
  private agree(y: Float64Array, current: Float64Array, iteration: number): void {
    const { sweep } = this.contacts;
    const { model } = this.laws;
    const most = saysIterations(model) ? 0 : mostAnswers;
    let left = this.linkShare(y);
    for (let n = 0; n < most && left > agreed; n++) {
      sweep.sweep(iteration, current);
      this.keepLinks(y, current);
      left = this.linkShare(y);
    }
    if (left < disagreed) return;
    this.laws.tellOnce(
      "contacts and links",
      `contact laws and links did not converge in the step from t = ${this.from}: links still change ` +
        `${(100 * left).toPrecision(2)} % of what the step changes; take more 'iterations', or scheme = event driven`,
    );
  }

  /** The size of the last change by links, as a share of the step's change of an attribute of any body. */
  private linkShare(y: Float64Array): number {
    const { free, start } = this;
    let share = 0;
    for (const components of this.ofAttribute) {
      let change = 0;
      let whole = 0;
      for (let i = 0; i < components.length; i++) {
        const k = components[i];
        change = Math.max(change, Math.abs(y[k] - free[k]));
        whole = Math.max(whole, Math.abs(y[k] - start[k]), Math.abs(free[k] - start[k]));
      }
      if (change > 0 && change > share * whole) share = change / whole;
    }
    return share;
  }

  /** After each sweep, changes velocities as the links demand. */
  private keepLinks(y: Float64Array, current: Float64Array): void {
    const projection = this.stages.projection!;
    this.stages.terms.gather(current, y);
    this.free.set(y);
    projection.lookAt(current, this.from, y);
    projection.stopGrowth(current, y);
    this.stages.terms.scatter(y, current);
    this.contacts.observer?.linksKept(current);
  }

  /** Applies collision laws, once for each pair that has begun to touch. */
  private strike(current: Float64Array): void {
    const { finder, collisions, collided, observer } = this.contacts;
    for (const [a, b] of finder.struck) {
      const collision = collisions.apply(current, a, b, this.from);
      collided.push(collision);
      observer?.collided(collision);
    }
  }

  get contributes(): boolean {
    return this.contributing.size > 0;
  }

  /** Changes what `place` writes into a stage. */
  private setSwept(isSwept: boolean): void {
    if (this.isSwept === isSwept) return;
    this.isSwept = isSwept;
    this.laws.memory.forgetStages();
  }

  place(stage: Float64Array): void {
    if (!this.isSwept) return;
    const { current } = this.laws.memory;
    for (const place of this.unrated) stage[place] = current[place];
  }

  clear(stage: Float64Array): void {
    const { summed } = this;
    for (let i = 0; i < summed.length; i++) stage[summed[i]] = 0;
  }

  /**
   * Contributions of contact laws are computed once a step, where the bodies are when their contact points are found:
   * later in the step they have moved, and an arm from body to point would mix two instants. So force and torque also
   * come from the same push.
   */
  contribute(stage: Float64Array, registered: ReadonlyNumbers): void {
    if (!this.isContributing) return;
    const { summed, pushes } = this;
    if (!this.isPushed) this.push(stage, registered);
    for (let i = 0; i < summed.length; i++) stage[summed[i]] += pushes[i];
  }

  private push(stage: Float64Array, registered: ReadonlyNumbers): void {
    const { summed, pushes, others } = this;
    for (let i = 0; i < summed.length; i++) {
      others[i] = stage[summed[i]];
      stage[summed[i]] = 0;
    }
    this.contacts.contributions.contribute(stage, registered);
    for (let i = 0; i < summed.length; i++) {
      pushes[i] = stage[summed[i]];
      stage[summed[i]] = others[i];
    }
    this.isPushed = true;
  }
}
