// What the referee says: how much it has looked at, and what is wrong.
import { expect, test } from "vitest";
import { prepare, Run, referee, refereeLines, type Verdict } from "../../src/lab.ts";
import { check, experiments } from "../experiments/gallery.ts";

test("every pair that collides is among the pairs that were watched", () => {
  const { text } = experiments.find(({ name }) => name === "newtons-cradle")!;
  const model = prepare(check(text), { overrides: { duration: 0.6, frames: 200 } });
  if ("severity" in model) throw new Error(model.message);
  const recording = new Run(model).finish();
  const collided = new Set(
    recording.events.filter(({ type }) => type === "collision").map(({ objects }) => objects.toSorted().join()),
  );
  // Five balls in a row: each meets its neighbours.
  expect(collided.size).toBe(4);
  expect(referee(recording).pairs).toBe(4);
});

const nothing: Verdict = {
  collisions: 0,
  events: 0,
  joints: 0,
  laws: 2,
  intervals: 5,
  pairs: 0,
  greatestDepth: 0,
  faults: [],
  count: 0,
  unchecked: [],
};
const fault = {
  check: "overlap",
  law: null,
  objects: ["a", "b"],
  time: 0.5,
  words: "they overlap",
  figure: 0.0123456,
  tolerance: 1e-6,
} as const;

test("one line says what was checked; what is wrong and what was left out follow", () => {
  expect(refereeLines(nothing)).toEqual(["checked: 2 laws; nothing wrong"]);
  expect(refereeLines({ ...nothing, laws: 0 })).toEqual(["checked: nothing, because no law acted"]);
  const ofLaw = { ...fault, law: "bounce", objects: ["ball"] };
  expect(refereeLines({ ...nothing, pairs: 1, laws: 1, faults: [fault], count: 1, unchecked: ["the rest"] })).toEqual([
    "checked: 1 pair of bodies, 1 law; 1 thing is wrong",
    "wrong at t = 0.5: a and b: they overlap, by 0.0123 (at most 0.000001)",
    "not checked: the rest",
  ]);
  expect(refereeLines({ ...nothing, collisions: 1, joints: 2, pairs: 3, faults: [ofLaw], count: 4 })).toEqual([
    "checked: 1 collision, 2 joints, 3 pairs of bodies, 2 laws; 4 things are wrong",
    "wrong at t = 0.5: bounce of ball: they overlap, by 0.0123 (at most 0.000001)",
    "and 3 more like these",
  ]);
  const late = { ...fault, time: 4.800000000000001 };
  expect(refereeLines({ ...nothing, faults: [late], count: 1 })[1]).toMatch(/^wrong at t = 4.8: /);
});
