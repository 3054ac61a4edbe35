// Lessons: how they are read, what is told of bad ones, and which goals a run meets.
import { describe, expect, test } from "vitest";
import { Probe, prepare, Run } from "../../src/lab.ts";
import { partsOfNote } from "../../src/language/declare/lesson-text.ts";
import { formatText } from "../../src/language/write/format.ts";
import { goalsOf } from "../../src/record/study/goals.ts";
import { check } from "../experiments/gallery.ts";

/** A stone that falls from 20 m for two seconds, under a lesson. */
function falling(lesson: string, g = 0): string {
  return `world attributes { g = [0, 0, ${g}] [m/s^2] }
object { name = stone physical type = dynamic geometrical type = sphere
  attributes = { position = [0, 0, 20] [m] size = 0.1 [m] v = [0, 0, 0] [m/s] } }
context { name = fall type = free fall functions = { v' = g position' = v } }
simulation { name = drop initial time = 0 duration = 2 step = 0.01 }
measures { use place as attribute position of object stone height = place # 3 }
${lesson}`;
}

function told(lesson: string): string[] {
  return check(falling(lesson)).diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

function goals(lesson: string, g: number): (boolean | string)[] {
  const checked = check(falling(lesson, g));
  expect(checked.diagnostics).toEqual([]);
  const model = prepare(checked);
  if ("severity" in model) throw new Error(model.message);
  const run = new Run(model);
  run.finish();
  return goalsOf(run, new Probe(model), checked.experiment.lessons[0]).map(({ isMet, why }) => why ?? isMet);
}

describe("goals", () => {
  const lesson = `lesson {
    step { say = "Look." }
    step { say = "Fall." goal = final(height) < 1 [m] }
    step { say = "By g t^2 / 2."
      goal = abs(drift(height) - 0.5 * 9.81 [m/s^2] * 4 [s^2]) < 1e-9 [m] & countEvents() == 1 }
    step { say = "When?" goal = firstTime(height < 10 [m]) < 1.5 [s] }
  }`;

  test("without gravity none is met, and what never happens is told", () => {
    expect(goals(lesson, 0)).toEqual([false, false, "never"]);
  });

  test("under gravity all are", () => expect(goals(lesson, -9.81)).toEqual([true, true, true]));

  test("a run that stops before its end meets none", () => {
    const text = falling(`lesson { step { say = "x" goal = final(height) > 0 [m] } }`, -9.81).replace(
      "v' = g",
      "v' = g / (t - t)",
    );
    const checked = check(text);
    const model = prepare(checked);
    if ("severity" in model) throw new Error(model.message);
    const run = new Run(model);
    run.finish();
    expect(goalsOf(run, new Probe(model), checked.experiment.lessons[0])).toEqual([
      { step: 0, isMet: false, why: "the run stopped before its end" },
    ]);
  });
});

describe("what is told", () => {
  test.each([
    ["no steps", "lesson { }", "missing-key: this lesson has no step"],
    ["a step without words", "lesson { step { goal = final(height) > 1 [m] } }", "missing-key: this step says nothing"],
    ["words without quotes", "lesson { step { say = look } }", "setting: 'say' takes words in quotes on one line"],
    [
      "a goal that changes",
      `lesson { step { say = "x" goal = height > 1 [m] } }`,
      "reduction: 'height' changes during the run: say which value is kept",
    ],
    [
      "a goal that is a number",
      `lesson { step { say = "x" goal = final(height) } }`,
      "shapes: a goal is a condition, and this is a real",
    ],
    [
      "a name that is not there",
      `lesson { step { say = "x" goal = final(heigth) > 1 } }`,
      "unknown-name: 'heigth' is not defined here",
    ],
    [
      "unlike dimensions",
      `lesson { step { say = "x" goal = final(height) > 1 [s] } }`,
      "dimensions: this compares a length, m, with a time, s",
    ],
    ["two goals", `lesson { step { say = "x" goal = true goal = true } }`, "duplicate: a step has one goal"],
    ["another key", `lesson { step { say = "x" hope = 3 } }`, "unknown-key: a step has no key 'hope'"],
    ["another block", `lesson { step { say = "x" } part { } }`, "unknown-key: a lesson has no block 'part'"],
    [
      "a block that is not there",
      `lesson { lock = {ston} step { say = "x" } }`,
      "unknown-name: this text has no block called 'ston'",
    ],
    [
      "a lock that is no name",
      `lesson { lock = 3 step { say = "x" } }`,
      "setting: 'lock' takes names of blocks in braces: {ball, measures}",
    ],
    ["two lessons", `lesson { step { say = "x" } } lesson { step { say = "y" } }`, "duplicate: a text has one lesson"],
    [
      "a broken formula",
      `lesson { step { say = "Look: $v' = $." } }`,
      "formula: 'v' = ' between $ and $ is not a VFLang formula",
    ],
  ])("of %s", (_, lesson, message) => expect(told(lesson)).toEqual([message]));

  test("nothing of a lesson that is right", () => {
    expect(
      told(`lesson { lock = {stone, fall, world} hide = {lesson, measures} step { say = "A" say = "B $g$" } }`),
    ).toEqual([]);
  });
});

test("a note is words, code and formulas", () => {
  const { parts, mistakes } = partsOfNote({ text: "Let $v' = g$ hold for `ball`, by $0.5 * g * t^2$." });
  expect(mistakes).toEqual([]);
  expect(parts.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    "words: Let ",
    "formula: v' = g",
    "words:  hold for ",
    "code: ball",
    "words: , by ",
    "formula: 0.5 * g * t^2",
    "words: .",
  ]);
});

test("a lesson is laid out, and stays as it is", () => {
  const text = formatText(
    falling(`lesson { hide = {lesson} step { say = "Look: $v' = g$." goal = final(height) < 1 [m] } }`),
  )!;
  expect(text).toContain(
    `lesson {\n  hide = {lesson}\n  step {\n    say = "Look: $v' = g$."\n    goal = final(height) < 1 [m]\n  }\n}`,
  );
  expect(formatText(text)).toBe(text);
});
