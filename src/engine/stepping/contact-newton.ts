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
/** How much contacts yield in a step: more where steps lead away. */
const leastYielding = 1e-7;
const mostYielding = 10;
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
    if (newton) form.size = newton.layout.end;
  }

  /**
   * Seeks the fixed point of all laws that were taken up by the sweep, from where they are after its first iteration. Each step is followed
   * by a sweep, which brings back what went beyond the limits of a law. After a step that leads away contacts yield more (Levenberg 1944).
   */
  solve(memory: Float64Array, t: number): void {
    this.begin(memory);
    this.steps = 0;
    let residual = this.linearise(memory);
    let yielding = leastYielding;
    this.keepBest();
    while (this.steps < mostSteps && yielding <= mostYielding && residual > goodEnough * this.size()) {
      this.steps++;
      this.assemble(yielding);
      this.system.solve();
      this.eachPoint((row, form, i) => this.system.follow(row, form, this.pairNumbers[i]));
      this.move(memory, "change");
      this.sweep.sweep(2, memory, t);
      const next = this.linearise(memory);
      if (next < residual) {
        yielding = Math.max(leastYielding, 0.01 * yielding);
        residual = next;
        this.keepBest();
      } else {
        yielding *= 100;
        this.returnToBest(memory);
        this.linearise(memory);
      }
    }
    this.residual = residual;
  }

  private keepBest(): void {
    const { numbers } = this.laws.memory;
    this.eachPoint((row, { layout }) => {
      for (let k = 0; k < layout.unknowns; k++) numbers[row + layout.best + k] = numbers[row + layout.unknownAt[k]];
    });
  }

  private returnToBest(memory: Float64Array): void {
    const { numbers } = this.laws.memory;
    this.eachPoint((row, { layout }) => {
      for (let k = 0; k < layout.unknowns; k++)
        numbers[row + layout.value + k] = numbers[row + layout.best + k] - numbers[row + layout.unknownAt[k]];
    });
    this.move(memory, "value");
  }

  private formOf = (i: number): NewtonForm | null => this.forms.get(this.points.list.forms[i]) ?? null;

  private begin(memory: Float64Array): void {
    const { list } = this.points;
    if (this.isLeft.length < list.count) {
      this.isLeft = new Uint8Array(2 * list.count);
      this.pairNumbers = new Int32Array(2 * list.count);
    }
    this.isLeft.fill(0, 0, list.count);
    this.system.arrange(list, this.formOf);
    let number = -1;
    let last = -1;
    for (let i = 0; i < list.count; i++) {
      if (!this.formOf(i)) continue;
      if (list.pair[i] !== last) number++;
      last = list.pair[i];
      this.pairNumbers[i] = number;
    }
    this.evaluate("action", 1, memory);
  }

  /** By kernels, or node by node. */
  private evaluate(part: "action" | "linear", iteration: number, memory: Float64Array): void {
    const { list } = this.points;
    const { numbers } = this.laws.memory;
    const { bodies } = this.laws.model;
    const placeOf = (index: number) => index - bodies[index].group.first;
    const kernelOf = (form: ContactForm) => {
      const newton = this.forms.get(form);
      return newton ? newton[part].kernel : undefined;
    };
    this.sweep.each(iteration, memory, kernelOf, (i) => {
      const places = [placeOf(list.own[i]), placeOf(list.other[i])] as const;
      if (!NewtonForm.evaluate(this.formOf(i)![part], numbers, list.at[i], memory, places, iteration))
        this.isLeft[i] = 1;
    });
  }

  /** What the laws would make of their attributes, with derivatives; by how much they would change. */
  private linearise(memory: Float64Array): number {
    this.evaluate("linear", 2, memory);
    const { numbers } = this.laws.memory;
    let sum = 0;
    this.eachPoint((row, { layout }) => {
      for (let k = 0; k < layout.unknowns; k++) {
        const change = numbers[row + layout.value + k] - numbers[row + layout.unknownAt[k]];
        sum += change * change;
      }
    });
    return Math.sqrt(sum);
  }

  private size(): number {
    const { numbers } = this.laws.memory;
    let sum = 0;
    this.eachPoint((row, { layout }) => {
      for (let k = 0; k < layout.unknowns; k++) sum += numbers[row + layout.unknownAt[k]] * numbers[row + layout.unknownAt[k]];
    });
    return Math.sqrt(sum);
  } // biome-ignore format: one sum

  private assemble(yielding: number): void {
    this.system.clear();
    this.eachPoint((row, form, i) => {
      if (!this.system.add(row, form, this.pairNumbers[i], yielding)) this.isLeft[i] = 1;
    });
  }

  /** Changes λ by what lies in the rows, and the bodies with it. */
  private move(memory: Float64Array, from: "change" | "value"): void {
    const { numbers } = this.laws.memory;
    const { list } = this.points;
    const { bodies } = this.laws.model;
    this.eachPoint((row, { layout }, i) => {
      const { unknowns: n, [from]: change, action, unknownAt } = layout;
      for (let k = 0; k < n; k++) numbers[row + unknownAt[k]] += numbers[row + change + k];
      for (let side = 0; side < 2; side++) {
        const body = bodies[side === 0 ? list.own[i] : list.other[i]];
        const columns = this.columnsOf(body);
        const place = body.index - body.group.first;
        for (let j = 0; j < columns.length; j++) {
          let sum = 0;
          for (let k = 0; k < n; k++) sum += numbers[row + action[side] + j * n + k] * numbers[row + change + k];
          memory[columns[j] + place] += sum;
        }
      }
    });
  }

  private eachPoint(visit: (row: number, form: NewtonForm, i: number) => void): void {
    const { list } = this.points;
    for (let i = 0; i < list.count; i++) {
      const form = this.isLeft[i] === 0 ? this.formOf(i) : null;
      if (form) visit(list.at[i], form, i);
    }
  }
}
