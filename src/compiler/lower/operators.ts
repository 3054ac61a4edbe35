// The operators on dissolved values, in the order of operations of interpret/operators.ts.
import { binaryShape, unaryShape } from "../../language/infer/operator.ts";
import type { BinaryOp, UnaryOp } from "../../language/syntax/ast.ts";
import type { Graph } from "../graph/graph.ts";
import type { BinaryNode, Node } from "../graph/node.ts";
import { Unlowered } from "../graph/refusal.ts";
import {
  booleanOf,
  formOfLowered,
  type Lowered,
  matrixOfNodes,
  nodesOf,
  realOf,
  shapeOfLowered,
  vectorOfNodes,
  withNodes,
} from "./lowered.ts";
import { invertNodes } from "./matrix.ts";

/** A power of a matrix with more squarings is not inlined. */
const mostSquarings = 64;

export function lowerUnary(graph: Graph, op: UnaryOp, operand: Lowered): Lowered {
  const shape = unaryShape(op, shapeOfLowered(operand));
  if ("expected" in shape) throw new Unlowered(shape.expected);
  if (op === "+") return operand;
  const nodes = nodesOf(operand).map((node) => graph.unary(op === "!" ? "not" : "neg", node));
  return withNodes(operand, nodes);
}

export function lowerBinary(graph: Graph, op: BinaryOp, left: Lowered, right: Lowered): Lowered {
  if (op === "#") return lowerElement(graph, left, right);
  const constant = right.kind === "real" ? graph.realValue(right.node) : null;
  const shape = binaryShape(op, shapeOfLowered(left), shapeOfLowered(right), constant);
  if ("expected" in shape) throw new Unlowered(shape.expected);
  switch (op) {
    case "+":
      return elementwise(graph, "add", left, right);
    case "-":
      return elementwise(graph, "sub", left, right);
    case "*":
      return lowerProduct(graph, left, right);
    case "/": {
      const divisor = nodesOf(right)[0];
      return withNodes(
        left,
        nodesOf(left).map((node) => graph.binary("div", node, divisor)),
      );
    }
    case ".":
      return realOf(innerProduct(graph, nodesOf(left), nodesOf(right)));
    case "^":
      return left.kind === "matrix"
        ? lowerMatrixPower(graph, left, constant)
        : realOf(lowerPower(graph, nodesOf(left)[0], nodesOf(right)[0]));
    case "==":
      return booleanOf(lowerEqual(graph, left, right));
    case "!=":
      return booleanOf(graph.unary("not", lowerEqual(graph, left, right)));
    case "<":
      return booleanOf(graph.binary("lt", nodesOf(left)[0], nodesOf(right)[0]));
    case "<=":
      return booleanOf(graph.binary("le", nodesOf(left)[0], nodesOf(right)[0]));
    case ">":
      return booleanOf(graph.binary("lt", nodesOf(right)[0], nodesOf(left)[0]));
    case ">=":
      return booleanOf(graph.binary("le", nodesOf(right)[0], nodesOf(left)[0]));
    case "++":
      if (left.kind !== "sequence" || right.kind !== "sequence") throw new Unlowered("++ joins two sequences");
      return { kind: "sequence", items: [...left.items, ...right.items] };
    default:
      throw new Unlowered(`${op} is not an operator on values`);
  }
}

function elementwise(graph: Graph, op: BinaryNode, left: Lowered, right: Lowered): Lowered {
  if (left.kind === "real" && right.kind === "real") return realOf(graph.binary(op, left.node, right.node));
  const b = nodesOf(right);
  return withNodes(
    left,
    nodesOf(left).map((node, i) => graph.binary(op, node, b[i])),
  );
}

export function innerProduct(graph: Graph, a: readonly Node[], b: readonly Node[]): Node {
  let sum = graph.binary("mul", a[0], b[0]);
  for (let i = 1; i < a.length; i++) sum = graph.binary("add", sum, graph.binary("mul", a[i], b[i]));
  return sum;
}

function lowerProduct(graph: Graph, left: Lowered, right: Lowered): Lowered {
  if (left.kind === "real" && right.kind === "real") return realOf(graph.binary("mul", left.node, right.node));
  const a = nodesOf(left);
  const b = nodesOf(right);
  const scaled = (by: Node, value: Lowered) =>
    withNodes(
      value,
      nodesOf(value).map((node) => graph.binary("mul", by, node)),
    );
  if (left.kind === "real") return scaled(left.node, right);
  if (right.kind === "real") return scaled(right.node, left);
  if (left.kind === "vector") {
    const component = (i: number, j: number) =>
      graph.binary("sub", graph.binary("mul", a[i], b[j]), graph.binary("mul", a[j], b[i]));
    return vectorOfNodes([component(1, 2), component(2, 0), component(0, 1)]);
  }
  if (left.kind !== "matrix") throw new Unlowered("no such product");
  const cols = right.kind === "matrix" ? right.cols : 1;
  const nodes = multiplyNodes(graph, a, b, left.rows, left.cols, cols);
  if (right.kind === "matrix") return matrixOfNodes(left.rows, cols, nodes);
  if (left.rows === 3 && left.cols === 3)
    graph.products.push({ matrix: left.nodes, vector: nodesOf(right), result: nodes });
  return vectorOfNodes(nodes);
}

function multiplyNodes(
  graph: Graph,
  a: readonly Node[],
  b: readonly Node[],
  rows: number,
  inner: number,
  cols: number,
): Node[] {
  const out: Node[] = [];
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < cols; j++) {
      const row = a.slice(i * inner, (i + 1) * inner);
      const column = Array.from({ length: inner }, (_, k) => b[k * cols + j]);
      out.push(innerProduct(graph, row, column));
    }
  return out;
}

/** The same expansions as `power` in interpret/operators.ts. */
function lowerPower(graph: Graph, x: Node, exponent: Node): Node {
  const constant = graph.realValue(exponent);
  if (constant === 2) return graph.binary("mul", x, x);
  if (constant === 0.5) return graph.unary("sqrt", x);
  if (constant === -1) return graph.binary("div", graph.real(1), x);
  const general = graph.elementary("pow", [x, exponent]);
  // `pow` itself takes 2 and -1 the same way; the root of zero, of infinity and of negative numbers differs.
  if (constant !== null) return general;
  return graph.select(graph.binary("eq", exponent, graph.real(0.5)), graph.unary("sqrt", x), general);
}

function lowerMatrixPower(graph: Graph, base: Lowered, exponent: number | null): Lowered {
  if (base.kind !== "matrix" || exponent === null || Math.abs(exponent) > mostSquarings)
    throw new Unlowered("the power of a matrix is a small whole number");
  if (exponent < 0) {
    const inverse = matrixOfNodes(base.rows, base.cols, invertNodes(graph, base.nodes, base.rows));
    return exponent === -1 ? inverse : lowerMatrixPower(graph, inverse, -exponent);
  }
  const n = base.rows;
  if (exponent === 0)
    return withNodes(
      base,
      base.nodes.map((_, k) => graph.real(k % (n + 1) === 0 ? 1 : 0)),
    );
  // From the highest binary digit down, as src/math/vectors/matrix.ts does.
  let digit = 1;
  while (digit * 2 <= exponent) digit *= 2;
  let rest = exponent - digit;
  let nodes = base.nodes;
  for (digit /= 2; digit >= 1; digit /= 2) {
    nodes = multiplyNodes(graph, nodes, nodes, n, n, n);
    if (rest < digit) continue;
    rest -= digit;
    nodes = multiplyNodes(graph, nodes, base.nodes, n, n, n);
  }
  return withNodes(base, nodes);
}

function lowerEqual(graph: Graph, left: Lowered, right: Lowered): Node {
  if (left.kind !== right.kind) return graph.boolean(false);
  if (left.kind === "sequence" && right.kind === "sequence") {
    if (left.items.length !== right.items.length) return graph.boolean(false);
    return all(
      graph,
      left.items.map((item, i) => lowerEqual(graph, item, right.items[i])),
    );
  }
  if (formOfLowered(left) !== formOfLowered(right)) return graph.boolean(false);
  const b = nodesOf(right);
  if (left.kind === "boolean") {
    const both = graph.binary("and", left.node, b[0]);
    const none = graph.binary("and", graph.unary("not", left.node), graph.unary("not", b[0]));
    return graph.binary("or", both, none);
  }
  return all(
    graph,
    nodesOf(left).map((node, i) => graph.binary("eq", node, b[i])),
  );
}

function all(graph: Graph, nodes: readonly Node[]): Node {
  return nodes.reduce((both, node) => graph.binary("and", both, node), graph.boolean(true));
}

/** `v # i`: an index known only during the run is found by comparison and must exist. */
function lowerElement(graph: Graph, value: Lowered, index: Lowered): Lowered {
  if (index.kind !== "real" || (value.kind !== "vector" && value.kind !== "matrix"))
    throw new Unlowered("# takes an element of a vector or a row of a matrix");
  const rows = value.kind === "vector" ? value.nodes.length : value.rows;
  const width = value.kind === "vector" ? 1 : value.cols;
  const at = (k: number) => value.nodes.slice(k * width, (k + 1) * width);
  const give = (nodes: readonly Node[]) => (value.kind === "vector" ? realOf(nodes[0]) : vectorOfNodes(nodes));
  const constant = graph.realValue(index.node);
  if (constant !== null) {
    if (constant !== Math.floor(constant) || constant < 1 || constant > rows) throw new Unlowered("# is out of range");
    return give(at(constant - 1));
  }
  const isOne = Array.from({ length: rows }, (_, k) => graph.binary("eq", index.node, graph.real(k + 1)));
  const inRange = isOne.reduce((any, one) => graph.binary("or", any, one), graph.boolean(false));
  const found = Array.from({ length: width }, (_, j) => {
    let node = at(rows - 1)[j];
    for (let k = rows - 2; k >= 0; k--) node = graph.select(isOne[k], at(k)[j], node);
    return node;
  });
  graph.check(inRange);
  return give(found);
}
