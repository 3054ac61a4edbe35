// Orientations normalised after a step: quaternions to length 1, matrices to rotations.

import type { RateTerm } from "../../engine/laws/rate-terms.ts";
import { normalizeOrientation } from "../../engine/model/orientation.ts";
import type { ExplanationNode, Term } from "../tree/node.ts";
import { type About, call, combine, reckoningNode, termOf } from "../tree/reckoning.ts";

/** An integrated vector with normalised orientations. */
export function normalisedVector(y: Float64Array, turning: readonly RateTerm[]): Float64Array {
  const out = y.slice();
  for (const { at, slot } of turning) normalizeOrientation(out, at, slot.size);
  return out;
}

/** q / |q|, or an orthonormalised matrix. */
export function normalisedNode(about: Omit<About, "terms">, raw: Term): ExplanationNode {
  const { value } = raw;
  const isMatrix = typeof value === "object" && value.kind === "matrix";
  const q = termOf(0);
  const expr = isMatrix ? call("orthonormalize", q) : combine("/", q, call("norm", q));
  return reckoningNode({ ...about, terms: [raw] }, [expr]);
}
