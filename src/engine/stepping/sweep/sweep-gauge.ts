// Whether the sweeps of a step have converged: how much contact laws, applied again, still change the bodies, compared
// to the step's change. At the fixed point they change nothing.
//
// It is measured in the last sweep, application by application: a light body between two heavy ones is thrown to and
// fro within a sweep, and is back after it. Only attributes that rates change in the step are measured: those changes
// set the scale.
import type { Laws } from "../../laws/laws.ts";
import type { ReadonlyNumbers } from "../../model/numbers.ts";
import type { Slot } from "../../model/slot.ts";
import type { ContactForm } from "../contact/form.ts";
import type { PairLaws } from "../contact/pair-laws.ts";
import type { ContactPoints } from "../contact/points.ts";

/** An attribute that contact laws write. */
interface Gauged {
  readonly name: string;
  /** The slot for each body; null if it has none, or nothing moves it. */
  readonly slots: readonly (Slot | null)[];
  /** The values of each body before the sweeps, and of the two bodies of a point before a law is applied. */
  readonly free: Float64Array;
  readonly before: Float64Array;
  readonly width: number;
}

export class SweepGauge {
  private readonly points: ContactPoints;
  private readonly attributes: readonly Gauged[];
  /** Per attribute, the largest change of a body by rates in this step, and the largest change by one application. */
  private readonly steps: Float64Array;
  private readonly changes: Float64Array;
  /** Per attribute, the point of that application. */
  private readonly worst: Int32Array;
  /** In memory: the largest change by an application, as a share of the step's change; 0 if nothing is known. */
  readonly rest = new Float64Array(1);
  /** The law of that application, and the bodies at its point. */
  form: ContactForm | null = null;
  own = -1;
  other = -1;

  constructor(laws: Laws, points: ContactPoints, { written }: PairLaws) {
    this.points = points;
    this.attributes = [...written].flatMap((name) => gaugedOf(laws, name) ?? []);
    this.steps = new Float64Array(this.attributes.length);
    this.changes = new Float64Array(this.attributes.length);
    this.worst = new Int32Array(this.attributes.length);
  }

  /** Begins a step. */
  reset(): void {
    this.rest[0] = 0;
    this.form = null;
  }

  /** Called after the first rates, before the sweeps. */
  begin(registered: ReadonlyNumbers, memory: ReadonlyNumbers): void {
    const { attributes, steps, changes } = this;
    changes.fill(0);
    for (let n = 0; n < attributes.length; n++) {
      const { slots, free, width } = attributes[n];
      steps[n] = 0;
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i];
        if (!slot) continue;
        steps[n] = Math.max(steps[n], distance(slot, registered, memory));
        for (let k = 0; k < slot.size; k++) free[i * width + k] = memory[slot.offset + k * slot.stride];
      }
    }
  }

  /**
   * The largest change of an attribute of a body by rates in this step; 0 if they have changed nothing, or no
   * contact law writes it.
   */
  rateOf(name: string): number {
    for (let n = 0; n < this.attributes.length; n++) if (this.attributes[n].name === name) return this.steps[n];
    return 0;
  }

  /** Called before a law is applied at a point. */
  beginPoint(i: number, memory: ReadonlyNumbers): void {
    const { own, other } = this.points.list;
    for (let n = 0; n < this.attributes.length; n++) {
      const { slots, before, width } = this.attributes[n];
      keep(slots[own[i]], memory, before, 0);
      keep(slots[other[i]], memory, before, width);
    }
  }

  endPoint(i: number, memory: ReadonlyNumbers): void {
    const { own, other } = this.points.list;
    for (let n = 0; n < this.attributes.length; n++) {
      const { slots, before, width } = this.attributes[n];
      const change = Math.max(gone(slots[own[i]], memory, before, 0), gone(slots[other[i]], memory, before, width));
      if (!(change > this.changes[n])) continue;
      this.changes[n] = change;
      this.worst[n] = i;
    }
  }

  /** Called after all sweeps. */
  end(memory: ReadonlyNumbers): void {
    const { attributes, steps, changes, rest } = this;
    const { forms, own, other } = this.points.list;
    for (let n = 0; n < attributes.length; n++) {
      if (steps[n] === 0) continue;
      const { slots, free, width } = attributes[n];
      let most = steps[n];
      for (let i = 0; i < slots.length; i++) most = Math.max(most, gone(slots[i], memory, free, i * width));
      if (!(changes[n] / most > rest[0])) continue;
      rest[0] = changes[n] / most;
      this.form = forms[this.worst[n]];
      this.own = own[this.worst[n]];
      this.other = other[this.worst[n]];
    }
  }
}

function gaugedOf({ model: { bodies } }: Laws, name: string): Gauged | null {
  const slots = bodies.map(({ slots: own, physicalType }) => {
    const slot = physicalType === "dynamic" ? own.get(name) : undefined;
    return slot && slot.shape.kind !== "boolean" ? slot : null;
  });
  const width = Math.max(0, ...slots.map((slot) => slot?.size ?? 0));
  if (width === 0) return null;
  return { name, slots, free: new Float64Array(width * bodies.length), before: new Float64Array(2 * width), width };
}

function keep(slot: Slot | null, memory: ReadonlyNumbers, out: Float64Array, at: number): void {
  if (slot) for (let k = 0; k < slot.size; k++) out[at + k] = memory[slot.offset + k * slot.stride];
}

/** The distance of a slot's numbers from the kept ones. */
function gone(slot: Slot | null, memory: ReadonlyNumbers, kept: Float64Array, at: number): number {
  if (!slot) return 0;
  let sum = 0;
  for (let k = 0; k < slot.size; k++) {
    const change = memory[slot.offset + k * slot.stride] - kept[at + k];
    sum += change * change;
  }
  return Math.sqrt(sum);
}

function distance({ offset, stride, size }: Slot, from: ReadonlyNumbers, to: ReadonlyNumbers): number {
  let sum = 0;
  for (let k = 0; k < size; k++) {
    const change = to[offset + k * stride] - from[offset + k * stride];
    sum += change * change;
  }
  return Math.sqrt(sum);
}
