// Dimensions against arithmetic: formulas evaluated in two systems of units.
import { expect, test } from "vitest";
import { type Value, vectorOf } from "../../src/compiler/values/value.ts";
import { checkSource } from "../../src/language/check/check.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { argument } from "./dimension/arguments.ts";
import { FormulaGenerator, parameters } from "./dimension/formulas.ts";
import { inBothUnits } from "./dimension/homogeneous.ts";
import { diagnose, textsIn } from "./dimension/library.ts";
import { Random } from "./fuzz/random.ts";

function expectSame([here, there]: [number[], number[]], what: string): void {
  // Where terms cancel, rounding is left.
  const tolerance = 1e-12 + 1e-6 * Math.max(...here.map(Math.abs));
  for (const [i, number] of here.entries())
    expect(Math.abs(there[i] - number), `${what}: ${here} and ${there}`).toBeLessThan(tolerance);
}

const sample: Value[] = parameters.map(({ rank }, i) =>
  rank === "real" ? 1.3 + 0.4 * i : vectorOf([0.7 + i, -1.1, 0.4 * i - 0.9]),
);

test("random formulas of known dimension pass, and in other units give what their dimension says", () => {
  let finite = 0;
  for (let seed = 0; seed < 250; seed++) {
    const text = new FormulaGenerator(new Random(seed)).definition();
    const checked = checkSource(createSource("formula", text), () => ({ problem: "none" }));
    expect(
      checked.diagnostics.map(({ message }) => message),
      text,
    ).toEqual([]);
    const binding = checked.scope.lookup("f");
    if (binding?.kind !== "function") throw new Error("there is no function");
    const both = inBothUnits(binding.definition, binding.scope, sample);
    if (!both.flat().every(Number.isFinite)) continue;
    finite++;
    expectSame(both, text);
  }
  expect(finite).toBeGreaterThan(220);
});

test("of random formulas that state another dimension it is told", () => {
  for (let seed = 0; seed < 40; seed++) {
    const text = new FormulaGenerator(new Random(seed)).definition();
    // Half a power of a length more: no formula has that by chance.
    const wrong = text.replace(/ = (.*)$/, " = ($1) * sqrt(l)");
    const told = diagnose("formula", wrong);
    expect(
      told.map(({ code }) => code),
      wrong,
    ).toEqual(["dimensions"]);
  }
});

test("the functions of the law library give in other units what they state", () => {
  let evaluated = 0;
  for (const [name, text] of textsIn("laws")) {
    const checked = checkSource(createSource(name, text), (path) => createSource(path, textsIn("laws").get(path)!));
    for (const word of text.matchAll(/^(\w+)\(/gm)) {
      const binding = checked.scope.lookup(word[1]);
      if (binding?.kind !== "function" || !binding.definition.unit) continue;
      const { definition, scope } = binding;
      if (definition.params.length === 0 || definition.params.some(({ unit }) => !unit)) continue;
      evaluated++;
      expectSame(
        inBothUnits(
          definition,
          scope,
          definition.params.map((param) => argument(param.name, definition.name)),
        ),
        definition.name,
      );
    }
  }
  expect(evaluated).toBeGreaterThan(30);
});
