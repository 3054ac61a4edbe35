// Bodies whose size laws change: when they meet, what laws see of them, and what a size may not be.
import { describe, expect, test } from "vitest";
import { marginOf } from "../../src/engine/stepping/contact/foresight.ts";
import { type Recording, Run } from "../../src/lab.ts";
import { bounce, lastWord, modelOf, number, numbers, object, refusal, runText, timesOf } from "./lab.ts";

/** Laws under which the size `s` of a body changes by `k` a second, and the body moves with v. */
const byRates = `context { name = grow  type = free fall  functions = { size' = k  position' = v } }`;
const inClosedForm = `context { name = grow  type = free fall  attributes = {s0, p0, t0}
  compute_first_time_only_attributes = {s0, p0, t0}
  functions = { s0 = size  p0 = position  t0 = t  size = s0 + k * (t - t0)  position = p0 + v * (t - t0) } }`;
const stop = `context { name = stop  type = collision  functions = { k = 0 * previous(k)  v = [0, 0, 0] } }`;
const simulation = (rest = "") => `simulation { name = s  initial time = 0  duration = 4  step = 0.25  ${rest} }`;
/** A half space whose surface is at x = 1, solid beyond it. */
const wall = object("wall", "static", "half space", "position = [1, 0, 0]  orientation = [0, -pi / 2, 0]");

/** Each reaches x = a + b t from its centre at the origin. */
const growing: [string, string, string, number, number][] = [
  ["sphere", "sphere", "size = 0.25  k = 0.3", 0.25, 0.3],
  ["cuboid", "cuboid", "size = [0.5, 1, 1]  k = [0.6, -0.1, 0.2]", 0.25, 0.3],
  ["capsule", "capsule", "size = [0.1, 0.3]  k = [0.1, 0.4]  orientation = [0, pi / 2, 0]", 0.25, 0.3],
  ["cylinder", "cylinder", "size = [0.25, 3]  k = [0.3, -0.5]", 0.25, 0.3],
  ["cone", "cone", "size = [0.2, 0.4]  k = [0.1, 0.4]  orientation = [0, pi / 2, 0]", 0.3, 0.3],
  [
    "polyhedron",
    "convex polyhedron",
    "points = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]  size = 0.25  k = 0.3",
    0.25,
    0.3,
  ],
  [
    "polyhedron that grows from a corner",
    "convex polyhedron",
    "points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]  origin = [0, 0, 0]  size = 0.25  k = 0.3",
    0.25,
    0.3,
  ],
];
const scene = (type: string, attributes: string, law: string, rest = "") =>
  `${object("body", "dynamic", type, `v = [0, 0, 0]  ${attributes}`)} ${wall} ${law} ${stop} ${simulation(rest)}`;

describe.each([
  ["by rates, RK4", byRates, ""],
  ["by rates, Dormand–Prince", byRates, "integrator = dormand-prince"],
  ["in closed form", inClosedForm, ""],
])("a body that grows %s", (_, law, rest) => {
  test.each(growing)("meets a wall exactly when it reaches it: %s", (_, type, attributes, reach, rate) => {
    const times = timesOf(runText(scene(type, attributes, law, rest)), "collision");
    expect(times.length).toBe(1);
    expect(Math.abs(times[0] - (1 - reach) / rate)).toBeLessThan(1e-11);
  });
});

test("a compound grows by its factor, and so do its parts and where they are", () => {
  const parts = `${object("bar", "dynamic", "cuboid", "size = [1, 0.2, 0.2]")}
    ${object("knob", "dynamic", "sphere", "size = 0.2")}
    object { name = body  physical type = dynamic  geometrical type = compound  parts = {bar, knob at [0.8, 0, 0]}
      attributes = { size = 0.5  k = 0.25  v = [0, 0, 0]  origin = [0, 0, 0] } }`;
  const times = timesOf(runText(`${parts} ${wall} ${byRates} ${stop} ${simulation()}`), "collision");
  expect(times.length).toBe(1);
  expect(Math.abs(times[0] - 2)).toBeLessThan(1e-11);
});

/** Two balls on a line through `at` along a unit vector, which grow while one of them moves. */
function balls(direction: number[], at: number[], step: number, frames = 60): string {
  const place = (s: number) => `[${direction.map((x, i) => at[i] + s * x).join(", ")}]`;
  const speed = `[${direction.map((x) => -0.2 * x).join(", ")}]`;
  return `${object("a", "dynamic", "sphere", `size = 0.1  k = 0.05  position = ${place(0)}  v = [0, 0, 0]`)}
    ${object("b", "dynamic", "sphere", `size = 0.2  k = 0.15  position = ${place(1.5)}  v = ${speed}`)}
    ${byRates} context { name = stop  type = collision  functions = { k1 = 0  k2 = 0  v2 = [0, 0, 0] } }
    simulation { name = s  initial time = 0  duration = 4  step = ${step}  frames = ${frames} }`;
}

test.each([
  ["along x", [1, 0, 0], [0, 0, 0], 0.25],
  ["turned", [0.36, 0.48, -0.8], [0, 0, 0], 0.25],
  ["moved", [1, 0, 0], [30, -20, 10], 0.25],
  ["in half the step", [1, 0, 0], [0, 0, 0], 0.125],
  ["in one step", [1, 0, 0], [0, 0, 0], 4],
])("two balls that grow meet when their radii make up their distance, %s", (_, direction, at, step) => {
  const times = timesOf(runText(balls(direction, at, step)), "collision");
  expect(times.length).toBe(1);
  // 1.5 - 0.2 t = 0.3 + 0.2 t
  expect(Math.abs(times[0] - 3)).toBeLessThan(1e-11);
});

test("a ball that swells and shrinks within one step is not missed", () => {
  const pulse = `context { name = pulse  type = free fall  functions = { size = 0.5 + 0.45 * sine(2 * pi * t) } }`;
  const law = `context { name = note  type = collision  functions = { hits = previous(hits) + 1  k = 0 } }`;
  const text = `${object("ball", "dynamic", "sphere", "size = 0.5  hits = 0  k = 0  position = [0.1, 0, 0]")}
    ${wall} ${pulse} ${law} simulation { name = s  initial time = 0  duration = 1  step = 1 }`;
  const times = timesOf(runText(text), "collision");
  expect(times.length).toBe(1);
  expect(Math.abs(times[0] - Math.asin(0.4 / 0.45) / (2 * Math.PI))).toBeLessThan(1e-11);
});

test("a cuboid that grows while it turns meets a wall with its corner", () => {
  const text = `${object("bar", "dynamic", "cuboid", "size = [1, 0.2, 1]  k = [0.4, 0, 0]  v = [0, 0, 0]")} ${wall}
    context { name = turn  type = free fall  functions = { size' = k  position' = v  orientation = [0, 0, 2 * t] } }
    ${stop}
    ${simulation("frames = 1")}`;
  const corner = (t: number) => ((1 + 0.4 * t) * Math.abs(Math.cos(2 * t)) + 0.2 * Math.abs(Math.sin(2 * t))) / 2;
  let [from, to] = [1.3, 1.6];
  for (let i = 0; i < 100; i++) {
    const t = (from + to) / 2;
    if (corner(t) < 0.8) from = t;
    else to = t;
  }
  const near = text.replace("position = [1, 0, 0]", "position = [0.8, 0, 0]");
  const times = timesOf(runText(near), "collision");
  expect(Math.abs(times[0] - from)).toBeLessThan(1e-10);
});

test("how fast a pair closes includes how fast it grows: a law that only stops the ball does not part it", () => {
  const still = `context { name = still  type = collision  functions = { v = [0, 0, 0] } }`;
  const text = (law: string) =>
    `${object(
      "ball",
      "dynamic",
      "sphere",
      "size = 0.5  k = 0.25  v = [0, 0, 0]",
    )} ${wall} ${byRates} ${law} ${simulation()}`;
  const passing = runText(text(still));
  expect(passing.notes.join()).toMatch(/no contact law holds 'ball' and 'wall'/);
  const back = `context { name = back  type = collision  functions = { v = (collisionNormal) * 0.3 } }`;
  const parted = runText(text(back));
  expect(parted.notes).toEqual([]);
  expect(timesOf(parted, "collision")).toEqual([2]);
});

test("a ball that grows between two walls is thrown from one to the other as the closed form says", () => {
  // In the frame of its surface it is a point that comes to each wall at v + k, and leaves with v - k turned about: v
  // grows by 2k.
  const law = `context { name = elastic  type = collision
    functions = { n = collisionNormal  v = previous(v) + 2 * (k - previous(v) . n) * n } }`;
  const text = `${object("ball", "dynamic", "sphere", "size = 0.1  k = 0.02  v = [1, 0, 0]")}
    ${wall} ${object("other", "static", "half space", "position = [-1, 0, 0]  orientation = [0, pi / 2, 0]")}
    ${byRates} ${law} ${simulation("frames = 10")}`;
  const times = timesOf(runText(text), "collision");
  const expected: number[] = [];
  let [t, x, v] = [0, 0, 1];
  while (true) {
    // side · x + 0.1 + 0.02 t = 1
    const side = Math.sign(v);
    const dt = (1 - 0.1 - 0.02 * t - side * x) / (Math.abs(v) + 0.02);
    if (t + dt > 4) break;
    t += dt;
    x += v * dt;
    v = -side * (Math.abs(v) + 0.04);
    expected.push(t);
  }
  expect(times.length).toBe(expected.length);
  for (const [i, time] of times.entries()) expect(Math.abs(time - expected[i])).toBeLessThan(1e-10);
});

test("a collision law and an event change sizes, and detection goes on with these", () => {
  const halve = `context { name = halve  type = collision  functions = { size = previous(size) / 2
    v = -previous(v) } }`;
  const text = `${object("ball", "dynamic", "sphere", "size = 0.4  k = 0  v = [0.2, 0, 0]")} ${wall}
    ${object("other", "static", "half space", "position = [-1, 0, 0]  orientation = [0, pi / 2, 0]")}
    context { name = move  type = free fall  functions = { position' = v } } ${halve}
    event { name = swell  when = t > 5  aliases = { use s as attribute size of object ball }  functions = { s = 0.5 } }
    simulation { name = s  initial time = 0  duration = 12  step = 0.5 }`;
  const times = timesOf(runText(text), "collision");
  // It meets the wall at 0.6, comes back from there with radius 0.2, at t = 5 with 0.5, and meets the other at -0.5.
  expect(times.length).toBe(2);
  expect(Math.abs(times[0] - 3)).toBeLessThan(1e-10);
  expect(Math.abs(times[1] - (3 + 1.1 / 0.2))).toBeLessThan(1e-10);
});

describe("mass properties", () => {
  const spin = (law: string) => `${object(
    "ball",
    "dynamic",
    "sphere",
    "size = 0.5  k = 0.25  mass = 5  L = [0, 0, 1]  w = [0, 0, 0]  v = [0, 0, 0]",
  )}
    context { name = spin  type = free fall
      functions = { I = inertiaTensor(mass)  w = inverse(I) * L  position' = v  ${law} } }
    measures { moment = total(inertiaTensor(mass) # 1 # 1) } ${simulation("frames = 8")}`;
  test.each([
    ["by a rate", "size' = k"],
    ["by a closed form", "size = 0.5 + k * t"],
  ])("follow a size that changes %s: a ball that swells turns as slowly as its moment says", (_, law) => {
    const recording = runText(spin(law));
    for (const { time } of recording.frames.slice(1)) {
      const moment = 0.4 * 5 * (0.5 + 0.25 * time) ** 2;
      expect(number(recording, "moment", time)).toBeCloseTo(moment, 12);
      expect(numbers(recording, "ball.w", time)[2]).toBeCloseTo(1 / moment, 12);
    }
  });
});

describe("a size that makes no body ends the run, with the law, the body and the time", () => {
  const ball = object("ball", "dynamic", "sphere", "size = 0.5  k = -0.25  v = [0, 0, 0]");
  const end = (text: string) => lastWord(new Run(modelOf(text)).finish());
  test("by a rate", () => {
    const word = end(`${ball} ${byRates} ${simulation("frames = 4")}`);
    expect(word).toMatch(/'size' of 'ball' became -0\.0625?\d* at t = 2\.25: it must be positive; in the law 'grow'; /);
    expect(word).toContain("; let the law keep it above 0");
  });
  test("by an event", () => {
    const event = `event { name = burst  when = t > 1  aliases = { use s as attribute size of object ball }
    functions = { s = -1 } }`;
    expect(end(`${ball} ${event} ${simulation()}`)).toMatch(
      /became -1 at t = 1\.0+\d?: it must be positive; in the event 'burst'/,
    );
  });
  test("by a collision law", () => {
    const law = `context { name = crush  type = collision  functions = { size = 0  v = [0, 0, 0] } }`;
    const thrown = ball.replace("v = [0, 0, 0]", "v = [1, 0, 0]");
    const text = `${thrown} ${wall} context { name = move  type = free fall  functions = { position' = v } }
    ${law} ${simulation()}`;
    const recording = new Run(modelOf(text)).finish();
    expect(lastWord(recording)).toMatch(
      /'size' of 'ball' became 0 at t = 0.5: it must be positive; in the law 'crush'/,
    );
    expect(recording.frames.every(({ memory }) => Number.isFinite(memory[0]))).toBe(true);
    expect(number(recording, "ball.size")).toBe(0.5);
  });
});

test.each([
  ["adds to a size", "sphere", "size = 1", "size += 1", /a law can state its value or its rate/],
  [
    "changes an origin",
    "convex polyhedron",
    "points = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]  origin = [0, 0, 0]",
    "origin' = [1, 0, 0]",
    /defines the shape of a convex polyhedron at the start/,
  ],
  [
    "needs the size for the size",
    "sphere",
    "size = 1",
    "size = (inertiaTensor(1) # 1 # 1) + t",
    /'size' needs its own value/,
  ],
])("a law that %s is refused", (_, type, attributes, law, words) => {
  const text = `${object("body", "dynamic", type, attributes)} context { name = law  type = free fall
    functions = { ${law} } } ${simulation()}`;
  expect(refusal(text)).toMatch(words);
});

test.each([
  ["static", /'block' is static: nothing changes its size/],
  ["driven", /'block' is driven: only its own free-fall law changes its size/],
])("an event that changes the size of a %s body is refused", (type, words) => {
  const event = `event { name = e  when = t > 1  aliases = { use s as attribute size of object block }
    functions = { s = 2 } }`;
  expect(refusal(`${object("block", type, "sphere", "size = 1")} ${event} ${simulation()}`)).toMatch(words);
});

test("bodies whose size no law writes keep their shape, whatever others do", () => {
  const text = `${object(
    "a",
    "dynamic",
    "sphere",
    "size = 1  k = 0.1  v = [0, 0, 0]",
  )} ${object("b", "dynamic", "sphere", "size = 1  position = [9, 0, 0]  v = [0, 0, 0]")}
    ${byRates.replace(
      "type = free fall",
      "type = free fall  applicability = {object a}",
    )} ${bounce.replace("restitution", "1")} ${simulation()}`;
  expect(modelOf(text).resized.map(({ name }) => name)).toEqual(["a"]);
});

describe("time stepping", () => {
  const stepping = "scheme = time stepping  margin = 0.01";
  const soon = (type: string, attributes: string) =>
    scene(type, attributes, byRates, stepping).replace("step = 0.25", "step = 1 / 64");

  test.each(growing)("meets a wall in the step in which it reaches it: %s", (_, type, attributes, reach, rate) => {
    const times = timesOf(runText(soon(type, attributes)), "collision");
    expect(times.length).toBe(1);
    const late = times[0] - (1 - reach) / rate;
    expect(late).toBeGreaterThanOrEqual(-1e-12);
    expect(late).toBeLessThan(2 / 64);
  });

  /** Impulses that let a ball leave the ground no slower than it grows. */
  const carry = `context { name = carry  type = contact  applied to = pair  iterations = 10  attributes = {jn = 0}
    functions = {
      n = collisionNormal
      part = k1 + if penetration > 0 then 0.2 * penetration / dt else penetration / dt
      jn = max(0, previous(jn) + part - n . previous(v1))
      v1 = previous(v1) + (jn - previous(jn)) * n } }`;
  const rising = (
    law: string,
  ) => `${object("ball", "dynamic", "sphere", "size = 0.5  k = 0.25  position = [0, 0, 0.5]  v = [0, 0, 0]")}
    ${object("ground", "static", "half space", "position = [0, 0, 0]")} ${carry}
    context { name = fall  type = free fall  functions = { v' = [0, 0, -10]  position' = v  ${law} } }
    ${simulation(`${stepping}  frames = 10`).replace("step = 0.25", "step = 0.01")}`;

  test("a ball that swells on the ground rises with its radius", () => {
    const recording = runText(rising("size' = k"));
    for (const { time } of recording.frames)
      expect(number(recording, "ball.position # 3", time)).toBeCloseTo(0.5 + 0.25 * time, 9);
  });

  test("a contact law that moves bodies sees how deep they overlap after it has changed a size", () => {
    // It takes half of the depth by the radius and half by the place: together all of it, if the second part knows of
    // the first.
    const give = `context { name = give  type = contact  applied to = pair  iterations = 40
      functions = { size1 = previous(size1) - 0.25 * max(0, penetration)
      position1 = previous(position1) + 0.25 * max(0, penetration) * collisionNormal } }`;
    const text = `${object(
      "ball",
      "dynamic",
      "sphere",
      "size = 0.5  position = [0, 0, 0.4]",
    )} ${object("ground", "static", "half space", "position = [0, 0, 0]")}
      context { name = rest  type = free fall  functions = { } } ${give} ${simulation("scheme = time stepping")}`;
    const recording = runText(text, {});
    expect(number(recording, "ball.size")).toBeCloseTo(0.45, 9);
    expect(number(recording, "ball.position # 3")).toBeCloseTo(0.45, 9);
  });
});

describe("bit for bit", () => {
  const crowd = (rest: string) => `world attributes { side = 2 }
    object { name = ball  physical type = dynamic  geometrical type = sphere  copies = 6
      attributes = { size = random(0.1, 0.2)  k = random(0.01, 0.05)  mass = 1  v = [random(-1, 1), random(-1, 1), 0]
        position = [0.6 * index - 2.1, random(-1, 1), 0] } }
    object { name = pill  physical type = dynamic  geometrical type = capsule  copies = 2
      attributes = { size = [0.1, 0.3]  k = [0.01, 0.03]  mass = 1  v = [random(-1, 1), random(-1, 1), 0]
        position = [index - 1.5, 1.5, 0]  orientation = [pi / 2, 0, 0] } }
    ${[
      "[2.3, 0, 0]  orientation = [0, -pi / 2, 0]",
      "[-2.3, 0, 0]  orientation = [0, pi / 2, 0]",
      "[0, 2.3, 0]  orientation = [pi / 2, 0, 0]",
      "[0, -2.3, 0]  orientation = [-pi / 2, 0, 0]",
    ]
      .map((place, i) => object(`wall${i}`, "static", "half space", `position = ${place}`))
      .join("")}
    ${byRates}
    context { name = knock  type = collision  applicability = {mandatory 2 dynamic objects}
      functions = { n = collisionNormal  j = 1.1 * max(0, (previous(v2) - previous(v1)) . n) + 0.1
        v1 = previous(v1) + j * n  v2 = previous(v2) - j * n  k1 = 0.9 * previous(k1) } }
    context { name = bump  type = collision  applicability = {mandatory 1 dynamic object and 1 static object}
      functions = { n = collisionNormal  v = previous(v) - 2 * min(0, previous(v) . n) * n + 0.1 * n
      size = 0.97 * previous(size) } }
    simulation { name = s  initial time = 0  duration = 4  step = 1 / 50  frames = 25  seed = 3  ${rest} }`;

  test.each([
    ["event-driven", ""],
    ["in time stepping", "scheme = time stepping  margin = 0.01"],
  ])("a crowd that grows, %s, is the same by the interpreter and from snapshots", (_, rest) => {
    const model = modelOf(crowd(rest));
    const run = new Run(model);
    const states = [];
    while (!run.isDone) {
      run.advance();
      states.push(run.snapshot());
    }
    const whole = run.recording;
    expect(whole.stop).toBe(null);
    expect(timesOf(whole, "collision").length).toBeGreaterThan(12);
    expect(new Run(model, { evaluation: "interpreted" }).finish().digest()).toBe(whole.digest());
    const last = (recording: Recording) => [...recording.frames.at(-1)!.memory];
    for (const share of [0.2, 0.5, 0.9]) {
      const resume = states[Math.floor(share * states.length)];
      expect(last(new Run(modelOf(crowd(rest)), { resume }).finish())).toEqual(last(whole));
    }
  });
});

test("bodies that overlap by a jump of a size are let through, and the run says so", () => {
  const text = `${object(
    "ball",
    "dynamic",
    "sphere",
    "size = 0.2  v = [0, 0, 0]",
  )} ${wall} ${byRates.replace("size' = k", "")} ${stop.replace("k = 0 * previous(k)", "")}
    event { name = swell  when = t > 1  aliases = { use s as attribute size of object ball }
    functions = { s = 1.5 } } ${simulation()}`;
  expect(runText(text).notes.join()).toMatch(
    /'ball' and 'wall' overlap at t = 1\.0*\d*, after a jump: they pass through each other/,
  );
});

test("what is driven grows by its own law, and meets what it does not move", () => {
  const text = `${object("piston", "driven", "cuboid", "size = [1, 1, 1]  speed = 0.5")}
    ${object("ball", "dynamic", "sphere", "size = 0.25  position = [1.5, 0, 0]  v = [0, 0, 0]")}
    context { name = push  type = free fall  applicability = {object piston}  attributes = {s0}
    compute_first_time_only_attributes = {s0}
      functions = { s0 = size  size = s0 + speed * t * [2, 0, 0] } }
    context { name = fly  type = free fall  applicability = {object ball}  functions = { position' = v } }
    context { name = kick  type = collision  functions = { v1 = 2 * speed2 * collisionNormal } } ${simulation()}`;
  const recording = runText(text);
  // The face is at 0.5 + 0.5 t, and leaves the ball behind it once only.
  const times = timesOf(recording, "collision");
  expect(times.length).toBe(1);
  expect(Math.abs(times[0] - 1.5)).toBeLessThan(1e-11);
  expect(number(recording, "ball.position # 1")).toBeCloseTo(1.5 + 2.5, 9);
});

test("a size that follows an input is the same in a replay", () => {
  const text = `input { pump = 0 } ${object("ball", "dynamic", "sphere", "size = 0.2  v = [0, 0, 0]")} ${wall}
    context { name = follow  type = free fall  functions = { size = 0.2 + pump  position' = v } }
    context { name = back  type = collision  functions = { v = 0.1 * collisionNormal } }
    simulation { name = s  initial time = 0  duration = 4  step = 0.25 }`;
  const model = modelOf(text);
  const run = new Run(model);
  while (!run.isDone) {
    if (run.time === 1) run.input("pump", 0.5);
    if (run.time === 2) run.input("pump", 0.9);
    run.advance();
  }
  const { recording } = run;
  expect(number(recording, "ball.size", 1.5)).toBeCloseTo(0.7, 12);
  expect(number(recording, "ball.size")).toBeCloseTo(1.1, 12);
  expect(new Run(model, { inputs: recording.inputs }).finish().digest()).toBe(recording.digest());
});

test("a body that begins as a speck and grows does not make contact points of others be looked for late", () => {
  const model = modelOf(`${object("ball", "dynamic", "sphere", "size = 0.1  position = [0, 0, 0]  rate = 0")}
    ${object("speck", "dynamic", "sphere", "size = 1e-9  position = [5, 0, 0]  rate = 1")}
    context { name = grows  type = free fall  applicability = { object speck }  functions = { size' = rate } }
    context { name = rests  type = free fall  applicability = { object ball }  functions = { rate' = 0 } }
    simulation { name = s  initial time = 0  duration = 1  step = 0.1  scheme = time stepping }`);
  // A hundredth of the smallest body that keeps its size.
  expect(marginOf(model)).toBeCloseTo(0.001, 15);
});
