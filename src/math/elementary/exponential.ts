import { powerOfTwo, ROUNDER } from "./bits.ts";
import { EXPONENTIALS } from "./exponential-table.ts";

/**
 * 64 / ln 2, and ln 2 / 64 = head + tail with the head a multiple of 2^-41: its product with 17-bit integers is exact.
 */
export const STEPS = 92.33248261689366;
export const STEP_HEAD = 0.010830424696450791;
export const STEP_TAIL = -2.0164562921995537e-13;

/**
 * e^(h + t) for |h| <= 1000, |t| at most a few ulp of h.
 *
 * h + t = n·ln 2 / 64 + r with |r| < 0.00542, so the value is 2^k·2^(j/64)·e^r, n = 64k + j (Tang's scheme). The table
 * gives 2^(j/64) to twice the precision and e^r - 1 is below 0.0055, so its roundings cost about 0.02 ulp. Taylor's
 * series through r⁶ leaves r⁷/5040 < 2^-64.
 */
export function exponentialOfSum(h: number, t: number): number {
  const n = h * STEPS + ROUNDER - ROUNDER;
  const r = h - n * STEP_HEAD - n * STEP_TAIL + t;
  const i = n | 0;
  const j = (i & 63) << 1;
  const z = r * r;
  const growth = r + z * (0.5 + r * (1 / 6) + z * (1 / 24 + r * (1 / 120) + z * (1 / 720)));
  const base = EXPONENTIALS[j];
  return scaledSum(base, EXPONENTIALS[j + 1] + base * growth, i >> 6);
}

/** (h + t)·2^k rounded once, h + t in (0.99, 2.01) and |t| < 0.02. */
export function scaledSum(h: number, t: number, k: number): number {
  const y = h + t;
  if (k > -1022 || (k === -1022 && y >= 1)) {
    return k > 1023 ? y * 8.98846567431158e307 * powerOfTwo(k - 1023) : y * powerOfTwo(k);
  }
  if (k < -1090) return 0;
  // A subnormal result: 1 + (h + t)·2^(k + 1022) lies in [1, 2), whose spacing 2^-52 is that of the subnormals times
  // 2^1022.
  const scale = powerOfTwo(k + 1022);
  const a = h * scale;
  const sum = 1 + a;
  const error = 1 - sum + a + t * scale;
  return (sum + error - 1) * 2.2250738585072014e-308;
}

/** e^x. exp(-∞) = +0, exp(+∞) = +∞. Largest error measured: 0.514 ulp, subnormal results included. */
export function exp(x: number): number {
  if (x > 709.8) return Infinity;
  if (x < -745.2) return 0;
  return Number.isNaN(x) ? NaN : exponentialOfSum(x, 0);
}

/** e^x - 1. expm1(±0) = ±0, expm1(-∞) = -1. Largest error measured: 0.562 ulp. */
export function expm1(x: number): number {
  const a = Math.abs(x);
  if (a < 0.125) return a < 5.551115123125783e-17 ? x : smallExpm1(x);
  if (x > 40) return exp(x);
  if (x < -40) return -1;
  if (!(a < Infinity)) return NaN;
  const n = x * STEPS + ROUNDER - ROUNDER;
  const r = x - n * STEP_HEAD - n * STEP_TAIL;
  const i = n | 0;
  const j = (i & 63) << 1;
  const z = r * r;
  const growth = r + z * (0.5 + r * (1 / 6) + z * (1 / 24 + r * (1 / 120) + z * (1 / 720)));
  const scale = powerOfTwo(i >> 6);
  const base = EXPONENTIALS[j] * scale;
  const head = base - 1;
  const tail = base > 1 ? base - head - 1 : base - (head + 1);
  return head + (tail + (EXPONENTIALS[j + 1] * scale + base * growth));
}

/**
 * Taylor's series through x¹² (the next term is below 2^-68 of x). With h the float32 head of x, h²/2 is exact, and the
 * terms that are rounded stay below x³/6 + 2^-24·x².
 */
function smallExpm1(x: number): number {
  const h = Math.fround(x);
  const square = 0.5 * h * h;
  const head = x + square;
  const z = x * x;
  const w = z * z;
  const cubic =
    1 / 6 +
    x * (1 / 24) +
    z * (1 / 120 + x * (1 / 720)) +
    w * (1 / 5040 + x * (1 / 40320) + z * (1 / 362880 + x * (1 / 3628800)) + w * (1 / 39916800 + x * (1 / 479001600)));
  return head + (x - head + square + (0.5 * (x - h) * (x + h) + x * z * cubic));
}
