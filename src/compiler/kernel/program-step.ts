// What a program consists of: kernels, and what moves numbers between them.
import type { Kernel } from "./kernel.ts";

/** Numbers that lie next to each other, at addresses in bytes. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Numbers one by one: `places` lists, at an address of the memory, where each lies behind `region`. */
export interface Scattered {
  readonly places: number;
  readonly count: number;
  readonly region: number;
}

export type ProgramStep =
  | { readonly kind: "run"; readonly kernel: Kernel; readonly args: readonly number[] }
  /** Calls another function of the program. */
  | { readonly kind: "call"; readonly name: string }
  | { readonly kind: "copy"; readonly stretches: readonly Stretch[] }
  | { readonly kind: "clear"; readonly stretches: readonly Stretch[] }
  | { readonly kind: "scatter" | "gather"; readonly vector: number; readonly numbers: Scattered }
  /** One by one from where the first places say to where the second do; put there, with the other sign, or added. */
  | { readonly kind: "move" | "negate" | "add"; readonly from: Scattered; readonly to: Scattered }
  | { readonly kind: "zero"; readonly numbers: Scattered }
  /** y + (after - before) at these places of vectors. */
  | {
      readonly kind: "change";
      readonly places: number;
      readonly count: number;
      readonly out: number;
      readonly y: number;
      readonly after: number;
      readonly before: number;
    }
  /** Four numbers behind each of these places become a vector of length 1, if they are not all zero. */
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
  /** t + c h. */
  | { readonly kind: "time"; readonly step: number; readonly to: number; readonly c: number };

/**
 * Places in a memory, in steps of 8 bytes, as stretches of such as lie next to each other, moved from one region to
 * another.
 */
export function stretchesOf(places: ArrayLike<number>, from: number, to: number): Stretch[] {
  const found: { from: number; to: number; count: number }[] = [];
  for (const place of Array.from(places).sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && last.to + 8 * last.count === to + 8 * place) last.count++;
    else found.push({ from: from + 8 * place, to: to + 8 * place, count: 1 });
  }
  return found;
}
