// The implicit midpoint: y1 = y0 + h f(t + h/2, (y0 + y1)/2), to the last digit; keeps quadratic invariants. Repetition
// finds it where steps are short for the law, and costs least there. Where that does not close in, Newton's method
// does, with the derivatives of the laws.

import { EvaluationError } from "../../../compiler/values/evaluation-error.ts";
import { factor, solve } from "../../../math/vectors/matrix.ts";
import { RunError } from "../../model/run-error.ts";
import { divided } from "./division.ts";
import { type Jacobian, type Step, type System, workOf } from "./method.ts";

const mostIterations = 200;
const mostStalled = 12;
/** Repetition that closes in more slowly than by this, so often, is given up while the changes are no rounding. */
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
      // What laws switch to on the way may be why.
      system.watch?.recall();
      if (!isLawful) out.fill(Number.NaN);
      return isLawful ? newton.complaint() : null;
    }
  }
  return null;
}, -1);

/** A law that has no number where a step begins is told as such: its next number is none. */
function hasRates(system: System, t: number, y: Float64Array, out: Float64Array): boolean {
  system.t = t;
  system.derivative(y, out);
  return out.every(Number.isFinite);
}

/** From the rates at the beginning, in the first vector of the work; false where it does not close in. */
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
    // Rounding makes the last changes come and go; then it is done.
    if (change === 0 || (change < 1e-14 && change >= before)) return true;
    // Differences of large numbers round more coarsely: small changes that no longer shrink are rounding too.
    stalled = change < least ? 0 : stalled + 1;
    if (stalled === mostStalled && least < roundingChange) return true;
    if (change > roundingChange && change > slowest * before && ++slow === mostSlow) return false;
    if (change > roundingChange && change > before && iteration > 1) return false;
    least = Math.min(least, change);
    before = change;
  }
  return false;
}

/** The rates at a point that was guessed; false where laws have none there. */
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

/** Larger sets of numbers that depend on each other are not solved for. */
const mostTogether = 600;
const mostSteps = 60;
const mostWatched = 10;
/** A correction that is no smaller than this share of the one before asks for derivatives of its own. */
const fresh = 0.1;
/** Where the whole step cannot be found at once, shares of it lead there, which grow by no less than this. */
const leastShare = 1 / 64;
const difference = 1e-8;

/** The middle m of a step by Newton's method: m = y0 + h/2 f(m). */
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
  /** How large a correction is, as a share of the numbers it is of; and the number that lacks most. */
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
   * From the beginning of the step, or where that is too far, by way of shares of the step, each from where the one
   * before led.
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
        // A jump is for shorter pieces, which end before it.
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
        `the implicit midpoint repeats without closing in${whose}, and more than ${mostTogether} numbers ` +
        `depend on each other, too many for Newton's method: the step is too long`
      );
    return (
      `the implicit midpoint is not found${whose}, by repetition nor by Newton's method: the step is too long, ` +
      `or the law has no value near there`
    );
  }

  /** For a share of the step. */
  private solve(share: number): boolean {
    const { middle, change, trial, rate, system } = this;
    const half = (share * this.h) / 2;
    system.t = this.t + half;
    if (!findRate(system, middle, rate) || !this.differentiate(half)) return false;
    this.correct(middle, half);
    let stalled = 0;
    // A step that jumps has no solution as a rule, and is tried again, shorter.
    const most = system.watch ? mostWatched : mostSteps;
    for (let step = 0; step < most; step++) {
      const before = this.size;
      if (!(before < Number.POSITIVE_INFINITY)) return false;
      if (before === 0) return true;
      const length = this.descend(half, before);
      if (length === 0) {
        // No shorter correction lacks less: it is rounding, or these derivatives do not lead on.
        if (before < 1e-10) return findRate(system, middle, rate);
        if (!findRate(system, middle, rate) || !this.differentiate(half)) return false;
        if (++stalled > 3 || system.watch) return false;
        this.correct(middle, half);
        continue;
      }
      middle.set(trial);
      if (before < 1e-14) return true;
      if (this.size > fresh * before && this.size > 1e-13) {
        if (!this.differentiate(half)) return false;
        this.correct(middle, half);
      }
    }
    return this.size < 1e-10 && change.every(Number.isFinite);
  }

  /**
   * Goes along the correction, or a part of it, to where less is lacking; how far, or 0. The rates there are known
   * then.
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

  /** The correction at a point whose rates are known: (1 - h/2 f') c = y0 + h/2 f(m) - m. */
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

  /** Factors 1 - h/2 f' at the middle, where the rates are known; false where it has no inverse. */
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
   * The derivatives of blocks by differences: the first number of each is changed, then the second of each, and so on.
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
