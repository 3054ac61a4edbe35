// The order in which a law sees the two bodies of a pair.
import type { Body } from "./model.ts";

/**
 * Whether a law sees `a` with index 0 and `b` with index 1: the dynamic body comes first, and of two dynamic ones the
 * first in canonical order. No law governs a pair without a dynamic body.
 */
export function comesFirst(a: Body, b: Body): boolean {
  return a.physicalType === "dynamic" && (b.physicalType !== "dynamic" || a.index < b.index);
}

/** Two bodies in the order in which a law sees them. */
export function inOrder(a: Body, b: Body): [Body, Body] {
  return comesFirst(a, b) ? [a, b] : [b, a];
}
