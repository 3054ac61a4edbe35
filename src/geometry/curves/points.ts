// Paths through points: straight from one to the next, or a cubic spline. The parameter runs along the chords.
import type { Numbers } from "../../math/vectors/vec3.ts";
import type { CurveProblem, Path } from "./curve.ts";

/** `points` has three numbers a point. For a closed path the first point is not repeated. */
export function pathThrough(points: Numbers, form: "polyline" | "spline", isClosed: boolean): Path | CurveProblem {
  const count = points.length / 3;
  const least = isClosed ? 3 : 2;
  if (count < least) return { problem: `${isClosed ? "a closed" : "an open"} curve has at least ${least} points` };
  if (!points.every(Number.isFinite)) return { problem: "a point is not finite" };
  const pieces = isClosed ? count : count - 1;
  const knots = new Float64Array(pieces + 1);
  for (let i = 0; i < pieces; i++) {
    const [a, b] = [3 * i, 3 * ((i + 1) % count)];
    const [x, y, z] = [0, 1, 2].map((k) => points[b + k] - points[a + k]);
    const chord = Math.sqrt(x * x + y * y + z * z);
    knots[i + 1] = knots[i] + chord;
    if (!(knots[i + 1] > knots[i]) && isClosed && i === pieces - 1)
      return { problem: "the last point of a closed curve is its first: leave it out" };
    if (!(knots[i + 1] > knots[i])) return { problem: `point ${i + 2} is the same as point ${i + 1}` };
    if (!Number.isFinite(knots[i + 1])) return { problem: "it is too long" };
  }
  const coefficients = new Float64Array(12 * pieces);
  for (let k = 0; k < 3; k++) {
    const values = Float64Array.from({ length: count }, (_, i) => points[3 * i + k]);
    const bends = form === "spline" ? secondDerivatives(values, knots, isClosed) : new Float64Array(count);
    for (let i = 0; i < pieces; i++) {
      const next = (i + 1) % count;
      const h = knots[i + 1] - knots[i];
      const at = 12 * i + k;
      coefficients[at] = values[i];
      coefficients[at + 3] = (values[next] - values[i]) / h - (h * (2 * bends[i] + bends[next])) / 6;
      coefficients[at + 6] = bends[i] / 2;
      coefficients[at + 9] = (bends[next] - bends[i]) / (6 * h);
    }
  }
  return { kind: "pieces", degree: form === "spline" ? 3 : 1, knots, coefficients };
}

/**
 * The second derivatives of the spline, which are continuous: zero at the ends of an open one, periodic for a closed
 * one.
 */
function secondDerivatives(values: Numbers, knots: Numbers, isClosed: boolean): Numbers {
  const count = values.length;
  const slope = (i: number) => (values[(i + 1) % count] - values[i]) / (knots[i + 1] - knots[i]);
  const width = (i: number) => knots[i + 1] - knots[i];
  const bends = new Float64Array(count);
  // h(i-1) M(i-1) + 2 (h(i-1) + h(i)) M(i) + h(i) M(i+1) = 6 (slope(i) - slope(i-1))
  if (!isClosed) {
    const inner = count - 2;
    const h = Float64Array.from({ length: count - 1 }, (_, i) => width(i));
    const right = Float64Array.from({ length: inner }, (_, i) => 6 * (slope(i + 1) - slope(i)));
    const diagonal = Float64Array.from({ length: inner }, (_, i) => 2 * (h[i] + h[i + 1]));
    bends.set(solveTridiagonal(diagonal, h.subarray(1), right), 1);
    return bends;
  }
  const before = (i: number) => (i + count - 1) % count;
  const h = Float64Array.from({ length: count }, (_, i) => width(i));
  const right = Float64Array.from({ length: count }, (_, i) => 6 * (slope(i) - slope(before(i))));
  const diagonal = Float64Array.from({ length: count }, (_, i) => 2 * (h[before(i)] + h[i]));
  // The corners of the matrix, both h(n-1), are removed as u uᵀ/γ with u = (γ, 0 … 0, c), γ = -d(0) (Sherman,
  // Morrison).
  const corner = h[count - 1];
  const gamma = -diagonal[0];
  diagonal[0] -= gamma;
  diagonal[count - 1] -= (corner * corner) / gamma;
  const u = new Float64Array(count);
  u[0] = gamma;
  u[count - 1] = corner;
  const x = solveTridiagonal(diagonal, h, right);
  const q = solveTridiagonal(diagonal, h, u);
  const part = (y: Numbers) => y[0] + (corner / gamma) * y[count - 1];
  const factor = part(x) / (1 + part(q));
  for (let i = 0; i < count; i++) bends[i] = x[i] - factor * q[i];
  return bends;
}

/** Solves a symmetric, diagonally dominant matrix: no exchange of rows is needed. `beside[i]` couples i and i + 1. */
function solveTridiagonal(diagonal: Numbers, beside: Numbers, right: Numbers): Numbers {
  const n = right.length;
  const pivots = diagonal.slice(0, n);
  const x = right.slice();
  for (let i = 1; i < n; i++) {
    const factor = beside[i - 1] / pivots[i - 1];
    pivots[i] -= factor * beside[i - 1];
    x[i] -= factor * x[i - 1];
  }
  for (let i = n - 1; i >= 0; i--) x[i] = (x[i] - (i + 1 < n ? beside[i] * x[i + 1] : 0)) / pivots[i];
  return x;
}
