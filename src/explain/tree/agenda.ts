// Pending entries, the newest first; at equal times, the one that was added first.
interface Entry<T> {
  readonly time: number;
  readonly number: number;
  readonly item: T;
}

/** A binary heap of pending entries. */
export class Agenda<T> {
  private readonly heap: Entry<T>[] = [];
  private count = 0;

  add(time: number, item: T): void {
    const { heap } = this;
    const entry = { time, number: this.count++, item };
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isSooner(entry, heap[above])) break;
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = entry;
  }

  next(): T | null {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last) return null;
    if (heap.length === 0) return first.item;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isSooner(heap[below + 1], heap[below])) below++;
      if (!isSooner(heap[below], last)) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = last;
    return first.item;
  }
}

function isSooner<T>(a: Entry<T>, b: Entry<T>): boolean {
  return a.time > b.time || (a.time === b.time && a.number < b.number);
}
