// Orientations brought back to what they must be after a step: quaternions to length 1, matrices to rotations.

import type { RateTerm } from "../../engine/laws/rate-terms.ts";
import { normalizeOrientation } from "../../engine/model/orientation.ts";
import type { Node, Term } from "../tree/node.ts";
import { type About, call, combine, reckoningNode, termOf } from "../tree/reckoning.ts";

/** An integrated vector with the orientations in it normalised. */
export function normalisedVector(y: Float64Array, turning: readonly RateTerm[]): Float64Array {
  const out = y.slice();
  for (const { at, slot } of turning) normalizeOrientation(out, at, slot.size);
  return out;
}

/** q / |q|, or a matrix orthonormalised. */
export function normalisedNode(about: Omit<About, "terms">, raw: Term): Node {
  const { value } = raw;
  const isMatrix = typeof value === "object" && value.kind === "matrix";
  const q = termOf(0);
  const expr = isMatrix ? call("orthonormalize", q) : combine("/", q, call("norm", q));
  return reckoningNode({ ...about, terms: [raw] }, [expr]);
}
