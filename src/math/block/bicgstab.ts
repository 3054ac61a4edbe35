// BiCGSTAB, van der Vorst (1992): iterations for matrices that need not be symmetric, two products a step.
//
// With equilibration the system is (R A C) u = R b, x = C u, where R and C are powers of two that make rows and columns
// about one. The preconditioner K, the diagonal blocks of that matrix, is on the right: A K⁻¹ (K u) = b, so residuals
// are those of A. The tolerance is on the residual of the original system, with and without equilibration, so that
// iterations can be compared.
import type { Numbers } from "../vectors/vec3.ts";
import {
  type BlockMatrix,
  type BlockPattern,
  createBlockMatrix,
  findDot,
  findNorm,
  findRest,
  multiplyBlocks,
} from "./block-matrix.ts";
import { applyInverses, type BlockJacobi, createBlockJacobi, invertDiagonal } from "./jacobi.ts";
import { type BlockSolver, createReport, type IterationSettings, type SolveReport } from "./report.ts";
import { createScales, equilibrate, type Scales } from "./scaling.ts";

/** Below this part of the norms' product two vectors count as orthogonal, and the iteration restarts. */
const BREAKDOWN = 1e-30;

/** Places of `found`: intermediate numbers, which as arguments and results would be allocated. */
const SIZE = 0;
const LEAST = 1;
const RESIDUAL = 2;
const RHO = 3;
const PRODUCT = 4;
const ALPHA = 5;
const OMEGA = 6;
const NORM = 7;
const OTHER_NORM = 8;

export class Bicgstab implements BlockSolver {
  readonly kind = "bicgstab";
  private readonly settings: IterationSettings;
  private readonly report = createReport();
  private readonly scales: Scales;
  private readonly scaled: BlockMatrix;
  private readonly jacobi: BlockJacobi;
  private readonly u: Numbers;
  private readonly r: Numbers;
  private readonly shadow: Numbers;
  private readonly p: Numbers;
  private readonly v: Numbers;
  private readonly t: Numbers;
  /** K⁻¹ p, and K⁻¹ s for the residual s between the half steps, which lies in `r`. */
  private readonly direction: Numbers;
  private readonly found = new Float64Array(9);
  private matrix: BlockMatrix;

  constructor(pattern: BlockPattern, settings: IterationSettings) {
    const vector = () => new Float64Array(pattern.rows);
    this.settings = settings;
    this.scales = createScales(pattern.rows);
    this.scales.row.fill(1);
    this.scales.column.fill(1);
    this.scaled = createBlockMatrix(pattern);
    this.jacobi = createBlockJacobi(pattern);
    this.u = vector();
    this.r = vector();
    this.shadow = vector();
    this.p = vector();
    this.v = vector();
    this.t = vector();
    this.direction = vector();
    this.matrix = this.scaled;
  }

  factor(matrix: BlockMatrix): void {
    this.matrix = matrix;
    if (this.settings.equilibration === "rows and columns") equilibrate(this.scales, matrix, "row");
    scaleMatrix(this.scaled, matrix, this.scales);
    if (this.settings.preconditioner === "block Jacobi") invertDiagonal(this.jacobi, this.scaled);
  }

  solve(b: Numbers, x: Numbers): SolveReport {
    const { report, settings, r, u, scales, found } = this;
    findNorm(found, SIZE, b);
    const size = found[SIZE];
    found[LEAST] = settings.tolerance * size;
    const least = found[LEAST];
    report.iterations = 0;
    for (let k = 0; k < x.length; k++) u[k] = x[k] / scales.column[k];
    findRest(r, this.matrix, x, b);
    findNorm(found, RESIDUAL, r);
    // Each round starts from the computed residual, not from the updated one.
    while (found[RESIDUAL] > least && report.iterations < settings.mostIterations) {
      const before = report.iterations;
      this.iterate();
      for (let k = 0; k < x.length; k++) x[k] = u[k] * scales.column[k];
      findRest(r, this.matrix, x, b);
      findNorm(found, RESIDUAL, r);
      if (report.iterations === before) break;
    }
    report.residual = size > 0 ? found[RESIDUAL] / size : found[RESIDUAL];
    report.converged = found[RESIDUAL] <= least;
    return report;
  }

  /** Iterates on `u` from the residual in `r`, until it is small, the limit is reached, or the method breaks down. */
  private iterate(): void {
    const { report, settings, scaled, scales, u, r, shadow, p, v, t, direction, found } = this;
    for (let k = 0; k < r.length; k++) r[k] *= scales.row[k];
    shadow.set(r);
    p.set(r);
    findDot(found, RHO, shadow, r);
    while (report.iterations < settings.mostIterations) {
      this.precondition(direction, p);
      multiplyBlocks(v, scaled, direction);
      findDot(found, PRODUCT, shadow, v);
      if (this.isZero(shadow, v)) return;
      report.iterations++;
      found[ALPHA] = found[RHO] / found[PRODUCT];
      this.addTo(u, 1, ALPHA, direction);
      this.addTo(r, -1, ALPHA, v);
      if (this.isSmall(r)) return;
      this.precondition(direction, r);
      multiplyBlocks(t, scaled, direction);
      findDot(found, PRODUCT, t, t);
      if (found[PRODUCT] === 0) return;
      findDot(found, OMEGA, t, r);
      found[OMEGA] /= found[PRODUCT];
      this.addTo(u, 1, OMEGA, direction);
      this.addTo(r, -1, OMEGA, t);
      if (this.isSmall(r)) return;
      findDot(found, PRODUCT, shadow, r);
      const omega = found[OMEGA];
      if (omega === 0 || this.isZero(shadow, r)) return;
      const beta = (found[PRODUCT] / found[RHO]) * (found[ALPHA] / omega);
      found[RHO] = found[PRODUCT];
      for (let k = 0; k < p.length; k++) p[k] = r[k] + beta * (p[k] - omega * v[k]);
    }
  }

  private precondition(out: Numbers, a: Numbers): void {
    out.set(a);
    if (this.settings.preconditioner === "block Jacobi") applyInverses(out, this.jacobi);
  }

  /** Whether a residual, unscaled, is small enough. */
  private isSmall(r: Numbers): boolean {
    const { row } = this.scales;
    let sum = 0;
    for (let k = 0; k < r.length; k++) {
      const rest = r[k] / row[k];
      sum += rest * rest;
    }
    return Math.sqrt(sum) <= this.found[LEAST];
  }

  /** Whether the last product, of these two vectors, counts as zero. */
  private isZero(a: Numbers, b: Numbers): boolean {
    const { found } = this;
    findNorm(found, NORM, a);
    findNorm(found, OTHER_NORM, b);
    return !(Math.abs(found[PRODUCT]) > BREAKDOWN * found[NORM] * found[OTHER_NORM]);
  }

  /** Adds `sign` times the number at a place of `found` times b. */
  private addTo(a: Numbers, sign: 1 | -1, place: number, b: Numbers): void {
    const times = sign * this.found[place];
    for (let k = 0; k < a.length; k++) a[k] += times * b[k];
  }
}

function scaleMatrix(out: BlockMatrix, { pattern, values }: BlockMatrix, { row, column }: Scales): void {
  const { count, rowStart, blockStart, blockColumn, blockAt } = pattern;
  for (let i = 0; i < count; i++) {
    for (let block = blockStart[i]; block < blockStart[i + 1]; block++) {
      const j = blockColumn[block];
      let at = blockAt[block];
      for (let r = rowStart[i]; r < rowStart[i + 1]; r++)
        for (let c = rowStart[j]; c < rowStart[j + 1]; c++, at++) out.values[at] = values[at] * row[r] * column[c];
    }
  }
}
