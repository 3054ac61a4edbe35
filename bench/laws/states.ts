// Random states of bodies, the same in every run. "plain" states are what a benchmark measures; "special" ones have
// components that are exactly zero, bodies that do not turn, and axes along those of the world, for the tests.
import { createRandom, type Random } from "../../src/math/random.ts";

export type Kind = "plain" | "special";

export class States {
  private readonly random: Random;
  private readonly kind: Kind;

  constructor(kind: Kind, name: string) {
    this.random = createRandom(4, kind, name);
    this.kind = kind;
  }

  private isSpecial(): boolean {
    return this.kind === "special" && this.random.next() < 0.3;
  }

  numbers(count: number, lo: number, hi: number): Float64Array {
    return new Float64Array(count).map(() => this.random.uniform(lo, hi));
  }

  /** `count` vectors one after the other. */
  vectors(count: number, lo: number, hi: number): Float64Array {
    const data = this.numbers(3 * count, lo, hi);
    for (let i = 0; i < count; i++) {
      if (this.isSpecial()) data.fill(0, 3 * i, 3 * i + 3);
      else for (let k = 0; k < 3; k++) if (this.isSpecial()) data[3 * i + k] = 0;
    }
    return data;
  }

  directions(count: number): Float64Array {
    const data = this.numbers(3 * count, -1, 1);
    for (let i = 0; i < count; i++) {
      if (this.isSpecial()) {
        const axis = Math.floor(3 * this.random.next());
        for (let k = 0; k < 3; k++) data[3 * i + k] = k === axis ? (this.random.next() < 0.5 ? -1 : 1) : 0;
      } else unit(data.subarray(3 * i, 3 * i + 3));
    }
    return data;
  }

  quaternions(count: number): Float64Array {
    const data = this.numbers(4 * count, -1, 1);
    for (let i = 0; i < count; i++) {
      if (this.isSpecial()) data.set([1, 0, 0, 0], 4 * i);
      else unit(data.subarray(4 * i, 4 * i + 4));
    }
    return data;
  }

  /** Inertia tensors: of cuboids along their axes, and for some states of bodies along no axis at all. */
  inertias(masses: Float64Array): Float64Array {
    const data = new Float64Array(9 * masses.length);
    for (let i = 0; i < masses.length; i++) {
      const [x, y, z] = this.numbers(3, 0.5, 2).map((edge) => edge * edge);
      const [xy, xz, yz] = this.isSpecial() ? this.numbers(3, -2, 2) : [0, 0, 0];
      const m = masses[i] / 12;
      data.set([m * (y + z), xy, xz, xy, m * (x + z), yz, xz, yz, m * (x + y)], 9 * i);
    }
    return data;
  }
}

function unit(data: Float64Array): void {
  const length = Math.sqrt(data.reduce((sum, x) => sum + x * x, 0));
  for (let k = 0; k < data.length; k++) data[k] /= length;
}

/** Blocks of equal length, each with an equal stretch per item, as one block item after item. */
export function byItem(count: number, ...blocks: readonly Float64Array[]): Float64Array {
  const all: number[] = [];
  for (let i = 0; i < count; i++)
    for (const block of blocks) {
      const size = block.length / count;
      all.push(...block.subarray(size * i, size * i + size));
    }
  return Float64Array.from(all);
}
