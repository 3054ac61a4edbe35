// How the answers of matrix-question.ts change with the numbers of the matrix.
import type { MatrixQuestion } from "../values/matrix-question.ts";
import type { Graph } from "./graph.ts";
import type { Node } from "./node.ts";

type Tangent = Node | null;

/**
 * The derivatives of an answer, given how the question's arguments change:
 *   x = A⁻¹ b: A⁻¹ (b' - A' x);   A⁻¹: -A⁻¹ A' A⁻¹;   det A: det A tr(A⁻¹ A');
 *   of a symmetric A with the values l and unit vectors v, l_k: v_k A' v_k;   v_k: the sum over others m of v_m (v_m A'
 *   v_k) / (l_k - l_m).
 */
export function matrixTangents(
  graph: Graph,
  { part, rows: n }: MatrixQuestion,
  args: readonly Node[],
  changes: readonly Tangent[],
): Tangent[] {
  const size = n * n;
  const matrix = args.slice(0, size);
  // What may fail here is computed only where it is needed.
  const ask = (asked: MatrixQuestion["part"], numbers: readonly Node[]) =>
    graph.duties.apart(() => graph.ask({ part: asked, rows: n }, numbers)).value;
  const answer = ask(part, args);
  if (changes.every((change) => change === null)) return answer.map(() => null);
  const times = (a: Tangent, b: Tangent) => (a === null || b === null ? null : graph.binary("mul", a, b));
  const plus = (a: Tangent, b: Tangent) => (a === null || b === null ? (a ?? b) : graph.binary("add", a, b));
  const minus = (a: Tangent) => (a === null ? null : graph.unary("neg", a));
  const sum = (terms: readonly Tangent[]) => terms.reduce(plus, null);
  const indices = Array.from({ length: n }, (_, i) => i);
  const change = (i: number, j: number) => changes[i * n + j];
  switch (part) {
    case "solve": {
      const right = indices.map((i) =>
        plus(changes[size + i], minus(sum(indices.map((j) => times(change(i, j), answer[j]))))),
      );
      return ask("solve", [...matrix, ...right.map((node) => node ?? graph.real(0))]);
    }
    case "inverse": {
      const product = indices.flatMap((i) =>
        indices.map((j) => sum(indices.map((k) => times(change(i, k), answer[k * n + j])))),
      );
      return indices.flatMap((i) =>
        indices.map((j) => minus(sum(indices.map((k) => times(answer[i * n + k], product[k * n + j]))))),
      );
    }
    case "determinant": {
      const inverse = ask("inverse", matrix);
      return [
        times(answer[0], sum(indices.flatMap((i) => indices.map((j) => times(inverse[j * n + i], change(i, j)))))),
      ];
    }
    case "eigenvalues": {
      const vectors = ask("eigenvectors", matrix);
      return indices.map((k) => between(vectors, k, k));
    }
    case "eigenvectors": {
      const values = ask("eigenvalues", matrix);
      const share = (m: number, k: number) => {
        const along = between(answer, m, k);
        return m === k || along === null ? null : graph.binary("div", along, graph.binary("sub", values[k], values[m]));
      };
      return indices.flatMap((i) => indices.map((k) => sum(indices.map((m) => times(answer[i * n + m], share(m, k))))));
    }
  }

  /** v_m A' v_k, using that A' is symmetric. */
  function between(vectors: readonly Node[], m: number, k: number): Tangent {
    const half = (i: number, j: number) => times(times(vectors[i * n + m], change(i, j)), vectors[j * n + k]);
    if (m === k) return sum(indices.flatMap((i) => indices.map((j) => half(i, j))));
    const turned = (i: number, j: number) => times(times(vectors[j * n + m], change(i, j)), vectors[i * n + k]);
    return times(graph.real(0.5), sum(indices.flatMap((i) => indices.flatMap((j) => [half(i, j), turned(i, j)]))));
  }
}
