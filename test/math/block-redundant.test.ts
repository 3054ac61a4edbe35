// Equations that follow from others, or contradict them, against the pseudo-inverse by eigenvectors.
import { describe, expect, test } from "vitest";
import { type BlockMatrix, createBlockMatrix, createBlockPattern } from "../../src/math/block/block-matrix.ts";
import { DirectSolver } from "../../src/math/block/direct.ts";
import { createRandom, type Random } from "../../src/math/random.ts";
import {
  chain,
  dense,
  type Linkage,
  linkage,
  net,
  type Pairs,
  pseudoSolve,
  randomMatrix,
  randomVector,
  relativeError,
  sizesOf,
  threes,
  visit,
} from "./block-systems.ts";

function solved(matrix: BlockMatrix, b: Float64Array) {
  const solver = new DirectSolver(matrix.pattern);
  solver.factor(matrix);
  const x = new Float64Array(b.length);
  const report = solver.solve(b, x);
  return { solver, x, report };
}

/** A right-hand side that some motion of the bodies meets. */
function reachable({ matrix, jacobian, coordinates }: Linkage, random: Random): Float64Array {
  const motion = randomVector(coordinates, random);
  return Float64Array.from({ length: matrix.pattern.rows }, (_, r) =>
    motion.reduce((sum, e, c) => sum + jacobian[r * coordinates + c] * e, 0),
  );
}

const weightsOf = (bodies: number, random: Random) =>
  Float64Array.from({ length: 6 * bodies }, () => random.uniform(0.5, 2));

/** Links of random rows between bodies, some of them there twice. */
function doubled(bodies: number, copies: number[], random: Random): Linkage {
  const ends: Pairs = Array.from({ length: bodies }, (_, i) => [i - 1, i]);
  const rows = ends.map((_, i) =>
    Array.from({ length: i % 3 === 0 ? 3 : 1 + (i % 5) }, () => [...randomVector(12, random)]),
  );
  for (const i of copies) {
    ends.push(ends[i]);
    rows.push(rows[i]);
  }
  return linkage(ends, rows, weightsOf(bodies, random));
}

/**
 * A closed planar chain of bodies and the ground, with hinges about z: of each hinge three rows hold points together
 * and two hold directions. A hinge that leads round the loop again repeats three of its rows.
 */
function planarLoop(points: [number, number][], random: Random): Linkage {
  const n = points.length;
  const centre = (body: number) => {
    const [a, b] = [points[body], points[body + 1]];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };
  const ends: Pairs = points.map((_, i) => [i - 1, i === n - 1 ? -1 : i]);
  const rows = points.map((point, i) => {
    const block = Array.from({ length: 5 }, () => new Array<number>(12).fill(0));
    for (let side = 0; side < 2; side++) {
      const body = ends[i][side];
      if (body < 0) continue;
      const sign = side === 0 ? 1 : -1;
      const [x, y] = [point[0] - centre(body)[0], point[1] - centre(body)[1]];
      // v + ω × r with r = (x, y, 0), and the x and y of ω.
      const parts = [
        [1, 0, 0, 0, 0, -y],
        [0, 1, 0, 0, 0, x],
        [0, 0, 1, y, -x, 0],
        [0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 1, 0],
      ];
      parts.forEach((part, r) => {
        part.forEach((e, c) => {
          block[r][6 * side + c] = sign * e;
        });
      });
    }
    return block;
  });
  return linkage(ends, rows, weightsOf(n - 1, random));
}

const fourBar: [number, number][] = [
  [0, 0],
  [0.3, 1],
  [1.9, 1.4],
  [2.2, 0],
];

describe("redundant equations", () => {
  test("of doubled links are counted, and the solution is the shortest", () => {
    const random = createRandom(1, "doubled");
    for (let run = 0; run < 30; run++) {
      const bodies = 3 + Math.floor(random.next() * 6);
      const copies = Array.from({ length: 1 + (run % 3) }, () => Math.floor(random.next() * bodies));
      const system = doubled(bodies, copies, random);
      const b = reachable(system, random);
      const expected = pseudoSolve(dense(system.matrix), b);
      const { solver, x, report } = solved(system.matrix, b);
      expect(solver.rank).toBe(expected.rank);
      expect(solver.redundantRows().length).toBe(b.length - expected.rank);
      expect(relativeError(x, expected.x)).toBeLessThan(1e-8);
      expect(report).toMatchObject({ converged: true, inconsistentRow: -1 });
      expect(solver.condition()).toBe(Number.POSITIVE_INFINITY);
    }
  });

  test("of a link there twice are shared out evenly", () => {
    const random = createRandom(1, "evenly");
    const system = doubled(6, [3], random);
    const { x } = solved(system.matrix, reachable(system, random));
    const { rowStart, size } = system.matrix.pattern;
    for (let r = 0; r < size[3]; r++) expect(x[rowStart[3] + r]).toBeCloseTo(x[rowStart[6] + r], 10);
  });

  test("of a planar four-bar linkage in space are three, of a planar loop of any length too", () => {
    const random = createRandom(1, "four-bar");
    const longer = Array.from({ length: 12 }, (_, i): [number, number] => [
      3 * Math.cos(i / 2) + random.next(),
      3 * Math.sin(i / 2) + random.next(),
    ]);
    for (const points of [fourBar, longer]) {
      const system = planarLoop(points, random);
      const b = reachable(system, random);
      const { solver, x, report } = solved(system.matrix, b);
      expect(solver.rank).toBe(b.length - 3);
      expect(report).toMatchObject({ converged: true, inconsistentRow: -1 });
      expect(relativeError(x, pseudoSolve(dense(system.matrix), b, 1e-12).x)).toBeLessThan(1e-8);
    }
  });

  test("of a matrix that is not symmetric get the shortest solution too", () => {
    const random = createRandom(1, "skew");
    for (let run = 0; run < 30; run++) {
      const n = 4 + (run % 5);
      const pattern = createBlockPattern(run % 2 === 0 ? threes(n) : sizesOf(n, random, 4), net(n, random));
      const matrix = randomMatrix(pattern, random);
      // The last row of a node, and another one's last column, become combinations of those before: rank lost in both.
      const node = run % n;
      const last = pattern.rowStart[node + 1] - 1;
      visit(matrix, (at, r) => {
        if (r === last) matrix.values[at] = 0;
      });
      if (run % 3 === 0)
        visit(matrix, (at, _, c) => {
          if (c === pattern.rowStart[(node + 1) % n]) matrix.values[at] = 0;
        });
      const probe = randomVector(pattern.rows, random);
      const a = dense(matrix);
      const b = probe.map((_, i) => probe.reduce((sum, e, j) => sum + a[i * probe.length + j] * e, 0));
      const expected = pseudoSolve(a, b);
      const { solver, x, report } = solved(matrix, b);
      expect(solver.rank).toBe(expected.rank);
      expect(relativeError(x, expected.x)).toBeLessThan(1e-8);
      expect(report).toMatchObject({ converged: true, inconsistentRow: -1 });
    }
  });

  test("are told from pivots outside of diagonal blocks, where there are both", () => {
    const random = createRandom(1, "both");
    let compared = 0;
    for (let run = 0; run < 40; run++) {
      // Diagonal blocks of zeros, and one equation that is a combination of two others.
      const all = [0, 1, 2, 3, 4].flatMap((i) => [0, 1, 2, 3, 4].map((j): [number, number] => [i, j]));
      const matrix = createBlockMatrix(createBlockPattern([2, 2, 2, 2, 2], all));
      const entries = new Float64Array(100);
      for (let e = 0; e < 100; e++) {
        const [r, c] = [Math.floor(e / 10), e % 10];
        entries[e] = Math.floor(r / 2) === Math.floor(c / 2) && r < 6 ? 0 : random.uniform(-1, 1);
      }
      const [one, two, three] = [run % 10, (run + 3) % 10, (run + 7) % 10];
      for (let c = 0; c < 10; c++) entries[10 * one + c] = 2 * entries[10 * two + c] - entries[10 * three + c];
      visit(matrix, (at, r, c) => {
        matrix.values[at] = entries[10 * r + c];
      });
      const a = dense(matrix);
      const b = randomVector(10, random);
      const expected = pseudoSolve(a, b, 1e-10);
      if (expected.rank < 9 || !expected.x.every((e) => Math.abs(e) < 100)) continue;
      const { solver, x } = solved(matrix, b);
      expect(solver.rank).toBe(9);
      expect(relativeError(x, expected.x)).toBeLessThan(1e-8);
      if (solver.elimination.aside > 1) compared++;
    }
    expect(compared).toBeGreaterThan(20);
  });

  test("are found where they are nearly so: a linkage that has left its plane by a millionth", () => {
    const random = createRandom(1, "drift");
    const system = planarLoop(fourBar, random);
    const jacobian = system.jacobian.map((e) => (e === 0 ? 0 : e + 1e-6 * random.uniform(-1, 1)));
    const weights = weightsOf(3, random);
    const matrix = createBlockMatrix(system.matrix.pattern);
    visit(matrix, (at, r, c) => {
      for (let k = 0; k < 18; k++) matrix.values[at] += jacobian[18 * r + k] * weights[k] * jacobian[18 * c + k];
    });
    const b = reachable({ matrix, jacobian, coordinates: 18 }, random);
    const { solver, x, report } = solved(matrix, b);
    expect(solver.rank).toBe(17);
    expect(x.every((e) => Math.abs(e) < 100)).toBe(true);
    expect(report.residual).toBeLessThan(1e-5);
  });
});

describe("contradictory equations", () => {
  test("are reported with what the row lacks, and answered by the best approximation", () => {
    const random = createRandom(1, "contradiction");
    for (let run = 0; run < 30; run++) {
      const system = doubled(4 + (run % 4), [run % 4], random);
      const b = reachable(system, random);
      const { rowStart, count } = system.matrix.pattern;
      // The copy of a link asks for something else.
      b[rowStart[count] - 1] += 0.5;
      const { x, report } = solved(system.matrix, b);
      expect(relativeError(x, pseudoSolve(dense(system.matrix), b).x)).toBeLessThan(1e-8);
      const first = rowStart[run % 4] + (rowStart[count] - rowStart[count - 1]) - 1;
      expect([first, rowStart[count] - 1]).toContain(report.inconsistentRow);
      expect(report.inconsistency).toBeCloseTo(report.inconsistentRow === first ? -0.5 : 0.5, 9);
    }
  });

  test("are none where the right-hand side is rounding, or has few digits", () => {
    const random = createRandom(1, "agreement");
    const system = doubled(6, [2, 3], random);
    const noise = randomVector(system.matrix.pattern.rows, random);
    expect(
      solved(
        system.matrix,
        noise.map((e) => 1e-14 * e),
      ).report.inconsistentRow,
    ).toBe(-1);
    const b = reachable(system, random);
    const rounded = b.map((e, r) => e + 1e-5 * noise[r]);
    expect(solved(system.matrix, rounded).report.inconsistentRow).toBe(-1);
    expect(
      solved(
        system.matrix,
        b.map((e, r) => e + noise[r]),
      ).report.inconsistentRow,
    ).toBeGreaterThanOrEqual(0);
  });

  test("a row of zeros asks for nothing, or for what cannot be", () => {
    const random = createRandom(1, "zeros");
    const pattern = createBlockPattern([3, 2, 3], chain(3));
    const matrix = randomMatrix(pattern, random);
    visit(matrix, (at, r, c) => {
      if (r === 4 || c === 4) matrix.values[at] = 0;
    });
    const b = randomVector(8, random);
    b[4] = 0;
    const agreed = solved(matrix, b);
    expect(agreed.solver.redundantRows()).toEqual([{ node: 1, row: 1 }]);
    expect(agreed.report.inconsistentRow).toBe(-1);
    expect(agreed.x[4]).toBe(0);
    b[4] = 2;
    const { x, report } = solved(matrix, b);
    expect(report.inconsistentRow).toBe(4);
    expect(report.inconsistency).toBeCloseTo(2, 12);
    expect(relativeError(x, agreed.x)).toBeLessThan(1e-14);
  });

  test("a matrix of zeros has the solution zero", () => {
    const matrix = createBlockMatrix(createBlockPattern([2, 3], chain(2)));
    const { solver, x, report } = solved(matrix, Float64Array.of(1, 2, 3, 4, 5));
    expect([...x]).toEqual([0, 0, 0, 0, 0]);
    expect(solver.rank).toBe(0);
    expect(report.inconsistentRow).toBe(4);
    expect(report.inconsistency).toBe(5);
  });
});
