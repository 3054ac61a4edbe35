// What a program consists of: kernels, and what moves numbers between them.
import type { Kernel } from "./kernel.ts";

/** Numbers at consecutive addresses, in bytes. */
export interface MemoryStretch {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Scattered numbers: at the address `places` there is a list of where each lies behind `region`. */
export interface Scattered {
  readonly places: number;
  readonly count: number;
  readonly region: number;
}

/**
 * What a kernel is run with, in bytes: its four regions, the first own body, the other body, and the end of the own
 * ones.
 */
export type KernelArguments = readonly [
  b0: number,
  b1: number,
  b2: number,
  b3: number,
  own: number,
  other: number,
  end: number,
];

export type ProgramStep =
  | { readonly kind: "run"; readonly kernel: Kernel; readonly args: KernelArguments }
  /** Calls another function of the program. */
  | { readonly kind: "call"; readonly name: string }
  | { readonly kind: "copy"; readonly stretches: readonly MemoryStretch[] }
  | { readonly kind: "clear"; readonly stretches: readonly MemoryStretch[] }
  | { readonly kind: "scatter" | "gather"; readonly vector: number; readonly numbers: Scattered }
  /** Copies, negates or adds numbers one by one, from the first places to the second. */
  | { readonly kind: "move" | "negate" | "add"; readonly from: Scattered; readonly to: Scattered }
  | { readonly kind: "zero"; readonly numbers: Scattered }
  /** Adds to y the difference after - before, at these places of vectors. */
  | {
      readonly kind: "change";
      readonly places: number;
      readonly count: number;
      readonly out: number;
      readonly y: number;
      readonly after: number;
      readonly before: number;
    }
  /** Normalises the four numbers behind each of these places, unless they are all zero. */
  | { readonly kind: "normalise"; readonly numbers: Scattered }
  /** out = y + h (w₀ v₀ + w₁ v₁ + …), the sum from left to right. t and h lie at the address `step`. */
  | {
      readonly kind: "combine";
      readonly step: number;
      readonly out: number;
      readonly y: number;
      readonly terms: readonly (readonly [weight: number, vector: number])[];
      readonly count: number;
    }
  /** Sets the time to t + c h. */
  | { readonly kind: "time"; readonly step: number; readonly to: number; readonly c: number };

/**
 * Groups places in a memory, in steps of 8 bytes, into stretches of consecutive ones that are moved from one region to
 * another.
 */
export function stretchesOf(places: ArrayLike<number>, from: number, to: number): MemoryStretch[] {
  const found: { from: number; to: number; count: number }[] = [];
  for (const place of Array.from(places).sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && last.to + 8 * last.count === to + 8 * place) last.count++;
    else found.push({ from: from + 8 * place, to: to + 8 * place, count: 1 });
  }
  return found;
}
