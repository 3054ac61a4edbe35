// Checks that a size made by laws is valid.
import { formatValue } from "../../compiler/values/value.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import type { Body } from "./model.ts";
import type { ReadonlyNumbers } from "./numbers.ts";
import { RunError } from "./run-error.ts";
import { readSlot } from "./slot.ts";

const advice = "let the law keep it above 0, as by max(0.001, …), or let an event end the change before";

/** Ends the run if the size of a body in a memory makes no shape; `context` is the law that wrote it, if known. */
export function checkSizes(
  bodies: readonly Body[],
  memory: ReadonlyNumbers,
  time: number,
  context: ContextDeclaration | null = null,
): void {
  for (let i = 0; i < bodies.length; i++) {
    const fault = bodies[i].sizing?.faultIn(memory) ?? "";
    if (fault !== "") throw sizeProblem(bodies[i], fault, memory, time, context);
  }
}

function sizeProblem(
  { name, sizing }: Body,
  fault: string,
  memory: ReadonlyNumbers,
  time: number,
  context: ContextDeclaration | null,
): RunError {
  const { slot, resizers } = sizing!;
  const known = resizers.filter((one) => one.context !== null && one.context === context);
  const writers = known.length > 0 ? known : resizers;
  const words = [...new Set(writers.map((one) => one.words))];
  const value = formatValue(readSlot(memory, slot));
  const message = `'size' of '${name}' became ${value} at t = ${time}: ${fault}`;
  return new RunError("geometry", writers[0].definition.body.span, message, `in ${words.join(" or ")}`, advice);
}
