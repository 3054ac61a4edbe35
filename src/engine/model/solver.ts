// How the unknowns of constraints are found: the choices of the laws of links, and the places of the solver's figures
// in a run.
import type { Value } from "../../compiler/values/value.ts";
import { wordsOf } from "../../language/check/settings.ts";
import type { ContextDeclaration } from "../../language/declare/experiment.ts";
import { type BlockSolverKind, type IterationSettings, usualIterations } from "../../math/block/report.ts";
import type { Link } from "./link.ts";
import { RunError } from "./run-error.ts";
import type { Slot } from "./slot.ts";

export interface SolverChoice {
  readonly kind: BlockSolverKind;
  readonly iterations: IterationSettings;
}

/** The solver for all constraints that are solved together: the one that laws name. */
export function solverOf(links: readonly Link[]): SolverChoice {
  const kind = said(links, "solver") ?? "direct";
  const equilibration = said(links, "equilibration") === "off" ? "none" : "rows and columns";
  return { kind: kind as BlockSolverKind, iterations: { ...usualIterations, equilibration } };
}

/** What the laws of links state under a key, if they agree; null if none states anything. */
function said(links: readonly Link[], key: string): string | null {
  let chosen: { words: string; context: ContextDeclaration } | null = null;
  for (const context of new Set(links.map((link) => link.context))) {
    const setting = context.settings.get(key);
    const words = setting ? wordsOf(setting) : null;
    if (!setting || words === null) continue;
    if (chosen && chosen.words !== words)
      throw new RunError(
        "setting",
        setting.valueSpan,
        `'${context.name.name}' and '${chosen.context.name.name}' state different values of '${key}'`,
        "constraints are solved together: state one value in both",
      );
    chosen = { words, context };
  }
  return chosen?.words ?? null;
}

export const solverQuantities = ["condition", "iterations", "redundant", "residual"] as const;

/**
 * The residual relative to the right-hand side, iterations, number of redundant rows, and the reciprocal of the
 * smallest pivot of the scaled matrix.
 */
export type SolverSlots = Readonly<Record<(typeof solverQuantities)[number], Slot>>;

export function createSolverSlots(
  place: (owners: readonly ReadonlyMap<string, Value>[]) => ReadonlyMap<string, Slot>[],
): SolverSlots {
  const [slots] = place([new Map(solverQuantities.map((name) => [name, 0]))]);
  const [condition, iterations, redundant, residual] = solverQuantities.map((name) => slots.get(name)!);
  return { condition, iterations, redundant, residual };
}
