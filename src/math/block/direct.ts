// The direct method: block elimination, with an answer for redundant and for contradictory equations.
//
// The answer is A⁺ b: where the equations agree and determine the unknowns, the solution; where they leave some
// undetermined, the one with the smallest Euclidean norm; where they contradict each other, the one with the smallest
// Euclidean residual. As there is no pivoting between nodes, the residual is checked, and where it is large the
// solution is improved by solving for it again.
import type { Numbers } from "../vectors/vec3.ts";
import { removePart } from "./basis.ts";
import { type BlockMatrix, type BlockPattern, createBlockMatrix, findNorm, findRest } from "./block-matrix.ts";
import {
  addBorder,
  addBorderTransposed,
  type BlockBorder,
  createBlockBorder,
  dotVector,
  findBorder,
  nodeOf,
} from "./border.ts";
import { estimateInverseNorm, oneNorm } from "./condition.ts";
import { type BlockFactor, createBlockFactor, factorBlocks, solveBasic } from "./factor.ts";
import { type BlockSolver, createReport, type SolveReport } from "./report.ts";
import { solveTransposed } from "./sparse.ts";

/** A larger residual, relative to b, is worth another solution. */
const GOOD_RESIDUAL = 1e-10;
const MOST_IMPROVEMENTS = 3;
/**
 * Rows may have a residual up to this part of the largest right-hand side, both scaled, and still agree: rounding,
 * drift, data with few digits.
 */
const AGREEMENT = 1e-3;
/** With an inexact matrix, residuals of rows that agree may be this multiple of its roughness, relative to b. */
const ROUGH_AGREEMENT = 100;
/** Rows agree up to this residual in any case: a right-hand side may be only rounding of larger terms. */
const ROUNDING = 1e-9;

export class DirectSolver implements BlockSolver {
  readonly kind = "direct";
  readonly elimination: BlockFactor;
  private readonly border: BlockBorder = createBlockBorder();
  private readonly report = createReport();
  private readonly reachable: Numbers;
  private readonly rest: Numbers;
  private readonly change: Numbers;
  /** The norms of the right-hand side and of its residual. */
  private readonly norms = new Float64Array(2);
  private matrix: BlockMatrix;
  /** The possible error of the matrix's entries, relative to them. */
  private roughness = 0;

  constructor(pattern: BlockPattern) {
    this.elimination = createBlockFactor(pattern);
    this.matrix = createBlockMatrix(pattern);
    this.reachable = new Float64Array(pattern.rows);
    this.rest = new Float64Array(pattern.rows);
    this.change = new Float64Array(pattern.rows);
  }

  factor(matrix: BlockMatrix, roughness = 0): void {
    this.matrix = matrix;
    this.roughness = roughness;
    factorBlocks(this.elimination, matrix, roughness);
    findBorder(this.border, this.elimination, matrix);
  }

  solve(b: Numbers, x: Numbers): SolveReport {
    const { border, matrix, report, rest, norms } = this;
    report.inconsistentRow = -1;
    report.inconsistency = 0;
    let reachable = b;
    if (border.nullity > 0) {
      reachable = this.reachable;
      reachable.set(b);
      removePart(reachable, border.left);
      this.findContradiction(b);
    }
    this.apply(x, reachable);
    findNorm(norms, 0, reachable);
    findRest(rest, matrix, x, reachable);
    findNorm(norms, 1, rest);
    const size = norms[0];
    let residual = norms[1];
    report.iterations = 0;
    while (residual > GOOD_RESIDUAL * size && report.iterations < MOST_IMPROVEMENTS) {
      this.improve(x, reachable);
      findNorm(norms, 1, rest);
      const improved = norms[1];
      if (!(improved < 0.5 * residual)) {
        for (let r = 0; r < x.length; r++) x[r] -= this.change[r];
        break;
      }
      residual = improved;
      report.iterations++;
    }
    if (border.nullity > 0) removePart(x, border.right);
    // NaN has no pivots, and would be set aside unnoticed.
    if (!(residual < Number.POSITIVE_INFINITY)) x.fill(Number.NaN);
    report.residual = size === 0 ? 0 : residual / size;
    report.converged = report.residual <= GOOD_RESIDUAL;
    return report;
  }

  private apply(x: Numbers, b: Numbers): void {
    solveBasic(this.elimination, x, b);
    addBorder(x, this.border, b);
  }

  /** Adds the solution for the residual of b, which `rest` holds before and after. */
  private improve(x: Numbers, b: Numbers): void {
    const { change, rest } = this;
    this.apply(change, rest);
    for (let r = 0; r < x.length; r++) x[r] += change[r];
    findRest(rest, this.matrix, x, b);
  }

  // Each y of a redundant row has yᵀ A = 0, so yᵀ b must be zero too; divided by the entry of y in that row, it is the
  // residual of the row.
  private findContradiction(b: Numbers): void {
    const { border, report } = this;
    const { rowScale, plan } = this.elimination;
    const { count, rowStart, rows } = plan.pattern;
    let largest = 0;
    for (let i = 0; i < count; i++)
      for (let r = rowStart[i]; r < rowStart[i + 1]; r++) largest = Math.max(largest, Math.abs(b[r]) * rowScale[i]);
    let worst = Math.max(AGREEMENT, ROUGH_AGREEMENT * this.roughness) * largest;
    for (let k = 0; k < border.aside; k++) {
      if (border.rowsAside[k] === 0) continue;
      const lack = dotVector(border.y, k * rows, b, rows);
      const inconsistency = lack / border.y[k * rows + border.row[k]];
      if (!(Math.abs(lack) > worst && Math.abs(inconsistency) > ROUNDING)) continue;
      worst = Math.abs(lack);
      report.inconsistentRow = border.row[k];
      report.inconsistency = inconsistency;
    }
  }

  /** The number of independent equations. */
  get rank(): number {
    return this.elimination.plan.pattern.rows - this.border.nullity;
  }

  /** The redundant rows, each as its node and its row therein. */
  redundantRows(): { node: number; row: number }[] {
    const { border } = this;
    const { rowStart } = this.elimination.plan.pattern;
    return Array.from(border.row.subarray(0, border.aside))
      .filter((_, k) => border.rowsAside[k] === 1)
      .map((r) => ({ node: nodeOf(rowStart, r), row: r - rowStart[nodeOf(rowStart, r)] }));
  }

  /**
   * The smallest pivot of the scaled matrix, whose entries are about one: 1 is good, 1e-8 leaves half of the digits.
   */
  get smallestPivot(): number {
    return this.elimination.smallestPivot;
  }

  /**
   * An estimate of ‖A‖ ‖A⁻¹‖ in the 1-norm, rarely too small by a factor above three; infinite if there are redundant
   * rows.
   */
  condition(): number {
    if (this.border.nullity > 0) return Number.POSITIVE_INFINITY;
    const inverse = estimateInverseNorm(
      this.matrix.pattern.rows,
      (x, b) => this.apply(x, b),
      (x, b) => {
        solveTransposed(this.elimination, x, b, 0);
        addBorderTransposed(x, this.border, b);
      },
    );
    return oneNorm(this.matrix) * inverse;
  }
}
