// Newton's method for the fixed point of the sweeps: where the contact laws, applied once more, would change nothing. It knows of the laws only
// what they compute; where it does not come nearer it leaves the rest to the sweeps. It is for all points of a sweep or for none: a point
// that stayed as it is while those beside it move to their fixed point would throw bodies apart.
import type { Laws } from "../laws.ts";
import type { Body, Group } from "../model.ts";
import type { ContactForm } from "./contact-form.ts";
import type { ContactPoints } from "./contact-points.ts";
import type { ContactSweep } from "./contact-sweep.ts";
import { knowsDistance } from "./foresight.ts";
import { NewtonForm } from "./newton-form.ts";
import { NewtonSystem } from "./newton-system.ts";
import type { PairLaws } from "./pair-laws.ts";
import type { SweepGauge } from "./sweep-gauge.ts";

const mostSteps = 30;
/** Multiplications in one application of the laws, about: half a second. A pyramid of 210 blocks takes up to a third of it; a heap in which everything overlaps would take minutes. */
const mostWork = 6e8;
/** How much contacts yield in a step. */
const leastYielding = 1e-7;
const mostYielding = 10;
const mostWandering = 0.1;
/** Farther than this from the fixed point, steps that lead away are tried too. */
const far = 1e-3;
/** Relative to the attributes of all points. */
const goodEnough = 1e-8;
/**
 * Parts of what rates change of a body in the step. What is small beside the attributes of all points may be much for a light body under a heavy
 * one: where the laws would change a body by more than the first, steps go on until they would change none by more than the second.
 */
const unsettled = 1e-4;
const settled = 1e-7;

export class ContactNewton {
  private readonly laws: Laws;
  private readonly points: ContactPoints;
  private readonly pairLaws: PairLaws;
  private readonly sweep: ContactSweep;
  private readonly system: NewtonSystem;
  private readonly columns = new Map<Group, Int32Array>();
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
  /** In memory: by how much the laws would change λ, and its size, as found last. */
  private readonly missed = new Float64Array(1);
  private readonly size = new Float64Array(1);
  /** Per group and column, what a change of it counts: one for as much as rates change of a body in the step, or nothing. */
  private readonly weights = new Map<Group, Float64Array>();
  private readonly gauge: SweepGauge;
  /** Whether the simulation does not ask for it. */
  private readonly isUnasked: boolean;
  private isSettling = false;
  /** Whether it was for the laws that were solved last. */
  isUsed = false;
  /** Steps that were taken, and by how much the last one missed. */
  steps = 0;
  residual = 0;

  constructor(laws: Laws, points: ContactPoints, pairLaws: PairLaws, sweep: ContactSweep, gauge: SweepGauge) {
    this.gauge = gauge;
    this.isUnasked = laws.model.settings.acceleration === null;
    this.laws = laws;
    this.points = points;
    this.pairLaws = pairLaws;
    this.sweep = sweep;
    this.system = new NewtonSystem(laws, (body) => this.columnsOf(body).length);
  }

  /** The numbers that contact laws write of bodies of a group, by their places for the first of them. */
  private columnsOf({ group, physicalType }: Body): Int32Array {
    let columns = this.columns.get(group);
    if (!columns) {
      const { slots } = this.laws.model.bodies[group.first];
      const written = [...slots.values()].filter(({ name, shape }) => this.pairLaws.written.has(name) && shape.kind !== "boolean");
      const places = physicalType === "dynamic" ? written.flatMap(({ offset, stride, size }) => Array.from({ length: size }, (_, k) => offset + k * stride)) : [];
      this.columns.set(group, (columns = Int32Array.from(places)));
    }
    return columns;
  } // biome-ignore format: one list

  /** Makes room for what Newton's method asks of a law, in its rows. */
  extend(form: ContactForm): void {
    const columns = form.bodies.map((body) => this.columnsOf(body)) as [Int32Array, Int32Array];
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
   * Seeks the fixed point of all laws that were taken up by the sweep, from where they are after its first iterations. Each step is followed
   * by a sweep, which brings back what went beyond the limits of a law.
   */
  solve(memory: Float64Array, forms: ReadonlySet<ContactForm>): void {
    this.steps = 0;
    this.isUsed = this.take(forms);
    if (!this.isUsed) return;
    this.begin(memory);
    this.linearise(memory);
    if (this.isLost) return;
    this.stepsLeft = Math.floor(mostWork / this.system.workOf(this.count));
    this.residual = this.missed[0];
    this.keepBest();
    this.descend(memory);
    if (!this.isLost && this.isFartherThan(far)) this.wander(memory);
    if (this.isLost) this.returnToBest(memory);
    if (this.stepsLeft <= 0) this.noteWork();
  }

  private noteWork(): void {
    const many = `${this.count} contact points at t = ${this.laws.memory.current[this.laws.model.world.get("t")!.offset]}`;
    this.laws.tellOnce(
      "newton's work",
      `${many} are too many for Newton's method to be carried through: it was left before its end, and sweeps did the rest; ` +
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
      `'acceleration = newton' is not used while the contact law '${name.name}' is at work, for ${why}: take more 'iterations' instead`,
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
    this.weigh();
    this.isSettling = false;
    const { yielding } = this.system;
    yielding[0] = leastYielding;
    for (
      let n = 0;
      n < mostSteps &&
      this.stepsLeft > 0 &&
      yielding[0] <= mostYielding &&
      (this.isFartherThan(goodEnough) || this.isUnsettled());
      n++
    ) {
      this.step(memory);
      if (this.isLost) return;
      if (this.missed[0] < this.residual) {
        yielding[0] = Math.max(leastYielding, 0.01 * yielding[0]);
        this.residual = this.missed[0];
        this.keepBest();
      } else {
        yielding[0] *= 100;
        this.returnToBest(memory);
        this.linearise(memory);
      }
    }
  }

  /**
   * Steps may lead away before they lead near, while it is being found which points push and which slide. Contacts yield as much as what is
   * missed is a part of the whole (Yamashita, Fukushima 2001): where points are redundant, what they demand against each other then
   * moves λ by no more than its size.
   */
  private wander(memory: Float64Array): void {
    const { missed } = this;
    missed[0] = this.residual;
    for (let n = 0; n < mostSteps && this.stepsLeft > 0 && this.isFartherThan(goodEnough); n++) {
      this.system.yielding[0] = Math.min(mostWandering, Math.max(leastYielding, missed[0] / this.size[0]));
      this.step(memory);
      if (this.isLost) return;
      if (missed[0] >= this.residual) continue;
      this.residual = missed[0];
      this.keepBest();
    }
    if (missed[0] > this.residual) this.returnToBest(memory);
  }

  /** Whether the laws would still change a body by much at one of its points. */
  private isUnsettled(): boolean {
    this.isSettling = this.largestEffect() > (this.isSettling ? settled : unsettled);
    return this.isSettling;
  }

  /** Weights of the columns of all groups, for this step. */
  private weigh(): void {
    this.columns.forEach(this.weighGroup);
  }

  private readonly weighGroup = (columns: Int32Array, group: Group): void => {
    let weights = this.weights.get(group);
    if (!weights) this.weights.set(group, (weights = new Float64Array(columns.length)));
    let at = 0;
    for (const { name, size, shape } of this.laws.model.bodies[group.first].slots.values()) {
      if (at === columns.length || !this.pairLaws.written.has(name) || shape.kind === "boolean") continue;
      const most = this.gauge.rateOf(name);
      for (let k = 0; k < size; k++) weights[at++] = most > 0 ? 1 / most : 0;
    }
  };

  /** By how much the laws would change the body that they would change the most, at one of its points. */
  private largestEffect(): number {
    const { numbers } = this.laws.memory;
    const { list } = this.points;
    const { bodies } = this.laws.model;
    let most = 0;
    for (let i = 0; i < this.count; i++) {
      const form = this.pointForms[i];
      if (!form) continue;
      const { unknowns: n, action, value, unknownAt } = form.layout;
      const row = list.at[i];
      for (let side = 0; side < 2; side++) {
        const weights = this.weights.get(bodies[side === 0 ? list.own[i] : list.other[i]].group)!;
        let square = 0;
        for (let j = 0; j < weights.length; j++) {
          if (weights[j] === 0) continue;
          let sum = 0;
          for (let k = 0; k < n; k++)
            sum += numbers[row + action[side] + j * n + k] * (numbers[row + value + k] - numbers[row + unknownAt[k]]);
          square += sum * sum * weights[j] * weights[j];
        }
        most = Math.max(most, square);
      }
    }
    return Math.sqrt(most);
  }

  private keepBest(): void {
    const { numbers } = this.laws.memory;
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
      for (let k = 0; k < unknowns; k++) numbers[row + value + k] = numbers[row + best + k] - numbers[row + unknownAt[k]];
    }
    this.move(memory, "value");
  } // biome-ignore format: one sum

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

  /** What the laws would make of their attributes, with derivatives; by how much they would change. */
  private linearise(memory: Float64Array): void {
    this.evaluate("linear", memory);
    const { numbers } = this.laws.memory;
    let sum = 0;
    for (let i = 0; i < this.count; i++) {
      const form = this.pointForms[i];
      if (!form) continue;
      const { unknowns, value, unknownAt } = form.layout;
      const row = this.points.list.at[i];
      for (let k = 0; k < unknowns; k++) {
        const change = numbers[row + value + k] - numbers[row + unknownAt[k]];
        sum += change * change;
      }
    }
    this.missed[0] = Math.sqrt(sum);
  }

  /** Whether more is missed than this part of all λ, whose size is measured. */
  private isFartherThan(part: number): boolean {
    const { numbers } = this.laws.memory;
    let sum = 0;
    for (let i = 0; i < this.count; i++) {
      const form = this.pointForms[i];
      if (!form) continue;
      const { unknowns, unknownAt } = form.layout;
      const row = this.points.list.at[i];
      for (let k = 0; k < unknowns; k++) sum += numbers[row + unknownAt[k]] * numbers[row + unknownAt[k]];
    }
    this.size[0] = Math.sqrt(sum);
    return this.residual > part * this.size[0];
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
        const columns = this.columnsOf(body);
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
