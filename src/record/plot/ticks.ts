// Round numbers along an axis.
import { superscript } from "../units/unit-text.ts";

export interface Ticks {
  readonly values: readonly number[];
  readonly labels: readonly string[];
  /** The factor of all labels, `×10⁵`, if they would be long otherwise; or nothing. */
  readonly factor: string;
}

/** The k of 10^k ≤ |x| < 10^(k+1). */
export function decimalExponent(x: number): number {
  return Number(x.toExponential().split("e")[1]);
}

function powerOfTen(k: number): number {
  return Number(`1e${k}`);
}

/** The multiples of 1, 2 or 5 times a power of ten in [low, high], about `count` of them. */
export function niceTicks(low: number, high: number, count: number): Ticks {
  return ticksBy(low, high, niceStep((high - low) / Math.max(1, count)));
}

/** The multiples of a nice step in [low, high]. */
export function ticksBy(low: number, high: number, step: number): Ticks {
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const values: number[] = [];
  // Computed through decimals, so that the third tenth is 0.3.
  for (let i = first; i <= last && values.length < 100; i++)
    values.push(i === 0 ? 0 : Number((i * step).toPrecision(15)));
  return { values, ...labelTicks(values, step, Math.max(Math.abs(low), Math.abs(high))) };
}

export function niceStep(rough: number): number {
  const k = decimalExponent(rough);
  const mantissa = rough / powerOfTen(k);
  const nice = mantissa < 1.5 ? 1 : mantissa < 3.5 ? 2 : mantissa < 7.5 ? 5 : 10;
  return nice === 10 ? powerOfTen(k + 1) : Number(`${nice}e${k}`);
}

/**
 * Labels with as many decimals as the step; for very large and very small numbers a common power of ten is given once,
 * separately.
 */
function labelTicks(values: readonly number[], step: number, largest: number): { labels: string[]; factor: string } {
  const top = decimalExponent(largest);
  const power = top >= 6 || top <= -4 ? top : 0;
  const decimals = Math.min(15, Math.max(0, power - decimalExponent(step)));
  return {
    labels: values.map((value) => typeset((value / powerOfTen(power)).toFixed(decimals))),
    factor: power === 0 ? "" : `×10${superscript(power)}`,
  };
}

/** The number with a minus sign as wide as a plus. */
function typeset(number: string): string {
  return number.replace("-", "−");
}

/** The range of an axis: that of the numbers, with a margin around a constant. */
export function spanOf(numbers: Iterable<number>): [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const x of numbers) {
    if (!Number.isFinite(x)) continue;
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  if (low > high) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Differences this small are rounding, and no axis can show them.
  if (high - low > 1e-12 * size) return [low, high];
  const margin = size === 0 ? 1 : 0.1 * size;
  return [low - margin, high + margin];
}

/** The range widened to whole steps. */
export function niceRange([low, high]: readonly [number, number], step: number): [number, number] {
  const down = Math.floor(low / step + 1e-9) * step;
  const up = Math.ceil(high / step - 1e-9) * step;
  return [Math.min(low, down), Math.max(high, up)];
}
