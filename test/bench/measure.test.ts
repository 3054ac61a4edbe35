// The harness: who does less is refused, and figures read well.
import { expect, test } from "vitest";
import { type Contender, firstDifference, measure } from "../../bench/measure.ts";
import { decimal, formatRows, mergeLines } from "../../bench/report.ts";

const effort = { rounds: 3, turn: 1, warmUp: 2 };

function summing(name: string, terms: number): Contender {
  const out = new Float64Array(1);
  const run = () => {
    out[0] = 0;
    for (let i = 0; i < terms; i++) out[0] += i;
  };
  return { name, run, outputs: () => out };
}

test("contenders are measured side by side, in nanoseconds per operation", () => {
  const figures = measure(
    { name: "sum", operations: 1000, contenders: [summing("a", 1000), summing("b", 1000)] },
    effort,
  );
  expect(figures.map(({ contender }) => contender)).toEqual(["a", "b"]);
  for (const { best, median } of figures) {
    expect(best).toBeGreaterThan(0);
    expect(median).toBeGreaterThanOrEqual(best);
  }
});

test("a contender that computes something else is refused", () => {
  const contest = { name: "sum", operations: 1, contenders: [summing("whole", 1000), summing("half", 500)] };
  expect(() => measure(contest, effort)).toThrow("sum: whole and half differ in output 0");
});

test("bits are compared, all NaN being one", () => {
  expect(firstDifference(Float64Array.of(1, NaN), Float64Array.of(1, NaN))).toBeNull();
  expect(firstDifference(Float64Array.of(1, 0), Float64Array.of(1, -0))).toBe(1);
  expect(firstDifference(Float64Array.of(1), Float64Array.of(1, 2))).toBe(1);
});

test("outputs whose order of operations is stated nowhere may differ by rounding, the others not", () => {
  const [a, b] = [Float64Array.of(1, 5), Float64Array.of(1, 5 + 2e-15)];
  expect(firstDifference(a, b)).toBe(1);
  expect(firstDifference(a, b, (output) => output === 1)).toBeNull();
  expect(firstDifference(a, b, (output) => output === 0)).toBe(1);
  expect(firstDifference(a, Float64Array.of(1, 5 + 1e-9), () => true)).toBe(1);
});

test("numbers have three digits, and stand to the right", () => {
  expect([0.012345, 12.345, 1234.5, Infinity].map(decimal)).toEqual(["0.0123", "12.3", "1235", ""]);
  expect(
    formatRows([
      { law: "fall", ns: "2.5" },
      { law: "collision", ns: "250" },
    ]),
  ).toBe("law         ns\nfall       2.5\ncollision  250");
});

test("parts measured alone replace their lines, and all keep the order of the suite", () => {
  const old = ["part,ms", "a,1", "b,2", "b,3", "gone,4"];
  expect(mergeLines(["a", "b", "c, d"], old, ["part,ms", '"c, d",7', "b,5"])).toEqual([
    "part,ms",
    "a,1",
    "b,5",
    '"c, d",7',
  ]);
  // Under other heads old figures would mean something else.
  expect(mergeLines(["a", "b"], ["part,s", "a,1"], ["part,ms", "b,5"])).toEqual(["part,ms", "b,5"]);
});
