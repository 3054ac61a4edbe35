// The directions in which the unknowns of links act: how one of each changes the rates of all bodies.

import { Beyond, type Link, type Slot, writeNumbers } from "../reading/reading.ts";
import type { MotionByLaws } from "./motion.ts";

/** More unknowns than these would take long. */
const mostUnknowns = 120;

export interface UnknownDirections {
  readonly columns: readonly (readonly number[])[];
  /** The slots whose numbers follow each other in a column. */
  readonly slots: readonly Slot[];
  /** The rates without unknowns. */
  readonly still: readonly number[];
}

/** The directions; refuses too many unknowns. */
export function directionsOf(motion: MotionByLaws, links: readonly Link[], memory: Float64Array): UnknownDirections {
  const unknowns = links.flatMap((link) =>
    link.unknowns.flatMap((slot) => Array.from({ length: slot.size }, (_, k) => ({ slot, k }))),
  );
  if (unknowns.length > mostUnknowns)
    throw new Beyond(`the response of links with ${unknowns.length} unknowns, which would take long`);
  const zero = memory.slice();
  for (const { slot } of unknowns) writeNumbers(zero, slot, new Float64Array(slot.size));
  const rates = (at: Float64Array) => motion.rates(memory, at);
  const still = rates(zero);
  const columns = unknowns.map(({ slot, k }) => {
    const one = zero.slice();
    one[slot.offset + k * slot.stride] = 1;
    return rates(one).flatMap(({ numbers }, i) => numbers.map((x, j) => x - still[i].numbers[j]));
  });
  return { columns, slots: still.map(({ slot }) => slot), still: still.flatMap(({ numbers }) => [...numbers]) };
}
