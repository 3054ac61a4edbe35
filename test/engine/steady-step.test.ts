// What steps take from the heap while nothing happens in them.
import { PerformanceObserver } from "node:perf_hooks";
import { expect, test } from "vitest";
import { Run } from "../../src/lab.ts";
import { fall, modelOf, object } from "./lab.ts";

const rates = `context { name = fall  type = free fall  functions = { force += mass * g  v' = force / mass  position' = v } }\n`;
const swap = `context { name = swap  type = collision  functions = { v1 = previous(v2)  v2 = previous(v1) } }\n`;

/** Spheres side by side, and boxes far from them; all fall together. */
function falling(count: number, laws: string, integrator: string): string {
  const attributes = (place: string) => `position = ${place}  mass = 1  v = [0, 0.2 * index, 1]  force = [0, 0, 0]`;
  return `world attributes { g = [0, 0, -9.81] }
    ${object("ball", "dynamic", "sphere", `size = 0.1  ${attributes("[3 * index, 0, 0]")}`).replace("physical", `copies = ${count}  physical`)}
    ${object("box", "dynamic", "cuboid", `size = [0.1, 0.2, 0.3]  ${attributes("[3 * index, 9000, 0]")}`).replace("physical", "copies = 5  physical")}
    ${laws} simulation { name = s  initial time = 0  duration = 1000  step = 0.001  frames = 0.001  integrator = ${integrator} }`;
}

/** What a step takes, in the first round with less than `limit`: before all is compiled it takes more. */
async function bytesPerStep(text: string, limit: number): Promise<number> {
  const run = new Run(modelOf(text));
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    collections += list.getEntries().length;
  });
  observer.observe({ entryTypes: ["gc"] });
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  const steps = 40;
  let taken = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 100 && !(taken < limit); round++) {
    const before = used();
    for (let i = 0; i < steps; i++) run.advance();
    const after = used();
    // Collections are told later; a round with one says nothing.
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (collections === 0 && after >= before) taken = (after - before) / steps;
    collections = 0;
  }
  observer.disconnect();
  expect(run.recording.events).toHaveLength(run.recording.model.bodies.length);
  return taken;
}

const few = 3000;

test.each(["rk4", "dormand-prince", "implicit midpoint", "semi-implicit euler"])(
  "without collision laws a step by %s takes next to nothing from the heap, however many bodies there are",
  async (integrator) => {
    expect(await bytesPerStep(falling(10, rates, integrator), few)).toBeLessThan(few);
    expect(await bytesPerStep(falling(200, rates, integrator), few)).toBeLessThan(few);
  },
  60_000,
);

test("closed forms take next to nothing either", async () => {
  expect(await bytesPerStep(falling(200, fall, "rk4"), few)).toBeLessThan(few);
}, 60_000);

test.each([
  ["rates", rates],
  ["closed forms", fall],
])(
  "nor does looking for impacts under %s, among bodies that are far apart",
  async (_, laws) => {
    expect(await bytesPerStep(falling(105, laws + swap, "rk4"), few)).toBeLessThan(few);
  },
  60_000,
);

/** Ten boxes over each other, and as many balls, with gaps that are small against the way of a step. All fall together. */
function pile(laws: string): string {
  const attributes = (x: number) => `position = [${x}, 0, 1.0001 * index]  mass = 1  v = [0, 0, 1]  force = [0, 0, 0]`;
  return `world attributes { g = [0, 0, -9.81] }
    ${object("box", "dynamic", "cuboid", `size = [1, 1, 1]  ${attributes(0)}`).replace("physical", "copies = 10  physical")}
    ${object("ball", "dynamic", "sphere", `size = 0.5  ${attributes(9)}`).replace("physical", "copies = 10  physical")}
    ${laws} simulation { name = s  initial time = 0  duration = 1000  step = 0.001  frames = 0.001  integrator = rk4 }`;
}

test.each([
  ["rates", rates],
  ["closed forms", fall],
])(
  "a pair in a pile under %s takes some numbers",
  async (_, laws) => {
    // Eighteen pairs are near.
    const limit = few + 18 * 250;
    expect(await bytesPerStep(pile(laws + swap), limit)).toBeLessThan(limit);
  },
  60_000,
);
