// What all solvers of block systems have in common: how they are asked, told when to stop, and what they answer.
import type { Numbers } from "../vectors/vec3.ts";
import type { BlockMatrix } from "./block-matrix.ts";

export type BlockSolverKind = "direct" | "bicgstab" | "gauss-seidel";

/** What a solution is worth; the record is the solver's own and changes with the next one. */
export interface SolveReport {
  /** Iterations, sweeps, or improvements of a direct solution. */
  iterations: number;
  /**
   * ‖b - A x‖ / ‖b‖ in the Euclidean norm; where equations contradict each other, b without what no solution can reach.
   */
  residual: number;
  /** Whether the residual is below the tolerance. */
  converged: boolean;
  /** The redundant row that contradicts the others most, or -1; only the direct method finds it. */
  inconsistentRow: number;
  /** By how much: what that row lacks, in units of its right-hand side. */
  inconsistency: number;
}

export interface BlockSolver {
  readonly kind: BlockSolverKind;
  /** Takes the numbers of a matrix of the solver's pattern; they must stay as they are while it solves. */
  /**
   * A direct one sets aside what may be redundant as far as the entries are known: right but for a part `roughness` of
   * the factors they are products of.
   */
  factor(matrix: BlockMatrix, roughness?: number): void;
  /** Solves A x = b. Iterations start from what is in `x`; the direct method does not read it. */
  solve(b: Numbers, x: Numbers): SolveReport;
}

export interface IterationSettings {
  /** On the residual of the report. */
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
