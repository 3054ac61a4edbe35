// A rope of rods against Lagrange's equations in its angles, and what it keeps.
import { describe, expect, test } from "vitest";
import { attribute, experiment, largest, number, numbers, runText, timesOf } from "./lab.ts";
import { placesOf, type RodChain, swing } from "./rod-chain.ts";

const gravity = 9.81;
const rope = experiment("rope");

describe("a rope of 20 rods, let go from the horizontal, with RK4 at 1 ms", () => {
  const chain: RodChain = { count: 20, length: 0.5, mass: 1, moment: (0.05 ** 2 + 0.5 ** 2) / 12, gravity };
  const angles = new Array<number>(20).fill(Math.PI / 2);
  const { centres, end } = placesOf(chain, swing(chain, angles, 1, 40));

  test("the minimal coordinates themselves are known to 1e-11 m", () => {
    const finer = placesOf(chain, swing(chain, angles, 1, 60)).end;
    expect(Math.hypot(end[0] - finer[0], end[1] - finer[1])).toBeLessThan(1e-11);
  });

  test("at t = 1 its end is within 1e-6 m of the minimal coordinates, and so is every rod", () => {
    const recording = runText(rope, { overrides: { duration: 1, frames: 1 } });
    for (const [k, [x, z]] of centres.entries()) {
      const [px, py, pz] = numbers(recording, `rods${k + 1}.position`);
      expect(Math.hypot(px - x, py, pz - z)).toBeLessThan(1e-6);
    }
    // The end of the last rod lies as far beyond its centre as the joint before it lies behind.
    const [before] = [numbers(recording, "knots19.anchor1")];
    const last = numbers(recording, "rods20.position");
    expect(Math.hypot(2 * last[0] - before[0] - end[0], 2 * last[2] - before[2] - end[1])).toBeLessThan(1e-6);
  });

  test("over 10 s energy stays to 1e-4 of M g L and the joints to 1e-9 m", () => {
    const recording = runText(rope, { overrides: { duration: 10, frames: 20 } });
    expect(largest(recording, "energy", number(recording, "energy", 0))).toBeLessThan(1e-4 * 20 * gravity * 10);
    expect(largest(recording, "gap")).toBeLessThan(1e-9);
  });
});

test.each([5, 100])("one number makes it a rope of %i rods, with as many joints, that keeps its energy", (count) => {
  const recording = runText(rope.replace("n = 20", `n = ${count}`), { overrides: { duration: 0.3, frames: 10 } });
  expect(recording.model.bodies.length).toBe(count);
  expect(recording.model.links.length).toBe(count);
  expect(largest(recording, "energy")).toBeLessThan(1e-7 * count * gravity);
  expect(largest(recording, "gap")).toBeLessThan(1e-9);
});

test("a rope that snaps does so where its tension reaches its strength, and lets go", () => {
  const recording = runText(experiment("rope-snaps"));
  const [time] = timesOf(recording, "event");
  // T = m g (3 cos b - 2 cos 60°): the strength is reached at this angle.
  const angle = Math.acos((1100 / (60 * gravity) + 1) / 3);
  const event = recording.events.find(({ type }) => type === "event")!;
  const [x, , z] = attribute(recording.model, event.before.memory, "man", "position");
  expect(Math.atan2(-x, -z)).toBeCloseTo(angle, 6);
  // From then on he flies: a parabola from there.
  const v = attribute(recording.model, event.after.memory, "man", "v");
  const [ex, , ez] = numbers(recording, "man.position");
  const left = 2 - time;
  expect(ex).toBeCloseTo(x + v[0] * left, 9);
  expect(ez).toBeCloseTo(z + v[2] * left - (gravity * left ** 2) / 2, 9);
  expect(Math.hypot(v[0], v[2])).toBeCloseTo(Math.sqrt(2 * gravity * 5 * (Math.cos(angle) - 0.5)), 7);
});

test("the rope that does not snap carries m g (3 cos b - 2 cos a) all the way", () => {
  const recording = runText(experiment("rope-snaps").replace("strength = 1100", "strength = 1200"));
  expect(timesOf(recording, "event")).toEqual([]);
  for (const { time } of recording.frames)
    expect(number(recording, "tension", time)).toBeCloseTo(number(recording, "tension_expected", time), 6);
});
