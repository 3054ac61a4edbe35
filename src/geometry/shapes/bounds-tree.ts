// A binary tree of bounding boxes over finite bodies: each node holds the bounds of a range of the list `order`.
//
// Built top down: a stretch is divided at its median along the axis on which its centres spread most, until few enough
// are left. The tree is so always balanced, whatever the bodies' places and sizes, and depends on nothing but the
// bounds. While few bodies move it is not divided again: the boxes of the nodes above them grow or shrink. A grid would
// want one size for all, a sweep along an axis costs n^(5/3) for bodies spread through space.
//
// Nodes are numbered from the root downwards, left part first: the left child of node k is k + 1.
import type { Numbers } from "../../math/vectors/vec3.ts";

/** Ranges of at most this many bodies are leaves. */
const LEAF = 4;

export interface BoundsTree {
  /** Bodies, in the order of the leaves. */
  order: Int32Array;
  nodes: number;
  bounds: Float64Array;
  begin: Int32Array;
  end: Int32Array;
  /** Right child of each node; 0 for leaves. */
  right: Int32Array;
  /** The parent of each node; the root is its own parent. */
  parent: Int32Array;
  /** The leaf of each body, by the number of the body. */
  leafOf: Int32Array;
  /** Comparisons of bounds since the last building. */
  tests: number;
}

export function createBoundsTree(): BoundsTree {
  return {
    order: new Int32Array(0),
    nodes: 0,
    bounds: new Float64Array(0),
    begin: new Int32Array(0),
    end: new Int32Array(0),
    right: new Int32Array(0),
    parent: new Int32Array(0),
    leafOf: new Int32Array(0),
    tests: 0,
  };
}

/** Builds the tree of the bodies in `members[0..count)`; `bounds` has six numbers a body. */
export function buildTree(tree: BoundsTree, bounds: Float64Array, members: Int32Array, count: number): void {
  if (tree.order.length < count) {
    const most = 2 * count;
    tree.order = new Int32Array(most);
    tree.bounds = new Float64Array(6 * most);
    tree.begin = new Int32Array(most);
    tree.end = new Int32Array(most);
    tree.right = new Int32Array(most);
    tree.parent = new Int32Array(most);
  }
  if (6 * tree.leafOf.length < bounds.length) tree.leafOf = new Int32Array(bounds.length / 6);
  for (let i = 0; i < count; i++) tree.order[i] = members[i];
  tree.nodes = 0;
  tree.tests = 0;
  if (count > 0) buildNode(tree, bounds, 0, count, 0);
}

function buildNode(tree: BoundsTree, bounds: Float64Array, begin: number, end: number, parent: number): number {
  const node = tree.nodes++;
  tree.parent[node] = parent;
  tree.begin[node] = begin;
  tree.end[node] = end;
  tree.right[node] = 0;
  uniteBodies(tree, bounds, node);
  if (end - begin > LEAF) {
    const middle = (begin + end) >> 1;
    divide(tree.order, bounds, widestAxis(tree.order, bounds, begin, end), begin, end, middle);
    buildNode(tree, bounds, begin, middle, node);
    tree.right[node] = buildNode(tree, bounds, middle, end, node);
  } else {
    for (let i = begin; i < end; i++) tree.leafOf[tree.order[i]] = node;
  }
  return node;
}

/** Updates the bounds of the nodes above one body. The structure of the tree stays. */
export function refitTree(tree: BoundsTree, bounds: Float64Array, body: number): void {
  let node = tree.leafOf[body];
  uniteBodies(tree, bounds, node);
  while (node > 0) {
    node = tree.parent[node];
    uniteChildren(tree.bounds, 6 * node, 6 * (node + 1), 6 * tree.right[node]);
  }
}

function uniteChildren(bounds: Float64Array, at: number, left: number, right: number): void {
  for (let x = 0; x < 3; x++) {
    bounds[at + x] = Math.min(bounds[left + x], bounds[right + x]);
    bounds[at + 3 + x] = Math.max(bounds[left + 3 + x], bounds[right + 3 + x]);
  }
}

function uniteBodies(tree: BoundsTree, bounds: Float64Array, node: number): void {
  const at = 6 * node;
  for (let x = 0; x < 3; x++) {
    let least = Infinity;
    let most = -Infinity;
    for (let i = tree.begin[node]; i < tree.end[node]; i++) {
      least = Math.min(least, bounds[6 * tree.order[i] + x]);
      most = Math.max(most, bounds[6 * tree.order[i] + 3 + x]);
    }
    tree.bounds[at + x] = least;
    tree.bounds[at + 3 + x] = most;
  }
}

/** Twice the coordinate of a body's centre. */
function centre(bounds: Float64Array, body: number, axis: number): number {
  return bounds[6 * body + axis] + bounds[6 * body + 3 + axis];
}

function widestAxis(order: Int32Array, bounds: Float64Array, begin: number, end: number): number {
  let widest = 0;
  let width = -1;
  for (let axis = 0; axis < 3; axis++) {
    let least = Infinity;
    let most = -Infinity;
    for (let i = begin; i < end; i++) {
      const c = centre(bounds, order[i], axis);
      least = Math.min(least, c);
      most = Math.max(most, c);
    }
    if (most - least > width) {
      width = most - least;
      widest = axis;
    }
  }
  return widest;
}

/** Puts bodies with smaller centres before `middle`, those with larger ones after it. */
// Hoare, "Find" (1961), with the median of three as pivot. Equal centres stop both scans, so that many of them do no
// harm.
function divide(
  order: Int32Array,
  bounds: Float64Array,
  axis: number,
  begin: number,
  end: number,
  middle: number,
): void {
  let lo = begin;
  let hi = end - 1;
  while (lo < hi) {
    const a = centre(bounds, order[lo], axis);
    const b = centre(bounds, order[(lo + hi) >> 1], axis);
    const c = centre(bounds, order[hi], axis);
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let i = lo;
    let j = hi;
    while (i <= j) {
      while (centre(bounds, order[i], axis) < pivot) i++;
      while (pivot < centre(bounds, order[j], axis)) j--;
      if (i <= j) {
        const body = order[i];
        order[i++] = order[j];
        order[j--] = body;
      }
    }
    if (middle <= j) hi = j;
    else if (middle >= i) lo = i;
    else return;
  }
}

export type PairVisitor = (i: number, j: number) => void;

/** Visits every pair of bodies of the tree whose bounds overlap once, in no particular order. */
export function visitPairs(tree: BoundsTree, bounds: Float64Array, visit: PairVisitor): void {
  for (let node = 0; node < tree.nodes; node++) {
    const right = tree.right[node];
    if (right > 0) visitAcross(tree, bounds, node + 1, right, visit);
    else visitWithin(tree, bounds, node, visit);
  }
}

function visitWithin(tree: BoundsTree, bounds: Float64Array, node: number, visit: PairVisitor): void {
  for (let i = tree.begin[node]; i < tree.end[node]; i++) {
    for (let j = i + 1; j < tree.end[node]; j++) visitIfOverlapping(tree, bounds, tree.order[i], tree.order[j], visit);
  }
}

/** Visits pairs of a body of node k and one of node l. The node with more bodies is opened first. */
function visitAcross(tree: BoundsTree, bounds: Float64Array, k: number, l: number, visit: PairVisitor): void {
  tree.tests++;
  if (!overlapAt(tree.bounds, 6 * k, tree.bounds, 6 * l)) return;
  const openK = tree.right[k] > 0;
  const openL = tree.right[l] > 0;
  if (!openK && !openL) {
    for (let i = tree.begin[k]; i < tree.end[k]; i++) {
      for (let j = tree.begin[l]; j < tree.end[l]; j++) {
        visitIfOverlapping(tree, bounds, tree.order[i], tree.order[j], visit);
      }
    }
  } else if (openK && (!openL || tree.end[k] - tree.begin[k] >= tree.end[l] - tree.begin[l])) {
    visitAcross(tree, bounds, k + 1, l, visit);
    visitAcross(tree, bounds, tree.right[k], l, visit);
  } else {
    visitAcross(tree, bounds, k, l + 1, visit);
    visitAcross(tree, bounds, k, tree.right[l], visit);
  }
}

function visitIfOverlapping(tree: BoundsTree, bounds: Float64Array, i: number, j: number, visit: PairVisitor): void {
  tree.tests++;
  if (overlapAt(bounds, 6 * i, bounds, 6 * j)) visit(i, j);
}

/** Visits every body of the tree whose bounds overlap `box`, in no particular order. */
export function visitOverlaps(tree: BoundsTree, bounds: Float64Array, box: Numbers, visit: (i: number) => void): void {
  let node = 0;
  // Nodes are visited in order; one that does not overlap is skipped with all below it.
  while (node < tree.nodes) {
    tree.tests++;
    if (!overlapAt(tree.bounds, 6 * node, box, 0)) {
      node = afterAllBelow(tree, node);
      continue;
    }
    if (tree.right[node] === 0) {
      for (let i = tree.begin[node]; i < tree.end[node]; i++) {
        tree.tests++;
        if (overlapAt(bounds, 6 * tree.order[i], box, 0)) visit(tree.order[i]);
      }
    }
    node++;
  }
}

/** The rightmost path down ends in the last node below. */
export function afterAllBelow(tree: BoundsTree, node: number): number {
  let last = node;
  while (tree.right[last] > 0) last = tree.right[last];
  return last + 1;
}

/** Whether the bounds at `i` in `a` and at `j` in `b` have a point in common. */
export function overlapAt(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    b[j] <= a[i + 3] &&
    a[i + 1] <= b[j + 4] &&
    b[j + 1] <= a[i + 4] &&
    a[i + 2] <= b[j + 5] &&
    b[j + 2] <= a[i + 5]
  );
}
