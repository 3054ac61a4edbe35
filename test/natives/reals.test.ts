import fc from "fast-check";
import { expect, test } from "vitest";
import { call, evaluate, real, runs } from "./vflang.ts";

const unitInterval = fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1e9);
const positive = real.map((x) => Math.abs(x) + 1e-3);

const functions: [string, (x: number) => number, fc.Arbitrary<number>][] = [
  ["sine", Math.sin, real],
  ["cosine", Math.cos, real],
  ["tangent", Math.tan, real],
  ["inverseSine", Math.asin, unitInterval],
  ["inverseCosine", Math.acos, unitInterval],
  ["inverseTangent", Math.atan, real],
  ["exp", Math.exp, real],
  ["log", Math.log, positive],
  ["sinh", Math.sinh, real],
  ["cosh", Math.cosh, real],
  ["tanh", Math.tanh, real],
];
for (const [name, reference, argument] of functions)
  test(`${name} agrees with an independent library to four units in the last place`, () => {
    fc.assert(
      fc.property(argument, (x) => {
        const expected = reference(x);
        expect(Math.abs(call(name, x)[0] - expected)).toBeLessThanOrEqual(9e-16 * Math.abs(expected));
      }),
      runs,
    );
  });

test("sqrt, abs, floor, min and max are exact", () => {
  fc.assert(
    fc.property(real, real, (x, y) => {
      expect(call("sqrt", Math.abs(x))).toEqual([Math.sqrt(Math.abs(x))]);
      expect(call("abs", x)).toEqual([Math.abs(x)]);
      expect(call("floor", x)).toEqual([Math.floor(x)]);
      expect(call("min", x, y)).toEqual([Math.min(x, y)]);
      expect(call("max", x, y)).toEqual([Math.max(x, y)]);
    }),
    runs,
  );
});

test("sign is 1, -1 or 0", () => {
  fc.assert(
    fc.property(real, (x) => {
      expect(call("sign", x)).toEqual([Math.sign(x)]);
    }),
    runs,
  );
  expect(call("sign", 0)).toEqual([0]);
});

test("atan2 gives the angle of a point in all four quadrants and on the axes", () => {
  fc.assert(
    fc.property(real, real, (y, x) => {
      const expected = Math.atan2(y, x);
      expect(Math.abs(call("atan2", y, x)[0] - expected)).toBeLessThanOrEqual(9e-16 * Math.abs(expected));
    }),
    runs,
  );
  expect(call("atan2", 0, -1)).toEqual([Math.PI]);
  expect(call("atan2", -0, -1)).toEqual([-Math.PI]);
  expect(call("atan2", -2, 0)).toEqual([-Math.PI / 2]);
  expect(call("atan2", 0, 0)).toEqual([0]);
});

test("what has no real value is not a number", () => {
  for (const expression of ["sqrt(-1)", "log(-1)", "inverseSine(2)", "inverseCosine(-2)"])
    expect(evaluate(expression)).toBeNaN();
  expect(evaluate("log(0)")).toBe(-Infinity);
});

test("head and tail take a sequence apart, and ++ joins it again", () => {
  fc.assert(
    fc.property(fc.array(real, { minLength: 1, maxLength: 8 }), (items) => {
      const text = `{${items.join(", ")}}`;
      expect(evaluate(`head(${text})`)).toBe(items[0]);
      expect(evaluate(`tail(${text})`)).toEqual({ kind: "sequence", items: items.slice(1) });
      expect(evaluate(`({head(${text})} ++ tail(${text})) == ${text}`)).toBe(true);
    }),
    runs,
  );
});
