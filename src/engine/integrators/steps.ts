// The integrators by name.
import type { IntegratorName } from "../settings.ts";
import {
  dormandPrinceError, dormandPrinceTableau, explicitStep, rk4Tableau, type Step, type System, workOf,
} from "./method.ts"; // biome-ignore format: a list

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

const rk4: Step = (system, y, out) => {
  explicitStep(rk4Tableau, system, y, out);
  return null;
};

const mostSubsteps = 100_000;
/** Relative to each component's size, and to 1 below that. */
const localError = 1e-13;

/** Steps of its own within h, each as long as its estimate of the error allows. */
const dormandPrince: Step = (system, y, out, node) => {
  const { t, h } = system;
  // Seven stages, the point of a stage, and where the part of the step begins.
  const stages = workOf(system, 9);
  const from = stages[8];
  from.set(y);
  let done = 0;
  let step = h;
  for (let count = 0; count < mostSubsteps; count++) {
    const last = done + step >= h;
    if (last) step = h - done;
    system.t = t + done;
    system.h = step;
    explicitStep(dormandPrinceTableau, system, from, out);
    estimate(from, out, system, stages);
    const error = worst[0];
    if (Number.isNaN(error)) return null;
    if (error <= 1) {
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
    // The fifth root by Newton's method from above: only the size of the next step depends on it.
    if (error !== 0) takeFifthRoot(worst);
    const factor = error === 0 ? 5 : Math.min(5, Math.max(0.2, 0.9 / worst[0]));
    step *= factor;
    if (step < 1e-14 * Math.max(Math.abs(t), h)) return "the error of a step stays too large however short it is";
  }
  return `a step needs more than ${mostSubsteps} parts`;
};

/** The error of a part of the step as a share of what it may be: the worst of all components. */
const worst = new Float64Array(1);

function estimate(y: Float64Array, next: Float64Array, { h }: System, stages: readonly Float64Array[]): void {
  worst[0] = 0;
  for (let k = 0; k < y.length; k++) {
    let sum = 0;
    for (let i = 0; i < 7; i++) if (dormandPrinceError[i] !== 0) sum += dormandPrinceError[i] * stages[i][k];
    const scale = localError * Math.max(1, Math.max(Math.abs(y[k]), Math.abs(next[k])));
    worst[0] = Math.max(worst[0], Math.abs(h * sum) / scale);
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

const mostIterations = 200;
const mostStalled = 12;

/** y1 = y0 + h f(t + h/2, (y0 + y1)/2), to the last digit; keeps quadratic invariants. */
const implicitMidpoint: Step = (system, y, out) => {
  const { t, h } = system;
  const rate = workOf(system, 2)[0];
  const middle = system.work[1];
  system.derivative(y, rate);
  system.t = t + h / 2;
  for (let k = 0; k < system.size; k++) out[k] = y[k] + h * rate[k];
  let before = Number.POSITIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  let stalled = 0;
  for (let iteration = 0; iteration < mostIterations; iteration++) {
    for (let k = 0; k < system.size; k++) middle[k] = (y[k] + out[k]) / 2;
    system.derivative(middle, rate);
    let change = 0;
    for (let k = 0; k < system.size; k++) {
      const next = y[k] + h * rate[k];
      change = Math.max(change, Math.abs(next - out[k]) / Math.max(1, Math.abs(next)));
      out[k] = next;
    }
    if (Number.isNaN(change)) return null;
    // Rounding makes the last changes come and go; then it is done.
    if (change === 0 || (change < 1e-14 && change >= before)) return null;
    // Differences of large numbers round more coarsely: small changes that no longer shrink are rounding too.
    stalled = change < least ? 0 : stalled + 1;
    if (stalled === mostStalled && least < 1e-7) return null;
    least = Math.min(least, change);
    before = change;
  }
  return "the implicit midpoint found no end: the step is too long";
};

export const steps: Readonly<Record<IntegratorName, Step>> = {
  "explicit euler": explicitEuler,
  "semi-implicit euler": semiImplicitEuler,
  "implicit midpoint": implicitMidpoint,
  rk4,
  "dormand-prince": dormandPrince,
};

/** One step of the fifth-order formula as it stands, for measuring its order. */
export function dormandPrinceOnce(system: System, y: Float64Array, out: Float64Array): void {
  explicitStep(dormandPrinceTableau, system, y, out);
}
