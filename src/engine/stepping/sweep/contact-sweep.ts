// Applies contact laws to the contact points: first-time-only attributes, what is constant during a step, and the
// sweeps, in Gauss–Seidel order. Each application commits at once. Kernels run over a table of points; points without a
// kernel are left to the interpreter.

import { entryWord, entryWords } from "../../../compiler/emit/traversal.ts";
import { Kernel } from "../../../compiler/kernel/kernel.ts";
import type { Laws } from "../../laws/laws.ts";
import type { ReadonlyNumbers } from "../../model/numbers.ts";
import type { ContactObserver, ObservedPoint } from "../../motion/step-observer.ts";
import type { ContactForm, ContactKernels } from "../contact/form.ts";
import type { PointInterpreter } from "../contact/point-interpreter.ts";
import { type ContactPoints, pointNumbers } from "../contact/points.ts";
import type { SharedBodies } from "../contact/shared-bodies.ts";
import type { DepthGauge } from "./depth-gauge.ts";
import type { SweepGauge } from "./sweep-gauge.ts";
import type { SweepOrder } from "./sweep-order.ts";
import { type SweepWork, weighing } from "./sweep-work.ts";
import { UrgentPoints } from "./urgent-points.ts";

/** Neighbours in the order of the sweep that one kernel computes, or one point without a kernel. */
export interface Segment {
  form: ContactForm;
  kernels: ContactKernels | null;
  from: number;
  to: number;
}

/** What all sweeps of a run share. */
export interface SweepParts {
  readonly laws: Laws;
  /** The memory with the values at the start of a step. */
  readonly start: ReadonlyNumbers;
  readonly points: ContactPoints;
  readonly order: SweepOrder;
  readonly shared: SharedBodies;
  readonly depths: DepthGauge;
  readonly interpreter: PointInterpreter;
  readonly work: SweepWork;
  readonly observer: ContactObserver | null;
}

export class ContactSweep {
  private readonly laws: Laws;
  readonly start: ReadonlyNumbers;
  private readonly points: ContactPoints;
  private readonly order: SweepOrder;
  private readonly interpreter: PointInterpreter;
  private readonly work: SweepWork;
  private readonly depths: DepthGauge;
  private readonly observer: ContactObserver | null;
  /** The index of its table of points, and the table's place in the run's memory. */
  private readonly number: 0 | 1;
  private table = 0;
  /** The place of the number of the iteration. */
  private readonly cell: number;
  private readonly shared: SharedBodies;
  private readonly segments: Segment[] = [];
  private count = 0;
  /** The points of the table, in its order. */
  private sorted = new Int32Array(256);
  private length = 0;
  /** 1 for points whose kernels gave up before the sweeps. */
  private isInterpreted = new Uint8Array(256);
  /** Null if the order is known before a sweep. */
  private readonly urgent: UrgentPoints | null;
  /** The gauge of the present sweep; null if nothing is measured. */
  private gauge: SweepGauge | null = null;

  constructor(number: 0 | 1, parts: SweepParts) {
    const { laws, start, points, order, shared, depths, interpreter, work, observer } = parts;
    this.number = number;
    this.start = start;
    this.laws = laws;
    this.shared = shared;
    this.cell = shared.cell;
    this.points = points;
    this.order = order;
    this.depths = depths;
    this.interpreter = interpreter;
    this.work = work;
    this.observer = observer;
    this.urgent = order.isByUrgency ? new UrgentPoints(laws.model.bodies) : null;
  }

  /** Takes the present points of these laws, in the order of the sweep. */
  take(forms: ReadonlySet<ContactForm>): void {
    const { list } = this.points;
    if (this.sorted.length < list.count) {
      this.sorted = new Int32Array(2 * list.count);
      this.isInterpreted = new Uint8Array(2 * list.count);
    }
    this.isInterpreted.fill(0, 0, list.count);
    this.table = this.points.table(this.number);
    this.length = this.order.sort(this.sorted, forms);
    this.fill();
    this.divide();
    this.urgent?.take(list, this.sorted, this.length);
  }

  private fill(): void {
    const { machine } = this.laws.memory;
    if (!machine) return;
    const { list } = this.points;
    const { words } = machine;
    for (let k = 0; k < this.length; k++) {
      const i = this.sorted[k];
      const { bodies } = list.forms[i];
      const entry = 2 * this.table + entryWords * k;
      words[entry + entryWord.fourth] = 8 * list.at[i];
      words[entry + entryWord.own] = 8 * (list.own[i] - bodies[0].index);
      words[entry + entryWord.other] = 8 * (list.other[i] - bodies[1].index);
    }
  }

  /** Groups neighbours of one form into segments. */
  private divide(): void {
    this.count = 0;
    for (let k = 0; k < this.length; k++) {
      const i = this.sorted[k];
      const form = this.points.list.forms[i];
      const kernels = this.isInterpreted[i] === 0 ? form.kernels : null;
      const last = this.count > 0 ? this.segments[this.count - 1] : null;
      if (last && last.form === form && last.kernels === kernels) last.to = k + 1;
      else if (this.count < this.segments.length) {
        const segment = this.segments[this.count++];
        segment.form = form;
        segment.kernels = kernels;
        segment.from = k;
        segment.to = k + 1;
      } else {
        this.segments.push({ form, kernels, from: k, to: k + 1 });
        this.count++;
      }
    }
  }

  /** Computes the first-time-only attributes of new points. */
  begin(memory: Float64Array): void {
    const { list } = this.points;
    this.setIteration(1);
    for (let s = 0; s < this.count; s++) {
      const segment = this.segments[s];
      for (let k = segment.from; k < segment.to; k++) {
        const i = this.sorted[k];
        if (list.hasBegun[i] === 1) continue;
        list.hasBegun[i] = 1;
        if (segment.form.hasFirst) this.beginPoint(segment, k, memory);
      }
    }
  }

  private beginPoint({ kernels }: Segment, k: number, memory: Float64Array): void {
    const { observer, interpreter } = this;
    const i = this.sorted[k];
    const seen = observer && interpreter.observe(i, 1);
    if (!kernels?.first || this.over(kernels.first, this.start, memory, k, k + 1) !== Kernel.done)
      interpreter.begin(i, memory);
    if (seen) observer.pointBegan({ ...seen, written: interpreter.attributesOf(i) }, memory);
  }

  /** Computes what is constant; points whose kernels give up are left to the interpreter. */
  prepare(memory: Float64Array): void {
    if (this.laws.memory.machine) this.share(memory);
    let hasGivenUp = false;
    for (let s = 0; s < this.count; s++) {
      const { kernels, from, to } = this.segments[s];
      for (let k = from; kernels && k < to; k++) {
        k = this.over(kernels.prepare, this.start, memory, k, to);
        if (k === Kernel.done) break;
        this.isInterpreted[this.sorted[k]] = 1;
        hasGivenUp = true;
      }
    }
    if (hasGivenUp) this.divide();
  }

  /**
   * Computes what points share about their bodies. If that fails for a body, its points are left to the interpreter.
   */
  private share(memory: Float64Array): void {
    const { list } = this.points;
    const { isNeeded, isLost } = this.shared;
    isNeeded.fill(0);
    for (let k = 0; k < this.length; k++) {
      isNeeded[list.own[this.sorted[k]]] = 1;
      isNeeded[list.other[this.sorted[k]]] = 1;
    }
    if (!this.shared.compute(this.start, memory)) return;
    for (let k = 0; k < this.length; k++) {
      const i = this.sorted[k];
      if (isLost[list.own[i]] === 1 || isLost[list.other[i]] === 1) this.isInterpreted[i] = 1;
    }
    this.divide();
  }

  /** The number of sweeps that the laws of these points ask for; 0 without points. */
  get iterations(): number {
    let most = 0;
    for (let s = 0; s < this.count; s++) most = Math.max(most, this.order.iterationsOf(this.segments[s].form));
    return most;
  }

  /**
   * One sweep: every law with at least this many iterations is applied to each of its points. With a gauge, the changes
   * are measured; an observer sees point after point.
   */
  sweep(iteration: number, memory: Float64Array, gauge: SweepGauge | null = null): void {
    this.gauge = gauge;
    this.setIteration(iteration);
    this.work.add(this.urgent ? weighing * this.length : this.length);
    if (this.urgent) {
      this.mostUrgentFirst(this.urgent, memory, iteration);
      return;
    }
    const backwards = this.order.isBackwards(iteration);
    const isStepwise = gauge !== null || this.observer !== null || backwards;
    for (let s = 0; s < this.count; s++) {
      const segment = this.segments[backwards ? this.count - 1 - s : s];
      if (this.isDone(segment, iteration)) continue;
      if (isStepwise || segment.form.movesBodies) this.stepwise(segment, memory, iteration, backwards);
      else this.whole(segment, memory, iteration);
    }
  }

  /** Applies laws as often as there are points, each time to the most urgent one; stops when none is urgent. */
  private mostUrgentFirst(urgent: UrgentPoints, memory: Float64Array, iteration: number): void {
    const { own, other } = this.points.list;
    let left = 0;
    for (let s = 0; s < this.count; s++) {
      const { from, to } = this.segments[s];
      if (this.isDone(this.segments[s], iteration)) urgent.values.fill(0, from, to);
      else {
        for (let k = from; k < to; k++) this.weigh(urgent, this.segments[s], k, memory, iteration);
        left += to - from;
      }
    }
    urgent.playAll();
    for (; left > 0; left--) {
      const k = urgent.greatest();
      if (k < 0) return;
      const i = this.sorted[k];
      this.applyTo(this.segmentOf(k), k, memory, iteration);
      this.weighAround(urgent, own[i], memory, iteration);
      this.weighAround(urgent, other[i], memory, iteration);
    }
  }

  /** In the fixed order there are hardly more segments than laws. */
  private segmentOf(k: number): Segment {
    let s = 0;
    while (this.segments[s].to <= k) s++;
    return this.segments[s];
  }

  /** Updates the urgency of the points of a changed body. */
  private weighAround(urgent: UrgentPoints, body: number, memory: Float64Array, iteration: number): void {
    const { starts, entries } = urgent;
    for (let n = starts[body]; n < starts[body + 1]; n++) {
      const segment = this.segmentOf(entries[n]);
      if (this.isDone(segment, iteration)) continue;
      this.weigh(urgent, segment, entries[n], memory, iteration);
      urgent.changed(entries[n]);
    }
    this.work.add(weighing * (starts[body + 1] - starts[body]));
  }

  private isDone({ form }: Segment, iteration: number): boolean {
    return !form.isSwept || iteration > this.order.iterationsOf(form);
  }

  private weigh(
    urgent: UrgentPoints,
    { form, kernels }: Segment,
    k: number,
    memory: Float64Array,
    iteration: number,
  ): void {
    const i = this.sorted[k];
    if (form.movesBodies) this.depths.measure(i, memory);
    const isKnown = kernels?.urgency && this.over(kernels.urgency, this.start, memory, k, k + 1) === Kernel.done;
    urgent.values[k] = isKnown
      ? this.laws.memory.numbers[this.points.list.at[i] + form.urgencyAt]
      : this.interpreter.urgency(i, memory, iteration);
  }

  private whole({ kernels, from, to }: Segment, memory: Float64Array, iteration: number): void {
    for (let k = from; k < to; k++) {
      if (kernels) k = this.over(kernels.iterate, this.start, memory, k, to);
      if (k === Kernel.done) return;
      this.interpreter.apply(this.sorted[k], memory, iteration);
    }
  }

  /**
   * Applies a segment point by point: backwards, observed, or because each application moves the bodies and so changes
   * the depth of others.
   */
  private stepwise(segment: Segment, memory: Float64Array, iteration: number, backwards: boolean): void {
    const { from, to } = segment;
    for (let n = from; n < to; n++) {
      const k = backwards ? from + to - 1 - n : n;
      if (segment.form.movesBodies) this.depths.measure(this.sorted[k], memory);
      this.gauge?.beginPoint(this.sorted[k], memory);
      this.applyTo(segment, k, memory, iteration);
      this.gauge?.endPoint(this.sorted[k], memory);
    }
  }

  private applyTo({ kernels }: Segment, k: number, memory: Float64Array, iteration: number): void {
    const { observer, interpreter } = this;
    const i = this.sorted[k];
    const seen = observer && interpreter.observe(i, iteration);
    if (!kernels || this.over(kernels.iterate, this.start, memory, k, k + 1) !== Kernel.done)
      interpreter.apply(i, memory, iteration);
    if (seen) observer.pointApplied({ ...seen, written: interpreter.attributesOf(i) }, iteration, memory);
  }

  /** Adds the contributions of laws to the accumulators of a stage. */
  contribute(stage: Float64Array, registered: ReadonlyNumbers): void {
    this.setIteration(1);
    this.observer?.pointsContributed(this.contributing());
    for (let s = 0; s < this.count; s++) {
      const { form, kernels, from, to } = this.segments[s];
      if (form.accumulators.length === 0) continue;
      for (let k = from; k < to; k++) {
        if (kernels?.contribute) k = this.over(kernels.contribute, registered, stage, k, to);
        if (k === Kernel.done) break;
        this.interpreter.contribute(this.sorted[k], registered, stage);
      }
    }
  }

  /** The points whose laws contribute, for observers. */
  private contributing(): ObservedPoint[] {
    const points: ObservedPoint[] = [];
    for (const { form, from, to } of this.segments.slice(0, this.count))
      for (let k = from; k < to && form.accumulators.length > 0; k++) {
        const seen = this.interpreter.observe(this.sorted[k], 1);
        points.push({ ...seen, written: seen.players.attributes[0] });
      }
    return points;
  }

  /**
   * Runs a kernel of each form, which does not depend on the iteration, over all of its points; `interpret` handles the
   * remaining ones.
   */
  each(
    memory: Float64Array,
    kernelOf: (form: ContactForm) => Kernel | null | undefined,
    interpret: (i: number, memory: Float64Array) => void,
  ): void {
    for (let s = 0; s < this.count; s++) {
      const { form, from, to } = this.segments[s];
      const kernel = kernelOf(form);
      if (kernel === undefined) continue;
      for (let k = from; k < to; k++) {
        if (kernel) k = this.over(kernel, this.start, memory, k, to);
        if (k === Kernel.done) break;
        interpret(this.sorted[k], memory);
      }
    }
  }

  private setIteration(iteration: number): void {
    this.laws.memory.numbers[this.cell] = iteration;
  }

  /** Runs a kernel over entries; returns the one at which it gave up, or `done`. */
  private over(kernel: Kernel, registered: ReadonlyNumbers, stage: Float64Array, from: number, to: number): number {
    const { table } = this;
    const start = table + pointNumbers * from;
    const end = table + pointNumbers * to;
    const place = kernel.over(registered.byteOffset, stage.byteOffset, 8 * this.cell, 0, start, end);
    return place === Kernel.done ? place : (place - table) / pointNumbers;
  }
}
