import { expect, test } from "vitest";
import type { Expr } from "../../src/language/syntax/ast.ts";
import { Diagnostics } from "../../src/language/syntax/diagnostic.ts";
import { expressionText } from "../../src/language/syntax/expression-text.ts";
import { parseFile } from "../../src/language/syntax/parse.ts";
import { createSource } from "../../src/language/syntax/span.ts";

function read(text: string): Expr {
  const diagnostics = new Diagnostics();
  const { queries } = parseFile(createSource("test", `$${text}`), diagnostics);
  expect(diagnostics.sorted(), text).toEqual([]);
  return queries[0].value;
}

/** The tree without places. */
function bare(expr: Expr): unknown {
  return JSON.parse(JSON.stringify(expr, (key, value) => (/[sS]pan$/.test(key) ? undefined : value)));
}

test.each([
  "a + b - c * d / e . f",
  "a - (b - c)",
  "-x^2",
  "(-x)^2",
  "(-3)^2",
  "2^-3^2",
  "(2^3)^2",
  "[1, -2, 3] [m/s] * 2 [kg]",
  "m # 1 # 2",
  "(a + b) # 3",
  "-(a + b)",
  "- -a",
  "!(a & b) | c & d",
  "a < b & (a == b) == c",
  "(if a then b else c) + 1",
  "if a < 1 then [x', y''] else f(g(1), {1, 2} ++ {3})",
  "(a + b) [m] - 3 [m]",
  "1e-7 * 1e+30",
])("%s is written as it was read", (text) => {
  expect(bare(read(expressionText(read(text))))).toEqual(bare(read(text)));
});

test("no parentheses that are not needed", () => {
  expect(expressionText(read("((a) + ((b * c))) - (d)"))).toBe("a + b * c - d");
});
