// Lengths along a curve, by Gauss and Legendre's rule with eight places on each stretch.
import type { Numbers } from "../math/vec3.ts";
import { type Curve, evaluateCurve, evaluatePiece, type Path, wrapParameter } from "./curve.ts";
import type { Stretches } from "./curve-stretches.ts";

/** Abramowitz, Stegun, table 25.4, n = 8: places and weights on [-1, 1], each for both signs. */
const places = [0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363]; // biome-ignore format: a table
const weights = [0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763]; // biome-ignore format: a table

const rate = new Float64Array(3);

function speedAt(path: Path, piece: number, s: number): number {
  if (!evaluatePiece(rate, path, piece, 1, s)) return Number.NaN;
  return Math.sqrt(rate[0] * rate[0] + rate[1] * rate[1] + rate[2] * rate[2]);
}

function lengthBetween(path: Path, piece: number, a: number, b: number): number {
  const middle = (a + b) / 2;
  const half = (b - a) / 2;
  let sum = 0;
  for (const [i, place] of places.entries())
    sum += weights[i] * (speedAt(path, piece, middle - half * place) + speedAt(path, piece, middle + half * place));
  return half * sum;
}

/** The length from the beginning to each bound of the stretches. */
export function lengthsTo(path: Path, { count, bounds, pieces }: Stretches): Numbers {
  const lengths = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) lengths[i + 1] = lengths[i] + lengthBetween(path, pieces[i], bounds[i], bounds[i + 1]);
  return lengths;
} // biome-ignore format: one loop

/** The length from the beginning of the range to s: negative before it, and on a closed curve longer with every round. */
export function lengthAt(curve: Curve, s: number): number {
  const { path, from, to, stretches, lengths } = curve;
  if (!Number.isFinite(s)) return Number.NaN;
  const isBeyond = s < from || s > to;
  if (isBeyond && !curve.isClosed) {
    const end = s < from ? from : to;
    if (!evaluateCurve(rate, curve, 1, end)) return Number.NaN;
    const speed = Math.sqrt(rate[0] * rate[0] + rate[1] * rate[1] + rate[2] * rate[2]);
    return (s < from ? 0 : curve.length) + (s - end) * speed;
  }
  const rounds = isBeyond ? Math.floor((s - from) / (to - from)) : 0;
  const within = isBeyond ? wrapParameter(curve, s) : s;
  let low = 0;
  let high = stretches.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stretches.bounds[middle] <= within) low = middle;
    else high = middle - 1;
  }
  const part = lengthBetween(path, stretches.pieces[low], stretches.bounds[low], within);
  return rounds * curve.length + lengths[low] + part;
}
