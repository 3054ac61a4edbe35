// The brick of a lecture on rigid bodies (Qureshi, CSCI 3010U): eight point masses in the corners of 4 × 1 × 2,
// computed in the language. The lecture's code adds the products of inertia with the wrong sign; the values here are
// the right ones.
import { expect, test } from "vitest";
import { createSession, define, evaluate, expectNear, numbersOf } from "./vflang.ts";

const session = createSession();
define(
  session,
  `
  l = 4
  h = 1
  d = 2
  a = [1, 1, 1]
  e = a + [0, 0, -d]
  corners = [a, a + [l, 0, 0], a + [l, h, 0], a + [0, h, 0], e, e + [l, 0, 0], e + [l, h, 0], e + [0, h, 0]]
  masses = [1, 1, 1, 1, 1, 1, 1, 1]
  center = centerOfMass(masses, corners)
  inertia = inertiaTensor(masses, corners)

  turn = rotation([0, pi / 4, 0])
  // The corners turned about the centre of mass: each row r becomes turn * (r - center) + center.
  centers = outerProduct(masses, center)
  turned = (corners - centers) * matrixTranspose(turn) + centers
  turnedInertia = inertiaTensor(masses, turned)
  body = matrixTranspose(turn) * turnedInertia * turn
  `,
);
const numbersBy = (name: string) => numbersOf(evaluate(name, session));

test("the brick's centre of mass is (3, 1.5, 0)", () => {
  expect(numbersBy("center")).toEqual([3, 1.5, 0]);
});

test("the brick's inertia is diag(10, 40, 34)", () => {
  expect(numbersBy("inertia")).toEqual([10, 0, 0, 0, 40, 0, 0, 0, 34]);
});

test("the brick turned by 45° about y keeps its centre of mass and has the product of inertia +12", () => {
  expectNear(numbersBy("centerOfMass(masses, turned)"), [3, 1.5, 0], 1e-15);
  expectNear(numbersBy("turnedInertia"), [22, 0, 12, 0, 40, 0, 12, 0, 22], 1e-14);
});

test("the turned corners are the lecture's", () => {
  expectNear(numbersBy("turned # 1"), [2.29289322, 1, 2.12132034], 5e-9);
  expectNear(numbersBy("turned # 8"), [0.87867966, 2, 0.70710678], 5e-9);
});

test("the rotation takes the tensor to the world and back to the body's, in order", () => {
  expectNear(numbersBy("turn * inertia * matrixTranspose(turn)"), numbersBy("turnedInertia"), 1e-13);
  expectNear(numbersBy("body"), [10, 0, 0, 0, 40, 0, 0, 0, 34], 1e-13);
});

test("the turned tensor's eigenvalues are 10, 34 and 40, its eigenvectors the brick's edges", () => {
  expectNear(numbersBy("eigenvalues(turnedInertia)"), [10, 34, 40], 1e-13);
  const s = Math.SQRT1_2;
  // One in each column: the long edge, the edge d, the upright one; each up to its sign.
  const found = numbersBy("matrixTranspose(eigenvectors(turnedInertia))").map(Math.abs);
  expectNear(found, [s, 0, s, s, 0, s, 0, 1, 0], 1e-14);
  const diagonal = numbersBy(
    "matrixTranspose(eigenvectors(turnedInertia)) * turnedInertia * eigenvectors(turnedInertia)",
  );
  expectNear(diagonal, [10, 0, 0, 0, 34, 0, 0, 0, 40], 1e-13);
});
