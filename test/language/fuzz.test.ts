// 100,000 texts that nobody would write: with those of fuzz-sound.test.ts. Every seed gives the same text on every
// machine; a failure shows its text.
import { expect, test } from "vitest";
import { thesisTexts } from "./fuzz/corpus.ts";
import { randomExperiment } from "./fuzz/experiment.ts";
import { LooseGenerator } from "./fuzz/loose.ts";
import { cut, mutate, soup } from "./fuzz/mutate.ts";
import { Random } from "./fuzz/random.ts";
import { TypedGenerator } from "./fuzz/typed.ts";
import { checkAnything, sayAnything } from "./fuzz/well-behaved.ts";

/** A shorter run while developing: FUZZ=0.01. Other texts: FUZZ_SEED=1. */
const share = Number(process.env["FUZZ"] ?? 1);
const shift = 100_000_000 * Number(process.env["FUZZ_SEED"] ?? 0);

function broken(text: string, random: Random): string {
  for (let i = random.below(3); i >= 0; i--) text = mutate(text, random, thesisTexts);
  return text;
}

/** Gives `count` texts to the checker, and every `every`th to the interpreter too. */
function run(count: number, firstSeed: number, every: number, make: (random: Random) => string): void {
  for (let i = 0; i < count * share; i++) {
    const text = make(new Random(shift + firstSeed + i));
    checkAnything(text);
    if (i % every === 0) sayAnything(text);
  }
}

test("26,000 random functions and expressions, right and wrong, give values or diagnostics", () => {
  run(13_000, 1_000_000, 1, (random) => `$${new LooseGenerator(random).expression(4)}`);
  run(13_000, 2_000_000, 2, (random) => new LooseGenerator(random).functions());
});

test("14,000 random files with blocks of every kind give diagnostics, nothing else", () => {
  run(14_000, 3_000_000, 8, (random) => new LooseGenerator(random).file());
});

test("10,000 random files with a slip or three", () => {
  run(10_000, 4_000_000, 8, (random) => broken(new LooseGenerator(random).file(), random));
});

test("20,000 pieces of the thesis, broken", () => {
  run(20_000, 5_000_000, 4, (random) => broken(cut(random.pick(thesisTexts), random, 600), random));
});

test("2,500 whole listings of the thesis with a slip", () => {
  run(2_500, 6_000_000, 20, (random) => mutate(random.pick(thesisTexts), random, thesisTexts));
});

test("1,000 right experiments with a slip", () => {
  run(1_000, 7_000_000, 50, (random) => mutate(randomExperiment(random), random, thesisTexts));
});

test("4,000 right programs with a slip", () => {
  run(4_000, 8_000_000, 2, (random) => broken(new TypedGenerator(random).functions(3).join("\n"), random));
});

test("10,000 soups of characters", () => {
  run(10_000, 9_000_000, 2, (random) => soup(random, 60));
});

test("the same seed gives the same text", () => {
  const make = (seed: number) => randomExperiment(new Random(seed));
  expect(make(1)).toBe(make(1));
  expect(make(1)).not.toBe(make(2));
});
