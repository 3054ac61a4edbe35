// Elimination written out for small matrices, with the pivots of src/math/matrix.ts found by comparison; larger ones go
// to the host.
import type { Graph } from "../graph/graph.ts";
import type { Node } from "../graph/node.ts";

/** Up to this size a matrix is inverted and solved for in the graph. */
export const largestWritten = 3;

interface Factored {
  /** Row after row, L below the diagonal and U. */
  readonly lu: readonly Node[];
  /** The right sides, with rows exchanged like those of the matrix. */
  readonly right: readonly Node[];
  /** Per column, whether its pivot is not zero. */
  readonly regular: readonly Node[];
  /** Whether the rows were exchanged an odd number of times. */
  readonly isOdd: Node;
}

/** Partial pivoting: the largest entry of a column is exchanged to the diagonal, the uppermost of equal ones. */
function factorNodes(graph: Graph, matrix: readonly Node[], right: readonly Node[], n: number, cols: number): Factored {
  const a = [...matrix];
  const b = [...right];
  const regular: Node[] = [];
  let isOdd = graph.boolean(false);
  for (let k = 0; k < n; k++) {
    // Which row holds the pivot: row i does if it beats all rows from k on above it and none below beats it.
    let largest = graph.unary("abs", a[k * n + k]);
    const beats: Node[] = [];
    for (let i = k + 1; i < n; i++) {
      const size = graph.unary("abs", a[i * n + k]);
      const isLarger = graph.binary("lt", largest, size);
      beats.push(isLarger);
      largest = graph.select(isLarger, size, largest);
    }
    const isPivot = beats.map((beat, i) =>
      beats.slice(i + 1).reduce((node, later) => graph.binary("and", node, graph.unary("not", later)), beat),
    );
    const anyExchange = beats.reduce((any, beat) => graph.binary("or", any, beat), graph.boolean(false));
    isOdd = graph.select(anyExchange, graph.unary("not", isOdd), isOdd);
    for (const [rows, width] of [
      [a, n],
      [b, cols],
    ] as const) {
      for (let j = 0; j < width; j++) {
        const top = rows[k * width + j];
        let chosen = top;
        for (let i = n - 1; i > k; i--) chosen = graph.select(isPivot[i - k - 1], rows[i * width + j], chosen);
        for (let i = k + 1; i < n; i++)
          rows[i * width + j] = graph.select(isPivot[i - k - 1], top, rows[i * width + j]);
        rows[k * width + j] = chosen;
      }
    }
    regular.push(eliminate(graph, a, k, n));
  }
  return { lu: a, right: b, regular, isOdd };
}

/** Subtracts row k from those below it; returns whether its pivot is not zero. */
function eliminate(graph: Graph, a: Node[], k: number, n: number): Node {
  const pivot = a[k * n + k];
  for (let i = k + 1; i < n; i++) {
    const l = graph.binary("div", a[i * n + k], pivot);
    a[i * n + k] = l;
    for (let j = k + 1; j < n; j++)
      a[i * n + j] = graph.binary("sub", a[i * n + j], graph.binary("mul", l, a[k * n + j]));
  }
  return graph.binary("ne", pivot, graph.real(0));
}

/**
 * Factors a matrix without exchanging rows, which is right for nearly all matrices of mechanics; also returns whether
 * it is right for this one.
 */
function factorInOrder(
  graph: Graph,
  matrix: readonly Node[],
  right: readonly Node[],
  n: number,
): Factored & { readonly holds: Node } {
  const a = [...matrix];
  const regular: Node[] = [];
  let holds = graph.boolean(true);
  const hold = (node: Node) => {
    holds = graph.binary("and", holds, node);
  };
  for (let k = 0; k < n; k++) {
    const size = graph.unary("abs", a[k * n + k]);
    for (let i = k + 1; i < n; i++)
      hold(graph.unary("not", graph.binary("lt", size, graph.unary("abs", a[i * n + k]))));
    regular.push(eliminate(graph, a, k, n));
    hold(regular[k]);
  }
  return { lu: a, right, regular, isOdd: graph.boolean(false), holds };
}

/** Solves for the right sides; the kernel gives up if there is no solution. */
function solveWritten(graph: Graph, matrix: readonly Node[], right: readonly Node[], n: number, cols: number): Node[] {
  const inAnyOrder = () => solveFactored(graph, factorNodes(graph, matrix, right, n, cols), n, cols);
  if (graph.bodies === "together") return inAnyOrder();
  const inOrder = factorInOrder(graph, matrix, right, n);
  const { holds } = inOrder;
  if (graph.booleanValue(holds) === false) return inAnyOrder();
  const { value: yes } = graph.duties.apart(() => solveFactored(graph, inOrder, n, cols));
  if (graph.booleanValue(holds) === true) return yes;
  const { value: no, duties } = graph.duties.apart(inAnyOrder);
  return graph.branch(holds, yes, no, { yes: [], no: duties });
}

function solveFactored(graph: Graph, { lu, right, regular }: Factored, n: number, cols: number): Node[] {
  const x = [...right];
  const subtract = (i: number, k: number) => {
    for (let j = 0; j < cols; j++)
      x[i * cols + j] = graph.binary("sub", x[i * cols + j], graph.binary("mul", lu[i * n + k], x[k * cols + j]));
  };
  for (let i = 0; i < n; i++) for (let k = 0; k < i; k++) subtract(i, k);
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) subtract(i, k);
    for (let j = 0; j < cols; j++) x[i * cols + j] = graph.binary("div", x[i * cols + j], lu[i * n + i]);
  }
  const isRegular = regular.reduce((both, node) => graph.binary("and", both, node), graph.boolean(true));
  graph.check(isRegular);
  return x;
}

export function solveNodes(graph: Graph, matrix: readonly Node[], right: readonly Node[], n: number): Node[] {
  if (n > largestWritten) return graph.ask({ part: "solve", rows: n }, [...matrix, ...right]);
  return solveWritten(graph, matrix, right, n, 1);
}

export function invertNodes(graph: Graph, matrix: readonly Node[], n: number): Node[] {
  if (n > largestWritten) return graph.ask({ part: "inverse", rows: n }, matrix);
  const identity = matrix.map((_, k) => graph.real(k % (n + 1) === 0 ? 1 : 0));
  return solveWritten(graph, matrix, identity, n, n);
}

export function determinantNode(graph: Graph, matrix: readonly Node[], n: number): Node {
  if (n > largestWritten) return graph.ask({ part: "determinant", rows: n }, matrix)[0];
  const { lu, regular, isOdd } = factorNodes(graph, matrix, [], n, 0);
  let product = graph.select(isOdd, graph.real(-1), graph.real(1));
  for (let i = 0; i < n; i++) product = graph.binary("mul", product, lu[i * n + i]);
  const isRegular = regular.reduce((both, node) => graph.binary("and", both, node), graph.boolean(true));
  return graph.select(isRegular, product, graph.real(0));
}
