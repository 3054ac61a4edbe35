import { highWord, ROUNDER, withHighWord } from "./bits.ts";
import { HALF_PI, HALF_PI_TAIL } from "./pi.ts";

/**
 * The result of `reduce`: remainder[0] + remainder[1] = x - n·π/2, |remainder[1]| at most half an ulp of remainder[0].
 */
export const remainder = new Float64Array(2);

/**
 * π/2 in four parts: three of 33 bits, the multiples of 2^-32, 2^-65, 2^-98 below, and the nearest double of the rest.
 * An integer of 20 bits times one of the first three is exact.
 */
const PART_1 = 1.5707963267341256;
const PART_2 = 6.077100506303966e-11;
const PART_3 = 2.0222662487111665e-21;
const PART_4 = 8.4784276603689e-32;
const TWO_OVER_PI = 0.6366197723675814;

/** 2^20·π/2 rounded down: up to here n has at most 20 bits (or is 2^20). */
const FAR = 1647099;

/**
 * The quadrant n mod 4 of a finite x, |x| > π/4, where n is the integer nearest to x·2/π (at a tie within rounding,
 * either neighbour); leaves the remainder in `remainder`. No double is nearer than about 2^-61 to a nonzero multiple of
 * π/2, so an absolute error of 2^-130 is a relative one of 2^-69.
 *
 * Near: Cody and Waite's subtraction in parts. x - n·PART_1 is exact: both are multiples of 2^-53 and the result is
 * below one. Each later difference is exact when it cancels (both terms are then multiples of a unit 2^-53 times the
 * bound), and otherwise its error, recovered by Dekker's fast sum, goes to the tail. What remains is the rounding of
 * the tail and of PART_4: below 2^-106 times the remainder, or 2^-132.
 */
export function reduce(x: number): number {
  if (x > FAR || x < -FAR) return reduceFar(x);
  const n = x * TWO_OVER_PI + ROUNDER - ROUNDER;
  const r = x - n * PART_1;
  const w2 = n * PART_2;
  const r2 = r - w2;
  const e2 = r - r2 - w2;
  const w3 = n * PART_3;
  const r3 = r2 - w3;
  const e3 = r2 - r3 - w3;
  const tail = e2 + e3 - n * PART_4;
  const head = r3 + tail;
  remainder[0] = head;
  remainder[1] = r3 - head + tail;
  return n & 3;
}

/** The bits of 2/π after three digits of zero: digit k + 3 has the weight 2^(-24(k + 1)); 1344 bits. */
// biome-ignore format: digits
const DIGITS = new Float64Array([
  0, 0, 0,
  0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb,
  0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5,
  0x2ebb44, 0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8,
  0x97ffde, 0x05980f, 0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d,
  0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7, 0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b,
  0x6babf0, 0xcfbc20, 0x9af436, 0x1da9e3, 0x91615e, 0xe61b08,
]);

const RADIX = 16777216;
const PER_RADIX = 1 / RADIX;

/** 2^-48, 2^-96, 2^-144: weights of pairs of digits. */
const WEIGHT_1 = PER_RADIX * PER_RADIX;
const WEIGHT_2 = WEIGHT_1 * WEIGHT_1;
const WEIGHT_3 = WEIGHT_2 * WEIGHT_1;

const HALF_PI_HEAD = Math.fround(HALF_PI);
const HALF_PI_REST = HALF_PI - HALF_PI_HEAD;

/** The digits of x·2/π mod 2^24 in base 2^24: column[0] the integer, column[1..7] the fraction. */
const column = new Float64Array(8);

/**
 * Payne and Hanek's reduction. |x| = v·2^(24q) with v an integer below 2^76, in base 2^24 four digits d; multiples of
 * 2^24 in the product with 2/π do not matter, so only the digits of 2/π from q - 1 on are read. A column collects four
 * products below 2^48 and a carry: exact. Columns past the eighth are dropped: less than 2^-141 in the fraction.
 */
function reduceFar(x: number): number {
  const high = highWord(x) & 0x7fffffff;
  // x = m·2^e with m an integer of 53 bits; e >= -32.
  const e = (high >>> 20) - 1075;
  const q = (((e + 48) / 24) | 0) - 2;
  const shift = e - 24 * q;
  const v = withHighWord(x, (high & 0xfffff) | ((1075 + shift) << 20));
  const d3 = Math.floor(v * (PER_RADIX * WEIGHT_1));
  const v2 = v - d3 * (RADIX * RADIX * RADIX);
  const d2 = Math.floor(v2 * WEIGHT_1);
  const v1 = v2 - d2 * (RADIX * RADIX);
  const d1 = Math.floor(v1 * PER_RADIX);
  const d0 = v1 - d1 * RADIX;

  let carry = 0;
  for (let c = 7; c >= 0; c--) {
    const k = q + c + 2;
    const sum = d0 * DIGITS[k] + d1 * DIGITS[k + 1] + d2 * DIGITS[k + 2] + d3 * DIGITS[k + 3] + carry;
    carry = Math.floor(sum * PER_RADIX);
    column[c] = sum - carry * RADIX;
  }

  // The fraction is brought to [-1/2, 1/2) by a negative first digit; sums of two digits and of two pairs stay exact
  // where they cancel.
  let n = column[0] & 3;
  let first = column[1];
  if (first >= RADIX / 2) {
    first -= RADIX;
    n += 1;
  }
  const a = (first * RADIX + column[2]) * WEIGHT_1;
  const b = (column[3] * RADIX + column[4]) * WEIGHT_2;
  const c = (column[5] * RADIX + column[6]) * WEIGHT_3;
  const s = a + b;
  const t = a - s + b + c;
  const f = s + t;
  const g = s - f + t;

  // (f + g)·π/2 with the product of the heads exact (24 bits each); relative error below 2^-100.
  const fh = Math.fround(f);
  const ft = f - fh;
  const p = f * HALF_PI;
  const error = fh * HALF_PI_HEAD - p + fh * HALF_PI_REST + ft * HALF_PI_HEAD + ft * HALF_PI_REST;
  const tail = error + (f * HALF_PI_TAIL + g * HALF_PI);
  const head = p + tail;
  const rest = p - head + tail;
  if (x < 0) {
    remainder[0] = -head;
    remainder[1] = -rest;
    return -n & 3;
  }
  remainder[0] = head;
  remainder[1] = rest;
  return n & 3;
}
