// The grammar, as text cases: an input, `==>`, and what it says.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { printFile } from "./fuzz/print.ts";

/** The cases of a file: `# name`, the input, `==>`, what is expected. */
function cases(name: string): [string, string, string][] {
  const text = readFileSync(new URL(`fuzz/${name}`, import.meta.url), "utf8");
  return text
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [head, ...rest] = part.split("\n");
      const [input, expected] = rest.join("\n").split(/^==>\n/m);
      return [head, input, expected.trim()];
    });
}

test.each(cases("syntax-cases.txt"))("%s", (_, input, expected) => {
  expect(printFile(input)).toBe(expected);
});

/** The table of A.3, tightest first. */
const levels = [["#"], ["^"], ["*", "/", "."], ["+", "-"], ["==", "!=", "<=", ">=", "<", ">"], ["&"], ["|"], ["++"]];
const operators = levels.flatMap((ops, level) => ops.map((op) => ({ op, level })));
const rightAssociative = new Set(["^"]);

function said(text: string): string {
  return printFile(`x = ${text}`).replace(/^x = /, "");
}

describe("precedence, for every pair of operators", () => {
  const pairs = operators.flatMap((first) => operators.map((second) => [first.op, second.op, first, second] as const));

  test.each(pairs)("a %s b %s c", (one, two, first, second) => {
    const leftFirst = first.level < second.level || (first.level === second.level && !rightAssociative.has(one));
    expect(said(`a ${one} b ${two} c`)).toBe(leftFirst ? `(${two} (${one} a b) c)` : `(${one} a (${two} b c))`);
  });

  const tighter = new Set(["#", "^"]);
  test.each(operators.map(({ op }) => [op] as const))("-a %s b", (op) => {
    for (const sign of ["-", "+", "!"])
      expect(said(`${sign}a ${op} b`)).toBe(tighter.has(op) ? `(${sign} (${op} a b))` : `(${op} (${sign} a) b)`);
  });

  test.each(operators.filter(({ op }) => op !== "#").map(({ op }) => [op] as const))("a %s -b", (op) => {
    expect(said(`a ${op} -b`)).toBe(`(${op} a (- b))`);
  });

  test.each(operators.map(({ op }) => [op] as const))("if takes all of a %s b as its last part", (op) => {
    expect(said(`if p then q else a ${op} b`)).toBe(`(if p q (${op} a b))`);
    expect(said(`if a ${op} b then q else r`)).toBe(`(if (${op} a b) q r)`);
    expect(said(`if p then a ${op} b else r`)).toBe(`(if p (${op} a b) r)`);
  });

  test.each(operators.map(({ op }) => [op] as const))("a unit after a %s b belongs to b", (op) => {
    const expected = op === "#" ? "(unit (# a b) 1 1000000)" : `(${op} a (unit b 1 1000000))`;
    expect(said(`a ${op} b [m]`)).toBe(expected);
  });
});

test("white space and comments change nothing, wherever they stand", () => {
  const text = 'import "a" object{name=a attributes={v=[1,2] m=-f(x)^2 [kg]}}y\'=if a==b then 1 else{2}';
  const tokens = text.match(/"[^"]*"|[a-z]+\(?|\d+|==|./g)!;
  const plain = printFile(tokens.join(" "));
  expect(plain).toBe(printFile(text));
  for (const gap of ["\n", "\t", "\r\n", " /* a = { */ ", " // b ) \n", "\u00a0", " /**/ ", " /* \n * \n */ "])
    expect(printFile(tokens.join(gap))).toBe(plain);
});

test("commas between definitions and settings are ignored", () => {
  const text = "context { name = c | type = free fall | functions = { a = 1 | b(x) = x | v' = 2 } | } f = 1 | g = 2";
  expect(printFile(text.replaceAll("|", ","))).toBe(printFile(text.replaceAll("|", "")));
  expect(printFile(text.replaceAll("|", ",,"))).toBe(printFile(text.replaceAll("|", "")));
});
