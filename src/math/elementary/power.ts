import { exponentialOfSum } from "./exponential.ts";
import { logarithm, logarithmParts } from "./logarithm.ts";

/** 2^65: past it x^y is 0, 1 or ∞, as |ln x| >= 2^-53 for x ≠ 1; below its inverse x^y rounds to 1. */
const HUGE = 3.6893488147419103e19;

/** Whether a finite y is an odd integer; from 2^53 on every double is even. */
function isOdd(y: number): boolean {
  const a = Math.abs(y);
  return a < 9007199254740992 && Math.floor(a) === a && Math.floor(a * 0.5) * 2 !== a;
}

/**
 * x^y. By C99 Annex F, which differs from JavaScript's operator in the first two lines:
 *   pow(x, ±0) = 1 and pow(1, y) = 1 for any x, y, even NaN; otherwise NaN if either is NaN
 *   pow(-1, ±∞) = 1
 *   pow(x, -∞) = +∞ for |x| < 1, +0 for |x| > 1; pow(x, +∞) = +0 for |x| < 1, +∞ for |x| > 1
 *   pow(±0, y) = ±0 for odd integers y > 0, ±∞ for odd integers y < 0, else +0 for y > 0, +∞ for y < 0
 *   pow(±∞, y) likewise with 0 and ∞ exchanged
 *   pow(x, y) = NaN for finite x < 0 and finite y not an integer.
 * y = 1, 2, -1 and 1/2 are the correctly rounded operations; results that are doubles are exact, as the error before
 * the last rounding is far below half an ulp. Largest error measured: 0.513 ulp, subnormal results included.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the cases of Annex F stand one after another, as above
export function pow(x: number, y: number): number {
  if (y === 0 || x === 1) return 1;
  if (y === 2) return x * x;
  if (y === 1) return x;
  if (y === -1) return 1 / x;
  if (x > 0 && x < Infinity) {
    if (y === 0.5) return Math.sqrt(x);
    return positivePower(x, y);
  }
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const odd = isOdd(y);
  if (x === 0 || x === Infinity || x === -Infinity) {
    const size = (x === 0) === y > 0 ? 0 : Infinity;
    return odd && (x < 0 || 1 / x < 0) ? -size : size;
  }
  if (Math.abs(y) < Infinity && Math.floor(y) !== y) return NaN;
  const size = x === -1 ? 1 : positivePower(-x, y);
  return odd ? -size : size;
}

/**
 * x^y = e^(y·ln x) for finite x > 0, x ≠ 1. ln x is known to 2^-68; the product of the sums of two doubles keeps that,
 * the heads being cut in float32 head and tail so that the leading products are exact. With |y·ln x| < 746 the exponent
 * is off by less than 2^-58: 0.03 ulp of the result.
 */
function positivePower(x: number, y: number): number {
  const ay = Math.abs(y);
  if (!(ay < HUGE)) {
    if (Number.isNaN(y)) return NaN;
    return x > 1 === y > 0 ? Infinity : 0;
  }
  if (ay < 1 / HUGE) return 1;
  logarithm(x);
  const l = logarithmParts[0];
  const p = y * l;
  if (p > 709.8) return Infinity;
  if (p < -745.2) return 0;
  const yh = Math.fround(y);
  const yt = y - yh;
  const lh = Math.fround(l);
  const lt = l - lh;
  const error = yh * lh - p + yh * lt + yt * lh + yt * lt;
  return exponentialOfSum(p, error + y * logarithmParts[1]);
}
