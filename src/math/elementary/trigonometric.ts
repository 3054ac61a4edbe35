import { quotientTail } from "./bits.ts";
import { QUARTER_PI } from "./pi.ts";
import { reduce, remainder } from "./reduction.ts";

/**
 * sin r = r + r³·S(r²) on |r| <= π/4. S interpolates (sin √z / √z - 1) / z at the seven larger of the eight Chebyshev points
 * of the interval whose smallest point is 0 and whose right end is 1.001·(π/4)²: that nearly levels the relative error of the
 * sine, which stays below 2^-57 with the coefficients rounded to doubles.
 */
const S0 = -0.16666666666666666;
const S1 = 0.008333333333333323;
const S2 = -0.00019841269841255058;
const S3 = 2.7557319214185255e-6;
const S4 = -2.505210491027327e-8;
const S5 = 1.6058366463325939e-10;
const S6 = -7.578689861150126e-13;

/** cos r = 1 - r²/2 + r⁴·C(r²), C made the same way from (cos √z - 1 + z/2) / z² with six points; error below 2^-60. */
const C0 = 0.041666666666666644;
const C1 = -0.0013888888888882026;
const C2 = 2.4801587294391567e-5;
const C3 = -2.7557315754432533e-7;
const C4 = 2.0875910980119555e-9;
const C5 = -1.1369197830102278e-11;

/** Below 2^-27 the cubic term is less than a quarter of an ulp: sine and tangent return their argument. */
const TINY = 7.450580596923828e-9;

/** sin(r + t) - r. The cubic term is below a ninth of r, so its few roundings cost about a fifth of an ulp of the sine. */
function sineRest(r: number, t: number): number {
  const z = r * r;
  const w = z * z;
  const s = S0 + w * (S2 + w * (S4 + w * S6)) + z * (S1 + w * (S3 + w * S5));
  return r * z * s + t * (1 - 0.5 * z);
}

/**
 * cos(r + t) - (1 - h²/2) with h the float32 head of r. h²/2 has 48 bits and is exact, which takes the rounding of r² out of
 * the leading term.
 */
function cosineRest(r: number, t: number, h: number): number {
  const z = r * r;
  const w = z * z;
  const c = C0 + w * (C2 + w * C4) + z * (C1 + w * (C3 + w * C5));
  return w * c - (0.5 * (r - h) * (r + h) + r * t);
}

function sine(r: number, t: number): number {
  return r + sineRest(r, t);
}

function cosine(r: number, t: number): number {
  const h = Math.fround(r);
  const square = 0.5 * h * h;
  const head = 1 - square;
  return head + (1 - head - square + cosineRest(r, t, h));
}

/** tan(r + t), or -1 / tan(r + t): quotient of sine and cosine, each a sum of two doubles. */
function tangent(r: number, t: number, inverted: boolean): number {
  const rest = sineRest(r, t);
  const s = r + rest;
  const sl = r - s + rest;
  const h = Math.fround(r);
  const square = 0.5 * h * h;
  const head = 1 - square;
  const tail = 1 - head - square + cosineRest(r, t, h);
  const c = head + tail;
  const cl = head - c + tail;
  if (inverted) {
    const inverse = 1 / s;
    const q = -c / s;
    return q + quotientTail(q, -c, -cl, s, sl, inverse);
  }
  const inverse = 1 / c;
  const q = s * inverse;
  return q + quotientTail(q, s, sl, c, cl, inverse);
}

/** Sine. sin(±0) = ±0, sin(±∞) = NaN. */
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

/** Cosine. cos(±∞) = NaN. */
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

/** Tangent. tan(±0) = ±0, tan(±∞) = NaN; no double is a pole. */
export function tan(x: number): number {
  const a = Math.abs(x);
  if (a <= QUARTER_PI) return a < TINY ? x : tangent(x, 0, false);
  if (!(a < Infinity)) return NaN;
  const n = reduce(x);
  return tangent(remainder[0], remainder[1], (n & 1) === 1);
}
