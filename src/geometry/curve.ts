// Curves: a path in space with its parameter s, and what is worked out of it once: the stretches of a search, lengths, a
// direction for frames.
import type { Numbers } from "../math/vec3.ts";
import type { Stretches } from "./curve-stretches.ts";

/** Where a path leads for each parameter of its range. */
export type Path =
  /**
   * Polynomials from knot to knot. Of each piece there are twelve coefficients, three by three, by powers of s less the
   * knot before it.
   */
  | {
      readonly kind: "pieces";
      readonly degree: 1 | 3;
      readonly knots: Numbers;
      readonly coefficients: Numbers;
    }
  /** Any function: writes the derivative of that order; NaN and false where it has none. */
  | {
      readonly kind: "formula";
      readonly from: number;
      readonly to: number;
      readonly evaluate: (out: Numbers, order: number, s: number) => boolean;
    };

export interface Curve {
  readonly path: Path;
  readonly isClosed: boolean;
  readonly from: number;
  readonly to: number;
  readonly stretches: Stretches;
  /** From the beginning to each bound of the stretches, and to the end. */
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

/** The derivative of one piece, ends included, whatever its neighbours do. False where a formula has none. */
export function evaluatePiece(out: Numbers, path: Path, piece: number, order: number, s: number): boolean {
  if (path.kind === "formula") return path.evaluate(out, order, s);
  const { coefficients } = path;
  const t = s - path.knots[piece];
  const at = 12 * piece;
  for (let k = at; k < at + 3; k++)
    out[k - at] = cubic(coefficients[k], coefficients[k + 3], coefficients[k + 6], coefficients[k + 9], order, t);
  return true;
}

function cubic(a: number, b: number, c: number, d: number, order: number, t: number): number {
  switch (order) {
    case 0:
      return ((d * t + c) * t + b) * t + a;
    case 1:
      return (3 * d * t + 2 * c) * t + b;
    case 2:
      return 6 * d * t + 2 * c;
    case 3:
      return 6 * d;
    default:
      return 0;
  }
}

/** The piece that a parameter within the range belongs to; a knot belongs to the piece after it. */
function pieceAt(path: Path, s: number): number {
  if (path.kind === "formula") return 0;
  let low = 0;
  let high = path.knots.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (path.knots[middle] <= s) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The parameter of the same point within the range of a closed curve. */
export function wrapParameter(curve: Curve, s: number): number {
  const { from, to } = curve;
  if (s >= from && s < to) return s;
  const period = to - from;
  const wrapped = s - Math.floor((s - from) / period) * period;
  return wrapped >= from && wrapped < to ? wrapped : from;
}

/**
 * The derivative of the curve by its parameter; order 0 is the point. A closed curve repeats; an open one goes on straight beyond
 * its ends. False where a formula has no value.
 */
export function evaluateCurve(out: Numbers, curve: Curve, order: number, s: number): boolean {
  const { path, from, to } = curve;
  if (!Number.isFinite(s)) {
    out.fill(Number.NaN, 0, 3);
    return true;
  }
  if (curve.isClosed) {
    const wrapped = wrapParameter(curve, s);
    return evaluatePiece(out, path, pieceAt(path, wrapped), order, wrapped);
  }
  if (s >= from && s <= to) return evaluatePiece(out, path, pieceAt(path, s), order, s);
  if (order > 1) {
    out.fill(0, 0, 3);
    return true;
  }
  const end = s < from ? from : to;
  const piece = s < from ? 0 : pieceCount(path) - 1;
  if (!evaluatePiece(out, path, piece, 1, end)) return false;
  if (order === 1) return true;
  const [x, y, z] = out;
  if (!evaluatePiece(out, path, piece, 0, end)) return false;
  out[0] += (s - end) * x;
  out[1] += (s - end) * y;
  out[2] += (s - end) * z;
  return true;
}

/** How many points of a line for drawing each stretch gives, where it is not straight. */
const perStretch = 4;

/** Points along the curve, close where it bends, three numbers each: a line for drawing. A closed one ends where it began. */
export function sampleCurve({ path, stretches }: Curve): Numbers {
  const { count, bounds, pieces, starts, ends } = stretches;
  const each = degreeOf(path) === 1 ? 1 : perStretch;
  const points = new Float64Array(3 * (each * count + 1));
  for (let i = 0; i < count; i++) {
    points.set(starts.subarray(6 * i, 6 * i + 3), 3 * each * i);
    for (let k = 1; k < each; k++) {
      const s = bounds[i] + ((bounds[i + 1] - bounds[i]) * k) / each;
      const at = 3 * (each * i + k);
      evaluatePiece(points.subarray(at, at + 3), path, pieces[i], 0, s);
    }
  }
  points.set(ends.subarray(6 * count - 6, 6 * count - 3), 3 * each * count);
  return points;
}
