// Contributions that follow from sums are refused, wherever the sum is hidden; rates that read sums are right.
import { expect, test } from "vitest";
import { checkSource, createSource } from "../../src/lab.ts";
import { number, read, refusal, runText } from "../engine/lab.ts";

const body = `object { name = p  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1
  position = [0, 0, 0]  v = [0, 0, 0]  u = [0, 0, 0]  mass = 1  force = [0, 0, 0]  drag = [0, 0, 0] } }\n`;
const free = (functions: string) =>
  `context { name = n  type = free fall  functions = { ${functions}  position' = v } }\n`;
const link = (name: string, functions: string) => `link { name = l_${name}  kind = ${name}  between = {p, world} }
  context { name = ${name}  type = link  functions = { ${functions} } }\n`;
const rates = "v' = force / mass  u' = drag";
const simulation = "simulation { name = s  initial time = 0  duration = 1  step = 0.01 }";

test.each([
  ["another sum of the law", body + free(`force += [2, 0, 0]  drag += 3 * force  ${rates}`)],
  ["its own sum", body + free(`force += [2, 0, 0]  force += 3 * force  ${rates}`)],
  ["a function of the law", body + free(`pull = 3 * force  force += [2, 0, 0]  drag += pull  ${rates}`)],
  ["a rate that follows from it", body + free(`force += [2, 0, 0]  drag += -v'  ${rates}`)],
  ["its own sum, in a link", body + link("spring", "force1 += -0.1 * force1") + free(rates)],
  [
    "the sum of another law, in a link",
    body + link("one", "force1 += [1, 0, 0]") + link("two", "drag1 += force1") + free(rates),
  ],
  [
    "a value of the world that a law gives",
    `world attributes { w = [0, 0, 0] }\n${body}${free(`force += [2, 0, 0]  w = force  drag += w  ${rates}`)}`,
  ],
])("a contribution that follows from %s", (_, text) => {
  const { diagnostics } = checkSource(createSource("test.vfl", text + simulation), read);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(({ code }) => code)).toEqual(["contribution"]);
  expect(refusal(text + simulation)).toMatch(/reads .*sum.*: contributions are computed before any sum is known/);
});

test("a rate, and a function of it, sees all of the sum", () => {
  const recording = runText(
    body +
      link("spring", "force1 += [1, 0, 0]") +
      free("force += [2, 0, 0]  pull = 3 * force  v' = force / mass  u' = pull") +
      simulation,
  );
  expect(number(recording, "p.v # 1")).toBeCloseTo(3, 12);
  expect(number(recording, "p.u # 1")).toBeCloseTo(9, 12);
});

test("a link sees all of a sum to which only laws of objects add", () => {
  const recording = runText(
    body + link("double", "drag1 += 3 * force1") + free(`force += [2, 0, 0]  ${rates}`) + simulation,
  );
  expect(number(recording, "p.u # 1")).toBeCloseTo(6, 12);
});
