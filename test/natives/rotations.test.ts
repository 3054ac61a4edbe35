import fc from "fast-check";
import { expect, test } from "vitest";
import {
  added,
  angle,
  applied,
  axis,
  call,
  cross,
  direction,
  dot,
  expectNear,
  identity,
  length,
  product,
  quaternion,
  rowsOf,
  runs,
  scaled,
  transposed,
  unitQuaternion,
  vector,
} from "./vflang.ts";

const angles = fc.array(angle, { minLength: 3, maxLength: 3 });
const tolerance = 2e-15;

const turnX = (a: number) => [
  [1, 0, 0],
  [0, Math.cos(a), -Math.sin(a)],
  [0, Math.sin(a), Math.cos(a)],
];
const turnY = (a: number) => [
  [Math.cos(a), 0, Math.sin(a)],
  [0, 1, 0],
  [-Math.sin(a), 0, Math.cos(a)],
];
const turnZ = (a: number) => [
  [Math.cos(a), -Math.sin(a), 0],
  [Math.sin(a), Math.cos(a), 0],
  [0, 0, 1],
];
const ofAngles = ([x, y, z]: readonly number[]) => product(product(turnX(x), turnY(y)), turnZ(z));
const homogeneous = (m: readonly (readonly number[])[]) => [...m.map((row) => [...row, 0]), [0, 0, 0, 1]];
/** i, j, k by their table. */
const hamilton = (p: readonly number[], q: readonly number[]) => {
  const [a, u] = [p[0], p.slice(1)];
  const [b, v] = [q[0], q.slice(1)];
  return [a * b - dot(u, v), ...added(added(scaled(a, v), scaled(b, u)), cross(u, v))];
};
const conjugate = (q: readonly number[]) => [q[0], -q[1], -q[2], -q[3]];
const sandwich = (q: readonly number[], v: readonly number[]) =>
  hamilton(hamilton(q, [0, ...v]), conjugate(q)).slice(1);
const ofQuaternion = (q: readonly number[]) => transposed(identity(3).map((e) => sandwich(q, e)));

test("multiplyQuaternions is Hamilton's product", () => {
  fc.assert(
    fc.property(quaternion, quaternion, quaternion, (p, q, r) => {
      expectNear(call("multiplyQuaternions", p, q), hamilton(p, q), 1e-14);
      const left = call("multiplyQuaternions", call("multiplyQuaternions", p, q), r);
      expectNear(left, call("multiplyQuaternions", p, call("multiplyQuaternions", q, r)), 1e-12);
    }),
    runs,
  );
  expect(call("multiplyQuaternions", [0, 1, 0, 0], [0, 0, 1, 0])).toEqual([0, 0, 0, 1]);
});

test("quaternionConjugate, quaternionInverse and quaternionDivide undo a product", () => {
  fc.assert(
    fc.property(quaternion, quaternion, (p, q) => {
      fc.pre(length(q) > 1e-2);
      expect(call("quaternionConjugate", q)).toEqual(conjugate(q));
      expectNear(call("quaternionInverse", q), scaled(1 / dot(q, q), conjugate(q)), 1e-13);
      expectNear(hamilton(q, call("quaternionInverse", q)), [1, 0, 0, 0], 1e-14);
      expectNear(call("quaternionDivide", hamilton(p, q), q), p, 1e-13);
    }),
    runs,
  );
});

test("quaternionFromAxisAndAngle turns about its axis, whatever the axis' length", () => {
  fc.assert(
    fc.property(axis, angle, vector, (n, turn, v) => {
      const q = call("quaternionFromAxisAndAngle", n, turn);
      expectNear([length(q)], [1], tolerance);
      expectNear(q, [Math.cos(turn / 2), ...scaled(Math.sin(turn / 2), direction(n))], tolerance);
      expectNear(sandwich(q, v), call("rotateVector", v, n, turn), 2e-14);
    }),
    runs,
  );
});

test("Euler angles mean R = Rx Ry Rz, in the matrix and in the quaternion", () => {
  fc.assert(
    fc.property(angles, (e) => {
      expectNear(call("rotation", e), ofAngles(e).flat(), tolerance);
      expectNear(call("eulerXYZToRotationMatrix", e), homogeneous(ofAngles(e)).flat(), tolerance);
      expectNear(ofQuaternion(call("eulerXYZToQuaternion", e)).flat(), ofAngles(e).flat(), tolerance);
    }),
    runs,
  );
});

test("the matrix of a quaternion is q v q*, also of one that is not of unit length", () => {
  fc.assert(
    fc.property(unitQuaternion, fc.constantFrom(1, 0.01, 30, -2), (q, size) => {
      const expected = ofQuaternion(q);
      expectNear(call("rotation", scaled(size, q)), expected.flat(), tolerance);
      expectNear(call("quaternionToRotationMatrix", scaled(size, q)), homogeneous(expected).flat(), tolerance);
    }),
    runs,
  );
});

test("rotationMatrixToQuaternion gives back the quaternion with w >= 0, from a 3×3 and from a 4×4 matrix", () => {
  fc.assert(
    fc.property(unitQuaternion, (q) => {
      const positive = q[0] < 0 ? scaled(-1, q) : q;
      const found = call("rotationMatrixToQuaternion", ofQuaternion(q));
      expect(found[0]).toBeGreaterThanOrEqual(0);
      if (Math.abs(q[0]) > 1e-12) expectNear(found, positive, tolerance);
      else expectNear([Math.abs(dot(found, q))], [1], tolerance);
      expect(call("rotationMatrixToQuaternion", homogeneous(ofQuaternion(q)))).toEqual(found);
    }),
    { ...runs, numRuns: 1000 },
  );
});

test("half turns, where w is zero, survive the way through the matrix", () => {
  fc.assert(
    fc.property(axis, (n) => {
      const q = [0, ...direction(n)];
      const found = call("rotationMatrixToQuaternion", ofQuaternion(q));
      expectNear(ofQuaternion(found).flat(), ofQuaternion(q).flat(), tolerance);
    }),
    runs,
  );
});

test("angles with |y| < 90° come back from the matrix and from the quaternion", () => {
  const unlocked = fc.tuple(angle, angle, angle).map(([x, y, z]) => [x, 0.499 * y, z]);
  fc.assert(
    fc.property(unlocked, (e) => {
      // x and z are as well determined as cos y is far from zero.
      const near = (1e-15 * 4) / Math.cos(e[1]);
      const sameAngles = (found: readonly number[]) =>
        expectNear(
          found.flatMap((a) => [Math.cos(a), Math.sin(a)]),
          e.flatMap((a) => [Math.cos(a), Math.sin(a)]),
          near,
        );
      sameAngles(call("rotationMatrixToEulerXYZ", rowsOf(call("rotation", e), 3)));
      sameAngles(call("rotationMatrixToEulerXYZ", rowsOf(call("eulerXYZToRotationMatrix", e), 4)));
      sameAngles(call("quaternionToEulerXYZ", call("eulerXYZToQuaternion", e)));
    }),
    runs,
  );
});

test("every rotation comes back from its angles, and |y| <= 90°", () => {
  fc.assert(
    fc.property(unitQuaternion, (q) => {
      for (const e of [call("quaternionToEulerXYZ", q), call("rotationMatrixToEulerXYZ", ofQuaternion(q))]) {
        expect(Math.abs(e[1])).toBeLessThanOrEqual(Math.PI / 2);
        expectNear(ofAngles(e).flat(), ofQuaternion(q).flat(), 2 * tolerance);
      }
    }),
    runs,
  );
});

test("at gimbal lock z is zero and the rotation comes back", () => {
  fc.assert(
    fc.property(angle, angle, fc.constantFrom(1, -1), (x, z, side) => {
      const matrix = ofAngles([x, (side * Math.PI) / 2, z]);
      const e = call("rotationMatrixToEulerXYZ", matrix);
      expect(e[2]).toBe(0);
      expectNear([e[1]], [(side * Math.PI) / 2], 1e-15);
      expectNear(ofAngles(e).flat(), matrix.flat(), 2 * tolerance);
    }),
    runs,
  );
});

test("near gimbal lock no digit of the rotation is lost", () => {
  const beside = fc.integer({ min: 3, max: 16 }).map((n) => 10 ** -n);
  fc.assert(
    fc.property(angle, angle, beside, fc.constantFrom(1, -1), (x, z, off, side) => {
      const matrix = ofAngles([x, side * (Math.PI / 2 - off), z]);
      const e = call("rotationMatrixToEulerXYZ", matrix);
      expectNear(ofAngles(e).flat(), matrix.flat(), 1e-14);
    }),
    { ...runs, numRuns: 1000 },
  );
});

test("rotation of a matrix is that matrix", () => {
  fc.assert(
    fc.property(angles, (e) => {
      expect(call("rotation", ofAngles(e))).toEqual(ofAngles(e).flat());
    }),
    runs,
  );
});

test("quaternionRate is half of w q", () => {
  fc.assert(
    fc.property(quaternion, vector, (q, w) => {
      expectNear(call("quaternionRate", q, w), scaled(0.5, hamilton([0, ...w], q)), 1e-14);
      expect(call("orientationRate", q, w)).toEqual(call("quaternionRate", q, w));
    }),
    runs,
  );
});

/** (f(h) - f(-h)) / 2h with its error of order h² taken off. */
function derivative(f: (h: number) => readonly number[]): number[] {
  const slope = (h: number) => scaled(1 / (2 * h), added(f(h), scaled(-1, f(-h))));
  return added(scaled(4 / 3, slope(5e-4)), scaled(-1 / 3, slope(1e-3)));
}

test("orientationRate turns angles, quaternion and matrix alike with the angular velocity of the world's frame", () => {
  const unlocked = fc.tuple(angle, angle, angle).map(([x, y, z]) => [x, 0.45 * y, z]);
  fc.assert(
    fc.property(unlocked, vector, (e, w) => {
      const matrix = ofAngles(e);
      const expected = product(
        [
          [0, -w[2], w[1]],
          [w[2], 0, -w[0]],
          [-w[1], w[0], 0],
        ],
        matrix,
      ).flat();
      expectNear(call("orientationRate", matrix, w), expected, 1e-14);
      const rate = call("orientationRate", e, w);
      expectNear(
        derivative((h) => ofAngles(added(e, scaled(h, rate))).flat()),
        expected,
        1e-6,
      );
      const q = call("eulerXYZToQuaternion", e);
      const qRate = call("quaternionRate", q, w);
      expectNear(
        derivative((h) => call("rotation", added(q, scaled(h, qRate)))),
        expected,
        1e-9,
      );
    }),
    runs,
  );
});

test("a product of quaternions is the product of their matrices", () => {
  fc.assert(
    fc.property(unitQuaternion, unitQuaternion, vector, (p, q, v) => {
      const both = rowsOf(call("rotation", call("multiplyQuaternions", p, q)), 3);
      const one = rowsOf(call("rotation", p), 3);
      const other = rowsOf(call("rotation", q), 3);
      expectNear(applied(both, v), applied(one, applied(other, v)), 2e-14);
    }),
    runs,
  );
});
