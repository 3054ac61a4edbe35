// The referee on the gallery: what it recomputes agrees with every record. Short experiments run to their end, the
// others for their first steps or until their first collisions.
import { expect, test } from "vitest";
import { prepare, Run, referee, refereeLines } from "../../src/lab.ts";
import { check, experiments } from "../experiments/gallery.ts";

/** Until when experiments run whose collisions come late. */
const durations: Readonly<Record<string, number>> = {
  "ball-on-shaken-plate": 1,
  "balloon-between-walls": 1.2,
  "billiards-break": 0.5,
  "bouncing-ball": 1.2,
  "bullet-and-wall": 0.1,
  "gas-of-spheres": 0.1,
  "jelly-cube": 0.6,
  "lesson-3-bouncing-ball": 1,
  "newtons-cradle": 0.6,
  pucks: 1,
  "thesis-4.2-first": 1.1,
  "thesis-4.2-first-normal": 1.1,
  "thesis-4.2-second": 1.1,
  "thesis-5-complete": 1.9,
  "thesis-figure-15": 1.2,
  "thesis-figure-22": 1.2,
  "thesis-figure-23": 1.2,
  "thesis-figure-32": 1.2,
};

/** About so many evaluations of laws for each experiment, so that all take two minutes at most. */
const work = 4_000;

/** Experiments are run to their end whose steps times bodies are no more than these. */
const mostSteps = 20_000;
/** Experiments that the referee cannot follow to their end. */
const beyond: Readonly<Record<string, string>> = {
  "bone-on-spline":
    "where pieces of its wire meet, rates have a kink, and a quadrature is less exact than it estimates",
};

let collisions = 0;
let joints = 0;
let intervals = 0;

test.each(experiments.map(({ name }) => name))("nothing is wrong with %s", (name) => {
  const { text } = experiments.find((one) => one.name === name)!;
  const checked = check(text, name);
  const written = prepare(checked);
  if ("severity" in written) throw new Error(written.message);
  const { step, duration } = written.settings;
  const bodies = written.bodies.length;
  const isShort = (duration / step) * bodies <= mostSteps && !(name in beyond);
  const steps = isShort ? duration / step : bodies > 300 ? 2 : bodies > 60 ? 5 : written.links.length > 0 ? 16 : 40;
  const model = prepare(checked, {
    overrides: { duration: isShort ? duration : Math.min(duration, durations[name] ?? steps * step), frames: 1 / step },
  });
  if ("severity" in model) throw new Error(model.message);
  const verdict = referee(new Run(model).finish(), work);
  expect(verdict.faults, refereeLines(verdict).join("\n")).toEqual([]);
  collisions += verdict.collisions;
  joints += verdict.joints;
  intervals += verdict.intervals;
});

test("this was much", () => {
  expect(collisions).toBeGreaterThan(100);
  expect(joints).toBeGreaterThan(60);
  expect(intervals).toBeGreaterThan(1500);
});
