// Where attributes lie: one block of numbers. For bodies of one kind each number lies in a row with that of the others,
// so that laws can process all of them in order.
import type { Value } from "../../compiler/values/value.ts";
import { describeShape, type Shape } from "../../language/shapes/shape.ts";
import type { ReadonlyNumbers } from "./numbers.ts";

export interface Slot {
  readonly name: string;
  /** The place of the first number; the others follow in steps of `stride`. */
  readonly offset: number;
  readonly stride: number;
  readonly size: number;
  readonly shape: Shape;
}

/** Number of numbers of a value of this shape; null if its size is not fixed. */
export function sizeOfShape(shape: Shape): number | null {
  switch (shape.kind) {
    case "real":
    case "boolean":
      return 1;
    case "vector":
      return shape.length;
    case "matrix":
      return shape.rows === null || shape.cols === null ? null : shape.rows * shape.cols;
    default:
      return null;
  }
}

/** The places of all numbers of slots. */
export function placesOfSlots(slots: readonly Slot[]): number[] {
  return slots.flatMap(({ offset, stride, size }) => Array.from({ length: size }, (_, k) => offset + k * stride));
}

/** Copies the numbers of a slot to a place of `out`. */
export function copySlot(
  memory: ReadonlyNumbers,
  { offset, stride, size }: Slot,
  out: Float64Array,
  at = 0,
): Float64Array {
  for (let k = 0; k < size; k++) out[at + k] = memory[offset + k * stride];
  return out;
}

/** Copies numbers from a place of `from` into a slot. */
export function fillSlot(memory: Float64Array, { offset, stride, size }: Slot, from: ArrayLike<number>, at = 0): void {
  for (let k = 0; k < size; k++) memory[offset + k * stride] = from[at + k];
}

/** Copies the numbers of a slot from one memory to another. */
export function moveSlot(from: ReadonlyNumbers, to: Float64Array, { offset, stride, size }: Slot): void {
  for (let k = 0; k < size; k++) to[offset + k * stride] = from[offset + k * stride];
}

export function readSlot(memory: ReadonlyNumbers, slot: Slot): Value {
  const { shape, offset, size } = slot;
  switch (shape.kind) {
    case "boolean":
      return memory[offset] !== 0;
    case "vector":
      return { kind: "vector", data: copySlot(memory, slot, new Float64Array(size)) };
    case "matrix": {
      const data = copySlot(memory, slot, new Float64Array(size));
      return { kind: "matrix", rows: shape.rows!, cols: shape.cols!, data };
    }
    default:
      return memory[offset];
  }
}

/** Writes a value; returns a sentence if its shape is not the slot's. */
export function writeSlot(memory: Float64Array, slot: Slot, value: Value): string | null {
  const { shape, offset } = slot;
  if (typeof value === "number" && shape.kind === "real") memory[offset] = value;
  else if (typeof value === "boolean" && shape.kind === "boolean") memory[offset] = value ? 1 : 0;
  else if (
    typeof value === "object" &&
    value.kind === shape.kind &&
    value.kind !== "sequence" &&
    value.data.length === slot.size
  )
    fillSlot(memory, slot, value.data);
  else return `'${slot.name}' is ${describeShape(shape)} and cannot become another shape`;
  return null;
}
