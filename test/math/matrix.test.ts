import fc from "fast-check";
import { expect, test } from "vitest";
import { inverse as inverse3, multiply as multiply3 } from "../../src/math/vectors/mat3.ts";
import {
  determinant,
  factor,
  identity,
  inverse,
  type Matrix,
  multiply,
  power,
  solve,
  transpose,
} from "../../src/math/vectors/matrix.ts";

const runs = { seed: 1, numRuns: 1000 };
const epsilon = 2.220446049250313e-16;
// Mostly numbers of ordinary size, sometimes a double of any exponent.
const real = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1e8) },
  { weight: 1, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }) },
);
const entries = (count: number, entry = real) =>
  fc.array(entry, { minLength: count, maxLength: count }).map((m) => Float64Array.from(m));
const size = fc.integer({ min: 1, max: 7 });
const square = size.chain((n) => fc.record({ n: fc.constant(n), a: entries(n * n) }));
const whole = fc.integer({ min: -4, max: 4 });

const zeros = (count: number) => new Float64Array(count);
const product = (a: Matrix, b: Matrix, rows: number, inner: number, cols: number) =>
  multiply(zeros(rows * cols), a, b, rows, inner, cols);

function factored(a: Matrix, n: number) {
  const lu = a.slice();
  const pivots = new Int32Array(n);
  const sign = factor(lu, pivots, n);
  return { lu, pivots, sign };
}

/** The largest sum of magnitudes in a row. */
function norm(a: Matrix, rows: number): number {
  const cols = a.length / rows;
  let largest = 0;
  for (let i = 0; i < rows; i++) {
    largest = Math.max(
      largest,
      a.subarray(i * cols, (i + 1) * cols).reduce((sum, x) => sum + Math.abs(x), 0),
    );
  }
  return largest;
}

const difference = (a: Matrix, b: Matrix) => a.map((x, i) => x - b[i]);

function laplace(a: number[][]): number {
  if (a.length === 0) return 1;
  return a[0].reduce((sum, x, j) => {
    const minor = a.slice(1).map((row) => row.filter((_, k) => k !== j));
    return sum + (j % 2 === 0 ? x : -x) * laplace(minor);
  }, 0);
}

test("a small product by hand", () => {
  const a = Float64Array.of(1, 2, 3, 4, 5, 6);
  const b = Float64Array.of(7, 8, 9, 10, 11, 12);
  expect([...product(a, b, 2, 3, 2)]).toEqual([58, 64, 139, 154]);
  expect([...product(b, a, 3, 2, 3)]).toEqual([39, 54, 69, 49, 68, 87, 59, 82, 105]);
});

test("multiplication is associative to rounding and the identity changes nothing", () => {
  const dims = fc.tuple(size, size, size, size);
  const triple = dims.chain(([p, q, r, s]) =>
    fc.tuple(fc.constant([p, q, r, s]), entries(p * q), entries(q * r), entries(r * s)),
  );
  fc.assert(
    fc.property(triple, ([[p, q, r, s], a, b, c]) => {
      const left = product(product(a, b, p, q, r), c, p, r, s);
      const right = product(a, product(b, c, q, r, s), p, q, s);
      const bound = 2 * (q + r) * epsilon * norm(a, p) * norm(b, q) * norm(c, r);
      expect(norm(difference(left, right), p)).toBeLessThanOrEqual(bound + 1e-290);
      expect(norm(difference(product(a, identity(zeros(q * q), q), p, q, q), a), p)).toBe(0);
      expect(norm(difference(product(identity(zeros(p * p), p), a, p, p, q), a), p)).toBe(0);
    }),
    runs,
  );
});

test("the transpose of a product is the product of the transposes, turned about", () => {
  const pair = fc
    .tuple(size, size, size)
    .chain(([p, q, r]) => fc.tuple(fc.constant([p, q, r]), entries(p * q), entries(q * r)));
  fc.assert(
    fc.property(pair, ([[p, q, r], a, b]) => {
      const left = transpose(zeros(p * r), product(a, b, p, q, r), p, r);
      const right = product(transpose(zeros(q * r), b, q, r), transpose(zeros(p * q), a, p, q), r, q, p);
      expect(norm(difference(left, right), r)).toBe(0);
      expect(transpose(zeros(p * q), transpose(zeros(p * q), a, p, q), q, p)).toEqual(a);
    }),
    runs,
  );
});

test("three by three products are those of the small matrices, to the bit", () => {
  fc.assert(
    fc.property(entries(9), entries(9), (a, b) => {
      expect(product(a, b, 3, 3, 3)).toEqual(multiply3(zeros(9), a, b));
    }),
    runs,
  );
});

test("the factors, with the rows put back, make the matrix", () => {
  fc.assert(
    fc.property(square, ({ n, a }) => {
      const { lu, pivots, sign } = factored(a, n);
      fc.pre(sign !== 0);
      const l = lu.map((x, e) => (e % n < Math.floor(e / n) ? x : e % n === Math.floor(e / n) ? 1 : 0));
      const u = lu.map((x, e) => (e % n >= Math.floor(e / n) ? x : 0));
      for (const x of l) expect(Math.abs(x)).toBeLessThanOrEqual(1);
      const permuted = a.slice();
      for (let i = 0; i < n; i++) {
        const row = permuted.slice(i * n, (i + 1) * n);
        permuted.copyWithin(i * n, pivots[i] * n, (pivots[i] + 1) * n);
        permuted.set(row, pivots[i] * n);
      }
      const bound = n * epsilon * norm(l, n) * norm(u, n);
      expect(norm(difference(product(l, u, n, n, n), permuted), n)).toBeLessThanOrEqual(bound + 1e-290);
    }),
    runs,
  );
});

test("the pivot is the largest magnitude, of equal ones the lowest row", () => {
  const pivotsOf = (n: number, ...a: number[]) => [...factored(Float64Array.from(a), n).pivots];
  expect(pivotsOf(3, 1, 0, 0, -2, 1, 0, 2, 0, 1)).toEqual([1, 2, 2]);
  expect(pivotsOf(2, 1, 5, -1, 7)).toEqual([0, 1]);
  expect(pivotsOf(2, 0, 1, 1, 0)).toEqual([1, 1]);
});

test("elimination does its operations in the order stated", () => {
  const n = 3;
  fc.assert(
    fc.property(entries(9), ([a, b, c, d, e, f, g, h, i]) => {
      // Bigger first rows, so that no rows change places.
      a = 100 + Math.abs(a);
      e = 50 + Math.abs(e);
      const l1 = d / a;
      const l2 = g / a;
      const e1 = e - l1 * b;
      const h1 = h - l2 * b;
      fc.pre(Math.abs(e1) >= Math.abs(h1));
      const l3 = h1 / e1;
      const i2 = i - l2 * c - l3 * (f - l1 * c);
      const { lu, pivots, sign } = factored(Float64Array.of(a, b, c, d, e, f, g, h, i), n);
      fc.pre(sign !== 0);
      expect([...pivots]).toEqual([0, 1, 2]);
      expect([...lu]).toEqual([a, b, c, l1, e1, f - l1 * c, l2, l3, i2]);
      const y = [1, 2 - l1 * 1, 3 - l2 * 1 - l3 * (2 - l1 * 1)];
      const x2 = y[2] / i2;
      const x1 = (y[1] - (f - l1 * c) * x2) / e1;
      const x0 = (y[0] - b * x1 - c * x2) / a;
      expect([...solve(Float64Array.of(1, 2, 3), lu, pivots, n, 1)]).toEqual([x0, x1, x2]);
      expect(determinant(lu, sign, n)).toBe(a * e1 * i2);
    }),
    runs,
  );
});

test("a solution leaves a residual of rounding only, for one right-hand side or several", () => {
  const system = fc
    .tuple(size, fc.integer({ min: 1, max: 4 }))
    .chain(([n, cols]) =>
      fc.record({ n: fc.constant(n), cols: fc.constant(cols), a: entries(n * n), b: entries(n * cols) }),
    );
  fc.assert(
    fc.property(system, ({ n, cols, a, b }) => {
      const { lu, pivots, sign } = factored(a, n);
      fc.pre(sign !== 0 && Math.abs(determinant(lu, sign, n)) > 1e-6);
      const x = solve(b.slice(), lu, pivots, n, cols);
      const residual = norm(difference(product(a, x, n, n, cols), b), n);
      expect(residual).toBeLessThanOrEqual(50 * n * epsilon * (norm(a, n) * norm(x, n) + norm(b, n)) + 1e-290);
    }),
    runs,
  );
});

test("columns solved together are the columns solved one by one, to the bit", () => {
  fc.assert(
    fc.property(square, ({ n, a }) => {
      const { lu, pivots, sign } = factored(a, n);
      fc.pre(sign !== 0);
      const together = inverse(zeros(n * n), lu, pivots, n);
      for (let j = 0; j < n; j++) {
        const unit = zeros(n);
        unit[j] = 1;
        expect(solve(unit, lu, pivots, n, 1)).toEqual(together.filter((_, e) => e % n === j));
      }
    }),
    runs,
  );
});

test("a matrix times its inverse is the identity, to the condition of the matrix", () => {
  fc.assert(
    fc.property(square, ({ n, a }) => {
      const { lu, pivots, sign } = factored(a, n);
      fc.pre(sign !== 0 && Math.abs(determinant(lu, sign, n)) > 1e-6);
      const inverted = inverse(zeros(n * n), lu, pivots, n);
      const bound = 50 * n * epsilon * norm(a, n) * norm(inverted, n);
      const one = identity(zeros(n * n), n);
      expect(norm(difference(product(a, inverted, n, n, n), one), n)).toBeLessThanOrEqual(bound);
      expect(norm(difference(product(inverted, a, n, n, n), one), n)).toBeLessThanOrEqual(bound);
    }),
    runs,
  );
});

test("for three by three, elimination and the adjugate agree to the condition of the matrix", () => {
  fc.assert(
    fc.property(entries(9), (a) => {
      const adjugate = zeros(9);
      const { lu, pivots, sign } = factored(a, 3);
      fc.pre(sign !== 0 && Math.abs(inverse3(adjugate, a)) > 1e-3);
      const eliminated = inverse(zeros(9), lu, pivots, 3);
      const size = norm(eliminated, 3);
      expect(norm(difference(eliminated, adjugate), 3)).toBeLessThanOrEqual(1e-14 * norm(a, 3) * size * size);
    }),
    runs,
  );
});

test("the inverse of Hilbert's matrix of size 4 is whole", () => {
  const hilbert = Float64Array.from({ length: 16 }, (_, e) => 1 / (Math.floor(e / 4) + (e % 4) + 1));
  const { lu, pivots, sign } = factored(hilbert, 4);
  const whole = [16, -120, 240, -140, -120, 1200, -2700, 1680, 240, -2700, 6480, -4200, -140, 1680, -4200, 2800];
  inverse(zeros(16), lu, pivots, 4).forEach((x, e) => {
    expect(Math.abs(x - whole[e])).toBeLessThan(1e-8);
  });
  expect(Math.abs(determinant(lu, sign, 4) * 6048000 - 1)).toBeLessThan(1e-11);
});

test("the determinant is that of Laplace's expansion", () => {
  const small = fc
    .integer({ min: 1, max: 5 })
    .chain((n) => fc.record({ n: fc.constant(n), a: entries(n * n, whole.map(Number)) }));
  fc.assert(
    fc.property(small, ({ n, a }) => {
      const rows = Array.from({ length: n }, (_, i) => [...a.subarray(i * n, (i + 1) * n)]);
      const { lu, sign } = factored(a, n);
      expect(Math.abs(determinant(lu, sign, n) - laplace(rows))).toBeLessThan(1e-10);
    }),
    runs,
  );
});

test("a matrix with a column of zeros is singular, and so is one with a row twice", () => {
  const { lu, sign } = factored(Float64Array.of(1, 0, 2, 3, 0, 4, 5, 0, 6), 3);
  expect(sign).toBe(0);
  expect(determinant(lu, sign, 3)).toBe(0);
  expect(factored(Float64Array.of(1, 2, 1, 2), 2).sign).toBe(0);
  expect(factored(zeros(1), 1).sign).toBe(0);
});

test("a power is the product of so many factors", () => {
  const small = fc
    .integer({ min: 1, max: 3 })
    .chain((n) =>
      fc.record({ n: fc.constant(n), a: entries(n * n, whole.map(Number)), exponent: fc.integer({ min: 0, max: 12 }) }),
    );
  fc.assert(
    fc.property(small, ({ n, a, exponent }) => {
      let expected = identity(zeros(n * n), n);
      for (let k = 0; k < exponent; k++) expected = product(expected, a, n, n, n);
      const actual = power(zeros(n * n), a, exponent, n, zeros(n * n));
      expect(norm(difference(actual, expected), n)).toBe(0); // whole numbers below 2^53: no rounding
    }),
    runs,
  );
});

test("powers of Fibonacci's matrix hold Fibonacci's numbers", () => {
  const a = Float64Array.of(1, 1, 1, 0);
  expect([...power(zeros(4), a, 77, 2, zeros(4))]).toEqual([
    8944394323791464, 5527939700884757, 5527939700884757, 3416454622906707,
  ]);
});
