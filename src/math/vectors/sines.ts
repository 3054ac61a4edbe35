// Sines and cosines of several angles, from array to array: returned numbers would be allocated.
import { ROUNDER } from "../elementary/bits.ts";
import { QUARTER_PI } from "../elementary/pi.ts";
import { reduce, remainder } from "../elementary/reduction.ts";
import { cosineStep, sineStep, smallSineRest, TINY } from "../elementary/trigonometric.ts";
import { ORIGIN, SINES_AND_COSINES } from "../elementary/trigonometric-table.ts";
import type { Numbers } from "./vec3.ts";

/**
 * Writes the sine and the cosine of each angle alternately, with the bits of `sin` and `cos`: the same sums, whose
 * steps serve both. The sums are odd and even as the functions are, so they are taken of the absolute value.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: parted, its functions would return numbers on the heap
export function findSinesAndCosines(out: Numbers, angles: Numbers): void {
  for (let k = 0; k < angles.length; k++) {
    const x = angles[k];
    const a = Math.abs(x);
    // Variables that are sometimes a constant, sometimes a number from an array, would be allocated.
    remainder[0] = a;
    remainder[1] = 0;
    const n = a > QUARTER_PI && a < Infinity ? reduceAt(angles, k) : 0;
    const r = remainder[0];
    const t = remainder[1];
    const i = r * 32 + ROUNDER - ROUNDER;
    const j = ((i << 2) + ORIGIN) | 0;
    const d = r - i * 0.03125;
    const s = SINES_AND_COSINES[j];
    const c = SINES_AND_COSINES[j + 2];
    const ds = sineStep(d, t);
    const dc = cosineStep(d);
    const small = r + smallSineRest(r, t);
    const sine = r < 0.25 && r > -0.25 ? small : s + (SINES_AND_COSINES[j + 1] + (s * dc + c * ds));
    const cosine = c + (SINES_AND_COSINES[j + 3] + (c * dc - s * ds));
    const y = n & 1 ? cosine : sine;
    const z = n & 1 ? sine : cosine;
    out[2 * k] = x < TINY && x > -TINY ? x : n & 2 ? (x < 0 ? y : -y) : x < 0 ? -y : y;
    out[2 * k + 1] = (n + 1) & 2 ? -z : z;
  }
}

// A separate function, because its caller may be compiled before any angle is so large, and would then pass a number.
function reduceAt(angles: Numbers, k: number): number {
  return reduce(Math.abs(angles[k]));
}
