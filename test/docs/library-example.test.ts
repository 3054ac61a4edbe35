// The program in docs/language.md: run as it stands there.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as lab from "../../src/lab.ts";

test("the program that uses the library prints what the document says", async () => {
  const page = readFileSync(new URL("../../docs/language.md", import.meta.url), "utf8");
  const [, names, program] = /```js\nimport \{([^}]*)\} from "virtuafiz";\n([\s\S]*?)```/.exec(page)!;
  const printed: unknown[][] = [];
  const print = (...values: unknown[]) => printed.push(values);
  new Function("lab", "console", `const {${names}} = lab;\n${program}`)(lab, { log: print, error: print });
  const said = /\/\/ (-?[\d.]+) \[\] null\n$/.exec(program)!;
  // The fall of one second: -g t^2 / 2.
  expect(Number(said[1])).toBe(-9.81 / 2);
  expect(printed).toEqual([[expect.closeTo(-9.81 / 2, 12), [], null]]);
});
