import { powerOfTwo, quotientTail, ROUNDER } from "./bits.ts";
import { STEP_HEAD, STEP_TAIL, STEPS, scaledSum } from "./exponential.ts";
import { EXPONENTIALS } from "./exponential-table.ts";

/**
 * Beyond 22, e^-2x < 2^-63: sinh and cosh are e^x / 2 and tanh is 1.
 * Below 0.3 the sine is its Taylor series through x¹³ (the next term is below 2^-64 of x): x + x³·(…) with the second
 * term below 1/60 of the first.
 */
const LARGE = 22;
const SMALL = 0.3;
const TINY = 7.450580596923828e-9;

/** The result of `sineAndCosine`: sinh x as head + tail, then cosh x as head + tail. */
const parts = new Float64Array(4);

/** sinh x - x for |x| < 0.3. */
function smallSineRest(x: number): number {
  const z = x * x;
  const w = z * z;
  return (
    x * z * (1 / 6 + z * (1 / 120) + w * (1 / 5040 + z * (1 / 362880) + w * (1 / 39916800 + z * (1 / 6227020800))))
  );
}

/**
 * sinh x and cosh x for 0 <= x <= 22 as half the difference and half the sum of e^x and e^-x, each a table entry (two
 * doubles, see `exponentialOfSum`) times 1 + a small growth. x = n·ln 2 / 64 + r; the even and odd parts of e^r - 1 are
 * used for both signs.
 */
function sineAndCosine(x: number): void {
  const n = x * STEPS + ROUNDER - ROUNDER;
  const r = x - n * STEP_HEAD - n * STEP_TAIL;
  const i = n | 0;
  const z = r * r;
  const odd = r + r * z * (1 / 6 + z * (1 / 120));
  const even = z * (0.5 + z * (1 / 24 + z * (1 / 720)));
  const j = (i & 63) << 1;
  const up = powerOfTwo((i >> 6) - 1);
  const a = EXPONENTIALS[j] * up;
  const at = EXPONENTIALS[j + 1] * up + a * (even + odd);
  const jj = (-i & 63) << 1;
  const down = powerOfTwo((-i >> 6) - 1);
  const b = EXPONENTIALS[jj] * down;
  const bt = EXPONENTIALS[jj + 1] * down + b * (even - odd);
  const sum = a + b;
  const sumTail = a - sum + b + (at + bt);
  const c = sum + sumTail;
  parts[2] = c;
  parts[3] = sum - c + sumTail;
  let head = a - b;
  let tail = a - head - b + (at - bt);
  if (x < SMALL) {
    head = x;
    tail = smallSineRest(x);
  }
  const s = head + tail;
  parts[0] = s;
  parts[1] = head - s + tail;
}

/** e^x / 2 for 22 < x <= 711. */
function halfExponential(x: number): number {
  const n = x * STEPS + ROUNDER - ROUNDER;
  const r = x - n * STEP_HEAD - n * STEP_TAIL;
  const i = n | 0;
  const j = (i & 63) << 1;
  const z = r * r;
  const growth = r + z * (0.5 + r * (1 / 6) + z * (1 / 24 + r * (1 / 120) + z * (1 / 720)));
  const base = EXPONENTIALS[j];
  return scaledSum(base, EXPONENTIALS[j + 1] + base * growth, (i >> 6) - 1);
}

/** Hyperbolic sine. sinh(±0) = ±0, sinh(±∞) = ±∞. Largest error measured: 0.524 ulp. */
export function sinh(x: number): number {
  const a = Math.abs(x);
  if (a < SMALL) return a < TINY ? x : x + smallSineRest(x);
  let y = Infinity;
  if (a <= LARGE) {
    sineAndCosine(a);
    y = parts[0];
  } else if (a <= 711) y = halfExponential(a);
  else if (Number.isNaN(a)) return NaN;
  return x < 0 ? -y : y;
}

/** Hyperbolic cosine. cosh(±∞) = +∞. Largest error measured: 0.515 ulp. */
export function cosh(x: number): number {
  const a = Math.abs(x);
  if (a <= LARGE) {
    sineAndCosine(a);
    return parts[2];
  }
  if (a <= 711) return halfExponential(a);
  return Number.isNaN(a) ? NaN : Infinity;
}

/** Hyperbolic tangent. tanh(±0) = ±0, tanh(±∞) = ±1. Largest error measured: 0.519 ulp. */
export function tanh(x: number): number {
  const a = Math.abs(x);
  if (a < TINY) return x;
  let y = 1;
  if (a <= LARGE) {
    sineAndCosine(a);
    const inverse = 1 / parts[2];
    const q = parts[0] * inverse;
    y = q + quotientTail(q, parts[0], parts[1], parts[2], parts[3], inverse);
  } else if (Number.isNaN(a)) return NaN;
  return x < 0 ? -y : y;
}
