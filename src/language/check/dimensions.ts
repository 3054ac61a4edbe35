// Checks the dimensions of a text and reports mismatches.
import { type Checkable, DimensionCheck, type FoundDimensions, type Told } from "../dimension/check.ts";
import { mostSteps } from "../dimension/infer.ts";
import type { Diagnostics } from "../syntax/diagnostic.ts";

/**
 * Reports provable mismatches. A text without any unit is not checked. If a number without a unit would have half a
 * mass or half a time, which no quantity of mechanics has, it counts as a pure number, and the resulting mismatches are
 * reported.
 */
export function checkDimensions(checkable: Checkable, diagnostics: Diagnostics): FoundDimensions | null {
  if (!checkable.files.some(({ file }) => file.hasUnits)) return null;
  const check = new DimensionCheck(checkable, new Set());
  check.run();
  const numbers = check.strangeNumbers();
  const last = numbers.length > 0 ? new DimensionCheck(checkable, new Set(numbers)) : check;
  if (last !== check) last.run();
  const known = new Set(check.told.map(placeOf));
  const names = numbers.map((key) => `'${key.slice(key.indexOf(" ") + 1)}'`).join(", ");
  const taken = `without a unit, ${names} ${numbers.length > 1 ? "are pure numbers" : "is a pure number"} here`;
  for (const one of last.told)
    diagnostics.warning("dimensions", one.span, one.message, ...one.notes, ...(known.has(placeOf(one)) ? [] : [taken]));
  if (last.exhausted)
    diagnostics.warning(
      "dimensions",
      last.exhausted,
      "dimensions are not checked from here on: too many names have no units",
      `stopped after ${mostSteps} steps; state units, as in units = {mass [kg]}, or use fewer names in one law`,
    );
  return last;
}

function placeOf({ span, message }: Told): string {
  return `${span.source.name} ${span.from} ${message}`;
}
