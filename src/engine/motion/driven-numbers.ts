// Which numbers of the integrated vector have rates that unknowns of constraints change, by the accumulators; the
// others follow from them.

import type { RateTerms } from "../laws/rate-terms.ts";
import type { ConstraintSystem } from "../links/constraint-system.ts";
import type { Body } from "../model/model.ts";

export interface DrivenNumbers {
  readonly driven: Int32Array;
  readonly led: Int32Array;
}

export function findDriven({ instances }: ConstraintSystem, terms: RateTerms): DrivenNumbers {
  const names = new Map<Body, Set<string>>();
  for (const { link, form } of instances)
    for (const [end, body] of link.bodies.entries())
      if (body) names.set(body, new Set([...(names.get(body) ?? []), ...form.driven[end]]));
  const isDriven = new Uint8Array(terms.size);
  for (const { application, slot, at } of terms.all)
    if (names.get(application.body)?.has(slot.name)) isDriven.fill(1, at, at + slot.size);
  const all = Int32Array.from(isDriven.keys());
  return { driven: all.filter((k) => isDriven[k] === 1), led: all.filter((k) => isDriven[k] === 0) };
}
