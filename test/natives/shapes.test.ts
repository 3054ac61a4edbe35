// The shape of a native's value is known before the run, also of those written in VFLang.
import { expect, test } from "vitest";
import { shapeOf } from "../../src/compiler/values/value.ts";
import { Inference } from "../../src/language/infer/infer.ts";
import { nativeScope } from "../../src/language/names/scope.ts";
import { natives } from "../../src/language/shapes/natives.ts";
import { describeShape, unknown } from "../../src/language/shapes/shape.ts";
import { Diagnostics } from "../../src/language/syntax/diagnostic.ts";
import { parseFile } from "../../src/language/syntax/parse.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { evaluate } from "./vflang.ts";

const examples: Record<string, string[]> = {
  real: ["0.5"],
  "whole number": ["2"],
  vector: ["[1, 2]", "[3, 4, 5, 6, 7]"],
  "vector of 3": ["[1, 2, 3]"],
  quaternion: ["[1, 2, 3, 4]"],
  matrix: ["[[1, 2], [4, 5]]"],
  "square matrix": ["[[2, 1], [1, 2]]"],
  "rotation matrix": ["[[1, 0, 0], [0, 0, -1], [0, 1, 0]]"],
  orientation: ["[1, 2, 3]", "[1, 2, 3, 4]", "[[1, 0, 0], [0, 0, -1], [0, 1, 0]]"],
  sequence: ["{1, 2}"],
};
/** Arguments that must fit each other. */
const fitting: Record<string, string> = {
  centerOfMass: "[1, 2], [[1, 2, 3], [4, 5, 6]]",
  inertiaTensor: "[1, 2], [[1, 2, 3], [4, 5, 6]]",
  solve: "[[2, 1], [1, 2]], [3, 4]",
};

function inferred(expression: string): string {
  const diagnostics = new Diagnostics();
  const file = parseFile(createSource("test", `$${expression}`), diagnostics);
  const inference = new Inference({ attributeShape: () => unknown, specialShape: () => null }, diagnostics);
  const { shape } = inference.run(file.queries[0].value, nativeScope);
  expect(diagnostics.all).toEqual([]);
  return describeShape(shape);
}

for (const { name, params } of natives.values()) {
  if (!params.every((param) => param.kind in examples)) continue;
  test(`the shape of ${name} is known before the run`, () => {
    const first = examples[params[0].kind];
    const calls = fitting[name] ?? null;
    const others = params.slice(1).map((param) => examples[param.kind][0]);
    const texts = calls === null ? first.map((argument) => [argument, ...others].join(", ")) : [calls];
    for (const text of texts)
      expect(inferred(`${name}(${text})`)).toBe(describeShape(shapeOf(evaluate(`${name}(${text})`))));
  });
}
