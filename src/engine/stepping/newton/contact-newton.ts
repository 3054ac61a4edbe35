// Newton's method for the fixed point of the sweeps, where applying the contact laws again would change nothing. It
// uses only what the laws compute; if it makes no progress it leaves the rest to the sweeps. It handles all points of a
// sweep or none: a point left unchanged while its neighbours move to their fixed point would throw bodies apart.
import type { Laws } from "../../laws/laws.ts";
import type { ContactObserver } from "../../motion/step-observer.ts";
import { knowsDistance } from "../contact/foresight.ts";
import type { ContactForm } from "../contact/form.ts";
import type { PairLaws } from "../contact/pair-laws.ts";
import type { ContactPoints } from "../contact/points.ts";
import type { ContactSweep, SweepParts } from "../sweep/contact-sweep.ts";
import type { SweepGauge } from "../sweep/sweep-gauge.ts";
import { NewtonForm } from "./form.ts";
import { effect, missed, NewtonMeasure, part } from "./measure.ts";
import { NewtonSystem } from "./system.ts";

const mostSteps = 30;
/**
 * The approximate limit on multiplications in one step of time: half a second. In a pyramid of 210 blocks an
 * application of the laws takes up to a third of it; a heap in which everything overlaps would take minutes.
 */
const mostWork = 6e8;
/** The compliance of contacts in a step; and the largest one that a residual asks for. */
const leastYielding = 1e-7;
const mostYielding = 10;
const mostByResidual = 0.1;
/** In the first step, and after one that came nearer: a share of the compliance at which a load would fall. */
const firstYielding = 0.01;
const nextYielding = 0.1;
/** Farther than this from the fixed point, steps that move away from it are tried too. */
const far = 1e-3;
/** The precision of the result, relative to the effect of the attributes of all points. */
const goodEnough = 1e-8;
/**
 * Shares of the change by rates of a body in the step. What is small compared to all points may be large for a single
 * body: where the laws would change one by more than the first, steps continue until they would change none by more
 * than the second.
 */
const unsettled = 1e-4;
const settled = 1e-7;
/**
 * Contradictory demands of redundant points have no fixed point, and each step undoes a little of them: as near as
 * this, steps that do not halve the residual are abandoned after this many.
 */
const nearlyGood = 1e-6;
const mostStalls = 3;

export class ContactNewton {
  private readonly laws: Laws;
  private readonly points: ContactPoints;
  private readonly sweep: ContactSweep;
  private readonly system: NewtonSystem;
  private readonly measure: NewtonMeasure;
  /** The derivatives of a law; or the reason why it has none. Null for laws that write no body. */
  private readonly forms = new Map<ContactForm, NewtonForm | string | null>();
  /** Whether a law has no value or no derivative at some point now. */
  private isLost = false;
  /** For each point, the number of its pair among those of the system. */
  private pairNumbers = new Int32Array(256);
  /** Which derivatives of the laws are being computed. */
  private part: "action" | "linear" = "action";
  /** For each point, the derivatives of its law; null if there are none. */
  private readonly pointForms: (NewtonForm | null)[] = [];
  private count = 0;
  /** Remaining multiplications in this step of time, and the remaining steps of this application. */
  private workLeft = mostWork;
  private stepsLeft = 0;
  /** From this iteration on, all laws are repeated. */
  private repeated = 2;
  /** The measure of the best λ so far. */
  private readonly best = new Float64Array(3);
  private readonly gauge: SweepGauge;
  private readonly observer: ContactObserver | null;
  /** Whether the simulation does not ask for the method. */
  private readonly isUnasked: boolean;
  private isSettling = false;
  /** Whether it was used for the laws solved last. */
  isUsed = false;
  /** Number of steps taken. */
  steps = 0;

  constructor({ laws, points, observer }: SweepParts, pairLaws: PairLaws, sweep: ContactSweep, gauge: SweepGauge) {
    this.observer = observer;
    this.gauge = gauge;
    this.isUnasked = laws.model.settings.acceleration === null;
    this.laws = laws;
    this.points = points;
    this.sweep = sweep;
    this.measure = new NewtonMeasure(laws, pairLaws);
    this.system = new NewtonSystem(laws, this.measure);
  }

  /** Reserves space in a law's rows for the derivatives. */
  extend(form: ContactForm): void {
    const columns = form.bodies.map((body) => this.measure.columnsOf(body).places) as [Int32Array, Int32Array];
    const newton = form.updated.length > 0 ? this.create(form, columns) : null;
    this.forms.set(form, newton);
    if (!(newton instanceof NewtonForm)) return;
    form.room += newton.end - form.size;
    form.size = newton.end;
  }

  private create(form: ContactForm, columns: readonly [Int32Array, Int32Array]): NewtonForm | string {
    if (this.isUnasked && !knowsDistance(this.laws, form)) return "it does not know of the distance";
    return NewtonForm.create(form, columns, form.kernels && this.laws.memory.machine);
  }

  /** Begins a step of time. */
  beginStep(): void {
    this.workLeft = mostWork;
  }

  /**
   * Seeks the fixed point of all laws of the sweep, from their state after its first iterations. Each step is followed
   * by a sweep, which corrects what exceeded the limits of a law.
   */
  solve(memory: Float64Array, forms: ReadonlySet<ContactForm>): void {
    this.steps = 0;
    this.isUsed = this.take(forms);
    if (!this.isUsed) return;
    this.begin(memory);
    this.linearise(memory);
    if (this.isLost) return;
    const work = this.system.workOf(this.count);
    this.stepsLeft = Math.floor(this.workLeft / work);
    this.keepBest();
    this.descend(memory);
    if (!this.isLost && (this.best[part] > far || this.best[effect] > far)) this.wander(memory);
    if (this.isLost) this.returnToBest(memory);
    this.workLeft -= this.steps * work;
    this.observer?.newtonMoved(memory);
    if (this.stepsLeft <= 0) this.noteWork();
  }

  private noteWork(): void {
    const time = this.laws.memory.current[this.laws.model.world.get("t")!.offset];
    this.laws.tellOnce(
      "newton's work",
      `${this.count} contact points at t = ${time} are too many for Newton's method: it stopped before it converged, ` +
        "and sweeps did the rest; take a smaller 'step' or 'margin', or bodies that overlap less",
    );
  }

  /** Takes the points of these laws; false if one of them has no derivatives. */
  private take(forms: ReadonlySet<ContactForm>): boolean {
    const { list } = this.points;
    const { pointForms } = this;
    this.count = list.count;
    this.repeated = 2;
    for (let i = 0; i < list.count; i++) {
      pointForms[i] = null;
      if (list.isResting[i] === 1 || !forms.has(list.forms[i])) continue;
      const newton = this.forms.get(list.forms[i])!;
      if (typeof newton === "string") {
        this.noteUnfit(list.forms[i], newton);
        return false;
      }
      pointForms[i] = newton;
      if (newton) this.repeated = Math.max(this.repeated, newton.repeated);
    }
    return true;
  }

  private noteUnfit({ context: { name } }: ContactForm, why: string): void {
    if (this.isUnasked) return;
    this.laws.tellOnce(
      `no newton ${name.name}`,
      `'acceleration = newton' is not used with the contact law '${name.name}', because ${why}: take more ` +
        `'iterations' instead`,
    );
  }

  private step(memory: Float64Array): void {
    this.steps++;
    this.stepsLeft--;
    this.assemble();
    if (this.isLost) return;
    this.system.solve();
    this.follow();
    this.move(memory, "change");
    this.observer?.newtonMoved(memory);
    this.sweep.sweep(this.repeated, memory);
    this.linearise(memory);
  }

  /**
   * Accepts only steps that come nearer. After a step that moves away, contacts become more compliant (Levenberg 1944).
   */
  private descend(memory: Float64Array): void {
    this.isSettling = false;
    const { best } = this;
    const { found } = this.measure;
    const { yielding } = this.system;
    yielding[0] = this.complianceUnder(firstYielding);
    let stalls = 0;
    for (let n = 0; n < mostSteps && yielding[0] <= mostYielding && this.goesOn(); n++) {
      if (stalls >= mostStalls && this.best[part] <= nearlyGood && this.best[effect] <= unsettled) return;
      this.step(memory);
      if (this.isLost) return;
      stalls = found[missed] > 0.5 * best[missed] ? stalls + 1 : 0;
      if (found[missed] < best[missed]) {
        this.keepBest();
        yielding[0] = Math.min(this.complianceUnder(nextYielding), Math.max(leastYielding, 0.1 * yielding[0]));
      } else {
        yielding[0] *= 10;
        this.returnToBest(memory);
        this.linearise(memory);
      }
    }
  }

  /**
   * The compliance of contacts as a share of what would let a loaded body sink as fast as it falls. The ratio of the
   * effect on a body to the share of the residual tells how much more than its own weight a body carries: the taller a
   * pile, the stiffer its contacts must be. They must not be stiffer than that: redundant points, as the corners of a
   * block, make contradictory demands, and a step changes their λ by those divided by the compliance.
   */
  private complianceUnder(share: number): number {
    const { best } = this;
    return limited(best[effect] > 0 ? (share * best[part]) / best[effect] : best[part]);
  }

  /**
   * Accepts steps that move away before they come near: which points push and which slide is still being found. The
   * compliance of contacts is the residual as a share of the whole (Yamashita, Fukushima 2001): contradictory demands
   * of redundant points then change λ only by their own size.
   */
  private wander(memory: Float64Array): void {
    const { best } = this;
    const { found } = this.measure;
    found.set(best);
    for (let n = 0; n < mostSteps && this.goesOn(); n++) {
      this.system.yielding[0] = limited(found[part]);
      this.step(memory);
      if (this.isLost) return;
      if (found[missed] < best[missed]) this.keepBest();
    }
    if (found[missed] > best[missed]) this.returnToBest(memory);
  }

  /**
   * Whether to continue: the best λ is not good enough, or would still change a body considerably at one of its points,
   * and steps are left.
   */
  private goesOn(): boolean {
    if (this.stepsLeft <= 0) return false;
    if (this.best[part] > goodEnough) return true;
    this.isSettling = this.best[effect] > (this.isSettling ? settled : unsettled);
    return this.isSettling;
  }

  private keepBest(): void {
    const { numbers } = this.laws.memory;
    this.best.set(this.measure.found);
    for (let i = 0; i < this.count; i++) {
      const form = this.pointForms[i];
      if (!form) continue;
      const { unknowns, best, unknownAt } = form.layout;
      const row = this.points.list.at[i];
      for (let k = 0; k < unknowns; k++) numbers[row + best + k] = numbers[row + unknownAt[k]];
    }
  }

  private returnToBest(memory: Float64Array): void {
    const { numbers } = this.laws.memory;
    for (let i = 0; i < this.count; i++) {
      const form = this.pointForms[i];
      if (!form) continue;
      const { unknowns, best, value, unknownAt } = form.layout;
      const row = this.points.list.at[i];
      for (let k = 0; k < unknowns; k++)
        numbers[row + value + k] = numbers[row + best + k] - numbers[row + unknownAt[k]];
    }
    this.move(memory, "value");
  }

  private readonly formOf = (i: number): NewtonForm | null => this.pointForms[i];

  private begin(memory: Float64Array): void {
    const { list } = this.points;
    if (this.pairNumbers.length < list.count) this.pairNumbers = new Int32Array(2 * list.count);
    this.isLost = false;
    this.system.arrange(list, this.formOf);
    let number = -1;
    let last = -1;
    for (let i = 0; i < list.count; i++) {
      if (!this.pointForms[i]) continue;
      if (list.pair[i] !== last) number++;
      last = list.pair[i];
      this.pairNumbers[i] = number;
    }
    this.evaluate("action", memory);
    this.sweep.each(memory, this.preparing, this.lose);
    this.weigh();
  }

  /** Computes how strongly points act on each attribute of a body. */
  private weigh(): void {
    const { measure } = this;
    const { list } = this.points;
    const { bodies } = this.laws.model;
    measure.begin(this.gauge);
    for (let i = 0; i < this.count; i++) {
      const form = this.pointForms[i];
      if (!form) continue;
      measure.addPoint(list.at[i], form.layout, 0, bodies[list.own[i]]);
      measure.addPoint(list.at[i], form.layout, 1, bodies[list.other[i]]);
    }
    measure.endPoints();
    this.system.findUnits();
  }

  private newtonOf(form: ContactForm): NewtonForm | null {
    const newton = this.forms.get(form);
    return newton instanceof NewtonForm ? newton : null;
  }

  private readonly preparing = (form: ContactForm) => this.newtonOf(form)?.linear.prepare ?? undefined;
  private readonly lose = () => {
    this.isLost = true;
  };

  /** Evaluates the laws, by kernels or node by node. */
  private evaluate(part: "action" | "linear", memory: Float64Array): void {
    this.part = part;
    this.sweep.each(memory, this.kernelOf, this.interpret);
  }

  private readonly kernelOf = (form: ContactForm) => {
    const newton = this.newtonOf(form);
    return newton ? newton[this.part].kernel : undefined;
  };

  private readonly interpret = (i: number, memory: Float64Array) => {
    const { list } = this.points;
    const { bodies } = this.laws.model;
    const placeOf = (index: number) => index - bodies[index].group.first;
    const places = [placeOf(list.own[i]), placeOf(list.other[i])] as const;
    const { numbers } = this.laws.memory;
    const memories = { start: this.sweep.start, now: memory };
    if (!NewtonForm.evaluate(this.pointForms[i]![this.part], numbers, list.at[i], memories, places)) this.isLost = true;
  };

  /** Computes the laws' new attributes, with derivatives, and the resulting changes of the bodies. */
  private linearise(memory: Float64Array): void {
    this.evaluate("linear", memory);
    const { measure } = this;
    const { list } = this.points;
    const { bodies } = this.laws.model;
    measure.clear();
    for (let i = 0; i < this.count; i++) {
      const form = this.pointForms[i];
      if (!form) continue;
      measure.measure(list.at[i], form.layout, 0, bodies[list.own[i]]);
      measure.measure(list.at[i], form.layout, 1, bodies[list.other[i]]);
    }
    measure.end();
  }

  private assemble(): void {
    this.system.clear();
    for (let i = 0; i < this.count; i++) {
      const form = this.pointForms[i];
      if (form && !this.system.add(this.points.list.at[i], form, this.pairNumbers[i])) this.isLost = true;
    }
  }

  private follow(): void {
    for (let i = 0; i < this.count; i++) {
      const form = this.pointForms[i];
      if (form) this.system.follow(this.points.list.at[i], form, this.pairNumbers[i]);
    }
  }

  /** Changes λ by the numbers in the rows, and the bodies with it. */
  private move(memory: Float64Array, from: "change" | "value"): void {
    const { numbers } = this.laws.memory;
    const { list } = this.points;
    const { bodies } = this.laws.model;
    for (let i = 0; i < this.count; i++) {
      const form = this.pointForms[i];
      if (!form) continue;
      const row = list.at[i];
      const { unknowns: n, action, unknownAt } = form.layout;
      const change = row + (from === "change" ? form.layout.change : form.layout.value);
      for (let k = 0; k < n; k++) numbers[row + unknownAt[k]] += numbers[change + k];
      for (let side = 0; side < 2; side++) {
        const body = bodies[side === 0 ? list.own[i] : list.other[i]];
        const columns = this.measure.columnsOf(body).places;
        const place = body.index - body.group.first;
        for (let j = 0; j < columns.length; j++) {
          let sum = 0;
          for (let k = 0; k < n; k++) sum += numbers[row + action[side] + j * n + k] * numbers[change + k];
          memory[columns[j] + place] += sum;
        }
      }
    }
  }
}

/** A compliance between the least one and the largest one that a residual asks for. */
function limited(compliance: number): number {
  return Math.min(mostByResidual, Math.max(leastYielding, compliance));
}
