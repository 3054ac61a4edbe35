// Where a run keeps what the solutions for its unknowns are worth, instant by instant.
import type { Value } from "../../compiler/values/value.ts";
import type { Slot } from "./slot.ts";

export const solverNames = ["condition", "iterations", "redundant", "residual"] as const;

/**
 * The residual relative to the right-hand side, iterations, numbers of constraints that follow from others, and one
 * over the smallest pivot of the scaled matrix.
 */
export type SolverSlots = Readonly<Record<(typeof solverNames)[number], Slot>>;

export function createSolverSlots(
  place: (owners: readonly ReadonlyMap<string, Value>[]) => ReadonlyMap<string, Slot>[],
): SolverSlots {
  const [slots] = place([new Map(solverNames.map((name) => [name, 0]))]);
  const [condition, iterations, redundant, residual] = solverNames.map((name) => slots.get(name)!);
  return { condition, iterations, redundant, residual };
}
