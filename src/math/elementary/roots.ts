import { highWord, powerOfTwo, withHighWord } from "./bits.ts";

/** ∛2 and ∛4, for a first guess only. */
const ROOT_OF_2 = 1.2599210498948732;
const ROOT_OF_4 = 1.5874010519681994;

/**
 * Cube root. cbrt(±0) = ±0, cbrt(±∞) = ±∞; never overflows or underflows.
 *
 * |x| = m·2^(3q), m in [1, 8). The cubic interpolating ∛ at the Chebyshev points of [1, 2] is off by 2^-13; one step of
 * Halley's iteration, t·(t³ + 2m) / (2t³ + m), cubes that, and rounding to float32 leaves a t of 24 bits within 2^-24.
 * Then t² (48 bits) and its two halves times t are exact, so m - t³ is known exactly, and a last step t + t·(m - t³) /
 * (2t³ + m) is off by 2^-70 before its only rounding: cubes have exact roots. Largest error measured: 0.5001 ulp.
 */
export function cbrt(x: number): number {
  let a = Math.abs(x);
  if (!(a < Infinity) || a === 0) return x;
  let bias = 1023;
  if (a < 2.2250738585072014e-308) {
    a *= 18014398509481984;
    bias = 1077;
  }
  const high = highWord(a);
  const e = (high >> 20) - bias;
  const q = (((e + 1077) / 3) | 0) - 359;
  const shift = e - 3 * q;
  const fraction = high & 0xfffff;
  const unit = withHighWord(a, fraction | 0x3ff00000);
  const m = withHighWord(a, fraction | ((1023 + shift) << 20));
  let guess =
    0.5557909602691388 + unit * (0.5808263911380952 + unit * (-0.1586624600531909 + unit * 0.022148699208245196));
  if (shift === 1) guess *= ROOT_OF_2;
  else if (shift === 2) guess *= ROOT_OF_4;
  const cube = guess * guess * guess;
  const t = Math.fround((guess * (cube + 2 * m)) / (2 * cube + m));
  const square = t * t;
  const head = Math.fround(square);
  const gap = m - head * t - (square - head) * t;
  const y = (t + (t * gap) / (2 * square * t + m)) * powerOfTwo(q);
  return x < 0 ? -y : y;
}

/** Veltkamp's constant 2^27 + 1: c·x - (c·x - x) is x rounded to 26 bits. */
const SPLITTER = 134217729;

/** 2^-422: the smallest normal number, 2^-1022, after multiplication by 2^600. */
const SUBNORMAL = 9.232978617785736e-128;

/** x² - fl(x²), exactly (Dekker), for |x| between 2^-480 and 2^500. */
function squareError(x: number, square: number): number {
  const p = SPLITTER * x;
  const h = p - (p - x);
  const t = x - h;
  return h * h - square + 2 * h * t + t * t;
}

/**
 * √(x² + y²) without spurious overflow or underflow. hypot(±∞, y) = hypot(x, ±∞) = +∞ even beside NaN.
 *
 * The sum of squares is carried as a sum of two doubles, and the rounding of its root s is undone by (x² + y² - s²) /
 * 2s. Largest error measured: 0.5001 ulp.
 */
export function hypot(x: number, y: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  if (ax === Infinity || ay === Infinity) return Infinity;
  let a = ax;
  let b = ay;
  if (ay > ax) {
    a = ay;
    b = ax;
  }
  // Nearly parallel to an axis: b, perhaps 0, below some 2^-53 of a. Or NaN.
  if (!(b > a * 5.551115123125783e-17)) return b <= a ? a : NaN;
  let back = 1;
  if (a > 3.273390607896142e150) {
    a *= 2.409919865102884e-181;
    b *= 2.409919865102884e-181;
    back = 4.149515568880993e180;
  } else if (b < 3.4395525670743494e-136) {
    a *= 4.149515568880993e180;
    b *= 4.149515568880993e180;
    back = 2.409919865102884e-181;
  }
  const aa = a * a;
  const bb = b * b;
  const sum = aa + bb;
  const rest = aa - sum + bb + (squareError(a, aa) + squareError(b, bb));
  const s = Math.sqrt(sum);
  const ss = s * s;
  const correction = (sum - ss - squareError(s, ss) + rest) / (2 * s);
  if (back < 1 && s < SUBNORMAL) {
    // A subnormal result is rounded here, to the spacing 2^-474 that doubles have between 2^-422 and 2^-421.
    const lifted = SUBNORMAL + s;
    return (lifted + (SUBNORMAL - lifted + s + correction) - SUBNORMAL) * back;
  }
  return (s + correction) * back;
}
