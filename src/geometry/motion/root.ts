// Where a function of one variable changes sign, and where it dips. Pure numerics; deterministic; allocates nothing.

/** Reads its argument from `point[0]`, and writes its value to `point[1]`. */
export type RealFunction = (point: Float64Array) => void;

/** The argument and value of the function; one search at a time. */
const point = new Float64Array(2);

/** The most halvings of a bracket: from 1 to below the smallest double. */
const MOST_HALVINGS = 1100;
const GOLDEN = 0.3819660112501051; // (3 - √5)/2

/**
 * The last time known to lie before a zero: given f(lo) > 0 ≥ f(hi), a t with f(t) > 0 and a t' ≤ t + tolerance with
 * f(t') ≤ 0. With several sign changes in between, one of them.
 */
// ITP: Oliveira, Takahashi, "An enhancement of the bisection method average performance preserving minmax optimality"
// (2020), with κ1 = 0.2/(hi - lo), κ2 = 2, n0 = 1. The false position is moved towards the middle by the truncation δ,
// then held within r of the middle, where r is what bisection would leave: so it takes at most one step more than
// bisection, and is superlinear where the function is smooth.
export function lastBeforeZero(
  f: RealFunction,
  lo: number,
  atLo: number,
  hi: number,
  atHi: number,
  tolerance: number,
): number {
  const half = tolerance / 2;
  const k1 = 0.2 / (hi - lo);
  let reach = half;
  for (let i = 0; i < MOST_HALVINGS && 2 * reach < hi - lo; i++) reach *= 2;
  reach *= 2;
  let [a, b, fa, fb] = [lo, hi, atLo, atHi];
  while (b - a > tolerance) {
    const middle = a + (b - a) / 2;
    if (middle <= a || middle >= b) break;
    const r = reach - (b - a) / 2;
    const delta = k1 * (b - a) * (b - a);
    const guess = (fb * a - fa * b) / (fb - fa);
    const sign = middle >= guess ? 1 : -1;
    const truncated = delta <= Math.abs(middle - guess) ? guess + sign * delta : middle;
    let t = Math.abs(truncated - middle) <= r ? truncated : middle - sign * r;
    if (!(t > a && t < b)) t = middle;
    point[0] = t;
    f(point);
    const value = point[1];
    if (value > 0) [a, fa] = [t, value];
    else [b, fb] = [t, value];
    reach /= 2;
  }
  return a;
}

/**
 * Seeks a t with f(t) ≤ 0 between `lo` and `hi`, where f is positive at both and not larger at some point between, by
 * golden section towards the minimum (Kiefer, 1953). NaN when the minimum, within the tolerance, is positive. Certain
 * only if f has one minimum there.
 */
export function findDip(f: RealFunction, lo: number, hi: number, tolerance: number): number {
  let [a, b] = [lo, hi];
  let left = a + GOLDEN * (b - a);
  let right = b - GOLDEN * (b - a);
  point[0] = left;
  f(point);
  let atLeft = point[1];
  if (atLeft <= 0) return left;
  point[0] = right;
  f(point);
  let atRight = point[1];
  if (atRight <= 0) return right;
  while (b - a > tolerance) {
    if (atLeft <= atRight) {
      b = right;
      [right, atRight] = [left, atLeft];
      left = a + GOLDEN * (b - a);
      if (!(left > a && left < right)) return Number.NaN;
      point[0] = left;
      f(point);
      atLeft = point[1];
      if (atLeft <= 0) return left;
    } else {
      a = left;
      [left, atLeft] = [right, atRight];
      right = b - GOLDEN * (b - a);
      if (!(right > left && right < b)) return Number.NaN;
      point[0] = right;
      f(point);
      atRight = point[1];
      if (atRight <= 0) return right;
    }
  }
  return Number.NaN;
}
