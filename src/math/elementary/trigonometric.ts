import { quotientTail, ROUNDER } from "./bits.ts";
import { QUARTER_PI } from "./pi.ts";
import { reduce, remainder } from "./reduction.ts";
import { ORIGIN, SINES_AND_COSINES } from "./trigonometric-table.ts";

/**
 * Below 1/4, sin r = r + r³·S(r²). S interpolates (sin √z / √z - 1) / z at the five larger of the six Chebyshev points
 * of the interval whose smallest point is 0 and whose right end is 1/16, which nearly levels the relative error of the
 * sine: below 2^-61. The cubic term is at most r/96, so its roundings cost some 0.02 ulp.
 */
const S0 = -0.16666666666666666;
const S1 = 0.008333333333332478;
const S2 = -0.00019841269834964748;
const S3 = 2.7557298957817117e-6;
const S4 = -2.5022535865958743e-8;

/** Below 2^-27 the cubic term is less than a quarter of an ulp: sine and tangent return their argument. */
export const TINY = 7.450580596923828e-9;

/** sin(r + t) - r for |r| < 1/4. */
export function smallSineRest(r: number, t: number): number {
  const z = r * r;
  const w = z * z;
  return r * z * (S0 + w * (S2 + w * S4) + z * (S1 + w * S3)) + t * (1 - 0.5 * z);
}

/**
 * The rest of the quarter turn goes by the table: with c = j/32 nearest to r and d = r - c, |d| <= 1/64 (exact),
 * sin r = sin c + (sin c·(cos d - 1) + cos c·sin d), likewise the cosine. The bracket is below 1/60, a fifteenth of the
 * whole at most, so its few roundings cost some 0.05 ulp. Taylor's series serve for sin d and cos d - 1; the first
 * terms left out are below 2^-66 of d and 2^-63.
 */
export function sineStep(d: number, t: number): number {
  const z = d * d;
  return d + (t + d * z * (-1 / 6 + z * (1 / 120 - z * (1 / 5040))));
}

export function cosineStep(d: number): number {
  const z = d * d;
  return z * (-1 / 2 + z * (1 / 24 - z * (1 / 720)));
}

/** sin(r + t), |r| <= π/4 and a hair, t below an ulp of r. */
function sine(r: number, t: number): number {
  if (r < 0.25 && r > -0.25) return r + smallSineRest(r, t);
  const i = r * 32 + ROUNDER - ROUNDER;
  const j = ((i << 2) + ORIGIN) | 0;
  const d = r - i * 0.03125;
  const s = SINES_AND_COSINES[j];
  const step = s * cosineStep(d) + SINES_AND_COSINES[j + 2] * sineStep(d, t);
  return s + (SINES_AND_COSINES[j + 1] + step);
}

/** cos(r + t) in the same range. */
function cosine(r: number, t: number): number {
  const i = r * 32 + ROUNDER - ROUNDER;
  const j = ((i << 2) + ORIGIN) | 0;
  const d = r - i * 0.03125;
  const c = SINES_AND_COSINES[j + 2];
  const step = c * cosineStep(d) - SINES_AND_COSINES[j] * sineStep(d, t);
  return c + (SINES_AND_COSINES[j + 3] + step);
}

/** tan(r + t), or -1 / tan(r + t): the quotient of sine and cosine, each kept as a sum of two doubles. */
function tangent(r: number, t: number, inverted: boolean): number {
  const i = r * 32 + ROUNDER - ROUNDER;
  const j = ((i << 2) + ORIGIN) | 0;
  const d = r - i * 0.03125;
  const sj = SINES_AND_COSINES[j];
  const cj = SINES_AND_COSINES[j + 2];
  const sd = sineStep(d, t);
  const cd = cosineStep(d);
  let head = sj;
  let rest = SINES_AND_COSINES[j + 1] + (sj * cd + cj * sd);
  if (r < 0.25 && r > -0.25) {
    head = r;
    rest = smallSineRest(r, t);
  }
  const s = head + rest;
  const sl = head - s + rest;
  const restOfCosine = SINES_AND_COSINES[j + 3] + (cj * cd - sj * sd);
  const c = cj + restOfCosine;
  const cl = cj - c + restOfCosine;
  if (inverted) {
    const inverse = 1 / s;
    const q = -c * inverse;
    return q + quotientTail(q, -c, -cl, s, sl, inverse);
  }
  const inverse = 1 / c;
  const q = s * inverse;
  return q + quotientTail(q, s, sl, c, cl, inverse);
}

/** Sine. sin(±0) = ±0, sin(±∞) = NaN. Largest error measured: 0.557 ulp. */
export function sin(x: number): number {
  const a = Math.abs(x);
  if (a <= QUARTER_PI) return a < TINY ? x : sine(x, 0);
  if (!(a < Infinity)) return NaN;
  const n = reduce(x);
  const r = remainder[0];
  const t = remainder[1];
  const y = n & 1 ? cosine(r, t) : sine(r, t);
  return n & 2 ? -y : y;
}

/** Cosine. cos(±∞) = NaN. Largest error measured: 0.554 ulp. */
export function cos(x: number): number {
  const a = Math.abs(x);
  if (a <= QUARTER_PI) return cosine(a, 0);
  if (!(a < Infinity)) return NaN;
  const n = reduce(a);
  const r = remainder[0];
  const t = remainder[1];
  const y = n & 1 ? sine(r, t) : cosine(r, t);
  return (n + 1) & 2 ? -y : y;
}

/** Tangent. tan(±0) = ±0, tan(±∞) = NaN; no double is a pole. Largest error measured: 0.560 ulp. */
export function tan(x: number): number {
  const a = Math.abs(x);
  if (a <= QUARTER_PI) return a < TINY ? x : tangent(x, 0, false);
  if (!(a < Infinity)) return NaN;
  const n = reduce(x);
  return tangent(remainder[0], remainder[1], (n & 1) === 1);
}
