// The unit of a quantity as it follows from the laws.
import type { FoundDimensions } from "./dimension-check.ts";
import { unitOfDimension } from "./dimension-words.ts";
import { isPure } from "./unit.ts";

/** The SI unit of the first of the paths whose dimension is known; null for pure numbers, and where none is. */
export function usualUnit(found: FoundDimensions | null, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const dimension = found?.dimensionOf(path);
    if (dimension) return isPure(dimension) ? null : unitOfDimension(dimension);
  }
  return null;
}
