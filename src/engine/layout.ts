// Where attributes live: one block of numbers, each attribute a stretch of it.
import type { Value } from "../compiler/value.ts";
import { describeShape, type Shape } from "../language/shape.ts";

export interface Slot {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly shape: Shape;
}

/** How many numbers a value of this shape takes, or null if its size is not fixed. */
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

export function readSlot(memory: Float64Array, slot: Slot): Value {
  const { shape, offset, size } = slot;
  switch (shape.kind) {
    case "boolean":
      return memory[offset] !== 0;
    case "vector":
      return { kind: "vector", data: memory.slice(offset, offset + size) };
    case "matrix":
      return { kind: "matrix", rows: shape.rows!, cols: shape.cols!, data: memory.slice(offset, offset + size) };
    default:
      return memory[offset];
  }
}

/** Writes a value; a sentence if its shape is not the slot's. */
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
    memory.set(value.data, offset);
  else return `'${slot.name}' is ${describeShape(shape)} and cannot become another shape`;
  return null;
}
