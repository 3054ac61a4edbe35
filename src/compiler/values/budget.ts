// The budget of an evaluation. Unlike a clock, counting is deterministic: the same text stops at the same place on
// every machine.

export interface Limits {
  /** Number of calls, and of elements that operators and natives process. */
  readonly fuel: number;
  /** Number of numbers and elements made. */
  readonly memory: number;
  /** Depth of nested expressions, across calls. */
  readonly depth: number;
}

/**
 * At most about two seconds of work and 200 MB; the depth is about half of what the stack of Node and of browsers
 * holds.
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
