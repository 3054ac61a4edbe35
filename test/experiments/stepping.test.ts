// Experiments in time stepping against what theory says.
import { expect, test } from "vitest";
import { run } from "./gallery.ts";

test("a pile of 200 blocks keeps its height and does not drift", () => {
  const { value } = run("pile-200", { overrides: { duration: 0.3, frames: 10 } });
  expect(value("height")).toBeCloseTo(80, 4);
  expect(value("drift")).toBeLessThan(0.002);
});

test("a tenth of a degree below the friction angle a block stays, a tenth above it slides as Coulomb says", () => {
  expect(run("slope-below-friction-angle").value("speed")).toBeLessThan(1e-9);
  const { value } = run("slope-above-friction-angle");
  expect(value("speed")).toBeCloseTo(value("speed_expected"), 3);
});

test.each(["linear", "hertz"])("by the %s law balls sink until their weight is carried", (law) => {
  const { value } = run(`penalty-${law}`);
  expect(value("sunk") / value("sunk_expected")).toBeCloseTo(1, 3);
});

test("all dominoes fall, the first onto the second", () => {
  const { value } = run("dominoes", { overrides: { duration: 1.2 } });
  expect(value("lean")).toBeGreaterThan(0.99);
  expect(value("lean_first")).toBeGreaterThan(0.9);
});

test("a pyramid of 20 rows stands", () => {
  const { value } = run("pyramid", { overrides: { duration: 0.5, frames: 10 } });
  expect(value("height")).toBeGreaterThan(0.995 * 10);
});
