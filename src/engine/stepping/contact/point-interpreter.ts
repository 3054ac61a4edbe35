// Contact laws by the interpreter: one point at a time, its context attributes read from its row and written back.
import { shapeOf, type Value, vectorOf } from "../../../compiler/values/value.ts";
import { describeShape } from "../../../language/shapes/shape.ts";
import { type Laws, MemoryRegisters } from "../../laws/laws.ts";
import type { ReadonlyNumbers } from "../../model/numbers.ts";
import { RunError } from "../../model/run-error.ts";
import { readSlot, type Slot, sizeOfShape, writeSlot } from "../../model/slot.ts";
import type { ObservedPoint } from "../../motion/step-observer.ts";
import type { Players } from "../../state/application.ts";
import type { ContactForm } from "./form.ts";
import { rowNormal, rowPenetration, rowPoint } from "./places.ts";
import type { ContactPoints } from "./points.ts";

export class PointInterpreter {
  private readonly laws: Laws;
  private readonly points: ContactPoints;
  /** The memory with the values at the start of a step. */
  private readonly start: ReadonlyNumbers;

  constructor(laws: Laws, points: ContactPoints, start: ReadonlyNumbers) {
    this.laws = laws;
    this.start = start;
    this.points = points;
  }

  /** Computes first-time-only attributes of a new point. */
  begin(i: number, memory: Float64Array): void {
    const t = memory[this.laws.memory.time];
    const form = this.points.list.forms[i];
    const players = this.playersOf(i, 1);
    const registers = new MemoryRegisters(this.laws.model, memory, memory, players, null, this.start);
    this.laws.guard(form.context, players.bodies, t, () => this.laws.first(form.scope, registers, players, t));
    this.keep(i, form, players);
  }

  apply(i: number, memory: Float64Array, iteration: number): void {
    const t = memory[this.laws.memory.time];
    const { scope, context } = this.points.list.forms[i];
    const players = this.playersOf(i, iteration);
    const updates = this.laws.guard(context, players.bodies, t, () =>
      this.laws.evaluation(scope, players, memory, memory, this.start).updates(),
    );
    this.laws.commit(updates, players, memory, t, this.start);
    this.keep(i, this.points.list.forms[i], players);
  }

  /** The urgency of a point, by the law's own function. */
  urgency(i: number, memory: Float64Array, iteration: number): number {
    const t = memory[this.laws.memory.time];
    const { scope, context, urgency } = this.points.list.forms[i];
    const players = this.playersOf(i, iteration);
    const value = this.laws.guard(context, players.bodies, t, () =>
      this.laws.evaluation(scope, players, memory, memory, this.start).interpreter.compute(urgency!, scope, false),
    );
    if (typeof value === "number" && Number.isFinite(value)) return value;
    const law =
      `in the law '${context.name.name}' on ` +
      `${players.bodies.map(({ name }) => `'${name}'`).join(" and ")} at t = ${t}`;
    throw new RunError(
      "urgency",
      urgency!.span,
      `'urgency' must be a finite number, and is ${typeof value === "number" ? value : describeShape(shapeOf(value))}`,
      law,
    );
  }

  /** Sums contributions from zero in the order of the text, then adds the sum: as kernels do. */
  contribute(i: number, registered: ReadonlyNumbers, stage: Float64Array): void {
    const t = stage[this.laws.memory.time];
    const { scope, context } = this.points.list.forms[i];
    const players = this.playersOf(i, 1);
    const contributions = this.laws.guard(context, players.bodies, t, () =>
      this.laws.evaluation(scope, players, registered, stage).contributions(),
    );
    const sums = new Map<Slot, Float64Array>();
    for (const { attribute, value } of contributions) {
      const slot = this.laws.slotOf(attribute, players);
      if (!slot) continue;
      let sum = sums.get(slot);
      if (!sum) sums.set(slot, (sum = new Float64Array(slot.size)));
      for (let k = 0; k < slot.size; k++) sum[k] += numberOf(value, k);
    }
    for (const [{ offset, stride }, sum] of sums) for (const [k, x] of sum.entries()) stage[offset + k * stride] += x;
  }

  /** The participants at a point, with the attributes that are now in its row. */
  playersOf(i: number, iteration: number): Players {
    const { list } = this.points;
    const { numbers } = this.laws.memory;
    const { bodies } = this.laws.model;
    const at = list.at[i];
    const normal = numbers.slice(at + rowNormal, at + rowNormal + 3);
    const point = vectorOf(numbers.slice(at + rowPoint, at + rowPoint + 3));
    const given = [normal, normal.map((x) => 0 - x)].map(
      (n) =>
        new Map<string, Value>([
          ["collisionPoint", point],
          ["collisionNormal", vectorOf(n)],
          ["penetration", numbers[at + rowPenetration]],
          ["iteration", iteration],
        ]),
    );
    const attributes = this.attributesOf(i);
    return { bodies: [bodies[list.own[i]], bodies[list.other[i]]], attributes: [attributes, attributes], given };
  }

  /** The attributes of the context that are now in a point's row. */
  attributesOf(i: number): Map<string, Value> {
    const { forms, at } = this.points.list;
    const { numbers } = this.laws.memory;
    const attributes = new Map<string, Value>();
    for (const [name, slot] of slotsOf(forms[i], at[i])) attributes.set(name, readSlot(numbers, slot));
    return attributes;
  }

  /** A point before its law is applied to it. */
  observe(i: number, iteration: number): Omit<ObservedPoint, "written"> {
    const { forms, pair, feature, isNew } = this.points.list;
    const { context, scope } = forms[i];
    const players = this.playersOf(i, iteration);
    return { context, scope, pair: pair[i], feature: feature[i], isNew: isNew[i] === 1, players };
  }

  private keep(i: number, form: ContactForm, { attributes }: Players): void {
    for (const [name, slot] of slotsOf(form, this.points.list.at[i])) {
      const value = attributes[0].get(name);
      if (value !== undefined) writeSlot(this.laws.memory.numbers, slot, value);
    }
  }
}

function slotsOf({ slots }: ContactForm, at: number): [string, Slot][] {
  return [...slots].map(([name, { at: place, shape }]) => [
    name,
    { name, offset: at + place, stride: 1, size: sizeOfShape(shape)!, shape },
  ]);
}

function numberOf(value: Value, k: number): number {
  if (typeof value === "object") return value.kind === "sequence" ? 0 : value.data[k];
  return Number(value);
}
