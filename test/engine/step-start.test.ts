// `atStepStart(v)`: the value with which a step began, for contact laws of pairs.
import { describe, expect, test } from "vitest";
import type { EvaluationName } from "../../src/lab.ts";
import { explainerOf, flawsBelow, nodeOf } from "../explain/tree.ts";
import { number, object, refusal, runText } from "./lab.ts";

const ground = object("ground", "static", "half space", "position = [0, 0, 0]");
const ball = object(
  "ball",
  "dynamic",
  "sphere",
  "position = [0, 0, 0.5]  size = 0.5  v = [0, 0, -1]  seen = 0  gave = 0",
);
const fall = (more = "") =>
  `context { name = fall  type = free fall  functions = { v' = [0, 0, -10]  position' = v  ${more} } }\n`;
const law = (
  functions: string,
  more = "",
) => `context { name = law  type = contact  applied to = pair  iterations = 3  ${more}
  applicability = { mandatory 1 dynamic object and mandatory 1 static object }  functions = { ${functions} } }\n`;
const scene = (contact: string, motion = fall()) => `${ground}${ball}${motion}${contact}
  simulation { name = s  initial time = 0  duration = 0.01  step = 0.01  frames = 100  scheme = time stepping
    margin = 0.1 }`;

describe.each<EvaluationName>(["compiled", "interpreted"])("%s", (evaluation) => {
  test("it is the value before rates and applications, in every iteration", () => {
    const text = scene(
      law(`v1 = previous(v1) + [0, 0, 1]  seen1 = atStepStart(v1) # 3  gave1 = (previous(v1) - atStepStart(v1)) # 3`),
    );
    const recording = runText(text, { evaluation });
    expect(number(recording, "ball.v # 3")).toBeCloseTo(-1 - 0.1 + 3, 12);
    expect(number(recording, "ball.seen")).toBe(-1);
    // What the rate gave, and two applications.
    expect(number(recording, "ball.gave")).toBeCloseTo(-0.1 + 2, 12);
  });

  test("a point that begins can keep it", () => {
    const kept = law(
      "first = atStepStart(v1) # 3  seen1 = first  v1 = previous(v1)",
      "attributes = {first}  compute_first_time_only_attributes = {first}",
    );
    expect(number(runText(scene(kept), { evaluation }), "ball.seen")).toBe(-1);
  });

  test("a law that contributes sees it as the registered value", () => {
    const pushed = scene(
      law("force1 += [0, 0, 3 * atStepStart(v1) # 3]"),
      fall().replace("v' = [0, 0, -10]", "v' = force"),
    ).replace("seen = 0", "force = [0, 0, 0]");
    expect(number(runText(pushed, { evaluation }), "ball.v # 3")).toBeCloseTo(-1 - 0.03, 12);
  });
});

test("its explanation leads to the end of the step before", () => {
  const explainer = explainerOf(
    scene(law("v1 = previous(v1) + 0.5 * (atStepStart(v1) - previous(v1))")).replace(
      "duration = 0.01",
      "duration = 0.05",
    ),
  );
  const root = nodeOf(explainer.explain("ball.v", { time: 0.03 }));
  const begun = root.terms.find(({ name }) => name === "atStepStart(v1)")!.open();
  expect(begun.words).toContain("t = 0.01");
  expect(flawsBelow(root, 12, { nodes: 120 })).toEqual([]);
});

test.each([
  [law("v1 = atStepStart(2)"), "write atStepStart(name), with the name of an attribute of an object"],
  [law("v1 = atStepStart(nothing)"), "write atStepStart(name), with the name of an attribute of an object"],
  [
    law("jn = atStepStart(jn)  v1 = previous(v1)", "attributes = {jn = 0}"),
    "with the name of an attribute of an object",
  ],
])("refuses %s", (contact, said) => {
  expect(refusal(scene(contact))).toContain(said);
});

test("is refused where there is no step, with what to write", () => {
  const falling = scene(law("v1 = previous(v1)"), fall("seen = atStepStart(v) # 3"));
  expect(refusal(falling)).toContain(
    "atStepStart is for contact laws of pairs; write previous(name): the value at the end of the last step",
  );
  expect(refusal(`${scene(law("v1 = previous(v1)"))}  measures { m = atStepStart(t) }`)).toContain(
    "atStepStart is for contact laws of pairs",
  );
});
