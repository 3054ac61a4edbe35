// The guided lessons: a goal is not met before the edit that its step asks for, and met after it.
import { describe, expect, test } from "vitest";
import { formatDiagnostic, goalsOf, Probe, prepare, Run } from "../../src/lab.ts";
import { check, experiments } from "./gallery.ts";

/** Edits in the order of the steps: of a step with a goal the words to replace and what takes their place. */
type Edits = readonly (readonly [from: string | RegExp, to: string])[][];

const lessons: Readonly<Record<string, Edits>> = {
  "lesson-1-nothing-moves": [
    [["go here.\n", "go here.\n    position' = v\n"]],
    [["    position' = v\n", "    position' = v\n    v' = g\n"]],
  ],
  "lesson-2-falling-sphere": [
    [["[0, 0, 20.5]", "[0, 0, 5.405]"]],
    [["mass = 1 [kg]", "mass = 10 [kg]"]],
    [
      ["-9.81] [m/s^2]", "-1.62] [m/s^2]"],
      ["[0, 0, 5.405]", "[0, 0, 1.31]"],
    ],
  ],
  "lesson-3-bouncing-ball": [
    [["restitution = 0.5", "restitution = 0.707"]],
    [["restitution = 0.707", "restitution = 1"]],
    [["v = [0, 0, 0] [m/s]", "v = [1, 0, 0] [m/s]"]],
  ],
  "lesson-4-friction": [
    [["friction = 0.2 [1]", "friction = 0.365 [1]"]],
    [["slope = 20 [deg]", "slope = 20.4 [deg]"]],
    [
      ["slope = 20.4 [deg]", "slope = 30 [deg]"],
      ["[m/s] = 0 [m/s]", "[m/s] = gravity * (sine(angle) - roughness * cosine(angle)) * time"],
    ],
  ],
  "lesson-5-pendulum": [
    [["length = 0.5 [m]", "length = 0.994 [m]"]],
    [["first_angle = 0.1", "first_angle = 2"]],
    [["integrator = explicit euler\n", "integrator = rk4\n"]],
  ],
  "lesson-6-find-the-slip": [[["0.5 * g * t\n", "0.5 * g * t^2\n"]], [["2 * g * t\n", "g * t\n"]]],
};

/** Whether each goal is met, in the order of the text. */
function goals(text: string): boolean[] {
  const checked = check(text);
  expect(checked.diagnostics.filter(({ severity }) => severity === "error").map(formatDiagnostic)).toEqual([]);
  const model = prepare(checked);
  if ("severity" in model) throw new Error(formatDiagnostic(model));
  const run = new Run(model);
  const { stop } = run.finish();
  expect(stop).toBeNull();
  return goalsOf(run, new Probe(model), checked.experiment.lessons[0]).map(({ isMet }) => isMet);
}

test("there are six, each with its edits here", () => {
  const named = experiments.filter(({ name }) => name.startsWith("lesson-")).map(({ name }) => name);
  expect(named).toEqual(Object.keys(lessons));
  expect(named).toHaveLength(6);
});

describe.each(Object.entries(lessons))("%s", (name, steps) => {
  let text = experiments.find((one) => one.name === name)!.text;

  test.each(steps.map((edits, i) => [i, edits] as const))("goal %i is met by what its step asks for", (i, edits) => {
    expect(goals(text)[i]).toBe(false);
    for (const [from, to] of edits) {
      expect(text.split(from), String(from)).toHaveLength(2);
      text = text.replace(from, () => to);
    }
    expect(goals(text)[i]).toBe(true);
  });

  test("has no other goals", () => expect(goals(text)).toHaveLength(steps.length));

  test("is without warnings when all is done", () => {
    expect(check(text).diagnostics.map(formatDiagnostic)).toEqual([]);
  });
});

const textOf = (name: string) => experiments.find((one) => one.name === name)!.text;

test("each goal is told in words, not by its condition", () => {
  for (const name of Object.keys(lessons))
    for (const { goal, aims } of check(textOf(name)).experiment.lessons[0].steps)
      expect(aims.length, name).toBe(goal === null ? 0 : 1);
});

test("the speed on the slope cannot be copied from the run", () => {
  const name = "lesson-4-friction";
  const [, , last] = lessons[name];
  const text = textOf(name)
    .replace(...(last[0] as [string, string]))
    .replace("slope = 20 [deg]", "slope = 30 [deg]");
  const told = (value: string) => check(text.replace("[m/s] = 0 [m/s]", `[m/s] = ${value}`)).diagnostics;
  for (const value of ["speed", "norm(v)"]) expect(told(value).map(({ code }) => code)).toEqual(["unknown-name"]);
  // Nor by a measure that was unlocked.
  expect(goals(text.replace(/speed_expected = slideSpeed.*/, "speed_expected = speed"))[2]).toBe(false);
});

test("the law that the first lesson ends with fits its dimensions", () => {
  const text = textOf("lesson-1-nothing-moves");
  const law = /no world has: \$([^$]+)\$/.exec(text)![1];
  const written = text.replace("go here.\n", `go here.\n    position' = v\n    ${law}\n`);
  expect(check(written).diagnostics.map(formatDiagnostic)).toEqual([]);
});
