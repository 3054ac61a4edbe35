// Textbook integrators, a few lines each: the motion from one moment to another by the rates of the text.
import type { MotionByLaws } from "../laws/motion.ts";
import { cross, dot, minus, times } from "../math/vectors.ts";
import { areSameSides, hearSides, readNumbers, type Slot, writeNumbers } from "../reading/reading.ts";

/** The rates of some attributes: numbers for each. */
type Rates = ReadonlyMap<Slot, readonly number[]>;

/** The precision with which a switch is located, as a share of the whole. */
const shortest = 1e-10;
const mostHalvings = 150;

export class Integrator {
  private readonly motion: MotionByLaws;
  /** The memory at the start of the step: the meaning of `previous`. */
  private readonly registered: Float64Array;
  private readonly from: number;
  private readonly to: number;
  /** Number of evaluations of rates. */
  evaluations = 0;
  /** Whether the laws used the same formulas at all evaluations: none of them switched. */
  hasOneFormula = true;
  private sides: readonly number[] | null = null;

  constructor(motion: MotionByLaws, registered: Float64Array, from: number, to: number) {
    this.motion = motion;
    this.registered = registered;
    this.from = from;
    this.to = to;
  }

  private rates(memory: Float64Array, time: number): Rates {
    this.evaluations++;
    const { result, sides } = hearSides(() => this.motion.rates(this.registered, this.at(memory, time)));
    this.sides ??= sides;
    this.hasOneFormula &&= areSameSides(this.sides, sides);
    return new Map(result.map(({ slot, numbers }) => [slot, numbers]));
  }

  /** A memory at another time of this step. */
  private at(memory: Float64Array, time: number): Float64Array {
    const { world } = this.motion.model;
    const other = memory.slice();
    writeNumbers(other, world.get("t")!, [time]);
    writeNumbers(other, world.get("dt")!, [this.to - this.from]);
    return other;
  }

  /** The classical method of Runge and Kutta in equal steps. */
  rk4(count: number): Float64Array {
    let memory = this.registered;
    const h = (this.to - this.from) / count;
    for (let i = 0; i < count; i++) memory = this.rk4Step(memory, this.from + i * h, h);
    // A law may have switched at the end.
    this.rates(memory, this.to);
    return this.finished(memory);
  }

  private rk4Step(memory: Float64Array, t: number, h: number): Float64Array {
    const a = this.rates(memory, t);
    const b = this.rates(ahead(memory, [a], [h / 2]), t + h / 2);
    const c = this.rates(ahead(memory, [b], [h / 2]), t + h / 2);
    const d = this.rates(ahead(memory, [c], [h]), t + h);
    return ahead(memory, [a, b, c, d], [h / 6, h / 3, h / 3, h / 6]);
  }

  /** The same method, but steps in which a law switches are halved repeatedly. */
  rk4AcrossSwitches(count: number): Float64Array {
    let halvings = mostHalvings;
    const through = (memory: Float64Array, t: number, h: number): Float64Array => {
      this.sides = null;
      this.hasOneFormula = true;
      const end = this.rk4Step(memory, t, h);
      if (this.hasOneFormula || h < shortest * (this.to - this.from) || halvings-- <= 0) return end;
      return through(through(memory, t, h / 2), t + h / 2, h / 2);
    };
    let memory = this.registered;
    const h = (this.to - this.from) / count;
    for (let i = 0; i < count; i++) memory = through(memory, this.from + i * h, h);
    this.hasOneFormula = false;
    return this.finished(memory);
  }

  explicitEuler(): Float64Array {
    return this.finished(ahead(this.registered, [this.rates(this.registered, this.from)], [this.to - this.from]));
  }

  /** Attribute after attribute, each using the new values of those before. */
  semiImplicitEuler(order: readonly string[]): Float64Array {
    let memory = this.registered;
    for (const name of order) {
      const rates = this.rates(memory, this.from);
      const own = new Map([...rates].filter(([slot]) => slot.name === name));
      memory = ahead(memory, [own], [this.to - this.from]);
    }
    return this.finished(memory);
  }

  /** Fixed-point iteration, which converges for steps that are short for the law; null if it does not. */
  implicitMidpoint(): Float64Array | null {
    const h = this.to - this.from;
    let end = ahead(this.registered, [this.rates(this.registered, this.from)], [h]);
    for (let i = 0; i < 60; i++) {
      const middle = end.map((x, k) => 0.5 * (x + this.registered[k]));
      const next = ahead(this.registered, [this.rates(middle, this.from + h / 2)], [h]);
      const isDone = next.every((x, k) => Math.abs(x - end[k]) <= 1e-15 * Math.abs(x));
      end = next;
      if (!isDone) continue;
      this.rates(end, this.to);
      return this.finished(end);
    }
    return null;
  }

  /** At the end of a step quaternions are normalised, and matrices made rotations again. */
  private finished(memory: Float64Array): Float64Array {
    for (const { orientation } of this.motion.model.bodies) {
      const numbers = readNumbers(memory, orientation);
      if (orientation.size === 4) writeNumbers(memory, orientation, normalized(numbers));
      if (orientation.size === 9) writeNumbers(memory, orientation, orthonormal(numbers));
    }
    return memory;
  }
}

function normalized(numbers: readonly number[]): number[] {
  const length = Math.sqrt(numbers.reduce((sum, x) => sum + x * x, 0));
  return numbers.map((x) => x / length);
}

/** By Gram and Schmidt, row after row. */
function orthonormal(numbers: readonly number[]): number[] {
  const first = normalized(numbers.slice(0, 3));
  const row = numbers.slice(3, 6);
  const second = normalized(minus(row, times(dot(row, first), first)));
  return [...first, ...second, ...cross(first, second)];
}

/** A memory advanced along rates, each for its own time. */
function ahead(memory: Float64Array, rates: readonly Rates[], times: readonly number[]): Float64Array {
  const other = memory.slice();
  for (const slot of rates[0].keys()) {
    const numbers = readNumbers(memory, slot);
    for (const [i, rate] of rates.entries())
      for (const [k, x] of (rate.get(slot) ?? []).entries()) numbers[k] += times[i] * x;
    writeNumbers(other, slot, numbers);
  }
  return other;
}
