// What the checker says of dimensions: of slips in the laws, of the thesis' slip, and the rules one by one. That it
// says nothing of the laws and the experiments, test/experiments/check.test.ts tests.
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/language/syntax/diagnostic.ts";
import { lineAt } from "../../src/language/syntax/span.ts";
import { diagnose, textsIn } from "./dimension/library.ts";
import { slips } from "./dimension/slips.ts";

/** The line of a diagnostic, its place between « and ». */
function placeIn({ span }: Diagnostic): string {
  const { text, from } = lineAt(span.source, span.from);
  const [start, end] = [span.from - from, Math.min(span.to - from, text.length)];
  return `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`.trim();
}

const laws = textsIn("laws");
const experiments = textsIn("experiments");

test.each(slips)("a slip in $law: $wrong", ({ law, right, wrong, at, says, asks }) => {
  const text = laws.get(`laws/${law}.vfl`)!;
  expect(text).toContain(right);
  const told = diagnose(
    `laws/${law}.vfl`,
    text.replace(right, () => wrong),
  );
  expect(told.map(({ code, severity, message, notes }) => ({ code, severity, message, notes }))).toEqual([
    { code: "dimensions", severity: "warning", message: says, notes: asks === null ? [] : [asks] },
  ]);
  expect(placeIn(told[0])).toBe(at);
});

test("there are more than forty slips, in most laws, and each is told in words, nearly all with a repair", () => {
  expect(slips.length).toBeGreaterThan(60);
  expect(new Set(slips.map(({ law }) => law)).size).toBeGreaterThan(12);
  // `a velocity, m/s`, and what must be a pure number, are words; a unit alone is not.
  const words = /\b(an? |one over |the square root of )[a-z ]+(, [^ ,]+( [^ ,a-z]\S*| [a-zA-Z]\b)*)?/g;
  for (const { says } of slips) expect(says.match(words)?.length, says).toBeGreaterThanOrEqual(2);
  expect(slips.filter(({ asks }) => asks === null).length).toBeLessThan(0.05 * slips.length);
});

test("the squares that norm_friction_imp lacks are found, once", () => {
  const [told, ...more] = diagnose("printed", experiments.get("experiments/thesis-5.2-printed.vfl")!);
  expect(more).toEqual([]);
  expect(placeIn(told)).toBe("if norm_friction_imp «<=» desired_impulse_col_coord # 1 * friction_coefficient");
  expect(told.message).toBe(
    "this compares the square root of a momentum, kg^0.5 m^0.5/s^0.5, with a momentum or impulse, N s",
  );
  expect(told.notes[0]).toMatch(/^are the squares missing under the root, .* in 'norm_friction_imp'/);
});

test("they are found where no coefficient has a unit: none has half a mass", () => {
  const printed = experiments.get("experiments/thesis-5.2-printed.vfl")!.replaceAll(" [1]", "");
  const [told, ...more] = diagnose("printed", printed);
  expect(more).toEqual([]);
  expect(placeIn(told)).toBe("if norm_friction_imp «<=» desired_impulse_col_coord # 1 * friction_coefficient");
  expect(told.notes[0]).toMatch(/^are the squares missing under the root, .* in 'norm_friction_imp'/);
  expect(told.notes.at(-1)).toBe("without a unit, 'friction_coefficient' is a pure number here");
});

test("with the squares nothing is told", () => {
  const printed = experiments.get("experiments/thesis-5.2-printed.vfl")!;
  const right = printed.replace(
    "(desired_impulse_col_coord # 2 + desired_impulse_col_coord # 3)^0.5",
    "(desired_impulse_col_coord # 2 ^ 2 + desired_impulse_col_coord # 3 ^ 2)^0.5",
  );
  expect(right).not.toBe(printed);
  expect(diagnose("mended", right)).toEqual([]);
});

/** A ball under a law; `attributes` come after position and size. */
function ball(attributes: string, functions: string, rest = ""): string {
  return `object { name = ball physical type = dynamic geometrical type = sphere
attributes = { position = [0, 0, 0] [m] size = 1 [m] ${attributes} } }
context { name = law type = free fall functions = { ${functions} } }
simulation { name = run initial time = 0 duration = 1 contexts_involved = {law} }
${rest}`;
}

function messages(text: string): string[] {
  return diagnose("text", text).map(({ message }) => message);
}

describe("nothing is told", () => {
  test.each([
    [
      "of a text without units",
      ball("v = [1, 0, 0]", "v' = (v . v) * v position' = position + t * v").replaceAll(" [m]", ""),
    ],
    ["of an attribute without a unit, whatever the laws make of it", ball("k = 3", "position' = k * position")],
    [
      "of a number as a term",
      ball("v = [1, 0, 0] [m/s]", "v' = if position # 3 > 2 then [0, 0, -10] else [0, 0, 0] position' = v"),
    ],
    ["of a number that may be a quantity", ball("v = [1, 0, 0] [m/s]", "v' = [0, 0, -9.81 * t] position' = v")],
    [
      "of a number whose dimension has half a length, as that of Hertz",
      ball("mass = 1 [kg] k = 3 v = [0, 0, 0] [m/s]", "v' = [0, 0, k * size^1.5 / mass] position' = v"),
    ],
    [
      "of a unit with such a power",
      ball(
        "mass = 1 [kg] k = 3 [N/m^1.5] c = 2 [N/m^(1/3)] v = [0, 0, 0] [m/s]",
        "v' = [0, 0, (k * size^1.5 + c * size^(1 / 3)) / mass] position' = v",
      ),
    ],
    ["of zero", ball("v = [1, 0, 0] [m/s]", "v' = 0 * position position' = if t == 0 then 0 * v else v")],
    ["of angles", ball("w = 30 [deg/s]", "x = sine(w * t + 20 [deg] + 1 [rad]) position' = [x, 0, 0] [m/s]")],
    [
      "of roots and powers",
      ball(
        "v = [1, 0, 0] [m/s]",
        "l [m] = sqrt(position . position) + (norm(position)^3)^(1 / 3) position' = v * (l / norm(position))^0.5",
      ),
    ],
    [
      "of a vector of unlike entries",
      ball("x = [1 [rad], 2 [1/s]]", "x' = [x # 2, -9.81 [m/s^2] / (1 [m]) * sine(x # 1)]"),
    ],
    [
      "of a state whose entries the laws tell apart",
      ball("x = [1, 2]", "x' = [x # 2, -9.81 [m/s^2] / (1 [m]) * sine(x # 1)]"),
    ],
    [
      "of a function that serves many dimensions",
      `twice(x) = 2 * x\n${ball("v = [1, 0, 0] [m/s]", "position' = twice(v) + twice(position) / (2 [s])")}`,
    ],
    [
      "of a recursion",
      "sum(v, n) = if n == 1 then v # 1 else sum(v, n - 1) + v # n\n" +
        `${ball("", "position' = [sum(position, 3), 0, 0] / (1 [s])")}`,
    ],
    [
      "of matrices whose entries are products of a row's and a column's dimension",
      ball(
        "q = [1 [m], 2 [rad]]",
        "M = [[2 [kg], 1 [kg m]], [1 [kg m], 3 [kg m^2]]] q' = inverse(M) * [1 [N s], 2 [N m s]]",
      ),
    ],
    [
      "of settings that are times",
      ball("", "position' = [1, 0, 0] [m/s]").replace(
        "duration = 1",
        "duration = 2 [min] step = 0.01 [s] frames = 60 [1/s]",
      ),
    ],
  ])("%s", (_, text) => expect(messages(text)).toEqual([]));
});

describe("it is told", () => {
  test.each([
    [
      "that a rate is per time",
      ball("", "position' = position"),
      "this is a length, m, and the rate of 'position' is a velocity, m/s",
    ],
    [
      "that an attribute is given another dimension",
      ball("mass = 3 [kg]", "position' = [mass, 0, 0]"),
      "this is a mass, kg, and the rate of 'position' is a velocity, m/s",
    ],
    [
      "that a setting is no time",
      ball("", "position' = [1, 0, 0] [m/s]").replace("duration = 1", "duration = 2 [m]"),
      "this is a length, m, and 'duration' is a time, s",
    ],
    [
      "that a function of a number is given a quantity",
      ball("", "position' = sine(t) * [1, 0, 0] [m/s]"),
      "this is a time, s, and sine takes a pure number or an angle as x",
    ],
    [
      "that the larger of two unlike things is asked",
      ball("", "l = max(size, t) position' = [l, 0, 0] / (1 [s])"),
      "this is a time, s, and max compares it with a length, m",
    ],
    [
      "that an exponent has a dimension",
      ball("", "x = 2 ^ (t + 1 [s]) position' = [x, 0, 0] [m/s]"),
      "this takes a time, s, as an exponent, which must be a pure number",
    ],
    [
      "that branches differ",
      ball("", "x = if t > 1 then size else t position' = [x, 0, 0]"),
      "this gives a length, m, in one branch and a time, s, in the other",
    ],
    [
      "that unlike entries are added up",
      ball("", "x = norm([size, t]) position' = [x, 0, 0]"),
      "this takes norm of different entries: one is a length, m, another a time, s",
    ],
    [
      "that a unit is given to what has another",
      ball("", "position' = position [m/s]"),
      "this gives the unit of a velocity, m/s, to what is a length, m",
    ],
    [
      "that arguments do not fit a function that is right in itself",
      `more(a, b) = a + b\n${ball("", "position' = more(position, [t, t, t]) / t")}`,
      "with these arguments 'more' adds a time, s, to a length, m",
    ],
    [
      "that an argument is not what a parameter states",
      `half(a [m]) = a / 2\n${ball("", "position' = half([t, t, t]) / t")}`,
      "this is a time, s, and 'half' takes a length, m, as 'a'",
    ],
    [
      "that a function does not give what it states",
      `half(a [m]) [s] = a / 2\n${ball("", "position' = [1, 0, 0] [m/s]")}`,
      "this is a length, m, and 'half' is stated as a time, s",
    ],
    [
      "that a measure adds unlike things",
      ball(
        "mass = 1 [kg] v = [1, 0, 0] [m/s]",
        "position' = v",
        "measures { energy = total(0.5 * mass * (v . v) + mass * position # 3) }",
      ),
      "this adds a mass times a length, kg m, to an energy or torque, J",
    ],
    [
      "that a closed form is of another dimension than its measure",
      ball("v = [1, 0, 0] [m/s]", "position' = v", "measures { way = total(position # 1)  expected = 1 [m/s] * t^2 }"),
      "this is a length times a time, m s, and 'way', its measure, is a length, m",
    ],
    [
      "that an event compares unlike things",
      ball(
        "v = [1, 0, 0] [m/s]",
        "position' = v",
        "event { name = e when = p # 1 > u # 1 aliases = { use p as attribute position of object ball " +
          "use u as attribute v of object ball } functions = { u = [0, 0, 0] } }",
      ),
      "this compares a length, m, with a velocity, m/s",
    ],
    [
      "that one object has another dimension than the rest",
      ball(
        "mass = 1 [kg]",
        "position' = [1, 0, 0] [m/s]",
        "object { name = b physical type = static geometrical type = sphere attributes = { size = 1 mass = 2 [s] } }",
      ),
      "this is a time, s, and 'mass' is a mass, kg",
    ],
  ])("%s", (_, text, message) => expect(messages(text)).toEqual([message]));
});

test("a unit after a name converts nothing, and must be one of SI", () => {
  const [told] = diagnose("text", "far(x [km]) = x");
  expect([told.code, told.message, told.notes[0]]).toEqual([
    "unit",
    "a unit after a name converts nothing, so it must be one of SI",
    "write [m]",
  ]);
});
