// The integrators by name.
import type { IntegratorName } from "../settings.ts";
import { areTelling, Division, divided, type Piece } from "./division.ts";
import { implicitMidpoint } from "./implicit-midpoint.ts";
import {
  dormandPrinceError, dormandPrinceTableau, explicitStep, rk4Tableau, type Step, type System, type Watch, workOf,
} from "./method.ts"; // biome-ignore format: a list
import { slide } from "./sliding.ts";

const explicitEuler: Step = (system, y, out) => {
  const { h } = system;
  system.derivative(y, out);
  for (let k = 0; k < system.size; k++) out[k] = y[k] + h * out[k];
  return null;
};

/** The rates in the order written, each seeing the new values of those before. */
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

/** Said of a step of which only a part was taken; the instant of the system is where that ended. */
export const tooManyParts = "a step has to be divided into too many parts";
/** Parts this short may lead across a jump. */
const shortestShare = 1e-9;
/** Relative to each component's size, and to 1 below that. */
const localError = 1e-13;

/** Parts of a step that are shorter are worth a look at what makes them so. */
const shortPart = 1e-3;
/** The largest error of a step that leaps over what makes rates rough, as a share of that of a part. */
const mostOfLeap = 1e10;

/** Steps of its own within h, each as long as its estimate of the error allows. */
const dormandPrince: Step = (system, y, out, node) => {
  const { t, h } = system;
  // Seven stages, the point of a stage, and where the part of the step begins.
  const stages = workOf(system, 9);
  const from = stages[8];
  from.set(y);
  let done = 0;
  let step = h;
  const parts = system.watch ? new Parts(system, system.watch, from, out) : null;
  for (let count = 0; count < system.parts; count++) {
    let last = done + step >= h;
    if (last) step = h - done;
    const usual = step;
    let isAcross = false;
    if (parts) {
      parts.done = done;
      step = parts.shorten(step, h - done);
      last = step >= h - done;
      isAcross = parts.isAcross;
    } else {
      system.t = t + done;
      system.h = step;
      explicitStep(dormandPrinceTableau, system, from, out);
    }
    estimate(from, out, system, stages);
    const error = worst[0];
    if (Number.isNaN(error)) return null;
    if (error <= 1 || isAcross) {
      if (done === 0 && node) {
        system.t = t;
        node(from, stages[0]);
      }
      if (node) {
        // The last stage is the derivative at the end.
        system.t = last ? t + h : t + done + step;
        node(out, stages[6]);
      }
      if (last) return null;
      done += step;
      from.set(out);
    }
    if (step < usual && (error <= 1 || isAcross)) {
      step = usual;
      continue;
    }
    // The fifth root by Newton's method from above: only the size of the next step depends on it.
    if (error !== 0) takeFifthRoot(worst);
    const factor = error === 0 ? 5 : Math.min(5, Math.max(0.2, 0.9 / worst[0]));
    step *= factor;
    if (step < shortPart * h && system.isRough) return "rates are known to few digits";
    if (step < 1e-14 * Math.max(Math.abs(t), h))
      return `the error of a step stays too large however short it is${describe(system)}`;
  }
  system.t = t + done;
  return tooManyParts;
};

/** Whose error was the worst. */
function describe(system: System): string {
  return system.describe ? `, for ${system.describe(worst[1])}` : "";
}

const fifthOrder: Step = (system, y, out) => {
  explicitStep(dormandPrinceTableau, system, y, out);
  return null;
};

/** Parts of a step that end where a law switches. */
class Parts implements Piece {
  done = 0;
  /** Whether a part leads across a switch, and is taken whatever its error. */
  isAcross = false;
  lastRates: Float64Array | null = null;
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

  /** Takes a part, or as much of it as lies on one side of all switches, or the whole rest where they are stepped over; returns its length. */
  shorten(length: number, rest: number): number {
    this.isAcross = false;
    this.take(length);
    if (this.watch.crossed < 0) return length;
    const shorter = this.division.next(this, length);
    this.isAcross = shorter === 0 || this.division.isAcross;
    this.take(shorter || rest);
    const { watch, system, from, out } = this;
    if (shorter === 0 || !this.division.isAcross || watch.crossed < 0) return shorter || rest;
    const isSpent = () => this.division.isSpent;
    const crossing = { number: watch.crossed, from, t: this.t + this.done, rest, h: this.h, isSpent };
    const slid = slide(fifthOrder, system, watch, crossing, out);
    if (slid === 0) {
      this.take(shorter);
      return shorter;
    }
    this.division.slid();
    system.tookPiece?.(out, true);
    return slid;
  }
}

/** The error of a part of the step as a share of what it may be, the worst of all components; and which that is. */
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

/** One step of the fifth-order formula as it stands; whether its error is small enough for a step that leaps over rough rates. */
export function dormandPrinceOnce(system: System, y: Float64Array, out: Float64Array): boolean {
  const stages = workOf(system, 8);
  explicitStep(dormandPrinceTableau, system, y, out);
  estimate(y, out, system, stages);
  return worst[0] <= mostOfLeap;
}
