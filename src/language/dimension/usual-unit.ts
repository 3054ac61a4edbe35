// The unit of a quantity as inferred from the laws.
import { isPure } from "../syntax/unit.ts";
import type { FoundDimensions } from "./check.ts";
import { unitOfDimension } from "./words.ts";

/** The SI unit of the first path whose dimension is known; null for pure numbers, and if none is known. */
export function usualUnit(found: FoundDimensions | null, ...paths: readonly string[]): string | null {
  for (const path of paths) {
    const dimension = found?.dimensionOf(path);
    if (dimension) return isPure(dimension) ? null : unitOfDimension(dimension);
  }
  return null;
}
