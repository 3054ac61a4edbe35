import fc from "fast-check";
import { expect, test } from "vitest";
import {
  determinant,
  fromEulerXYZ,
  inverse,
  type Mat3,
  multiply,
  multiplyVec,
  orthonormalize,
  skew,
  toEulerXYZ,
  transpose,
  transposeMultiplyVec,
} from "../../src/math/vectors/mat3.ts";
import { cross, dot, normalize, type Vec3 } from "../../src/math/vectors/vec3.ts";

const runs = { seed: 1, numRuns: 1000 };
// Mostly numbers of ordinary size, sometimes a double of any exponent.
const real = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1e8) },
  { weight: 1, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }) },
);
const vector = fc.tuple(real, real, real).map((v) => Float64Array.from(v));
const matrix = fc.array(real, { minLength: 9, maxLength: 9 }).map((m) => Float64Array.from(m));
const turn = fc.integer({ min: -1e9, max: 1e9 }).map((n) => (n / 1e9) * Math.PI);
const angles = fc.tuple(turn, turn, turn).map((v) => Float64Array.from(v));
const rotation = angles.map((v) => fromEulerXYZ(new Float64Array(9), v));

const one = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const product = (a: Mat3, b: Mat3) => multiply(new Float64Array(9), a, b);
const image = (m: Mat3, v: Vec3) => multiplyVec(new Float64Array(3), m, v);
const transposed = (m: Mat3) => transpose(new Float64Array(9), m);
const euler = (x: number, y: number, z: number) => fromEulerXYZ(new Float64Array(9), Float64Array.of(x, y, z));
const anglesOf = (m: Mat3) => toEulerXYZ(new Float64Array(3), m);
const largest = (m: Float64Array) => m.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

function expectNear(actual: Float64Array, expected: ArrayLike<number>, tolerance: number): void {
  for (let i = 0; i < expected.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThanOrEqual(tolerance);
}

test("multiplication is associative to rounding, and applies the right factor first", () => {
  fc.assert(
    fc.property(matrix, matrix, matrix, vector, (a, b, c, v) => {
      expectNear(product(product(a, b), c), product(a, product(b, c)), 2e-11);
      expectNear(image(product(a, b), v), image(a, image(b, v)), 2e-11);
    }),
    runs,
  );
});

test("the transpose of a product is the product of the transposes, turned about", () => {
  fc.assert(
    fc.property(matrix, matrix, vector, (a, b, v) => {
      expectNear(transposed(product(a, b)), product(transposed(b), transposed(a)), 0);
      expectNear(transposeMultiplyVec(new Float64Array(3), a, v), image(transposed(a), v), 0);
    }),
    runs,
  );
});

test("a matrix times its inverse is the identity, to the condition of the matrix", () => {
  fc.assert(
    fc.property(matrix, (a) => {
      const inverted = new Float64Array(9);
      const d = inverse(inverted, a);
      fc.pre(Math.abs(d) > 1e-6);
      expect(Math.abs(d - determinant(a))).toBe(0);
      // The adjugate is right to rounding of its products, so A A⁻¹ to these over the determinant.
      const size = largest(a);
      const tolerance = (1e-14 * size * size * size) / Math.abs(d);
      expectNear(product(a, inverted), one, tolerance);
      expectNear(product(inverted, a), one, tolerance);
    }),
    runs,
  );
});

test("a singular matrix says so and leaves the result alone", () => {
  const untouched = Float64Array.of(9, 8, 7, 6, 5, 4, 3, 2, 1);
  expect(inverse(untouched, Float64Array.of(1, 2, 3, 2, 4, 6, 1, 1, 1))).toBe(0);
  expect([...untouched]).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test("an inverse of whole numbers by hand", () => {
  const a = Float64Array.of(2, 1, 1, 1, 3, 2, 1, 0, 0);
  expect(determinant(a)).toBe(-1);
  const inverted = new Float64Array(9);
  expect(inverse(inverted, a)).toBe(-1);
  expectNear(inverted, [0, 0, 1, -2, 1, 3, 3, -1, -5], 0);
});

test("the determinant of a product is the product of the determinants", () => {
  fc.assert(
    fc.property(matrix, matrix, (a, b) => {
      expect(Math.abs(determinant(product(a, b)) - determinant(a) * determinant(b))).toBeLessThan(1e-6);
    }),
    runs,
  );
});

test("the skew matrix of a vector takes the cross product with it", () => {
  fc.assert(
    fc.property(vector, vector, (v, a) => {
      const m = skew(new Float64Array(9), v);
      expectNear(image(m, a), cross(new Float64Array(3), v, a), 1e-13);
      expectNear(transposed(m), product(m, Float64Array.of(-1, 0, 0, 0, -1, 0, 0, 0, -1)), 0);
    }),
    runs,
  );
});

test("Euler angles make a rotation, about x, then y, then z from the left", () => {
  fc.assert(
    fc.property(angles, (v) => {
      const r = fromEulerXYZ(new Float64Array(9), v);
      expectNear(product(transposed(r), r), one, 2e-15);
      expect(Math.abs(determinant(r) - 1)).toBeLessThan(2e-15);
      expectNear(r, product(product(euler(v[0], 0, 0), euler(0, v[1], 0)), euler(0, 0, v[2])), 1e-15);
    }),
    runs,
  );
  const quarter = Math.PI / 2;
  expectNear(image(euler(quarter, 0, 0), Float64Array.of(0, 1, 0)), [0, 0, 1], 1e-16);
  expectNear(image(euler(0, quarter, 0), Float64Array.of(0, 0, 1)), [1, 0, 0], 1e-16);
  expectNear(image(euler(0, 0, quarter), Float64Array.of(1, 0, 0)), [0, 1, 0], 1e-16);
});

test("the Euler angles of a rotation make it again", () => {
  fc.assert(
    fc.property(rotation, (r) => {
      const v = anglesOf(r);
      expectNear(fromEulerXYZ(new Float64Array(9), v), r, 2e-15);
      expect(Math.abs(v[1])).toBeLessThanOrEqual(Math.PI / 2);
    }),
    runs,
  );
});

test("angles in their range come back from the matrix", () => {
  const half = fc.integer({ min: -1e9, max: 1e9 }).map((n) => 1.5e-9 * n);
  fc.assert(
    fc.property(fc.tuple(turn, half, turn), ([x, y, z]) => {
      fc.pre(Math.abs(x) < 3.14 && Math.abs(z) < 3.14);
      expectNear(anglesOf(euler(x, y, z)), [x, y, z], 1e-14); // the cosine of 1.5 is 0.07
    }),
    runs,
  );
});

test("at gimbal lock the last angle is zero and the rest still make the rotation", () => {
  fc.assert(
    fc.property(turn, turn, fc.constantFrom(-1, 1), (x, z, sign) => {
      const r = euler(x, (sign * Math.PI) / 2, z);
      const v = anglesOf(r);
      expect(v[2]).toBe(0);
      expect(Math.abs(v[1] - (sign * Math.PI) / 2)).toBeLessThan(1e-15);
      expectNear(fromEulerXYZ(new Float64Array(9), v), r, 2e-15);
    }),
    runs,
  );
});

test("near gimbal lock, however near, the angles still make the rotation", () => {
  const near = fc.tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -17, max: -2 }));
  fc.assert(
    fc.property(turn, turn, near, fc.constantFrom(-1, 1), (x, z, [m, e], sign) => {
      const r = euler(x, sign * (Math.PI / 2 - Number(`${m.toFixed(9)}e${e}`)), z);
      expectNear(fromEulerXYZ(new Float64Array(9), anglesOf(r)), r, 3e-14); // what is dropped below the threshold
    }),
    runs,
  );
});

test("the angles of the identity are zeros without a sign", () => {
  for (const r of [one, euler(0, 0, 0)]) for (const angle of anglesOf(r)) expect(Object.is(angle, 0)).toBe(true);
});

test("a drifted rotation becomes orthonormal, keeps the direction of its first row, moves by at most its drift", () => {
  const drift = fc.array(fc.double({ min: -1e-4, max: 1e-4, noNaN: true }), { minLength: 9, maxLength: 9 });
  fc.assert(
    fc.property(rotation, drift, (r, noise) => {
      const drifted = r.map((x, i) => x + noise[i]);
      const mended = orthonormalize(new Float64Array(9), drifted);
      expectNear(product(mended, transposed(mended)), one, 2e-15);
      expect(Math.abs(determinant(mended) - 1)).toBeLessThan(2e-15);
      expectNear(mended.subarray(0, 3), normalize(new Float64Array(3), drifted.subarray(0, 3)), 0);
      // The second row stays in the plane of the first two.
      const normal = cross(new Float64Array(3), drifted.subarray(0, 3), drifted.subarray(3, 6));
      expect(Math.abs(dot(normal, mended.subarray(3, 6)))).toBeLessThan(2e-15);
      expectNear(mended, r, 1e-3);
    }),
    runs,
  );
});

test("a rotation is left as it is by making it orthonormal, to rounding", () => {
  fc.assert(
    fc.property(rotation, (r) => expectNear(orthonormalize(new Float64Array(9), r), r, 1e-15)),
    runs,
  );
});

test("a result may be written over an argument", () => {
  fc.assert(
    fc.property(matrix, matrix, vector, (a, b, v) => {
      const left = a.slice();
      expect(multiply(left, left, b)).toEqual(product(a, b));
      const right = b.slice();
      expect(multiply(right, a, right)).toEqual(product(a, b));
      const turned = a.slice();
      expect(transpose(turned, turned)).toEqual(transposed(a));
      const moved = v.slice();
      expect(multiplyVec(moved, a, moved)).toEqual(image(a, v));
      const back = v.slice();
      expect(transposeMultiplyVec(back, a, back)).toEqual(transposeMultiplyVec(new Float64Array(3), a, v));
      const inverted = a.slice();
      const expected = a.slice();
      expect(inverse(inverted, inverted)).toBe(inverse(expected, a));
      expect(inverted).toEqual(expected);
    }),
    runs,
  );
});
