// Which bodies may meet: every pair whose bounds overlap, and no other, in a fixed order.
//
// Finite bodies are found through a tree of bounds (bounds-tree.ts), n log n for bodies spread through space. Infinite
// ones, a ground or a few walls, are compared with every body. The pairs are sorted, so nothing depends on how the tree
// was built.
import type { Bounds } from "../shapes/bounds.ts";
import {
  type BoundsTree,
  buildTree,
  createBoundsTree,
  overlapAt,
  type PairVisitor,
  refitTree,
  visitOverlaps,
  visitPairs,
} from "../shapes/bounds-tree.ts";

/** The largest number of pairs that a search finds: if it finds this many, some are missing. */
export const mostPairs = 4_000_000;

export interface BroadPhase {
  /** Number of pairs found. */
  count: number;
  /** The pairs, i before j: first[0], second[0], …, by i and then by j. */
  first: Int32Array;
  second: Int32Array;
  /** Number of comparisons of bounds. */
  tests: number;
  readonly tree: BoundsTree;
  /** The bounds of the last search, as the tree has them. */
  bounds: Float64Array;
  finite: Int32Array;
  infinite: Int32Array;
  finiteCount: number;
  infiniteCount: number;
  /** Marks bodies that do not meet each other. */
  still: Uint8Array;
  /** The pairs while they are sorted, and the start of those of each number. */
  firstByJ: Int32Array;
  secondByJ: Int32Array;
  starts: Int32Array;
  /** Adds a pair. */
  readonly add: PairVisitor;
  /** 1 for bodies with new bounds; the body under search; adds a pair of it. */
  isMoved: Uint8Array;
  asked: number;
  readonly addOfMoved: (j: number) => void;
  /** Number of new bounds since the tree was divided. */
  refits: number;
}

export function createBroadPhase(): BroadPhase {
  const broad: BroadPhase = {
    count: 0,
    first: new Int32Array(0),
    second: new Int32Array(0),
    tests: 0,
    tree: createBoundsTree(),
    bounds: new Float64Array(0),
    finite: new Int32Array(0),
    infinite: new Int32Array(0),
    finiteCount: 0,
    infiniteCount: 0,
    still: new Uint8Array(0),
    firstByJ: new Int32Array(0),
    secondByJ: new Int32Array(0),
    starts: new Int32Array(0),
    add: (i, j) => addPair(broad, i, j),
    isMoved: new Uint8Array(0),
    asked: 0,
    addOfMoved: (j) => addPairOfMoved(broad, j),
    refits: 0,
  };
  return broad;
}

/**
 * Finds all pairs of bodies 0 to n - 1 whose bounds (six numbers a body) overlap or touch, except pairs of two bodies
 * marked in `still`, which do not meet. Returns their number, at most `mostPairs`. Memory grows when needed and is then
 * reused.
 */
export function findPairs(out: BroadPhase, bounds: Float64Array, n: number, still: Uint8Array): number {
  divideBodies(out, bounds, n);
  buildTree(out.tree, bounds, out.finite, out.finiteCount);
  out.bounds = bounds;
  out.still = still;
  out.count = 0;
  out.refits = 0;
  visitPairs(out.tree, bounds, out.add);
  out.tests = out.tree.tests;
  for (let k = 0; k < out.infiniteCount; k++) {
    const i = out.infinite[k];
    for (let m = 0; m < out.finiteCount; m++) compare(out, i, out.finite[m]);
    for (let m = k + 1; m < out.infiniteCount; m++) compare(out, i, out.infinite[m]);
  }
  sortPairs(out, n, 0);
  return out.count;
}

const box = new Float64Array(6);
/**
 * The tree is divided again when more than one in `fewMoved` bounds are new in a search, or when more bounds were new
 * since the last division than there are bodies.
 */
const fewMoved = 5;

/**
 * Updates the pairs of the last search if only the bounds of the bodies `moved[0..count)` are new: pairs of others
 * stay. Finite bodies must stay finite, infinite ones infinite.
 */
export function updatePairs(
  out: BroadPhase,
  bounds: Float64Array,
  n: number,
  still: Uint8Array,
  moved: Int32Array,
  count: number,
): number {
  out.refits += count;
  if (fewMoved * count > n || out.refits > n) return findPairs(out, bounds, n, still);
  if (out.isMoved.length < n) out.isMoved = new Uint8Array(n);
  for (let k = 0; k < count; k++) out.isMoved[moved[k]] = 1;
  dropPairsOfMoved(out);
  const kept = out.count;
  out.tree.tests = 0;
  for (let k = 0; k < count; k++) if (hasEnd(bounds, moved[k])) refitTree(out.tree, bounds, moved[k]);
  for (let k = 0; k < count; k++) {
    const i = moved[k];
    out.asked = i;
    for (let x = 0; x < 6; x++) box[x] = bounds[6 * i + x];
    visitOverlaps(out.tree, bounds, box, out.addOfMoved);
    for (let m = 0; m < out.infiniteCount; m++)
      if (overlapAt(bounds, 6 * out.infinite[m], box, 0)) addPairOfMoved(out, out.infinite[m]);
  }
  for (let k = 0; k < count; k++) out.isMoved[moved[k]] = 0;
  out.tests = out.tree.tests;
  sortPairs(out, n, kept);
  mergePairs(out, kept);
  return out.count;
}

function dropPairsOfMoved(out: BroadPhase): void {
  const { first, second, isMoved } = out;
  let count = 0;
  for (let k = 0; k < out.count; k++) {
    if (isMoved[first[k]] === 1 || isMoved[second[k]] === 1) continue;
    first[count] = first[k];
    second[count++] = second[k];
  }
  out.count = count;
}

/** Adds a pair of two bodies with new bounds once, for the lower number. */
function addPairOfMoved(out: BroadPhase, j: number): void {
  if (j === out.asked || (out.isMoved[j] === 1 && j < out.asked)) return;
  addPair(out, out.asked, j);
}

function compare(out: BroadPhase, i: number, j: number): void {
  out.tests++;
  if (overlapAt(out.bounds, 6 * i, out.bounds, 6 * j)) addPair(out, i, j);
}

/** The bodies of the last search whose bounds overlap `box`, in ascending order; returns how many were written. */
export function findOverlaps(out: Int32Array, broad: BroadPhase, box: Bounds): number {
  let count = 0;
  visitOverlaps(broad.tree, broad.bounds, box, (i) => {
    if (count < out.length) out[count++] = i;
  });
  for (let k = 0; k < broad.infiniteCount; k++) {
    const i = broad.infinite[k];
    if (overlapAt(broad.bounds, 6 * i, box, 0) && count < out.length) out[count++] = i;
  }
  out.subarray(0, count).sort();
  return count;
}

function divideBodies(out: BroadPhase, bounds: Float64Array, n: number): void {
  if (out.finite.length < n) {
    out.finite = new Int32Array(2 * n);
    out.infinite = new Int32Array(2 * n);
  }
  if (out.starts.length <= n) out.starts = new Int32Array(2 * n + 1);
  out.finiteCount = 0;
  out.infiniteCount = 0;
  for (let i = 0; i < n; i++) {
    if (hasEnd(bounds, i)) out.finite[out.finiteCount++] = i;
    else out.infinite[out.infiniteCount++] = i;
  }
}

function hasEnd(bounds: Float64Array, i: number): boolean {
  let size = 0;
  for (let x = 0; x < 3; x++) size += bounds[6 * i + 3 + x] - bounds[6 * i + x];
  return size < Infinity;
}

function addPair(out: BroadPhase, i: number, j: number): void {
  if ((out.still[i] !== 0 && out.still[j] !== 0) || out.count === mostPairs) return;
  if (out.count === out.first.length) growPairs(out);
  out.first[out.count] = Math.min(i, j);
  out.second[out.count++] = Math.max(i, j);
}

function growPairs(out: BroadPhase): void {
  const most = Math.max(64, 2 * out.count);
  const grown = (pairs: Int32Array) => {
    const more = new Int32Array(most);
    more.set(pairs);
    return more;
  };
  out.first = grown(out.first);
  out.second = grown(out.second);
  out.firstByJ = new Int32Array(most);
  out.secondByJ = new Int32Array(most);
}

/** Sorts the pairs from `from` on: by j, then by i, stably. Counting sort: Seward (1954). */
function sortPairs(out: BroadPhase, n: number, from: number): void {
  const { count, first, second, firstByJ, secondByJ, starts } = out;
  const size = count - from;
  findStarts(starts, second, from, count, n);
  for (let k = from; k < count; k++) {
    const at = starts[second[k]]++;
    firstByJ[at] = first[k];
    secondByJ[at] = second[k];
  }
  findStarts(starts, firstByJ, 0, size, n);
  for (let k = 0; k < size; k++) {
    const at = from + starts[firstByJ[k]]++;
    first[at] = firstByJ[k];
    second[at] = secondByJ[k];
  }
}

/** Merges the sorted pairs before `from` with the sorted ones from it on. */
function mergePairs(out: BroadPhase, from: number): void {
  const { count, first, second, firstByJ, secondByJ } = out;
  for (let k = from; k < count; k++) {
    firstByJ[k - from] = first[k];
    secondByJ[k - from] = second[k];
  }
  let a = from - 1;
  let b = count - from - 1;
  for (let k = count - 1; b >= 0; k--) {
    const isLater = a >= 0 && (first[a] > firstByJ[b] || (first[a] === firstByJ[b] && second[a] > secondByJ[b]));
    first[k] = isLater ? first[a] : firstByJ[b];
    second[k] = isLater ? second[a--] : secondByJ[b--];
  }
}

/** The start of each of the numbers 0 to n - 1 when the keys from `from` to `to` are sorted. */
function findStarts(out: Int32Array, keys: Int32Array, from: number, to: number, n: number): void {
  for (let i = 0; i <= n; i++) out[i] = 0;
  for (let k = from; k < to; k++) out[keys[k] + 1]++;
  for (let i = 0; i < n; i++) out[i + 1] += out[i];
}
