// Settings and copies made to hurt: refused at their place before the run, or the run hands back control after bounded
// work.
import { describe, expect, test } from "vitest";
import { Run } from "../../src/lab.ts";
import { experiment, lastWord, modelOf, number, refusal } from "./lab.ts";

const ball = "physical type = dynamic  geometrical type = sphere";

function fall(settings: string, more = ""): string {
  return `
object { name = ball ${more} ${ball} attributes = { size = 0.1  position = [0, 0, 1]  v = [0, 0, 0] } }
context { name = fall type = free fall functions = { v' = [0, 0, -10]  position' = v } }
context { name = bounce type = collision functions = { v1 = -previous(v1)  v2 = -previous(v2) } }
simulation { name = s  ${settings} }`;
}

describe("settings without measure are refused at their place", () => {
  test.each([
    ["initial time = 0  duration = 1  frames = 1e12", /^'frames' asks for 10000000000 pictures in one step/],
    ["initial time = 0  duration = 1e9  step = 1e9", /^'frames' asks for 60000000000 pictures in one step/],
    ["initial time = 1e20  duration = 1", /^at t = 100000000000000000000 a step of 0.01 is lost in the rounding/],
    ["initial time = -1e308  duration = 1  step = 1e300", /^at t = -1e\+308 a duration of 1 is lost in the rounding/],
    ["initial time = 0  duration = 1  step = 1e-300", /^at t = 1 a step of 1e-300 is lost in the rounding of times/],
    ["initial time = 0  duration = 1e300", /^at t = 1e\+300 a step of 0.01 is lost in the rounding of times/],
    ["initial time = 1e13  duration = 1e9  step = 100", /^at t = 10001000000000 the time from frame to frame is lost/],
    ["initial time = -1e308  duration = 1", /^at t = -1e\+308 a step of 0.01 is lost in the rounding of times/],
    ["initial time = 0  duration = 1  iterations = 1e12", /^'iterations' is a number from 1 to 10000/],
    ["initial time = 0  duration = 1  iterations = 0", /^'iterations' is a number from 1 to 10000/],
  ])("%s", (settings, words) => {
    expect(refusal(fall(settings))).toMatch(words);
  });

  test("a late start is fine where a step can still be told from none", () => {
    expect(refusal(fall("initial time = 1e9  duration = 1"))).toBe("it runs");
  });

  test("a contact law that asks for 1e12 iterations ends the run before the first", () => {
    const text = `
object { name = ball ${ball} attributes = { size = 0.1  position = [0, 0, 0.1]  v = [0, 0, 0] } }
object { name = ground physical type = static geometrical type = half space attributes = { v = [0, 0, 0] } }
context { name = fall type = free fall functions = { v' = [0, 0, -10]  position' = v } }
context { name = press type = contact  applied to = pair  iterations = 1e12  functions = { v1 = 0.5 * previous(v1) } }
simulation { name = s  initial time = 0  duration = 1  scheme = time stepping }`;
    expect(lastWord(new Run(modelOf(text)).finish())).toMatch(/^'iterations' is a number from 1 to 10000/);
  });
});

describe("copies", () => {
  test("thousands whose first values are costly are refused", () => {
    const text = `
object { name = ball  copies = 20000  ${ball} attributes = {
  size = 0.1  position = [index, 0, 0]  mass = ((identityMatrix(90) * identityMatrix(90)) # 1) # 1 } }
simulation { name = s  initial time = 0  duration = 1 }`;
    expect(refusal(text)).toMatch(/^the first values of all objects and links take too long to compute; stopped after/);
  });

  test("thousands in one place end the run with a reason", () => {
    for (const scheme of ["event driven", "time stepping"]) {
      const run = new Run(modelOf(fall(`initial time = 0  duration = 1  scheme = ${scheme}`, "copies = 2900")));
      expect(lastWord(run.finish())).toMatch(/^more than 4000000 pairs of bodies are near each other at t = 0/);
    }
  });

  test.each(["event driven", "time stepping"])(
    "hundreds of cones in one place end the run with a reason before they take long, %s",
    (scheme) => {
      const law = (type: string) => `context { name = swap_${type}  type = ${type}
      ${type === "contact" ? "applied to = pair  iterations = 1" : ""}
      functions = { v1 = previous(v2)  v2 = previous(v1) } }\n`;
      const text = `object { name = cone  physical type = dynamic  geometrical type = cone  copies = 500
        attributes = { position = [1e-4 * index, 2e-4 * index, 0]  orientation = [1, 0, 0, 0]  size = [0.1, 0.2]
        v = [0, 0, 0] } }
      context { name = drift  type = free fall  functions = { v' = [0, 0, 0]  position' = v } }
      ${law(scheme === "time stepping" ? "contact" : "collision")}
      simulation { name = s  initial time = 0  duration = 1  scheme = ${scheme} }`;
      expect(lastWord(new Run(modelOf(text)).finish())).toBe(
        "more than 7500 pairs of bodies are near each other at t = 0; place the bodies apart from each other, or " +
          "take fewer copies",
      );
    },
  );

  test("hundreds in one place are let through, and told without end of names", () => {
    const { recording } = new Run(modelOf(fall("initial time = 0  duration = 1", "copies = 60")));
    expect(recording.notes.filter((note) => /overlap at the start|^so do/.test(note)).length).toBe(21);
    expect(recording.notes.length).toBeLessThan(25);
    expect(recording.notes.at(-1)).toBe("so do 1750 other pairs: they pass through each other until they separate");
  });
});

test("dormand-prince ends a step that needs too many parts early, and the motion is that of the law", () => {
  const oscillator = `
object { name = o ${ball} attributes = { size = 0.1  x = 1  y = 0 } }
context { name = swing type = free fall functions = { x' = 1e5 * y  y' = -1e5 * x } }
simulation { name = s  initial time = 0  duration = 0.02  step = 0.02  frames = 50  integrator = dormand-prince }`;
  const run = new Run(modelOf(oscillator));
  let advances = 0;
  while (!run.isDone) {
    run.advance();
    advances++;
  }
  expect(run.recording.stop).toBeNull();
  expect(advances).toBeGreaterThan(5);
  // 2,000 radians: about 300 turns.
  expect(number(run.recording, "o.x")).toBeCloseTo(Math.cos(2000), 7);
  expect(number(run.recording, "o.y")).toBeCloseTo(-Math.sin(2000), 7);
  const half = new Run(modelOf(oscillator));
  for (let i = 0; i < 3; i++) half.advance();
  const resumed = new Run(half.recording.model, { resume: half.snapshot() }).finish();
  expect(number(resumed, "o.x")).toBe(number(run.recording, "o.x"));
});

test("dormand-prince that makes almost no progress says why, and what to write", () => {
  const puck = (direction: string) => `
object { name = puck ${ball} attributes = { size = 0.1  position = [0, 0, 0]  v = [1, 0.3, 0] } }
context { name = slide type = free fall functions = { v' = -2 * ${direction}  position' = v } }
simulation { name = s  initial time = 0  duration = 3  integrator = dormand-prince }`;
  const run = new Run(modelOf(puck("v / norm(v)")));
  for (let i = 0; i < 80; i++) run.advance();
  expect(run.recording.notes.filter((note) => note.includes("makes almost no progress"))).toEqual([
    expect.stringContaining("as in v / max(0.001, norm(v))"),
  ]);
  const limited = new Run(modelOf(puck("v / max(0.001, norm(v))"))).finish();
  expect(limited.notes.filter((note) => note.includes("almost no progress"))).toEqual([]);
  // It stops after |v|/2 seconds, having gone v²/4.
  expect(number(limited, "puck.position # 1")).toBeCloseTo(Math.sqrt(1.09) / 4, 5);
});

test("a heap under Newton's method that is too large for a step is left to the sweeps, with a note", () => {
  const run = new Run(
    modelOf(`
import "laws/bodies.vfl"
import "laws/newton-euler.vfl"
import "laws/contact-impulses.vfl"
world attributes { g = [0, 0, -9.81]  friction = 0.5  restitution = 0  relaxation = 0.2  slop = 0.001
  bounce_speed = 0.1 }
object { name = ball  physical type = dynamic  geometrical type = sphere  copies = 150  attributes = {
  size = 0.5  position = [0.01 * index, 0, 0]  orientation = [1, 0, 0, 0]  mass = 1  inertia = inertiaTensor(mass)
  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0] } }
simulation { name = s  initial time = 0  duration = 1  scheme = time stepping  acceleration = newton  iterations = 3
  contexts_involved = {newton_euler, contact_impulses} }`),
  );
  run.advance();
  expect(run.recording.notes).toContainEqual(expect.stringContaining("too many for Newton's method"));
});

test("a gas that falls with 1e20 m/s^2 ends with a reason, as soon as its first impact takes too long to find", () => {
  const text = experiment("gas-of-spheres").replace("g = [0, 0, 0]", "g = [0, 1e20, 0]");
  const recording = new Run(modelOf(text)).finish();
  expect(lastWord(recording)).toMatch(
    /^the first impact after t = 0 takes too long to find: bodies such as 'atom\d+' and/,
  );
});

test("a pair that meets and parts faster than can be followed is reported once", () => {
  const text = `
object { name = ball ${ball} attributes = { size = 0.1  position = [0, 0, 1] } }
object { name = ground physical type = static geometrical type = half space attributes = { } }
context { name = swing type = free fall functions = { position = [0, 0, 1.2 + sine(1e5 * t)] } }
context { name = meet type = collision functions = { hits1 = 1 } }
simulation { name = s  initial time = 0  duration = 0.1 }`;
  const { notes } = new Run(modelOf(text)).finish();
  const told = notes.filter((note) => note.includes("come near each other and part again faster"));
  expect(told).toEqual([
    "'ball' and 'ground' come near each other and part again faster than the search for impacts can follow, " +
      "from t = 0 on: impacts may be missed",
  ]);
});

test.each([
  ["in a fixed order", "", "take fewer 'iterations', a smaller 'margin', or fewer objects"],
  [
    "by urgency",
    "sweep order = greatest first",
    "take fewer 'iterations', a smaller 'margin', another 'sweep order', or fewer objects",
  ],
])("contact laws that are applied for minutes %s end the run with a reason", (_, order, advice) => {
  const text = `
object { name = ball copies = 80 ${ball} attributes = { size = 0.5  position = [index, 0, 0]  v = [0, 0, 0] } }
context { name = fall type = free fall functions = { position' = v } }
context { name = press type = contact  applied to = pair  functions = {
  urgency = 1  v1 = 0.5 * previous(v1)  v2 = 0.5 * previous(v2) } }
simulation { name = s  initial time = 0  duration = 1
  scheme = time stepping  iterations = 10000  margin = 1e9  ${order} }`;
  const { stop } = new Run(modelOf(text)).finish();
  expect(stop!.diagnostic.message).toBe(
    "the step at t = 0 takes too long: contact laws are applied again and again to its 3160 contact points",
  );
  expect(stop!.diagnostic.notes).toEqual([advice]);
});
