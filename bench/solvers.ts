// How long the linear systems of linked bodies take: chains of bodies of six coordinates, each held to the one before
// by a few equations, as J W Jᵀ with random numbers in J. Where links are there twice, half of the equations are
// redundant.
import { type BlockMatrix, createBlockMatrix, createBlockPattern, offsetOf } from "../src/math/block/block-matrix.ts";
import { createBlockSolver } from "../src/math/block/solver.ts";
import { createRandom } from "../src/math/random.ts";
import { measure } from "./measure.ts";
import { decimal, type Row } from "./report.ts";

interface Chain {
  readonly links: number;
  readonly rows: number;
  readonly copies: number;
}

const chains: Readonly<Record<string, Chain>> = {
  "rope of 20": { links: 20, rows: 3, copies: 1 },
  "rope of 200": { links: 200, rows: 3, copies: 1 },
  "rope of 2000": { links: 2000, rows: 3, copies: 1 },
  "20 distances": { links: 20, rows: 1, copies: 1 },
  "20 hinges": { links: 20, rows: 5, copies: 1 },
  "1 hinge, twice": { links: 1, rows: 5, copies: 2 },
  "20 hinges, twice": { links: 20, rows: 5, copies: 2 },
};

export const solverParts: readonly string[] = Object.keys(chains);

/** Iterations are compared on the short rope only. */
export function measureSolvers(part: string): Row[] {
  const kinds = part === "rope of 20" ? (["direct", "bicgstab", "gauss-seidel"] as const) : (["direct"] as const);
  const { matrix, b } = createChain(chains[part]);
  return kinds.map((kind) => {
    const solver = createBlockSolver(kind, matrix.pattern);
    const x = new Float64Array(b.length);
    const time = (name: string, run: () => void) =>
      measure({ name, operations: 1000, contenders: [{ name, run, outputs: () => x }] })[0].best;
    solver.factor(matrix);
    const { iterations } = solver.solve(b, x);
    const factor = time("factor", () => solver.factor(matrix));
    const solve = time("solve", () => {
      x.fill(0);
      solver.solve(b, x);
    });
    return {
      system: part,
      method: kind,
      iterations: decimal(iterations),
      "µs, factor": decimal(factor),
      "µs, solve": decimal(solve),
      "µs, both": decimal(factor + solve),
    };
  });
}

/** The matrix, and a right-hand side that a motion of the bodies meets. */
function createChain({ links, rows, copies }: Chain): { matrix: BlockMatrix; b: Float64Array } {
  const random = createRandom(1, "chain");
  const jacobians = Array.from({ length: links }, () =>
    Array.from({ length: rows }, (_, r) =>
      Float64Array.from({ length: 12 }, (_, c) => random.uniform(-0.5, 0.5) + (c === r ? 1 : c === r + 6 ? -1 : 0)),
    ),
  );
  const linkOf = (node: number) => Math.floor(node / copies);
  const count = links * copies;
  const pairs: [number, number][] = [];
  for (let i = 0; i < count; i++) for (let j = i + 1; j < count && linkOf(j) - linkOf(i) <= 1; j++) pairs.push([i, j]);
  const pattern = createBlockPattern(new Array<number>(count).fill(rows), pairs);
  const matrix = createBlockMatrix(pattern);
  const b = new Float64Array(pattern.rows);
  // The first six numbers of a row belong to the body before, which the first link does not have: it hangs from the
  // ground.
  const product = (i: number, r: number, sideI: number, j: number, c: number, sideJ: number) => {
    let sum = 0;
    for (let k = 0; k < 6; k++) sum += jacobians[i][r][6 * sideI + k] * jacobians[j][c][6 * sideJ + k];
    return sum;
  };
  const entry = (i: number, r: number, j: number, c: number) => {
    if (i === j) return product(i, r, 1, j, c, 1) + (i === 0 ? 0 : product(i, r, 0, j, c, 0));
    return i < j ? product(i, r, 1, j, c, 0) : product(i, r, 0, j, c, 1);
  };
  for (const [i, j] of [...pairs, ...pairs.map(([i, j]) => [j, i]), ...pattern.size.map((_, i) => i).entries()])
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < rows; c++)
        matrix.values[offsetOf(pattern, i, j) + r * rows + c] = entry(linkOf(i), r, linkOf(j), c);
  const motion = Float64Array.from({ length: 6 * (links + 1) }, () => random.uniform(-1, 1)).fill(0, 0, 6);
  for (let i = 0; i < count; i++)
    for (let r = 0; r < rows; r++)
      for (let k = 0; k < 12; k++) b[pattern.rowStart[i] + r] += jacobians[linkOf(i)][r][k] * motion[6 * linkOf(i) + k];
  return { matrix, b };
}
