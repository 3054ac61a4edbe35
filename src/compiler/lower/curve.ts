// Questions to curves.
import { preludeScope, type Scope } from "../../language/names/scope.ts";
import { prelude } from "../../language/prelude/prelude.ts";
import { curveCalls, fitsKind } from "../../language/shapes/natives.ts";
import type { CallExpr, Definition, Expr } from "../../language/syntax/ast.ts";
import type { Graph } from "../graph/graph.ts";
import { Unlowered } from "../graph/refusal.ts";
import { type CurveQuestion, curveCost, derivedCalls } from "../values/curve-call.ts";
import type { LowerHost } from "./host.ts";
import { type Lowered, nodesOf, realOf, shapeOfLowered, vectorOfNodes } from "./lowered.ts";
import type { LowerFrame } from "./outlines.ts";

/** The part of a lowering that a call needs. */
interface Caller {
  readonly graph: Graph;
  readonly host: LowerHost;
  lower(expr: Expr, frame: LowerFrame): Lowered;
  callFunction(definition: Definition, scope: Scope, args: readonly Lowered[], registered: boolean): Lowered;
  spend(cost: number): void;
}

/** `pointAt(wire, s)`, as the interpreter has it. */
export function lowerCurveCall(caller: Caller, call: CallExpr, frame: LowerFrame): Lowered {
  const { graph } = caller;
  const [name, second] = call.args;
  const { param } = curveCalls.get(call.name)!;
  const curve = name?.kind === "name" ? caller.host.curve?.(name.name) : null;
  if (!curve || call.args.length !== (param ? 2 : 1)) throw new Unlowered("there is no such curve");
  caller.spend(curveCost(call.name));
  if (!param) return realOf(graph.real(curve.length));
  const value = caller.lower(second, frame);
  if (!fitsKind(param.kind, shapeOfLowered(value))) throw new Unlowered(`${call.name} does not take this`);
  const ask = (part: CurveQuestion["part"]) => graph.ask({ curve, part }, nodesOf(value));
  const derived = derivedCalls.get(call.name);
  if (!derived) return realOf(ask(call.name === "nearest" ? "nearest" : "length")[0]);
  const vectors = derived.orders.map((order) => vectorOfNodes(ask(order)));
  if (!derived.helper) return vectors[0];
  if (derived.takesReference) vectors.push(vectorOfNodes([...curve.reference].map((x) => graph.real(x))));
  return caller.callFunction(prelude().get(derived.helper)!, preludeScope, vectors, frame.registered);
}
