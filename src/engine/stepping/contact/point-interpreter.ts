// Contact laws by the interpreter: one point at a time, its context attributes read from its row and written back.
import { shapeOf, type Value, vectorOf } from "../../../compiler/values/value.ts";
import { describeShape } from "../../../language/shapes/shape.ts";
import { type Laws, MemoryRegisters } from "../../laws/laws.ts";
import { RunError } from "../../model/run-error.ts";
import { readSlot, type Slot, sizeOfShape, writeSlot } from "../../model/slot.ts";
import type { Players } from "../../state/application.ts";
import type { ContactForm } from "./form.ts";
import { rowNormal, rowPenetration, rowPoint } from "./places.ts";
import type { ContactPoints } from "./points.ts";

export class PointInterpreter {
  private readonly laws: Laws;
  private readonly points: ContactPoints;
  /** The memory with the values with which a step begins. */
  private readonly start: Float64Array;

  constructor(laws: Laws, points: ContactPoints, start: Float64Array) {
    this.laws = laws;
    this.start = start;
    this.points = points;
  }

  /** First-time-only attributes of a point that begins. */
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

  /** How urgent a point is, by the law's own function. */
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
      `'urgency' tells by a number which contact point comes next, and is ` +
        `${typeof value === "number" ? value : describeShape(shapeOf(value))}`,
      law,
    );
  }

  /** Sums from nothing in the order written, then adds to what is there: as kernels do. */
  contribute(i: number, registered: Float64Array, stage: Float64Array): void {
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

  /** Who takes part at a point, with the attributes its row has now. */
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
    const attributes = new Map<string, Value>();
    for (const [name, slot] of slotsOf(list.forms[i], at)) attributes.set(name, readSlot(numbers, slot));
    return { bodies: [bodies[list.own[i]], bodies[list.other[i]]], attributes: [attributes, attributes], given };
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
