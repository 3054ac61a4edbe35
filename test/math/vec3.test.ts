import fc from "fast-check";
import { expect, test } from "vitest";
import { determinant } from "../../src/math/vectors/mat3.ts";
import {
  add,
  addScaled,
  basisFrom,
  copy,
  cross,
  distance,
  dot,
  length,
  normalize,
  scale,
  set,
  sub,
  type Vec3,
} from "../../src/math/vectors/vec3.ts";

const runs = { seed: 1, numRuns: 1000 };
// Mostly numbers of ordinary size, sometimes a double of any exponent.
const real = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1e7) },
  { weight: 1, arbitrary: fc.double({ min: -100, max: 100, noNaN: true }) },
);
const vector = fc.tuple(real, real, real).map((v) => Float64Array.from(v));
const direction = vector.filter((v) => length(v) > 1e-3).map((v) => normalize(v, v));
const zero = () => new Float64Array(3);

function expectNear(actual: Float64Array, expected: ArrayLike<number>, tolerance: number): void {
  for (let i = 0; i < expected.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThanOrEqual(tolerance);
}

const column = (m: Float64Array, j: number) => Float64Array.of(m[j], m[3 + j], m[6 + j]);

function expectBasisFrom(n: Vec3): void {
  const basis = basisFrom(new Float64Array(9), n);
  const columns = [0, 1, 2].map((j) => column(basis, j));
  expect(columns[0]).toEqual(n);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) expect(Math.abs(dot(columns[i], columns[j]) - (i === j ? 1 : 0))).toBeLessThan(3e-15);
  }
  expect(Math.abs(determinant(basis) - 1)).toBeLessThan(5e-15);
}

test("sums, differences and multiples are taken component by component", () => {
  const a = Float64Array.of(1, 2, 3);
  const b = Float64Array.of(10, -20, 30);
  expect([...add(zero(), a, b)]).toEqual([11, -18, 33]);
  expect([...sub(zero(), a, b)]).toEqual([-9, 22, -27]);
  expect([...scale(zero(), a, -2)]).toEqual([-2, -4, -6]);
  expect([...addScaled(zero(), a, b, 0.5)]).toEqual([6, -8, 18]);
  expect([...set(zero(), 4, 5, 6)]).toEqual([4, 5, 6]);
  expect(dot(a, b)).toBe(60);
});

test("a copy does not follow its original", () => {
  const a = Float64Array.of(1, 2, 3);
  const b = copy(zero(), a);
  a[0] = 9;
  expect([...b]).toEqual([1, 2, 3]);
});

test("the cross product of x and y is z, and round the cycle", () => {
  const x = Float64Array.of(1, 0, 0);
  const y = Float64Array.of(0, 1, 0);
  const z = Float64Array.of(0, 0, 1);
  expect([...cross(zero(), x, y)]).toEqual([0, 0, 1]);
  expect([...cross(zero(), y, z)]).toEqual([1, 0, 0]);
  expect([...cross(zero(), z, x)]).toEqual([0, 1, 0]);
});

test("the cross product is perpendicular to both factors and changes sign with their order", () => {
  fc.assert(
    fc.property(vector, vector, (a, b) => {
      const c = cross(zero(), a, b);
      expect(Math.abs(dot(c, a))).toBeLessThan(1e-9);
      expect(Math.abs(dot(c, b))).toBeLessThan(1e-9);
      expectNear(add(zero(), c, cross(zero(), b, a)), [0, 0, 0], 0);
    }),
    runs,
  );
});

test("Lagrange's identity joins the dot and the cross product", () => {
  fc.assert(
    fc.property(vector, vector, (a, b) => {
      const c = cross(zero(), a, b);
      const whole = dot(a, a) * dot(b, b);
      expect(Math.abs(dot(c, c) + dot(a, b) * dot(a, b) - whole)).toBeLessThanOrEqual(1e-14 * whole + 1e-290);
    }),
    runs,
  );
});

test("a vector is its length times its direction, and the zero vector has direction zero", () => {
  fc.assert(
    fc.property(
      vector.filter((v) => length(v) > 1e-100),
      (a) => {
        const n = normalize(zero(), a);
        expect(Math.abs(length(n) - 1)).toBeLessThan(4e-16);
        expectNear(scale(zero(), n, length(a)), a, 1e-15 * length(a));
      },
    ),
    runs,
  );
  expect([...normalize(Float64Array.of(1, 1, 1), zero())]).toEqual([0, 0, 0]);
});

test("distance is the length of the difference", () => {
  fc.assert(
    fc.property(vector, vector, (a, b) => {
      expect(distance(a, b)).toBe(length(sub(zero(), a, b)));
    }),
    runs,
  );
  expect(distance(Float64Array.of(1, 2, 3), Float64Array.of(3, 5, 9))).toBe(7);
});

test("a result may be written over an argument", () => {
  fc.assert(
    fc.property(vector, vector, (a, b) => {
      for (const operation of [add, sub, cross]) {
        const expected = operation(zero(), a, b);
        expect(operation(copy(zero(), a), a, b)).toEqual(expected);
        const left = copy(zero(), a);
        expect(operation(left, left, b)).toEqual(expected);
        const right = copy(zero(), b);
        expect(operation(right, a, right)).toEqual(expected);
      }
    }),
    runs,
  );
});

test("a basis from any direction is orthonormal, right-handed and begins with it", () => {
  fc.assert(fc.property(direction, expectBasisFrom), runs);
});

test("a basis is as good beside the pole, however near", () => {
  const tiny = fc
    .tuple(fc.double({ min: -9.99, max: 9.99, noNaN: true }), fc.integer({ min: -320, max: -1 }))
    .map(([m, e]) => Number(`${m.toFixed(6)}e${e}`));
  fc.assert(
    fc.property(
      fc.tuple(tiny, tiny).filter(([x, y]) => x * x + y * y < 1),
      fc.constantFrom(-1, 1),
      ([x, y], side) => expectBasisFrom(Float64Array.of(x, y, side * Math.sqrt(1 - x * x - y * y))),
    ),
    runs,
  );
});

test("a basis from an axis is made of axes", () => {
  for (const axis of [0, 1, 2]) {
    for (const sign of [-1, 1]) {
      const n = zero();
      n[axis] = sign;
      expectBasisFrom(n);
      for (const entry of basisFrom(new Float64Array(9), n)) expect([0, 1]).toContain(Math.abs(entry));
    }
  }
});

test("a basis moves little when its direction moves little, across the equator too", () => {
  fc.assert(
    fc.property(
      direction.filter((n) => n[2] > -0.99),
      direction,
      fc.boolean(),
      (n, way, onEquator) => {
        const from = normalize(zero(), onEquator ? Float64Array.of(n[0], n[1], 0) : n);
        fc.pre(Math.abs(length(from) - 1) < 1e-15);
        const to = normalize(zero(), addScaled(zero(), from, way, 1e-9));
        const a = basisFrom(new Float64Array(9), from);
        const b = basisFrom(new Float64Array(9), to);
        expectNear(a, b, 1e-6);
      },
    ),
    runs,
  );
});
