import { expect, test } from "vitest";
import { checkSource, createSource, formatValue, Probe, prepare, Run } from "../../src/lab.ts";

function first(attributes: string, path: string, type = "dynamic"): string {
  const text = `object { name = body physical type = ${type} ${attributes} }
    simulation { name = s initial time = 0 duration = 0.01 }`;
  const checked = checkSource(createSource("test", text), () => ({ problem: "none" }));
  expect(checked.diagnostics).toEqual([]);
  const model = prepare(checked);
  if ("severity" in model) return model.message;
  const value = new Probe(model).value(new Run(model).finish().frames[0], path);
  return typeof value === "object" && "missing" in value ? value.missing : formatValue(value);
}

test("inertiaTensor(mass) in an object is that of its own shape: two fifths m r² of a ball", () => {
  expect(
    first("geometrical type = sphere attributes = { size = 2 mass = 5 inertia = inertiaTensor(mass) }", "body.inertia"),
  ).toBe("[[8, 0, 0], [0, 8, 0], [0, 0, 8]]");
});

test("inertiaTensor(mass) of a cuboid is a twelfth of m times the squares of its other edges", () => {
  expect(
    first("geometrical type = cuboid attributes = { size = [1, 2, 3] inertia = inertiaTensor(12) }", "body.inertia"),
  ).toBe("[[13, 0, 0], [0, 10, 0], [0, 0, 5]]");
});

test("centerOfMass() of the shapes there are is their middle", () => {
  expect(first("geometrical type = cuboid attributes = { size = [1, 2, 3] c = centerOfMass() }", "body.c")).toBe(
    "[0, 0, 0]",
  );
});

test("a half space has no inertia, and says why", () => {
  const attributes = "geometrical type = half space attributes = { inertia = inertiaTensor(1) }";
  expect(first(attributes, "body.inertia", "static")).toMatch(/has no end/);
});
