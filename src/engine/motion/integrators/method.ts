// An integrator is a step from y(t) to y(t + h) for y' = f(t, y).
//
// Times are numbers of the system, set by the caller: numbers passed to a function may be allocated on the heap.

/** Watches on which side of its switches each law is when an integrator evaluates it. */
export interface Watch {
  /** The switch that was seen on another side than at the beginning of the piece; -1 for none. */
  readonly crossed: number;
  /**
   * The numbers of all switches at the beginning, at the end of the longest piece on one side so far, and at the last
   * evaluation.
   */
  readonly first: Float64Array;
  readonly low: Float64Array;
  readonly last: Float64Array;
  /** The next evaluation is the beginning of a piece. */
  begin(): void;
  /** Discards what was seen since the beginning. */
  again(): void;
  /** Restores what was seen: nothing better was found. */
  recall(): void;
  /** The last evaluation is the end of the longest piece so far. */
  keep(): void;
  /** The precision with which a switch is located within a step. */
  toleranceOf(number: number, h: number): number;
  isOther(number: number, a: number, b: number): boolean;
  /** Whether the rates may jump at a switch. */
  canSlide(number: number): boolean;
  /** From this time on, the motion stays on a switch, by the average of both sides. */
  slides(number: number, t: number): void;
  /** A switch cannot be followed further in this step. */
  stepOver(number: number, why: "turns" | "many", t: number): void;
}

/** Derivatives of the rates with respect to the integrated numbers. */
export interface Jacobian {
  /** Sets of numbers; the rates of each set depend on its own numbers alone. */
  readonly blocks: readonly Int32Array[];
  /** Writes the derivatives of a block, row after row; false if differences are needed. */
  find(block: number, out: Float64Array): boolean;
}

export interface System {
  readonly size: number;
  /** Watches the switches of the laws at each evaluation; null if there are none. */
  readonly watch: Watch | null;
  /** Evaluates the watch at a vector, as a derivative would; also writes the derivative if `out` is given. */
  showWatch?(y: Float64Array, out: Float64Array | null): void;
  /**
   * The derivatives of rates with respect to the integrated numbers, at a vector; null if differences are needed.
   */
  jacobianAt?(y: Float64Array): Jacobian | null;
  /** The owner of a number of the vector, in words. */
  describe?(component: number): string;
  /** Receives the end of each accepted piece of a step, and whether it slid along a switch. */
  tookPiece?(y: Float64Array, isSlid: boolean): void;
  /** Whether the last rates have few correct digits: then shorter parts of a step have no smaller errors. */
  readonly isRough?: boolean;
  /** Whether an error thrown by rates may come from too long a part of a step: then a shorter part is tried. */
  isForShorter?(error: unknown): boolean;
  /** The present instant: where a step begins, or where a derivative is evaluated. */
  t: number;
  /** The length of a step. */
  h: number;
  derivative(y: Float64Array, out: Float64Array): void;
  /** Number of evaluations of rates so far; a measure of work. */
  readonly evaluations?: number;
  /** Number of ranks: rates in the order of the text, which semi-implicit Euler takes one after another. */
  readonly ranks: number;
  /** Writes the derivative of the components of one rank only. */
  derivativeOfRank(rank: number, y: Float64Array, out: Float64Array): void;
  /** The components of a rank. */
  components(rank: number): Int32Array;
  /** The most parts into which a method may divide a step. */
  parts: number;
  /** Work vectors of `size` numbers; `workOf` adds missing ones. */
  readonly work: Float64Array[];
}

/** The work vectors, at least this many. */
export function workOf({ work, size }: System, count: number): Float64Array[] {
  while (work.length < count) work.push(new Float64Array(size));
  return work;
}

/** Receives the values at instants within the step, and their derivatives; it must not keep either. */
export type StageWatch = (y: Float64Array, f: Float64Array) => void;

/**
 * Writes y(t + h) to `out`, which is not `y`; t and h of the system change. Returns a sentence if it failed. A method
 * that divides the step reports the nodes.
 */
export type Step = (system: System, y: Float64Array, out: Float64Array, node?: StageWatch) => string | null;

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

/**
 * Writes y + h (w₀ s₀ + w₁ s₁ + …), the sum from left to right, without terms whose weight is 0; two terms at a time.
 */
function combine(
  out: Float64Array,
  y: Float64Array,
  { h }: System,
  weights: Float64Array,
  stages: readonly Float64Array[],
): void {
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
}
