// The implicit midpoint: y1 = y0 + h f(t + h/2, (y0 + y1)/2), to the last digit; keeps quadratic invariants. For steps
// that are short for the law, fixed-point iteration finds it at the lowest cost. If that does not converge, Newton's
// method is used, with the derivatives of the laws.

import { EvaluationError } from "../../../compiler/values/evaluation-error.ts";
import { factor, solve } from "../../../math/vectors/matrix.ts";
import { RunError } from "../../model/run-error.ts";
import { divided } from "./division.ts";
import { type Jacobian, type Step, type System, workOf } from "./method.ts";

const mostIterations = 200;
const mostStalled = 12;
/**
 * Fixed-point iteration that converges more slowly than by this factor, this many times, is abandoned unless the
 * changes are rounding.
 */
const slowest = 0.5;
const mostSlow = 4;
const roundingChange = 1e-7;

export const implicitMidpoint: Step = divided((system, y, out) => {
  const { t, h, size } = system;
  const rate = workOf(system, 2)[0];
  system.derivative(y, rate);
  if (!repeat(system, y, out)) {
    const newton = new Newton(system, y, t, h);
    const failed = newton.fails();
    for (let k = 0; k < size; k++) out[k] = 2 * newton.middle[k] - y[k];
    if (failed) {
      const isLawful = hasRates(system, t, y, rate);
      // A switch of a law on the way may be the reason.
      system.watch?.recall();
      if (!isLawful) out.fill(Number.NaN);
      return isLawful ? newton.complaint() : null;
    }
  }
  return null;
}, -1);

/**
 * Whether there are rates. A law without a value at the beginning of a step is reported as such: its next number is
 * NaN.
 */
function hasRates(system: System, t: number, y: Float64Array, out: Float64Array): boolean {
  system.t = t;
  system.derivative(y, out);
  return out.every(Number.isFinite);
}

/**
 * Fixed-point iteration from the rates at the beginning, in the first work vector; false if it does not converge.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: as arguments, its last changes would go on the heap
function repeat(system: System, y: Float64Array, out: Float64Array): boolean {
  const { t, h, work, size } = system;
  const [rate, middle] = work;
  system.t = t + h / 2;
  for (let k = 0; k < size; k++) out[k] = y[k] + h * rate[k];
  let before = Number.POSITIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  let stalled = 0;
  let slow = 0;
  for (let iteration = 0; iteration < mostIterations; iteration++) {
    for (let k = 0; k < size; k++) middle[k] = (y[k] + out[k]) / 2;
    if (!findRate(system, middle, rate)) return false;
    let change = 0;
    for (let k = 0; k < size; k++) {
      const next = y[k] + h * rate[k];
      change = Math.max(change, Math.abs(next - out[k]) / Math.max(1, Math.abs(next)));
      out[k] = next;
    }
    if (!Number.isFinite(change)) return false;
    // The last changes alternate because of rounding; then it is done.
    if (change === 0 || (change < 1e-14 && change >= before)) return true;
    // Differences between large numbers are rounded more coarsely: small changes that no longer shrink are rounding
    // too.
    stalled = change < least ? 0 : stalled + 1;
    if (stalled === mostStalled && least < roundingChange) return true;
    if (change > roundingChange && change > slowest * before && ++slow === mostSlow) return false;
    if (change > roundingChange && change > before && iteration > 1) return false;
    least = Math.min(least, change);
    before = change;
  }
  return false;
}

/** The rates at a guessed point; false if laws have none there. */
function findRate(system: System, y: Float64Array, out: Float64Array): boolean {
  system.watch?.again();
  try {
    system.derivative(y, out);
  } catch (error) {
    if (!(error instanceof RunError || error instanceof EvaluationError)) throw error;
    return false;
  }
  return true;
}

/** Larger sets of coupled numbers are not solved by Newton's method. */
const mostTogether = 600;
const mostSteps = 60;
const mostWatched = 10;
/** A correction larger than this share of the one before requires new derivatives. */
const fresh = 0.1;
/** If the whole step has no direct solution, it is approached by shares of the step, which grow by at least this. */
const leastShare = 1 / 64;
const difference = 1e-8;

/** The midpoint m of a step by Newton's method: m = y0 + h/2 f(m). */
class Newton {
  readonly middle: Float64Array;
  private readonly system: System;
  private readonly start: Float64Array;
  private readonly t: number;
  private readonly h: number;
  private readonly rate: Float64Array;
  private readonly change: Float64Array;
  private readonly trial: Float64Array;
  private factors: { readonly numbers: Int32Array; readonly matrix: Float64Array; readonly pivots: Int32Array }[] = [];
  /** The size of a correction, as a share of the corrected numbers; and the number with the largest residual. */
  private size = 0;
  private worst = 0;
  private isTooLarge = false;

  constructor(system: System, start: Float64Array, t: number, h: number) {
    this.system = system;
    this.start = start;
    this.t = t;
    this.h = h;
    this.middle = start.slice();
    this.rate = new Float64Array(system.size);
    this.change = new Float64Array(system.size);
    this.trial = new Float64Array(system.size);
  }

  /**
   * Solves from the beginning of the step or, if that is too far, by shares of the step, each from the solution of the
   * one before.
   */
  fails(): boolean {
    const { middle, system } = this;
    const reached = middle.slice();
    let done = 0;
    for (let share = 1; share >= leastShare && !this.isTooLarge; ) {
      if (this.solve(Math.min(1, done + share))) {
        done += share;
        if (done >= 1) return false;
        reached.set(middle);
      } else {
        middle.set(reached);
        share /= 2;
        // A jump requires shorter pieces that end before it.
        system.watch?.recall();
        if (system.watch && system.watch.crossed >= 0) return true;
      }
    }
    return true;
  }

  complaint(): string {
    const { system, worst } = this;
    const whose = system.describe ? ` for ${system.describe(worst)}` : "";
    if (this.isTooLarge)
      return (
        `the implicit midpoint does not converge by repetition${whose}, and more than ${mostTogether} numbers ` +
        `depend on each other, too many for Newton's method: the step is too long`
      );
    return (
      `the implicit midpoint is not found${whose}, neither by repetition nor by Newton's method: the step is too ` +
      "long, or the law has no value near there"
    );
  }

  /** Solves for a share of the step. */
  private solve(share: number): boolean {
    const { middle, change, trial, rate, system } = this;
    const half = (share * this.h) / 2;
    system.t = this.t + half;
    if (!this.renew(half)) return false;
    this.correct(middle, half);
    let stalled = 0;
    for (let step = 0; step < this.most; step++) {
      const before = this.size;
      if (!(before > 0 && before < Number.POSITIVE_INFINITY)) return before === 0;
      const length = this.descend(half, before);
      if (length === 0) {
        // No shorter correction reduces the residual: it is rounding, or these derivatives do not help.
        if (before < 1e-10) return findRate(system, middle, rate);
        if (!this.renew(half) || ++stalled > 3 || system.watch) return false;
        this.correct(middle, half);
        continue;
      }
      middle.set(trial);
      if (before < 1e-14) return true;
      if (this.size > fresh * before && this.size > 1e-13 && !this.recorrect(half)) return false;
    }
    return this.size < 1e-10 && change.every(Number.isFinite);
  }

  /** The most corrections. A step across a jump usually has no solution, and is tried again, shorter. */
  private get most(): number {
    return this.system.watch ? mostWatched : mostSteps;
  }

  /** Computes rates and derivatives at the midpoint; false where there are none. */
  private renew(half: number): boolean {
    return findRate(this.system, this.middle, this.rate) && this.differentiate(half);
  }

  /** Computes the correction by new derivatives, where the rates are known; false where there are none. */
  private recorrect(half: number): boolean {
    if (!this.differentiate(half)) return false;
    this.correct(this.middle, half);
    return true;
  }

  /**
   * Moves along the correction, or a part of it, until the residual is smaller; returns the part, or 0. Afterwards the
   * rates there are known.
   */
  private descend(half: number, before: number): number {
    const { middle, trial, change, rate, system } = this;
    const whole = change.slice();
    for (let length = 1; length > 1e-4; length /= 4) {
      for (let k = 0; k < trial.length; k++) trial[k] = middle[k] + length * whole[k];
      if (!findRate(system, trial, rate)) continue;
      this.correct(trial, half);
      if (this.size < before) return length;
    }
    change.set(whole);
    this.size = before;
    return 0;
  }

  /** Computes the correction at a point whose rates are known: (1 - h/2 f') c = y0 + h/2 f(m) - m. */
  private correct(point: Float64Array, half: number): void {
    const { start, rate, change } = this;
    this.size = 0;
    for (const { numbers, matrix, pivots } of this.factors) {
      const lack = Float64Array.from(numbers, (k) => start[k] + half * rate[k] - point[k]);
      solve(lack, matrix, pivots, numbers.length, 1);
      for (let i = 0; i < numbers.length; i++) {
        const k = numbers[i];
        change[k] = lack[i];
        const size = Math.abs(lack[i]) / Math.max(1, Math.abs(point[k]));
        if (size <= this.size) continue;
        this.size = size;
        this.worst = k;
      }
    }
    for (let k = 0; k < change.length; k++) if (!Number.isFinite(change[k])) this.size = Number.POSITIVE_INFINITY;
  }

  /** Factors 1 - h/2 f' at the midpoint, where the rates are known; false if it has no inverse. */
  private differentiate(half: number): boolean {
    const { system, middle } = this;
    const everything: Jacobian = { blocks: [Int32Array.from(middle, (_, k) => k)], find: () => false };
    const jacobian = system.jacobianAt?.(middle) ?? everything;
    const matrices = jacobian.blocks.map((numbers, block) => {
      if (numbers.length > mostTogether) this.isTooLarge = true;
      const matrix = new Float64Array(this.isTooLarge ? 0 : numbers.length * numbers.length);
      return { numbers, matrix, isFound: !this.isTooLarge && jacobian.find(block, matrix) };
    });
    if (this.isTooLarge) return false;
    if (!this.differ(matrices.filter(({ isFound }) => !isFound))) return false;
    this.factors = matrices.map(({ numbers, matrix }) => ({ numbers, matrix, pivots: new Int32Array(numbers.length) }));
    return this.factors.every(({ numbers, matrix, pivots }) => {
      const n = numbers.length;
      for (let k = 0; k < n * n; k++) matrix[k] = (k % (n + 1) === 0 ? 1 : 0) - half * matrix[k];
      return factor(matrix, pivots, n) !== 0;
    });
  }

  /**
   * Finds the derivatives of blocks by differences: it changes the first number of each, then the second of each, and
   * so on.
   */
  private differ(blocks: readonly { readonly numbers: Int32Array; readonly matrix: Float64Array }[]): boolean {
    const { system, middle, trial } = this;
    const [rate, other] = [new Float64Array(middle.length), new Float64Array(middle.length)];
    const most = Math.max(0, ...blocks.map(({ numbers }) => numbers.length));
    if (most > 0 && !findRate(system, middle, rate)) return false;
    for (let j = 0; j < most; j++) {
      trial.set(middle);
      const steps = blocks.map(({ numbers }) => {
        if (j >= numbers.length) return 0;
        const k = numbers[j];
        trial[k] = middle[k] + difference * Math.max(1, Math.abs(middle[k]));
        return trial[k] - middle[k];
      });
      if (!findRate(system, trial, other)) return false;
      for (const [b, { numbers, matrix }] of blocks.entries())
        for (let i = 0; i < numbers.length && steps[b] !== 0; i++)
          matrix[i * numbers.length + j] = (other[numbers[i]] - rate[numbers[i]]) / steps[b];
    }
    return true;
  }
}
