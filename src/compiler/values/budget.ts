// What an evaluation may spend. Counting is deterministic where a clock is not: the same text stops at the same place
// on every machine.

export interface Limits {
  /** Calls, and elements worked on by operators and natives. */
  readonly fuel: number;
  /** Numbers and elements made, in all. */
  readonly memory: number;
  /** Expressions within expressions, across calls. */
  readonly depth: number;
}

/**
 * About two seconds of work and 200 MB at the very most; the depth is about half of what the stack of Node and of
 * browsers holds.
 */
export const defaultLimits: Limits = { fuel: 10_000_000, memory: 25_000_000, depth: 1_000 };

export class Budget {
  fuel: number;
  memory: number;
  depth = 0;
  readonly limits: Limits;

  constructor(limits: Limits = defaultLimits) {
    this.limits = limits;
    this.fuel = limits.fuel;
    this.memory = limits.memory;
  }
}
