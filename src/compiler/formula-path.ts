// The path of a curve from its formula: its point and all derivatives as one graph of the parameter.
import type { Path } from "../geometry/curve.ts";
import type { Definition } from "../language/ast.ts";
import type { Attribute, Scope } from "../language/scope.ts";
import { defaultLimits } from "./budget.ts";
import { Derivative } from "./derivative.ts";
import { Graph, GraphTooLarge } from "./graph.ts";
import { GivenUp, GraphValues } from "./graph-values.ts";
import { Lowering } from "./lower.ts";
import { booleanOf, type Lowered, matrixOfNodes, nodesOf, realOf, Unlowered, vectorOfNodes } from "./lowered.ts";
import type { Node } from "./node.ts";
import { NeedsFunction, Outlines } from "./outlines.ts";
import type { Value } from "./value.ts";

/** Orders that laws are likely to need: a constraint on a tangent, differentiated twice. */
const ordersAtFirst = 3;

/** `point(s) = …` with the attributes it names as constants; a sentence where it cannot be differentiated. */
export function formulaPath(
  definition: Definition,
  scope: Scope,
  read: (attribute: Attribute) => Value | null,
  from: number,
  to: number,
): Path | { readonly refused: string } {
  const graph = new Graph();
  const parameter = graph.parameter(0, "real");
  const host = { attribute: (attribute: Attribute) => constantOf(graph, read(attribute)), special: () => null };
  const zero = graph.real(0);
  const direction = {
    leaf: (node: Node) => (node === parameter ? graph.real(1) : null),
    turn: () => null,
  };
  const orders: (readonly Node[])[] = [];
  let duties: readonly Node[] = [];
  const differentiateTo = (order: number) => {
    while (orders.length <= order) {
      const derivative = new Derivative(graph, direction);
      orders.push(orders.at(-1)!.map((node) => derivative.of(node) ?? zero));
    }
  };
  try {
    const lowering = new Lowering(graph, host, new Outlines(defaultLimits));
    const frame = { scope, definition, args: [realOf(parameter)], registered: false };
    const value = lowering.lower(definition.body, frame);
    if (value.kind !== "vector" || value.nodes.length !== 3) throw new Unlowered("it gives no vector of 3");
    orders.push(nodesOf(value));
    duties = graph.duties.all;
    if (graph.nodes.some(({ op }) => op === "invoke" || op === "host" || op === "others"))
      throw new Unlowered("it calls a function that has no derivative");
    differentiateTo(ordersAtFirst);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refused: error.message };
  }
  const values = new GraphValues(graph, () => Number.NaN, [Number.NaN]);
  let last = Number.NaN;
  const evaluate = (out: Float64Array, order: number, s: number): boolean => {
    const isNew = orders.length <= order || !Object.is(s, last);
    differentiateTo(order);
    // Derivatives of several orders at one place have much in common.
    if (isNew) values.restart([s]);
    last = s;
    try {
      values.do(duties);
      for (let k = 0; k < 3; k++) out[k] = values.of(orders[order][k]);
      return true;
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      out.fill(Number.NaN, 0, 3);
      return false;
    }
  };
  return { kind: "formula", from, to, evaluate };
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Unlowered || error instanceof NeedsFunction || error instanceof GraphTooLarge;
}

function constantOf(graph: Graph, value: Value | null): Lowered | null {
  if (value === null) return null;
  if (typeof value === "number") return realOf(graph.real(value));
  if (typeof value === "boolean") return booleanOf(graph.boolean(value));
  if (value.kind === "sequence") throw new Unlowered("a sequence is no attribute");
  const nodes = [...value.data].map((x) => graph.real(x));
  return value.kind === "vector" ? vectorOfNodes(nodes) : matrixOfNodes(value.rows, value.cols, nodes);
}
