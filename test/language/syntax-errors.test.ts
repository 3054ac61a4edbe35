// Mistakes that students make, and what they are told: one sentence for each mistake, at its place, with what to do.
// The cases are golden: UPDATE_GOLDEN=1 writes what is told now, for a person to judge.
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check, sentence } from "./fuzz/told.ts";

const golden = new URL("fuzz/syntax-error-cases.txt", import.meta.url);

const cases = readFileSync(golden, "utf8")
  .split(/^# /m)
  .slice(1)
  .map((part) => {
    const [name, ...rest] = part.split("\n");
    const [input, expected] = rest.join("\n").split(/^==>\n?/m);
    return { name, input: input.replace(/\n$/, ""), expected: expected.trim() };
  });

function told(text: string): string {
  return check(text)
    .flatMap((diagnostic) => [
      sentence(diagnostic).replace(/^(\S+) /, diagnostic.severity === "warning" ? "$1 warning " : "$1 "),
      ...diagnostic.notes.map((note) => `    ${note}`),
    ])
    .join("\n");
}

if (process.env["UPDATE_GOLDEN"])
  writeFileSync(golden, cases.map(({ name, input }) => `# ${name}\n${input}\n==>\n${told(input)}\n`).join("\n"));
else
  test.each(cases.map(({ name, input, expected }) => [name, input, expected] as const))("%s", (_, input, expected) => {
    expect(told(input)).toBe(expected);
  });

test("there are more than a hundred mistakes here, and nearly all are told by one sentence", () => {
  expect(cases.length).toBeGreaterThan(100);
  // The lines after a mistake are `z = 1`, or `1 + true`, which is told itself: that they were understood is seen by
  // it.
  const sentences = (text: string) => check(text).filter(({ code }) => code !== "shapes" && code !== "shape").length;
  const several = cases.filter(({ input }) => sentences(input) > 1).map(({ name }) => name);
  expect(several).toEqual([
    "a broken line among good ones",
    "two broken lines",
    "ends of a link without a comma",
    "one end of a link",
    "half a line lost does not hide the next ones",
    "the same slip on every line is told on every line",
    "a missing quote and a missing brace",
  ]);
});
