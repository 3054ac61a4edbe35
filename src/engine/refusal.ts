// What the compiler refuses the interpreter does.
import { GraphTooLarge } from "../compiler/graph/graph.ts";
import { Unlowered } from "../compiler/lower/lowered.ts";
import { NeedsFunction } from "../compiler/lower/outlines.ts";

export function isRefusal(error: unknown): boolean {
  return error instanceof Unlowered || error instanceof NeedsFunction || error instanceof GraphTooLarge;
}
