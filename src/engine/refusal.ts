// What the compiler refuses the interpreter does.
import { GraphTooLarge } from "../compiler/graph.ts";
import { Unlowered } from "../compiler/lowered.ts";
import { NeedsFunction } from "../compiler/outlines.ts";

export function isRefusal(error: unknown): boolean {
  return error instanceof Unlowered || error instanceof NeedsFunction || error instanceof GraphTooLarge;
}
