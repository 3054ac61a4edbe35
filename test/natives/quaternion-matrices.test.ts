// A 4×4 matrix as four quaternions in its columns: the theorems on the rotation of an inertia tensor in an appendix by
// Kocic (2012), which proved them by algebra. Here the language states them, and they hold on random input.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createSession,
  define,
  evaluate,
  expectNear,
  length,
  matrixOfSize,
  numbersOf,
  quaternion,
  real,
  textOf,
  unitQuaternion,
  vector,
} from "./vflang.ts";

const definitions = `
times(p, q) = multiplyQuaternions(p, q)
star(q) = quaternionConjugate(q)
T(M) = matrixTranspose(M)
I4 = identityMatrix(4)

// q · M, M · q and p · M · q: the product with the quaternion in each column.
left(q, M) = T(leftRows(q, T(M)))
leftRows(q, C) = [times(q, C # 1), times(q, C # 2), times(q, C # 3), times(q, C # 4)]
right(M, q) = T(rightRows(T(M), q))
rightRows(C, q) = [times(C # 1, q), times(C # 2, q), times(C # 3, q), times(C # 4, q)]
both(p, M, q) = T(bothRows(p, T(M), q))
bothRows(p, C, q) = [times(times(p, C # 1), q), times(times(p, C # 2), q),
                     times(times(p, C # 3), q), times(times(p, C # 4), q)]

// The sign of the vector parts, first row and first column, turned.
Conj(M) = conjSigns * M * conjSigns
conjSigns = [[1, 0, 0, 0], [0, -1, 0, 0], [0, 0, -1, 0], [0, 0, 0, -1]]

L(q) = left(q, I4)
R(q) = right(I4, q)
Q(q) = L(q) * R(star(q))

w = q # 1
x = q # 2
y = q # 3
z = q # 4
scalarPart = w * I4
vectorMatrix = [[0, x, y, z], [-x, 0, 0, 0], [-y, 0, 0, 0], [-z, 0, 0, 0]]
crossMatrix = [[0, 0, 0, 0], [0, 0, -z, y], [0, z, 0, -x], [0, -y, x, 0]]
asReal(s) = [s, 0, 0, 0]
pureVector(q) = [0, q # 2, q # 3, q # 4]

// Shoemake's rotation matrix, for a unit quaternion.
RM = [[1, 0, 0, 0],
      [0, 1 - 2 * (y^2 + z^2), 2 * x * y - 2 * w * z, 2 * x * z + 2 * w * y],
      [0, 2 * x * y + 2 * w * z, 1 - 2 * (x^2 + z^2), 2 * y * z - 2 * w * x],
      [0, 2 * x * z - 2 * w * y, 2 * w * x + 2 * y * z, 1 - 2 * (x^2 + y^2)]]
// The same with the rotation that the language itself makes of a quaternion or a matrix.
around(r) = [[1, 0, 0, 0],
             [0, r # 1 # 1, r # 1 # 2, r # 1 # 3],
             [0, r # 2 # 1, r # 2 # 2, r # 2 # 3],
             [0, r # 3 # 1, r # 3 # 2, r # 3 # 3]]

EulerRodrigues(angle, u) = cosine(angle) * identityMatrix(3) + (1 - cosine(angle)) * outerProduct(u, u)
  + sine(angle) * skewSymmetricMatrix(u)
`;

const session = createSession();
define(session, definitions);

/** The expressions of each have one value, for every q, q1, q2 and A. */
const forAll: Record<string, string[][]> = {
  "a product of quaternions is associative": [["times(times(q1, q), q2)", "times(q1, times(q, q2))"]],
  "a product of quaternions with a matrix is associative": [
    ["both(q1, A, q2)", "left(q1, right(A, q2))", "right(left(q1, A), q2)"],
    ["both(q, A, star(q))", "right(left(q, A), star(q))", "left(q, right(A, star(q)))"],
  ],
  "the conjugate transposes the matrix of a product": [
    ["T(left(q, I4))", "left(star(q), I4)"],
    ["T(right(I4, q))", "right(I4, star(q))"],
    ["L(star(q))", "T(L(q))"],
    ["R(star(q))", "T(R(q))"],
  ],
  "a product with a matrix is that with the unit matrix, multiplied": [
    ["left(q, I4) * A", "left(q, A)"],
    ["right(I4, q) * A", "right(A, q)"],
    ["left(q1, I4) * right(I4, q2)", "both(q1, I4, q2)"],
    ["right(I4, q2) * (left(q1, I4) * A)", "right(left(q1, A), q2)", "both(q1, A, q2)"],
    ["right(I4, q2) * left(q1, I4) * A", "left(q1, I4) * right(I4, q2) * A", "both(q1, I4, q2) * A", "both(q1, A, q2)"],
  ],
  "Conj turns the sides of a product": [
    ["Conj(left(q, A))", "right(Conj(A), star(q))"],
    ["Conj(right(A, q))", "left(star(q), Conj(A))"],
    [
      "Conj(both(q1, A, q2))",
      "Conj(left(q1, right(A, q2)))",
      "right(Conj(right(A, q2)), star(q1))",
      "both(star(q2), Conj(A), star(q1))",
    ],
    ["Conj(both(q, A, star(q)))", "both(q, Conj(A), star(q))"],
    ["right(Conj(L(q) * A), star(q))", "Conj(left(q, L(q) * A))"],
  ],
  "L and R multiply from the left and from the right": [
    ["L(q) * q1", "times(q, q1)"],
    ["R(q) * q1", "times(q1, q)"],
    ["L(q) * R(star(q)) * q1", "times(times(q, q1), star(q))"],
    ["left(q, R(star(q))) * A", "left(q, R(star(q)) * A)", "right(L(q) * A, star(q))"],
  ],
  "L and R have the components printed": [
    ["L(q)", "[[w, -x, -y, -z], [x, w, -z, y], [y, z, w, -x], [z, -y, x, w]]"],
    ["L(star(q))", "[[w, x, y, z], [-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]]"],
    ["R(q)", "[[w, -x, -y, -z], [x, w, z, -y], [y, -z, w, x], [z, y, -x, w]]"],
    ["R(star(q))", "[[w, x, y, z], [-x, w, -z, y], [-y, z, w, -x], [-z, -y, x, w]]"],
  ],
  "Q is the product of L and R in either order, and its transpose that of the conjugate": [
    ["Q(q)", "L(q) * R(star(q))", "R(star(q)) * L(q)", "T(R(q) * L(star(q)))", "T(L(star(q)) * R(q))"],
    ["Q(star(q))", "R(q) * L(star(q))", "L(star(q)) * R(q)", "T(Q(q))"],
    ["Q(q) * Q(star(q))", "(q . q)^2 * I4"],
  ],
  "scalar, vector and cross-product parts add up to L and R": [
    ["0.5 * (L(q) + L(star(q)))", "0.5 * (R(q) + R(star(q)))", "scalarPart"],
    ["0.5 * (L(star(q)) - R(q))", "0.5 * (R(star(q)) - L(q))", "vectorMatrix"],
    ["0.5 * (L(q) - R(star(q)))", "0.5 * (R(q) - L(star(q)))", "T(vectorMatrix)"],
    ["0.5 * (L(q) - R(q))", "crossMatrix"],
    ["0.5 * (L(star(q)) - R(star(q)))", "T(crossMatrix)"],
    ["L(q)", "scalarPart - vectorMatrix + crossMatrix"],
    ["R(q)", "scalarPart - vectorMatrix - crossMatrix"],
  ],
  "Q is L L + 2 L (vector part)": [
    ["asReal(0)", "quaternionPower(q, 2) + 2 * times(q, pureVector(star(q))) - asReal(q . q)"],
    [
      "Q(q)",
      "L(q) * L(q) + 2 * L(q) * vectorMatrix",
      "L(q) * L(q) + 2 * L(q) * (0.5 * (R(star(q)) - L(q)))",
      "L(q) * R(star(q))",
    ],
  ],
};

/** The same, for a q of unit length. */
const forUnit: Record<string, string[][]> = {
  "q 1 q* is 1, for the quaternion and for a column": [
    ["[1, 0, 0, 0]", "times(times(q, [1, 0, 0, 0]), star(q))", "both(q, I4, star(q)) * [1, 0, 0, 0]"],
  ],
  "the rotation matrix is Q": [
    ["RM", "Q(q)", "L(q) * R(star(q))", "both(q, I4, star(q))", "around(rotation(q))"],
    ["RM", "around(subMatrix(quaternionToRotationMatrix(q), 3, 3))"],
    ["T(RM)", "Q(star(q))", "T(R(star(q))) * T(L(q))"],
    ["RM * q1", "L(q) * R(star(q)) * q1", "times(times(q, q1), star(q))"],
  ],
  "a tensor turned by matrices is the tensor turned by the quaternion across its columns, then its rows": [
    [
      "RM * A * T(RM)",
      "Q(q) * A * Q(star(q))",
      "L(q) * R(star(q)) * A * L(star(q)) * R(q)",
      "T(both(q, T(both(q, A, star(q))), star(q)))",
    ],
    [
      "RM * A * T(RM)",
      "both(q, I4, star(q)) * A * T(both(q, I4, star(q)))",
      "L(q) * R(star(q)) * A * T(L(q) * R(star(q)))",
    ],
    [
      "RM * A * T(RM)",
      "L(q) * R(star(q)) * A * T(R(star(q))) * T(L(q))",
      "L(q) * (R(star(q)) * A * T(R(star(q)))) * T(L(q))",
    ],
  ],
  "the unit tensor looks alike from everywhere": [
    ["I4", "both(q, I4, star(q)) * I4 * T(both(q, I4, star(q)))", "L(q) * R(star(q)) * I4 * T(L(q) * R(star(q)))"],
    ["I4", "L(q) * (R(star(q)) * I4 * T(R(star(q)))) * T(L(q))", "T(both(q, T(both(q, I4, star(q))), star(q)))"],
  ],
  "Q and the rotation matrix are orthogonal": [
    ["I4", "Q(q) * T(Q(q))", "L(q) * R(star(q)) * T(R(star(q))) * T(L(q))", "L(q) * R(star(q)) * R(q) * L(star(q))"],
    ["I4", "Q(q) * Q(star(q))", "RM * T(RM)", "Q(q) * Q(q)^-1"],
    ["Q(q)^-1", "Q(star(q))"],
  ],
};

const forRegular = ["0.5 * L(quaternionInverse(q)) * (L(q) * L(q) - Q(q))", "0.5 * (L(q) - R(star(q)))"];

type Sample = { q: readonly number[]; q1: readonly number[]; q2: readonly number[]; A: readonly (readonly number[])[] };
const runs = { seed: 11, numRuns: 60 };

function sample(q: fc.Arbitrary<number[]>): fc.Arbitrary<Sample> {
  return fc.record({ q, q1: quaternion, q2: quaternion, A: matrixOfSize(4, 4) });
}

function numbersBy(expression: string): number[] {
  return numbersOf(evaluate(expression, session));
}

function setUp({ q, q1, q2, A }: Sample): void {
  define(session, `q = ${textOf(q)}\nq1 = ${textOf(q1)}\nq2 = ${textOf(q2)}\nA = ${textOf(A)}`);
}

function expectOneValue(expressions: readonly string[]): void {
  const [first, ...others] = expressions.map(numbersBy);
  // Up to four factors of size 6 and sums of four.
  for (const other of others) expectNear(other, first, 1e-14 * (1 + length(first)) + 1e-13);
}

for (const [theorem, statements] of Object.entries(forAll))
  test(`${theorem}, for every quaternion`, () => {
    fc.assert(
      fc.property(sample(quaternion), (given) => {
        setUp(given);
        for (const expressions of statements) expectOneValue(expressions);
      }),
      runs,
    );
  });

for (const [theorem, statements] of Object.entries(forUnit))
  test(`${theorem}, for every unit quaternion`, () => {
    fc.assert(
      fc.property(sample(unitQuaternion), (given) => {
        setUp(given);
        for (const expressions of statements) expectOneValue(expressions);
      }),
      runs,
    );
  });

test("L of the inverse takes the vector part out of L L - Q", () => {
  fc.assert(
    fc.property(sample(quaternion.filter((q) => length(q) > 0.1)), (given) => {
      setUp(given);
      expectOneValue(forRegular);
    }),
    runs,
  );
});

test("the rotation matrix of an axis and an angle is Euler's and Rodrigues' formula", () => {
  const axis = vector.filter((v) => length(v) > 1e-3);
  fc.assert(
    fc.property(axis, real, (u, angle) => {
      const n = `normalize(${textOf(u)})`;
      const expected = numbersBy(`EulerRodrigues(${angle}, ${n})`);
      expectNear(numbersBy(`rotation(quaternionFromAxisAndAngle(${textOf(u)}, ${angle}))`), expected, 2e-15);
      expectNear(
        numbersBy(`subMatrix(quaternionToRotationMatrix(quaternionFromAxisAndAngle(${n}, ${angle})), 3, 3)`),
        expected,
        2e-15,
      );
    }),
    runs,
  );
});

test("an inertia tensor turns as R I Rᵀ inside the quaternion form", () => {
  fc.assert(
    fc.property(sample(unitQuaternion), matrixOfSize(3, 3), (given, m) => {
      setUp(given);
      const I = `(${textOf(m)} + T(${textOf(m)}))`;
      const turned = `around(rotation(q) * ${I} * T(rotation(q)))`;
      expectNear(numbersBy(`T(both(q, T(both(q, around(${I}), star(q))), star(q)))`), numbersBy(turned), 1e-13);
    }),
    runs,
  );
});

test("Q is not the transpose of R(q*) L(q), as one line of the text has it: that is Q of the conjugate", () => {
  setUp({
    q: [1, 2, 3, 4],
    q1: [1, 0, 0, 0],
    q2: [1, 0, 0, 0],
    A: [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ],
  });
  expect(numbersBy("T(R(star(q)) * L(q))")).toEqual(numbersBy("Q(star(q))"));
  expect(numbersBy("T(R(star(q)) * L(q))")).not.toEqual(numbersBy("Q(q)"));
});
