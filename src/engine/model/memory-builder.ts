// The memory a run starts with, laid out owner by owner.
import { shapeOf, type Value } from "../../compiler/values/value.ts";
import type { Span } from "../../language/syntax/span.ts";
import { RunError } from "./run-error.ts";
import { type Slot, sizeOfShape, writeSlot } from "./slot.ts";

/** The most numbers in the memory of a run. */
const mostNumbers = 20_000_000;

/** Lays out values: those of several owners of one form are adjacent, number by number. */
export class MemoryBuilder {
  private readonly pieces: { slot: Slot; value: Value }[] = [];
  private size = 0;

  place(owners: readonly ReadonlyMap<string, Value>[], spanOf: (name: string) => Span): Map<string, Slot>[] {
    const stride = owners.length;
    const placed = owners.map(() => new Map<string, Slot>());
    for (const name of [...owners[0].keys()].sort()) {
      const shape = shapeOf(owners[0].get(name)!);
      const size = sizeOfShape(shape);
      if (size === null)
        throw new RunError(
          "shape",
          spanOf(name),
          `'${name}' cannot be a sequence: attributes are reals, booleans, vectors and matrices`,
        );
      for (const [i, values] of owners.entries()) {
        const value = values.get(name)!;
        if (typeof value !== "boolean" && !finite(value))
          throw new RunError("not-finite", spanOf(name), `'${name}' starts with a value that is not finite`);
        const slot: Slot = { name, offset: this.size + i, stride, size, shape };
        this.pieces.push({ slot, value });
        placed[i].set(name, slot);
      }
      this.size += size * stride;
      if (this.size > mostNumbers)
        throw new RunError("too-many", spanOf(name), "the objects have too many attributes for the memory of a run");
    }
    return placed;
  }

  finish(): Float64Array {
    const memory = new Float64Array(this.size);
    for (const { slot, value } of this.pieces) writeSlot(memory, slot, value);
    return memory;
  }
}

function finite(value: Exclude<Value, boolean>): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return value.kind === "sequence" || value.data.every(Number.isFinite);
}
