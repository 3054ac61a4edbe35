import { ARCTANGENTS } from "./arctangent-table.ts";
import { highWord, powerOfTwo, quotientTail } from "./bits.ts";
import { HALF_PI, HALF_PI_TAIL, PI, PI_TAIL } from "./pi.ts";

/** The result of `arc`: an angle as head + tail. */
const angle = new Float64Array(2);

/**
 * atan(n/d) for 0 < n <= d, both well inside the float32 range, as a sum of two doubles in `angle`.
 *
 * With c = j/32 nearest to n/d, atan(n/d) = atan c + atan t, t = (n - c·d) / (d + c·n), |t| <= 1/64 (a hair more by the
 * rounding of j). c has six bits, so its products with the float32 head and the tail of d and n are exact and numerator
 * and denominator are known to twice the precision; so is t. Taylor's series through t⁹ leaves a relative 2^-63.
 */
function arc(n: number, d: number): void {
  const j = ((32 * n) / d + 0.5) | 0;
  const c = j * 0.03125;
  const dh = Math.fround(d);
  const cd = c * dh;
  const cdt = c * (d - dh);
  const a = n - cd;
  const top = a - cdt;
  // n - c·dh is exact, except where c·dh exceeds 2n: then this recovers the rounding.
  const topTail = n - (a + cd) + (a - top - cdt);
  const nh = Math.fround(n);
  const cn = c * nh;
  const b = d + cn;
  const bTail = d - b + cn + c * (n - nh);
  const bottom = b + bTail;
  const bottomTail = b - bottom + bTail;
  const inverse = 1 / bottom;
  const t = top * inverse;
  const tt = quotientTail(t, top, topTail, bottom, bottomTail, inverse);
  const z = t * t;
  const series = t * z * (-1 / 3 + z * (1 / 5 + z * (-1 / 7 + z * (1 / 9))));
  const base = ARCTANGENTS[2 * j];
  const sum = base + t;
  angle[0] = sum;
  angle[1] = base - sum + t + (ARCTANGENTS[2 * j + 1] + (tt + series));
}

/** (base + baseTail) + (h + t), h not above base in magnitude. */
function offset(base: number, baseTail: number, h: number, t: number): number {
  const sum = base + h;
  return sum + (base - sum + h + (baseTail + t));
}

/** Arctangent. atan(±0) = ±0, atan(±∞) = ±π/2. Largest error measured: 0.501 ulp. */
export function atan(x: number): number {
  const a = Math.abs(x);
  if (a < 7.450580596923828e-9) return x;
  let y = HALF_PI;
  if (a <= 1) {
    arc(a, 1);
    y = angle[0] + angle[1];
  } else if (a < 7.378697629483821e19) {
    arc(1, a);
    y = offset(HALF_PI, HALF_PI_TAIL, -angle[0], -angle[1]);
  } else if (!(a <= Infinity)) return NaN;
  return x < 0 ? -y : y;
}

/**
 * The angle of the point (x, y), with the sign of y, in [-π, π]. By C99 Annex F:
 *   atan2(±0, x) = ±0 for x > 0 or x = +0, ±π for x < 0 or x = -0
 *   atan2(y, ±0) = ±π/2 for y ≠ 0
 *   atan2(±y, +∞) = ±0, atan2(±y, -∞) = ±π for finite y > 0
 *   atan2(±∞, x) = ±π/2 for finite x, ±π/4 for x = +∞, ±3π/4 for x = -∞
 *   NaN if either is NaN.
 * Largest error measured: 0.501 ulp.
 */
export function atan2(y: number, x: number): number {
  const ay = Math.abs(y);
  const ax = Math.abs(x);
  if (!(ay <= Infinity && ax <= Infinity)) return NaN;
  const negative = y < 0 || (y === 0 && 1 / y < 0);
  const left = x < 0 || (x === 0 && 1 / x < 0);
  const steep = ay > ax;
  const value = angleOf(steep ? ax : ay, steep ? ay : ax, steep, left);
  return negative ? -value : value;
}

/** The angle in [0, π] whose smaller and larger coordinates are n and d in magnitude. */
function angleOf(n: number, d: number, steep: boolean, left: boolean): number {
  if (n === d && (n === 0 || n === Infinity)) {
    if (n === 0) return left ? PI : 0;
    // 3π/4 and π/4 to the nearest double.
    return left ? 2.356194490192345 : 0.7853981633974483;
  }
  const q = n / d;
  if (q < 9.313225746154785e-10) {
    // Below 2^-30 the cubic term is less than 2^-61 of q, and q itself is rounded once.
    angle[0] = q;
    angle[1] = 0;
  } else {
    // The larger coordinate is brought to [2, 4): exact, as the smaller is at most 2^31 below it.
    let lift = 1;
    if (d < 2.2250738585072014e-308) lift = 18014398509481984;
    const scale = powerOfTwo(1024 - (highWord(d * lift) >> 20));
    arc(n * lift * scale, d * lift * scale);
  }
  if (steep) {
    if (left) return offset(HALF_PI, HALF_PI_TAIL, angle[0], angle[1]);
    return offset(HALF_PI, HALF_PI_TAIL, -angle[0], -angle[1]);
  }
  if (left) return offset(PI, PI_TAIL, -angle[0], -angle[1]);
  return angle[0] + angle[1];
}
