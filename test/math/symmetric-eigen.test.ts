import fc from "fast-check";
import { expect, test } from "vitest";
import { determinant } from "../../src/math/vectors/mat3.ts";
import { symmetricEigen } from "../../src/math/vectors/symmetric-eigen.ts";

const runs = { seed: 1, numRuns: 1000 };
const epsilon = 2.220446049250313e-16;
// Mostly numbers of ordinary size, sometimes a double of any exponent.
const real = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1e8) },
  { weight: 1, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }) },
);
const size = fc.integer({ min: 1, max: 7 });

function symmetric(n: number, entry: (i: number, j: number) => number): Float64Array {
  return Float64Array.from({ length: n * n }, (_, e) => {
    const i = Math.floor(e / n);
    const j = e % n;
    return entry(Math.min(i, j), Math.max(i, j));
  });
}

const random = size.chain((n) =>
  fc.array(real, { minLength: n * n, maxLength: n * n }).map((x) => ({ n, a: symmetric(n, (i, j) => x[i * n + j]) })),
);
// Of low rank, with entries that repeat: eigenvalues of zero and several equal.
const degenerate = size.chain((n) =>
  fc
    .tuple(
      fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 2 * n, maxLength: 2 * n }),
      fc.integer({ min: -2, max: 2 }),
    )
    .map(([x, shift]) => ({ n, a: symmetric(n, (i, j) => x[i] * x[j] - x[n + i] * x[n + j] + (i === j ? shift : 0)) })),
);

function eigen(a: Float64Array, n: number) {
  const values = new Float64Array(n);
  const vectors = new Float64Array(n * n);
  symmetricEigen(values, vectors, a.slice(), n);
  return { values, vectors };
}

const norm = (a: Float64Array) => Math.sqrt(a.reduce((sum, x) => sum + x * x, 0));

function expectEigen(a: Float64Array, n: number): void {
  const { values, vectors } = eigen(a, n);
  const tolerance = 10 * n * epsilon;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let rebuilt = 0;
      let gram = 0;
      for (let k = 0; k < n; k++) {
        rebuilt += vectors[i * n + k] * values[k] * vectors[j * n + k];
        gram += vectors[k * n + i] * vectors[k * n + j];
      }
      // below, squares underflow
      expect(Math.abs(rebuilt - a[i * n + j])).toBeLessThanOrEqual(tolerance * norm(a) + 1e-170);
      expect(Math.abs(gram - (i === j ? 1 : 0))).toBeLessThanOrEqual(tolerance);
    }
  }
  for (let k = 1; k < n; k++) expect(values[k]).toBeGreaterThanOrEqual(values[k - 1]);
}

test("eigenvalues rise, eigenvectors are orthonormal, and together they make the matrix", () => {
  fc.assert(
    fc.property(random, ({ n, a }) => expectEigen(a, n)),
    runs,
  );
});

test("equal eigenvalues and eigenvalues of zero do no harm", () => {
  fc.assert(
    fc.property(degenerate, ({ n, a }) => expectEigen(a, n)),
    runs,
  );
  for (let n = 1; n < 8; n++) {
    expectEigen(new Float64Array(n * n), n);
    expectEigen(new Float64Array(n * n).fill(1), n);
    expectEigen(new Float64Array(n * n).fill(1e-160), n);
  }
});

test("the largest component of an eigenvector is positive, and three eigenvectors are right-handed", () => {
  fc.assert(
    fc.property(fc.oneof(random, degenerate), ({ n, a }) => {
      const { vectors } = eigen(a, n);
      for (let j = 0; j < (n === 3 ? 2 : n); j++) {
        const column = vectors.filter((_, e) => e % n === j);
        const largest = column.reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most));
        expect(largest).toBeGreaterThan(0);
      }
      if (n === 3) expect(Math.abs(determinant(vectors) - 1)).toBeLessThan(1e-14);
    }),
    runs,
  );
});

test("a diagonal matrix is sorted, and its axes with it", () => {
  const { values, vectors } = eigen(Float64Array.of(3, 0, 0, 0, 1, 0, 0, 0, 2), 3);
  expect([...values]).toEqual([1, 2, 3]);
  expect([...vectors]).toEqual([0, 0, 1, 1, 0, 0, 0, 1, 0]);
  const other = eigen(Float64Array.of(2, 0, 0, 0, 1, 0, 0, 0, 3), 3);
  expect([...other.values]).toEqual([1, 2, 3]);
  expect([...other.vectors]).toEqual([0, 1, 0, 1, 0, 0, 0, 0, -1]);
});

test("equal eigenvalues keep the order of their axes", () => {
  const { values, vectors } = eigen(Float64Array.of(5, 0, 0, 0, 5, 0, 0, 0, 5), 3);
  expect([...values]).toEqual([5, 5, 5]);
  expect([...vectors]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
});

test("two by two by the closed formula", () => {
  fc.assert(
    fc.property(real, real, real, (a, b, d) => {
      const { values } = eigen(Float64Array.of(a, b, b, d), 2);
      const middle = (a + d) / 2;
      const radius = Math.sqrt(((a - d) / 2) * ((a - d) / 2) + b * b);
      expect(Math.abs(values[0] - (middle - radius))).toBeLessThan(2e-14);
      expect(Math.abs(values[1] - (middle + radius))).toBeLessThan(2e-14);
    }),
    runs,
  );
});

test("a chain of springs has the eigenvalues 2 - 2 cos(kπ/(n+1))", () => {
  const n = 9;
  const { values } = eigen(
    symmetric(n, (i, j) => (i === j ? 2 : j === i + 1 ? -1 : 0)),
    n,
  );
  values.forEach((value, k) => {
    expect(Math.abs(value - (2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1))))).toBeLessThan(1e-14);
  });
});

test("small eigenvalues of a graded positive matrix keep their digits", () => {
  const { values } = eigen(Float64Array.of(1e40, 1e29, 1e19, 1e29, 1e20, 1e9, 1e19, 1e9, 1), 3);
  // Demmel and Veselić, "Jacobi's method is more accurate than QR" (1992), their example: with the magnitudes so far
  // apart the eigenvalues are the quotients of the leading minors.
  expect(values[0] / (0.972 / 0.99) - 1).toBeCloseTo(0, 13);
  expect(values[1] / 9.9e19 - 1).toBeCloseTo(0, 13);
  expect(values[2] / 1e40 - 1).toBeCloseTo(0, 13);
});

test("only the upper triangle is read", () => {
  const { values, vectors } = eigen(Float64Array.of(2, 1, 77, 3), 2);
  expect({ values, vectors }).toEqual(eigen(Float64Array.of(2, 1, 1, 3), 2));
});
