// All constraints at work together: the linear system for their unknowns. Row by row it says that what the unknowns do to the
// rate of each constraint, by way of the bodies they share, makes up for what that rate lacks.
import {
  type BlockMatrix,
  clearBlocks,
  createBlockMatrix,
  createBlockPattern,
  offsetOf,
} from "../math/block-matrix.ts";
import type { BlockSolver, BlockSolverKind, SolveReport } from "../math/block-report.ts";
import { createBlockSolver } from "../math/block-solver.ts";
import type { Slot } from "./layout.ts";
import type { LinkRun } from "./link-kernels.ts";
import type { Body } from "./model.ts";
import { Problem } from "./problem.ts";
import type { Stabilisation } from "./stabilisation.ts";

/** Which right-hand side: rates that make up for gaps, or changes that close the gap, or stop the gap's growth. */
export type Wanted = "rates" | "values" | "all values" | "velocities" | "all velocities";

/** A product of two small matrices that is added to a block: rows, columns, and the length of the sums. */
interface Coupling {
  readonly left: Float64Array;
  readonly leftAt: number;
  readonly right: Float64Array;
  readonly rightAt: number;
  readonly at: number;
  readonly rows: number;
  readonly cols: number;
  readonly inner: number;
}

/** The accumulators of a body that constraints act on, number by number. */
interface Acted {
  readonly places: Int32Array;
  /** What constraints contribute whatever the unknowns are. */
  readonly extra: Float64Array;
}

export class ConstraintSystem {
  readonly runs: readonly LinkRun[];
  readonly unknowns: Float64Array;
  report: SolveReport | null = null;
  private readonly matrix: BlockMatrix;
  private readonly solver: BlockSolver;
  private readonly right: Float64Array;
  private readonly couplings: Coupling[] = [];
  private readonly acted: readonly Acted[];
  /** Per run and end, which of `acted`; -1 for the world and what does not move. */
  private readonly ends: readonly (readonly [number, number])[];
  private readonly stabilisation: readonly Stabilisation[];
  private readonly isFree: boolean;
  /** Where the blocks of constraints on themselves begin; -1 where they come from couplings. */
  private readonly diagonal: Int32Array;

  constructor(runs: readonly LinkRun[], accumulatorsOf: (body: Body | null) => readonly Slot[], solver: BlockSolverKind, stabilisation: (run: LinkRun) => Stabilisation) {
    this.runs = runs;
    this.stabilisation = runs.map(stabilisation);
    this.isFree = runs.some(({ form }) => form.given.some((at) => at >= 0));
    const numbers = new Map<Body, number>();
    const acted: Acted[] = [];
    const byBody: { run: number; end: number }[][] = [];
    this.ends = runs.map(({ link }, run) => {
      const [a, b] = link.bodies.map((body, end) => {
        const slots = accumulatorsOf(body);
        if (!body || slots.length === 0) return -1;
        let number = numbers.get(body);
        if (number === undefined) {
          numbers.set(body, (number = acted.length));
          const places = Int32Array.from(slots.flatMap(({ offset, stride, size }) => Array.from({ length: size }, (_, k) => offset + k * stride)));
          acted.push({ places, extra: new Float64Array(places.length) });
          byBody.push([]);
        }
        byBody[number].push({ run, end });
        return number;
      });
      return [a, b] as const;
    });
    this.acted = acted;
    const pairs = byBody.flatMap((members) => members.flatMap((a) => members.map((b) => [a.run, b.run] as const)));
    const pattern = createBlockPattern(runs.map(({ form }) => form.rows), pairs);
    this.matrix = createBlockMatrix(pattern);
    this.solver = createBlockSolver(solver, pattern);
    this.diagonal = Int32Array.from(runs, (run, k) => (isAlone(run) ? offsetOf(pattern, k, k) : -1));
    this.right = new Float64Array(pattern.rows);
    this.unknowns = new Float64Array(pattern.rows);
    for (const [number, members] of byBody.entries())
      for (const k of members)
        for (const l of members) {
          const [one, other] = [runs[k.run], runs[l.run]];
          // What a constraint does to itself its own law has added up, unless both its ends are on one body.
          if (k.run === l.run && isAlone(one)) continue;
          const leftAt = one.form.onConstraint[k.end];
          const rightAt = other.form.ofUnknowns[l.end];
          if (leftAt < 0 || rightAt < 0) continue;
          this.couplings.push({ left: one.out, leftAt, right: other.out, rightAt, at: offsetOf(pattern, k.run, l.run), rows: one.form.rows, cols: other.form.rows, inner: acted[number].places.length });
        }
  } // biome-ignore format: one record

  /** Evaluates all constraints at a stage whose accumulators hold all that is contributed otherwise. */
  evaluate(stage: Float64Array, t: number): void {
    for (const run of this.runs) run.run(stage, t);
    this.gatherExtra();
  }

  private gatherExtra(): void {
    if (!this.isFree) return;
    for (const { extra } of this.acted) extra.fill(0);
    for (const [k, { form, out }] of this.runs.entries())
      for (let end = 0; end < 2; end++) {
        const at = form.given[end];
        const number = this.ends[k][end];
        if (at < 0 || number < 0) continue;
        const { extra } = this.acted[number];
        for (let i = 0; i < extra.length; i++) extra[i] += out[at + i];
      }
  }

  /** Takes the numbers of the matrix from what was evaluated. */
  factor(): void {
    const { values } = this.matrix;
    clearBlocks(this.matrix);
    const { runs, diagonal } = this;
    for (let k = 0; k < runs.length; k++) {
      const { form, out } = runs[k];
      if (diagonal[k] < 0) continue;
      for (let i = 0; i < form.rows * form.rows; i++) values[diagonal[k] + i] = out[form.own + i];
    }
    for (let k = 0; k < this.couplings.length; k++) addProduct(values, this.couplings[k]);
    this.solver.factor(this.matrix);
  }

  solve(wanted: Wanted, t: number): void {
    const { right, runs, unknowns } = this;
    let row = 0;
    for (let k = 0; k < runs.length; k++) {
      const { form, out } = runs[k];
      const { rows, value, rate, free, order } = form;
      const stabilisation = this.stabilisation[k];
      const isProjected = stabilisation === "projection";
      const s = typeof stabilisation === "number" ? stabilisation : 0;
      for (let i = 0; i < rows; i++, row++) {
        const gap = value < 0 ? 0 : out[value + i];
        const growth = order === 1 || rate < 0 ? 0 : out[rate + i];
        if (wanted === "values" || wanted === "all values") right[row] = isProjected || wanted === "all values" ? -gap : 0;
        else if (wanted !== "rates") right[row] = isProjected || wanted === "all velocities" ? -growth : 0;
        else right[row] = -((free < 0 ? 0 : out[free + i]) + this.extraOn(k, i) + (order === 1 ? s * gap : s * (2 * growth + s * gap)));
      }
    } // biome-ignore format: one formula
    const report = this.solver.solve(right, unknowns);
    this.report = report;
    if (report.inconsistentRow >= 0) throw this.impossible(report.inconsistentRow, report.inconsistency, t);
    for (let i = 0; i < unknowns.length; i++)
      if (!Number.isFinite(unknowns[i])) throw this.impossible(i, unknowns[i], t);
  }

  /** What contributions that constraints make anyway add to the rate of a row. */
  private extraOn(k: number, i: number): number {
    if (!this.isFree) return 0;
    const { form, out } = this.runs[k];
    let sum = 0;
    for (let end = 0; end < 2; end++) {
      const at = form.onConstraint[end];
      const number = this.ends[k][end];
      if (at < 0 || number < 0) continue;
      const { extra } = this.acted[number];
      for (let j = 0; j < extra.length; j++) sum += out[at + i * extra.length + j] * extra[j];
    }
    return sum;
  }

  /** Adds what the unknowns, and constraints anyway, contribute; keeps the unknowns with their links. */
  act(stage: Float64Array): void {
    const { runs, acted, unknowns } = this;
    if (this.isFree)
      for (const { places, extra } of acted) for (let i = 0; i < places.length; i++) stage[places[i]] += extra[i];
    this.push(stage);
    let row = 0;
    for (let k = 0; k < runs.length; k++)
      for (const { offset, stride, size } of runs[k].link.unknowns)
        for (let i = 0; i < size; i++, row++) stage[offset + i * stride] = unknowns[row];
  }

  /** Adds H λ to the accumulators. */
  push(stage: Float64Array): void {
    const { runs, ends, acted, unknowns } = this;
    let row = 0;
    for (let k = 0; k < runs.length; k++) {
      const { form, out } = runs[k];
      const { rows, ofUnknowns } = form;
      for (let end = 0; end < 2; end++) {
        const at = ofUnknowns[end];
        const number = ends[k][end];
        if (at < 0 || number < 0) continue;
        const { places } = acted[number];
        for (let i = 0; i < places.length; i++) {
          let sum = 0;
          for (let j = 0; j < rows; j++) sum += out[at + i * rows + j] * unknowns[row + j];
          stage[places[i]] += sum;
        }
      }
      row += rows;
    }
  }

  /** The largest number of the constraints, or of their rates, and whose it is. */
  worst(part: "value" | "rate", which: "projected" | "all"): { size: number; run: LinkRun } {
    let size = 0;
    let worst = this.runs[0];
    for (const [k, run] of this.runs.entries()) {
      const at = run.form[part];
      if (at < 0 || (which === "projected" && this.stabilisation[k] !== "projection")) continue;
      for (let i = 0; i < run.form.rows; i++) {
        const x = Math.abs(run.out[at + i]);
        if (x > size) {
          size = x;
          worst = run;
        }
      }
    }
    return { size, run: worst };
  }

  private impossible(row: number, by: number, t: number): Problem {
    let first = 0;
    const run = this.runs.find(({ form }) => row < (first += form.rows)) ?? this.runs[0];
    return new Problem("constraint", run.link.context.name.span, `the constraints cannot all be met at t = ${t}: '${run.link.name}' contradicts the others by ${by}`, "take one of them away, or give way in one by a spring"); // biome-ignore format: one sentence
  }
}

/** Whether its ends are on different bodies. */
function isAlone({ link: { bodies }, form }: LinkRun): boolean {
  return bodies[0] !== bodies[1] && form.own >= 0;
}

function addProduct(out: Float64Array, { left, leftAt, right, rightAt, at, rows, cols, inner }: Coupling): void {
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++) {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += left[leftAt + i * inner + k] * right[rightAt + k * cols + j];
      out[at + i * cols + j] += sum;
    }
}
