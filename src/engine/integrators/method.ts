// An integrator is a step from y(t) to y(t + h) for y' = f(t, y).
//
// Times are numbers of the system, which the asking side sets: those given to a function may take room on the heap.

export interface System {
  readonly size: number;
  /** The instant that is looked at: where a step begins, or where a derivative is asked for. */
  t: number;
  /** The length of a step. */
  h: number;
  derivative(y: Float64Array, out: Float64Array): void;
  /** How many rates there are in the order written; semi-implicit Euler takes them one after the other. */
  readonly ranks: number;
  /** Writes the derivative of the components of one rank only. */
  derivativeOfRank(rank: number, y: Float64Array, out: Float64Array): void;
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

/** Told the values at the instant that the system looks at, on the way, and their derivatives; neither is kept. */
export type Node = (y: Float64Array, f: Float64Array) => void;

/**
 * Writes y(t + h) to `out`, which is not `y`; t and h of the system are others then. A sentence if it could not. A method that
 * divides the step tells the nodes.
 */
export type Step = (system: System, y: Float64Array, out: Float64Array, node?: Node) => string | null;

/** The tableau of an explicit Runge–Kutta method, row after row; `b` weighs the stages. */
export interface Tableau {
  readonly c: Float64Array;
  readonly a: readonly Float64Array[];
  readonly b: Float64Array;
}

function tableauOf(c: readonly number[], a: readonly (readonly number[])[], b: readonly number[]): Tableau {
  return { c: Float64Array.from(c), a: a.map((row) => Float64Array.from(row)), b: Float64Array.from(b) };
}

export const rk4Tableau = tableauOf(
  [0, 1 / 2, 1 / 2, 1],
  [[], [1 / 2], [0, 1 / 2], [0, 0, 1]],
  [1 / 6, 1 / 3, 1 / 3, 1 / 6],
);

/** Dormand and Prince (1980), order 5; the last stage is the first of the next step. */
export const dormandPrinceTableau = tableauOf(
  [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1],
  [
    [],
    [1 / 5],
    [3 / 40, 9 / 40],
    [44 / 45, -56 / 15, 32 / 9],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
  ],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0],
);

/** The difference of the weights of order 5 and 4: the step's own estimate of its error. */
export const dormandPrinceError = Float64Array.of(
  71 / 57600,
  0,
  -71 / 16695,
  71 / 1920,
  -17253 / 339200,
  22 / 525,
  -1 / 40,
);

/** One step of an explicit method. The derivatives of its stages are left in the first vectors of the system's work. */
export function explicitStep(tableau: Tableau, system: System, y: Float64Array, out: Float64Array): void {
  const { c, a, b } = tableau;
  const { t, h } = system;
  const stages = workOf(system, b.length + 1);
  const point = stages[b.length];
  for (let i = 0; i < b.length; i++) {
    combine(point, y, system, a[i], stages);
    system.t = t + c[i] * h;
    system.derivative(point, stages[i]);
  }
  combine(out, y, system, b, stages);
}

const used = new Int32Array(16);

/** Writes y + h (w₀ s₀ + w₁ s₁ + …), the sum from left to right, without terms whose weight is 0; two terms in one go. */
function combine(out: Float64Array, y: Float64Array, { h }: System, weights: Float64Array, stages: readonly Float64Array[]): void {
  const { length } = y;
  let count = 0;
  for (let j = 0; j < weights.length; j++) if (weights[j] !== 0) used[count++] = j;
  for (let k = 0; k < length; k++) out[k] = 0;
  let j = 0;
  for (; count - j > 2; j += 2) {
    const v = weights[used[j]];
    const w = weights[used[j + 1]];
    const p = stages[used[j]];
    const q = stages[used[j + 1]];
    for (let k = 0; k < length; k++) out[k] = out[k] + v * p[k] + w * q[k];
  }
  if (count === j) for (let k = 0; k < length; k++) out[k] = y[k] + h * out[k];
  else if (count - j === 1) {
    const w = weights[used[j]];
    const p = stages[used[j]];
    for (let k = 0; k < length; k++) out[k] = y[k] + h * (out[k] + w * p[k]);
  } else {
    const v = weights[used[j]];
    const w = weights[used[j + 1]];
    const p = stages[used[j]];
    const q = stages[used[j + 1]];
    for (let k = 0; k < length; k++) out[k] = y[k] + h * (out[k] + v * p[k] + w * q[k]);
  }
} // biome-ignore format: one signature
