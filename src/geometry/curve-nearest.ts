// The point of a curve nearest to a point: of all places where the distance has a least value, the best. Boxes leave out the
// stretches that cannot hold it. In a stretch the sign of g = (c - p)·c', half the derivative of the square of the distance,
// tells whether there is such a place; Newton's method within a bracket finds it.
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

/** One search at a time. */
const point = new Float64Array(3);
const c = new Float64Array(3);
const rate = new Float64Array(3);
const bend = new Float64Array(3);
/** What `measure` found. */
let square = 0;
let g = 0;
let slope = 0;

/** Distance, g and its derivative c'·c' + (c - p)·c'' at a place of a stretch. */
function measure({ path }: Curve, piece: number, s: number): void {
  evaluatePiece(c, path, piece, 0, s);
  evaluatePiece(rate, path, piece, 1, s);
  evaluatePiece(bend, path, piece, 2, s);
  const x = c[0] - point[0];
  const y = c[1] - point[1];
  const z = c[2] - point[2];
  square = x * x + y * y + z * z;
  g = x * rate[0] + y * rate[1] + z * rate[2];
  slope = rate[0] * rate[0] + rate[1] * rate[1] + rate[2] * rate[2] + (x * bend[0] + y * bend[1] + z * bend[2]);
}

function offer(out: Nearest, s: number, isFree: boolean, distance: number): void {
  if (!(distance < out.square || (distance === out.square && s < out.s))) return;
  out.s = s;
  out.isFree = isFree;
  out.square = distance;
}

/** Where g goes from not positive at a to not negative at b. */
function findRoot(out: Nearest, curve: Curve, piece: number, a: number, ga: number, b: number, gb: number): void {
  let [low, high] = [a, b];
  let s = ga === gb ? a : a - (ga * (b - a)) / (gb - ga);
  if (!(s >= a && s <= b)) s = a + (b - a) / 2;
  let width = high - low;
  let place = s;
  let offered = 0;
  for (let step = 0; step < mostSteps; step++) {
    measure(curve, piece, s);
    offered = square;
    place = s;
    if (g === 0) break;
    if (g < 0) low = s;
    else high = s;
    // Newton's step, if it stays inside and the bracket shrinks; the middle otherwise.
    let next = s - g / slope;
    const isLate = step % 3 === 2 && high - low > width / 2;
    if (step % 3 === 2) width = high - low;
    if (!(next >= low && next <= high) || isLate) next = low + (high - low) / 2;
    if (Math.abs(next - s) <= 1e-16 * Math.max(Math.abs(a), Math.abs(b))) break;
    if (next === s || (next <= low && s === low) || (next >= high && s === high)) break;
    s = next;
  }
  offer(out, place, true, offered);
}

/**
 * Where g has the same sign at both ends, it may cross zero twice between: where it turns. `sign` is that of g at the ends;
 * the least distance lies before the turn if g was negative, behind it if positive.
 */
function findTurn(out: Nearest, curve: Curve, piece: number, a: number, ga: number, b: number, gb: number): void {
  const sign = ga < 0 ? -1 : 1;
  measure(curve, piece, a);
  if (!(sign * slope < 0)) return;
  measure(curve, piece, b);
  if (!(sign * slope > 0)) return;
  let [low, high] = [a, b];
  for (let i = 0; i < mostHalvings; i++) {
    const s = low + (high - low) / 2;
    measure(curve, piece, s);
    if (sign * g <= 0) {
      if (sign < 0) findRoot(out, curve, piece, a, ga, s, g);
      else findRoot(out, curve, piece, s, g, b, gb);
      return;
    }
    if (sign * slope < 0) low = s;
    else high = s;
  }
}

function valueAtEnd(samples: Float64Array, i: number): number {
  const at = 6 * i;
  const x = samples[at] - point[0];
  const y = samples[at + 1] - point[1];
  const z = samples[at + 2] - point[2];
  square = x * x + y * y + z * z;
  return x * samples[at + 3] + y * samples[at + 4] + z * samples[at + 5];
}

function searchStretch(out: Nearest, curve: Curve, i: number): void {
  const { starts, ends, bounds, pieces, isSmooth } = curve.stretches;
  const [a, b] = [bounds[i], bounds[i + 1]];
  const ga = valueAtEnd(starts, i);
  if (ga > 0 && !isSmooth[i]) offer(out, a, false, square);
  const gb = valueAtEnd(ends, i);
  if (gb < 0 && !isSmooth[i + 1]) offer(out, b, false, square);
  if (ga <= 0 && gb >= 0) findRoot(out, curve, pieces[i], a, ga, b, gb);
  else if (ga < 0 === gb < 0) findTurn(out, curve, pieces[i], a, ga, b, gb);
}

/** The square of the distance to a box of the tree. */
function squareToBox(boxes: Float64Array, node: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const low = boxes[6 * node + k] - point[k];
    const high = point[k] - boxes[6 * node + 3 + k];
    const away = Math.max(low, high, 0);
    sum += away * away;
  }
  return sum;
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
  const toLeft = squareToBox(boxes, left) * (1 - 1e-14);
  const toRight = squareToBox(boxes, right) * (1 - 1e-14);
  if (toLeft <= toRight) {
    if (toLeft <= out.square) searchNode(out, curve, left, first, middle);
    if (toRight <= out.square) searchNode(out, curve, right, middle, end);
  } else {
    if (toRight <= out.square) searchNode(out, curve, right, middle, end);
    if (toLeft <= out.square) searchNode(out, curve, left, first, middle);
  }
}

/** The parameter of the point of the curve nearest to (x, y, z), the smallest of several. NaN where that is not finite. */
export function findNearest(out: Nearest, curve: Curve, x: number, y: number, z: number): void {
  out.s = Number.NaN;
  out.isFree = false;
  out.square = Number.POSITIVE_INFINITY;
  point[0] = x;
  point[1] = y;
  point[2] = z;
  if (!point.every(Number.isFinite)) return;
  const { count, starts, bounds, isSmooth } = curve.stretches;
  searchNode(out, curve, 0, 0, count);
  // At the centre of a circle rounding may hide every least distance.
  if (Number.isNaN(out.s))
    for (let i = 0; i < count; i++) {
      valueAtEnd(starts, i);
      offer(out, bounds[i], isSmooth[i] === 1, square);
    }
  if (curve.isClosed) out.s = wrapParameter(curve, out.s);
}
