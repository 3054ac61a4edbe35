// The integrators by name.
import type { IntegratorName } from "../../model/settings.ts";
import { areTelling, Division, divided, type TrialPiece } from "./division.ts";
import { implicitMidpoint } from "./implicit-midpoint.ts";
import {
  dormandPrinceError,
  dormandPrinceTableau,
  explicitStep,
  rk4Tableau,
  type StageWatch,
  type Step,
  type System,
  type Watch,
  workOf,
} from "./method.ts";
import { type Sliding, type SlidingMethod, slide } from "./sliding.ts";

const explicitEuler: Step = (system, y, out) => {
  const { h } = system;
  system.derivative(y, out);
  for (let k = 0; k < system.size; k++) out[k] = y[k] + h * out[k];
  return null;
};

/** Takes the rates in the order of the text, each using the new values of those before. */
const semiImplicitEuler: Step = (system, y, out) => {
  const { h } = system;
  const rate = workOf(system, 1)[0];
  for (let k = 0; k < system.size; k++) out[k] = y[k];
  for (let rank = 0; rank < system.ranks; rank++) {
    system.derivativeOfRank(rank, out, rate);
    const components = system.components(rank);
    for (let i = 0; i < components.length; i++) out[components[i]] = y[components[i]] + h * rate[components[i]];
  }
  return null;
};

const rk4: Step = divided((system, y, out) => {
  explicitStep(rk4Tableau, system, y, out);
  return null;
}, 3);

/** The message for a step of which only a part was taken; the system's instant is the end of that part. */
export const tooManyParts = "a step has to be divided into too many parts";
/** Parts this short may cross a jump. */
const shortestShare = 1e-9;
/** Relative to each component's size, and to 1 below that. */
const localError = 1e-13;

/** A part shrinks by this factor at most. */
const leastFactor = 0.2;
/** If rates throw, parts shorter than this share of the step are not tried. */
const shortestTry = 1e-6;
/** For parts shorter than this share of a step, the cause is examined. */
const shortPart = 1e-3;
/** If switches are stepped over, parts have at least this share of a step. */
const roughShare = 1 / 256;
/** The largest error of a step that leaps over a place with rough rates; relative, like that of a part. */
export const mostOfLeap = 1e-6;

/** Ends parts of a step for reasons other than their error. */
interface Course {
  /** How much of the step is done. */
  done: number;
  /** Whether the part is accepted whatever its error. */
  readonly isAcross: boolean;
  /** Whether the part is the motion along a switch, which reports its nodes. */
  readonly isSlid: boolean;
  /** Whether the step ends with the part. */
  readonly isOver: boolean;
  /** Takes a part, possibly shortened or extended; returns its length, 0 for none. */
  shorten(length: number, rest: number, node?: StageWatch): number;
}

const dormandPrince: Step = (system, y, out, node) => {
  const stages = workOf(system, 9);
  stages[8].set(y);
  const course = system.watch ? new Parts(system, system.watch, stages[8], out) : null;
  return takeParts(system, course, out, node);
};

/**
 * Takes its own steps within h, each as long as its error estimate allows. Work vectors: seven stages, the point of a
 * stage, and the start of the part.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: as arguments, what parts share would go on the heap
function takeParts(system: System, course: Course | null, out: Float64Array, node?: StageWatch): string | null {
  const { t, h, work: stages } = system;
  const from = stages[8];
  let done = 0;
  let step = h;
  let isTold = false;
  for (let count = 0; count < system.parts; count++) {
    let last = done + step >= h;
    if (last) step = h - done;
    const usual = step;
    let isAcross = false;
    try {
      if (course) {
        step = course.shorten(step, h - done, node);
        if (step === 0) return null;
        last = step >= h - done;
        isAcross = course.isAcross;
      } else {
        system.t = t + done;
        system.h = step;
        explicitStep(dormandPrinceTableau, system, from, out);
      }
    } catch (error) {
      if (!(step > shortestTry * h && system.isForShorter?.(error))) throw error;
      step *= leastFactor;
      continue;
    }
    if (course?.isSlid) worst[0] = 0;
    else estimate(from, out, system, stages);
    const error = worst[0];
    if (Number.isNaN(error)) return null;
    const isTaken = error <= 1 || isAcross;
    if (isTaken) {
      if (node && !course?.isSlid) {
        system.t = t + done;
        if (!isTold) node(from, stages[0]);
        // The last stage is the derivative at the end.
        system.t = last ? t + h : t + done + step;
        node(out, stages[6]);
      }
      // After a slide the rates differ at the same instant.
      isTold = !course?.isSlid;
      done += step;
      if (course) course.done = done;
      from.set(out);
      if (last || course?.isOver) return null;
    }
    if (isTaken && (step < usual || course?.isSlid)) {
      step = usual;
      continue;
    }
    // The fifth root by Newton's method from above: it affects only the size of the next step.
    if (error !== 0) takeFifthRoot(worst);
    const factor = error === 0 ? 5 : Math.min(5, Math.max(leastFactor, 0.9 / worst[0]));
    step *= factor;
    if (step < shortPart * h && system.isRough) return "rates are known to few digits";
    if (step < 1e-14 * Math.max(Math.abs(t), h))
      return `the error of a step stays too large however short it is${describe(system)}`;
  }
  system.t = t + done;
  return tooManyParts;
}

/** The number with the largest error, in words. */
function describe(system: System): string {
  return system.describe ? `, for ${system.describe(worst[1])}` : "";
}

/** The method along a switch, with its own division into parts. */
const slidInParts: SlidingMethod = {
  step(system, y, out) {
    explicitStep(dormandPrinceTableau, system, y, out);
    return null;
  },
  follow(sliding, out, node) {
    const { from, t, rest } = sliding.crossing;
    workOf(sliding, 9)[8].set(from);
    const course = new SlidParts(sliding, out);
    sliding.t = t;
    sliding.h = rest;
    takeParts(sliding, course, out, node);
    // The end of the last part taken.
    out.set(sliding.work[8]);
    return course.done;
  },
};

/** Parts of a motion along a switch; the last one lasts as long as it slides. */
class SlidParts implements Course {
  done = 0;
  readonly isAcross = false;
  readonly isSlid = false;
  isOver = false;
  private readonly sliding: Sliding;
  private readonly out: Float64Array;

  constructor(sliding: Sliding, out: Float64Array) {
    this.sliding = sliding;
    this.out = out;
  }

  shorten(length: number): number {
    const { sliding } = this;
    const taken = sliding.longest(sliding.work[8], sliding.crossing.t + this.done, length);
    this.isOver = taken < length;
    this.out.set(sliding.result);
    return taken;
  }
}

/** Parts of a step that end where a law switches. */
class Parts implements TrialPiece, Course {
  done = 0;
  isAcross = false;
  isSlid = false;
  readonly isOver = false;
  lastRates: Float64Array | null = null;
  /** Whether switches are ignored in the rest of the step. */
  private isBlind = false;
  private readonly system: System;
  private readonly watch: Watch;
  private readonly division: Division;
  private readonly from: Float64Array;
  private readonly out: Float64Array;
  private readonly t: number;
  private readonly h: number;

  constructor(system: System, watch: Watch, from: Float64Array, out: Float64Array) {
    this.system = system;
    this.watch = watch;
    this.from = from;
    this.out = out;
    this.t = system.t;
    this.h = system.h;
    this.division = new Division(watch, system, shortestShare * system.h);
  }

  take(length: number): void {
    this.system.t = this.t + this.done;
    this.system.h = length;
    this.watch.begin();
    explicitStep(dormandPrinceTableau, this.system, this.from, this.out);
    this.lastRates = areTelling(this.watch) ? this.system.work[6] : null;
  }

  /** Takes a part, or as much of it as lies on one side of all switches, or along one; returns its length. */
  shorten(length: number, rest: number, node?: StageWatch): number {
    this.isSlid = false;
    if (this.isBlind) return this.grope(length, rest);
    this.isAcross = false;
    this.take(length);
    if (this.watch.crossed < 0) return length;
    const shorter = this.division.next(this, length);
    if (shorter === 0) {
      this.isBlind = true;
      return this.grope(length, rest);
    }
    this.isAcross = this.division.isAcross;
    this.take(shorter);
    const { watch, system, from, out } = this;
    if (!this.isAcross || watch.crossed < 0) return shorter;
    const isSpent = () => this.division.isSpent;
    const crossing = { number: watch.crossed, from, t: this.t + this.done, rest, h: this.h, isSpent };
    const slid = slide(slidInParts, system, watch, crossing, out, node);
    if (slid === 0) {
      this.take(shorter);
      return shorter;
    }
    this.division.slid();
    this.isSlid = true;
    system.tookPiece?.(out, true);
    return slid;
  }

  /**
   * Takes a part across any switches: not shorter than a share of the step, and at that length accepted whatever its
   * error.
   */
  private grope(length: number, rest: number): number {
    const least = Math.min(rest, roughShare * this.h);
    const taken = Math.max(length, least);
    this.isAcross = taken === least;
    this.take(taken);
    return taken;
  }
}

/** The error of a part of the step as a share of the allowed error, the worst of all components; and its component. */
const worst = new Float64Array(2);

function estimate(y: Float64Array, next: Float64Array, { h }: System, stages: readonly Float64Array[]): void {
  worst[0] = 0;
  for (let k = 0; k < y.length; k++) {
    let sum = 0;
    for (let i = 0; i < 7; i++) if (dormandPrinceError[i] !== 0) sum += dormandPrinceError[i] * stages[i][k];
    const scale = localError * Math.max(1, Math.max(Math.abs(y[k]), Math.abs(next[k])));
    const error = Math.abs(h * sum) / scale;
    if (error <= worst[0] || Number.isNaN(worst[0])) continue;
    worst[0] = error;
    worst[1] = k;
  }
}

function takeFifthRoot(number: Float64Array): void {
  const x = number[0];
  let root = Math.max(1, x);
  for (let i = 0; i < 200; i++) {
    const next = root - (root - x / (root * root * root * root)) / 5;
    const isNear = Math.abs(next - root) <= 1e-6 * root;
    root = next;
    if (isNear) break;
  }
  number[0] = root;
}

export const steps: Readonly<Record<IntegratorName, Step>> = {
  "explicit euler": explicitEuler,
  "semi-implicit euler": semiImplicitEuler,
  "implicit midpoint": implicitMidpoint,
  rk4,
  "dormand-prince": dormandPrince,
};

/** One step of the fifth-order formula alone; `other` receives the result of the formula that estimates its error. */
export function dormandPrinceOnce(system: System, y: Float64Array, out: Float64Array, other: Float64Array): void {
  const stages = workOf(system, 8);
  explicitStep(dormandPrinceTableau, system, y, out);
  for (let k = 0; k < y.length; k++) {
    let sum = 0;
    for (let i = 0; i < 7; i++) if (dormandPrinceError[i] !== 0) sum += dormandPrinceError[i] * stages[i][k];
    other[k] = out[k] - system.h * sum;
  }
}
