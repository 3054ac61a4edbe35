// Curves: a path in space with its parameter s, and what is computed from it once: the stretches of a search, lengths,
// a direction for frames. A parameter is passed as the first number of an array: laws need it in every stage of a step,
// and a number argument would be allocated each time.
import type { Numbers } from "../../math/vectors/vec3.ts";
import type { Stretches } from "./stretches.ts";

/** The path for each parameter of its range. */
export type Path =
  /**
   * Polynomials from knot to knot. Each piece has twelve coefficients, three by three, by powers of s minus the knot
   * before it.
   */
  | {
      readonly kind: "pieces";
      readonly degree: 1 | 3;
      readonly knots: Numbers;
      readonly coefficients: Numbers;
    }
  /** Any function: writes the derivative of that order at s = `at[0]`; NaN and false if it has none. */
  | {
      readonly kind: "formula";
      readonly from: number;
      readonly to: number;
      readonly evaluate: (out: Numbers, order: number, at: Numbers) => boolean;
    };

export interface Curve {
  readonly path: Path;
  readonly isClosed: boolean;
  readonly from: number;
  readonly to: number;
  readonly stretches: Stretches;
  /** The length from the beginning to each bound of the stretches, and to the end. */
  readonly lengths: Numbers;
  readonly length: number;
  /** A unit vector that is nowhere along the curve's tangent. */
  readonly reference: Numbers;
}

export interface CurveProblem {
  readonly problem: string;
  /** The parameter at which a formula has no value. */
  readonly at?: number;
}

export function rangeOf(path: Path): { readonly from: number; readonly to: number } {
  if (path.kind === "formula") return path;
  return { from: path.knots[0], to: path.knots[path.knots.length - 1] };
}

/** Derivatives beyond this are zero everywhere. */
export function degreeOf(path: Path): number {
  return path.kind === "formula" ? Number.POSITIVE_INFINITY : path.degree;
}

export function pieceCount(path: Path): number {
  return path.kind === "formula" ? 1 : path.knots.length - 1;
}

/**
 * The derivative of one piece, including its ends, whatever its neighbours are; `at` may be `out`. False if a
 * formula has none.
 */
export function evaluatePiece(out: Numbers, path: Path, piece: number, order: number, at: Numbers): boolean {
  if (path.kind === "formula") return path.evaluate(out, order, at);
  const { coefficients } = path;
  const t = at[0] - path.knots[piece];
  for (let k = 0; k < 3; k++) {
    const i = 12 * piece + k;
    const b = coefficients[i + 3];
    const c = coefficients[i + 6];
    const d = coefficients[i + 9];
    if (order === 0) out[k] = ((d * t + c) * t + b) * t + coefficients[i];
    else if (order === 1) out[k] = (3 * d * t + 2 * c) * t + b;
    else if (order === 2) out[k] = 6 * d * t + 2 * c;
    else out[k] = order === 3 ? 6 * d : 0;
  }
  return true;
}

/** The piece of a parameter within the range; a knot belongs to the piece after it. */
function pieceAt(path: Path, at: Numbers): number {
  if (path.kind === "formula") return 0;
  const s = at[0];
  let low = 0;
  let high = path.knots.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (path.knots[middle] <= s) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Replaces the parameter by that of the same point within the range of a closed curve. */
export function wrapParameter({ from, to }: Curve, at: Numbers): void {
  const s = at[0];
  if (s >= from && s < to) return;
  const period = to - from;
  const wrapped = s - Math.floor((s - from) / period) * period;
  at[0] = wrapped >= from && wrapped < to ? wrapped : from;
}

/** The parameter for `evaluateCurve`. */
const place = new Float64Array(1);

/**
 * The derivative of the curve with respect to its parameter; order 0 is the point. A closed curve repeats; an open one
 * continues straight beyond its ends. `at` may be `out`. False if a formula has no value.
 */
export function evaluateCurve(out: Numbers, curve: Curve, order: number, at: Numbers): boolean {
  const { path, from, to } = curve;
  const s = at[0];
  if (!Number.isFinite(s)) {
    out.fill(Number.NaN, 0, 3);
    return true;
  }
  place[0] = s;
  if (curve.isClosed) wrapParameter(curve, place);
  if (curve.isClosed || (s >= from && s <= to)) return evaluatePiece(out, path, pieceAt(path, place), order, place);
  if (order > 1) {
    out.fill(0, 0, 3);
    return true;
  }
  const end = s < from ? from : to;
  place[0] = end;
  const piece = s < from ? 0 : pieceCount(path) - 1;
  if (!evaluatePiece(out, path, piece, 1, place)) return false;
  if (order === 1) return true;
  const x = out[0];
  const y = out[1];
  const z = out[2];
  if (!evaluatePiece(out, path, piece, 0, place)) return false;
  out[0] += (s - end) * x;
  out[1] += (s - end) * y;
  out[2] += (s - end) * z;
  return true;
}

/** Number of drawn points of each stretch that is not straight. */
const perStretch = 4;

/**
 * Points along the curve, close together where it bends, three numbers each, for drawing. A closed curve ends where it
 * began.
 */
export function sampleCurve({ path, stretches }: Curve): Numbers {
  const { count, bounds, pieces, starts, ends } = stretches;
  const each = degreeOf(path) === 1 ? 1 : perStretch;
  const points = new Float64Array(3 * (each * count + 1));
  for (let i = 0; i < count; i++) {
    points.set(starts.subarray(6 * i, 6 * i + 3), 3 * each * i);
    for (let k = 1; k < each; k++) {
      place[0] = bounds[i] + ((bounds[i + 1] - bounds[i]) * k) / each;
      const at = 3 * (each * i + k);
      evaluatePiece(points.subarray(at, at + 3), path, pieces[i], 0, place);
    }
  }
  points.set(ends.subarray(6 * count - 6, 6 * count - 3), 3 * each * count);
  return points;
}
