// Random choices from a seed: the same seed gives the same texts on every machine.

export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = (seed * 0x9e3779b1 + 0x85ebca6b) >>> 0;
  }

  /** A whole number from 0 up to but not including `count` (mulberry32). */
  below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((((t ^ (t >>> 14)) >>> 0) / 4294967296) * count) | 0;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)];
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** `least` to `most` things. */
  list<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}
