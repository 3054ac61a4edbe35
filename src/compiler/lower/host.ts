// What a lowering asks for and what it keeps.
import type { Curve } from "../../geometry/curves/curve.ts";
import type { Attribute } from "../../language/names/scope.ts";
import type { CallExpr } from "../../language/syntax/ast.ts";
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../graph/node.ts";
import type { Lowered } from "./lowered.ts";
import type { Inliner, LowerFrame } from "./outlines.ts";

/** The environment of a law: where its attributes are, and the calls that only a running experiment can answer. */
export interface LowerHost {
  attribute(attribute: Attribute, registered: boolean, graph: Graph): Lowered | null;
  special(call: CallExpr, frame: LowerFrame, lowering: Inliner): Lowered | null;
  /** The first or second rate of a name along the motion; absent if nothing moves. */
  rate?(name: string, order: number, frame: LowerFrame, lowering: Inliner): Lowered | null;
  /** See the interpreter's `Host`. */
  curve?(name: string): Curve | null;
}

/** A value that has been lowered, with the fuel and the depth that the interpreter takes for it. */
export interface KnownLowered {
  readonly value: Lowered;
  readonly duties: readonly Node[];
  readonly fuel: number;
  readonly depth: number;
  /** The sides of branches within which it was lowered. */
  readonly sides: readonly number[];
}

/** Uses a lowered value again: what may fail on the way to it must be computed here too. */
export function use(graph: Graph, { value, duties }: KnownLowered): Lowered {
  for (const duty of duties) graph.duties.add(duty);
  return value;
}
