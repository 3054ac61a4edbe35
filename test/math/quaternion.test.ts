import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fromEulerXYZ as matrixFromEulerXYZ,
  toEulerXYZ as matrixToEulerXYZ,
  multiply as multiplyMatrices,
  multiplyVec,
} from "../../src/math/vectors/mat3.ts";
import {
  conjugate,
  exp,
  fromAxisAngle,
  fromEulerXYZ,
  fromMatrix,
  inverse,
  log,
  multiply,
  normalize,
  type Quaternion,
  rate,
  rotate,
  slerp,
  toEulerXYZ,
  toMatrix,
} from "../../src/math/vectors/quaternion.ts";
import { normalize as direct, length, scale, type Vec3 } from "../../src/math/vectors/vec3.ts";

const runs = { seed: 1, numRuns: 1000 };
// Mostly numbers of ordinary size, sometimes a double of any exponent.
const real = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1e8) },
  { weight: 1, arbitrary: fc.double({ min: -10, max: 10, noNaN: true }) },
);
const vector = fc.tuple(real, real, real).map((v) => Float64Array.from(v));
const axis = vector.filter((v) => length(v) > 1e-3).map((v) => direct(v, v));
const any = fc.tuple(real, real, real, real).map((q) => Float64Array.from(q));
const sized = any.filter((q) => size(q) > 1e-3);
const unit = sized.map((q) => normalize(q, q));
const turn = fc.integer({ min: -1e9, max: 1e9 }).map((n) => (n / 1e9) * Math.PI);
const angles = fc.tuple(turn, turn, turn).map((v) => Float64Array.from(v));

const one = Float64Array.of(1, 0, 0, 0);
const size = (q: Quaternion) => Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
const product = (a: Quaternion, b: Quaternion) => multiply(new Float64Array(4), a, b);
const image = (q: Quaternion, v: Vec3) => rotate(new Float64Array(3), q, v);
const matrixOf = (q: Quaternion) => toMatrix(new Float64Array(9), q);
const conjugated = (q: Quaternion) => conjugate(new Float64Array(4), q);
const expOf = (v: Vec3) => exp(new Float64Array(4), v);
const logOf = (q: Quaternion) => log(new Float64Array(3), q);
const between = (a: Quaternion, b: Quaternion, t: number) => slerp(new Float64Array(4), a, b, t);

function expectNear(actual: Float64Array, expected: ArrayLike<number>, tolerance: number): void {
  for (let i = 0; i < expected.length; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThanOrEqual(tolerance);
}

function expectSameRotation(a: Quaternion, b: Quaternion, tolerance: number): void {
  const sign = a.reduce((sum, x, i) => sum + x * b[i], 0) < 0 ? -1 : 1;
  expectNear(
    a,
    b.map((x) => sign * x),
    tolerance,
  );
}

test("Hamilton's rules: i² = j² = k² = ijk = -1", () => {
  const i = Float64Array.of(0, 1, 0, 0);
  const j = Float64Array.of(0, 0, 1, 0);
  const k = Float64Array.of(0, 0, 0, 1);
  for (const unit of [i, j, k]) expectNear(product(unit, unit), [-1, 0, 0, 0], 0);
  expectNear(product(product(i, j), k), [-1, 0, 0, 0], 0);
  expectNear(product(i, j), k, 0);
  expectNear(product(j, i), [0, 0, 0, -1], 0);
});

test("multiplication is associative to rounding, and lengths multiply", () => {
  fc.assert(
    fc.property(any, any, any, (a, b, c) => {
      const tolerance = 1e-14 * size(a) * size(b) * size(c) + 1e-170;
      expectNear(product(product(a, b), c), product(a, product(b, c)), tolerance);
      expect(Math.abs(size(product(a, b)) - size(a) * size(b))).toBeLessThan(3e-13);
      expectNear(conjugated(product(a, b)), product(conjugated(b), conjugated(a)), 1e-13);
    }),
    runs,
  );
});

test("a quaternion times its inverse is one", () => {
  fc.assert(
    fc.property(sized, (q) => {
      const inverted = inverse(new Float64Array(4), q);
      expectNear(product(q, inverted), one, 2e-15);
      expectNear(product(inverted, q), one, 2e-15);
    }),
    runs,
  );
});

test("a normalised quaternion has length one and the same direction, and zero stays zero", () => {
  fc.assert(
    fc.property(sized, (q) => {
      const n = normalize(new Float64Array(4), q);
      expect(Math.abs(size(n) - 1)).toBeLessThan(5e-16);
      expectNear(
        n.map((x) => x * size(q)),
        q,
        1e-14,
      );
    }),
    runs,
  );
  expect([...normalize(one.slice(), new Float64Array(4))]).toEqual([0, 0, 0, 0]);
});

test("a rotated vector is the vector part of q v q̄, and keeps its length", () => {
  fc.assert(
    fc.property(unit, vector, (q, v) => {
      const turned = product(product(q, Float64Array.of(0, v[0], v[1], v[2])), conjugated(q));
      expectNear(image(q, v), turned.subarray(1), 3e-14);
      expect(Math.abs(length(image(q, v)) - length(v))).toBeLessThan(3e-14);
      expectNear(image(conjugated(q), image(q, v)), v, 3e-14);
    }),
    runs,
  );
});

test("a quaternion and its matrix rotate a vector to the same place", () => {
  fc.assert(
    fc.property(unit, vector, (q, v) => {
      expectNear(image(q, v), multiplyVec(new Float64Array(3), matrixOf(q), v), 3e-14);
    }),
    runs,
  );
});

test("the matrix of a product is the product of the matrices", () => {
  fc.assert(
    fc.property(unit, unit, (a, b) => {
      expectNear(matrixOf(product(a, b)), multiplyMatrices(new Float64Array(9), matrixOf(a), matrixOf(b)), 4e-15);
    }),
    runs,
  );
});

test("a rotation by an angle about an axis keeps the axis and turns right-handed", () => {
  const quarter = Math.PI / 2;
  const z = Float64Array.of(0, 0, 1);
  expectNear(image(fromAxisAngle(new Float64Array(4), z, quarter), Float64Array.of(1, 0, 0)), [0, 1, 0], 3e-16);
  fc.assert(
    fc.property(axis, turn, turn, (n, a, b) => {
      const first = fromAxisAngle(new Float64Array(4), n, a);
      expectNear(image(first, n), n, 1e-15);
      const second = fromAxisAngle(new Float64Array(4), n, b);
      expectNear(product(first, second), fromAxisAngle(new Float64Array(4), n, a + b), 1e-15);
    }),
    runs,
  );
});

test("the quaternion of a rotation's matrix is the rotation, with w not negative", () => {
  fc.assert(
    fc.property(unit, (q) => {
      const back = fromMatrix(new Float64Array(4), matrixOf(q));
      expectSameRotation(back, q, 2e-15);
      expect(back[0]).toBeGreaterThanOrEqual(0);
    }),
    runs,
  );
});

test("half turns and rotations near them come back from their matrices, about any axis", () => {
  const tiny = fc.double({ min: -1e-7, max: 1e-7, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), fc.tuple(tiny, tiny, tiny, tiny), (largest, noise) => {
      const q = Float64Array.from(noise);
      q[largest] = 1;
      normalize(q, q);
      expectSameRotation(fromMatrix(new Float64Array(4), matrixOf(q)), q, 2e-15);
    }),
    runs,
  );
  fc.assert(
    fc.property(axis, (n) => {
      const q = Float64Array.of(0, n[0], n[1], n[2]);
      expectSameRotation(fromMatrix(new Float64Array(4), matrixOf(q)), q, 2e-15);
    }),
    runs,
  );
});

test("Euler angles give the same rotation as quaternion and as matrix", () => {
  fc.assert(
    fc.property(angles, (v) => {
      const q = fromEulerXYZ(new Float64Array(4), v);
      expect(Math.abs(size(q) - 1)).toBeLessThan(5e-16);
      expectNear(matrixOf(q), matrixFromEulerXYZ(new Float64Array(9), v), 2e-15);
    }),
    runs,
  );
});

test("from quaternion to Euler angles and back is the same rotation", () => {
  fc.assert(
    fc.property(unit, (q) => {
      const v = toEulerXYZ(new Float64Array(3), q);
      expectSameRotation(fromEulerXYZ(new Float64Array(4), v), q, 1e-14); // what is dropped near gimbal lock
      expectNear(v, matrixToEulerXYZ(new Float64Array(3), matrixOf(q)), 0);
    }),
    runs,
  );
});

test("at gimbal lock a quaternion's last angle is zero and the rest still make the rotation", () => {
  fc.assert(
    fc.property(turn, turn, fc.constantFrom(-1, 1), (x, z, sign) => {
      const q = fromEulerXYZ(new Float64Array(4), Float64Array.of(x, (sign * Math.PI) / 2, z));
      const v = toEulerXYZ(new Float64Array(3), q);
      expect(v[2]).toBe(0);
      expectSameRotation(fromEulerXYZ(new Float64Array(4), v), q, 3e-15);
    }),
    runs,
  );
});

test("the rate of an orientation is ½ ω q with ω of the world, and does not change its length", () => {
  fc.assert(
    fc.property(vector, unit, (omega, q) => {
      const half = Float64Array.of(0, omega[0] / 2, omega[1] / 2, omega[2] / 2);
      const r = rate(new Float64Array(4), omega, q);
      expectNear(r, product(half, q), 1e-14);
      expect(Math.abs(r.reduce((sum, x, i) => sum + x * q[i], 0))).toBeLessThan(1e-14);
    }),
    runs,
  );
});

test("the rate is the derivative of turning on by exp(ω t)", () => {
  const h = 1e-5;
  fc.assert(
    fc.property(vector, unit, (omega, q) => {
      const at = (t: number) => product(expOf(scale(new Float64Array(3), omega, t)), q);
      const after = at(h);
      const before = at(-h);
      const difference = after.map((x, i) => (x - before[i]) / (2 * h));
      expectNear(rate(new Float64Array(4), omega, q), difference, 1e-7);
    }),
    runs,
  );
});

test("exp of a vector is the rotation about it by its length", () => {
  fc.assert(
    fc.property(axis, fc.double({ min: 0, max: 10, noNaN: true }), (n, angle) => {
      const q = expOf(scale(new Float64Array(3), n, angle));
      expectNear(q, fromAxisAngle(new Float64Array(4), n, angle), 3e-15);
      expect(Math.abs(size(q) - 1)).toBeLessThan(1e-15);
    }),
    runs,
  );
});

test("exp and log are exact at zero and keep all digits of small rotations", () => {
  expect([...expOf(new Float64Array(3))]).toEqual([1, 0, 0, 0]);
  expect([...logOf(one)]).toEqual([0, 0, 0]);
  const exponent = fc.integer({ min: -300, max: -1 });
  fc.assert(
    fc.property(axis, exponent, (n, e) => {
      const v = n.map((x) => x * Number(`1e${e}`));
      const back = logOf(expOf(v));
      for (let i = 0; i < 3; i++) expect(Math.abs(back[i] - v[i])).toBeLessThanOrEqual(1e-15 * Math.abs(v[i]) + 1e-322);
    }),
    runs,
  );
});

test("series and closed form meet: exp and log do not jump at their thresholds", () => {
  const n = direct(new Float64Array(3), Float64Array.of(1, 2, -2));
  for (const angle of [0.01, 0.002]) {
    for (const factor of [1 - 1e-9, 1, 1 + 1e-9]) {
      const v = scale(new Float64Array(3), n, angle * factor);
      const q = expOf(v);
      expect(Math.abs(q[1] / (n[0] * Math.sin((angle * factor) / 2)) - 1)).toBeLessThan(1e-15);
      expect(Math.abs(logOf(q)[0] / v[0] - 1)).toBeLessThan(1e-15);
    }
  }
});

test("log undoes exp up to half a turn, and exp undoes log", () => {
  fc.assert(
    fc.property(axis, fc.double({ min: 0, max: 3.14, noNaN: true }), unit, (n, angle, q) => {
      const v = scale(new Float64Array(3), n, angle);
      expectNear(logOf(expOf(v)), v, 3e-15);
      expectSameRotation(expOf(logOf(q)), q, 2e-15);
      expect(length(logOf(q))).toBeLessThanOrEqual(Math.PI + 1e-15);
      const opposite = q.map((x) => -x);
      if (q[0] !== 0) expectNear(logOf(q), logOf(opposite), 0);
    }),
    runs,
  );
});

test("slerp begins at one rotation, ends at the other and turns at a constant rate", () => {
  const moment = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(unit, unit, moment, (a, b, t) => {
      expectNear(between(a, b, 0), a, 0);
      expectSameRotation(between(a, b, 1), b, 0);
      const q = between(a, b, t);
      expect(Math.abs(size(q) - 1)).toBeLessThan(2e-15);
      // exp(t log(b a⁻¹)) a, the same way from the world's side
      const way = logOf(product(b, conjugated(a)));
      expectSameRotation(q, product(expOf(scale(way, way, t)), a), 4e-15);
    }),
    runs,
  );
});

test("slerp between equal, opposite and hardly different quaternions is steady", () => {
  const tiny = fc.double({ min: -1e-9, max: 1e-9, noNaN: true });
  const moment = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(unit, fc.tuple(tiny, tiny, tiny), moment, (a, noise, t) => {
      expectNear(between(a, a, t), a, 4e-16);
      const opposite = a.map((x) => -x);
      expectNear(between(a, opposite, t), a, 4e-16);
      const b = product(expOf(Float64Array.from(noise)), a);
      const straight = a.map((x, i) => x + t * (b[i] - x));
      expectNear(between(a, b, t), straight, 1e-15);
    }),
    runs,
  );
});

test("a result may be written over an argument", () => {
  fc.assert(
    fc.property(unit, unit, vector, (a, b, v) => {
      const left = a.slice();
      expect(multiply(left, left, b)).toEqual(product(a, b));
      const right = b.slice();
      expect(multiply(right, a, right)).toEqual(product(a, b));
      const moved = v.slice();
      expect(rotate(moved, a, moved)).toEqual(image(a, v));
      const rated = a.slice();
      expect(rate(rated, v, rated)).toEqual(rate(new Float64Array(4), v, a));
      const met = b.slice();
      expect(slerp(met, a, met, 0.25)).toEqual(between(a, b, 0.25));
    }),
    runs,
  );
});
