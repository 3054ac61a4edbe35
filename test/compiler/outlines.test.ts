// Which functions stay functions in a module, and that it makes no difference.
import { expect, test } from "vitest";
import { real } from "../../src/language/shapes/shape.ts";
import { Formulas, runner } from "./formulas.ts";

/** A function of so many different products. */
function large(name: string, products: number): string {
  const part = (k: number) =>
    `${name}${k}(x) = ${Array.from({ length: 50 }, (_, j) => `(x + ${50 * k + j}) * (x - ${j} / 7)`).join(" + ")}`;
  const count = products / 50;
  const parts = Array.from({ length: count }, (_, k) => part(k));
  return `${parts.join("\n")}\n${name}(x) = ${parts.map((_, k) => `${name}${k}(x)`).join(" + ")}`;
}

function yOf(text: string, a: number, b: number): number {
  const it = new Formulas(text, { a: real, b: real });
  return runner(it.source([it.nodes("y")[0]]))([a, b])[0];
}

test("a large function that was written out once is called from within another function", () => {
  const recursion = "again(n, x) = if n <= 0 then big(x) else again(n - 1, x / 2)";
  const text = `${large("big", 1000)}\n${recursion}`;
  expect(yOf(`${text}\ny = big(a) + again(b, a)`, 8, 2)).toBe(
    yOf(`${text}\ny = big(a) + 0 * b`, 8, 2) + yOf(`${text}\ny = big(a / 4) + 0 * b`, 8, 2),
  );
});

test("a recursion by known numbers that grows too large is a recursion of the module", () => {
  const text = `${large("big", 50)}
halves(n, x) = if n == 1 then big(x) else halves(n / 2, halves(n / 2, x) / 1e6)`;
  const it = new Formulas(`${text}\ny = halves(256, a)`, { a: real });
  const source = it.source([it.nodes("y")[0]]);
  expect(source.functions.map(({ isRecursive }) => isRecursive)).toEqual([true]);
  expect(Number.isFinite(runner(source)([3])[0])).toBe(true);
});

test("that is seen when one of its branches is large, not when all of them are", () => {
  const it = new Formulas(
    `${large("big", 50)}\nhalves(n, x) = if n == 1 then big(x) else halves(n / 2, halves(n / 2, x) / ` +
      "1e6)\ny = halves(4096, a)",
    { a: real },
  );
  expect(it.source([it.nodes("y")[0]]).graph.nodes.length).toBeLessThan(1500);
});

test("one that does not branch is written out wherever it is used", () => {
  const step = "x * x + (x - n) / 3 + (x + n) * 5 - (x - 7 * n) * (x + 2 * n)";
  const it = new Formulas(`on(n, x) = if n == 0 then x else on(n - 1, (${step}) / 1e3)\ny = on(60, a) + on(60, b)`, {
    a: real,
    b: real,
  });
  const source = it.source([it.nodes("y")[0]]);
  expect(source.graph.nodes.length).toBeGreaterThan(1000);
  expect(source.functions).toEqual([]);
});
