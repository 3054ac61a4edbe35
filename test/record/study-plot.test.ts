// What a study shows: powers, limits, its plot with logarithmic axes, its rows for programs.
import { describe, expect, test } from "vitest";
import { checkSource } from "../../src/language/check/check.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { logTicks } from "../../src/record/plot/log-axis.ts";
import { plotSvg } from "../../src/record/plot/svg.ts";
import { isLogarithmic, powerOf } from "../../src/record/study/fit.ts";
import { studySvg } from "../../src/record/study/plot.ts";
import { planStudy, type StudyRow } from "../../src/record/study/study.ts";
import { studyCsv, studyJson, studySentences } from "../../src/record/study/table.ts";
import { descendants, type Element, parseXml } from "./xml.ts";

const elements = (root: Element, name: string) => [...descendants(root)].filter((element) => element.name === name);

describe("powers", () => {
  const points = (f: (x: number) => number, xs = [0.01, 0.02, 0.05, 0.1]) => xs.map((x) => ({ x, y: f(x) }));

  test("are found exactly", () => {
    expect(powerOf(points((x) => 3 * x ** 4))).toEqual({
      exponent: expect.closeTo(4, 12),
      certainty: expect.closeTo(1, 12),
    });
    expect(powerOf(points((x) => 1 / x))!.exponent).toBeCloseTo(-1, 12);
    expect(powerOf(points(() => 7))!.exponent).toBeCloseTo(0, 12);
  });

  test("are less certain where the logarithms lie on no line", () => {
    expect(powerOf(points((x) => (x === 0.02 ? 1 : x)))!.certainty).toBeLessThan(0.9);
  });

  test("need three places and positive values", () => {
    expect(powerOf(points((x) => x, [1, 2, 2]))).toBeNull();
    expect(powerOf(points((x) => x - 0.02))).toBeNull();
    expect(powerOf(points(() => Number.NaN))).toBeNull();
  });
});

test.each([
  [[0.1, 0.05, 0.02, 0.01], true],
  [[1, 2, 4], true],
  [[1, 10, 100, 1000], true],
  [[1, 2, 3, 4], false],
  [[1, 1.1, 1.2], false],
  [[0, 1, 10, 100], false],
  [[-1, -10, -100], false],
  [[1, 10], false],
])("%j is spread by factors: %s", (numbers, expected) => {
  expect(isLogarithmic(numbers)).toBe(expected);
});

describe("logarithmic axes", () => {
  test.each([
    [-3, 0, ["0.001", "0.01", "0.1", "1"]],
    [-2, -1, ["0.01", "0.02", "0.05", "0.1"]],
    [-8, -5, ["10⁻⁸", "10⁻⁷", "10⁻⁶", "10⁻⁵"]],
    [-6.4, -5.6, ["4·10⁻⁷", "5·10⁻⁷", "6·10⁻⁷", "7·10⁻⁷", "8·10⁻⁷", "9·10⁻⁷", "10⁻⁶", "2·10⁻⁶"]],
  ])("from 10^%d to 10^%d", (low, high, labels) => {
    expect(logTicks(low, high, 8).labels).toEqual(labels);
  });

  test("have few ticks over many decades, at powers of ten", () => {
    const { values } = logTicks(-300, 300, 8);
    expect(values.length).toBeLessThanOrEqual(8);
    expect(values.every(Number.isInteger)).toBe(true);
  });

  test("make a power a straight line, and leave out what has no logarithm", () => {
    const points = [0.01, 0.1, 1, 10].map((x) => ({ x, y: x ** 3 }));
    const curves = [{ name: "a", points: [...points, { x: 100, y: -1 }], marks: "dots" as const }];
    const svg = parseXml(plotSvg({ title: "t", xLabel: "x", yLabel: "y", curves, scales: "logarithmic" }));
    const circles = elements(svg, "circle").map(({ attributes }) => [
      Number(attributes.get("cx")),
      Number(attributes.get("cy")),
    ]);
    expect(circles).toHaveLength(4);
    const slopes = circles.slice(1).map(([x, y], i) => (y - circles[i][1]) / (x - circles[i][0]));
    for (const slope of slopes) expect(slope).toBeCloseTo(slopes[0], 2);
  });
});

const text = `
object { name = a  physical type = dynamic  geometrical type = sphere  attributes = { size = 1  mass = 1 } }
simulation { name = s  initial time = 0  duration = 1 }
study { name = orders  vary integrator = {rk4, explicit euler}  vary step = {0.1, 0.01, 0.001}  vary mass of a = {1}
        keep error = final(t)  keep other = initial(t)  limit error = 0.05 }
`;

function planned(source = text) {
  const grid = planStudy(checkSource(createSource("a.vfl", source), () => ({ problem: "none" })));
  if ("severity" in grid) throw new Error(grid.message);
  return grid;
}

/** Errors of order 2 and 1. */
const kept = [0.04, 0.0004, 0.000004, 0.1, 0.01, 0.001];
const row = (index: number): StudyRow => ({ index, kept: [kept[index], -0], notes: [], runNotes: [], failure: null });
const rows = [4, 0, 5, 1, 2, 3].map(row);

test("the sentences tell the power and how far a limit is kept, curve by curve", () => {
  expect(studySentences(planned(), rows)).toEqual([
    "error ~ step^2.00  (rk4)",
    "error ~ step^1.00  (explicit euler)",
    "error ≤ 0.05 up to step = 0.1  (rk4)",
    "error ≤ 0.05 up to step = 0.01, or about 0.05  (explicit euler)",
  ]);
  const none = planned(text.replace("limit error = 0.05", "limit error = 1e-9"));
  expect(studySentences(none, rows).at(-1)).toBe("error ≤ 1e-9 for no step of the study  (explicit euler)");
});

test("what is told does not depend on the order in which rows come", () => {
  const sorted = [0, 1, 2, 3, 4, 5].map(row);
  expect(studySvg(planned(), rows)).toEqual(studySvg(planned(), sorted));
  expect([...studyJson(planned(), rows)]).toEqual([...studyJson(planned(), sorted)]);
});

test("a run without a value ends the reach of a limit", () => {
  const failed = rows.map((one) => (one.index === 1 ? { ...one, kept: [null, null] } : one));
  expect(studySentences(planned(), failed)).toContain("error ≤ 0.05 up to step = 0.001  (rk4)");
});

test("the plot has a curve for each integrator, logarithmic axes, and the limit", () => {
  const svg = studySvg(planned(), rows);
  if (typeof svg !== "string") throw new Error(svg.problem);
  const words = elements(parseXml(svg), "text").map(({ text }) => text);
  expect(words).toEqual(
    expect.arrayContaining(["rk4", "explicit euler", "limit of error", "step", "error", "0.01", "10⁻⁶"]),
  );
  expect(elements(parseXml(svg), "circle")).toHaveLength(6);
});

test("a plot without numbers says why there is none", () => {
  const words = planned(text.replace("vary step = {0.1, 0.01, 0.001}", "").replace("vary mass of a = {1}", ""));
  expect(studySvg(words, [])).toEqual({ problem: expect.stringContaining("no number is varied") });
  expect(studySvg(planned(), [])).toEqual({ problem: expect.stringContaining("no run has a value") });
});

test("rows go to programs in the order of the study, with all their bits", () => {
  const failure = {
    code: "not-finite",
    message: 'a "bad" value',
    file: "a.vfl",
    line: 2,
    column: 3,
    t: 0.5,
    notes: [],
  };
  const some: StudyRow[] = [
    { index: 2, kept: [1 / 3, Number.NaN], notes: [], runNotes: [], failure: null },
    { index: 1, kept: [null, null], notes: [], runNotes: [], failure },
    { index: 0, kept: [null, 1], notes: ["error: never"], runNotes: [], failure: null },
  ];
  expect([...studyCsv(planned(), some)].join("")).toBe(
    [
      "run,integrator,step,mass of a,error,other,problem",
      "1,rk4,0.1,1,,1,error: never",
      '2,rk4,0.01,1,,,"a.vfl:2:3: a ""bad"" value, at t = 0.5"',
      "3,rk4,0.001,1,0.3333333333333333,NaN,",
      "",
    ].join("\r\n"),
  );
  const json = JSON.parse([...studyJson(planned(), some)].join(""));
  expect(json).toMatchObject({
    study: "orders",
    runs: 6,
    powers: [],
    limits: [{ of: "error", limit: 0.05, upTo: null }],
  });
  expect(json.rows[2]).toEqual({
    run: 3,
    varied: { integrator: "rk4", step: 0.001, "mass of a": 1 },
    kept: { error: 1 / 3, other: "NaN" },
    failure: null,
    runNotes: [],
    notes: [],
  });
  expect(json.rows[1].failure).toEqual(failure);
});
