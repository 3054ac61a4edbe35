// The part of a pivot that must be left for a usable solution after an elimination without exchange of rows.
import type { Graph } from "../../compiler/graph/graph.ts";
import type { Node } from "../../compiler/graph/node.ts";
import { mostSetAside } from "../../math/block/factor.ts";

/** A pivot that has shrunk to this part of the original entry leaves half of the digits. */
export const leastPivot = 1e-8;

/** The largest magnitude. */
export function largestOf(graph: Graph, numbers: readonly Node[]): Node {
  let largest = graph.real(0);
  for (const number of numbers) largest = graph.binary("max", largest, graph.unary("abs", number));
  return largest;
}

/**
 * The least part where constraints have a gap, as within a step: then the residue of a redundant row is not zero but
 * the square of the gap, relative to the typical length.
 */
export function leastPart(graph: Graph, gap: Node, length: number): Node {
  if (length <= 0) return graph.real(leastPivot);
  const part = graph.binary("div", gap, graph.real(length));
  const square = graph.binary("min", graph.real(mostSetAside), graph.binary("mul", part, part));
  return graph.binary("max", graph.real(leastPivot), square);
}
