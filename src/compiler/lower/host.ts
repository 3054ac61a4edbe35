// What a lowering asks for and what it keeps.
import type { Curve } from "../../geometry/curves/curve.ts";
import type { Attribute } from "../../language/names/scope.ts";
import type { CallExpr } from "../../language/syntax/ast.ts";
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../graph/node.ts";
import type { Lowered } from "./lowered.ts";
import type { Inliner, LowerFrame } from "./outlines.ts";

/** What surrounds a law: where its attributes lie, and the calls that only a running experiment can answer. */
export interface LowerHost {
  attribute(attribute: Attribute, registered: boolean, graph: Graph): Lowered | null;
  special(call: CallExpr, frame: LowerFrame, lowering: Inliner): Lowered | null;
  /** How a name changes along the motion, the first or second time; absent where nothing moves. */
  rate?(name: string, order: number, frame: LowerFrame, lowering: Inliner): Lowered | null;
  /** As in the interpreter. */
  curve?(name: string): Curve | null;
}

/** A value lowered before, with the fuel and the depth that the interpreter would take for it. */
export interface Known {
  readonly value: Lowered;
  readonly duties: readonly Node[];
  readonly fuel: number;
  readonly depth: number;
  /** The sides of branches within which it was lowered. */
  readonly sides: readonly number[];
}

/** A value lowered before, once more: what may fail on the way to it must be done here too. */
export function use(graph: Graph, { value, duties }: Known): Lowered {
  for (const duty of duties) graph.duties.add(duty);
  return value;
}
