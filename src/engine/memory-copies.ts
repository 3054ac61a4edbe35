// Copies between the regions of a run's memory, of no more than may be different: numbers that only events change, as masses and sizes, are
// the same in all regions until an event writes some.
import { findChanging } from "./changing-numbers.ts";
import type { Model } from "./model.ts";

/** Stretches with so few numbers between them are copied as one; and all as one where no more than so many would be left out. */
const smallGap = 64;
const few = 2000;

/** What a region has of the numbers that stay is not known. */
const unknown = -1;

export class MemoryCopies {
  private readonly numbers: Float64Array;
  private readonly first: number;
  private readonly size: number;
  /** From where to where numbers may change between events, by twos; none where all are to be copied. */
  private readonly stretches: Int32Array;
  /** Per region, after which change of all the numbers that stay came into it. */
  private readonly states: Int32Array;

  /** For regions that lie in a row from the first on, so many numbers apart. */
  constructor(model: Model, numbers: Float64Array, first: number, size: number, regions: number) {
    this.numbers = numbers;
    this.first = first;
    this.size = size;
    this.stretches = stretchesOf(findChanging(model));
    this.states = new Int32Array(regions).fill(unknown);
  }

  /** Any number of a region may have been changed; it is the only one that is like this. */
  changed(region: Float64Array): void {
    let last = 0;
    for (let i = 0; i < this.states.length; i++) last = Math.max(last, this.states[i]);
    this.states[this.regionOf(region)] = last + 1;
  }

  copy(from: Float64Array, to: Float64Array): void {
    const { numbers, stretches, states } = this;
    if (stretches.length === 0) {
      to.set(from);
      return;
    }
    const source = this.regionOf(from);
    const target = this.regionOf(to);
    if (source < 0 || states[source] === unknown || states[source] !== states[target]) {
      to.set(from);
      states[target] = source < 0 ? unknown : states[source];
      return;
    }
    const start = this.first + source * this.size;
    const end = this.first + target * this.size;
    for (let k = 0; k < stretches.length; k += 2)
      numbers.copyWithin(end + stretches[k], start + stretches[k], start + stretches[k + 1]);
  }

  /** Which region this is; -1 of memory elsewhere. */
  private regionOf(memory: Float64Array): number {
    if (memory.buffer !== this.numbers.buffer) return -1;
    return ((memory.byteOffset - this.numbers.byteOffset) / 8 - this.first) / this.size;
  }
}

function stretchesOf(changing: Uint8Array): Int32Array {
  const found: number[] = [];
  for (let i = 0; i < changing.length; i++) {
    if (changing[i] === 0) continue;
    if (found.length > 0 && i - found[found.length - 1] < smallGap) found[found.length - 1] = i + 1;
    else found.push(i, i + 1);
  }
  let left = changing.length;
  for (let k = 0; k < found.length; k += 2) left -= found[k + 1] - found[k];
  return Int32Array.from(left > few ? found : []);
}
