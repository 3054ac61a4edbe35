// What all solvers of block systems share: requests, stop criteria, and answers.
import type { Numbers } from "../vectors/vec3.ts";
import type { BlockMatrix } from "./block-matrix.ts";

export type BlockSolverKind = "direct" | "bicgstab" | "gauss-seidel";

/** The quality of a solution; the record is the solver's own and changes with the next one. */
export interface SolveReport {
  /** Iterations, sweeps, or improvements of a direct solution. */
  iterations: number;
  /**
   * ‖b - A x‖ / ‖b‖ in the Euclidean norm; for contradictory equations, b without the part that no solution can reach.
   */
  residual: number;
  /** Whether the residual is below the tolerance. */
  converged: boolean;
  /** The redundant row with the largest contradiction to the others, or -1; only the direct method finds it. */
  inconsistentRow: number;
  /** The size of that contradiction, in units of its right-hand side. */
  inconsistency: number;
}

export interface BlockSolver {
  readonly kind: BlockSolverKind;
  /**
   * Takes the numbers of a matrix of the solver's pattern; they must not change while it solves. A direct solver sets
   * aside rows that may be redundant if the factors of the entries have a relative error of `roughness`.
   */
  factor(matrix: BlockMatrix, roughness?: number): void;
  /** Solves A x = b. Iterations start from what is in `x`; the direct method does not read it. */
  solve(b: Numbers, x: Numbers): SolveReport;
}

export interface IterationSettings {
  /** The limit on the residual of the report. */
  readonly tolerance: number;
  readonly mostIterations: number;
  readonly equilibration: "none" | "rows and columns";
  readonly preconditioner: "none" | "block Jacobi";
}

export const usualIterations: IterationSettings = {
  tolerance: 1e-10,
  mostIterations: 1000,
  equilibration: "rows and columns",
  preconditioner: "block Jacobi",
};

export function createReport(): SolveReport {
  return { iterations: 0, residual: 0, converged: true, inconsistentRow: -1, inconsistency: 0 };
}
