// A curve cut into short, nearly straight stretches, with what a search for the nearest point needs of them.
import { cross, dot, type Numbers } from "../../math/vectors/vec3.ts";
import { type CurveProblem, evaluatePiece, type Path, pieceCount, rangeOf } from "./curve.ts";

export interface Stretches {
  readonly count: number;
  /** The parameters of their ends: one more than there are stretches. */
  readonly bounds: Numbers;
  /** The piece of the path to which each belongs. */
  readonly pieces: Int32Array;
  /** Point and first derivative at both ends of each. At a smooth bound both neighbours have the same numbers. */
  readonly starts: Numbers;
  readonly ends: Numbers;
  /** Whether the curve is smooth at a bound: no end, no corner. */
  readonly isSmooth: Uint8Array;
  /** A tree of boxes in preorder, six numbers each; the left half of a node's stretches comes first. */
  readonly boxes: Numbers;
}

/** The fewest stretches of a formula; where it bends they are then halved, at most this many times. */
const formulaStretches = 32;
const mostHalvings = 9;
const mostStretches = 50_000;
/** The cosine of the angle between the tangents at the ends and at the middle of a stretch: 11.5°. */
const straight = 0.98;
/** How far a stretch of a formula may deviate from the cubic through its ends, in chords. */
const mostDeviation = 0.05;
/** Two tangents or points of a closed formula that differ by less than this are equal. */
export const closing = 1e-9;

/** A point and the first derivative at a place of the path. */
class Sampler {
  private readonly path: Path;
  private readonly point = new Float64Array(3);

  constructor(path: Path) {
    this.path = path;
  }

  at(piece: number, s: number): Numbers | CurveProblem {
    const sample = new Float64Array(6);
    for (const order of [0, 1]) {
      if (!evaluatePiece(this.point, this.path, piece, order, Float64Array.of(s)))
        return { problem: `it has no value at s = ${s}`, at: s };
      if (!this.point.every(Number.isFinite)) return { problem: `it is not finite at s = ${s}` };
      sample.set(this.point, 3 * order);
    }
    if (this.point.every((x) => x === 0)) return { problem: `it stands still at s = ${s}: there is no tangent` };
    return sample;
  }
}

interface Cut {
  readonly piece: number;
  readonly a: number;
  readonly b: number;
  readonly start: Numbers;
  readonly end: Numbers;
  /** How far the stretch may lie outside the hull of its cubic. */
  readonly margin: number;
}

/** The stretches of a path, or what is wrong with it at a place. */
export function cutPath(path: Path, isClosed: boolean): Stretches | CurveProblem {
  const sampler = new Sampler(path);
  const cuts: Cut[] = [];
  const halve = (
    piece: number,
    a: number,
    start: Numbers,
    b: number,
    end: Numbers,
    halvings: number,
  ): CurveProblem | null => {
    const s = a + (b - a) / 2;
    const middle = sampler.at(piece, s);
    if ("problem" in middle) return middle;
    const deviation = path.kind === "formula" ? deviationOf(sampler, piece, a, start, b, end) : 0;
    if (typeof deviation === "object") return deviation;
    const chord = Math.sqrt(squareBetween(start, end));
    const isStraight = alignment(start, middle) >= straight && alignment(middle, end) >= straight;
    const isDone = (isStraight && deviation <= mostDeviation * chord) || (path.kind === "pieces" && path.degree === 1);
    if (isDone || halvings === 0 || !(s > a && s < b) || cuts.length > mostStretches) {
      // The true deviation may lie between the sampled places.
      cuts.push({ piece, a, b, start, end, margin: 4 * deviation });
      return null;
    }
    return halve(piece, a, start, s, middle, halvings - 1) ?? halve(piece, s, middle, b, end, halvings - 1);
  };
  const { from, to } = rangeOf(path);
  for (let piece = 0; piece < pieceCount(path); piece++) {
    const parts = path.kind === "formula" ? formulaStretches : 1;
    const [low, high] = path.kind === "formula" ? [from, to] : [path.knots[piece], path.knots[piece + 1]];
    let start = sampler.at(piece, low);
    if ("problem" in start) return start;
    for (let k = 0; k < parts; k++) {
      const a = low + ((high - low) * k) / parts;
      const b = k === parts - 1 ? high : low + ((high - low) * (k + 1)) / parts;
      const end = sampler.at(piece, b);
      if ("problem" in end) return end;
      const problem = halve(piece, a, start, b, end, mostHalvings);
      if (problem) return problem;
      start = end;
    }
  }
  return join(cuts, path.kind === "pieces" && path.degree === 1, isClosed);
}

function squareBetween(a: Numbers, b: Numbers): number {
  const [x, y, z] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  return x * x + y * y + z * z;
}

/** The cosine of the angle between the tangents of two samples. */
function alignment(a: Numbers, b: Numbers): number {
  const [u, v] = [a.subarray(3), b.subarray(3)];
  return dot(u, v) / Math.sqrt(dot(u, u) * dot(v, v));
}

/** How far a formula deviates from the cubic through its ends, at three places. */
function deviationOf(
  sampler: Sampler,
  piece: number,
  a: number,
  start: Numbers,
  b: number,
  end: Numbers,
): number | CurveProblem {
  const h = b - a;
  let largest = 0;
  for (const t of [0.25, 0.5, 0.75]) {
    const there = sampler.at(piece, a + t * h);
    if ("problem" in there) return there;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const hermite =
        (1 + 2 * t) * (1 - t) * (1 - t) * start[k] +
        t * t * (3 - 2 * t) * end[k] +
        h * (t * (1 - t) * (1 - t) * start[3 + k] - t * t * (1 - t) * end[3 + k]);
      square += (there[k] - hermite) * (there[k] - hermite);
    }
    largest = Math.max(largest, square);
  }
  return Math.sqrt(largest);
}

function join(cuts: readonly Cut[], isPolyline: boolean, isClosed: boolean): Stretches {
  const count = cuts.length;
  const bounds = Float64Array.from([...cuts.map(({ a }) => a), cuts[count - 1].b]);
  const pieces = Int32Array.from(cuts.map(({ piece }) => piece));
  const starts = new Float64Array(6 * count);
  const ends = new Float64Array(6 * count);
  const isSmooth = new Uint8Array(count + 1).fill(isPolyline ? 0 : 1);
  for (const [i, { start, end }] of cuts.entries()) {
    ends.set(end, 6 * i);
    starts.set(isPolyline || i === 0 ? start : cuts[i - 1].end, 6 * i);
  }
  if (isClosed && !isPolyline && 1 - alignment(cuts[0].start, cuts[count - 1].end) < closing)
    ends.set(cuts[0].start, 6 * (count - 1));
  else isSmooth[0] = isSmooth[count] = 0;
  return { count, bounds, pieces, starts, ends, isSmooth, boxes: buildBoxes(cuts) };
}

function buildBoxes(cuts: readonly Cut[]): Numbers {
  const boxes = new Float64Array(6 * (2 * cuts.length - 1));
  const build = (node: number, first: number, end: number): void => {
    const box = boxes.subarray(6 * node, 6 * node + 6);
    if (end - first === 1) {
      boxOf(box, cuts[first]);
      return;
    }
    const middle = (first + end) >> 1;
    const [left, right] = [node + 1, node + 2 * (middle - first)];
    build(left, first, middle);
    build(right, middle, end);
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(boxes[6 * left + k], boxes[6 * right + k]);
      box[3 + k] = Math.max(boxes[6 * left + 3 + k], boxes[6 * right + 3 + k]);
    }
  };
  build(0, 0, cuts.length);
  return boxes;
}

/** A cubic lies within the hull of its control points: the ends, and a third of the way along the tangents there. */
function boxOf(box: Numbers, { a, b, start, end, margin }: Cut): void {
  const third = (b - a) / 3;
  for (let k = 0; k < 3; k++) {
    const points = [start[k], start[k] + third * start[3 + k], end[k] - third * end[3 + k], end[k]];
    // The box must also contain the points in spite of rounding.
    const slack = margin + 1e-14 * Math.max(Math.abs(start[k]), Math.abs(end[k]));
    box[k] = Math.min(...points) - slack;
    box[3 + k] = Math.max(...points) + slack;
  }
}

/** A unit vector far from all tangents: an axis of space if possible, otherwise the best of many. */
export function referenceDirection({ count, starts, ends }: Stretches): Numbers {
  const tangents = [...Array(count).keys()].flatMap((i) => [
    starts.subarray(6 * i + 3, 6 * i + 6),
    ends.subarray(6 * i + 3, 6 * i + 6),
  ]);
  const product = new Float64Array(3);
  /** The square of the sine of the smallest angle to a tangent. */
  const score = (direction: Numbers) => {
    let least = Number.POSITIVE_INFINITY;
    for (const tangent of tangents) {
      cross(product, direction, tangent);
      least = Math.min(least, dot(product, product) / dot(tangent, tangent));
    }
    return least;
  };
  let best = Float64Array.of(0, 0, 1);
  let most = score(best);
  const consider = (candidate: Float64Array<ArrayBuffer>) => {
    const found = score(candidate);
    if (found > most) [best, most] = [candidate, found];
  };
  consider(Float64Array.of(0, 1, 0));
  consider(Float64Array.of(1, 0, 0));
  // 30° from every tangent is far enough.
  if (most < 0.25) for (const direction of directions) consider(direction);
  return best;
}

/** Directions spread over half a sphere: (i, j, k) with small whole numbers, each once. */
const directions: readonly Float64Array<ArrayBuffer>[] = spread(5);

function spread(most: number): Float64Array<ArrayBuffer>[] {
  const found: Float64Array<ArrayBuffer>[] = [];
  for (let k = 0; k <= most; k++)
    for (let j = k === 0 ? 0 : -most; j <= most; j++)
      for (let i = k === 0 && j === 0 ? 1 : -most; i <= most; i++) {
        const length = Math.sqrt(i * i + j * j + k * k);
        if (Math.max(Math.abs(i), Math.abs(j), k) === most)
          found.push(Float64Array.of(i / length, j / length, k / length));
      }
  return found;
}
