// All active constraints together: the linear system for their unknowns. Each row states that the effect of the
// unknowns on the rate of a constraint, through the bodies they share, makes this rate zero.
//
// Numbers of constraints are read where their kernels left them: places below are places in the run's memory, -1 for
// zeros.

import { type BlockMatrix, clearBlocks, createBlockMatrix, findNorm, findRest } from "../../math/block/block-matrix.ts";
import { DirectSolver } from "../../math/block/direct.ts";
import type { BlockSolver, SolveReport } from "../../math/block/report.ts";
import { createBlockSolver } from "../../math/block/solver.ts";
import { RunError } from "../model/run-error.ts";
import { placesOfSlots } from "../model/slot.ts";
import type { SolverChoice } from "../model/solver.ts";
import { stabilisationOf } from "../model/stabilisation.ts";
import type { PhaseListener } from "../state/phase.ts";
import type { RunMemory } from "../state/run-memory.ts";
import { ChainSolver } from "./chain-solver.ts";
import {
  type ConstraintTables,
  endSize,
  findLength,
  findUndone,
  type ProjectedPart,
  tabulateConstraints,
} from "./constraint-tables.ts";
import { addCouplings } from "./couplings.ts";
import type { LinkInstance } from "./instance.ts";
import type { LinkKernels } from "./kernels.ts";
import type { LinkSteps } from "./link-laws.ts";
import type { LinkPass } from "./pass.ts";
import type { UnrolledSolver } from "./unrolled-solver.ts";

/** Beyond this condition, unknowns have lost too many digits for an integrator that controls its error. */
const mostCondition = 1e6;

export class ConstraintSystem {
  readonly instances: readonly LinkInstance[];
  report: SolveReport | null = null;
  /** The typical length. */
  readonly length: number;
  onPhase: PhaseListener | null = null;
  private readonly memory: RunMemory;
  private readonly numbers: Float64Array;
  private readonly tables: ConstraintTables;
  private readonly matrix: BlockMatrix;
  private readonly solver: BlockSolver;
  /**
   * The solver that works in the workspaces: chains, or an unrolled elimination; null if the system is too large, or
   * iterations are wanted.
   */
  private readonly compiled: ChainSolver | UnrolledSolver | null;
  readonly pushes: readonly LinkPass[];
  /** Whether the last solution is from the general solver. */
  private isGeneral = true;
  /** The right-hand side for the general solver. */
  private readonly right: Float64Array;
  private readonly unknowns: Float64Array;
  private readonly rest: Float64Array;
  /** Per change and row: the place of the number that the change must undo, or -1. */
  private readonly undone: Readonly<Record<ProjectedPart, Int32Array>>;
  /** The result of `worst`, in memory. */
  private readonly largest = new Float64Array(1);
  /**
   * The accumulators of all bodies that constraints act on, and the contributions of constraints that do not depend on
   * unknowns.
   */
  readonly sums: Int32Array;
  private readonly extra: Float64Array;
  private readonly isFree: boolean;

  constructor(instances: readonly LinkInstance[], memory: RunMemory, kernels: LinkKernels, solver: SolverChoice) {
    this.instances = instances;
    this.memory = memory;
    this.numbers = memory.numbers;
    this.isFree = instances.some(({ form }) => [...form.given, ...form.yielding].some((at) => at >= 0));
    this.tables = tabulateConstraints(instances, (body) => placesOfSlots(kernels.accumulatorsOf(body)));
    const { pattern, own, diagonal, couplings } = this.tables;
    this.sums = this.tables.sums;
    this.extra = new Float64Array(this.sums.length);
    const isProjected = Uint8Array.from(
      instances.flatMap(({ link, form }) =>
        Array.from({ length: form.rows }, () => (stabilisationOf(link.context) === "projection" ? 1 : 0)),
      ),
    );
    this.undone = findUndone(this.tables, isProjected);
    this.length = findLength(instances, kernels.initial);
    this.matrix = createBlockMatrix(pattern);
    this.solver = createBlockSolver(solver.kind, pattern, solver.iterations);
    const plan = this.solver instanceof DirectSolver ? this.solver.elimination.plan : null;
    this.compiled =
      plan &&
      (ChainSolver.create(instances, plan, memory, kernels.pass, this.length) ??
        kernels.unrolled({
          instances,
          pattern,
          own,
          diagonal,
          couplings,
          gaps: this.undone["all values"],
          length: this.length,
        }));
    this.pushes = kernels.pushes(instances);
    this.right = new Float64Array(pattern.rows);
    this.unknowns = new Float64Array(pattern.rows);
    this.rest = new Float64Array(pattern.rows);
  }

  /** Whether the unknowns found depend on the initial guess of iterations. */
  get iterates(): boolean {
    return this.solver.kind !== "direct";
  }

  /** All passes over its links. */
  get passes(): readonly LinkPass[] {
    return this.compiled instanceof ChainSolver ? [...this.compiled.passes, ...this.pushes] : this.pushes;
  }

  /** Takes over constraints that have been evaluated at a stage whose accumulators hold all other contributions. */
  take(): void {
    const { extra } = this;
    if (!this.isFree) return;
    extra.fill(0);
    this.addTo(extra, 4);
  }

  /** Adds a part of the contributions of constraints, in the order of `sums`. */
  private addTo(out: Float64Array, part: 4 | 5): void {
    const { numbers } = this;
    const { ends } = this.tables;
    for (let e = 0; e < ends.length; e += endSize) {
      const at = ends[e + part];
      if (at >= 0) for (let i = 0; i < ends[e + 1]; i++) out[ends[e] + i] += numbers[at + i];
    }
  }

  /** Prepares the solution for what was evaluated. */
  factor(): void {
    this.onPhase?.("matrix");
    if (!this.compiled) this.factorGeneral();
  }

  private factorGeneral(): void {
    this.assemble();
    // If constraints of poses do not hold, as within a step, their derivatives do not hold either.
    this.solver.factor(this.matrix, this.length > 0 ? this.worst("all values")[0] / this.length : 0);
  }

  private assemble(): void {
    const { matrix, numbers } = this;
    const { rowsOf, diagonal, own } = this.tables;
    const { values } = matrix;
    clearBlocks(matrix);
    for (let k = 0; k < diagonal.length; k++) {
      const to = diagonal[k];
      if (to < 0) continue;
      const from = own[k];
      const size = rowsOf[k] * rowsOf[k];
      for (let i = 0; i < size; i++) values[to + i] = numbers[from + i];
    }
    addCouplings(values as Float64Array, numbers, this.tables.couplings);
  }

  /**
   * Sets the initial guess of the general solver: the unknowns that the links have kept, or zero. Only iterations
   * depend on it.
   */
  private guess(stage: Float64Array | null): void {
    const { unknowns } = this;
    const { kept } = this.tables;
    if (!stage) unknowns.fill(0);
    else for (let row = 0; row < kept.length; row++) unknowns[row] = stage[kept[row]];
  }

  /** Solves for the unknowns that make the rates right, from the right-hand sides left by the laws. */
  solveRates(stage: Float64Array): void {
    this.onPhase?.("solution");
    if (this.isFree) this.makeUpForExtra();
    this.solve("rates", stage);
  }

  /**
   * Solves for the changes of values or velocities that suffice. This overwrites the right-hand sides until the laws
   * are evaluated again.
   */
  solveChanges(wanted: ProjectedPart): void {
    this.onPhase?.("solution");
    this.wantChanges(wanted);
    this.solve(wanted, null);
  }

  private solve(wanted: "rates" | ProjectedPart, stage: Float64Array | null): void {
    this.isGeneral = !this.compiled?.solve();
    if (!this.isGeneral) return;
    const { right, unknowns, numbers, tables } = this;
    this.guess(stage);
    if (this.compiled) this.factorGeneral();
    for (let row = 0; row < right.length; row++) right[row] = numbers[tables.right[row]];
    const report = this.solver.solve(right, unknowns);
    const t = (stage ?? this.memory.stage.numbers)[this.memory.time];
    this.report = report;
    // The remaining gaps are as inexact as the step, and redundant constraints disagree about them; gaps that do not
    // close are reported where they are examined again.
    if (report.inconsistentRow >= 0 && wanted === "rates")
      throw this.impossible(report.inconsistentRow, report.inconsistency, t);
    for (let row = 0; row < unknowns.length; row++) {
      if (!Number.isFinite(unknowns[row])) throw this.impossible(row, unknowns[row], t);
      numbers[tables.found[row]] = unknowns[row];
    }
  }

  /** Corrects for contributions of constraints that do not depend on unknowns: they change the rates too. */
  private makeUpForExtra(): void {
    const { extra, numbers } = this;
    const { ends, rowsOf, right } = this.tables;
    let row = 0;
    for (let k = 0; k < rowsOf.length; k++)
      for (let i = 0; i < rowsOf[k]; i++, row++)
        for (let e = 2 * endSize * k; e < 2 * endSize * (k + 1); e += endSize) {
          const at = ends[e + 3];
          const count = ends[e + 1];
          if (at >= 0)
            for (let j = 0; j < count; j++) numbers[right[row]] -= numbers[at + i * count + j] * extra[ends[e] + j];
        }
  }

  private wantChanges(wanted: ProjectedPart): void {
    const { numbers } = this;
    const { right } = this.tables;
    const from = this.undone[wanted];
    for (let row = 0; row < right.length; row++) numbers[right[row]] = from[row] >= 0 ? -numbers[from[row]] : 0;
  }

  /** Adds the contributions of unknowns, and the others of constraints; stores the unknowns with their links. */
  act(stage: Float64Array): void {
    const { sums, extra, numbers } = this;
    const { kept, found } = this.tables;
    if (this.isFree) {
      // The unknowns do not compensate what closes gaps: otherwise it would close none.
      this.addTo(extra, 5);
      for (let i = 0; i < sums.length; i++) stage[sums[i]] += extra[i];
    }
    this.push(stage);
    for (let row = 0; row < kept.length; row++) stage[kept[row]] = numbers[found[row]];
  }

  /** Adds H λ to the accumulators. */
  push(stage: Float64Array): void {
    for (let i = 0; i < this.pushes.length; i++) this.pushes[i].run(stage.byteOffset);
  }

  /** The program steps that solve the system; null if not all of it is compiled. */
  steps(stage: Float64Array): Pick<LinkSteps, "solving" | "pushing" | "found" | "kept"> | null {
    const { compiled, pushes, isFree } = this;
    const { kept, found } = this.tables;
    const solving = compiled?.steps() ?? [null];
    const pushing = pushes.map((pass) => pass.step(stage.byteOffset));
    if (isFree || !solving.every((step) => step !== null) || !pushing.every((step) => step !== null)) return null;
    return { solving, pushing, found: Array.from(kept, (place, row) => [found[row], place] as const), kept };
  }

  /** Per row: the place of the number that a change must undo, or -1, and the place of its right-hand side. */
  undonePlaces(wanted: ProjectedPart): (readonly [from: number, right: number])[] {
    return Array.from(this.tables.right, (place, row) => [this.undone[wanted][row], place]);
  }

  /** Notes that a program has solved the system. */
  solvedElsewhere(): void {
    this.isGeneral = false;
  }

  /** The largest number that a change must undo, in a list; 0 if there is none. */
  worst(undone: ProjectedPart): Float64Array {
    const { numbers, largest } = this;
    const places = this.undone[undone];
    largest[0] = 0;
    for (let row = 0; row < places.length; row++) {
      if (places[row] < 0) continue;
      const size = Math.abs(numbers[places[row]]);
      if (size > largest[0]) largest[0] = size;
    }
    return largest;
  }

  /** The row whose number is the largest: its link, and whether it concerns velocities (1) or poses (2). */
  worstRow(undone: ProjectedPart): { instance: LinkInstance; order: number } {
    const [worst] = this.worst(undone);
    const found = this.undone[undone].findIndex((place) => place >= 0 && Math.abs(this.numbers[place]) === worst);
    const row = Math.max(0, found);
    return { instance: this.instanceOf(row), order: this.tables.orders[row] };
  }

  /** The rows whose number is larger than this, like the result of `worstRow`, each with the name of its constraint. */
  rowsBeyond(
    undone: ProjectedPart,
    limit: number,
  ): { instance: LinkInstance; constraint: string; order: number; gap: number }[] {
    const constraints = this.instances.flatMap(({ form }) => form.constraints);
    return Array.from(this.undone[undone]).flatMap((place, row) => {
      const gap = place >= 0 ? Math.abs(this.numbers[place]) : 0;
      const constraint = constraints[row];
      return gap > limit ? [{ instance: this.instanceOf(row), constraint, order: this.tables.orders[row], gap }] : [];
    });
  }

  /** Number of redundant rows of constraints; only the direct method knows it. */
  get redundant(): number {
    return this.isGeneral && this.solver instanceof DirectSolver ? this.right.length - this.solver.rank : 0;
  }

  redundantRuns(): LinkInstance[] {
    return this.solver instanceof DirectSolver
      ? this.solver.redundantRows().map(({ node }) => this.instances[node])
      : [];
  }

  /** Writes the residual relative to the right-hand side. */
  findResidual(out: Float64Array, at: number): void {
    out[at] = 0;
    if (this.isGeneral) {
      if (this.report) out[at] = this.report.residual;
      return;
    }
    const { right, unknowns, numbers, tables } = this;
    for (let row = 0; row < right.length; row++) right[row] = numbers[tables.right[row]];
    findNorm(out, at, right);
    const size = out[at];
    if (size === 0) return;
    if (this.compiled instanceof ChainSolver) {
      this.compiled.findResidual(out, at);
      out[at] /= size;
      return;
    }
    for (let row = 0; row < right.length; row++) unknowns[row] = numbers[tables.found[row]];
    this.assemble();
    findRest(this.rest, this.matrix, unknowns, right);
    findNorm(out, at, this.rest);
    out[at] /= size;
  }

  get iterations(): number {
    return this.isGeneral ? (this.report?.iterations ?? 0) : 0;
  }

  /**
   * Writes the reciprocal of what the worst pivot has kept of its size: 1 is good, 1e8 costs half of the digits; 0
   * where it is unknown.
   */
  findCondition(out: Float64Array, at: number): void {
    if (!this.isGeneral) this.compiled!.findCondition(out, at);
    else out[at] = this.solver instanceof DirectSolver ? 1 / this.solver.smallestPivot : 0;
  }

  /** Whether the last solution has lost about half of its digits, or more. */
  get isNearlySingular(): boolean {
    this.findCondition(this.largest, 0);
    return this.largest[0] > mostCondition;
  }

  private instanceOf(row: number): LinkInstance {
    let first = 0;
    return this.instances.find(({ form }) => row < (first += form.rows)) ?? this.instances[0];
  }

  private impossible(row: number, by: number, t: number): RunError {
    const { link } = this.instanceOf(row);
    if (this.instances.length === 1)
      return new RunError(
        "constraint",
        link.context.name.span,
        `'${link.name}' cannot be met at t = ${t}: its unknowns cannot change ${by} of its constraint`,
        "let its unknowns act on all that it constrains, or constrain less",
      );
    return new RunError(
      "constraint",
      link.context.name.span,
      `the constraints cannot all be met at t = ${t}: '${link.name}' contradicts the others by ${by}`,
      "remove one of them, or replace one by a spring; if they were met until now, take a shorter step",
    );
  }
}
