// What the geometry tells of a body whose size laws change is explained by the size of that moment.
import { expect, test } from "vitest";
import { formatValue } from "../../src/compiler/values/value.ts";
import { explainerOf, flawsBelow, nodeOf } from "./tree.ts";

test("a moment of inertia is told with the mass and the size that it is of", () => {
  const explainer = explainerOf(`object { name = ball  physical type = dynamic  geometrical type = sphere
      attributes = { size = 0.5  k = 0.25  mass = 5  L = [0, 0, 1]  w = [0, 0, 0] } }
    context { name = spin  type = free fall  functions = { I = inertiaTensor(mass)  w = inverse(I) * L  size' = k } }
    simulation { name = s  initial time = 0  duration = 4  step = 0.25  frames = 8 }`);
  const spin = nodeOf(explainer.explain("ball.w", { time: 2 }));
  expect(formatValue(spin.value)).toBe("[0, 0, 0.5]");
  const told = spin.terms.find(({ name }) => name === "I")!.open!().terms[0].open!();
  expect(told.terms.map(({ name, value }) => `${name} = ${formatValue(value)}`)).toEqual(["mass = 5", "size = 1"]);
  expect(flawsBelow(spin, 5, { nodes: 200 })).toEqual([]);
});
