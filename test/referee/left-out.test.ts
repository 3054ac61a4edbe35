// What the referee cannot check it names, with the reason, and goes on.
import { expect, test } from "vitest";
import { prepare, type Recording, Run, referee } from "../../src/lab.ts";
import { check } from "../experiments/gallery.ts";

function record(text: string): Recording {
  const model = prepare(check(text));
  if ("severity" in model) throw new Error(model.message);
  return new Run(model).finish();
}

/** A body that falls on the floor while its law asks for its moments of inertia and its centre of mass. */
const bouncing = (kind: string, attributes: string) => `
object { name = pill  physical type = dynamic  geometrical type = ${kind}
  attributes = { ${attributes}  mass = 2  position = [0, 0, 1]  v = [0, 0, 0]  L = [0.1, 0.2, 0.3]  turned = [0, 0, 0]
    c = [0, 0, 0] } }
object { name = floor  physical type = static  geometrical type = half space  attributes = { } }
context { name = falling  type = free fall  functions = {
  turned' = inverse(inertiaTensor(mass)) * L  v' = [0, 0, -9.81] + centerOfMass()  position' = v  c = centerOfMass() } }
context { name = bouncing  type = collision
  functions = { v = previous(v) - 1.8 * (previous(v) . collisionNormal) * collisionNormal } }
simulation { name = s  initial time = 0  duration = 0.6  step = 0.01  frames = 100 }`;

test.each([
  ["sphere", "size = 0.1"],
  ["cuboid", "size = [0.1, 0.2, 0.3]"],
  ["capsule", "size = [0.1, 0.2]"],
  ["cylinder", "size = [0.1, 0.3]"],
  ["cone", "size = [0.1, 0.3]"],
])("laws may ask for the inertia and the centre of mass of a %s", (kind, attributes) => {
  const verdict = referee(record(bouncing(kind, attributes)));
  expect(verdict.faults).toEqual([]);
  expect(verdict.unchecked).toEqual([]);
  expect(verdict.collisions).toBe(1);
  expect(verdict.intervals).toBeGreaterThan(59);
});

test("laws that ask for what the referee does not know are named, and the rest is checked", () => {
  const points = "points = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]  size = 0.1";
  const verdict = referee(record(bouncing("convex polyhedron", points)));
  expect(verdict.faults).toEqual([]);
  expect(verdict.collisions).toBe(1);
  expect(verdict.unchecked).toEqual([
    "the motion: centerOfMass of a convex polyhedron",
    "values that laws state: centerOfMass of a convex polyhedron",
    "whether bodies close where they collide under 'bouncing': inertiaTensor of a convex polyhedron",
  ]);
});

const falling = `
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [0, 0, 1]  v = [0, 0, 0] } }
context { name = fall  type = free fall  functions = { position' = v  v' = [0, 0, -9.81 / (1 - t)] } }
simulation { name = s  initial time = 0  duration = 2  step = 0.1  frames = 10 }`;

test("a record that is full is checked as far as it goes, and that is said", () => {
  const model = prepare(check(falling.replace(" / (1 - t)", "")));
  if ("severity" in model) throw new Error(model.message);
  const run = new Run(model, {}, 600);
  const { recording } = run;
  while (!run.isDone && !recording.isFull) run.advance();
  const last = recording.frames.at(-1)!.time;
  expect(last).toBeGreaterThan(0.2);
  expect(last).toBeLessThan(1.9);
  // To twelve digits: 0.3, not 0.30000000000000004.
  const shown = String(Math.round(10 * last) / 10);
  expect(referee(recording).unchecked).toEqual([`what comes after t = ${shown}: the record is full`]);
});

test("a run that stopped is checked up to there, and that is said", () => {
  const recording = record(falling);
  expect(recording.stop!.time).toBeLessThan(1.1);
  expect(referee(recording).unchecked).toContainEqual(
    expect.stringMatching(/^what comes after t = .*: the run stopped there$/),
  );
});

test("which intervals were left out is said as how many were looked at", () => {
  const recording = record(falling.replace(" / (1 - t)", ""));
  expect(referee(recording, 300).unchecked).toEqual([
    "laws, except in every 2nd interval between frames: all would take long",
  ]);
  expect(referee(recording, 200).unchecked).toEqual([
    "laws, except in every 3rd interval between frames: all would take long",
  ]);
  expect(referee(recording, 50).unchecked).toEqual([
    "laws, except in every 12th interval between frames: all would take long",
  ]);
});

test("where a law slides along its switch, that is what is said, with the law", () => {
  const recording = record(`
object { name = block  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1  v = 1  x = 0 } }
context { name = dry  type = free fall  functions = { v' = -5 * sign(v)  x' = v } }
simulation { name = s  initial time = 0  duration = 1  step = 0.1  frames = 10 }`);
  expect(recording.facts).toMatchObject([{ kind: "slides", law: "dry", objects: ["block"] }]);
  // From 1 m/s at 5 m/s².
  expect(recording.facts[0].time).toBeCloseTo(0.2, 9);
  const { faults, unchecked } = referee(recording);
  expect(faults).toEqual([]);
  expect(unchecked).toEqual(["the motion where 'dry' switches: its rates are averaged to stay on a switch"]);
});

test("a pair that the run lets through is named from then on; words about a pair let nothing through", () => {
  const text = `
object { name = a  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [-1, 0, 0]  v = [1, 0, 0] } }
object { name = b  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [1, 0, 0]  v = [-1, 0, 0] } }
context { name = fly  type = free fall  functions = { position' = v } }
context { name = stick  type = collision  functions = { v1 = 0.5 * previous(v1)  v2 = 0.5 * previous(v2) } }
simulation { name = s  initial time = 0  duration = 1.2  step = 0.01  frames = 100 }`;
  const recording = record(text);
  // They meet after 0.9 s.
  expect(recording.facts).toMatchObject([{ kind: "passes", objects: ["a", "b"] }]);
  expect(recording.facts[0].time).toBeCloseTo(0.9, 9);
  const { faults, unchecked } = referee(recording);
  expect(faults).toEqual([]);
  expect(unchecked).toEqual(["how deep 'a' and 'b' overlap from t = 0.9 on: the run lets them pass"]);
  const silent = Object.assign(Object.create(Object.getPrototypeOf(recording)), recording, { facts: [] });
  expect(referee(silent).faults.map(({ check: kind }) => kind)).toContain("overlap");
});
