// Questions to curves, and how their answers change with what was asked.
import { degreeOf } from "../../geometry/curves/curve.ts";
import { preludeScope, type Scope } from "../../language/names/scope.ts";
import { prelude } from "../../language/prelude/prelude.ts";
import { curveCalls, fitsKind } from "../../language/shapes/natives.ts";
import type { CallExpr, Definition, Expr } from "../../language/syntax/ast.ts";
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../graph/node.ts";
import { type CurveQuestion, curveCost, derivedCalls } from "../values/curve-call.ts";
import type { LowerHost } from "./host.ts";
import { type Lowered, nodesOf, realOf, shapeOfLowered, Unlowered, vectorOfNodes } from "./lowered.ts";
import type { LowerFrame } from "./outlines.ts";

/** As much of a lowering as a call takes. */
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

/**
 * The derivatives of an answer by what was asked, given how that changes. A place along the curve: the next derivative. The
 * nearest point, where g(s, p) = (c - p)·c' = 0: ds = c'·dp / (c'·c' - (p - c)·c''); at an end or a corner s stays.
 */
export function curveTangents(graph: Graph, { curve, part }: CurveQuestion, args: readonly Node[], changes: readonly (Node | null)[]): (Node | null)[] {
  const times = (a: Node, b: Node) => graph.binary("mul", a, b);
  const inner = (a: readonly Node[], b: readonly Node[]) => graph.binary("add", graph.binary("add", times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
  // What may fail here is computed where it is needed, and only there.
  const derivative = (order: number, s: Node) => graph.duties.apart(() => graph.ask({ curve, part: order }, [s])).value;
  const [change] = changes;
  if (part === "length") {
    if (change === null) return [null];
    const rate = derivative(1, args[0]);
    return [times(graph.unary("sqrt", inner(rate, rate)), change)];
  }
  if (part !== "nearest") {
    if (change === null || part >= degreeOf(curve.path)) return [null, null, null];
    return derivative(part + 1, args[0]).map((node) => times(node, change));
  }
  if (changes.every((one) => one === null)) return [null, null];
  const [s, isFree] = graph.ask({ curve, part }, args);
  const rate = derivative(1, s);
  let along: Node | null = null;
  for (const [k, one] of changes.entries()) {
    if (one === null) continue;
    const term = times(rate[k], one);
    along = along === null ? term : graph.binary("add", along, term);
  }
  let below = inner(rate, rate);
  if (degreeOf(curve.path) > 1) {
    const point = derivative(0, s);
    const away = args.map((arg, k) => graph.binary("sub", arg, point[k]));
    below = graph.binary("sub", below, inner(away, derivative(2, s)));
  }
  const zero = graph.real(0);
  return [graph.select(graph.binary("ne", isFree, zero), graph.binary("div", along!, below), zero), null];
} // biome-ignore format: one signature
