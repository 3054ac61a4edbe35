// What an audit finds, against what is known of the integrators and of the motion.
import { describe, expect, test } from "vitest";
import { type Audit, audit } from "../../src/explain/audit/audit.ts";
import { checkSource, createSource } from "../../src/lab.ts";
import { experiment, read } from "../engine/lab.ts";

function auditText(text: string, paths: readonly string[] = []): Audit {
  const found = audit(checkSource(createSource("test.vfl", text), read), {}, paths);
  if ("severity" in found) throw new Error(found.message);
  return found;
}

/** x'' = -x from 1 at rest: cos t. */
const oscillator = (integrator: string) => `
object { name = bob  physical type = dynamic  geometrical type = sphere
  attributes = { position = [1, 0, 0]  size = 0.1  v = [0, 0, 0] } }
context { name = swing  type = free fall  functions = { position' = v  v' = -position } }
measures { use p as attribute position of object bob  use u as attribute v of object bob
  x = p # 1   x_expected = cosine(t)   energy = (u . u + p . p) / 2 }
simulation { name = s  initial time = 0  duration = 2  step = 0.05  frames = 20  integrator = ${integrator} }`;

test("numbers are estimated at a time between frames as well", () => {
  const checked = checkSource(createSource("test.vfl", oscillator("implicit midpoint")), read);
  const found = audit(checked, {}, [], 1.025);
  if ("severity" in found) throw new Error(found.message);
  const x = found.estimates.find(({ path }) => path === "x")!;
  expect(found.at).toBe(1.025);
  expect(x.value).toBeCloseTo(Math.cos(1.025), 3);
  expect(x.error!).toBeGreaterThan(0);
});

describe.each([
  ["explicit euler", 1],
  ["semi-implicit euler", 1],
  ["implicit midpoint", 2],
  ["rk4", 4],
] as const)("of %s", (integrator, order) => {
  const found = auditText(oscillator(integrator), ["bob.v"]);
  const x = found.estimates.find(({ path }) => path === "x")!;

  test("the order is that of theory, and the error that is estimated is the true one", () => {
    expect(x.order).toBeGreaterThan(order - 0.2);
    expect(x.order).toBeLessThan(order + 0.2);
    const [{ measure, atEnd }] = found.comparisons;
    expect(measure).toBe("x");
    expect(x.error! / atEnd).toBeGreaterThan(0.85);
    expect(x.error! / atEnd).toBeLessThan(1.15);
    // The bars along the way are about the true error too, where it is not about to change its sign.
    const large = x.bars.filter(({ time, value }) => Math.abs(value - Math.cos(time)) > atEnd / 4);
    expect(large.length).toBeGreaterThan(5);
    for (const { time, value, error } of large) {
      const ratio = error! / Math.abs(value - Math.cos(time));
      expect(ratio).toBeGreaterThan(0.6);
      expect(ratio).toBeLessThan(1.6);
    }
    // The other integrator, nearly exact, is as far away as the truth.
    expect(found.other).toBe("dormand-prince");
    expect(x.other! / atEnd).toBeCloseTo(1, 6);
    expect(found.estimates.map(({ path }) => path)).toEqual(["x", "x_expected", "energy", "bob.v"]);
  });

  test("energy is kept by the methods that keep it", () => {
    const verdict = found.conservation.find((one) => one.measure === "energy")!.verdict;
    expect(verdict).toBe(integrator === "implicit midpoint" || integrator === "rk4" ? "kept" : "changes");
  });
});

test("bounces break the conservation of energy, each by its part, and nothing else does", () => {
  const found = auditText(experiment("bouncing-ball").replace("duration = 4", "duration = 1.2"));
  const energy = found.conservation.find(({ measure }) => measure === "energy")!;
  expect(energy.verdict).toBe("kept between events");
  expect(energy.jumps.map(({ objects }) => objects)).toEqual([
    ["ball", "ground"],
    ["ball", "ground"],
  ]);
  // A ball that fell 1 m loses 1 - e² of m g h, then the same part of what is left.
  const lost = 9.81 * (1 - 0.49);
  expect(energy.jumps[0].change).toBeCloseTo(-lost, 9);
  expect(energy.jumps[1].change).toBeCloseTo(-lost * 0.49, 9);
  expect(energy.drift).toBeLessThan(1e-12);
  const height = found.comparisons.find(({ measure }) => measure === "height")!;
  expect(height.most).toBeLessThan(1e-12);
});

test("in a block with one measure its closed form may be called expected, and belongs to that measure", () => {
  const blocks = `measures { use p as attribute position of object bob  x = p # 1  expected = cosine(t) }
measures { use u as attribute v of object bob  speed = u # 1  expected = -sine(t) }`;
  const text = oscillator("rk4").replace(/measures \{[\s\S]*? \}\n/, `${blocks}\n`);
  const { comparisons } = auditText(text);
  expect(comparisons.map(({ measure, expected }) => [measure, expected])).toEqual([
    ["x", "x_expected"],
    ["speed", "speed_expected"],
  ]);
  for (const { most } of comparisons) expect(most).toBeLessThan(1e-5);
  const warnings = (body: string) =>
    checkSource(createSource("test.vfl", `measures { ${body} }`), read).diagnostics.map(({ code, notes }) => [
      code,
      notes[0],
    ]);
  expect(warnings("a = 1  b = 2  expected = 3")).toEqual([
    ["closed-form", "write a_expected, or give the measure and its closed form a block of their own"],
  ]);
  expect(warnings("expected = 3")).toEqual([["closed-form", "write the measure into the same block"]]);
  expect(warnings("a = 1  expected = 3")).toEqual([]);
});

test("time stepping has no other integrator, and runs that stop are told", () => {
  expect(auditText(oscillator("rk4").replace("step = 0.05", "step = 0.05  scheme = time stepping")).other).toBeNull();
  const stopping = auditText(oscillator("rk4").replace("v' = -position", "v' = -position / sqrt(1 - t)"));
  expect(stopping.stopped).toHaveLength(4);
});
