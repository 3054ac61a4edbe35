// Linear systems of block matrices by three methods, all behind one interface. Orders are fixed: equal inputs give
// equal bits.
import { Bicgstab } from "./bicgstab.ts";
import type { BlockPattern } from "./block-matrix.ts";
import { DirectSolver } from "./direct.ts";
import { GaussSeidel } from "./gauss-seidel.ts";
import { type BlockSolver, type BlockSolverKind, type IterationSettings, usualIterations } from "./report.ts";

/** A solver for all matrices of a pattern; `settings` are for iterative methods. */
export function createBlockSolver(
  kind: BlockSolverKind,
  pattern: BlockPattern,
  settings: IterationSettings = usualIterations,
): BlockSolver {
  switch (kind) {
    case "direct":
      return new DirectSolver(pattern);
    case "bicgstab":
      return new Bicgstab(pattern, settings);
    case "gauss-seidel":
      return new GaussSeidel(pattern, settings);
  }
}
