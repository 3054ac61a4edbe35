import { describe, expect, test } from "vitest";
import {
  clearBlocks,
  createBlockMatrix,
  createBlockPattern,
  multiplyBlocks,
  offsetOf,
} from "../../src/math/block/block-matrix.ts";
import { DirectSolver } from "../../src/math/block/direct.ts";
import { createBlockPlan } from "../../src/math/block/plan.ts";
import { createRandom } from "../../src/math/random.ts";
import {
  chain,
  dense,
  denseSolve,
  loop,
  net,
  type Pairs,
  randomMatrix,
  randomVector,
  relativeError,
  sizesOf,
  star,
  threes,
  tree,
  visit,
} from "./block-systems.ts";

const epsilon = 2.220446049250313e-16;

test("offsets lead to the entries of a dense matrix, and to nothing outside the pattern", () => {
  const random = createRandom(1, "offsets");
  const pattern = createBlockPattern(sizesOf(9, random), net(9, random));
  const matrix = createBlockMatrix(pattern);
  for (let i = 0; i < 9; i++)
    for (let j = 0; j < 9; j++) {
      const at = offsetOf(pattern, i, j);
      expect(at >= 0).toBe(offsetOf(pattern, j, i) >= 0);
      if (at < 0) continue;
      for (let e = 0; e < pattern.size[i] * pattern.size[j]; e++) matrix.values[at + e] = 100 * i + j;
    }
  expect(matrix.values.every((_, at) => at < matrix.values.length)).toBe(true);
  const nodeOfRow = (r: number) => pattern.rowStart.findIndex((start, i) => r >= start && r < pattern.rowStart[i + 1]);
  visit(matrix, (at, r, c) => expect(matrix.values[at]).toBe(100 * nodeOfRow(r) + nodeOfRow(c)));
  clearBlocks(matrix);
  expect(matrix.values.every((entry) => entry === 0)).toBe(true);
});

test("a product is that of the dense matrix", () => {
  const random = createRandom(1, "product");
  for (const sizes of [sizesOf(12, random), threes(12)]) {
    const pattern = createBlockPattern(sizes, net(12, random));
    const matrix = randomMatrix(pattern, random);
    const x = randomVector(pattern.rows, random);
    const a = dense(matrix);
    const expected = x.map((_, i) => x.reduce((sum, e, j) => sum + a[i * x.length + j] * e, 0));
    expect(relativeError(multiplyBlocks(new Float64Array(x.length), matrix, x), expected)).toBeLessThan(10 * epsilon);
  }
});

describe("the plan", () => {
  test("chains, trees and stars have no fill, whatever the numbers of their nodes", () => {
    const random = createRandom(1, "fill");
    for (const n of [1, 2, 3, 10, 57, 400]) {
      const shuffled = Array.from({ length: n }, (_, i) => i);
      for (let i = n - 1; i > 0; i--) {
        const j = Math.floor(random.next() * (i + 1));
        [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
      }
      for (const pairs of [chain(n), tree(n, random), star(n)]) {
        const renamed = pairs.map(([i, j]): [number, number] => [shuffled[i], shuffled[j]]);
        expect(createBlockPlan(createBlockPattern(threes(n), renamed)).fill).toBe(0);
      }
    }
  });

  test("a closed loop of n nodes has the fill of its triangulation, 2 (n - 3) blocks", () => {
    for (const n of [3, 4, 5, 20, 100])
      expect(createBlockPlan(createBlockPattern(threes(n), loop(n))).fill).toBe(2 * (n - 3));
  });

  test("the work of chains and loops grows with their length", () => {
    const work = (pairs: (n: number) => Pairs, n: number) =>
      createBlockPlan(createBlockPattern(threes(n), pairs(n))).work;
    for (const pairs of [chain, loop]) {
      const step = work(pairs, 101) - work(pairs, 100);
      expect(work(pairs, 2000)).toBe(work(pairs, 100) + 1900 * step);
    }
    expect(work(chain, 20)).toBe(19 * 54);
  });
});

describe("the direct solution", () => {
  const shapes: [string, (n: number, random: ReturnType<typeof createRandom>) => Pairs][] = [
    ["a chain", chain],
    ["a loop", loop],
    ["a tree", tree],
    ["a star", star],
    ["a net", net],
  ];
  for (const [name, pairs] of shapes) {
    test(`of ${name} is that of dense elimination with full pivoting`, () => {
      const random = createRandom(1, name);
      for (let run = 0; run < 60; run++) {
        const n = 3 + Math.floor(random.next() * 12);
        const sizes = run % 4 === 0 ? threes(n) : sizesOf(n, random, 1 + (run % 7));
        const pattern = createBlockPattern(sizes, pairs(n, random));
        const matrix = randomMatrix(pattern, random);
        const b = randomVector(pattern.rows, random);
        const x = new Float64Array(pattern.rows);
        const solver = new DirectSolver(pattern);
        solver.factor(matrix);
        const report = solver.solve(b, x);
        expect(relativeError(x, denseSolve(dense(matrix), b))).toBeLessThan(1e-12);
        expect(report.residual).toBeLessThan(1e-13);
        expect(report).toMatchObject({ iterations: 0, converged: true, inconsistentRow: -1 });
        expect(solver.rank).toBe(pattern.rows);
        expect(solver.redundantRows()).toEqual([]);
      }
    });
  }

  test("does not depend on powers of two by which equations and unknowns are multiplied, to the bit", () => {
    const random = createRandom(1, "powers");
    const pattern = createBlockPattern(threes(10), loop(10));
    const matrix = randomMatrix(pattern, random);
    const b = randomVector(30, random);
    const x = new Float64Array(30);
    const solver = new DirectSolver(pattern);
    solver.factor(matrix);
    solver.solve(b, x);
    const powers = Array.from({ length: 10 }, () => 4 ** Math.floor(random.uniform(-20, 20)));
    const power = (r: number) => powers[Math.floor(r / 3)];
    visit(matrix, (at, r, c) => {
      matrix.values[at] *= power(r) * power(c);
    });
    const y = new Float64Array(30);
    solver.factor(matrix);
    solver.solve(
      b.map((e, r) => e * power(r)),
      y,
    );
    expect(y.map((e, r) => e * power(r))).toEqual(x);
  });

  test("keeps its digits where equations and unknowns are scaled apart, by any powers", () => {
    const random = createRandom(1, "scaled apart");
    for (let run = 0; run < 20; run++) {
      const pattern = createBlockPattern(run % 2 === 0 ? threes(8) : sizesOf(8, random), net(8, random));
      const matrix = randomMatrix(pattern, random);
      const b = randomVector(pattern.rows, random);
      const expected = denseSolve(dense(matrix), b);
      const power = () => Array.from({ length: 8 }, () => 2 ** Math.floor(random.uniform(-60, 60)));
      const [left, right] = [power(), power()];
      const nodeOfRow = (r: number) => pattern.rowStart.findIndex((_, i) => r < pattern.rowStart[i + 1]);
      visit(matrix, (at, r, c) => {
        matrix.values[at] *= left[nodeOfRow(r)] * right[nodeOfRow(c)];
      });
      const solver = new DirectSolver(pattern);
      solver.factor(matrix);
      const x = new Float64Array(pattern.rows);
      solver.solve(
        b.map((e, r) => e * left[nodeOfRow(r)]),
        x,
      );
      expect(solver.rank).toBe(pattern.rows);
      expect(
        relativeError(
          x.map((e, r) => e * right[nodeOfRow(r)]),
          expected,
        ),
      ).toBeLessThan(1e-11);
    }
  });

  test("finds pivots outside of diagonal blocks, where these are singular or zero", () => {
    const random = createRandom(1, "delayed");
    let [compared, aside] = [0, 0];
    for (let run = 0; run < 40; run++) {
      const n = 4 + Math.floor(random.next() * 6);
      const pattern = createBlockPattern(run % 2 === 0 ? threes(n) : sizesOf(n, random, 4), net(n, random));
      const matrix = createBlockMatrix(pattern);
      visit(matrix, (at) => {
        matrix.values[at] = random.uniform(-1, 1);
      });
      for (let i = 0; i < n; i += 2) {
        const at = offsetOf(pattern, i, i);
        const m = pattern.size[i];
        for (let e = 0; e < m; e++) matrix.values[at + e] = run % 3 === 0 || m < 2 ? 0 : matrix.values[at + m + e];
      }
      // A random matrix with such blocks is regular in general; one that by chance is not has no expected solution.
      const b = randomVector(pattern.rows, random);
      const expected = denseSolve(dense(matrix), b);
      if (!expected.every((e) => Math.abs(e) < 1e3)) continue;
      const solver = new DirectSolver(pattern);
      solver.factor(matrix);
      const x = new Float64Array(pattern.rows);
      const report = solver.solve(b, x);
      expect(solver.rank).toBe(pattern.rows);
      expect(report.converged).toBe(true);
      expect(relativeError(x, expected)).toBeLessThan(1e-8);
      compared++;
      aside += solver.elimination.aside;
    }
    expect(compared).toBeGreaterThan(35);
    expect(aside).toBeGreaterThan(35);
  });

  test("keeps its digits where one body is a hundred million times lighter than its neighbours", () => {
    // Points on a line, 1/m each side of a link: [w0 + w1, -w1; -w1, w1 + w2], with w1 = 1e8 and the others 1.
    const pattern = createBlockPattern([1, 1], chain(2));
    const matrix = createBlockMatrix(pattern);
    for (let i = 0; i < 2; i++)
      for (let j = 0; j < 2; j++) matrix.values[offsetOf(pattern, i, j)] = i === j ? 1 + 1e8 : -1e8;
    const solver = new DirectSolver(pattern);
    solver.factor(matrix);
    const x = new Float64Array(2);
    solver.solve(Float64Array.of(1, 0), x);
    expect(solver.rank).toBe(2);
    // Inverse: [w1 + w2, w1; w1, w0 + w1] / (w0 w1 + w0 w2 + w1 w2); half of the digits are lost in the difference.
    expect(x[0]).toBeCloseTo((1 + 1e8) / (1 + 2e8), 7);
    expect(x[1]).toBeCloseTo(1e8 / (1 + 2e8), 7);
    expect(solver.smallestPivot).toBeLessThan(1e-7);
    expect(solver.condition()).toBeCloseTo((1 + 2e8) ** 2 / (1 + 2e8), -2);
  });

  test("of no equations is none, and of numbers that are none is NaN", () => {
    const empty = new DirectSolver(createBlockPattern([], []));
    empty.factor(createBlockMatrix(createBlockPattern([], [])));
    expect(empty.solve(new Float64Array(0), new Float64Array(0))).toMatchObject({ residual: 0, converged: true });
    for (const size of [1, 2, 3, 5]) {
      for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
        const random = createRandom(size, "wrong");
        const pattern = createBlockPattern([size, size, size], chain(3));
        const matrix = randomMatrix(pattern, random);
        matrix.values[offsetOf(pattern, 1, 1)] = wrong;
        const solver = new DirectSolver(pattern);
        solver.factor(matrix);
        const x = new Float64Array(pattern.rows);
        expect(solver.solve(randomVector(pattern.rows, random), x).converged).toBe(false);
        expect(x.every(Number.isNaN)).toBe(true);
      }
    }
  });

  test("is the same to the bit in a solver that is new and in one that was used", () => {
    const random = createRandom(1, "again");
    const pattern = createBlockPattern(sizesOf(15, random), net(15, random));
    const [one, other] = [randomMatrix(pattern, random), randomMatrix(pattern, random)];
    visit(other, (at, r) => {
      if (r < 2) other.values[at] = 0;
    });
    const b = randomVector(pattern.rows, random);
    const solution = (...matrices: (typeof one)[]) => {
      const solver = new DirectSolver(pattern);
      const x = new Float64Array(pattern.rows);
      for (const matrix of matrices) {
        solver.factor(matrix);
        solver.solve(b, x);
      }
      return x;
    };
    expect(solution(one, other, one)).toEqual(solution(one));
    expect(solution(one, other)).toEqual(solution(other));
  });

  test("estimates the condition of matrices of which it is known", () => {
    const random = createRandom(1, "condition");
    for (let run = 0; run < 20; run++) {
      const pattern = createBlockPattern(sizesOf(8, random), net(8, random));
      const matrix = randomMatrix(pattern, random);
      const n = pattern.rows;
      const a = dense(matrix);
      const columnNorm = (column: (i: number) => number) =>
        Array.from({ length: n }, (_, i) => Math.abs(column(i))).reduce((p, q) => p + q, 0);
      let [norm, inverseNorm] = [0, 0];
      for (let j = 0; j < n; j++) {
        norm = Math.max(
          norm,
          columnNorm((i) => a[i * n + j]),
        );
        const column = denseSolve(a, new Float64Array(n).fill(1, j, j + 1));
        inverseNorm = Math.max(
          inverseNorm,
          columnNorm((i) => column[i]),
        );
      }
      const solver = new DirectSolver(pattern);
      solver.factor(matrix);
      const ratio = solver.condition() / (norm * inverseNorm);
      expect(ratio).toBeGreaterThan(0.3);
      expect(ratio).toBeLessThan(1 + 1e-12);
    }
  });
});
