// Studies: the orders of integrators, what is kept of a run, and which runs there are.
import { describe, expect, test } from "vitest";
import { checkSource } from "../../src/language/check/check.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { pointAt } from "../../src/record/study/grid.ts";
import { runStudy, type StudyResult } from "../../src/record/study/study.ts";

/** A mass on a spring: x = cos(t), v = -sin(t), so that x^2 + v^2 stays 1. */
const oscillator = `
world attributes { stiffness = 1  many = 2 }
object { name = weight  physical type = dynamic  geometrical type = sphere
         attributes = { position = [1, 0, 0]  size = 0.1  v = [0, 0, 0]  mass = 1 } }
context { name = spring  type = free fall
          functions = { v' = -stiffness / mass * position  position' = v } }
simulation { name = swing  initial time = 0  duration = 2  step = 0.1  frames = 10
             objects_involved = {weight}  contexts_involved = {spring} }
measures {
  use x as attribute position of object weight
  use v as attribute v of object weight
  energy = total(0.5 * mass * (v . v) + 0.5 * stiffness * (position . position))
  error = norm(x - [cosine(t), 0, 0])
}
`;

function study(lines: string, text = oscillator): StudyResult {
  const checked = checkSource(createSource("a.vfl", `${text}\nstudy { name = s ${lines} }`), () => ({
    problem: "none",
  }));
  expect(checked.diagnostics).toEqual([]);
  const result = runStudy(checked);
  if ("severity" in result) throw new Error(result.message);
  return result;
}

const kept = (lines: string, text?: string) => study(lines, text).rows.map((row) => row.kept);
/** What one run keeps. */
const keptOnce = (expr: string, text?: string) => kept(`vary stiffness = {1} keep result = ${expr}`, text)[0][0];

/** The slope between neighbours of log(error) over log(step), the step halved each time. */
const orders = (errors: readonly number[]) => errors.slice(1).map((error, i) => Math.log2(errors[i] / error));

test.each([
  ["explicit euler", 1, 0.1],
  ["semi-implicit euler", 1, 0.1],
  ["implicit midpoint", 2, 0.05],
  ["rk4", 4, 0.1],
])("%s has order %d", (integrator, order, tolerance) => {
  const errors = kept(
    `vary integrator = {${integrator}} vary step = {0.1, 0.05, 0.025, 0.0125} keep last = final(error)`,
  );
  for (const found of orders(errors.map(([error]) => error!))) expect(Math.abs(found - order)).toBeLessThan(tolerance);
});

describe("what is kept of a run", () => {
  test("its ends", () => {
    expect(keptOnce("initial(t)")).toBe(0);
    expect(keptOnce("final(t)")).toBe(2);
    expect(keptOnce("final(t)", oscillator.replace("frames = 10", "frames = 0.7"))).toBe(2);
    expect(keptOnce("initial(x) # 1 + 2 * final(t)")).toBe(5);
  });

  test("its extremes and its mean, of a cosine over 2 s", () => {
    expect(keptOnce("maximum(x # 1)")).toBe(1);
    expect(keptOnce("minimum(x # 1)")).toBeCloseTo(Math.cos(2), 5);
    // The trapezoidal rule is off by h^2 / 12 (f'(2) - f'(0)) = 0.1^2 / 12 sin(2) / 2 = 3.8e-4.
    expect(keptOnce("mean(x # 1)")).toBeCloseTo(Math.sin(2) / 2, 3);
    expect(keptOnce("mean(t)")).toBeCloseTo(1, 12);
    expect(keptOnce("mean(2)")).toBe(2);
  });

  test("how far it comes from where it began, of reals and of vectors", () => {
    expect(keptOnce("drift(t)")).toBe(2);
    expect(keptOnce("drift(x)")).toBeCloseTo(1 - Math.cos(2), 5);
    expect(keptOnce("relativeDrift(3 + t)")).toBeCloseTo(2 / 3, 15);
    expect(keptOnce("relativeDrift(2 * x)")).toBeCloseTo(1 - Math.cos(2), 5);
    expect(keptOnce("maximum(abs(energy - initial(energy))) - drift(energy)")).toBe(0);
  });

  test("when a condition first holds, at the resolution of the frames", () => {
    expect(keptOnce("firstTime(x # 1 < 0)")).toBeCloseTo(1.6, 12);
    expect(keptOnce("firstTime(x # 1 < 0)", oscillator.replace("frames = 10", "frames = 1000"))).toBeCloseTo(
      Math.PI / 2,
      3,
    );
    const { rows } = study("vary step = {0.1} keep when_far = firstTime(x # 1 > 2) keep end = final(t)");
    expect(rows[0]).toMatchObject({ kept: [null, 2], notes: ["when_far: never"], failure: null });
  });

  test("how many steps and events there were", () => {
    expect(kept("vary step = {0.1, 0.05, 0.03} keep steps = countSteps()")).toEqual([[20], [40], [67]]);
    const ticking = `${oscillator} event { name = middle  when = x # 1 < 0
      aliases = { use x as attribute position of object weight }
      functions = { } }`;
    expect(kept("vary duration = {1, 2, 12} keep middles = countEvents(middle)", ticking)).toEqual([[0], [1], [2]]);
    expect(keptOnce("countEvents(spring)")).toBe(1);
    expect(keptOnce("countEvents() - countEvents(middle)", ticking)).toBeGreaterThan(0);
  });

  test("by names of the study's own, which leave the measures alone", () => {
    const own = "aliases = { use v as attribute position of object weight } vary step = {0.1}";
    expect(kept(`${own} keep place = final(v # 1) keep change = relativeDrift(energy)`)[0]).toEqual([
      expect.closeTo(Math.cos(2), 5),
      expect.closeTo(0, 6),
    ]);
  });
});

describe("the runs of a study", () => {
  test("are all combinations in the order written, the first the slowest to change", () => {
    const { grid } = study(
      "vary mass of weight = {1, 4} vary integrator = {rk4, explicit euler} vary step = {0.1} keep a = final(t)",
    );
    expect(grid.axes.map(({ label }) => label)).toEqual(["mass of weight", "integrator", "step"]);
    expect([0, 1, 2, 3].map((index) => pointAt(grid, index))).toEqual([
      [1, "rk4", 0.1],
      [1, "explicit euler", 0.1],
      [4, "rk4", 0.1],
      [4, "explicit euler", 0.1],
    ]);
  });

  test("differ in what is varied: the period goes with the root of mass over stiffness", () => {
    const lines = "vary mass of weight = {1, 4} vary stiffness = {1, 4} vary duration = {4}";
    const times = kept(`${lines} keep zero = firstTime(x # 1 < 0)`, oscillator.replace("frames = 10", "frames = 1000"));
    const expected = [1, 0.5, 2, 1].map((factor) => [expect.closeTo((Math.PI / 2) * factor, 2)]);
    expect(times).toEqual(expected);
  });

  test("go over ranges, even and logarithmic, that hit both ends", () => {
    const { grid } = study("vary step = logRange(0.001, 0.1, 5) vary stiffness = range(0, 3, 4) keep a = final(t)");
    const root = Math.sqrt(10);
    const values = grid.axes[0].values as number[];
    expect(values.map((value, i) => value / (0.001 * root ** i))).toEqual(Array(5).fill(expect.closeTo(1, 14)));
    expect([values[0], values[4]]).toEqual([0.001, 0.1]);
    expect(grid.axes[1].values).toEqual([0, 1, 2, 3]);
    expect(grid.count).toBe(20);
  });

  test("vary attributes of all copies, and how many there are", () => {
    const many = oscillator
      .replace("geometrical type = sphere", "geometrical type = sphere  copies = many")
      .replace(/ {2}use [^\n]*\n/g, "")
      .replace(/ {2}error[^\n]*\n/, "");
    const energies = kept(
      "vary many = {1, 3} vary mass of weight = {1, 2} vary v of weight = {[0, 2, 0]} keep energy = initial(energy)",
      many,
    );
    // Each has 1/2 x^2 + 1/2 m v^2.
    expect(energies).toEqual([[2.5], [4.5], [7.5], [13.5]]);
  });

  test("vary attributes of links, and of all their copies", () => {
    // Two weights, each on a spring of its own to the world: quarter of a period after (pi / 2) sqrt(m / k).
    const linked = `
      object { name = weight  physical type = dynamic  geometrical type = sphere  copies = 2
               attributes = { position = [1, 3 * index, 0]  size = 0.1  v = [0, 0, 0]  mass = 1  force = [0, 0, 0] } }
      context { name = newton  type = free fall  functions = { v' = force / mass  position' = v } }
      context { name = spring  type = link  functions = { force1 += k * (anchor2 - anchor1) } }
      link { name = coil  kind = spring  copies = 2  between = {weight[index], world at [0, 3 * index, 0]}
        attributes = { k = 1 } }
      simulation { name = swing  initial time = 0  duration = 4  frames = 1000 }
      measures { use x as attribute position of object weight1  use y as attribute position of object weight2 }`;
    const times = kept(
      "vary k of coil = {1, 4} vary k of coil2 = {1, 4} " +
        "keep first = firstTime(x # 1 < 0) keep second = firstTime(y # 1 < 0)",
      linked,
    );
    const quarter = (factor: number) => expect.closeTo((Math.PI / 2) * factor, 2);
    expect(times).toEqual([
      [quarter(1), quarter(1)],
      [quarter(1), quarter(0.5)],
      [quarter(0.5), quarter(1)],
      [quarter(0.5), quarter(0.5)],
    ]);
  });

  test("that fail are rows with the reason; the others go on", () => {
    const fragile = oscillator
      .replace("position' = v", "position' = v  trouble = sqrt(2 - mass)")
      .replace("-stiffness / mass", "-stiffness * trouble / mass");
    const { rows } = study("vary mass of weight = {1, 3, 2} keep end = final(t)", fragile);
    expect(rows.map(({ kept }) => kept)).toEqual([[2], [null], [2]]);
    expect(rows[1].failure).toMatchObject({ file: "a.vfl", t: 0 });
    expect(rows[1].failure!.line).toBeGreaterThan(1);
  });
});

test("rows are told as they come", () => {
  const checked = checkSource(
    createSource(
      "a.vfl",
      `${oscillator} study { name = one vary step = {0.1} keep a = final(t) } study { name = two vary step = ` +
        `{0.1, 0.2} keep b = final(t) }`,
    ),
    () => ({ problem: "none" }),
  );
  const seen: number[] = [];
  const result = runStudy(checked, "two", { onRow: ({ index }) => seen.push(index), evaluation: "interpreted" });
  expect(seen).toEqual([0, 1]);
  expect(result).toMatchObject({
    rows: [
      { index: 0, kept: [2] },
      { index: 1, kept: [2] },
    ],
  });
  expect(runStudy(checked, "tow")).toMatchObject({ code: "unknown-name", notes: ["did you mean 'two'?"] });
});
