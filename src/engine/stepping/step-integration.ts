// A step of time stepping: semi-implicit Euler with contact laws in between. The rates of what a contact law writes are
// taken first, then the law is iterated, then the rates that are left: the order follows from what the laws write.
// Between its ends the path is straight.
import type { Stretch } from "../../geometry/motion/time-of-impact.ts";
import type { Collisions } from "../impacts/collision.ts";
import type { Laws } from "../laws/laws.ts";
import { saysIterations } from "../model/acceleration.ts";
import { normalizeOrientation } from "../model/orientation.ts";
import type { Slot } from "../model/slot.ts";
import type { ContactActions } from "../motion/contact-actions.ts";
import { Integration, type Trace, type TwoWays } from "../motion/integration.ts";
import type { StageLaws } from "../motion/stage-laws.ts";
import type { Collision } from "../state/observer.ts";
import type { ContactForm } from "./contact/form.ts";
import type { PairLaws } from "./contact/pair-laws.ts";
import type { ContactFinder } from "./detection/contact-finder.ts";
import type { ContactNewton } from "./newton/contact-newton.ts";
import type { Sleepers } from "./sleep/sleepers.ts";
import { type Phase, planStep, summedPlaces, unratedPlaces } from "./step-plan.ts";
import type { ContactSweep } from "./sweep/contact-sweep.ts";
import type { SweepGauge } from "./sweep/sweep-gauge.ts";
import type { SweepOrder } from "./sweep/sweep-order.ts";

/** What a step works with besides the laws of the bodies. */
export interface ContactWork {
  readonly pairLaws: PairLaws;
  readonly finder: ContactFinder;
  readonly sweep: ContactSweep;
  /** The same for laws that contribute, which have a table of their own. */
  readonly contributions: ContactSweep;
  readonly order: SweepOrder;
  /** Null where sweeps alone are asked for. */
  readonly newton: ContactNewton | null;
  readonly gauge: SweepGauge;
  /** Whether the last sweep of the step in hand is measured. */
  readonly isMeasured: () => boolean;
  readonly collisions: Collisions;
  /** Null where nobody may sleep. */
  readonly sleepers: Sleepers | null;
  /** Collisions of the step, to be told. */
  readonly collided: Collision[];
}

/**
 * Laws that are applied less often are not meant to come to an end: the first two iterations may only measure and
 * begin.
 */
const leastMeasured = 3;

/**
 * Where links change less than this part of what a step changes, they and contact laws agree; what is more than the
 * second is reported.
 */
const agreed = 1e-4;
const disagreed = 5e-3;
/** How often they answer each other after the iterations, at most. */
const mostAnswers = 400;

/** Attributes of bodies that collision laws write, but for those that a law computes anew at every instant. */
function keptSlots({ model }: Laws, struck: readonly string[]): Slot[] {
  const moving = model.contexts.filter(({ type }) => type === "free fall");
  const computed = new Set(
    moving.flatMap(({ functions }) => functions.filter(({ order }) => order === 0)).map(({ name }) => name),
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
  protected readonly contacts: ContactWork;
  /** Where the step leads. */
  protected readonly last: Float64Array;
  private readonly between: Float64Array;
  protected readonly rate: Float64Array;
  private isTaken = false;
  private readonly phases: readonly Phase[];
  private formCount = 0;
  /** The laws that contribute, and whether their points have been taken up for this step. */
  private contributing: ReadonlySet<ContactForm> = new Set();
  private isContributing = false;
  /** Whether contact laws have written attributes in this step, and where those without rates lie. */
  private isSwept = false;
  private readonly unrated: Int32Array;
  /** Whose each number of the vector is; -1 for those of the world. */
  private readonly owners: Int32Array;
  /**
   * Where that lies which contact laws contribute to, what they contribute in this step, once it is known, and room for
   * what others do.
   */
  private readonly summed: Int32Array;
  private readonly pushes: Float64Array;
  private readonly others: Float64Array;
  private isPushed = false;
  private readonly time: number;
  private readonly timeStep: number;
  /** The vector before links changed it last, and the numbers of each attribute in it, of all bodies. */
  private readonly free: Float64Array;
  private readonly ofAttribute: readonly Int32Array[];

  constructor(laws: Laws, registered: Float64Array, stages: StageLaws, contacts: ContactWork) {
    super(laws, registered, stages);
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

  override begin(stretch: Stretch): void {
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
      // Which laws have met bodies before makes no difference: a resumed run does not know it.
      if (contexts.size > 0 || (strikes && contacts.finder.struck.length > 0)) this.apply(y, forms, hasMoved, strikes);
    }
    // Who woke is to move in this step: it is taken again.
    if (sleepers?.hasStirred) y.set(this.start);
    this.until = this.to;
    this.complete(y);
    this.keepSleepers(y);
    this.until = until;
    this.isTaken = true;
  }

  /** The values that hold at the start of the step, before contact laws have written any. */
  private setCurrent(registered: Float64Array): void {
    const { current } = this.laws.memory;
    current.set(registered);
    current[this.time] = this.from;
    current[this.timeStep] = this.to - this.from;
  }

  /** Laws on pairs that have met for the first time take their places in the step. */
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

  /** Without what contact laws write: the smooth part of the motion. */
  override takeTwice({ until, share, once, parted }: TwoWays): void {
    parted.set(this.start);
    this.unswept(() => this.goTwice({ until, share, once, parted }, this.from));
  }

  override traceTwice(ways: Omit<TwoWays, "until">, { from, y, length, count }: Trace, look: () => void): void {
    ways.parted.set(y);
    this.unswept(() => {
      for (let i = 0; i < count; i++) {
        this.goTwice({ ...ways, until: from + (i + 1) * length }, from + i * length);
        look();
      }
    });
  }

  /** A step from where `parted` is. */
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

  protected advance(y: Float64Array, rank: number, components: Int32Array): void {
    const { stage } = this.laws.memory;
    const { rate } = this;
    const h = this.to - this.from;
    this.stages.prepare(stage.at(this.from, this.to), this.registered, y);
    this.stages.derivative(stage.numbers, this.registered, rate, rank);
    for (let i = 0; i < components.length; i++) y[components[i]] = y[components[i]] + h * rate[components[i]];
    this.contacts.sleepers?.compareRates(this.stages.terms, this.owners, components, rate);
    this.keepSleepers(y);
  }

  /** Those that sleep stay as they were. */
  private keepSleepers(y: Float64Array): void {
    const { sleepers } = this.contacts;
    if (!sleepers || sleepers.count === 0) return;
    const { owners, start } = this;
    for (let k = 0; k < y.length; k++) if (owners[k] >= 0 && sleepers.asleep[owners[k]] === 1) y[k] = start[k];
  }

  /** Contact laws on the values that hold now: those of the vector, and what laws have written before. */
  protected apply(y: Float64Array, forms: ReadonlySet<ContactForm>, hasMoved: boolean, strikes: boolean): void {
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
    this.laws.memory.changed();
  }

  /**
   * Links take back a part of what contact laws give, and the nearer to a joint a body is struck the larger it is: both
   * go on answering each other until links change little. Where the simulation or a law says how often laws are
   * applied, they are left as they are, with a note.
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
      `contact laws and links have not come together in the step from t = ${this.from}: links still change ` +
        `${(100 * left).toPrecision(2)} % of what the step changes; take more 'iterations', or scheme = event driven`,
    );
  }

  /** How much links changed last, as a part of what the step has changed of an attribute of any body. */
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

  /** After each sweep velocities change as the links demand. */
  protected keepLinks(y: Float64Array, current: Float64Array): void {
    const projection = this.stages.projection!;
    this.stages.terms.gather(current, y);
    this.free.set(y);
    this.laws.memory.changed();
    projection.lookAt(current, this.from, y);
    projection.stopGrowth(current, y);
    this.stages.terms.scatter(y, current);
  }

  /** Collision laws, once for each pair that has come to touch. */
  protected strike(current: Float64Array): void {
    const { finder, collisions, collided } = this.contacts;
    for (const [a, b] of finder.struck) collided.push(collisions.apply(current, a, b, this.from));
  }

  get contributes(): boolean {
    return this.contributing.size > 0;
  }

  /** What `place` writes into a stage changes with it. */
  private setSwept(isSwept: boolean): void {
    if (this.isSwept === isSwept) return;
    this.isSwept = isSwept;
    this.laws.memory.changed();
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
   * What contact laws contribute is computed once a step, where the bodies stand as their contact points were found:
   * later in the step they have moved, and an arm from body to point would be that of neither time. So force and torque
   * also come from one and the same push.
   */
  contribute(stage: Float64Array, registered: Float64Array): void {
    if (!this.isContributing) return;
    const { summed, pushes } = this;
    if (!this.isPushed) this.push(stage, registered);
    for (let i = 0; i < summed.length; i++) stage[summed[i]] += pushes[i];
  }

  private push(stage: Float64Array, registered: Float64Array): void {
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
