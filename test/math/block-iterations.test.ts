import { describe, expect, test } from "vitest";
import {
  type BlockMatrix,
  createBlockMatrix,
  createBlockPattern,
  offsetOf,
} from "../../src/math/block/block-matrix.ts";
import { type BlockSolverKind, type IterationSettings, usualIterations } from "../../src/math/block/report.ts";
import { createScales, equilibrate } from "../../src/math/block/scaling.ts";
import { createBlockSolver } from "../../src/math/block/solver.ts";
import { createRandom, type Random } from "../../src/math/random.ts";
import {
  chain,
  dense,
  linkage,
  loop,
  net,
  type Pairs,
  pseudoSolve,
  randomMatrix,
  randomVector,
  relativeError,
  sizesOf,
  threes,
  tree,
  visit,
} from "./block-systems.ts";

function solve(kind: BlockSolverKind, matrix: BlockMatrix, b: Float64Array, settings: Partial<IterationSettings> = {}) {
  const solver = createBlockSolver(kind, matrix.pattern, { ...usualIterations, ...settings });
  const x = new Float64Array(b.length);
  solver.factor(matrix);
  return { x, ...solver.solve(b, x) };
}

/**
 * The trebuchet of 002 in its plane, as 002 solves it: accelerations and multipliers together. Beam (20 kg), weight
 * (200 kg) and stone (2 kg); axle, hook and sling; the beam at an angle, the sling at another. With its right side, of
 * weights.
 */
function trebuchet(angle: number, sling: number): { matrix: BlockMatrix; b: Float64Array } {
  const along = (length: number): [number, number] => [length * Math.cos(angle), length * Math.sin(angle)];
  const [axle, long, short] = [along(1.125), along(-1.875), along(1.875)];
  const [ux, uz] = [Math.cos(sling), Math.sin(sling)];
  const masses = [20, 20, (20 * (3.75 ** 2 + 0.15 ** 2)) / 12, 200, 200, (200 * 2 * 0.25) / 12, 2, 2];
  // A point at r of a body that turns by w moves by (w rz, -w rx).
  const rows = [
    [1, 0, axle[1], 0, 0, 0, 0, 0],
    [0, 1, -axle[0], 0, 0, 0, 0, 0],
    [1, 0, short[1], -1, 0, -0.6, 0, 0],
    [0, 1, -short[0], 0, -1, 0, 0, 0],
    [-ux, -uz, uz * long[0] - ux * long[1], 0, 0, 0, ux, uz],
  ];
  const matrix = createBlockMatrix(createBlockPattern([13], []));
  for (const [i, mass] of masses.entries()) matrix.values[14 * i] = mass;
  for (const [k, row] of rows.entries())
    for (const [i, part] of row.entries()) {
      matrix.values[13 * (8 + k) + i] = part;
      matrix.values[13 * i + 8 + k] = -part;
    }
  const b = Float64Array.from({ length: 13 }, (_, i) => (i === 1 || i === 4 || i === 7 ? -9.81 * masses[i] : 0));
  return { matrix, b };
}

/** Points of the given masses in a row, each held at its distance from the one before: positive definite. */
function rope(masses: number[], random: Random): BlockMatrix {
  const rows = masses.map(() => {
    const turn = () => Array.from({ length: 3 }, () => [...randomVector(3, random)]);
    const [before, after] = [turn(), turn()];
    return [0, 1, 2].map((r) => {
      const axis = [0, 1, 2].map((c) => (r === c ? 1 : 0));
      return [...axis, ...before[r], ...axis.map((e) => -e), ...after[r]];
    });
  });
  const ends: Pairs = masses.map((_, i) => [i - 1, i]);
  return linkage(
    ends,
    rows,
    Float64Array.from({ length: 6 * masses.length }, (_, c) => 1 / masses[Math.floor(c / 6)]),
  ).matrix;
}

const iterating = ["bicgstab", "gauss-seidel"] as const;

for (const kind of iterating) {
  describe(kind, () => {
    test("comes to the direct solution of positive definite systems", () => {
      const random = createRandom(1, "positive definite");
      for (let run = 0; run < 20; run++) {
        const matrix = rope(
          Array.from({ length: 2 + run }, () => random.uniform(0.5, 2)),
          random,
        );
        const b = randomVector(matrix.pattern.rows, random);
        const { x, converged, residual, iterations } = solve(kind, matrix, b, { mostIterations: 100000 });
        expect(converged).toBe(true);
        expect(residual).toBeLessThanOrEqual(usualIterations.tolerance);
        expect(iterations).toBeGreaterThan(0);
        expect(relativeError(x, solve("direct", matrix, b).x)).toBeLessThan(1e-6);
      }
    });

    test("comes to the direct solution of systems that are not symmetric", () => {
      const random = createRandom(1, "not symmetric");
      for (let run = 0; run < 40; run++) {
        const n = 2 + (run % 12);
        const pairs = [chain, loop, tree, net][run % 4](n, random);
        const matrix = randomMatrix(createBlockPattern(run % 3 === 0 ? threes(n) : sizesOf(n, random), pairs), random);
        const b = randomVector(matrix.pattern.rows, random);
        const { x, converged } = solve(kind, matrix, b, { tolerance: 1e-12 });
        expect(converged).toBe(true);
        expect(relativeError(x, solve("direct", matrix, b).x)).toBeLessThan(1e-10);
      }
    });

    test("says so when it has not come to an end", () => {
      const random = createRandom(1, "cut short");
      const matrix = rope(new Array(30).fill(1), random);
      const b = randomVector(90, random);
      const { converged, residual, iterations } = solve(kind, matrix, b, { mostIterations: 3 });
      expect({ converged, iterations }).toEqual({ converged: false, iterations: 3 });
      expect(residual).toBeGreaterThan(usualIterations.tolerance);
    });

    test("starts from what it is given", () => {
      const random = createRandom(1, "start");
      const matrix = randomMatrix(createBlockPattern(sizesOf(8, random), net(8, random)), random);
      const b = randomVector(matrix.pattern.rows, random);
      const solver = createBlockSolver(kind, matrix.pattern);
      const x = new Float64Array(b.length);
      solver.factor(matrix);
      solver.solve(b, x);
      const before = x.slice();
      expect(solver.solve(b, x)).toMatchObject({ iterations: 0, converged: true });
      expect(x).toEqual(before);
    });

    test("gives the same bits in a solver that was used before", () => {
      const random = createRandom(1, "bits");
      const pattern = createBlockPattern(sizesOf(8, random), net(8, random));
      const [one, other] = [randomMatrix(pattern, random), randomMatrix(pattern, random)];
      const b = randomVector(pattern.rows, random);
      const solver = createBlockSolver(kind, pattern);
      const x = new Float64Array(b.length);
      for (const matrix of [one, other, one]) {
        x.fill(0);
        solver.factor(matrix);
        solver.solve(b, x);
      }
      expect(x).toEqual(solve(kind, one, b).x);
    });

    test("stands equations that are there twice, if they agree", () => {
      const random = createRandom(1, "twice");
      const rows = [0, 1, 2, 3].map(() => [0, 1].map(() => [...randomVector(12, random)]));
      const ends: Pairs = [
        [-1, 0],
        [0, 1],
        [1, 2],
        [2, 3],
      ];
      const weights = new Float64Array(24).fill(1);
      const { matrix } = linkage([...ends, ends[1]], [...rows, rows[1]], weights);
      const b = randomVector(10, random);
      b.copyWithin(8, 2, 4);
      const { x, converged } = solve(kind, matrix, b);
      expect(converged).toBe(true);
      // Both copies together do what the shortest solution does.
      const shortest = pseudoSolve(dense(matrix), b).x;
      for (let r = 2; r < 4; r++) expect(x[r] + x[r + 6]).toBeCloseTo(shortest[r] + shortest[r + 6], 6);
    });
  });
}

test("a sweep of Gauss–Seidel on [2 1; 1 2] divides the error by four", () => {
  const pattern = createBlockPattern([1, 1], chain(2));
  const matrix = createBlockMatrix(pattern);
  for (let i = 0; i < 2; i++) for (let j = 0; j < 2; j++) matrix.values[offsetOf(pattern, i, j)] = i === j ? 2 : 1;
  // From zero towards (1, 1): the residual is (3/2, 0) · 4^-(k - 1) / 2 after k sweeps.
  for (const sweeps of [1, 2, 5, 9]) {
    const { residual } = solve("gauss-seidel", matrix, Float64Array.of(3, 3), { mostIterations: sweeps });
    expect(residual * 3 * Math.SQRT2).toBeCloseTo(0.75 * 4 ** (1 - sweeps), 12);
  }
});

describe("BiCGSTAB", () => {
  const plain = { equilibration: "none", preconditioner: "none" } as const;

  test("needs as many iterations as there are different eigenvalues", () => {
    const random = createRandom(1, "eigenvalues");
    const matrix = createBlockMatrix(createBlockPattern(threes(12), []));
    for (let i = 0; i < 12; i++)
      for (let r = 0; r < 3; r++) matrix.values[offsetOf(matrix.pattern, i, i) + 4 * r] = [1, 2, 5][i % 3];
    expect(solve("bicgstab", matrix, randomVector(36, random), plain)).toMatchObject({
      iterations: 3,
      converged: true,
    });
  });

  test("needs one iteration where the preconditioner is the matrix", () => {
    const random = createRandom(1, "preconditioner");
    const matrix = randomMatrix(createBlockPattern(sizesOf(12, random), []), random);
    const b = randomVector(matrix.pattern.rows, random);
    expect(solve("bicgstab", matrix, b)).toMatchObject({ iterations: 1, converged: true });
  });

  test("needs a third of the iterations with equilibration, where rows are badly scaled", () => {
    const random = createRandom(1, "badly scaled");
    for (let run = 0; run < 10; run++) {
      const matrix = randomMatrix(createBlockPattern(threes(20), chain(20)), random);
      const b = randomVector(60, random);
      const powers = Array.from({ length: 60 }, () => 2 ** Math.floor(random.uniform(-5, 5)));
      visit(matrix, (at, r) => {
        matrix.values[at] *= powers[r];
      });
      const scaled = b.map((e, r) => e * powers[r]);
      const count = (equilibration: IterationSettings["equilibration"]) =>
        solve("bicgstab", matrix, scaled, { ...plain, tolerance: 1e-8, equilibration });
      const equilibrated = count("rows and columns");
      expect(equilibrated.converged).toBe(true);
      expect(3 * equilibrated.iterations).toBeLessThan(count("none").iterations);
    }
  });

  test("needs fewer iterations with equilibration on a rope of light and heavy points", () => {
    const random = createRandom(1, "light and heavy");
    const matrix = rope(
      Array.from({ length: 20 }, (_, i) => (i % 5 === 4 ? 1000 : i % 3 === 0 ? 0.01 : 1)),
      random,
    );
    const b = randomVector(60, random);
    const count = (equilibration: IterationSettings["equilibration"]) =>
      solve("bicgstab", matrix, b, { ...plain, equilibration, mostIterations: 10000 });
    expect(count("rows and columns").converged).toBe(true);
    expect(count("rows and columns").iterations).toBeLessThan(count("none").iterations);
  });

  test("needs fewer iterations with equilibration on the trebuchet of 002, in every pose", () => {
    for (let angle = -0.7; angle < 1.5; angle += 0.2)
      for (let sling = -3; sling < 3; sling += 0.5) {
        const { matrix, b } = trebuchet(angle, sling);
        const count = (equilibration: IterationSettings["equilibration"]) =>
          solve("bicgstab", matrix, b, { ...plain, equilibration });
        const equilibrated = count("rows and columns");
        expect(equilibrated.converged).toBe(true);
        expect(equilibrated.iterations).toBeLessThan(count("none").iterations);
      }
  });
});

test("equilibration leaves rows and columns of about one, by powers of two", () => {
  const random = createRandom(1, "equilibration");
  for (const grain of ["row", "node"] as const) {
    for (let run = 0; run < 5; run++) {
      const pattern = createBlockPattern(sizesOf(9, random), net(9, random));
      const matrix = randomMatrix(pattern, random);
      const wild = () => Array.from({ length: pattern.rows }, () => 10 ** random.uniform(-30, 30));
      const [left, right] = [wild(), wild()];
      const node = (r: number) => pattern.rowStart.findIndex((_, i) => r < pattern.rowStart[i + 1]);
      const first = (r: number) => (grain === "row" ? r : pattern.rowStart[node(r)]);
      visit(matrix, (at, r, c) => {
        matrix.values[at] *= left[first(r)] * right[first(c)];
      });
      const scales = createScales(pattern.rows);
      equilibrate(scales, matrix, grain);
      const norms = new Float64Array(2 * pattern.rows);
      visit(matrix, (at, r, c) => {
        const entry = Math.abs(matrix.values[at]) * scales.row[r] * scales.column[c];
        norms[first(r)] = Math.max(norms[first(r)], entry);
        norms[pattern.rows + first(c)] = Math.max(norms[pattern.rows + first(c)], entry);
        for (const scale of [scales.row[r], scales.column[c]]) expect(Number.isInteger(Math.log2(scale))).toBe(true);
        expect(scales.row[r]).toBe(scales.row[first(r)]);
      });
      for (const norm of norms) if (norm > 0) expect(norm >= 0.5 && norm < 4).toBe(true);
    }
  }
});
