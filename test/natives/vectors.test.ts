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
  real,
  rowsOf,
  runs,
  scaled,
  transposed,
  vector,
} from "./vflang.ts";

const anyVector = fc.array(real, { minLength: 1, maxLength: 8 });

test("norm and vectorDimension are those of a vector of any length", () => {
  fc.assert(
    fc.property(anyVector, (v) => {
      expectNear(call("norm", v), [length(v)], 1e-15 * length(v));
      expect(call("vectorDimension", v)).toEqual([v.length]);
    }),
    runs,
  );
});

test("normalize keeps the direction and gives length 1", () => {
  fc.assert(
    fc.property(
      anyVector.filter((v) => length(v) > 0),
      (v) => expectNear(call("normalize", v), direction(v), 1e-15),
    ),
    runs,
  );
});

test("normalize of zero is zero", () => {
  for (let n = 1; n <= 6; n++) expect(call("normalize", Array(n).fill(0))).toEqual(Array(n).fill(0));
});

test("skewSymmetricMatrix(a) * b is the cross product", () => {
  fc.assert(
    fc.property(vector, vector, (a, b) => {
      const matrix = rowsOf(call("skewSymmetricMatrix", a), 3);
      expectNear(applied(matrix, b), cross(a, b), 1e-14);
      expectNear(transposed(matrix).flat(), scaled(-1, matrix.flat()), 0);
    }),
    runs,
  );
});

test("outerProduct(a, b) holds all products, also of vectors of different length", () => {
  fc.assert(
    fc.property(anyVector, anyVector, (a, b) => {
      expect(call("outerProduct", a, b)).toEqual(a.flatMap((x) => b.map((y) => x * y)));
    }),
    runs,
  );
});

test("reflectVector turns the part along the normal round and leaves the rest, whatever the normal's length", () => {
  fc.assert(
    fc.property(vector, axis, (v, n) => {
      const reflected = call("reflectVector", v, n);
      const along = dot(v, direction(n));
      expectNear(reflected, added(v, scaled(-2 * along, direction(n))), 1e-14);
      expectNear(call("reflectVector", reflected, n), v, 1e-14);
    }),
    runs,
  );
});

test("rotateVector moves a vector as the rotation about that axis does", () => {
  fc.assert(
    fc.property(vector, axis, angle, (v, n, turn) => {
      const u = direction(n);
      const along = scaled(dot(u, v), u);
      const across = added(v, scaled(-1, along));
      const expected = added(along, added(scaled(Math.cos(turn), across), scaled(Math.sin(turn), cross(u, v))));
      expectNear(call("rotateVector", v, n, turn), expected, 2e-14);
    }),
    runs,
  );
});

test("rotateVector equals the matrix of quaternionFromAxisAndAngle", () => {
  fc.assert(
    fc.property(vector, axis, angle, (v, n, turn) => {
      const matrix = rowsOf(call("rotation", call("quaternionFromAxisAndAngle", n, turn)), 3);
      expectNear(call("rotateVector", v, n, turn), applied(matrix, v), 2e-14);
    }),
    runs,
  );
});

function expectBasis(n: readonly number[]): void {
  const basis = rowsOf(call("arbitraryBasis", n), 3);
  const [first, second, third] = transposed(basis);
  expectNear(first, direction(n), 1e-15);
  expectNear(product(transposed(basis), basis).flat(), identity(3).flat(), 1e-15);
  expectNear(cross(first, second), third, 1e-15);
}

test("arbitraryBasis is orthonormal and right-handed, its argument's direction first", () => {
  fc.assert(fc.property(axis, expectBasis), { ...runs, numRuns: 1000 });
});

test("arbitraryBasis holds along the axes, both ways, and a hair beside them", () => {
  for (const size of [1, -1, 7, -0.01])
    for (const axis of identity(3)) {
      expectBasis(scaled(size, axis));
      for (const beside of [1e-16, -1e-9, 1e-5]) expectBasis(added(scaled(size, axis), [beside, -beside, beside]));
    }
  for (const signs of [0, 1, 2, 3, 4, 5, 6, 7]) expectBasis([0, 1, 2].map((bit) => ((signs >> bit) & 1 ? -1 : 1)));
});

const masses = fc.array(
  fc.tuple(
    real.map((m) => Math.abs(m) + 0.1),
    vector,
  ),
  { minLength: 1, maxLength: 8 },
);

test("centerOfMass balances the point masses", () => {
  fc.assert(
    fc.property(masses, (points) => {
      const total = points.reduce((sum, [m]) => sum + m, 0);
      const moment = points.reduce((sum, [m, p]) => added(sum, scaled(m, p)), [0, 0, 0]);
      const center = call(
        "centerOfMass",
        points.map(([m]) => m),
        points.map(([, p]) => p),
      );
      expectNear(center, scaled(1 / total, moment), 1e-14);
    }),
    runs,
  );
});

test("inertiaTensor gives the kinetic energy of any spin about the centre of mass", () => {
  fc.assert(
    fc.property(masses, vector, (points, w) => {
      const list = points.map(([m]) => m);
      const places = points.map(([, p]) => p);
      const center = call("centerOfMass", list, places);
      const tensor = rowsOf(call("inertiaTensor", list, places), 3);
      const energy = points.reduce((sum, [m, p]) => {
        const v = cross(w, added(p, scaled(-1, center)));
        return sum + 0.5 * m * dot(v, v);
      }, 0);
      expectNear([0.5 * dot(w, applied(tensor, w))], [energy], 1e-11);
      expectNear(transposed(tensor).flat(), tensor.flat(), 0);
    }),
    runs,
  );
});
