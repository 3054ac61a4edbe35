// How the unknowns of constraints are found: what the laws of links choose, and where a run tells how it went.
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

/** One for all that is solved together: the one that laws name. */
export function solverOf(links: readonly Link[]): SolverChoice {
  const kind = said(links, "solver") ?? "direct";
  const equilibration = said(links, "equilibration") === "off" ? "none" : "rows and columns";
  return { kind: kind as BlockSolverKind, iterations: { ...usualIterations, equilibration } };
}

/** What the laws of links say under a key, all the same; null if none says anything. */
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
        `'${context.name.name}' and '${chosen.context.name.name}' say different things of the ${key}`,
        "constraints are solved together",
      );
    chosen = { words, context };
  }
  return chosen?.words ?? null;
}

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
