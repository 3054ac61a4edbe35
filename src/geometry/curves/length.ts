// Lengths along a curve, by Gauss and Legendre's rule with eight places on each stretch.
import type { Numbers } from "../../math/vectors/vec3.ts";
import { type Curve, evaluateCurve, evaluatePiece, type Path, wrapParameter } from "./curve.ts";
import type { Stretches } from "./stretches.ts";

/** Abramowitz, Stegun, table 25.4, n = 8: places and weights on [-1, 1], each for both signs. */
const places = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363];
const weights = [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763];

const rate = new Float64Array(3);
/** The evaluated parameter, and the parameters between which a length is computed. */
const place = new Float64Array(1);
const ends = new Float64Array(2);

function speed(): number {
  return Math.sqrt(rate[0] * rate[0] + rate[1] * rate[1] + rate[2] * rate[2]);
}

/** Writes the length of a part of a piece, between `ends`. */
function lengthBetween(out: Numbers, path: Path, piece: number): void {
  const middle = (ends[0] + ends[1]) / 2;
  const half = (ends[1] - ends[0]) / 2;
  let sum = 0;
  for (let i = 0; i < places.length; i++) {
    let pair = 0;
    for (let sign = -1; sign <= 1; sign += 2) {
      place[0] = middle + sign * half * places[i];
      pair += evaluatePiece(rate, path, piece, 1, place) ? speed() : Number.NaN;
    }
    sum += weights[i] * pair;
  }
  out[0] = half * sum;
}

/** The length from the beginning to each bound of the stretches. */
export function lengthsTo(path: Path, { count, bounds, pieces }: Stretches): Numbers {
  const lengths = new Float64Array(count + 1);
  const part = new Float64Array(1);
  for (let i = 0; i < count; i++) {
    ends[0] = bounds[i];
    ends[1] = bounds[i + 1];
    lengthBetween(part, path, pieces[i]);
    lengths[i + 1] = lengths[i] + part[0];
  }
  return lengths;
}

/**
 * Writes the length from the beginning of the range to a parameter: negative before it, and on a closed curve longer
 * with every round. `at` may be `out`.
 */
export function lengthAt(out: Numbers, curve: Curve, at: Numbers): void {
  const { path, from, to, stretches, lengths } = curve;
  const s = at[0];
  if (!Number.isFinite(s)) {
    out[0] = Number.NaN;
    return;
  }
  const isBeyond = s < from || s > to;
  if (isBeyond && !curve.isClosed) {
    const end = s < from ? from : to;
    place[0] = end;
    const before = s < from ? 0 : curve.length;
    out[0] = evaluateCurve(rate, curve, 1, place) ? before + (s - end) * speed() : Number.NaN;
    return;
  }
  const rounds = isBeyond ? Math.floor((s - from) / (to - from)) : 0;
  place[0] = s;
  if (isBeyond) wrapParameter(curve, place);
  const within = place[0];
  let low = 0;
  let high = stretches.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stretches.bounds[middle] <= within) low = middle;
    else high = middle - 1;
  }
  ends[0] = stretches.bounds[low];
  ends[1] = within;
  lengthBetween(out, path, stretches.pieces[low]);
  out[0] = rounds * curve.length + lengths[low] + out[0];
}
