import { expect, test } from "vitest";
import { type Expr, mapParts, partsOf } from "../../src/language/syntax/ast.ts";
import { Diagnostics } from "../../src/language/syntax/diagnostic.ts";
import { parseFile } from "../../src/language/syntax/parse.ts";
import { createSource } from "../../src/language/syntax/span.ts";

test.each([
  "1",
  "true",
  "a",
  "a'",
  "f(a, 2, c)",
  "-a",
  "3 [m/s]",
  "a + b",
  "a & b",
  "if a then b else c",
  "[a, b]",
  "{a, b, c}",
])("the parts of %s are mapped, each once, in the order of the text, and nothing else changes", (text) => {
  const expr = parseFile(createSource("test", `$ ${text}`), new Diagnostics()).queries[0].value;
  const seen: Expr[] = [];
  const other = (part: Expr): Expr => ({ kind: "boolean", value: seen.push(part) % 2 === 0, span: part.span });
  const mapped = mapParts(expr, other);
  expect(seen).toEqual(partsOf(expr));
  expect(partsOf(mapped)).toEqual(seen.map((part, i) => ({ kind: "boolean", value: i % 2 === 1, span: part.span })));
  let at = 0;
  expect(mapParts(mapped, () => seen[at++])).toEqual(expr);
});
