// The natives that are not written in VFLang, on dissolved values, with the same bits as interpret/primitives.ts.
import { largestDimension } from "../../language/shapes/natives.ts";
import type { ElementaryName } from "../../math/elementary/module.ts";
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../graph/node.ts";
import { Unlowered } from "../graph/refusal.ts";
import { type Lowered, matrixOfNodes, nodesOf, realOf, sizeOfLowered, vectorOfNodes } from "./lowered.ts";
import { determinantNode, invertNodes, solveNodes } from "./matrix.ts";

type LowerPrimitive = (graph: Graph, args: readonly Lowered[]) => Lowered;

function elementaryOf(name: ElementaryName): LowerPrimitive {
  return (graph, args) =>
    realOf(
      graph.elementary(
        name,
        args.map((arg) => nodesOf(arg)[0]),
      ),
    );
}

function unary(op: "sqrt" | "abs" | "floor"): LowerPrimitive {
  return (graph, [x]) => realOf(graph.unary(op, nodesOf(x)[0]));
}

function onMatrix(
  lower: (graph: Graph, nodes: readonly Node[], rows: number, cols: number) => Lowered,
): LowerPrimitive {
  return (graph, [m]) => {
    if (m.kind !== "matrix") throw new Unlowered("a matrix is wanted");
    return lower(graph, m.nodes, m.rows, m.cols);
  };
}

function wholeSize(graph: Graph, value: Lowered): number {
  const n = value.kind === "real" ? graph.realValue(value.node) : null;
  if (n === null || n !== Math.floor(n) || n < 1 || n > largestDimension)
    throw new Unlowered("a size that is known before the run is wanted");
  return n;
}

export const lowerPrimitives: ReadonlyMap<string, LowerPrimitive> = new Map<string, LowerPrimitive>([
  ["sqrt", unary("sqrt")],
  ["abs", unary("abs")],
  ["floor", unary("floor")],
  ["exp", elementaryOf("exp")],
  ["log", elementaryOf("log")],
  ["sine", elementaryOf("sin")],
  ["cosine", elementaryOf("cos")],
  ["tangent", elementaryOf("tan")],
  ["inverseSine", elementaryOf("asin")],
  ["inverseCosine", elementaryOf("acos")],
  ["inverseTangent", elementaryOf("atan")],
  ["sinh", elementaryOf("sinh")],
  ["cosh", elementaryOf("cosh")],
  ["tanh", elementaryOf("tanh")],
  ["atan2", elementaryOf("atan2")],
  ["min", (graph, [a, b]) => realOf(graph.binary("min", nodesOf(a)[0], nodesOf(b)[0]))],
  ["max", (graph, [a, b]) => realOf(graph.binary("max", nodesOf(a)[0], nodesOf(b)[0]))],
  ["vectorDimension", (graph, [v]) => realOf(graph.real(nodesOf(v).length))],
  ["matrixDimension", onMatrix((graph, _, rows, cols) => vectorOfNodes([graph.real(rows), graph.real(cols)]))],
  ["matrixTranspose", onMatrix((_, nodes, rows, cols) => matrixOfNodes(cols, rows, transposed(nodes, rows, cols)))],
  ["identityMatrix", identity],
  ["subMatrix", subMatrix],
  ["outerProduct", outerProduct],
  ["squareMatrixInverse", onMatrix((graph, nodes, n) => matrixOfNodes(n, n, invertNodes(graph, nodes, n)))],
  ["inverse", onMatrix((graph, nodes, n) => matrixOfNodes(n, n, invertNodes(graph, nodes, n)))],
  ["determinant", onMatrix((graph, nodes, n) => realOf(determinantNode(graph, nodes, n)))],
  ["trace", onMatrix((graph, nodes, n, cols) => realOf(trace(graph, nodes, n, cols)))],
  ["solve", solve],
  ["eigenvalues", onMatrix((graph, nodes, n) => vectorOfNodes(graph.ask({ part: "eigenvalues", rows: n }, nodes)))],
  [
    "eigenvectors",
    onMatrix((graph, nodes, n) => matrixOfNodes(n, n, graph.ask({ part: "eigenvectors", rows: n }, nodes))),
  ],
  ["head", (_, [s]) => sequenceItems(s)[0]],
  ["tail", (_, [s]) => ({ kind: "sequence", items: sequenceItems(s).slice(1) })],
]);

function sequenceItems(s: Lowered): readonly Lowered[] {
  if (s.kind !== "sequence" || s.items.length === 0) throw new Unlowered("a sequence that is not empty is wanted");
  return s.items;
}

function transposed(nodes: readonly Node[], rows: number, cols: number): Node[] {
  const out: Node[] = [];
  for (let j = 0; j < cols; j++) for (let i = 0; i < rows; i++) out.push(nodes[i * cols + j]);
  return out;
}

function identity(graph: Graph, [size]: readonly Lowered[]): Lowered {
  const n = wholeSize(graph, size);
  const nodes = Array.from({ length: n * n }, (_, k) => graph.real(k % (n + 1) === 0 ? 1 : 0));
  return matrixOfNodes(n, n, nodes);
}

function subMatrix(graph: Graph, [m, rowCount, colCount]: readonly Lowered[]): Lowered {
  const rows = wholeSize(graph, rowCount);
  const cols = wholeSize(graph, colCount);
  if (m.kind !== "matrix" || rows > m.rows || cols > m.cols) throw new Unlowered("there is no such part of the matrix");
  const nodes: Node[] = [];
  for (let i = 0; i < rows; i++) nodes.push(...m.nodes.slice(i * m.cols, i * m.cols + cols));
  return matrixOfNodes(rows, cols, nodes);
}

function outerProduct(graph: Graph, [a, b]: readonly Lowered[]): Lowered {
  const right = nodesOf(b);
  const nodes = nodesOf(a).flatMap((x) => right.map((y) => graph.binary("mul", x, y)));
  return matrixOfNodes(nodesOf(a).length, right.length, nodes);
}

function trace(graph: Graph, nodes: readonly Node[], n: number, cols: number): Node {
  let sum = nodes[0];
  for (let i = 1; i < n; i++) sum = graph.binary("add", sum, nodes[i * cols + i]);
  return sum;
}

function solve(graph: Graph, [m, b]: readonly Lowered[]): Lowered {
  if (m.kind !== "matrix" || b.kind !== "vector" || b.nodes.length !== m.rows)
    throw new Unlowered("the right side must fit the matrix");
  return vectorOfNodes(solveNodes(graph, m.nodes, b.nodes, m.rows));
}

/** A lower bound of what the interpreter takes for a primitive. */
export function nativeCost(graph: Graph, name: string, args: readonly Lowered[]): number {
  const sizes = args.map(sizeOfLowered);
  const [first] = args;
  const n = first.kind === "matrix" ? first.rows : 1;
  if (name === "identityMatrix") return wholeSize(graph, first) * wholeSize(graph, first);
  if (name === "outerProduct") return sizes[0] * sizes[1];
  const size = sizes.reduce((sum, each) => sum + each, 0);
  return Math.max(size, (name.startsWith("eigen") ? 200 : 1) * n * n * n);
}
