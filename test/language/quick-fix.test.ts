// What is commonly written for something else has an edit that mends it.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkSource } from "../../src/language/check/check.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { quickFixes } from "../../src/language/write/quick-fix.ts";

const textWith = (value: string) => `world attributes { g = [0, 0, -9.81] [m/s^2]  k = 2 }
object { name = stone  physical type = dynamic  geometrical type = sphere
  attributes = { position = [0, 0, 5]  size = 0.1  mass = 2  v = [1, 0, 0] } }
context { name = falling  type = free fall  functions = {
    a = ${value}
    b = a
    v' = [0, 0, -9.81]
    position' = v
} }
simulation { name = main  initial time = 0  duration = 1 }
`;

const errorsOf = (text: string) =>
  checkSource(createSource("text", text), () => ({ problem: "none" })).diagnostics.filter(
    ({ severity }) => severity === "error",
  );

/** Each way in which the fixes of the first error mend the value. */
function mended(value: string): string[] {
  const text = textWith(value);
  const [error] = errorsOf(text);
  return quickFixes(error).map(({ from, to, insert }) => {
    const next = text.slice(0, from) + insert + text.slice(to);
    return /a = (.*)/.exec(next)![1];
  });
}

describe("a click mends", () => {
  test.each([
    ["sin(t)", ["sine(t)"]],
    ["cos(t)", ["cosine(t)"]],
    ["tan(t)", ["tangent(t)"]],
    ["arcsin(0.5)", ["inverseSine(0.5)"]],
    ["3 × 4", ["3 * 4"]],
    ["k × v", ["k * v"]],
    ["v · v", ["v * v", "v . v"]],
    ["7 ÷ 2", ["7 / 2"]],
    ["3 − 2", ["3 - 2"]],
    ["k²", ["k^2"]],
    ["if k ≤ 2 then 1 else 0", ["if k <= 2 then 1 else 0"]],
    ["if k > 1 && k < 3 then 1 else 0", ["if k > 1 & k < 3 then 1 else 0"]],
    ["k ** 2", ["k ^ 2"]],
    ["0,9 * k", ["0.9 * k"]],
    ["9,81", ["9.81"]],
    [".8 * k", ["0.8 * k"]],
    ["k * .8", ["k * 0.8"]],
    ["-.8", ["-0.8"]],
    ["3(v # 1)", ["3 * (v # 1)"]],
    ["3(k + 1)", ["3 * (k + 1)"]],
    ["2k", ["2 * k"]],
    ["(k + 1)(k - 1)", ["(k + 1) * (k - 1)"]],
    ["π", ["pi"]],
  ])("%s", (written, expected) => {
    expect(mended(written)).toEqual(expected);
    for (const value of expected) expect(errorsOf(textWith(value)).map(({ message }) => message)).toEqual([]);
  });

  test("a bracket left open after a factor gets its sign first", () => {
    expect(mended("3(v # 1")).toEqual(["3 * (v # 1"]);
  });
});

describe("nothing is offered where a person must think", () => {
  test.each(["3 m", "2m", "k(v)", "1e", "2x10^3", "v # 1 v", "max(1, 2, 3)", "cross(v, v)", "[1 2 3]"])(
    "%s",
    (written) => expect(mended(written)).toEqual([]),
  );
});

test("a spring whose bodies have no force is offered force and torque, in one edit", () => {
  const text = `import "laws/links.vfl"
import "laws/motion.vfl"
world attributes { g = [0, 0, -9.81] [m/s^2] }
object { name = bob  physical type = dynamic  geometrical type = sphere
  attributes = {
    position = [0, 0, 1] [m]
    orientation = [1, 0, 0, 0]
    size = 0.1 [m]
    mass = 1 [kg]
    v = [0, 0, 0] [m/s]
  }
}
link { name = coil  kind = spring  between = {bob, world at [0, 0, 2]}
  attributes = { k = 50 [N/m]  rest = 0.5 [m]  c = 0 [N s/m] } }
simulation { name = main  initial time = 0  duration = 1 }
`;
  const read = (path: string) => createSource(path, readFileSync(path, "utf8"));
  const errors = (of: string) =>
    checkSource(createSource("text", of), read).diagnostics.filter(({ severity }) => severity === "error");
  const lacks = errors(text).find(({ message }) => message.includes("lacks 'force'"))!;
  const [fix] = quickFixes(lacks);
  expect(fix.name).toBe("Add force and torque to bob");
  const next = text.slice(0, fix.from) + fix.insert + text.slice(fix.to);
  expect(next).toContain("    force = [0, 0, 0] [N]\n    torque = [0, 0, 0] [N m]\n");
  expect(errors(next).some(({ message }) => message.includes("force"))).toBe(false);
});
