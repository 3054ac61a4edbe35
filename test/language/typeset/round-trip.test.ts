// What is printed says what was written: random expressions, read back from LaTeX by the conventions of print, have the
// value they had.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Session } from "../../../src/compiler/interpret/session.ts";
import type { Value } from "../../../src/compiler/values/value.ts";
import { checkSource } from "../../../src/language/check/check.ts";
import { createSource } from "../../../src/language/syntax/span.ts";
import { sheetsOf } from "../../../src/language/typeset/card.ts";
import { toLatex } from "../../../src/language/typeset/latex.ts";
import { readLatex } from "./reader.ts";

const values: Readonly<Record<string, string>> = {
  a: "1.3",
  b: "0.7",
  c: "2.1",
  mass: "1.9",
  p: "true",
  q: "false",
  u: "[0.3, 1.1, -0.6]",
  v: "[1.2, -0.4, 0.9]",
  force: "[0.5, 0.8, 1.7]",
  M: "[[1, 2, 0], [0, 1, -1], [2, 0, 3]]",
  N: "[[0.5, 0, 1], [1, 1, 0], [0, -2, 1]]",
  inertia: "[[2, 0, 1], [0, 3, 0], [1, 0, 4]]",
};
const kinds = {
  a: "real",
  b: "real",
  c: "real",
  mass: "real",
  p: "boolean",
  q: "boolean",
  u: "vector",
  v: "vector",
  force: "vector",
  M: "matrix",
  N: "matrix",
  inertia: "matrix",
} as const;

const [real, vector, matrix, truth] = (() => {
  const join = (left: fc.Arbitrary<string>, ops: string[], right: fc.Arbitrary<string>) =>
    fc.tuple(left, fc.constantFrom(...ops), right).map(([l, op, r]) => `(${l} ${op} ${r})`);
  const wrap = (names: string[], ...args: fc.Arbitrary<string>[]) =>
    fc.tuple(fc.constantFrom(...names), ...args).map(([name, ...given]) => `${name}(${given.join(", ")})`);
  const either = (condition: fc.Arbitrary<string>, branch: fc.Arbitrary<string>) =>
    fc.tuple(condition, branch, branch).map(([c, y, n]) => `(if ${c} then ${y} else ${n})`);
  const negative = (of: fc.Arbitrary<string>) => of.map((text) => `(-${text})`);
  const digit = fc.constantFrom("1", "2", "3");
  const { real, vector, matrix, truth } = fc.letrec<Record<"real" | "vector" | "matrix" | "truth", string>>((tie) => {
    const [r, v, m, t] = [tie("real"), tie("vector"), tie("matrix"), tie("truth")];
    const size = { depthSize: "small", withCrossShrink: true } as const;
    return {
      real: fc.oneof(
        size,
        fc.constantFrom("a", "b", "c", "mass", "2", "0.5", "3.25", "0"),
        join(r, ["+", "-", "*", "/"], r),
        join(r, ["^"], fc.constantFrom("2", "3", "0.5", "1.5", "-1", "(a + 1)", "(b / 2)")),
        negative(r),
        wrap(["sine", "cosine", "abs", "sqrt", "log"], r),
        join(v, ["."], v),
        wrap(["norm"], v),
        either(t, r),
        fc.tuple(fc.constantFrom("u", "v", "force"), digit).map(([n, i]) => `(${n} # ${i})`),
        fc.tuple(fc.constantFrom("M", "inertia"), digit, digit).map(([n, i, j]) => `(${n} # ${i} # ${j})`),
      ),
      vector: fc.oneof(
        size,
        fc.constantFrom("u", "v", "force", "[0, 0, 0]"),
        join(v, ["+", "-", "*"], v),
        join(r, ["*"], v),
        join(v, ["*", "/"], r),
        join(m, ["*"], v),
        negative(v),
        either(t, v),
        fc.tuple(r, r, r).map((parts) => `[${parts.join(", ")}]`),
        join(fc.constantFrom("M", "N"), ["#"], digit),
      ),
      matrix: fc.oneof(
        size,
        fc.constantFrom("M", "N", "inertia"),
        join(m, ["+", "-", "*"], m),
        join(r, ["*"], m),
        join(m, ["/"], r),
        negative(m),
        wrap(["matrixTranspose"], m),
        wrap(["inverse"], fc.constantFrom("M", "inertia", "(M + N)")),
      ),
      truth: fc.oneof(
        size,
        fc.constantFrom("p", "q"),
        join(r, ["<", ">", "<=", ">=", "!="], r),
        join(t, ["&", "|"], t),
        t.map((text) => `(!${text})`),
      ),
    };
  });
  return [real, vector, matrix, truth];
})();

const nowhere = () => ({ problem: "there are no files" });
const preamble = Object.entries(values)
  .map(([name, value]) => `${name} = ${value}`)
  .join("\n");

/** The formulas of many expressions: one text is checked once. */
function print(expressions: readonly string[]): string[] {
  const text = `${preamble}\n${expressions.map((expression, i) => `result${i} = ${expression}`).join("\n")}\n`;
  const checked = checkSource(createSource("random", text), nowhere);
  const { cards } = sheetsOf(checked)[0];
  return cards.slice(-expressions.length).map(({ formula }) => toLatex(formula).replace(/^.*? (?:=|\\iff) /, ""));
}

function numbers(value: Value): number[] {
  return typeof value === "object" && "data" in value ? [...value.data] : [Number(value)];
}

const session = new Session({ read: nowhere, write: nowhere });
session.execute(preamble);

function evaluate(expression: string): number[] | string {
  const [answer] = session.execute(`$${expression}`);
  return answer.kind === "value" ? numbers(answer.value) : "error";
}

/** The same with each zero and each name, wherever it stands, a little off. */
function shake(text: string, by: number): string {
  const off = (at: number, k: number) => `(${(1e-9 * Math.sin(1 + by + 3 * at + 7 * k)).toFixed(18)})`;
  return text.replace(/(?<![\d.])\b(0(?!\.)|[abcuvMN]|mass|force|inertia)\b/g, (name, _, at: number) => {
    const kind = kinds[name as keyof typeof kinds] ?? "real";
    if (kind === "real") return `(${name} + ${off(at, 0)})`;
    return kind === "vector"
      ? `(${name} + [${[0, 1, 2].map((k) => off(at, k)).join(", ")}])`
      : `(${name} + ${off(at, 0)} * N)`;
  });
}

/** Whether a value hangs on roundings and on the signs of zeros. */
function isDelicate(text: string, value: number[] | string): boolean {
  return Array.from({ length: 12 }, (_, k) => shake(text, k)).some((one) => !isNear(value, evaluate(one), 1e-3));
}

/** Where signs are drawn out, rounding and 0/0 may differ; other parentheses make other numbers. */
function isNear(before: number[] | string, after: number[] | string, tolerance = 1e-6): boolean {
  if (typeof before === "string") return true;
  return (
    typeof after !== "string" &&
    before.length === after.length &&
    before.every((x, i) => {
      const size = Math.abs(x);
      return !Number.isFinite(x) || size > 1e12 || Math.abs(x - after[i]) <= tolerance * Math.max(1e-3, size);
    })
  );
}

test("a formula read back has the value of its text", () => {
  const expressions = fc.array(fc.oneof(real, vector, matrix, truth), { minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(expressions, (texts) => {
      for (const [i, latex] of print(texts).entries()) {
        const again = readLatex(latex, kinds);
        const [before, after] = [evaluate(texts[i]), evaluate(again)];
        // Either order of a product may meet ∞ · 0 where the other does not.
        if (!isNear(before, after) && !isDelicate(texts[i], before) && !isDelicate(again, after))
          expect(`${again} = ${after}`, latex).toBe(`${texts[i]} = ${before}`);
      }
    }),
    { numRuns: 40 },
  );
});
