// The parts of a block elimination that depend on the pattern alone: the order of the nodes, the fill, and where each
// block lies.
//
// The order is that of minimum degree (Tinney and Walker, 1967): the next node is one with the fewest remaining
// neighbours, the lowest of equal ones; its neighbours then become neighbours of each other. Chains and trees get no
// fill that way.
//
// Positions count nodes in that order. For position k one array holds the diagonal block, then for each later
// neighbour, by ascending position, the block right of it (k, j) and the block below it (j, k).
import type { BlockPattern } from "./block-matrix.ts";

export interface BlockPlan {
  readonly pattern: BlockPattern;
  /** The node at a position, its size, and the start of its rows in a vector ordered by position. */
  readonly node: Int32Array;
  readonly size: Int32Array;
  readonly rowStart: Int32Array;
  /** Later neighbours `start[k]` to `start[k + 1] - 1` of position k. */
  readonly start: Int32Array;
  readonly later: Int32Array;
  /** The starts of the blocks: (k, k) by position, (k, j) and (j, k) by later neighbour. */
  readonly diagonal: Int32Array;
  readonly right: Int32Array;
  readonly below: Int32Array;
  /** The place of each block of the pattern in the array. */
  readonly place: Int32Array;
  /** The length of the array. */
  readonly length: number;
  /** Blocks of the array that are not in the pattern. */
  readonly fill: number;
  /** Multiplications of one elimination, without those that invert diagonal blocks. */
  readonly work: number;
}

export function createBlockPlan(pattern: BlockPattern): BlockPlan {
  const { order, neighbours } = eliminate(pattern);
  const count = pattern.count;
  const position = new Int32Array(count);
  for (let k = 0; k < count; k++) position[order[k]] = k;
  const size = Int32Array.from(order, (i) => pattern.size[i]);
  const rowStart = new Int32Array(count + 1);
  const start = new Int32Array(count + 1);
  for (let k = 0; k < count; k++) {
    rowStart[k + 1] = rowStart[k] + size[k];
    start[k + 1] = start[k] + neighbours[k].length;
  }
  const later = new Int32Array(start[count]);
  const diagonal = new Int32Array(count);
  const right = new Int32Array(start[count]);
  const below = new Int32Array(start[count]);
  let length = 0;
  for (let k = 0; k < count; k++) {
    const positions = neighbours[k].map((i) => position[i]).sort((a, b) => a - b);
    diagonal[k] = length;
    length += size[k] * size[k];
    positions.forEach((j, n) => {
      const e = start[k] + n;
      later[e] = j;
      right[e] = length;
      below[e] = length + size[k] * size[j];
      length += 2 * size[k] * size[j];
    });
  }
  const offsets = { start, later, diagonal, right, below };
  let work = 0;
  for (let k = 0; k < count; k++) {
    let rows = 0;
    for (let e = start[k]; e < start[k + 1]; e++) rows += size[later[e]];
    work += size[k] * rows * (size[k] + rows);
  }
  const blocks = pattern.blockColumn.length;
  const place = new Int32Array(blocks);
  for (let i = 0; i < count; i++)
    for (let block = pattern.blockStart[i]; block < pattern.blockStart[i + 1]; block++)
      place[block] = placeOf(offsets, position[i], position[pattern.blockColumn[block]]);
  const fill = count + 2 * start[count] - blocks;
  return {
    ...{ pattern, node: Int32Array.from(order), size, rowStart, ...offsets },
    ...{ place, length, fill, work },
  };
}

type Offsets = Pick<BlockPlan, "start" | "later" | "diagonal" | "right" | "below">;

function placeOf({ start, later, diagonal, right, below }: Offsets, i: number, j: number): number {
  if (i === j) return diagonal[i];
  const first = Math.min(i, j);
  let lo = start[first];
  let hi = start[first + 1] - 1;
  while (lo < hi) {
    const middle = (lo + hi) >> 1;
    if (later[middle] < Math.max(i, j)) lo = middle + 1;
    else hi = middle;
  }
  return i < j ? right[lo] : below[lo];
}

/** The order of the nodes, and for each position the remaining neighbours of its node. */
// Nodes wait in a binary heap of keys degree · count + node; an outdated key is skipped.
function eliminate(pattern: BlockPattern): { order: number[]; neighbours: number[][] } {
  const { count, blockStart, blockColumn } = pattern;
  const left = Array.from({ length: count }, (_, i) => new Set(blockColumn.subarray(blockStart[i], blockStart[i + 1])));
  const heap: number[] = [];
  const keyOf = (i: number) => left[i].size * count + i;
  for (let i = 0; i < count; i++) {
    left[i].delete(i);
    push(heap, keyOf(i));
  }
  const isDone = new Uint8Array(count);
  const order: number[] = [];
  const neighbours: number[][] = [];
  while (order.length < count) {
    const key = pop(heap);
    const i = key % count;
    if (isDone[i] === 1 || key !== keyOf(i)) continue;
    isDone[i] = 1;
    order.push(i);
    const around = [...left[i]];
    neighbours.push(around);
    for (const j of around) {
      left[j].delete(i);
      for (const k of around) if (k !== j) left[j].add(k);
    }
    for (const j of around) push(heap, keyOf(j));
  }
  return { order, neighbours };
}

function push(heap: number[], key: number): void {
  let at = heap.length;
  heap.push(key);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent] <= key) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = key;
}

function pop(heap: number[]): number {
  const top = heap[0];
  const key = heap.pop()!;
  const length = heap.length;
  if (length === 0) return top;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= length) break;
    if (child + 1 < length && heap[child + 1] < heap[child]) child++;
    if (heap[child] >= key) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = key;
  return top;
}
