// Parsing a text that is being typed, with what is known of the one before.
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkSource } from "../../src/language/check/check.ts";
import { Diagnostics } from "../../src/language/syntax/diagnostic.ts";
import { ParseCache } from "../../src/language/syntax/parse-cache.ts";
import { createSource, type Source } from "../../src/language/syntax/span.ts";

const texts = readdirSync("experiments")
  .filter((file) => file.endsWith(".vfl"))
  .map((file) => readFileSync(`experiments/${file}`, "utf8"))
  .filter(({ length }) => length < 4000);

/** What a person types, cuts and pastes. */
const pieces = [
  "x",
  " ",
  "\n",
  "=",
  "(",
  ")",
  "}",
  "{",
  "[kg]",
  "//",
  "/*",
  "*/",
  '"',
  "a = b\n",
  ", ",
  "+ 1",
  "object { ",
  "'",
];

/** A stretch that is replaced, at a share of the text's length. */
const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(12),
    piece: fc.constantFrom("", ...pieces),
  }),
  { minLength: 1, maxLength: 8 },
);

function plain(file: object): string {
  return JSON.stringify(file, (key, value) => (key === "source" ? undefined : value));
}

test("a text that is typed is read as if nothing had been read before", () => {
  fc.assert(
    fc.property(fc.constantFrom(...texts), edits, (text, all) => {
      const cache = new ParseCache();
      let now = text;
      for (const { at, cut, piece } of [{ at: 0, cut: 0, piece: "" }, ...all]) {
        const from = Math.floor(at * now.length);
        now = now.slice(0, from) + piece + now.slice(from + cut);
        const [known, fresh] = [cache, new ParseCache()].map((one) => {
          const diagnostics = new Diagnostics();
          const file = one.text(createSource("typed", now), diagnostics);
          return {
            file: plain(file),
            told: diagnostics.sorted().map(({ span, ...rest }) => ({ ...rest, from: span.from, to: span.to })),
          };
        });
        expect(known).toEqual(fresh);
      }
    }),
    { numRuns: 25 },
  );
});

test("an imported text is read once, and what is wrong in it is told each time", () => {
  const cache = new ParseCache();
  const law = createSource("law.vfl", "half(x) = x / \ntwice(x) = 2 * x\n");
  const read = (): Source => law;
  const check = (text: string) => checkSource(createSource("text", text), read, cache);
  const first = check('import "law.vfl"\nmeasures { m = twice(2) }');
  const second = check('import "law.vfl"\nmeasures { m = twice(3) }');
  expect(first.diagnostics.map(({ span }) => span.source.name)).toEqual(["law.vfl"]);
  expect(second.diagnostics).toEqual(first.diagnostics);
  expect(cache.import(law, new Diagnostics())).toBe(cache.import(law, new Diagnostics()));
});
