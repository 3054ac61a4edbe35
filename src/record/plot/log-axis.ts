// Logarithmic axes. Coordinates are decimal logarithms; ticks are at powers of ten, and in between where these are few.
import { log } from "../../math/elementary/elementary.ts";
import { superscript } from "../units/unit-text.ts";
import type { Ticks } from "./ticks.ts";

const ten = log(10);
/** Smaller differences are rounding. */
const slack = 1e-9;

/** NaN if there is no logarithm, which leaves a gap. */
export function log10(x: number): number {
  return x > 0 ? log(x) / ten : Number.NaN;
}

/** Ticks in [low, high], given in decades: about `count` of them. */
export function logTicks(low: number, high: number, count: number): Ticks {
  const first = Math.ceil(low - slack);
  const last = Math.floor(high + slack);
  const stride = Math.max(1, Math.ceil((last - first + 1) / Math.max(1, count)));
  const factors = high - low < 1 ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : high - low < 3 ? [1, 2, 5] : [1];
  const marks: { factor: number; decade: number }[] = [];
  for (let decade = Math.floor(low - slack); decade <= last; decade++)
    for (const factor of (decade - first) % stride === 0 ? factors : []) {
      const place = decade + log10(factor);
      if (place >= low - slack && place <= high + slack) marks.push({ factor, decade });
    }
  const isPlain = marks.every(({ decade }) => decade >= -4 && decade <= 4);
  return {
    values: marks.map(({ factor, decade }) => decade + log10(factor)),
    labels: marks.map(({ factor, decade }) => (isPlain ? plain(factor, decade) : powerOfTen(factor, decade))),
    factor: "",
  };
}

function plain(factor: number, decade: number): string {
  return Number(`${factor}e${decade}`).toFixed(Math.max(0, -decade));
}

function powerOfTen(factor: number, decade: number): string {
  return `${factor === 1 ? "" : `${factor}·`}10${superscript(decade)}`;
}

/** Widened to whole decades, or slightly if the range is less than one. */
export function logRange([low, high]: readonly [number, number]): [number, number] {
  return high - low < 1 ? [low - 0.05, high + 0.05] : [Math.floor(low + slack), Math.ceil(high - slack)];
}
