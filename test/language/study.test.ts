// Studies as text: what the checker says to them, how they are laid out, what is renamed in them.
import { describe, expect, test } from "vitest";
import { checkSource } from "../../src/language/check/check.ts";
import { loadFiles } from "../../src/language/declare/load.ts";
import { Diagnostics } from "../../src/language/syntax/diagnostic.ts";
import { createSource, placeOf, spanText } from "../../src/language/syntax/span.ts";
import { formatText } from "../../src/language/write/format.ts";
import { occurrencesIn } from "../../src/language/write/occurrences.ts";

const around = `
world attributes { k = 2 }
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { size = 1  mass = 1  v = [0, 0, 0]  orientation = [1, 0, 0, 0] } }
object { name = copy  physical type = dynamic  geometrical type = sphere  copies = 3
  attributes = { size = 1  mass = 1  v = [0, 0, 0] } }
context { name = still  type = free fall  functions = { v' = [0, 0, 0] } }
simulation { name = sim  initial time = 0  duration = 1 }
measures { energy = total(mass * (v . v))  momentum = total(mass * v)  drift = 3 }
`;

/** `line:column code message` of each mistake in a study; lines count from that of `study`. */
function told(lines: string): string[] {
  const before = around.split("\n").length;
  const source = createSource("a.vfl", `${around}\nstudy {\n${lines}\n}`);
  const { diagnostics } = checkSource(source, () => ({ problem: "none" }));
  return diagnostics.map(({ code, message, span }) => {
    const { line, column } = placeOf(span.source, span.from);
    return `${line - before - 1}:${column} ${code} ${message}`;
  });
}

const named = "name = s";
const fine = "vary step = {0.1}\nkeep a = final(energy)";

describe("a study without mistakes", () => {
  test.each([
    ["settings", "vary step = {0.1} vary duration = {1} vary frames = {1} vary seed = range(1, 3, 3)"],
    ["integrators by name alone", "vary integrator = {rk4, dormand-prince}"],
    ["one integrator", "vary integrator = rk4"],
    ["another one", "vary integrator = implicit midpoint"],
    ["an attribute of the world", "vary k = logRange(1, 2, 3)"],
    [
      "of objects, their copies, and one of them",
      "vary mass of ball = {1} vary mass of copy = {1} vary mass of copy2 = {1}",
    ],
    ["what every object has", "vary position of ball = {[0, 0, 0]} vary pos of copy = {[1, 0, 0]}"],
    ["an orientation in any of its forms", "vary orientation of ball = {[0, 0, 1], [1, 0, 0, 0]}"],
    ["units and arithmetic", "vary k = {1 [km], sqrt(2), 3 * 4}"],
  ])("varies %s", (_, lines) => {
    expect(told(`${named} ${lines} keep a = final(energy)`)).toEqual([]);
  });

  test("keeps arithmetic on reductions, also one within another", () => {
    expect(
      told(`${named} ${fine} keep b = (maximum(energy) - minimum(energy)) / mean(energy) + countSteps() + pi`),
    ).toEqual([]);
    expect(told(`${named} ${fine} keep b = firstTime(abs(energy - initial(energy)) > 0.1)`)).toEqual([]);
    expect(
      told(`${named} ${fine} keep b = norm(final(momentum)) + final(momentum # 2) + relativeDrift(momentum)`),
    ).toEqual([]);
    expect(told(`${named} ${fine} keep b = maximum(total(norm(v))) + initial(k)`)).toEqual([]);
  });
});

describe("a mistake is told at its place", () => {
  test.each([
    ["no name", fine, "0:1 missing-key this study has no 'name'"],
    ["nothing varied", `${named} keep a = final(energy)`, "0:1 missing-key this study varies nothing"],
    ["nothing kept", `${named} vary step = {0.1}`, "0:1 missing-key this study keeps nothing"],
    ["another key", `${named} ${fine} vry = 3`, "2:24 unknown-key a study has no key 'vry'"],
    ["a key of too many words", `${named} ${fine} keep a b = 3`, "2:24 unknown-key a study has no key 'keep a b'"],
    ["varied twice", `${named} ${fine} vary step = {1}`, "2:24 duplicate 'vary step' is given twice in this study"],
    [
      "no such simulation",
      `${named} ${fine} simulation = sin`,
      "2:37 unknown-name there is no simulation called 'sin'",
    ],
    [
      "no such object",
      `${named} ${fine} vary mass of bal = {1}`,
      "2:37 unknown-name there is no object or link called 'bal'",
    ],
    [
      "no such attribute",
      `${named} ${fine} vary masss of ball = {1}`,
      "2:29 unknown-name 'ball' has no attribute 'masss'",
    ],
    ["the time is not to be varied", `${named} ${fine} vary t = {1}`, "2:29 unknown-name there is no 't' to vary"],
    ["no list", `${named} ${fine} vary k = 3`, "2:33 setting 'vary k' takes a list of values"],
    ["words for a number", `${named} ${fine} vary k = {free fall}`, "2:34 setting 'k' takes values, not words"],
    [
      "numbers for an integrator",
      `${named} ${fine} vary integrator = {1, 2}`,
      "2:42 setting 'vary integrator' takes names in braces",
    ],
    [
      "a vector for a real",
      `${named} ${fine} vary k = {[1, 2]}`,
      "2:34 shapes 'k' is a real, and this is a vector of 2",
    ],
    [
      "a range of vectors",
      `${named} ${fine} vary v of ball = range(1, 2, 3)`,
      "2:41 shapes 'v of ball' is a vector of 3, and a range is of reals",
    ],
    [
      "a range without its number",
      `${named} ${fine} vary k = range(1, 2)`,
      "2:33 arguments write range(from, to, how many)",
    ],
    ["an unknown name among values", `${named} ${fine} vary k = {1, kk}`, "2:37 unknown-name 'kk' is not defined here"],
    [
      "too many runs",
      `${named} ${fine} vary k = range(1, 2, 200) vary seed = range(1, 51, 51)`,
      "2:62 too-many a study has at most 10000 runs, and these values make 10200",
    ],
    [
      "a measure as it is",
      `${named} ${fine} keep b = energy`,
      "2:33 reduction 'energy' changes during the run: say which value is kept",
    ],
    [
      "the world as it is",
      `${named} ${fine} keep b = 2 * k`,
      "2:37 reduction 'k' changes during the run: say which value is kept",
    ],
    [
      "a vector kept",
      `${named} ${fine} keep b = final(momentum)`,
      "2:33 shapes what is kept is a real, and this is a vector of 3",
    ],
    [
      "the largest of vectors",
      `${named} ${fine} keep b = maximum(momentum)`,
      "2:41 arguments maximum takes a real, and this is a vector of 3",
    ],
    [
      "the first time of a number",
      `${named} ${fine} keep b = firstTime(energy)`,
      "2:43 arguments firstTime takes a condition, and this is a real",
    ],
    [
      "a reduction in a sum over objects",
      `${named} ${fine} keep b = final(total(mass * initial(k)))`,
      "2:52 reduction initial cannot be inside total( ) or a function",
    ],
    [
      "no such event",
      `${named} ${fine} keep b = countEvents(bounce)`,
      "2:45 unknown-name no context and no event is called 'bounce'",
    ],
    ["an unknown name", `${named} ${fine} keep b = final(energi)`, "2:39 unknown-name 'energi' is not defined here"],
    [
      "kept under the name of what is varied",
      `${named} ${fine} keep step = countSteps()`,
      "2:29 duplicate 'step' is varied: what is kept needs another name",
    ],
    ["a plot of nothing kept", `${named} ${fine} plot = b`, "2:31 unknown-name 'b' is not kept in this study"],
    [
      "a plot against nothing",
      `${named} ${fine} against = k`,
      "2:34 unknown-name 'k' is neither varied nor kept in this study",
    ],
    ["a limit of nothing kept", `${named} ${fine} limit b = 1`, "2:30 unknown-name 'b' is not kept in this study"],
    [
      "a limit that is no number",
      `${named} ${fine} limit a = [1, 2]`,
      "2:34 shapes a limit is a real, and this is a vector of 2",
    ],
    [
      "an alias of nothing",
      `${named} ${fine} aliases = { use p as attribute position of object bal }`,
      "2:74 unknown-name there is no object called 'bal'",
    ],
  ])("%s", (_, lines, mistake) => {
    expect(told(lines)).toEqual([mistake]);
  });

  test("also where a measure has the name of a reduction: it is the measure", () => {
    expect(told(`${named} ${fine} keep b = final(drift)`)).toEqual([]);
    expect(told(`${named} ${fine} keep b = drift(energy)`)).toHaveLength(1);
  });
});

test("a study has one layout, which keeps its comments", () => {
  const text = `study { name=s // its name
  vary   integrator={explicit   euler,rk4} /* two */ vary mass of // whose
   ball = range( 1,2 ,3 )
   // why
   keep drift=maximum( energy )-1 limit drift=0.01, plot={drift}
   against=step }
`;
  const formatted = formatText(text)!;
  expect(formatted).toBe(`study {
  name = s  // its name
  vary integrator = {explicit euler, rk4}
  /* two */ vary mass of  // whose
  ball =
      range(1, 2, 3)
  // why
  keep drift = maximum(energy) - 1
  limit drift = 0.01
  plot = {drift}
  against = step
}
`);
  expect(formatText(formatted)).toBe(formatted);
});

test("what a study names is found where it is defined", () => {
  const study = `study { name = s  simulation = sim  vary mass of ball = {1}  vary k = {1}  vary step = {1}
    aliases = { use p as attribute position of object ball }
    keep rise = maximum(energy) + final(p # 3)  limit rise = 1  plot = rise  against = mass }`;
  const files = loadFiles(createSource("a.vfl", around + study), () => ({ problem: "none" }), new Diagnostics());
  const found = occurrencesIn(files).filter(({ block }) => block?.kind === "study");
  const keys = found.map(
    ({ key, span, defines }) => `${spanText(span)}${defines ? "!" : ""}: ${key.replace(/a.vfl:\d+/, "…")}`,
  );
  expect(keys).toEqual([
    "s!: study s",
    "sim: simulation sim",
    "mass: attribute mass",
    "ball: object ball",
    "k: attribute k",
    "p!: local … p",
    "position: attribute position",
    "ball: object ball",
    "rise!: local … keep rise",
    "energy: local … energy",
    "p: local … p",
    "rise: local … keep rise",
    "rise: local … keep rise",
    "mass: attribute mass",
  ]);
  const measure = occurrencesIn(files).find(({ defines, span }) => defines && spanText(span) === "energy");
  expect(found.find(({ span }) => spanText(span) === "energy")!.key).toBe(measure!.key);
});
