// BiCGSTAB, van der Vorst (1992): iterations for matrices that need not be symmetric, two products a step.
//
// With equilibration the system is (R A C) u = R b, x = C u, R and C powers of two that make rows and columns about one. The
// preconditioner K, the diagonal blocks of that matrix, stands on the right: A K⁻¹ (K u) = b, so residuals are those of A. The
// tolerance is on the residual of the system as given, with and without equilibration, so that iterations can be compared.
import { applyInverses, type BlockJacobi, createBlockJacobi, invertDiagonal } from "./block-jacobi.ts";
import {
  type BlockMatrix,
  type BlockPattern,
  createBlockMatrix,
  dot,
  findRest,
  multiplyBlocks,
  normOf,
} from "./block-matrix.ts";
import { type BlockSolver, createReport, type IterationSettings, type SolveReport } from "./block-report.ts";
import { createScales, equilibrate, type Scales } from "./block-scaling.ts";
import type { Numbers } from "./vec3.ts";

/** Below this part of the norms' product two vectors count as orthogonal, and the iteration starts anew. */
const BREAKDOWN = 1e-30;

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
    const { report, settings, r, u, scales } = this;
    const size = normOf(b);
    const least = settings.tolerance * size;
    report.iterations = 0;
    for (let k = 0; k < x.length; k++) u[k] = x[k] / scales.column[k];
    findRest(r, this.matrix, x, b);
    let residual = normOf(r);
    // Each round starts from the residual as it is, not as it was carried along.
    while (residual > least && report.iterations < settings.mostIterations) {
      const before = report.iterations;
      this.iterate(least);
      for (let k = 0; k < x.length; k++) x[k] = u[k] * scales.column[k];
      findRest(r, this.matrix, x, b);
      residual = normOf(r);
      if (report.iterations === before) break;
    }
    report.residual = size > 0 ? residual / size : residual;
    report.converged = residual <= least;
    return report;
  }

  /** Iterates on `u` from the residual in `r`, until it is small, the limit is reached, or the method breaks down. */
  private iterate(least: number): void {
    const { report, settings, scaled, scales, u, r, shadow, p, v, t, direction } = this;
    for (let k = 0; k < r.length; k++) r[k] *= scales.row[k];
    shadow.set(r);
    p.set(r);
    let rho = dot(shadow, r);
    while (report.iterations < settings.mostIterations) {
      this.precondition(direction, p);
      multiplyBlocks(v, scaled, direction);
      const along = dot(shadow, v);
      if (isZero(along, shadow, v)) return;
      report.iterations++;
      const alpha = rho / along;
      addTo(u, alpha, direction);
      addTo(r, -alpha, v);
      if (this.unscaledNorm(r) <= least) return;
      this.precondition(direction, r);
      multiplyBlocks(t, scaled, direction);
      const length = dot(t, t);
      if (length === 0) return;
      const omega = dot(t, r) / length;
      addTo(u, omega, direction);
      addTo(r, -omega, t);
      if (this.unscaledNorm(r) <= least) return;
      const next = dot(shadow, r);
      if (omega === 0 || isZero(next, shadow, r)) return;
      const beta = (next / rho) * (alpha / omega);
      rho = next;
      for (let k = 0; k < p.length; k++) p[k] = r[k] + beta * (p[k] - omega * v[k]);
    }
  }

  private precondition(out: Numbers, a: Numbers): void {
    out.set(a);
    if (this.settings.preconditioner === "block Jacobi") applyInverses(out, this.jacobi);
  }

  private unscaledNorm(r: Numbers): number {
    const { row } = this.scales;
    let sum = 0;
    for (let k = 0; k < r.length; k++) {
      const rest = r[k] / row[k];
      sum += rest * rest;
    }
    return Math.sqrt(sum);
  }
}

function isZero(product: number, a: Numbers, b: Numbers): boolean {
  return !(Math.abs(product) > BREAKDOWN * normOf(a) * normOf(b));
}

function addTo(a: Numbers, times: number, b: Numbers): void {
  for (let k = 0; k < a.length; k++) a[k] += times * b[k];
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
