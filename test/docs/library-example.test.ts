// The programs of the documents: run as they stand there.
import { expect, test } from "vitest";
import * as lab from "../../src/lab.ts";
import { readDocument } from "./documents.ts";

/** Runs programs that go on from one to the next; what they print. */
function run(programs: readonly string[]): unknown[][] {
  const printed: unknown[][] = [];
  const print = (...values: unknown[]) => printed.push(values);
  const text = programs.join("\n").replace(/^import \{([^}]*)\} from "virtuafiz";$/gm, "const {$1} = lab;");
  new Function("lab", "console", text)(lab, { log: print, error: print });
  return printed;
}

const programsOf = (path: string) =>
  [...readDocument(path).matchAll(/```js\n([\s\S]*?)```/g)].map(([, program]) => program);

test("the program of language.md prints what it says", () => {
  const programs = programsOf("docs/language.md");
  const said = /\/\/ (-?[\d.]+) \[\] null\n$/.exec(programs[0])!;
  // The fall of one second: -g t^2 / 2.
  expect(Number(said[1])).toBe(-9.81 / 2);
  expect(run(programs)).toEqual([[expect.closeTo(-9.81 / 2, 12), [], null]]);
});

test("the programs of library.md print what they say", () => {
  const programs = programsOf("docs/library.md");
  const said = [...programs.join("\n").matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, words]) => words);
  expect(said.length).toBeGreaterThan(5);
  expect(run(programs).map((values) => values.map(String).join(" "))).toEqual(said);
});
