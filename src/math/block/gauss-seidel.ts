// Gauss and Seidel by blocks: node after node, the unknowns of a node are set so that its own equations hold.
//
// It converges for positive definite matrices and for those whose diagonal blocks dominate; the sweep follows the order
// of the nodes. With a singular diagonal block, only the unknowns of its regular part change.
import type { Numbers } from "../vectors/vec3.ts";
import { type BlockMatrix, type BlockPattern, createBlockMatrix, findNorm, findRest } from "./block-matrix.ts";
import { applyInverse, type BlockJacobi, createBlockJacobi, invertDiagonal } from "./jacobi.ts";
import { subtractApplied } from "./kernels.ts";
import { type BlockSolver, createReport, type IterationSettings, type SolveReport } from "./report.ts";

export class GaussSeidel implements BlockSolver {
  readonly kind = "gauss-seidel";
  private readonly settings: IterationSettings;
  private readonly jacobi: BlockJacobi;
  private readonly report = createReport();
  private readonly rest: Numbers;
  /** The norms of the right-hand side and of its residual. */
  private readonly norms = new Float64Array(2);
  private matrix: BlockMatrix;

  constructor(pattern: BlockPattern, settings: IterationSettings) {
    this.settings = settings;
    this.jacobi = createBlockJacobi(pattern);
    this.matrix = createBlockMatrix(pattern);
    this.rest = new Float64Array(pattern.rows);
  }

  factor(matrix: BlockMatrix): void {
    this.matrix = matrix;
    invertDiagonal(this.jacobi, matrix);
  }

  solve(b: Numbers, x: Numbers): SolveReport {
    const { matrix, report, rest, settings, norms } = this;
    findNorm(norms, 0, b);
    const size = norms[0];
    const least = settings.tolerance * size;
    report.iterations = 0;
    findRest(rest, matrix, x, b);
    findNorm(norms, 1, rest);
    while (norms[1] > least && report.iterations < settings.mostIterations) {
      this.sweep(b, x);
      findRest(rest, matrix, x, b);
      findNorm(norms, 1, rest);
      report.iterations++;
    }
    report.residual = size > 0 ? norms[1] / size : norms[1];
    report.converged = norms[1] <= least;
    return report;
  }

  private sweep(b: Numbers, x: Numbers): void {
    const { matrix, jacobi, rest } = this;
    const { count, size, rowStart, blockStart, blockColumn, blockAt } = matrix.pattern;
    for (let i = 0; i < count; i++) {
      const at = rowStart[i];
      const m = size[i];
      // The change is the inverse times the residual of the node's equations.
      for (let r = at; r < at + m; r++) rest[r] = b[r];
      for (let block = blockStart[i]; block < blockStart[i + 1]; block++) {
        const j = blockColumn[block];
        subtractApplied(rest, at, matrix.values, blockAt[block], x, rowStart[j], m, size[j]);
      }
      applyInverse(rest, jacobi, i);
      for (let r = at; r < at + m; r++) x[r] += rest[r];
    }
  }
}
