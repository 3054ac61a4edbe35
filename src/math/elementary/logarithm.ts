import { highWord, powerOfTwo, withHighWord } from "./bits.ts";
import { HALVED, LN2_HEAD, LN2_TAIL, LOGARITHMS } from "./logarithm-table.ts";

/** ln(1 + r) - r by Taylor's series through r⁸: for |r| < 0.0043 the next term is below 2^-64 of r. */
function bend(r: number): number {
  const z = r * r;
  const w = z * z;
  return z * (-1 / 2 + r * (1 / 3) + z * (-1 / 4 + r * (1 / 5)) + w * (-1 / 6 + r * (1 / 7) - z * (1 / 8)));
}

/**
 * ln(x + t) for a positive normal x and |t| at most half an ulp of x; `exponent` is added to that of x.
 *
 * x = 2^k·m and ln x = k·ln 2 - ln c + ln(1 + r), r = m·c - 1 with c from the table (Tang's scheme). m is cut into a
 * float32 head and a tail: both products with c are exact, and so is r as a sum of two doubles. The leading sum
 * k·LN2_HEAD - ln c is exact by the choice of the heads; for x near 1 it is zero and r is x - 1 itself. The rounded
 * terms are below 2^-8 of the result except where they are below 2^-16 themselves, so the final rounding is nearly the
 * only one.
 */
function logarithmOfSum(x: number, t: number, exponent: number): number {
  const high = highWord(x);
  const fraction = high & 0xfffff;
  const j = (fraction + 0x1000) >> 13;
  const halved = j >= HALVED ? 1 : 0;
  const k = (high >> 20) - 1023 + halved;
  const m = withHighWord(x, fraction | ((1023 - halved) << 20));
  const c = LOGARITHMS[3 * j];
  const mh = Math.fround(m);
  const a = mh * c - 1;
  const b = (m - mh) * c;
  const r = a + b;
  let rest = a - r + b;
  if (t !== 0) rest += t * powerOfTwo(-k) * c * (1 - r);
  const e = k + exponent;
  const base = e * LN2_HEAD + LOGARITHMS[3 * j + 1];
  const sum = base + r;
  const tail = e * LN2_TAIL + LOGARITHMS[3 * j + 2];
  return sum + (base - sum + r + (tail + rest + bend(r)));
}

/** Natural logarithm. log(±0) = -∞, log(1) = +0, log(x < 0) = NaN, log(+∞) = +∞. Largest error measured: 0.503 ulp. */
export function log(x: number): number {
  if (x >= 2.2250738585072014e-308) return x === Infinity ? x : logarithmOfSum(x, 0, 0);
  if (x > 0) return logarithmOfSum(x * 18014398509481984, 0, -54);
  return x === 0 ? -Infinity : NaN;
}

/**
 * ln(1 + x). log1p(±0) = ±0, log1p(-1) = -∞, log1p(x < -1) = NaN, log1p(+∞) = +∞. Largest error measured: 0.504 ulp.
 */
export function log1p(x: number): number {
  const a = Math.abs(x);
  if (a < 0.00390625) return a < 5.551115123125783e-17 ? x : x + bend(x);
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  if (x > 1e18) return log(x);
  const u = 1 + x;
  return logarithmOfSum(u, a > 1 ? x - u + 1 : 1 - u + x, 0);
}

/** The result of `logarithm`, as head + tail. */
export const logarithmParts = new Float64Array(2);

/**
 * ln x for a positive finite x to about 2^-68 of itself, as a sum of two doubles in `logarithmParts`. The scheme is
 * that of `logarithmOfSum`, with r²/2 carried exactly (h is the float32 head of r, h²/2 has 48 bits) and the series
 * continued to r¹⁰ (the next term is below 2^-80 of r). Only r³/3 and later terms are rounded: 2^-17.6 of r where the
 * result is r itself.
 */
export function logarithm(value: number): void {
  let x = value;
  let e = -1023;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984;
    e = -1077;
  }
  const high = highWord(x);
  const fraction = high & 0xfffff;
  const j = (fraction + 0x1000) >> 13;
  const halved = j >= HALVED ? 1 : 0;
  e += (high >> 20) + halved;
  const m = withHighWord(x, fraction | ((1023 - halved) << 20));
  const c = LOGARITHMS[3 * j];
  const mh = Math.fround(m);
  const a = mh * c - 1;
  const b = (m - mh) * c;
  const r = a + b;
  const rest = a - r + b;

  const h = Math.fround(r);
  const square = 0.5 * h * h;
  const z = r * r;
  const w = z * z;
  const cubic =
    1 / 3 - r * (1 / 4) + z * (1 / 5 - r * (1 / 6)) + w * (1 / 7 - r * (1 / 8) + z * (1 / 9 - r * (1 / 10)));
  const base = e * LN2_HEAD + LOGARITHMS[3 * j + 1];
  const sum = base + r;
  const sumError = base - sum + r;
  const head = sum - square;
  const headError = sum - head - square;
  const tail = e * LN2_TAIL + LOGARITHMS[3 * j + 2];
  const small = rest - r * rest - 0.5 * (r - h) * (r + h) + r * z * cubic;
  const low = sumError + headError + (tail + small);
  const result = head + low;
  logarithmParts[0] = result;
  logarithmParts[1] = head - result + low;
}
