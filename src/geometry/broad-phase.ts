// Which bodies may meet at all: every pair whose bounds overlap, and no other, in a fixed order.
//
// Bodies with an end are found through a tree of bounds (bounds-tree.ts), n log n for bodies spread through space. Those without one, a
// ground or a few walls, are compared with every body. The pairs are sorted, so nothing depends on how the tree came about.
import type { Bounds } from "./bounds.ts";
import { type BoundsTree, buildTree, createBoundsTree, overlapAt, visitOverlaps, visitPairs } from "./bounds-tree.ts";

export interface BroadPhase {
  /** How many pairs were found. */
  count: number;
  /** The pairs, i before j: first[0], second[0], …, by i and then by j. */
  first: Int32Array;
  second: Int32Array;
  /** How many bounds were compared to find them. */
  tests: number;
  readonly tree: BoundsTree;
  /** Of the last search, as the tree knows them. */
  bounds: Float64Array;
  finite: Int32Array;
  infinite: Int32Array;
  finiteCount: number;
  infiniteCount: number;
  /** i · n + j of each pair. */
  keys: Float64Array;
}

export function createBroadPhase(): BroadPhase {
  return {
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
    keys: new Float64Array(0),
  };
}

/**
 * Finds all pairs of bodies 0 to n - 1 whose bounds (six numbers a body) overlap or touch, but none of two bodies marked in `still`: they
 * do not meet. Returns how many. Memory grows when it must and is then reused.
 */
export function findPairs(out: BroadPhase, bounds: Float64Array, n: number, still: Uint8Array): number {
  divideBodies(out, bounds, n);
  buildTree(out.tree, bounds, out.finite, out.finiteCount);
  out.bounds = bounds;
  out.count = 0;
  const add = (i: number, j: number) => {
    if (still[i] === 0 || still[j] === 0) addKey(out, i < j ? i * n + j : j * n + i);
  };
  visitPairs(out.tree, bounds, add);
  out.tests = out.tree.tests;
  for (let k = 0; k < out.infiniteCount; k++) {
    const i = out.infinite[k];
    for (let m = 0; m < out.finiteCount; m++) compare(out, i, out.finite[m], add);
    for (let m = k + 1; m < out.infiniteCount; m++) compare(out, i, out.infinite[m], add);
  }
  unpackKeys(out, n);
  return out.count;
}

function compare(out: BroadPhase, i: number, j: number, add: (i: number, j: number) => void): void {
  out.tests++;
  if (overlapAt(out.bounds, 6 * i, out.bounds, 6 * j)) add(i, j);
}

/** The bodies of the last search whose bounds overlap `box`, in rising order; returns how many were written. */
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
  out.finiteCount = 0;
  out.infiniteCount = 0;
  for (let i = 0; i < n; i++) {
    let size = 0;
    for (let x = 0; x < 3; x++) size += bounds[6 * i + 3 + x] - bounds[6 * i + x];
    if (size < Infinity) out.finite[out.finiteCount++] = i;
    else out.infinite[out.infiniteCount++] = i;
  }
}

function addKey(out: BroadPhase, key: number): void {
  if (out.count === out.keys.length) {
    const more = new Float64Array(Math.max(64, 2 * out.count));
    more.set(out.keys);
    out.keys = more;
  }
  out.keys[out.count++] = key;
}

function unpackKeys(out: BroadPhase, n: number): void {
  out.keys.subarray(0, out.count).sort();
  if (out.first.length < out.count) {
    out.first = new Int32Array(out.keys.length);
    out.second = new Int32Array(out.keys.length);
  }
  for (let k = 0; k < out.count; k++) {
    out.first[k] = Math.floor(out.keys[k] / n);
    out.second[k] = out.keys[k] - out.first[k] * n;
  }
}
