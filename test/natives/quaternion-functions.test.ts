// Functions of a quaternion: f(a + b n) = Re f(a + ib) + n Im f(a + ib), b >= 0 the length and n the direction of the
// vector part.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Complex, functions } from "./complex.ts";
import {
  added,
  call,
  complaint,
  createSession,
  define,
  direction,
  evaluate,
  expectNear,
  length,
  numbersOf,
  quaternion,
  real,
  runs,
  scaled,
  textOf,
  unitQuaternion,
  vector,
} from "./vflang.ts";

type Quaternion = readonly number[];

const names = Object.keys(functions);
const apply = (name: string, q: Quaternion) => call(`quaternion${name}`, q);
const multiply = (p: Quaternion, q: Quaternion) => call("multiplyQuaternions", p, q);
const conjugate = (q: Quaternion) => [q[0], -q[1], -q[2], -q[3]];
const vectorPart = (q: Quaternion) => q.slice(1);
const one = [1, 0, 0, 0];

/** The quaternion that f makes of q, given what it makes of a + ib. */
function standard(f: (z: Complex) => Complex, q: Quaternion): number[] {
  const b = length(vectorPart(q));
  const [re, im] = f([q[0], b]);
  return [re, ...scaled(im, b === 0 ? [1, 0, 0] : scaled(1 / b, vectorPart(q)))];
}

/** Near 1, -1, 0 or a unit vector. */
function isNearBranchPoint(q: Quaternion): boolean {
  const b = length(vectorPart(q));
  return Math.min(Math.hypot(Math.abs(q[0]) - 1, b), Math.hypot(q[0], b - 1), length(q)) < 1e-3;
}

const realQuaternion = real.map((w) => [w, 0, 0, 0]);
const pureQuaternion = vector.map((v) => [0, ...v]);
const negativeQuaternion = quaternion.map((q) => [0 - Math.abs(q[0]), ...vectorPart(q)]);
const anyQuaternion = fc.oneof(quaternion, quaternion, realQuaternion, pureQuaternion, negativeQuaternion);
const nonReal = fc.oneof(quaternion, pureQuaternion, negativeQuaternion).filter((q) => length(vectorPart(q)) > 1e-3);

for (const name of names)
  test(`quaternion${name} is the complex function on the plane of its argument`, () => {
    fc.assert(
      fc.property(anyQuaternion, (q) => {
        const expected = standard(functions[name], q);
        // Poles are left out, and points so near to a branch point that the reference itself has lost its digits.
        fc.pre(expected.every(Number.isFinite) && length(expected) < 1e3);
        fc.pre(!isNearBranchPoint(q));
        expectNear(apply(name, q), expected, 1e-12 * (1 + length(expected)) ** 2);
      }),
      { ...runs, numRuns: 400 },
    );
  });

const table: Record<string, [number, number, number, number][]> = JSON.parse(
  readFileSync(new URL("complex-values.json", import.meta.url), "utf8"),
);
for (const name of names)
  test(`quaternion${name} is right to the last digits near branch points, near zero and far out`, () => {
    // [a, b, Re, Im], from arithmetic of 400 digits.
    for (const [a, b, re, im] of table[name]) {
      const [w, x, y, z] = apply(name, [a, 0, -b, 0]);
      expect(Math.hypot(w - re, y + im)).toBeLessThanOrEqual(2e-15 * Math.hypot(re, im));
      expect([Math.abs(x), Math.abs(z)]).toEqual([0, 0]);
    }
  });

test("real quaternions give the real functions wherever those have a value", () => {
  const reals: [string, (x: number) => number, number[]][] = [
    ["Exp", Math.exp, [-2, 0, 3]],
    ["Log", Math.log, [0.1, 1, 7]],
    ["Sqrt", Math.sqrt, [0, 2, 9]],
    ["Sine", Math.sin, [-2, 0, 3]],
    ["Cosine", Math.cos, [-2, 0, 3]],
    ["Tangent", Math.tan, [-2, 0, 3]],
    ["InverseSine", Math.asin, [-1, -0.3, 0, 0.9, 1]],
    ["InverseCosine", Math.acos, [-1, -0.3, 0, 0.9, 1]],
    ["InverseTangent", Math.atan, [-9, -1, 0, 0.5, 1]],
    ["InverseCotangent", (x) => Math.atan(1 / x), [-9, -1, 0.5, 1]],
    ["InverseSecant", (x) => Math.acos(1 / x), [-9, -1, 1, 2]],
    ["InverseCosecant", (x) => Math.asin(1 / x), [-9, -1, 1, 2]],
    ["Sinh", Math.sinh, [-2, 0, 3]],
    ["Cosh", Math.cosh, [-2, 0, 3]],
    ["Tanh", Math.tanh, [-2, 0, 3, 800]],
    ["InverseSinh", Math.asinh, [-2, 0, 3]],
    ["InverseCosh", Math.acosh, [1, 3]],
    ["InverseTanh", Math.atanh, [-0.9, 0, 0.5]],
    ["InverseCoth", (x) => Math.atanh(1 / x), [-3, 1.5]],
    ["InverseSech", (x) => Math.acosh(1 / x), [0.1, 0.5, 1]],
    ["InverseCsch", (x) => Math.asinh(1 / x), [-3, 0.5]],
  ];
  for (const [name, f, places] of reals)
    for (const x of places) expectNear(apply(name, [x, 0, 0, 0]), [f(x), 0, 0, 0], 1e-15 * (1 + Math.abs(f(x))));
});

test("on a cut along the real axis the value is the limit from above, along [1, 0, 0]", () => {
  const acosh2 = Math.acosh(2);
  const half = Math.PI / 2;
  const atanhHalf = Math.atanh(0.5);
  const cuts: [string, number, number, number][] = [
    ["Log", -1, 0, Math.PI],
    ["Sqrt", -4, 0, 2],
    ["InverseSine", 2, half, acosh2],
    ["InverseSine", -2, -half, acosh2],
    ["InverseCosine", 2, 0, -acosh2],
    ["InverseCosine", -2, Math.PI, -acosh2],
    ["InverseCosh", 0, 0, half],
    ["InverseCosh", -2, acosh2, Math.PI],
    ["InverseTanh", 2, atanhHalf, half],
    ["InverseTanh", -2, -atanhHalf, half],
    ["InverseSecant", 0.5, 0, acosh2],
    ["InverseSecant", -0.5, Math.PI, acosh2],
    ["InverseCosecant", 0.5, half, -acosh2],
    ["InverseSech", -0.5, acosh2, -Math.PI],
    ["InverseSech", 2, 0, -Math.acos(0.5)],
    ["InverseCoth", 0.5, atanhHalf, -half],
    ["InverseCoth", 0, 0, -half],
    ["InverseCotangent", 0, half, 0],
  ];
  for (const [name, x, re, im] of cuts) {
    expectNear(apply(name, [x, 0, 0, 0]), [re, im, 0, 0], 1e-15);
    expectNear(apply(name, [x, 0, 1e-13, 0]), [re, 0, im, 0], 1e-6);
  }
});

test("on a cut along the vector part a real part of zero, of either sign, counts as positive", () => {
  for (const zero of [0, -0]) {
    expectNear(apply("InverseSinh", [zero, 0, 2, 0]), [Math.acosh(2), 0, Math.PI / 2, 0], 1e-15);
    expectNear(apply("InverseTangent", [zero, 0, 0, 2]), [Math.PI / 2, 0, 0, Math.atanh(0.5)], 1e-15);
    expectNear(apply("InverseCotangent", [zero, 0.5, 0, 0]), [Math.PI / 2, -Math.atanh(0.5), 0, 0], 1e-15);
    expectNear(apply("InverseCsch", [zero, 0.5, 0, 0]), [Math.acosh(2), -Math.PI / 2, 0, 0], 1e-15);
  }
});

test("at a pole the value is not finite", () => {
  const poles: [string, number[]][] = [
    ["Log", [0, 0, 0, 0]],
    ["Cosecant", [0, 0, 0, 0]],
    ["Coth", [0, 0, 0, 0]],
    ["InverseTanh", [1, 0, 0, 0]],
    ["InverseTangent", [0, 0, 1, 0]],
    ["InverseSecant", [0, 0, 0, 0]],
  ];
  for (const [name, q] of poles) expect(apply(name, q).every(Number.isFinite), name).toBe(false);
});

test("f of the conjugate is the conjugate of f, for every f and every q that is not real", () => {
  fc.assert(
    fc.property(nonReal, fc.constantFrom(...names), (q, name) => {
      expectNear(apply(name, conjugate(q)), conjugate(apply(name, q)), 0);
    }),
    { ...runs, numRuns: 1000 },
  );
});

test("f of a turned q is f of q, turned", () => {
  fc.assert(
    fc.property(nonReal, unitQuaternion, fc.constantFrom(...names), (q, turn, name) => {
      // The real part does not turn: it is taken over, lest its rounding cross a cut.
      const turned = (p: Quaternion) => [p[0], ...vectorPart(multiply(multiply(turn, p), conjugate(turn)))];
      const value = apply(name, q);
      fc.pre(length(value) < 1e3 && !isNearBranchPoint(q));
      const expected = turned(value);
      expectNear(apply(name, turned(q)), expected, 1e-11 * (1 + length(expected)) ** 2);
    }),
    { ...runs, numRuns: 1000 },
  );
});

// The power series themselves, in VFLang: they know no plane and no branch, only the product.
const series = createSession();
define(
  series,
  `
  sum(q, term, k, step) = if k > 90 then term else term + sum(q, next(q, term, k, step), k + step, step)
  next(q, term, k, step) = if step == 1 then multiplyQuaternions(term, q) / k
    else multiplyQuaternions(multiplyQuaternions(term, q), q) / (k * (k - 1))
  alternating(q, term, k) = if k > 90 then term
    else term - alternating(q, multiplyQuaternions(multiplyQuaternions(term, q), q) / (k * (k - 1)), k + 2)
  one = [1, 0, 0, 0]
  `,
);
for (const [name, text] of [
  ["Exp", "sum(Q, one, 1, 1)"],
  ["Sinh", "sum(Q, Q, 3, 2)"],
  ["Cosh", "sum(Q, one, 2, 2)"],
  ["Sine", "alternating(Q, Q, 3)"],
  ["Cosine", "alternating(Q, one, 2)"],
])
  test(`quaternion${name} is the sum of its power series`, () => {
    fc.assert(
      fc.property(anyQuaternion, (q) => {
        const sum = numbersOf(evaluate(text.replaceAll("Q", textOf(q)), series));
        // The terms grow to e^|q| before they fall.
        expectNear(apply(name, q), sum, 1e-15 * Math.exp(length(q)) + 1e-15);
      }),
      { ...runs, numRuns: 100 },
    );
  });

test("exp(log q) = q", () => {
  fc.assert(
    fc.property(
      anyQuaternion.filter((q) => length(q) > 1e-6),
      (q) => expectNear(apply("Exp", apply("Log", q)), q, 1e-14),
    ),
    runs,
  );
});

test("log(exp q) = q while the vector part is shorter than pi", () => {
  fc.assert(
    fc.property(
      nonReal.filter((q) => length(vectorPart(q)) < 3.1),
      (q) => expectNear(apply("Log", apply("Exp", q)), q, 1e-13),
    ),
    runs,
  );
});

test("sine and cosine, sinh and cosh keep their squares' relation, and the others are their quotients", () => {
  fc.assert(
    fc.property(anyQuaternion, (q) => {
      const [s, c, sh, ch] = ["Sine", "Cosine", "Sinh", "Cosh"].map((name) => apply(name, q));
      const size = 1e-14 * (1 + length(s) ** 2 + length(sh) ** 2);
      expectNear(added(multiply(s, s), multiply(c, c)), one, size);
      expectNear(added(multiply(ch, ch), scaled(-1, multiply(sh, sh))), one, size);
      const pairs: [string, Quaternion, Quaternion][] = [
        ["Tangent", s, c],
        ["Secant", one, c],
        ["Cosecant", one, s],
        ["Cotangent", c, s],
        ["Tanh", sh, ch],
        ["Sech", one, ch],
        ["Csch", one, sh],
        ["Coth", ch, sh],
      ];
      for (const [name, top, bottom] of pairs) {
        if (length(bottom) < 1e-2) continue;
        expectNear(multiply(apply(name, q), bottom), top, 1e-12 * (1 + length(top) + length(bottom)));
      }
    }),
    runs,
  );
});

const inverses: [string, string][] = [
  "Sine",
  "Cosine",
  "Tangent",
  "Secant",
  "Cosecant",
  "Cotangent",
  "Sinh",
  "Cosh",
  "Tanh",
  "Sech",
  "Csch",
  "Coth",
].map((name) => [name, `Inverse${name}`]);
for (const [name, inverse] of inverses)
  test(`quaternion${name} undoes quaternion${inverse}`, () => {
    fc.assert(
      fc.property(anyQuaternion, (q) => {
        const arc = apply(inverse, q);
        fc.pre(arc.every(Number.isFinite));
        expectNear(apply(name, arc), q, 1e-12 * (1 + length(q)) ** 2);
      }),
      runs,
    );
  });

test("the inverse functions stay in their principal strips", () => {
  const half = Math.PI / 2 + 1e-15;
  fc.assert(
    fc.property(nonReal, (q) => {
      for (const name of ["InverseSine", "InverseTangent", "InverseCosecant", "InverseCotangent"])
        expect(Math.abs(apply(name, q)[0])).toBeLessThanOrEqual(half);
      for (const name of ["InverseCosine", "InverseSecant"]) {
        expect(apply(name, q)[0]).toBeGreaterThanOrEqual(0);
        expect(apply(name, q)[0]).toBeLessThanOrEqual(2 * half);
      }
      for (const name of ["InverseSinh", "InverseTanh", "InverseCsch", "InverseCoth"])
        expect(length(vectorPart(apply(name, q)))).toBeLessThanOrEqual(half);
      for (const name of ["InverseCosh", "InverseSech"]) {
        expect(apply(name, q)[0]).toBeGreaterThanOrEqual(0);
        expect(length(vectorPart(apply(name, q)))).toBeLessThanOrEqual(2 * half);
      }
      expect(length(vectorPart(apply("Log", q)))).toBeLessThanOrEqual(2 * half);
      expect(apply("Sqrt", q)[0]).toBeGreaterThanOrEqual(0);
    }),
    runs,
  );
});

test("inverse sine and inverse cosine add up to a right angle", () => {
  fc.assert(
    fc.property(anyQuaternion, (q) =>
      expectNear(added(apply("InverseSine", q), apply("InverseCosine", q)), [Math.PI / 2, 0, 0, 0], 2e-15),
    ),
    runs,
  );
});

test("the powers 0, 1, 2 and -1 are one, q, q q and the inverse", () => {
  fc.assert(
    fc.property(anyQuaternion, (q) => {
      expect(call("quaternionPower", q, 0)).toEqual(one);
      expect(call("quaternionPower", q, 1)).toEqual(q.map((x) => x));
      expectNear(call("quaternionPower", q, 2), multiply(q, q), 1e-14);
      if (length(q) > 1e-2) expectNear(call("quaternionPower", q, -1), call("quaternionInverse", q), 1e-13);
    }),
    runs,
  );
  expect(call("quaternionPower", [1, 2, 3, 4], 2)).toEqual([-28, 4, 6, 8]);
});

test("zero to a positive power is zero, to the power 0 one, to a negative one infinite", () => {
  for (const p of [0.5, 1, 2, 3.7]) expect(call("quaternionPower", [0, 0, 0, 0], p)).toEqual([0, 0, 0, 0]);
  expect(call("quaternionPower", [0, 0, 0, 0], 0)).toEqual(one);
  for (const p of [-1, -0.5]) expect(call("quaternionPower", [0, 0, 0, 0], p)[0]).toBe(Infinity);
});

test("a negative real to a whole power is real", () => {
  expect(call("quaternionPower", [-2, 0, 0, 0], 3)).toEqual([-8, 0, 0, 0]);
  expect(call("quaternionPower", [-2, 0, 0, 0], -2)).toEqual([0.25, 0, 0, 0]);
  expect(call("quaternionPower", [-4, 0, 0, 0], 0.5)).toEqual([0, 2, 0, 0]);
});

const sized = anyQuaternion.filter((q) => length(q) > 0.1);
const exponent = fc.integer({ min: -30, max: 30 }).map((n) => n / 10);

test("whole powers are repeated products", () => {
  fc.assert(
    fc.property(sized, fc.integer({ min: 3, max: 6 }), (q, n) => {
      let expected = q.map((x) => x);
      for (let i = 1; i < n; i++) expected = multiply(expected, q);
      expectNear(call("quaternionPower", q, n), expected, 1e-14 * (1 + length(q) ** n));
    }),
    runs,
  );
});

test("powers of one quaternion multiply by adding exponents, and commute", () => {
  fc.assert(
    fc.property(sized, exponent, exponent, (q, s, t) => {
      const sum = call("quaternionPower", q, s + t);
      const tolerance = 1e-12 * (1 + length(q) ** s) * (1 + length(q) ** t);
      expectNear(multiply(call("quaternionPower", q, s), call("quaternionPower", q, t)), sum, tolerance);
      expectNear(multiply(call("quaternionPower", q, t), call("quaternionPower", q, s)), sum, tolerance);
    }),
    runs,
  );
});

test("a power is exp of the exponent times the logarithm", () => {
  fc.assert(
    fc.property(sized, exponent, (q, p) => {
      const power = call("quaternionPower", q, p);
      expectNear(power, apply("Exp", scaled(p, apply("Log", q))), 1e-13 * (1 + length(power)));
    }),
    runs,
  );
});

test("the square root squares to q and is its power 0.5", () => {
  fc.assert(
    fc.property(anyQuaternion, (q) => {
      const root = apply("Sqrt", q);
      expectNear(multiply(root, root), q, 1e-14);
      expectNear(call("quaternionPower", q, 0.5), root, 0);
    }),
    runs,
  );
});

test("a unit quaternion to the power t turns by t times its angle", () => {
  fc.assert(
    fc.property(unitQuaternion, fc.integer({ min: 0, max: 100 }), (q, percent) => {
      fc.pre(length(vectorPart(q)) > 1e-3);
      const t = percent / 100;
      const turn = 2 * Math.atan2(length(vectorPart(q)), q[0]);
      const expected = call("quaternionFromAxisAndAngle", direction(vectorPart(q)), t * turn);
      expectNear(call("quaternionPower", q, t), expected, 1e-14);
    }),
    runs,
  );
});

// The rules that the source of these functions prints, an appendix on a Mathematica package, depart from the standard
// values in two ways; these are the values the language gives.

/** That appendix's rule: n with the sign of its first component that is not zero taken off. */
function printed(f: (z: Complex) => Complex, q: Quaternion): number[] {
  const v = vectorPart(q);
  const first = v.find((x) => x !== 0) ?? 1;
  const [re, im] = f([q[0], length(v)]);
  return [re, ...scaled(Math.sign(first) * im, direction(v))];
}

test("where the first vector component is negative the value is the standard one, not its conjugate", () => {
  const flipped = nonReal.map(([w, x, y, z]) => [w, -Math.abs(x) - 0.01, y, z]);
  fc.assert(
    fc.property(flipped, fc.constantFrom(...names.filter((name) => name !== "Exp")), (q, name) => {
      const value = apply(name, q);
      const other = printed(functions[name], q);
      fc.pre(length(value) < 100 && Math.abs(length(vectorPart(q)) - 1) + Math.abs(q[0]) > 1e-2);
      expectNear(conjugate(other), value, 1e-9);
    }),
    { ...runs, numRuns: 1000 },
  );
  expectNear(apply("Log", [0, -1, 0, 0]), [0, -Math.PI / 2, 0, 0], 1e-15);
  expectNear(apply("Exp", apply("Log", [0, -1, 0, 0])), [0, -1, 0, 0], 1e-15);
  expectNear(printed(functions.Log, [0, -1, 0, 0]), [0, Math.PI / 2, 0, 0], 1e-15);
});

test("a power of a quaternion with negative real part has the angle beyond 90°, not atan(im / re)", () => {
  const cubeRoot = call("quaternionPower", [-1, 0, Math.sqrt(3), 0], 1 / 3);
  const angle = (2 * Math.PI) / 9;
  expectNear(cubeRoot, [Math.cbrt(2) * Math.cos(angle), 0, Math.cbrt(2) * Math.sin(angle), 0], 1e-15);
  fc.assert(
    fc.property(negativeQuaternion, fc.integer({ min: 2, max: 5 }), (q, n) => {
      fc.pre(length(vectorPart(q)) > 1e-2 && q[0] < -1e-2);
      const root = call("quaternionPower", q, 1 / n);
      let power = root;
      for (let i = 1; i < n; i++) power = multiply(power, root);
      expectNear(power, q, 1e-13);
      const wrong = Math.atan(length(vectorPart(q)) / q[0]) / n;
      expect(Math.abs(wrong - Math.atan2(length(vectorPart(root)), root[0]))).toBeGreaterThan(0.1);
    }),
    runs,
  );
});

test("a quaternion function given anything else says what it takes", () => {
  for (const name of names)
    expect(complaint(`quaternion${name}([1, 2, 3])`)).toContain(
      `quaternion${name} takes a quaternion [w, x, y, z] as q`,
    );
  expect(complaint("quaternionPower([1, 2, 3, 4], [1])")).toContain("quaternionPower takes a real as p");
});
