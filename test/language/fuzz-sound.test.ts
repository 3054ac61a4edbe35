// Shape inference against the interpreter: what is right is found right, and what is found right evaluates.
import { expect, test } from "vitest";
import { formatDiagnostic } from "../../src/language/syntax/diagnostic.ts";
import { randomExperiment } from "./fuzz/experiment.ts";
import { LooseGenerator } from "./fuzz/loose.ts";
import { mutate, tweak } from "./fuzz/mutate.ts";
import { Random } from "./fuzz/random.ts";
import { definedNames, evaluateSoundly } from "./fuzz/sound.ts";
import { TypedGenerator } from "./fuzz/typed.ts";
import { checkAnything } from "./fuzz/well-behaved.ts";

const share = Number(process.env["FUZZ"] ?? 1);
const shift = 100_000_000 * Number(process.env["FUZZ_SEED"] ?? 0);

/** Of random formulas the shapes fit; dimensions do not, and much of it has no sense. */
const meaningless = new Set([
  "dimensions",
  "degrees",
  "lost",
  "no-effect",
  "no-law",
  "case",
  "condition",
  "cross-product",
  "one-sided",
  "stepwise",
  "orientation",
]);

function expectClean(text: string) {
  const checked = checkAnything(text);
  const told = checked.diagnostics.filter(({ code, severity }) => severity === "error" || !meaningless.has(code));
  if (told.length > 0) throw new Error(`${told.map(formatDiagnostic).join("\n")}\n${JSON.stringify(text)}`);
  return checked;
}

test("5,000 programs of known shapes check clean and give values of those shapes", () => {
  let evaluated = 0;
  for (let seed = 0; seed < 5_000 * share; seed++) {
    const random = new Random(shift + seed);
    const text = new TypedGenerator(random).functions(2 + random.below(4)).join("\n");
    evaluated += evaluateSoundly(expectClean(text), definedNames(text));
  }
  expect(evaluated).toBeGreaterThan(8_000 * share);
});

test("1,500 whole experiments of known shapes check clean", () => {
  for (let seed = 0; seed < 1_500 * share; seed++) expectClean(randomExperiment(new Random(shift + 10_000 + seed)));
});

test("8,000 programs with one slip evaluate without an error of shape wherever the checker finds nothing wrong", () => {
  let evaluated = 0;
  for (let seed = 0; seed < 8_000 * share; seed++) {
    const random = new Random(shift + 20_000 + seed);
    const right = new TypedGenerator(random).functions(2 + random.below(3)).join("\n");
    const text = seed % 4 === 0 ? mutate(right, random, [right]) : tweak(right, random);
    const checked = checkAnything(text);
    if (checked.diagnostics.length === 0) evaluated += evaluateSoundly(checked, definedNames(text));
  }
  expect(evaluated).toBeGreaterThan(2_000 * share);
});

test("18,000 definitions of any shapes evaluate without an error of shape where the checker finds none", () => {
  let evaluated = 0;
  for (let seed = 0; seed < 3_000 * share; seed++) {
    const loose = new LooseGenerator(new Random(shift + 30_000 + seed));
    const text = Array.from({ length: 6 }, (_, i) => `x${i} = ${loose.expression(3)}`).join("\n");
    // One line at a time: a wrong one must not keep the right ones from being tried.
    for (const line of text.split("\n")) {
      const checked = checkAnything(line);
      if (checked.diagnostics.length === 0) evaluated += evaluateSoundly(checked, definedNames(line));
    }
  }
  expect(evaluated).toBeGreaterThan(300 * share);
});
