// A step of time stepping: semi-implicit Euler with contact laws in between. The rates of what a contact law writes are taken first, then
// the law is iterated, then the rates that are left: the order follows from what the laws write. Between its ends the path is straight.
import type { Stretch } from "../../geometry/time-of-impact.ts";
import type { Collision, Collisions } from "../collision.ts";
import { Integration } from "../integration.ts";
import type { Laws } from "../laws.ts";
import { normalizeOrientation } from "../orientation.ts";
import type { StageLaws } from "../stage.ts";
import type { ContactActions } from "./contact-actions.ts";
import type { ContactFinder } from "./contact-finder.ts";
import type { ContactForm } from "./contact-form.ts";
import type { ContactNewton } from "./contact-newton.ts";
import type { ContactSweep } from "./contact-sweep.ts";
import type { PairLaws } from "./pair-laws.ts";
import type { Sleepers } from "./sleepers.ts";
import { type Phase, planStep, summedPlaces, unratedPlaces } from "./step-plan.ts";
import type { SweepOrder } from "./sweep-order.ts";

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
  readonly collisions: Collisions;
  /** Null where nobody may sleep. */
  readonly sleepers: Sleepers | null;
  /** Collisions of the step, to be told. */
  readonly collided: Collision[];
}

export class StepIntegration extends Integration implements ContactActions {
  protected readonly contacts: ContactWork;
  /** Where the step leads. */
  protected readonly last: Float64Array;
  private readonly between: Float64Array;
  protected readonly rate: Float64Array;
  private isTaken = false;
  private phases: readonly Phase[] = [];
  private formCount = -1;
  /** The laws that contribute, and whether their points have been taken up for this step. */
  private contributing: ReadonlySet<ContactForm> = new Set();
  private isContributing = false;
  /** Whether contact laws have written attributes in this step, and where those without rates lie. */
  private isSwept = false;
  private unrated: Int32Array = new Int32Array(0);
  /** Whose each number of the vector is; -1 for those of the world. */
  private readonly owners: Int32Array;
  /** Where that lies which contact laws contribute to. */
  private summed: Int32Array = new Int32Array(0);
  private readonly time: number;
  private readonly timeStep: number;

  constructor(laws: Laws, registered: Float64Array, stages: StageLaws, contacts: ContactWork) {
    super(laws, registered, stages);
    this.contacts = contacts;
    this.last = new Float64Array(this.size);
    this.between = new Float64Array(this.size);
    this.rate = new Float64Array(this.size);
    this.owners = new Int32Array(this.size).fill(-1);
    for (const { application, slot, at } of stages.terms.all)
      if (application.body.slots.get(slot.name) === slot) this.owners.fill(application.body.index, at, at + slot.size);
    this.time = laws.model.world.get("t")!.offset;
    this.timeStep = laws.model.world.get("dt")!.offset;
    stages.contacts = this;
  }

  override begin(stretch: Stretch): void {
    super.begin(stretch);
    this.isTaken = false;
    this.isSwept = false;
    this.contacts.collided.length = 0;
    this.isContributing = false;
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
    for (const { ranks, forms, moves, strikes } of this.phases) {
      for (const { rank, components } of ranks) this.advance(y, rank, components);
      hasMoved ||= moves;
      if (sleepers?.hasStirred) break;
      if (forms.size > 0 || (strikes && contacts.finder.struck.length > 0)) this.apply(y, forms, hasMoved, strikes);
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

  /** The order of the step, as long as there are the same laws. */
  private plan(): void {
    const { forms } = this.contacts.pairLaws;
    if (forms.length !== this.formCount) {
      this.formCount = forms.length;
      this.phases = planStep(this.stages.terms, forms, this.contacts.pairLaws.struck);
      this.unrated = unratedPlaces(this.stages.terms, forms);
      this.summed = summedPlaces(forms);
      this.contributing = new Set(forms.filter(({ accumulators }) => accumulators.length > 0));
    }
    if (this.contributing.size > 0) {
      this.contacts.contributions.take(this.contributing);
      this.contacts.contributions.begin(this.laws.memory.current);
    }
    this.isContributing = this.contributing.size > 0;
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
    const { finder, sweep, order, newton } = this.contacts;
    this.stages.terms.scatter(y, current);
    if (hasMoved) {
      finder.find(current);
      this.plan();
    }
    if (strikes) this.strike(current);
    sweep.take(forms);
    sweep.begin(current);
    sweep.prepare(current);
    let most = 0;
    for (const form of forms) most = Math.max(most, order.iterationsOf(form));
    for (let iteration = 1; iteration <= most; iteration++) {
      sweep.sweep(iteration, current);
      if (iteration === Math.max(1, most - 1)) newton?.solve(current);
      if (this.stages.projection) this.keepLinks(y, current);
    }
    this.contacts.sleepers?.compareTouched(this.registered, current);
    this.stages.terms.gather(current, y);
    this.isSwept = true;
    this.laws.memory.changed();
  }

  /** After each sweep velocities change as the links demand. */
  protected keepLinks(y: Float64Array, current: Float64Array): void {
    const projection = this.stages.projection!;
    this.stages.terms.gather(current, y);
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

  place(stage: Float64Array): void {
    if (!this.isSwept) return;
    const { current } = this.laws.memory;
    for (const place of this.unrated) stage[place] = current[place];
  }

  clear(stage: Float64Array): void {
    const { summed } = this;
    for (let i = 0; i < summed.length; i++) stage[summed[i]] = 0;
  }

  contribute(stage: Float64Array, registered: Float64Array): void {
    if (this.isContributing) this.contacts.contributions.contribute(stage, registered);
  }
}
