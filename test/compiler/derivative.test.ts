// Derivatives on the graph: against central differences, against formulas by hand, and what is zero by its form.
import { describe, expect, test } from "vitest";
import { Derivative, type Direction } from "../../src/compiler/graph/derivative.ts";
import type { Node } from "../../src/compiler/graph/node.ts";
import { real } from "../../src/language/shapes/shape.ts";
import { Random } from "../language/fuzz/random.ts";
import { Formulas, runner } from "./formulas.ts";
import { lineariseJoint } from "./point-joint.ts";

const uniform = (random: Random, low: number, high: number) =>
  low + (random.below(1_000_001) / 1_000_000) * (high - low);

describe("the derivative of a formula of x is that of central differences:", () => {
  const formulas = [
    "x * x * x - 2 / x",
    "(x * x + 1)^0.5",
    "sine(x) * cosine(2 * x) + tangent(x / 4)",
    "inverseSine(x / 4) + inverseCosine(x / 4)",
    "inverseTangent(x) + atan2(x, 2 - x)",
    "exp(-x) * log(x + 1)",
    "sinh(x) / cosh(x) + tanh(x / 2)",
    "x^1.7 + 1.3^x + x^x",
    "abs(1 - x) * max(x, 1) + min(x, 2)",
    "norm([x, 1, x * x])",
    "normalize([x, 2, 3]) # 1",
    "[x, 1, 2] * [1, x, 0] . [1, 2, 3]",
    "determinant([[x, 1], [2, x]])",
    "inverse([[x + 3, 1, 0], [2, x + 5, 1], [0, 1, 9]]) # 1 # 2",
    "rotateVector([1, 0, 0], [0, 1, 1], x) # 3",
    "if x > 1 then x * x else 2 * x - 1",
    "(if x > 1 then exp(sine(x)) * [x, 1, 1] else [1, cosine(x) * sine(x), exp(x)]) # 2",
    "rotation([x, 1, 2]) # 2 # 3",
    "rotation([x, 1, 2, 3]) # 2 # 3",
    "floor(x) + x",
    "determinant([[x, 1, 0, 2], [1, 3, x, 0], [0, x, 5, 1], [2, 0, 1, 7]])",
    "solve([[x + 3, 1, 0, 2], [1, 5, x, 0], [0, x, 6, 1], [2, 0, 1, 7]], [x, 1, 2, 3 * x]) # 2",
    "inverse([[x + 3, 1, 0, 2], [1, 5, x, 0], [0, x, 6, 1], [2, 0, 1, 7]]) # 3 # 2",
    "eigenvalues([[x, 1, 2], [1, 3 + x, x * x], [2, x * x, 9]]) # 2",
    "eigenvectors([[x, 1, 2], [1, 3 + x, x], [2, x, 9]]) # 2 # 3",
  ];
  for (const formula of formulas)
    test(formula, () => {
      const it = new Formulas(`y = ${formula}`, { x: real });
      const [x] = it.leaves("x");
      const [y] = it.nodes("y");
      const derivative = new Derivative(it.graph, along(it, [x]));
      const value = runner(it.source([y, derivative.of(y)]));
      const random = new Random(7);
      for (let i = 0; i < 30; i++) {
        const at = uniform(random, 0.2, 2.8);
        const h = 1e-5;
        if (Math.abs(at - 1) < 2 * h || Math.abs(at - 2) < 2 * h) continue;
        const difference = (value([at + h])[0] - value([at - h])[0]) / (2 * h);
        expect(Math.abs(value([at])[1] - difference)).toBeLessThan(1e-7 * Math.max(1, Math.abs(difference)));
      }
    });
});

/** The direction in which these leaves change at the rate of one. */
function along(it: Formulas, leaves: readonly Node[]): Direction {
  return { leaf: (node) => (leaves.includes(node) ? it.graph.real(1) : null), turn: () => null };
}

test("what does not depend on a number has no derivative, and products with zero leave none", () => {
  const it = new Formulas("y = [a, 2 * a, a * b] . [0, 0, 0] + floor(a) + b", { a: real, b: real });
  const [a] = it.leaves("a");
  expect(new Derivative(it.graph, along(it, [a])).of(it.nodes("y")[0])).toBeNull();
});

test("a point joint: Jacobian [1, -[Rr]×, -1, [Rr]×], rate and J̇q̇ = w × (w × Rr) as by hand, to rounding", () => {
  const { it, values, jacobian, rate, bias } = lineariseJoint();
  const run = runner(it.source([...values, ...jacobian, ...rate, ...bias]));
  const random = new Random(3);
  for (let i = 0; i < 50; i++) {
    const numbers = Float64Array.from({ length: 32 }, () => uniform(random, -1, 1));
    const read = (name: string) => [...numbers.subarray(it.place(name).at, it.place(name).at + it.place(name).size)];
    const out = run(numbers);
    const arms = [1, 2].map((body) => turned(read(`q${body}`), read(`r${body}`)));
    const near = (found: number, wanted: number) => expect(Math.abs(found - wanted)).toBeLessThan(1e-13 * 10);
    for (let row = 0; row < 3; row++) {
      near(out[row], read("p1")[row] + arms[0][row] - read("p2")[row] - arms[1][row]);
      for (const [body, sign] of [
        [0, 1],
        [1, -1],
      ] as const) {
        for (let col = 0; col < 3; col++) {
          near(out[3 + row * 12 + 6 * body + col], row === col ? sign : 0);
          const axis = [0, 1, 2].map((k) => (k === col ? 1 : 0));
          near(out[3 + row * 12 + 6 * body + 3 + col], sign * cross(axis, arms[body])[row]);
        }
      }
      const spin = (body: number) => cross(read(`w${body + 1}`), arms[body]);
      near(out[39 + row], read("v1")[row] + spin(0)[row] - read("v2")[row] - spin(1)[row]);
      near(out[42 + row], cross(read("w1"), spin(0))[row] - cross(read("w2"), spin(1))[row]);
    }
  }
});

test("the Jacobian of a point joint is made of constants and the turned arms alone: no further products", () => {
  const { it, jacobian } = lineariseJoint();
  const zero = jacobian.filter((node) => node === null).length;
  const one = jacobian.filter((node) => node !== null && Math.abs(it.graph.realValue(node) ?? 0) === 1).length;
  expect({ zero, one }).toEqual({ zero: 2 * (6 + 3), one: 6 });
  const before = new Set(it.nodes("C").flatMap((node) => [...reach(it, node)]));
  const more = new Set(jacobian.flatMap((node) => (node === null ? [] : [...reach(it, node)])));
  const products = [...more].filter((node) => !before.has(node) && ["mul", "div"].includes(it.graph.data(node).op));
  expect(products).toEqual([]);
});

function reach(it: Formulas, node: Node, seen = new Set<Node>()): Set<Node> {
  if (seen.has(node)) return seen;
  seen.add(node);
  const data = it.graph.data(node);
  if ("a" in data) reach(it, data.a, seen);
  if ("b" in data) reach(it, data.b, seen);
  return seen;
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** A vector turned by a quaternion that need not be of unit length. */
function turned([w, x, y, z]: readonly number[], r: readonly number[]): number[] {
  const n = w * w + x * x + y * y + z * z;
  const v = [x, y, z];
  const first = cross(v, r);
  const second = cross(v, first);
  return r.map((one, k) => one + (2 * (w * first[k] + second[k])) / n);
}
