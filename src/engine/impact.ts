// The first instant at which two bodies meet, as numerics on the gap between them as a function of time.

export interface Search {
  readonly from: number;
  readonly to: number;
  /** The gap cannot change faster than this; null where nothing bounds it, and it is sampled instead. */
  readonly speed: number | null;
  /** Gaps smaller than this are touch: rounding cannot tell them from zero. */
  readonly noise: number;
  /** How well an instant is to be located. */
  readonly tolerance: number;
}

/** Samples of a step where no bound on the motion is known. */
export const samples = 32;
/** With a bound, the gap is followed in strides as long as it allows, but no shorter than this part of the search. */
const shortestStride = 1 / 256;

/**
 * The first instant in [from, to] at which the gap closes, or null. A pair in touch at the start meets again only after it
 * has been apart, or at once if the gap turns negative without having opened. A gap that only grazes zero within the noise
 * is no impact.
 */
export function firstImpact(gap: (t: number) => number, search: Search): number | null {
  const { from, to, speed, noise } = search;
  const whole = to - from;
  let before = { t: from, gap: gap(from) };
  let apart = before.gap > noise ? before : null;
  let earlier = before;
  while (before.t < to) {
    const stride =
      speed !== null && before.gap > noise ? Math.max(before.gap / speed, whole * shortestStride) : whole / samples;
    const t = Math.min(before.t + stride, to);
    const now = { t, gap: gap(t) };
    if (now.gap <= (apart ? 0 : -noise)) {
      const start = before.gap > 0 && apart ? before : (apart ?? highest(gap, from, t));
      if (start.gap <= noise && !apart) return from;
      return locate(gap, start.t, t, search.tolerance);
    }
    const dip = dips(gap, earlier, before, now, search);
    if (dip !== null && dip.gap <= 0) return locate(gap, dip.from, dip.t, search.tolerance);
    if (now.gap > noise) apart = now;
    earlier = before;
    before = now;
  }
  return null;
}

interface Instant {
  readonly t: number;
  readonly gap: number;
}

/** The least gap between samples, where the samples say that it may have closed in between. */
function dips(
  gap: (t: number) => number,
  a: Instant,
  b: Instant,
  c: Instant,
  search: Search,
): (Instant & { from: number }) | null {
  const { speed, noise } = search;
  if (speed !== null) {
    // Between b and c the gap may fall by half of what the bound allows beyond the fall that is seen.
    const least = (b.gap + c.gap - speed * (c.t - b.t)) / 2;
    if (b.gap <= noise || least > 0) return null;
    return { ...lowest(gap, b.t, c.t), from: b.t };
  }
  if (a.t === b.t || b.gap > a.gap || b.gap > c.gap || b.gap <= noise) return null;
  const low = lowest(gap, a.t, c.t);
  return { ...low, from: a.t };
}

const golden = 0.6180339887498949;
const goldenSteps = 60;

/** The least gap between two instants, by golden section; it stops as soon as the gap is closed. */
function lowest(gap: (t: number) => number, from: number, to: number): Instant {
  let a = from;
  let b = to;
  let left = { t: b - golden * (b - a), gap: 0 };
  let right = { t: a + golden * (b - a), gap: 0 };
  left.gap = gap(left.t);
  right.gap = gap(right.t);
  for (let i = 0; i < goldenSteps && left.gap > 0 && right.gap > 0; i++) {
    if (left.gap < right.gap) {
      b = right.t;
      right = left;
      left = { t: b - golden * (b - a), gap: 0 };
      left.gap = gap(left.t);
    } else {
      a = left.t;
      left = right;
      right = { t: a + golden * (b - a), gap: 0 };
      right.gap = gap(right.t);
    }
    if (b - a <= 1e-15 * Math.max(Math.abs(a), Math.abs(b))) break;
  }
  return left.gap < right.gap ? left : right;
}

function highest(gap: (t: number) => number, from: number, to: number): Instant {
  let a = from;
  let b = to;
  let best: Instant = { t: from, gap: Number.NEGATIVE_INFINITY };
  for (let i = 0; i < goldenSteps; i++) {
    const left = b - golden * (b - a);
    const right = a + golden * (b - a);
    const gapLeft = gap(left);
    const gapRight = gap(right);
    if (gapLeft > gapRight) b = right;
    else a = left;
    if (gapLeft > best.gap) best = { t: left, gap: gapLeft };
    if (gapRight > best.gap) best = { t: right, gap: gapRight };
  }
  return best;
}

/**
 * The instant between `a`, where the gap is open, and `b`, where it is closed, at which it closes: the Illinois form of the
 * false position, kept in the bracket and helped by bisection. The answer is the last instant known to be open or touching.
 */
export function locate(gap: (t: number) => number, a: number, b: number, tolerance: number): number {
  let fa = gap(a);
  let fb = gap(b);
  let side = 0;
  for (let i = 0; i < 200; i++) {
    if (b - a <= tolerance || b - a <= 2e-16 * Math.max(Math.abs(a), Math.abs(b))) break;
    let t = i % 4 === 3 ? (a + b) / 2 : (fa * b - fb * a) / (fa - fb);
    if (!(t > a && t < b)) t = (a + b) / 2;
    if (t === a || t === b) break;
    const f = gap(t);
    if (f === 0) return t;
    if (f > 0) {
      a = t;
      fa = f;
      if (side === 1) fb /= 2;
      side = 1;
    } else {
      b = t;
      fb = f;
      if (side === -1) fa /= 2;
      side = -1;
    }
  }
  return Math.abs(gap(a)) <= Math.abs(gap(b)) ? a : b;
}
