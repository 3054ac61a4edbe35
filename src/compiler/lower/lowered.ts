// Values as nodes of a graph: vectors and matrices dissolved into numbers.
import {
  boolean,
  matrix,
  never,
  real,
  type Shape,
  sequence,
  shapeKey,
  unknown,
  vector,
} from "../../language/shapes/shape.ts";
import type { Graph } from "../graph/graph.ts";
import type { Node, ScalarKind } from "../graph/node.ts";
import { Unlowered } from "../graph/refusal.ts";
import type { Value } from "../values/value.ts";

export type Lowered =
  | { readonly kind: "real"; readonly node: Node }
  | { readonly kind: "boolean"; readonly node: Node }
  | { readonly kind: "vector"; readonly nodes: readonly Node[] }
  /** A matrix, row after row. */
  | { readonly kind: "matrix"; readonly rows: number; readonly cols: number; readonly nodes: readonly Node[] }
  | { readonly kind: "sequence"; readonly items: readonly Lowered[] };

export function realOf(node: Node): Lowered {
  return { kind: "real", node };
}

export function booleanOf(node: Node): Lowered {
  return { kind: "boolean", node };
}

export function vectorOfNodes(nodes: readonly Node[]): Lowered {
  return { kind: "vector", nodes };
}

export function matrixOfNodes(rows: number, cols: number, nodes: readonly Node[]): Lowered {
  return { kind: "matrix", rows, cols, nodes };
}

export function shapeOfLowered(value: Lowered): Shape {
  switch (value.kind) {
    case "real":
      return real;
    case "boolean":
      return boolean;
    case "vector":
      return vector(value.nodes.length);
    case "matrix":
      return matrix(value.rows, value.cols);
    case "sequence":
      return sequence(value.items.length === 0 ? never : unknown);
  }
}

/** A text that is equal for values of equal form: unlike a shape it includes the length of a sequence. */
export function formOfLowered(value: Lowered): string {
  return value.kind === "sequence" ? `{${value.items.map(formOfLowered).join()}}` : shapeKey(shapeOfLowered(value));
}

export function nodesOf(value: Lowered): readonly Node[] {
  switch (value.kind) {
    case "real":
    case "boolean":
      return [value.node];
    case "vector":
    case "matrix":
      return value.nodes;
    case "sequence":
      return value.items.flatMap(nodesOf);
  }
}

/** A value that is known. */
export function lowerConstant(graph: Graph, value: Value): Lowered {
  if (typeof value === "number") return realOf(graph.real(value));
  if (typeof value === "boolean") return booleanOf(graph.boolean(value));
  if (value.kind === "sequence")
    return { kind: "sequence", items: value.items.map((item) => lowerConstant(graph, item)) };
  const nodes = Array.from(value.data, (x) => graph.real(x));
  return value.kind === "matrix" ? matrixOfNodes(value.rows, value.cols, nodes) : vectorOfNodes(nodes);
}

/** A value of the same form made of other nodes. */
export function withNodes(value: Lowered, nodes: readonly Node[]): Lowered {
  switch (value.kind) {
    case "real":
    case "boolean":
      return { kind: value.kind, node: nodes[0] };
    case "vector":
    case "matrix":
      return { ...value, nodes };
    case "sequence": {
      let at = 0;
      const items = value.items.map((item) => {
        const size = nodesOf(item).length;
        at += size;
        return withNodes(item, nodes.slice(at - size, at));
      });
      return { kind: "sequence", items };
    }
  }
}

/** A vector of reals, or a matrix whose rows are vectors. */
export function stackValues(values: readonly Lowered[]): Lowered {
  const [first] = values;
  if (!first || (first.kind !== "real" && first.kind !== "vector")) throw new Unlowered("no such vector");
  const length = nodesOf(first).length;
  if (values.some((value) => value.kind !== first.kind || nodesOf(value).length !== length))
    throw new Unlowered("the elements must be alike");
  const nodes = values.flatMap(nodesOf);
  return first.kind === "real" ? vectorOfNodes(nodes) : matrixOfNodes(values.length, first.nodes.length, nodes);
}

export function kindsOf(graph: Graph, value: Lowered): ScalarKind[] {
  return nodesOf(value).map((node) => graph.kind(node));
}

/** The size as the interpreter counts it. */
export function sizeOfLowered(value: Lowered): number {
  switch (value.kind) {
    case "real":
    case "boolean":
      return 1;
    case "vector":
    case "matrix":
      return value.nodes.length;
    case "sequence":
      return value.items.reduce((sum, item) => sum + sizeOfLowered(item), 1);
  }
}
