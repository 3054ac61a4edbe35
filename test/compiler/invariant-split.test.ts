// A law taken apart gives, part after part, the bits of the whole.

import { expect, test } from "vitest";
import { operandsOf } from "../../src/compiler/graph/node.ts";
import { splitInvariant } from "../../src/compiler/kernel/invariant-split.ts";
import { matrix, real, vector } from "../../src/language/shapes/shape.ts";
import { Random } from "../language/fuzz/random.ts";
import { TypedGenerator } from "../language/fuzz/typed.ts";
import { Formulas, region, runner } from "./formulas.ts";
import { randomNumber } from "./fuzz/program.ts";
import { regions } from "./regions.ts";

const shapes = { a: real, b: real, v: vector(3), w: vector(3), m: matrix(3, 3) };
const size = 17;

/** The cache lies behind base 2. */
const cache = (k: number) => ({ base: regions.third, offset: 8 * k, index: null });

function run(source: Parameters<typeof runner>[0], numbers: ArrayLike<number>): number[] | null {
  try {
    return runner(source)(numbers);
  } catch {
    return null;
  }
}

test("1,000 random laws, with b and w taken for what the law writes", () => {
  let kept = 0;
  let compared = 0;
  for (let seed = 0; seed < 1_000; seed++) {
    const random = new Random(seed);
    const names = Object.entries(shapes).map(([name, shape]) => ({ name, shape, params: null }));
    const text = `y = ${new TypedGenerator(random, names).expression(vector(3), 4)}`;
    const it = new Formulas(text, shapes);
    const source = it.source(it.nodes("y"));
    const written = ["b", "w"].map((name) => it.place(name));
    const varies = ({ offset }: { offset: number }) =>
      written.some(({ at, size }) => offset >= 8 * at && offset < 8 * (at + size));
    const { prepare, iterate, cached } = splitInvariant(source, varies, cache);
    const numbers = Float64Array.from({ length: size }, () => randomNumber(random));
    const whole = run(source, numbers);
    if (whole === null) continue;
    // What is kept is computed from other values of what varies: it must not matter.
    const other = numbers.slice();
    for (const { at, size } of written) for (let k = 0; k < size; k++) other[at + k] = Number.NaN;
    if (cached > 0) {
      runner({ ...prepare, stores: prepare.stores })(other);
      kept += cached;
    }
    const again = run(iterate, numbers);
    expect(again?.map(String), text).toEqual(whole.map(String));
    compared++;
  }
  expect(compared).toBeGreaterThan(900);
  expect(kept).toBeGreaterThan(500);
  expect(region(2).length).toBeGreaterThan(0);
});

test("an inverse that does not depend on what is written is not in the part that is iterated", () => {
  const it = new Formulas("y = inverse(m) * w + a * v", shapes);
  const place = it.place("w");
  const varies = ({ offset }: { offset: number }) => offset >= 8 * place.at && offset < 8 * (place.at + place.size);
  const { iterate, cached } = splitInvariant(it.source(it.nodes("y")), varies, cache);
  expect(cached).toBe(9 + 3);
  const seen = new Set<number>();
  const look = (node: number) => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const operand of operandsOf(iterate.graph.data(node))) look(operand);
  };
  for (const { node } of iterate.stores) look(node);
  const ops = [...seen].map((node) => iterate.graph.data(node).op);
  expect(ops).not.toContain("div");
  expect(ops.filter((op) => op === "mul").length).toBe(9);
});
