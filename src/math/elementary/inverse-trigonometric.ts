import { HALF_PI, HALF_PI_TAIL, PI, PI_TAIL } from "./pi.ts";

/**
 * asin x = x + x·z·A(z), z = x² <= 1/4. A interpolates (asin √z / √z - 1) / z at the thirteen larger of the fourteen
 * Chebyshev points of the interval whose smallest point is 0 and whose right end is 1/4; relative error of the arcsine
 * below 2^-59.
 */
const A0 = 0.16666666666666752;
const A1 = 0.0749999999997315;
const A2 = 0.04464285717236861;
const A3 = 0.030381942815076998;
const A4 = 0.022372211982030567;
const A5 = 0.0173516655888634;
const A6 = 0.013980184093834582;
const A7 = 0.011404068082388074;
const A8 = 0.010751656079494408;
const A9 = 0.003813270416705725;
const A10 = 0.021450242779625966;
const A11 = -0.020638983964698716;
const A12 = 0.032405832749597234;

/** asin √z / √z - 1 on [0, 1/4]; at most 0.05. */
function excess(z: number): number {
  const w = z * z;
  const even = A0 + w * (A2 + w * (A4 + w * (A6 + w * (A8 + w * (A10 + w * A12)))));
  const odd = A1 + w * (A3 + w * (A5 + w * (A7 + w * (A9 + w * A11))));
  return z * (even + z * odd);
}

/**
 * For |x| > 1/2, with z = (1 - |x|) / 2 (exact) and s = √z: asin |x| = π/2 - 2·asin s, acos |x| = 2·asin s. The
 * rounding of s is corrected: h is the float32 head of s, h² is exact, and √z - h = (z - h²) / (√z + h). `restOfRoot`
 * is asin s - h.
 */
function restOfRoot(z: number, s: number, h: number): number {
  return (z - h * h) / (s + h) + s * excess(z);
}

/** Arcsine. asin(±0) = ±0; NaN outside [-1, 1]. Largest error measured: 0.644 ulp. */
export function asin(x: number): number {
  const a = Math.abs(x);
  if (a < 0.5) return a < 7.450580596923828e-9 ? x : x + x * excess(x * x);
  if (!(a < 1)) return a === 1 ? x * HALF_PI : NaN;
  const z = 0.5 * (1 - a);
  const s = Math.sqrt(z);
  const h = Math.fround(s);
  const head = HALF_PI - 2 * h;
  const y = head + (HALF_PI - head - 2 * h + (HALF_PI_TAIL - 2 * restOfRoot(z, s, h)));
  return x < 0 ? -y : y;
}

/** Arccosine. acos(1) = +0; NaN outside [-1, 1]. Largest error measured: 0.613 ulp. */
export function acos(x: number): number {
  const a = Math.abs(x);
  if (a < 0.5) {
    const head = HALF_PI - x;
    return head + (HALF_PI - head - x + (HALF_PI_TAIL - x * excess(x * x)));
  }
  if (!(a < 1)) return x === 1 ? 0 : x === -1 ? PI : NaN;
  const z = 0.5 * (1 - a);
  const s = Math.sqrt(z);
  const h = Math.fround(s);
  const rest = restOfRoot(z, s, h);
  if (x > 0) return 2 * (h + rest);
  const head = PI - 2 * h;
  return head + (PI - head - 2 * h + (PI_TAIL - 2 * rest));
}
