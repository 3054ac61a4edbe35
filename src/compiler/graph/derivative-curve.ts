// How the answers of curves change with what was asked.
import { degreeOf } from "../../geometry/curves/curve.ts";
import type { CurveQuestion } from "../values/curve-call.ts";
import type { Graph } from "./graph.ts";
import type { Node } from "./node.ts";

/**
 * The derivatives of an answer, given how the question's arguments change. A place along the curve: the next
 * derivative. The nearest point, where g(s, p) = (c - p)·c' = 0: ds = c'·dp / (c'·c' - (p - c)·c''); at an end or a
 * corner s stays.
 */
export function curveTangents(
  graph: Graph,
  { curve, part }: CurveQuestion,
  args: readonly Node[],
  changes: readonly (Node | null)[],
): (Node | null)[] {
  const times = (a: Node, b: Node) => graph.binary("mul", a, b);
  const inner = (a: readonly Node[], b: readonly Node[]) =>
    graph.binary("add", graph.binary("add", times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
  // What may fail here is computed only where it is needed.
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
}
