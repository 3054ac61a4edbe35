// Frames that do not lie at the ends of steps: what cannot be recomputed from them is left out and named, and nothing
// sound is accused.
import { expect, test } from "vitest";
import { prepare, Run, referee } from "../../src/lab.ts";
import { framesFor } from "../../src/referee/referee.ts";
import { check, experiments } from "../experiments/gallery.ts";

/** A body on a spring; at v = 0 and x = 1 every integrator gives another motion. */
const oscillator = (integrator: string, frames: number, duration = 0.2) => `
object { name = bob  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [1, 0, 0]  v = [0, 0, 0] } }
context { name = spring  type = free fall  functions = { v' = -40 * position  position' = v } }
simulation { name = swing  initial time = 0  duration = ${duration}  step = 0.01  frames = ${frames}
  integrator = ${integrator} }`;

function judge(text: string) {
  const model = prepare(check(text));
  if ("severity" in model) throw new Error(model.message);
  return referee(new Run(model).finish());
}

const ofSteps = ["explicit euler", "semi-implicit euler", "implicit midpoint"];
const integrators = [...ofSteps, "rk4", "dormand-prince"];

test.each(integrators)("with frames at its steps all intervals of %s are checked", (integrator) => {
  const { count, intervals, unchecked } = judge(oscillator(integrator, 100));
  expect({ count, intervals, unchecked }).toEqual({ count: 0, intervals: 20, unchecked: [] });
});

test.each(ofSteps)("several steps of %s between two frames are left out", (integrator) => {
  const { count, intervals, unchecked } = judge(oscillator(integrator, 30));
  expect({ count, intervals }).toEqual({ count: 0, intervals: 0 });
  expect(unchecked).toEqual([
    `the motion: several steps of ${integrator} lie between two frames; let 'frames' be 1 / step`,
  ]);
});

test.each([...ofSteps, "rk4"])("frames within steps of %s are left out", (integrator) => {
  const { count, intervals, unchecked } = judge(oscillator(integrator, 330));
  expect({ count, intervals }).toEqual({ count: 0, intervals: 0 });
  expect(unchecked).toEqual([`the motion: frames lie within steps of ${integrator}; let 'frames' be 1 / step`]);
});

test("frames within steps of dormand-prince are checked", () => {
  const { count, intervals, unchecked } = judge(oscillator("dormand-prince", 330));
  expect({ count, intervals, unchecked }).toEqual({ count: 0, intervals: 66, unchecked: [] });
});

test("a record for the referee has a frame at each step, unless the run is very long", () => {
  const settingsOf = (duration: number) => {
    const model = prepare(check(oscillator("rk4", 30, duration)));
    if ("severity" in model) throw new Error(model.message);
    return model.settings;
  };
  expect(framesFor(settingsOf(10))).toBe(100);
  expect(framesFor(settingsOf(1000))).toBe(30);
});

test.each(["bouncing-ball", "double-pendulum", "pile-10", "gas-of-spheres", "rolling-coin"])(
  "frames at each step change nothing in %s",
  (name) => {
    const checked = check(experiments.find((one) => one.name === name)!.text, name);
    const recordOf = (frames: number) => {
      const model = prepare(checked, { overrides: { duration: 0.5, frames } });
      if ("severity" in model) throw new Error(model.message);
      return { step: model.settings.step, ...new Run(model).finish() };
    };
    const few = recordOf(2);
    const many = recordOf(1 / few.step);
    expect(many.frames.at(-1)!.time).toBe(few.frames.at(-1)!.time);
    expect(many.frames.at(-1)!.memory).toEqual(few.frames.at(-1)!.memory);
    expect(many.events.map(({ time }) => time)).toEqual(few.events.map(({ time }) => time));
  },
);
