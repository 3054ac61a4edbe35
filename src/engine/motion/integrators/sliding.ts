// Sliding along a switch: on both sides of it the rates lead back to it, as when dry friction holds a block at rest.
// Motion on one side cannot last; the result is the average of both rates that stays on the switch (Filippov,
// Differential Equations with Discontinuous Righthand Sides, 1988). Several switches may slide at once, each with its
// own jump.
import { factor, solve } from "../../../math/vectors/matrix.ts";
import type { StageWatch, Step, System, Watch } from "./method.ts";

/** Shares of the step: how far ahead a side is evaluated, and where slopes of switches are evaluated. */
const shiftShare = 1e-8;
const probeShare = 1e-5;
/** The shortest piece that slides, as a share of the step, and the precision of its end. */
const leastShare = 1e-6;
const endShare = 1e-13;
/** The distance at which the other side of a switch is first sought. */
const firstShare = 1e-12;
const mostSwitches = 40;
const mostProbes = 60;

/** A switch that is about to be crossed, and the start of the crossing. */
export interface Crossing {
  readonly number: number;
  readonly from: Float64Array;
  readonly t: number;
  /** The rest of the step, and its whole length. */
  readonly rest: number;
  readonly h: number;
  /** Whether the step has reached its cost limit: then it does not slide. */
  isSpent(): boolean;
}

/** How a motion along switches is integrated. */
export interface SlidingMethod {
  /** One step of the method's formula. */
  readonly step: Step;
  /**
   * Slides from the crossing on. Returns how long, 0 if it does not slide; writes the result and reports the nodes.
   */
  follow(sliding: Sliding, out: Float64Array, node?: StageWatch): number;
}

/** A sliding method that takes the whole slide in one step. */
export function slidAtOnce(step: Step): SlidingMethod {
  return {
    step,
    follow(sliding, out, node) {
      const { from, t, rest } = sliding.crossing;
      const length = sliding.longest(from, t, rest);
      if (length === 0) return 0;
      out.set(sliding.result);
      if (!node) return length;
      const rates = new Float64Array(out.length);
      for (const isEnd of [false, true]) {
        sliding.t = isEnd ? t + length : t;
        sliding.derivative(isEnd ? out : from, rates);
        node(isEnd ? out : from, rates);
      }
      return length;
    },
  };
}

/**
 * Slides from a crossing for as long as it lasts. Returns how long, 0 if it does not slide; writes the result. The
 * rates of nodes are the averages, also at the beginning, where there may already be a node with the rates of one side.
 */
export function slide(
  method: SlidingMethod,
  system: System,
  watch: Watch,
  crossing: Crossing,
  out: Float64Array,
  node?: StageWatch,
): number {
  if (!watch.canSlide(crossing.number)) return 0;
  const sliding = new Sliding(method.step, system, watch, crossing);
  const tell: StageWatch = (y, f) => {
    system.t = sliding.t;
    node?.(y, f);
  };
  let isAdded = sliding.add(crossing.number);
  for (let k = 0; isAdded && k < mostSwitches && !crossing.isSpent(); k++) {
    const length = method.follow(sliding, out, node && tell);
    if (length > 0) {
      for (const number of sliding.numbers) watch.slides(number, crossing.t);
      return length;
    }
    const { crossed } = sliding;
    if (crossed < 0 || !watch.canSlide(crossed)) return 0;
    isAdded = sliding.add(crossed);
  }
  return 0;
}

/** Rates on one side of a switch, and its number there. */
interface Side {
  readonly at: number;
  readonly rates: Float64Array;
}

/** The averaged rates as a separate system. The signs of the switches' numbers name the sides. */
export class Sliding implements System {
  readonly watch = null;
  readonly ranks = 0;
  readonly work: Float64Array[] = [];
  readonly size: number;
  readonly parts: number;
  t = 0;
  h = 0;
  /** The end of the last piece. */
  readonly result: Float64Array;
  /** Another switch that changed sides on the way; -1 for none. */
  crossed = -1;
  /** Whether the last piece slid to its end. */
  private lasts = true;
  private readonly step: Step;
  private readonly system: System;
  private readonly looked: Watch;
  readonly crossing: Crossing;
  /**
   * The switches, the jump of the rates at each from below to above, and the rate of change of each switch along each
   * jump, row after row.
   */
  readonly numbers: number[] = [];
  private jumps: Float64Array[] = [];
  private slopes = new Float64Array(0);
  /** All switches at the beginning of a piece. */
  private readonly first: Float64Array;
  private isFresh = true;
  private readonly base: Float64Array;
  private readonly point: Float64Array;
  private readonly below: Float64Array;
  private readonly far: Float64Array;

  constructor(step: Step, system: System, watch: Watch, crossing: Crossing) {
    this.step = step;
    this.system = system;
    this.looked = watch;
    this.crossing = crossing;
    this.size = system.size;
    this.parts = system.parts;
    const vector = () => new Float64Array(system.size);
    this.result = vector();
    this.base = vector();
    this.point = vector();
    this.below = vector();
    this.far = vector();
    this.first = new Float64Array(watch.last.length);
  }

  derivativeOfRank(): void {
    throw new Error("sliding has no ranks");
  }

  components(): Int32Array {
    return new Int32Array(0);
  }

  /** Evaluates the switches' numbers at a point, in `watch.last`; also the rates, if `rates` is given. */
  private lookAt(y: Float64Array, t: number, rates: Float64Array | null): Float64Array {
    const { system, looked } = this;
    system.t = t;
    looked.begin();
    system.showWatch!(y, rates);
    return looked.last;
  }

  /** Adds a switch that the rates cross; false, with nothing changed, if it does not slide. */
  add(number: number): boolean {
    const { from, t } = this.crossing;
    const rates = new Float64Array(this.size);
    this.begin();
    this.t = t;
    if (this.numbers.length > 0) this.derivative(from, rates);
    const here = this.sideAt(from, t, number);
    if (this.numbers.length === 0) rates.set(here.rates);
    const there = this.beyond(number, here.at, rates);
    if (!there) return false;
    const [above, below] = here.at > there.at ? [here, there] : [there, here];
    const before = { jumps: this.jumps, slopes: this.slopes };
    this.numbers.push(number);
    this.jumps = [...this.jumps, above.rates.map((x, k) => x - below.rates[k])];
    this.begin();
    this.t = t;
    if (this.findSlopes(from)) this.derivative(from, rates);
    else this.lasts = false;
    if (this.lasts) return true;
    this.numbers.pop();
    this.jumps = before.jumps;
    this.slopes = before.slopes;
    return false;
  }

  /** The rates near a point, below all sliding switches, and the number of another switch there. */
  private sideAt(y: Float64Array, t: number, number: number): Side {
    const rates = new Float64Array(this.size);
    const shifted = y.slice();
    for (const jump of this.jumps) addTo(shifted, this.crossing.h * shiftShare, jump);
    return { at: this.lookAt(shifted, t, rates)[number], rates };
  }

  /** The other side of a switch, a short time ahead; null if these rates do not lead there. */
  private beyond(number: number, at: number, rates: Float64Array): Side | null {
    const { from, t, h } = this.crossing;
    for (let ahead = firstShare * h; ahead <= leastShare * h; ahead *= 4) {
      const y = from.slice();
      addTo(y, ahead, rates);
      const side = this.sideAt(y, t + ahead, number);
      if (this.looked.isOther(number, at, side.at)) return side;
    }
    return null;
  }

  private begin(): void {
    this.lasts = true;
    this.crossed = -1;
    this.isFresh = true;
  }

  /** The longest sliding piece from a point, up to a length; 0 if that is too short. `result` is its end. */
  longest(from: Float64Array, t: number, length: number): number {
    const { h } = this.crossing;
    if (this.attempt(from, t, length)) return length;
    let low = leastShare * h;
    let high = length;
    if (low >= high || !this.attempt(from, t, low)) return 0;
    for (let probe = 0; probe < mostProbes && high - low > endShare * h && !this.crossing.isSpent(); probe++) {
      const middle = (low + high) / 2;
      if (this.attempt(from, t, middle)) low = middle;
      else high = middle;
    }
    return this.attempt(from, t, low) ? low : 0;
  }

  private attempt(from: Float64Array, t: number, length: number): boolean {
    this.begin();
    this.t = t;
    this.h = length;
    const failed = this.step(this, from, this.result);
    this.t = t + length;
    if (failed || !this.putOn(this.result)) this.lasts = false;
    this.result.set(this.base);
    if (this.lasts) this.derivative(this.result, new Float64Array(this.size));
    this.h = length;
    return this.lasts;
  }

  /** Moves a point along the jumps to where all switches are zero, into `base`; false if that is unknown. */
  private putOn(y: Float64Array): boolean {
    const { numbers, jumps, base } = this;
    const last = this.lookAt(y, this.t, null);
    const by = this.solveFor(Float64Array.from(numbers, (number) => -last[number]));
    base.set(y);
    for (const [j, jump] of jumps.entries()) addTo(base, by[j], jump);
    return by.every(Number.isFinite);
  }

  /** The factors of the jumps that change the switches' numbers by this much. */
  private solveFor(right: Float64Array): Float64Array {
    const n = right.length;
    const matrix = this.slopes.slice();
    const pivots = new Int32Array(n);
    if (factor(matrix, pivots, n) === 0) return right.fill(Number.NaN);
    solve(right, matrix, pivots, n, 1);
    return right;
  }

  /** The rates of change of the switches' numbers from a point along these rates, including the time. */
  private slopeAlong(y: Float64Array, rates: Float64Array, passes: 0 | 1): Float64Array {
    const { numbers, point, t } = this;
    const by = probeShare * this.crossing.h;
    const slope = new Float64Array(numbers.length);
    for (const sign of [1, -1]) {
      point.set(y);
      addTo(point, sign * by, rates);
      const last = this.lookAt(point, t + sign * passes * by, null);
      for (let i = 0; i < slope.length; i++) slope[i] += (sign * last[numbers[i]]) / (2 * by);
    }
    return slope;
  }

  /** Finds the slopes along the jumps; false if one does not lead back to its switch. */
  private findSlopes(y: Float64Array): boolean {
    const n = this.numbers.length;
    const slopes = new Float64Array(n * n);
    for (const [j, jump] of this.jumps.entries()) {
      const slope = this.slopeAlong(y, jump, 0);
      for (let i = 0; i < n; i++) slopes[i * n + j] = slope[i];
    }
    this.slopes = slopes;
    return this.numbers.every((_, j) => slopes[j * n + j] < 0);
  }

  derivative(y: Float64Array, out: Float64Array): void {
    const { numbers, base, below } = this;
    if (this.crossing.isSpent()) {
      this.lasts = false;
      out.fill(0);
      return;
    }
    if (!this.putOn(y)) this.lasts = false;
    this.findSide(-1, below);
    const jumps = numbers.map((_, j) => {
      const above = new Float64Array(this.size);
      this.findSide(j, above);
      return above.map((x, k) => x - below[k]);
    });
    this.jumps = jumps;
    if (!this.findSlopes(base)) this.lasts = false;
    const share = this.solveFor(this.slopeAlong(base, below, 1).map((slope) => -slope));
    if (!share.every((x) => x >= 0 && x <= 1)) this.lasts = false;
    out.set(below);
    for (const [j, jump] of jumps.entries()) addTo(out, share[j], jump);
  }

  /** The rates just below all switches, or above one of them: extrapolated on a straight line from two points there. */
  private findSide(above: number, out: Float64Array): void {
    const { numbers, base, point, far, t } = this;
    for (const times of [2, 1]) {
      const shift = times * shiftShare * this.crossing.h;
      point.set(base);
      // The jump of a switch leads below it.
      for (const [i, jump] of this.jumps.entries()) addTo(point, i === above ? -shift : shift, jump);
      const last = this.lookAt(point, t, times === 2 ? far : out);
      for (const [i, number] of numbers.entries())
        if (!(i === above ? last[number] > 0 : last[number] < 0)) this.lasts = false;
      if (above < 0) this.watchOthers(last);
    }
    for (let k = 0; k < out.length; k++) out[k] = 2 * out[k] - far[k];
  }

  /** Notes whether a switch that is not sliding changes sides. */
  private watchOthers(last: Float64Array): void {
    const { first, looked, numbers } = this;
    if (this.isFresh) first.set(last);
    this.isFresh = false;
    for (let k = 0; k < last.length && this.crossed < 0; k++)
      if (looked.isOther(k, first[k], last[k]) && !numbers.includes(k)) this.crossed = k;
    if (this.crossed >= 0) this.lasts = false;
  }
}

function addTo(y: Float64Array, times: number, x: Float64Array): void {
  for (let k = 0; k < y.length; k++) y[k] += times * x[k];
}
