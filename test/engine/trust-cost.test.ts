// What the estimate of errors costs in a large system, counted in steps of the run.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Integration } from "../../src/engine/motion/integration.ts";
import { Run } from "../../src/lab.ts";
import { experiment, modelOf } from "./lab.ts";

/** Of a rope of so many rods, each with 13 numbers. */
const ropeOf = (rods: number, step: number) =>
  new Run(modelOf(experiment("rope"), { overrides: { step, duration: 1000, frames: 0.01 }, values: { n: rods } }));

const spies = () => ({
  led: vi.spyOn(Integration.prototype, "leadFrom"),
  parted: vi.spyOn(Integration.prototype, "takeTwice"),
  traced: vi.spyOn(Integration.prototype, "traceTwice"),
});
let work: ReturnType<typeof spies>;
beforeEach(() => {
  work = spies();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * Steps that the estimate has taken since it was asked last; the step itself is known where it is taken in two parts.
 */
function cost(): number {
  const { led, parted } = work;
  const steps = led.mock.calls.length + 2 * parted.mock.calls.length;
  led.mockClear();
  parted.mockClear();
  return steps;
}

const doubts = (run: Run) => run.recording.notes.filter((note) => note.startsWith("the step "));

test("it is a tenth of any 300 steps where there is nothing to report", () => {
  const run = ropeOf(100, 0.001);
  const costs = Array.from({ length: 900 }, () => {
    run.advance();
    return cost();
  });
  expect(doubts(run)).toEqual([]);
  const sums = costs.slice(300).map((_, i) => costs.slice(i, i + 300).reduce((a, b) => a + b));
  expect(Math.max(...sums)).toBeLessThanOrEqual(30);
  expect(Math.min(...sums)).toBeGreaterThan(0);
});

test.each([
  [40, 0.02],
  [100, 0.01],
])("a note is not lost for it, and the search for a step is bounded: %d rods in steps of %d", (rods, step) => {
  const run = ropeOf(rods, step);
  let steps = 0;
  for (; doubts(run).length === 0 && steps < 400; steps++) run.advance();
  expect(doubts(run)).toHaveLength(1);
  const searched = work.traced.mock.calls.map(([, { count }]) => 3 * count).reduce((a, b) => a + b, 0);
  expect(searched).toBeGreaterThan(0);
  expect(searched).toBeLessThanOrEqual(Math.max(steps, 200_000 / (13 * rods)));
  expect(doubts(run)[0]).toMatch(/; write (step = [\de.-]+|a much shorter 'step' than [\d.]+), or integrator/);
});
