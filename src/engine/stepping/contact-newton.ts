// Newton's method for the fixed point of the sweeps: where the contact laws, applied once more, would change nothing. It knows of the laws only
// what they compute; where it does not come nearer it leaves the rest to the sweeps.
import type { Laws } from "../laws.ts";
import type { Body, Group } from "../model.ts";
import type { ContactForm } from "./contact-form.ts";
import type { ContactPoints } from "./contact-points.ts";
import type { ContactSweep } from "./contact-sweep.ts";
import { NewtonForm } from "./newton-form.ts";
import { NewtonSystem } from "./newton-system.ts";
import type { PairLaws } from "./pair-laws.ts";

const mostSteps = 30;
/** How much contacts yield in a step. */
const leastYielding = 1e-7;
const mostYielding = 10;
const mostWandering = 0.1;
/** Farther than this from the fixed point, steps that lead away are tried too. */
const far = 1e-3;
/** Relative to the attributes of all points. */
const goodEnough = 1e-8;

export class ContactNewton {
  private readonly laws: Laws;
  private readonly points: ContactPoints;
  private readonly pairLaws: PairLaws;
  private readonly sweep: ContactSweep;
  private readonly system: NewtonSystem;
  private readonly columns = new Map<Group, Int32Array>();
  private readonly forms = new Map<ContactForm, NewtonForm | null>();
  /** Points whose law has no value or no derivative now. */
  private isLeft = new Uint8Array(256);
  /** Of each point the number of its pair among those of the system. */
  private pairNumbers = new Int32Array(256);
  /** What is being asked of the laws. */
  private part: "action" | "linear" = "action";
  /** Of each point what is asked of its law; null where nothing is. */
  private readonly pointForms: (NewtonForm | null)[] = [];
  private count = 0;
  /** From this iteration on all laws are repeated. */
  private repeated = 2;
  /** In memory: by how much the laws would change λ, and its size, as found last. */
  private readonly missed = new Float64Array(1);
  private readonly size = new Float64Array(1);
  /** Steps that were taken, and by how much the last one missed. */
  steps = 0;
  residual = 0;

  constructor(laws: Laws, points: ContactPoints, pairLaws: PairLaws, sweep: ContactSweep) {
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
    const isFit = form.updated.length > 0 && !form.movesBodies;
    const newton = isFit ? NewtonForm.create(form, columns, this.laws.memory.machine) : null;
    this.forms.set(form, newton);
    if (!newton) return;
    form.size = newton.end;
    this.repeated = Math.max(this.repeated, newton.repeated);
  }

  /**
   * Seeks the fixed point of all laws that were taken up by the sweep, from where they are after its first iterations. Each step is followed
   * by a sweep, which brings back what went beyond the limits of a law.
   */
  solve(memory: Float64Array): void {
    this.begin(memory);
    this.steps = 0;
    this.linearise(memory);
    this.residual = this.missed[0];
    this.keepBest();
    this.descend(memory);
    if (this.isFartherThan(far)) this.wander(memory);
  }

  private step(memory: Float64Array): void {
    this.steps++;
    this.assemble();
    this.system.solve();
    this.follow();
    this.move(memory, "change");
    this.sweep.sweep(this.repeated, memory);
    this.linearise(memory);
  }

  /** Only nearer. After a step that leads away contacts yield more (Levenberg 1944). */
  private descend(memory: Float64Array): void {
    const { yielding } = this.system;
    yielding[0] = leastYielding;
    for (let n = 0; n < mostSteps && yielding[0] <= mostYielding && this.isFartherThan(goodEnough); n++) {
      this.step(memory);
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
    for (let n = 0; n < mostSteps && this.isFartherThan(goodEnough); n++) {
      this.system.yielding[0] = Math.min(mostWandering, Math.max(leastYielding, missed[0] / this.size[0]));
      this.step(memory);
      if (missed[0] >= this.residual) continue;
      this.residual = missed[0];
      this.keepBest();
    }
    if (missed[0] > this.residual) this.returnToBest(memory);
  }

  private keepBest(): void {
    const { numbers } = this.laws.memory;
    for (let i = 0; i < this.count; i++) {
      const form = this.taken(i);
      if (!form) continue;
      const { unknowns, best, unknownAt } = form.layout;
      const row = this.points.list.at[i];
      for (let k = 0; k < unknowns; k++) numbers[row + best + k] = numbers[row + unknownAt[k]];
    }
  }

  private returnToBest(memory: Float64Array): void {
    const { numbers } = this.laws.memory;
    for (let i = 0; i < this.count; i++) {
      const form = this.taken(i);
      if (!form) continue;
      const { unknowns, best, value, unknownAt } = form.layout;
      const row = this.points.list.at[i];
      for (let k = 0; k < unknowns; k++) numbers[row + value + k] = numbers[row + best + k] - numbers[row + unknownAt[k]];
    }
    this.move(memory, "value");
  } // biome-ignore format: one sum

  /** How far a point is from its fixed point can be asked: by its form, unless it is left to the sweeps. */
  private taken(i: number): NewtonForm | null {
    return this.isLeft[i] === 0 ? this.pointForms[i] : null;
  }

  private formOf = (i: number): NewtonForm | null => {
    const { list } = this.points;
    return list.isResting[i] === 1 ? null : (this.forms.get(list.forms[i]) ?? null);
  };

  private begin(memory: Float64Array): void {
    const { list } = this.points;
    this.count = list.count;
    if (this.isLeft.length < list.count) {
      this.isLeft = new Uint8Array(2 * list.count);
      this.pairNumbers = new Int32Array(2 * list.count);
    }
    this.isLeft.fill(0, 0, list.count);
    this.system.arrange(list, this.formOf);
    let number = -1;
    let last = -1;
    for (let i = 0; i < list.count; i++) {
      const form = this.formOf(i);
      this.pointForms[i] = form;
      if (!form) continue;
      if (list.pair[i] !== last) number++;
      last = list.pair[i];
      this.pairNumbers[i] = number;
    }
    this.evaluate("action", memory);
    this.sweep.each(memory, this.preparing, this.leave);
  }

  private readonly preparing = (form: ContactForm) => this.forms.get(form)?.linear.prepare ?? undefined;
  private readonly leave = (i: number) => {
    this.isLeft[i] = 1;
  };

  /** By kernels, or node by node. */
  private evaluate(part: "action" | "linear", memory: Float64Array): void {
    this.part = part;
    this.sweep.each(memory, this.kernelOf, this.interpret);
  }

  private readonly kernelOf = (form: ContactForm) => {
    const newton = this.forms.get(form);
    return newton ? newton[this.part].kernel : undefined;
  };

  private readonly interpret = (i: number, memory: Float64Array) => {
    const { list } = this.points;
    const { bodies } = this.laws.model;
    const placeOf = (index: number) => index - bodies[index].group.first;
    const places = [placeOf(list.own[i]), placeOf(list.other[i])] as const;
    const { numbers } = this.laws.memory;
    if (!NewtonForm.evaluate(this.formOf(i)![this.part], numbers, list.at[i], memory, places)) this.isLeft[i] = 1;
  };

  /** What the laws would make of their attributes, with derivatives; by how much they would change. */
  private linearise(memory: Float64Array): void {
    this.evaluate("linear", memory);
    const { numbers } = this.laws.memory;
    let sum = 0;
    for (let i = 0; i < this.count; i++) {
      const form = this.taken(i);
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
      const form = this.taken(i);
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
      const form = this.taken(i);
      if (form && !this.system.add(this.points.list.at[i], form, this.pairNumbers[i])) this.isLeft[i] = 1;
    }
  }

  private follow(): void {
    for (let i = 0; i < this.count; i++) {
      const form = this.taken(i);
      if (form) this.system.follow(this.points.list.at[i], form, this.pairNumbers[i]);
    }
  }

  /** Changes λ by what lies in the rows, and the bodies with it. */
  private move(memory: Float64Array, from: "change" | "value"): void {
    const { numbers } = this.laws.memory;
    const { list } = this.points;
    const { bodies } = this.laws.model;
    for (let i = 0; i < this.count; i++) {
      const form = this.taken(i);
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
