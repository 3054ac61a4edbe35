// Space in the run's memory for the vectors and lists of the active program; the next program reuses it.
import { isFirstRate } from "../../language/syntax/statement.ts";
import type { Model } from "../model/model.ts";
import { type RunMemory, roomOf } from "./run-memory.ts";

/**
 * The vectors of a step and of a projection, and the lists with an entry for each number: its place, source and target.
 */
const mostVectors = 9;
const listsPerNumber = 6;

export class Arena {
  /** The length of the longest vector that fits. */
  readonly most: number;
  private readonly memory: RunMemory;
  private readonly at: number;
  private readonly end: number;
  private used: number;
  isFull = false;
  /** The owner of the program that uses the space. */
  owner: object | null = null;

  private constructor(memory: RunMemory, most: number, at: number, end: number) {
    this.memory = memory;
    this.most = most;
    this.at = this.used = at;
    this.end = end;
  }

  /** Null if kernels do not run, or there is no space. */
  static create(model: Model, memory: RunMemory): Arena | null {
    const names = new Set(
      model.contexts.flatMap(({ functions }) => functions.filter(isFirstRate).map(({ name }) => name)),
    );
    let most = 0;
    for (const { slots } of [{ slots: model.world }, ...model.bodies])
      for (const { name, size } of slots.values()) if (names.has(name)) most += size;
    const numbers = model.links.reduce(
      (sum, { unknowns }) => unknowns.reduce((all, { size }) => all + size, sum + 24),
      most,
    );
    const size = mostVectors * roomOf(most) + (listsPerNumber * numbers) / 2 + 100;
    const at = memory.machine && memory.allocate(Math.ceil(size));
    return at === null ? null : new Arena(memory, most, at, at + Math.ceil(size));
  }

  clear(): void {
    this.used = this.at;
    this.isFull = false;
  }

  private take(numbers: number): number {
    const at = roomOf(this.used);
    if (at + numbers > this.end) {
      this.isFull = true;
      return this.at;
    }
    this.used = at + numbers;
    return at;
  }

  /** `count` vectors of a length, initially zero. */
  vectors(count: number, length: number): Float64Array[] {
    return Array.from({ length: count }, () => {
      const at = this.take(length + 1);
      this.memory.numbers.fill(0, at, at + length + 1);
      return this.memory.numbers.subarray(at, at + length);
    });
  }

  /** Stores a list of addresses; returns the list's own address. */
  list(addresses: ArrayLike<number>): number {
    const at = this.take((addresses.length + 1) >> 1);
    if (!this.isFull) this.memory.machine!.words.set(addresses, 2 * at);
    return 8 * at;
  }
}
