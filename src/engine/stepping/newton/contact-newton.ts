// Newton's method for the fixed point of the sweeps: where the contact laws, applied once more, would change nothing.
// It knows of the laws only what they compute; where it does not come nearer it leaves the rest to the sweeps. It is
// for all points of a sweep or for none: a point that stayed as it is while those beside it move to their fixed point
// would throw bodies apart.
import type { Laws } from "../../laws/laws.ts";
import { knowsDistance } from "../contact/foresight.ts";
import type { ContactForm } from "../contact/form.ts";
import type { PairLaws } from "../contact/pair-laws.ts";
import type { ContactPoints } from "../contact/points.ts";
import type { ContactSweep } from "../sweep/contact-sweep.ts";
import type { SweepGauge } from "../sweep/sweep-gauge.ts";
import { NewtonForm } from "./form.ts";
import { effect, missed, NewtonMeasure, part } from "./measure.ts";
import { NewtonSystem } from "./system.ts";

const mostSteps = 30;
/**
 * Multiplications in one application of the laws, about: half a second. A pyramid of 210 blocks takes up to a third of
 * it; a heap in which everything overlaps would take minutes.
 */
const mostWork = 6e8;
/** How much contacts yield in a step. */
const leastYielding = 1e-7;
const mostYielding = 10;
const mostWandering = 0.1;
/** Farther than this from the fixed point, steps that lead away are tried too. */
const far = 1e-3;
/** Relative to what the attributes of all points do. */
const goodEnough = 1e-8;
/**
 * Parts of what rates change of a body in the step. What is small beside what all points do may be much for a single
 * body: where the laws would change one by more than the first, steps go on until they would change none by more than
 * the second.
 */
const unsettled = 1e-4;
const settled = 1e-7;

export class ContactNewton {
  private readonly laws: Laws;
  private readonly points: ContactPoints;
  private readonly sweep: ContactSweep;
  private readonly system: NewtonSystem;
  private readonly measure: NewtonMeasure;
  /** What is asked of a law; of one that has no derivatives, why. Null for laws that write no body. */
  private readonly forms = new Map<ContactForm, NewtonForm | string | null>();
  /** Whether a law has no value or no derivative at some point now. */
  private isLost = false;
  /** Of each point the number of its pair among those of the system. */
  private pairNumbers = new Int32Array(256);
  /** What is being asked of the laws. */
  private part: "action" | "linear" = "action";
  /** Of each point what is asked of its law; null where nothing is. */
  private readonly pointForms: (NewtonForm | null)[] = [];
  private count = 0;
  /** Steps that may still be taken in this step of time. */
  private stepsLeft = 0;
  /** From this iteration on all laws are repeated. */
  private repeated = 2;
  /** What the measure found of the best λ so far. */
  private readonly best = new Float64Array(3);
  private readonly gauge: SweepGauge;
  /** Whether the simulation does not ask for it. */
  private readonly isUnasked: boolean;
  private isSettling = false;
  /** Whether it was for the laws that were solved last. */
  isUsed = false;
  /** Steps that were taken. */
  steps = 0;

  constructor(laws: Laws, points: ContactPoints, pairLaws: PairLaws, sweep: ContactSweep, gauge: SweepGauge) {
    this.gauge = gauge;
    this.isUnasked = laws.model.settings.acceleration === null;
    this.laws = laws;
    this.points = points;
    this.sweep = sweep;
    this.measure = new NewtonMeasure(laws, pairLaws);
    this.system = new NewtonSystem(laws, this.measure);
  }

  /** Makes room for what Newton's method asks of a law, in its rows. */
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

  /**
   * Seeks the fixed point of all laws that were taken up by the sweep, from where they are after its first iterations.
   * Each step is followed by a sweep, which brings back what went beyond the limits of a law.
   */
  solve(memory: Float64Array, forms: ReadonlySet<ContactForm>): void {
    this.steps = 0;
    this.isUsed = this.take(forms);
    if (!this.isUsed) return;
    this.begin(memory);
    this.linearise(memory);
    if (this.isLost) return;
    this.stepsLeft = Math.floor(mostWork / this.system.workOf(this.count));
    this.keepBest();
    this.descend(memory);
    if (!this.isLost && (this.best[part] > far || this.best[effect] > far)) this.wander(memory);
    if (this.isLost) this.returnToBest(memory);
    if (this.stepsLeft <= 0) this.noteWork();
  }

  private noteWork(): void {
    const many =
      `${this.count} contact points at t = ` + `${this.laws.memory.current[this.laws.model.world.get("t")!.offset]}`;
    this.laws.tellOnce(
      "newton's work",
      `${many} are too many for Newton's method to be carried through: it was left before its end, and sweeps did ` +
        `the rest; ` +
        "take a smaller 'step' or 'margin', or bodies that overlap less",
    );
  }

  /** Takes up the points of these laws; false where one of them has no derivatives. */
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
      `'acceleration = newton' is not used while the contact law '${name.name}' is at work, for ${why}: take more ` +
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
    this.sweep.sweep(this.repeated, memory);
    this.linearise(memory);
  }

  /** Only nearer. After a step that leads away contacts yield more (Levenberg 1944). */
  private descend(memory: Float64Array): void {
    this.isSettling = false;
    const { best } = this;
    const { found } = this.measure;
    const { yielding } = this.system;
    yielding[0] = leastYielding;
    for (let n = 0; n < mostSteps && yielding[0] <= mostYielding && this.goesOn(); n++) {
      this.step(memory);
      if (this.isLost) return;
      if (found[missed] < best[missed]) {
        yielding[0] = Math.max(leastYielding, 0.01 * yielding[0]);
        this.keepBest();
      } else {
        yielding[0] *= 100;
        this.returnToBest(memory);
        this.linearise(memory);
      }
    }
  }

  /**
   * Steps may lead away before they lead near, while it is being found which points push and which slide. Contacts
   * yield as much as what is missed is a part of the whole (Yamashita, Fukushima 2001): where points are redundant,
   * what they demand against each other then moves λ by no more than its size.
   */
  private wander(memory: Float64Array): void {
    const { best } = this;
    const { found } = this.measure;
    found.set(best);
    for (let n = 0; n < mostSteps && this.goesOn(); n++) {
      this.system.yielding[0] = Math.min(mostWandering, Math.max(leastYielding, found[part]));
      this.step(memory);
      if (this.isLost) return;
      if (found[missed] < best[missed]) this.keepBest();
    }
    if (found[missed] > best[missed]) this.returnToBest(memory);
  }

  /**
   * Whether the best λ is not good enough, or would let a body change by much at one of its points, and steps are left.
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

  /** How much points act on each attribute of a body. */
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

  /** By kernels, or node by node. */
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

  /** What the laws would make of their attributes, with derivatives; by how much that would change the bodies. */
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

  /** Changes λ by what lies in the rows, and the bodies with it. */
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
