import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createSession, define, evaluate } from "./vflang.ts";

const text = readFileSync(new URL("../corpus/thesis/appendix-a-natives.vfl", import.meta.url), "utf8");
const lines = [...text.matchAll(/^(example_\w+) = (.*?) \/\/ = ([^;\n]*)/gm)];

test("the listing of appendix A is read as a whole", () => {
  expect(lines.length).toBe(text.split("\n").filter((line) => line.startsWith("example_")).length);
});

for (const [, name, expression, expected] of lines)
  test(`${expression} is ${expected.trim()}`, () => {
    const session = createSession();
    define(session, text);
    const found = evaluate(name, session);
    const wanted = evaluate(expected);
    if (typeof found === "object" && found.kind === "sequence") return expect(found).toEqual(wanted);
    expect(evaluate(`norm(${flat(found)} - ${flat(wanted)}) <= 1e-12`)).toBe(true);
    expect(shape(found)).toBe(shape(wanted));
  });

function flat(value: ReturnType<typeof evaluate>): string {
  if (typeof value === "number") return `[${value}]`;
  return `[${[...(value as { data: Float64Array }).data].join(", ")}]`;
}

function shape(value: ReturnType<typeof evaluate>): string {
  if (typeof value !== "object" || value.kind === "sequence") return typeof value;
  return value.kind === "matrix" ? `${value.rows}×${value.cols}` : `${value.data.length}`;
}
