import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applied,
  call,
  complaint,
  cross,
  dot,
  evaluate,
  expectNear,
  identity,
  length,
  matrixOfSize,
  product,
  real,
  rowsOf,
  runs,
  squareMatrix,
  textOf,
  transposed,
} from "./vflang.ts";

type Rows = readonly (readonly number[])[];

/** By the first row's minors: slow, and nothing like elimination. */
function determinant(m: Rows): number {
  if (m.length === 1) return m[0][0];
  const minor = (j: number) => m.slice(1).map((row) => row.filter((_, k) => k !== j));
  return m[0].reduce((sum, x, j) => sum + (j % 2 === 0 ? 1 : -1) * x * determinant(minor(j)), 0);
}

const anyMatrix = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  .chain(([rows, cols]) => matrixOfSize(rows, cols));
/** Far enough from singular for the tolerances below. */
const regularMatrix = squareMatrix.filter((m) => Math.abs(determinant(m)) > 0.01);
const symmetricMatrix = squareMatrix.map((m) => m.map((row, i) => row.map((_, j) => (i < j ? m[i][j] : m[j][i]))));

test("matrixDimension, matrixTranspose and subMatrix take a matrix apart", () => {
  fc.assert(
    fc.property(anyMatrix, fc.nat(), fc.nat(), (m, i, j) => {
      const rows = 1 + (i % m.length);
      const cols = 1 + (j % m[0].length);
      expect(call("matrixDimension", m)).toEqual([m.length, m[0].length]);
      expect(call("matrixTranspose", m)).toEqual(transposed(m).flat());
      expect(call("subMatrix", m, rows, cols)).toEqual(m.slice(0, rows).flatMap((row) => row.slice(0, cols)));
    }),
    runs,
  );
});

test("identityMatrix changes no vector", () => {
  for (let n = 1; n <= 6; n++) expect(call("identityMatrix", n)).toEqual(identity(n).flat());
});

test("determinant equals the expansion by minors", () => {
  fc.assert(
    fc.property(squareMatrix, (m) => expectNear(call("determinant", m), [determinant(m)], 1e-11)),
    runs,
  );
});

test("determinant is multiplicative and that of the transpose", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }).chain((n) => fc.tuple(matrixOfSize(n, n), matrixOfSize(n, n))),
      ([a, b]) => {
        const [of] = call("determinant", a);
        const expected = of * call("determinant", b)[0];
        expectNear(call("determinant", product(a, b)), [expected], 1e-9 * (1 + Math.abs(expected)));
        expectNear(call("determinant", transposed(a)), [of], 1e-11 * (1 + Math.abs(of)));
      },
    ),
    runs,
  );
});

test("trace is the sum of the diagonal", () => {
  fc.assert(
    fc.property(squareMatrix, (m) => expectNear(call("trace", m), [m.reduce((sum, row, i) => sum + row[i], 0)], 1e-14)),
    runs,
  );
});

for (const name of ["inverse", "squareMatrixInverse"])
  test(`${name} undoes a regular matrix from either side`, () => {
    fc.assert(
      fc.property(regularMatrix, (m) => {
        const inverse = rowsOf(call(name, m), m.length);
        const tolerance = 1e-14 * (1 + length(inverse.flat()) * length(m.flat())) ** 2;
        expectNear(product(inverse, m).flat(), identity(m.length).flat(), tolerance);
        expectNear(product(m, inverse).flat(), identity(m.length).flat(), tolerance);
      }),
      runs,
    );
  });

test("a matrix to the power -1 is its inverse, and m^-2 the square of that", () => {
  fc.assert(
    fc.property(regularMatrix, (m) => {
      expect(evaluate(`${textOf(m)}^-1 == inverse(${textOf(m)})`)).toBe(true);
      expect(evaluate(`${textOf(m)}^-2 == inverse(${textOf(m)})^2`)).toBe(true);
    }),
    runs,
  );
});

test("solve finds the vector that the matrix takes to the right side", () => {
  fc.assert(
    fc.property(
      regularMatrix.chain((m) =>
        fc.tuple(fc.constant(m), fc.array(real, { minLength: m.length, maxLength: m.length })),
      ),
      ([m, x]) => {
        const found = call("solve", m, applied(m, x));
        expectNear(applied(m, found), applied(m, x), 1e-12 * (1 + length(found)));
      },
    ),
    runs,
  );
});

test("eigenvalues and eigenvectors take a symmetric matrix apart: m V = V D, V orthogonal, D upwards", () => {
  fc.assert(
    fc.property(symmetricMatrix, (m) => {
      const n = m.length;
      const values = call("eigenvalues", m);
      const vectors = transposed(rowsOf(call("eigenvectors", m), n));
      for (const [k, v] of vectors.entries())
        expectNear(
          applied(m, v),
          v.map((x) => values[k] * x),
          1e-13,
        );
      expectNear(product(vectors, transposed(vectors)).flat(), identity(n).flat(), 1e-14);
      expect(values).toEqual([...values].sort((a, b) => a - b));
    }),
    runs,
  );
});

test("eigenvalues have the trace as their sum and the determinant as their product", () => {
  fc.assert(
    fc.property(symmetricMatrix, (m) => {
      const values = call("eigenvalues", m);
      expectNear([values.reduce((sum, x) => sum + x, 0)], call("trace", m), 1e-13);
      expectNear([values.reduce((product, x) => product * x, 1)], call("determinant", m), 1e-10);
    }),
    runs,
  );
});

test("three eigenvectors form a rotation", () => {
  fc.assert(
    fc.property(
      matrixOfSize(3, 3).map((m) => m.map((row, i) => row.map((_, j) => (i < j ? m[i][j] : m[j][i])))),
      (m) => expectNear(call("determinant", rowsOf(call("eigenvectors", m), 3)), [1], 1e-14),
    ),
    runs,
  );
});

test("orthonormalize makes a rotation that keeps the first row's direction and the first two rows' plane", () => {
  const skewed = matrixOfSize(3, 3).filter((m) => length(cross(m[0], m[1])) > 1e-2);
  fc.assert(
    fc.property(skewed, (m) => {
      const r = rowsOf(call("orthonormalize", m), 3);
      expectNear(product(r, transposed(r)).flat(), identity(3).flat(), 1e-14);
      expectNear([determinant(r)], [1], 1e-14);
      expectNear(cross(r[0], m[0]), [0, 0, 0], 1e-14);
      expectNear([dot(r[2], m[1])], [0], 1e-13);
      expect(dot(r[1], m[1])).toBeGreaterThan(0);
    }),
    runs,
  );
});

test("orthonormalize leaves a rotation as it is", () => {
  fc.assert(
    fc.property(fc.array(real, { minLength: 3, maxLength: 3 }), (e) => {
      const r = rowsOf(call("rotation", e), 3);
      expectNear(call("orthonormalize", r), r.flat(), 1e-15);
    }),
    runs,
  );
});

test("a singular matrix and an asymmetric one are told in a sentence", () => {
  expect(complaint("inverse([[1, 2], [2, 4]])")).toContain("this matrix is singular: it has no inverse");
  expect(complaint("solve([[0, 0], [0, 0]], [1, 2])")).toContain("this matrix is singular");
  expect(complaint("eigenvalues([[1, 2], [3, 4]])")).toContain("eigenvalues are for symmetric matrices");
  expect(complaint("solve([[1, 0], [0, 1]], [1, 2, 3])")).toContain("a 2×2 matrix needs a right side of 2");
  expect(complaint("subMatrix([[1, 2]], 2, 1)")).toContain("a 1×2 matrix has no 2×1 part");
  expect(complaint("identityMatrix(1.5)")).toContain("must be a whole number from 1 on, and is 1.5");
  expect(evaluate("determinant([[1, 2], [2, 4]])")).toBe(0);
});
