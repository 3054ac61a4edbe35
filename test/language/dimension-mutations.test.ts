// How much of what goes wrong with dimensions is found.
import { expect, test } from "vitest";
import { diagnose, textsIn } from "./dimension/library.ts";
import { mutationsOf } from "./dimension/mutations.ts";

test("of all changes of one token in the law library that change a dimension, 95 of 100 are found", () => {
  let all = 0;
  const missed: string[] = [];
  for (const [name, text] of textsIn("laws"))
    for (const { from, to, insert } of mutationsOf(name, text)) {
      const mutant = text.slice(0, from) + insert + text.slice(to);
      all++;
      if (!diagnose(name, mutant).some(({ code }) => code === "dimensions"))
        missed.push(
          `${name}: ${text.slice(text.lastIndexOf("\n", from) + 1, from).trim()} ` +
            `<${text.slice(from, to)}> → <${insert}>`,
        );
    }
  expect(all).toBeGreaterThan(1900);
  expect(missed.length, missed.join("\n")).toBeLessThan(0.05 * all);
}, 300_000);
