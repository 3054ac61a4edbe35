// Whether the sweeps of a step have come to an end: what contact laws, applied once more, still change of the bodies,
// beside what the step has changed of them. At the fixed point they change nothing.
//
// It is measured in the last sweep, application by application: a light body between two heavy ones is thrown to and
// fro within a sweep, and is where it was after it. Only attributes that rates change in the step are looked at: these
// tell how much is much.
import type { Laws } from "../../laws/laws.ts";
import type { Slot } from "../../model/slot.ts";
import type { ContactForm } from "../contact/form.ts";
import type { PairLaws } from "../contact/pair-laws.ts";
import type { ContactPoints } from "../contact/points.ts";

/** An attribute that contact laws write. */
interface Gauged {
  readonly name: string;
  /** Of each body; null where it has none, or nothing moves it. */
  readonly slots: readonly (Slot | null)[];
  /** Of each body as it was before the sweeps, and of the two of a point before a law is applied. */
  readonly free: Float64Array;
  readonly before: Float64Array;
  readonly width: number;
}

export class SweepGauge {
  private readonly points: ContactPoints;
  private readonly attributes: readonly Gauged[];
  /**
   * Per attribute, the most that rates have changed of a body in this step, and the most that one application changes.
   */
  private readonly steps: Float64Array;
  private readonly changes: Float64Array;
  /** Per attribute, the point of that application. */
  private readonly worst: Int32Array;
  /**
   * In memory: the most that an application changes, as a part of what the step has changed; 0 where nothing is known.
   */
  readonly rest = new Float64Array(1);
  /** The law that does, and the bodies at its point. */
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

  /** A step begins. */
  reset(): void {
    this.rest[0] = 0;
    this.form = null;
  }

  /** Rates have been taken, sweeps are to come. */
  begin(registered: Float64Array, memory: Float64Array): void {
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
   * The most that rates have changed of an attribute of a body in this step; 0 where they have changed nothing, or no
   * contact law writes it.
   */
  rateOf(name: string): number {
    for (let n = 0; n < this.attributes.length; n++) if (this.attributes[n].name === name) return this.steps[n];
    return 0;
  }

  /** A law is to be applied at a point. */
  beginPoint(i: number, memory: Float64Array): void {
    const { own, other } = this.points.list;
    for (let n = 0; n < this.attributes.length; n++) {
      const { slots, before, width } = this.attributes[n];
      keep(slots[own[i]], memory, before, 0);
      keep(slots[other[i]], memory, before, width);
    }
  }

  endPoint(i: number, memory: Float64Array): void {
    const { own, other } = this.points.list;
    for (let n = 0; n < this.attributes.length; n++) {
      const { slots, before, width } = this.attributes[n];
      const change = Math.max(gone(slots[own[i]], memory, before, 0), gone(slots[other[i]], memory, before, width));
      if (!(change > this.changes[n])) continue;
      this.changes[n] = change;
      this.worst[n] = i;
    }
  }

  /** All sweeps are done. */
  end(memory: Float64Array): void {
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

function keep(slot: Slot | null, memory: Float64Array, out: Float64Array, at: number): void {
  if (slot) for (let k = 0; k < slot.size; k++) out[at + k] = memory[slot.offset + k * slot.stride];
}

/** How far the numbers of a slot are from those that were kept. */
function gone(slot: Slot | null, memory: Float64Array, kept: Float64Array, at: number): number {
  if (!slot) return 0;
  let sum = 0;
  for (let k = 0; k < slot.size; k++) {
    const change = memory[slot.offset + k * slot.stride] - kept[at + k];
    sum += change * change;
  }
  return Math.sqrt(sum);
}

function distance({ offset, stride, size }: Slot, from: Float64Array, to: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < size; k++) {
    const change = to[offset + k * stride] - from[offset + k * stride];
    sum += change * change;
  }
  return Math.sqrt(sum);
}
