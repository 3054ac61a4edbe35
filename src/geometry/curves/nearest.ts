// The point of a curve nearest to a point: the best of all local minima of the distance. Boxes exclude the stretches
// that cannot contain it. In a stretch the sign of g = (c - p)·c', half the derivative of the squared distance, shows
// whether there is a minimum; Newton's method within a bracket finds it.
import { type Curve, evaluatePiece, wrapParameter } from "./curve.ts";

export interface Nearest {
  s: number;
  /** Whether s moves with the point: false at an end of the curve and at a corner. */
  isFree: boolean;
  /** The square of the distance. */
  square: number;
}

export function createNearest(): Nearest {
  return { s: Number.NaN, isFree: false, square: Number.POSITIVE_INFINITY };
}

const mostSteps = 200;
const mostHalvings = 40;

/** There is one search at a time. */
const point = new Float64Array(3);
const c = new Float64Array(3);
const rate = new Float64Array(3);
const bend = new Float64Array(3);
/** The evaluated place, and the results: the squared distance, g, its derivative. */
const place = new Float64Array(1);
const found = new Float64Array(3);
/** The bracket of a minimum, and g there: a, g at a, b, g at b. */
const bracket = new Float64Array(4);

/** Computes the distance, g and its derivative c'·c' + (c - p)·c'' at a place of a stretch. */
function measure({ path }: Curve, piece: number): void {
  evaluatePiece(c, path, piece, 0, place);
  evaluatePiece(rate, path, piece, 1, place);
  evaluatePiece(bend, path, piece, 2, place);
  const x = c[0] - point[0];
  const y = c[1] - point[1];
  const z = c[2] - point[2];
  found[0] = x * x + y * y + z * z;
  found[1] = x * rate[0] + y * rate[1] + z * rate[2];
  found[2] = rate[0] * rate[0] + rate[1] * rate[1] + rate[2] * rate[2] + (x * bend[0] + y * bend[1] + z * bend[2]);
}

/** Takes the place with its results, if it is better. */
function offer(out: Nearest, isFree: boolean): void {
  const square = found[0];
  if (!(square < out.square || (square === out.square && place[0] < out.s))) return;
  out.s = place[0];
  out.isFree = isFree;
  out.square = square;
}

/** Finds the root where g goes from not positive at a to not negative at b. */
function findRoot(out: Nearest, curve: Curve, piece: number): void {
  const a = bracket[0];
  const ga = bracket[1];
  const b = bracket[2];
  const gb = bracket[3];
  let low = a;
  let high = b;
  let s = ga === gb ? a : a - (ga * (b - a)) / (gb - ga);
  if (!(s >= a && s <= b)) s = a + (b - a) / 2;
  let width = high - low;
  for (let step = 0; step < mostSteps; step++) {
    place[0] = s;
    measure(curve, piece);
    const g = found[1];
    const slope = found[2];
    if (g === 0) break;
    if (g < 0) low = s;
    else high = s;
    // Newton's step, if it stays inside and the bracket shrinks; otherwise bisection.
    let next = s - g / slope;
    const isLate = step % 3 === 2 && high - low > width / 2;
    if (step % 3 === 2) width = high - low;
    if (!(next >= low && next <= high) || isLate) next = low + (high - low) / 2;
    if (Math.abs(next - s) <= 1e-16 * Math.max(Math.abs(a), Math.abs(b))) break;
    if (next === s || (next <= low && s === low) || (next >= high && s === high)) break;
    s = next;
  }
  offer(out, true);
}

/**
 * If g has the same sign at both ends, it may cross zero twice in between: finds where it turns. `sign` is that of g at
 * the ends; the minimum lies before the turn if g was negative, after it if positive.
 */
function findTurn(out: Nearest, curve: Curve, piece: number): void {
  let low = bracket[0];
  let high = bracket[2];
  const sign = bracket[1] < 0 ? -1 : 1;
  place[0] = low;
  measure(curve, piece);
  if (!(sign * found[2] < 0)) return;
  place[0] = high;
  measure(curve, piece);
  if (!(sign * found[2] > 0)) return;
  for (let i = 0; i < mostHalvings; i++) {
    const s = low + (high - low) / 2;
    place[0] = s;
    measure(curve, piece);
    if (sign * found[1] <= 0) {
      if (sign < 0) {
        bracket[2] = s;
        bracket[3] = found[1];
      } else {
        bracket[0] = s;
        bracket[1] = found[1];
      }
      findRoot(out, curve, piece);
      return;
    }
    if (sign * found[2] < 0) low = s;
    else high = s;
  }
}

/** Computes the distance and g at an end of a stretch. */
function measureEnd(samples: Float64Array, i: number): void {
  const at = 6 * i;
  const x = samples[at] - point[0];
  const y = samples[at + 1] - point[1];
  const z = samples[at + 2] - point[2];
  found[0] = x * x + y * y + z * z;
  found[1] = x * samples[at + 3] + y * samples[at + 4] + z * samples[at + 5];
}

function searchStretch(out: Nearest, curve: Curve, i: number): void {
  const { starts, ends, bounds, pieces, isSmooth } = curve.stretches;
  bracket[0] = place[0] = bounds[i];
  measureEnd(starts, i);
  const ga = found[1];
  if (ga > 0 && !isSmooth[i]) offer(out, false);
  bracket[2] = place[0] = bounds[i + 1];
  measureEnd(ends, i);
  const gb = found[1];
  if (gb < 0 && !isSmooth[i + 1]) offer(out, false);
  bracket[1] = ga;
  bracket[3] = gb;
  if (ga <= 0 && gb >= 0) findRoot(out, curve, pieces[i]);
  else if (ga < 0 === gb < 0) findTurn(out, curve, pieces[i]);
}

/** The square of the distance to a box of the tree. */
function measureBox(boxes: Float64Array, node: number): void {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const low = boxes[6 * node + k] - point[k];
    const high = point[k] - boxes[6 * node + 3 + k];
    const away = Math.max(low, high, 0);
    sum += away * away;
  }
  found[0] = sum;
}

function searchNode(out: Nearest, curve: Curve, node: number, first: number, end: number): void {
  if (end - first === 1) {
    searchStretch(out, curve, first);
    return;
  }
  const { boxes } = curve.stretches;
  const middle = (first + end) >> 1;
  const left = node + 1;
  const right = node + 2 * (middle - first);
  // Rounded distances may be a little too large.
  measureBox(boxes, left);
  const toLeft = found[0] * (1 - 1e-14);
  measureBox(boxes, right);
  const toRight = found[0] * (1 - 1e-14);
  if (toLeft <= toRight) {
    if (toLeft <= out.square) searchNode(out, curve, left, first, middle);
    if (toRight <= out.square) searchNode(out, curve, right, middle, end);
  } else {
    if (toRight <= out.square) searchNode(out, curve, right, middle, end);
    if (toLeft <= out.square) searchNode(out, curve, left, first, middle);
  }
}

/**
 * The parameter of the point of the curve nearest to a point, the smallest of several. NaN if the point is not
 * finite.
 */
export function findNearest(out: Nearest, curve: Curve, to: ArrayLike<number>): void {
  out.s = Number.NaN;
  out.isFree = false;
  out.square = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    if (!Number.isFinite(to[k])) return;
    point[k] = to[k];
  }
  const { count, starts, bounds, isSmooth } = curve.stretches;
  searchNode(out, curve, 0, 0, count);
  // At the centre of a circle rounding may hide every minimum.
  if (Number.isNaN(out.s))
    for (let i = 0; i < count; i++) {
      place[0] = bounds[i];
      measureEnd(starts, i);
      offer(out, isSmooth[i] === 1);
    }
  if (!curve.isClosed) return;
  place[0] = out.s;
  wrapParameter(curve, place);
  out.s = place[0];
}
