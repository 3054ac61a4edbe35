// Contact points in the order that their law asks for, and one in the middle for each pair.
import { describe, expect, test } from "vitest";
import { rowHeader, rowPenetration } from "../../src/engine/stepping/contact/places.ts";
import { Run } from "../../src/lab.ts";
import { lastWord, modelOf, numbers, object, refusal, runText } from "./lab.ts";

/** Balls of masses 1, 2, 3 … in a row, that touch; each has a speed, and hands it on by a law of plastic impacts. */
const speeds = [3, -1.3, 0.4, -2.9, 1.1, -0.7, 2.2, -3.1];
const row = (order: string, urgency: string, iterations = 2) => `
  ${speeds
    .map((speed, i) =>
      object(
        `ball${i}`,
        "dynamic",
        "sphere",
        `position = [${0.999 * i}, 0, 0]  size = 0.5
    mass = ${i + 1}  v = [${speed}, 0, 0]`,
      ),
    )
    .join("\n")}
  context { name = drift  type = free fall  functions = { v' = [0, 0, 0]  position' = v } }
  context { name = stick  type = contact  applied to = pair  iterations = ${iterations}
    functions = {
      closing = -(collisionNormal . (previous(v1) - previous(v2)))
      ${urgency}
      impulse = if closing > 0 then closing / (1 / mass1 + 1 / mass2) else 0
      v1 = previous(v1) + impulse / mass1 * collisionNormal
      v2 = previous(v2) - impulse / mass2 * collisionNormal
    } }
  simulation { name = s  initial time = 0  duration = 0.0001  step = 0.0001  frames = 10000  scheme = time stepping
    ${order} }`;

const speedsAfter = (text: string, evaluation: "compiled" | "interpreted" = "compiled") => {
  const record = runText(text, { evaluation });
  return speeds.map((_, i) => numbers(record, `ball${i}.v`)[0]);
};

/** The same by a loop: as many impacts as there are points in each sweep, the most urgent first. */
function bySorting(
  urgency: (closing: number, sweep: number, i: number) => number,
  sweeps: number,
  most = speeds.length - 1,
): number[] {
  const v = [...speeds];
  const closing = (i: number) => v[i] - v[i + 1];
  for (let sweep = 1; sweep <= sweeps; sweep++)
    for (let n = 0; n < most; n++) {
      const pairs = Array.from({ length: v.length - 1 }, (_, i) => ({ i, value: urgency(closing(i), sweep, i) }));
      const [{ i, value }] = pairs.sort((a, b) => b.value - a.value || a.i - b.i);
      if (value <= 0) break;
      const impulse = Math.max(0, closing(i)) / (1 / (i + 1) + 1 / (i + 2));
      v[i] -= impulse / (i + 1);
      v[i + 1] += impulse / (i + 2);
    }
  return v;
}

describe("greatest first", () => {
  const rules: [string, string, number, (closing: number, sweep: number, i: number) => number][] = [
    ["the fastest", "urgency = closing", 2, (closing) => closing],
    [
      "the slowest",
      "urgency = if closing > 0.2 then 1 / closing else 0",
      2,
      (closing) => (closing > 0.2 ? 1 / closing : 0),
    ],
    [
      "another in each sweep",
      "urgency = if iteration == 2 then closing else mass1 * closing",
      3,
      (closing, sweep, i) => (sweep === 2 ? closing : (i + 1) * closing),
    ],
    ["those alike in their order", "urgency = if closing > 0 then 1 else 0", 2, (closing) => (closing > 0 ? 1 : 0)],
    ["none", "urgency = -1", 2, () => -1],
  ];

  test.each(rules)("%s", (_, urgency, sweeps, rule) => {
    const found = speedsAfter(row("sweep order = greatest first", urgency, sweeps));
    const expected = bySorting(rule, sweeps);
    for (const [i, v] of expected.entries()) expect(found[i]).toBeCloseTo(v, 12);
    expect(speedsAfter(row("sweep order = greatest first", urgency, sweeps), "interpreted")).toEqual(found);
  });

  test("differs from the fixed order", () => {
    const greatest = speedsAfter(row("sweep order = greatest first", "urgency = closing"));
    const fixed = speedsAfter(row("sweep order = fixed", "urgency = closing"));
    expect(Math.max(...greatest.map((v, i) => Math.abs(v - fixed[i])))).toBeGreaterThan(0.1);
  });

  test("a law takes part as often as its iterations say, and its points are as many as its applications", () => {
    const more = row("sweep order = greatest first", "urgency = closing", 1).replace(
      "context { name = stick",
      `${object("wall", "static", "half space", "position = [0, 0, 0]")}
      context { name = on_wall  type = contact  applied to = pair  iterations = 5
        applicability = { mandatory 1 dynamic object and 1 static object }
        functions = { urgency = iteration - 1  v1 = previous(v1) } }
      context { name = stick`,
    );
    const found = speedsAfter(more);
    for (const [i, v] of bySorting((closing) => closing, 1, 15).entries()) expect(found[i]).toBeCloseTo(v, 12);
  });

  test("a law without an urgency, and one that is no number, are told", () => {
    expect(refusal(row("sweep order = greatest first", ""))).toMatch(
      /needs a function 'urgency' in the contact law 'stick'; write one into its functions/,
    );
    for (const [urgency, told] of [
      ["urgency = [closing, 0, 0]", "a vector of 3"],
      ["urgency = 1 / (closing - closing)", "Infinity"],
      ["urgency = true", "a boolean"],
    ]) {
      for (const evaluation of ["compiled", "interpreted"] as const) {
        const record = new Run(modelOf(row("sweep order = greatest first", urgency)), { evaluation }).finish();
        expect(lastWord(record)).toContain(`'urgency' must be a finite number, and is ${told}`);
        expect(lastWord(record)).toContain("in the law 'stick' on 'ball0' and 'ball1' at t = ");
      }
    }
  });
});

describe("contact points = middle", () => {
  const block = (turn: string, more = "contact points = middle") => `
    ${object(
      "block",
      "dynamic",
      "cuboid",
      `position = [0.3, 0, 0.24]  orientation = [${turn}]  size = [2, 1, 0.5]
      v = [0, 0, 0]`,
    )}
    ${object("floor", "static", "half space", "position = [0, 0, 0]")}
    context { name = rest  type = free fall  functions = { v' = [0, 0, 0]  position' = v } }
    context { name = note  type = contact  applied to = pair  functions = { v1 = previous(v1) } }
    simulation { name = s  initial time = 0  duration = 0.01  step = 0.01  scheme = time stepping  ${more} }`;
  const pointsOf = (text: string) => {
    const run = new Run(modelOf(text));
    run.finish();
    const { pairs, numbers: rows } = run.snapshot().points!;
    return [...pairs].map((_, i) => [
      ...rows.subarray(i * rowHeader, i * rowHeader + 3),
      rows[i * rowHeader + rowPenetration],
    ]);
  };

  test("a face that lies flat, or nearly, touches in its middle", () => {
    expect(pointsOf(block("0, 0, 0", ""))).toHaveLength(4);
    for (const turn of ["1e-9, 0, 0", "0, 0, 0.4", "3e-5, -2e-5, 0"]) {
      const [[x, y, z, depth], ...others] = pointsOf(block(turn));
      expect(others).toHaveLength(0);
      expect(x).toBeCloseTo(0.3, 4);
      expect(y).toBeCloseTo(0, 4);
      expect(z).toBeCloseTo(-0.005, 4);
      expect(depth).toBeCloseTo(0.01, 4);
    }
  });

  test("one that leans touches in the middle of its lower edge, or at its lowest corner", () => {
    const [[x, y]] = pointsOf(block("0, 0.003, 0"));
    expect(x).toBeCloseTo(1.3, 2);
    expect(y).toBeCloseTo(0, 6);
    const [corner] = pointsOf(block("0.004, 0.003, 0"));
    expect(corner[0]).toBeCloseTo(1.3, 2);
    expect(corner[1]).toBeCloseTo(-0.5, 2);
  });

  test("the point goes on from step to step while they touch", () => {
    const text = block("0, 0, 0")
      .replace(
        "functions = { v1 = previous(v1) }",
        "attributes = {n = 0}  functions = { n = previous(n) + 1  v1 = [0, 0, previous(n)] }",
      )
      .replace("duration = 0.01", "duration = 0.05  frames = 100  iterations = 1");
    // It counts the steps before: 0, 1, 2 … and the block has risen by less than it overlaps.
    expect(numbers(runText(text.replace("position' = v", "position' = 0.001 * v")), "block.v")[2]).toBe(4);
  });
});
