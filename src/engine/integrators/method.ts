// An integrator is a step from y(t) to y(t + h) for y' = f(t, y).

export interface System {
  readonly size: number;
  derivative(t: number, y: Float64Array, out: Float64Array): void;
  /** How many rates there are in the order written; semi-implicit Euler takes them one after the other. */
  readonly ranks: number;
  /** Writes the derivative of the components of one rank only. */
  derivativeOfRank(rank: number, t: number, y: Float64Array, out: Float64Array): void;
  /** The components of a rank. */
  components(rank: number): Int32Array;
  /** Vectors of `size` numbers that steps work in; `workOf` adds those that are missing. */
  readonly work: Float64Array[];
}

/** At least so many vectors to work in. */
export function workOf({ work, size }: System, count: number): Float64Array[] {
  while (work.length < count) work.push(new Float64Array(size));
  return work;
}

/** Told a time on the way, the values there and their derivatives; neither is kept. */
export type Node = (t: number, y: Float64Array, f: Float64Array) => void;

/** Writes y(t + h) to `out`, which is not `y`. A sentence if it could not. A method that divides the step tells the nodes. */
export type Step = (
  system: System,
  t: number,
  y: Float64Array,
  h: number,
  out: Float64Array,
  node?: Node,
) => string | null;

/** The tableau of an explicit Runge–Kutta method, row after row; `b` weighs the stages. */
export interface Tableau {
  readonly c: readonly number[];
  readonly a: readonly (readonly number[])[];
  readonly b: readonly number[];
}

export const rk4Tableau: Tableau = {
  c: [0, 1 / 2, 1 / 2, 1],
  a: [[], [1 / 2], [0, 1 / 2], [0, 0, 1]],
  b: [1 / 6, 1 / 3, 1 / 3, 1 / 6],
};

/** Dormand and Prince (1980), order 5; the last stage is the first of the next step. */
export const dormandPrinceTableau: Tableau = {
  c: [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1],
  a: [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
  ],
  b: [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0],
};

/** The difference of the weights of order 5 and 4: the step's own estimate of its error. */
export const dormandPrinceError = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40];

/** One step of an explicit method. The derivatives of its stages are left in the first vectors of the system's work. */
export function explicitStep(
  tableau: Tableau,
  system: System,
  t: number,
  y: Float64Array,
  h: number,
  out: Float64Array,
): void {
  const { c, a, b } = tableau;
  const stages = workOf(system, b.length + 1);
  const point = stages[b.length];
  for (let i = 0; i < b.length; i++) {
    combine(point, y, h, a[i], stages);
    system.derivative(t + c[i] * h, point, stages[i]);
  }
  combine(out, y, h, b, stages);
}

const used = new Int32Array(16);

/** Writes y + h (w₀ s₀ + w₁ s₁ + …), the sum from left to right, without terms whose weight is 0; two terms in one go. */
function combine(out: Float64Array, y: Float64Array, h: number, weights: readonly number[], stages: readonly Float64Array[]): void {
  const { length } = y;
  let count = 0;
  for (let j = 0; j < weights.length; j++) if (weights[j] !== 0) used[count++] = j;
  for (let k = 0; k < length; k++) out[k] = 0;
  let j = 0;
  for (; count - j > 2; j += 2) {
    const [v, w] = [weights[used[j]], weights[used[j + 1]]];
    const [p, q] = [stages[used[j]], stages[used[j + 1]]];
    for (let k = 0; k < length; k++) out[k] = out[k] + v * p[k] + w * q[k];
  }
  if (count === j) for (let k = 0; k < length; k++) out[k] = y[k] + h * out[k];
  else if (count - j === 1) {
    const w = weights[used[j]];
    const p = stages[used[j]];
    for (let k = 0; k < length; k++) out[k] = y[k] + h * (out[k] + w * p[k]);
  } else {
    const [v, w] = [weights[used[j]], weights[used[j + 1]]];
    const [p, q] = [stages[used[j]], stages[used[j + 1]]];
    for (let k = 0; k < length; k++) out[k] = y[k] + h * (out[k] + v * p[k] + w * q[k]);
  }
} // biome-ignore format: one signature
