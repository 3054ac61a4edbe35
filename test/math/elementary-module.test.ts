import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as own from "../../src/math/elementary/elementary.ts";
import { type ElementaryName, elementaryArity, elementaryExports } from "../../src/math/elementary/module.ts";
import { argument, generator, MAX, MIN, type Pair, pairs, type Region, regions } from "./elementary-arguments.ts";

const functions: Readonly<Record<ElementaryName, (x: number, y: number) => number>> = { ...own };
const COUNT = 100_000;
const SPECIAL = [0, MIN, 2 ** -1022, 0.5, 1, 1.5, 2, 3, 2 ** 53, 2 ** 63, 2 ** 64, MAX, Infinity].flatMap((x) => [
  x,
  -x,
]);
SPECIAL.push(NaN);

test("the generated module is what the sources give today", () => {
  const script = fileURLToPath(new URL("../../scripts/elementary.mjs", import.meta.url));
  execFileSync(process.execPath, [script, "--check"], { stdio: "pipe" });
});

test("the module has all functions, each with its number of arguments", () => {
  expect(Object.keys(elementaryExports()).sort()).toEqual(Object.keys(functions).sort());
  for (const [name, arity] of Object.entries(elementaryArity))
    expect(functions[name as ElementaryName]).toHaveLength(arity);
});

/** Object.is tells zeros apart and takes any NaN for any other: that is what bits mean here. */
function expectSame(name: ElementaryName, list: Iterable<readonly number[]>): void {
  const f = functions[name];
  const g = elementaryExports()[name] as unknown as typeof f;
  let count = 0;
  for (const args of list) {
    count += 1;
    const [x, y] = args;
    if (!Object.is(f(x, y), g(x, y))) expect(g(x, y), `${name}(${args.join(", ")})`).toBe(f(x, y));
  }
  expect(count).toBeGreaterThanOrEqual(COUNT);
}

function* singles(region: Region, seed: number): Iterable<readonly number[]> {
  const random = generator(seed);
  for (const x of [...SPECIAL, ...region.hard]) yield [x];
  for (let i = 0; i < COUNT; i++) yield [argument(random, region)];
}

function* doubles(pair: Pair, seed: number): Iterable<readonly number[]> {
  const random = generator(seed);
  for (const x of SPECIAL) for (const y of SPECIAL) yield [x, y];
  for (let i = 0; i < COUNT; i++) {
    const [x, y] = pair(random, i);
    yield [x, y];
    yield [-x, Math.floor(y)];
  }
}

for (const [i, [name, region]] of Object.entries(regions).entries())
  test(`${name} in WebAssembly has the bits of src/math`, () => {
    expectSame(name as ElementaryName, singles(region, 100 + i));
  });

for (const [i, [name, pair]] of Object.entries(pairs).entries())
  test(`${name} in WebAssembly has the bits of src/math`, () => {
    expectSame(name as ElementaryName, doubles(pair, 200 + i));
  });
