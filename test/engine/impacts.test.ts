// When bodies meet: against closed forms, and against a search by brute force.
import { expect, test } from "vitest";
import { poseIn } from "../../src/engine/model/body-pose.ts";
import { createProximity } from "../../src/geometry/contact/proximity.ts";
import { measureDistance } from "../../src/geometry/pairs/pairs.ts";
import { createPose } from "../../src/geometry/shapes/pose.ts";
import { createRandom } from "../../src/math/random.ts";
import {
  attribute,
  bounce,
  experiment,
  fall,
  fallByRates,
  floor,
  modelOf,
  number,
  numbers,
  object,
  runText,
  timesOf,
} from "./lab.ts";

const bullet = (law: string, integrator: string) => `world attributes { g = [0, 0, 0]  restitution = 0.2 }
  ${object("bullet", "dynamic", "sphere", "position = [-0.3, 0, 0]  size = 0.004  v = [1000, 0, 0]")}
  ${object("wall", "static", "cuboid", "position = [5, 0, 0]  size = [0.01, 2, 2]")}
  ${law} ${bounce}
  simulation { name = s  initial time = 0  duration = 0.1  step = 1 / 60  frames = 60  integrator = ${integrator} }`;

test.each([
  ["in closed form", fall, "rk4"],
  ["by rates, RK4", fallByRates, "rk4"],
  ["by rates, explicit Euler", fallByRates, "explicit euler"],
  ["by rates, semi-implicit Euler", fallByRates, "semi-implicit euler"],
  ["by rates, implicit midpoint", fallByRates, "implicit midpoint"],
  ["by rates, Dormand–Prince", fallByRates, "dormand-prince"],
])("a bullet at 1,000 m/s meets a wall of 1 cm between two frames, %s", (_, law, integrator) => {
  const recording = runText(bullet(law, integrator));
  const times = timesOf(recording, "collision");
  expect(times.length).toBe(1);
  expect(Math.abs(times[0] - (5.3 - 0.005 - 0.004) / 1000)).toBeLessThan(1e-14);
  expect(numbers(recording, "bullet.v")[0]).toBeCloseTo(-200, 9);
});

test("a bullet of a micrometre at 100 km/s meets a foil of a micrometre in a step that takes it 100 m on", () => {
  const recording = runText(
    bullet(fall, "rk4")
      .replace("size = 0.004  v = [1000", "size = 1e-6  v = [1e5")
      .replace("[0.01, 2, 2]", "[1e-6, 2, 2]")
      .replace("step = 1 / 60", "step = 1e-3"),
  );
  expect(timesOf(recording, "collision").length).toBe(1);
});

const dropped = (law: string, contact: string) => `world attributes { g = [0, 0, -9.81]  restitution = 0.7 }
  ${object("ball", "dynamic", "sphere", "position = [0, 0, 1.1]  size = 0.1  v = [0, 0, 0]")}
  ${floor} ${law} ${bounce} ${contact}
  simulation { name = s  initial time = 0  duration = 4 }`;
const rest = "context { name = rest  type = contact  functions = { v = [0, 0, 0] } }";

test.each([
  ["in closed form", fall],
  ["by rates", fallByRates],
])("a ball with restitution 0.7, %s, bounces at the times of the closed form, then rests", (_, law) => {
  const recording = runText(dropped(law, rest));
  const times = timesOf(recording, "collision");
  const first = Math.sqrt(2 / 9.81);
  let expected = first;
  for (let n = 0; n < 10; n++) {
    expect(Math.abs(times[n] - expected)).toBeLessThan(1e-9);
    expected += 2 * first * 0.7 ** (n + 1);
  }
  const resting = timesOf(recording, "contact");
  expect(resting.length).toBe(1);
  expect(Math.abs(resting[0] - (first * 1.7) / 0.3)).toBeLessThan(1e-4);
  expect(numbers(recording, "ball.position")[2]).toBeCloseTo(0.1, 8);
  expect(numbers(recording, "ball.v")).toEqual([0, 0, 0]);
  expect(times.every((time) => time <= resting[0])).toBe(true);
});

test("a ball dropped from high at a late time still bounces at the times of the closed form", () => {
  const text = dropped(fall, rest)
    .replace("initial time = 0", "initial time = 1000")
    .replace("0, 0, 1.1", "700, -300, 1.1");
  const times = timesOf(runText(text), "collision");
  const first = Math.sqrt(2 / 9.81);
  expect(Math.abs(times[0] - 1000 - first)).toBeLessThan(1e-9);
  expect(Math.abs(times[1] - 1000 - first * (1 + 2 * 0.7))).toBeLessThan(1e-9);
});

/** A box that spins about an axis as a function of time, thrown at the floor. */
const spinning = (axis: string, rate: number, size: string, v: string, step: number) => `
  ${object(
    "box",
    "dynamic",
    "cuboid",
    `position = [0, 0, 4]  orientation = [1, 0, 0, 0]  size = ${size}
    v = ${v}`,
  )} ${floor}
  context { name = spin  type = free fall  functions = {
    orientation = quaternionFromAxisAndAngle(${axis}, ${rate} * t)
    position = [0, 0, 4] + t * v } }
  context { name = stop  type = collision  functions = { v = [0, 0, 0] } }
  simulation { name = s  initial time = 0  duration = 10  step = ${step} }`;

const pose = createPose();
const ground = createPose();
const proximity = createProximity();

/** The first time at which such a box touches the floor, by looking very often and halving. */
function bruteForce(axis: number[], rate: number, size: number[], speed: number): number {
  const norm = Math.hypot(...axis);
  const lowest = (t: number) => {
    // Rodrigues' formula for the z component of the turned half edges.
    const angle = rate * t;
    const [x, y, z] = axis.map((a) => a / norm);
    const row = [
      -y * Math.sin(angle) + z * x * (1 - Math.cos(angle)),
      x * Math.sin(angle) + z * y * (1 - Math.cos(angle)),
      Math.cos(angle) + z * z * (1 - Math.cos(angle)),
    ];
    return 4 - speed * t - row.reduce((sum, r, k) => sum + (Math.abs(r) * size[k]) / 2, 0);
  };
  // Before this not even the corners reach down so far.
  const look = 0.001 / rate;
  let t = (0.999 * (4 - Math.hypot(...size) / 2)) / speed;
  while (lowest(t + look) > 0) t += look;
  let [a, b] = [t, t + look];
  for (let i = 0; i < 60; i++) {
    const middle = (a + b) / 2;
    if (lowest(middle) > 0) a = middle;
    else b = middle;
  }
  return a;
}

test.each([
  [[0, 1, 0], 8, [4, 0.1, 0.1], 1, 0.01],
  [[1, 2, 0.5], 40, [5, 0.2, 0.4], 3, 0.01],
  [[0, 1, 0], 200, [3, 0.05, 0.05], 0.7, 0.01],
  [[1, 1, 0], 1000, [3, 0.05, 0.2], 2, 0.01],
  [[0, 1, 0.2], 4000, [2, 0.02, 0.02], 1, 0.01],
  [[0, 1, 0.2], 4000, [2, 0.02, 0.02], 100, 0.01],
])(
  "a long box that spins about %j at %f/s meets the floor at the first time that brute force finds",
  (axis, rate, size, speed, step) => {
    const recording = runText(
      spinning(`[${axis}]`, rate, `[${size}]`, `[0, 0, ${-speed}]`, step).replace(
        "duration = 10",
        `duration = ${Math.min(10, 6 / speed)}`,
      ),
    );
    const [time] = timesOf(recording, "collision");
    expect(Math.abs(time - bruteForce(axis, rate, size, speed))).toBeLessThan(1e-9);
  },
);

test("a torque-free box that spins and is integrated meets the floor where its own motion says", () => {
  const text = (contexts: string) => `import "laws/bodies.vfl"
    import "laws/newton-euler.vfl"
    world attributes { g = [0, 0, -1] }
    ${object(
      "box",
      "dynamic",
      "cuboid",
      `position = [0, 0, 1.2]  orientation = [1, 0, 0, 0]  size = [2, 0.3, 0.5]  mass = 2
      inertia = cuboidInertia(mass, size)  v = [0, 0, -1]  w = [5, 30, 2]  L = spinMomentum(inertia, orientation, w)
      force = [0, 0, 0]  torque = [0, 0, 0]`,
    )} ${floor}
    context { name = stop  type = collision  functions = { v = [0, 0, 0] } }
    simulation { name = s  initial time = 0  duration = 0.4  step = 0.01  integrator = dormand-prince  frames = 1
      contexts_involved = {${contexts}} }`;
  const [time] = timesOf(runText(text("newton_euler, stop")), "collision");
  // The same without a law of collision, looked at often: it overlaps right after, and never before.
  const before = Array.from({ length: 200 }, (_, k) => (time * k) / 200);
  const free = runText(text("newton_euler"), { at: [...before, time - 1e-9, time + 1e-9] });
  const [box, under] = ["box", "floor"].map((name) => free.model.byName.get(name)!);
  for (const { time: t, memory } of free.frames) {
    poseIn(memory, box, pose);
    poseIn(memory, under, ground);
    const gap = measureDistance(proximity, box.geometry, pose, under.geometry, ground).distance;
    if (t < time) expect(gap).toBeGreaterThan(0);
    if (t === time + 1e-9) expect(gap).toBeLessThan(0);
  }
});

test("an oscillation by Dormand–Prince, of many turns in one step, meets a wall in the first of them", () => {
  const recording = runText(`${object("ball", "dynamic", "sphere", "position = [1, 0, 0]  size = 0.01  v = [0, 0, 0]")}
    ${object("wall", "static", "cuboid", "position = [0, 0, 0]  size = [0.01, 1, 1]")}
    context { name = spring  type = free fall  functions = { v' = -400 * position  position' = v } }
    context { name = back  type = collision  functions = { v = -previous(v) } }
    simulation { name = s  initial time = 0  duration = 2  step = 2  integrator = dormand-prince }`);
  const times = timesOf(recording, "collision");
  const quarter = Math.acos(0.015) / 20;
  expect(times.length).toBe(Math.floor((2 / quarter + 1) / 2));
  for (const [n, time] of times.entries()) expect(Math.abs(time - (2 * n + 1) * quarter)).toBeLessThan(1e-9);
});

test("figure 15: of four cuboids that meet at once, 1 and 3 collide, then 2 and 4, and no others", () => {
  const names = ["cuboid1", "cuboid2", "cuboid3", "cuboid4"];
  const recording = runText(experiment("thesis-figure-15"));
  const collisions = recording.events.filter(({ type }) => type === "collision");
  expect(collisions.map(({ objects }) => objects.join(" "))).toEqual(["cuboid1 cuboid3", "cuboid2 cuboid4"]);
  for (const { time } of collisions) expect(Math.abs(time - 1)).toBeLessThan(1e-12);
  // At the time of the collision each cuboid is in collision with the other three.
  const { model } = recording;
  const free = runText(experiment("thesis-figure-15").replace(", equal_boxes}", "}"), { at: [1] });
  for (const [i, first] of names.entries())
    for (const second of names.slice(i + 1)) {
      const bodies = [first, second].map((name) => model.byName.get(name)!);
      const gapIn = (memory: Float64Array) => {
        poseIn(memory, bodies[0], pose);
        poseIn(memory, bodies[1], ground);
        return measureDistance(proximity, bodies[0].geometry, pose, bodies[1].geometry, ground).distance;
      };
      expect(Math.abs(gapIn(free.frames.find(({ time }) => time === 1)!.memory))).toBeLessThan(1e-12);
      expect(gapIn(model.initial)).toBeGreaterThan(1);
    }
  // All head back towards their initial position.
  for (const name of names) {
    const start = attribute(model, model.initial, name, "v");
    for (const [k, x] of numbers(recording, `${name}.v`).entries()) expect(x).toBeCloseTo(-start[k], 12);
    const place = attribute(model, model.initial, name, "position");
    for (const [k, x] of numbers(recording, `${name}.position`, 2).entries()) expect(x).toBeCloseTo(place[k], 12);
  }
});

test("figure 15: whatever the boxes are called, those across from each other collide, and no others", () => {
  const renamed = (text: string, order: number[]) => text.replace(/cuboid([1-4])/g, (_, k) => `cuboid${order[k - 1]}`);
  for (const order of [
    [2, 1, 3, 4],
    [3, 1, 2, 4],
    [4, 3, 2, 1],
  ]) {
    const recording = runText(renamed(experiment("thesis-figure-15"), order));
    const met = recording.events.filter(({ type }) => type === "collision").map(({ objects }) => objects.join(" "));
    const across = [
      [order[0], order[2]],
      [order[1], order[3]],
    ].map((pair) =>
      pair
        .sort()
        .map((k) => `cuboid${k}`)
        .join(" "),
    );
    expect(met).toEqual(across.sort());
  }
});

test("spheres in a row, all in touch, hand an impact on, whatever their names", () => {
  for (const names of [
    ["a", "b", "c", "d"],
    ["d", "b", "a", "c"],
  ]) {
    const balls = names.map((name, k) =>
      object(
        name,
        "dynamic",
        "sphere",
        `position = [${k === 0 ? -2 : 2 * k}, 0, 0]  size = 1  v = [${k === 0 ? 1 : 0}, 0, 0]`,
      ),
    );
    const recording = runText(`world attributes { g = [0, 0, 0] } ${balls.join("")} ${fall}
      context { name = exchange  type = collision  functions = { v1 = previous(v2)  v2 = previous(v1) } }
      simulation { name = s  initial time = 0  duration = 4 }`);
    expect(names.map((name) => numbers(recording, `${name}.v`)[0])).toEqual([0, 0, 0, 1]);
    expect(timesOf(recording, "collision").length).toBe(3);
    expect(numbers(recording, `${names[3]}.position`)[0]).toBeCloseTo(6 + 2, 9);
  }
});

test("a graze that comes near without touching is no impact, one a little lower is", () => {
  const thrown = (height: number) =>
    runText(`world attributes { g = [0, 0, 0]  restitution = 1 }
      ${object("ball", "dynamic", "sphere", `position = [-5, 0, ${height}]  size = 1  v = [3, 0, 0]`)}
      ${object("post", "static", "sphere", "position = [0, 0, 0]  size = 1")} ${fall} ${bounce}
      simulation { name = s  initial time = 0  duration = 3  step = 0.5 }`);
  expect(timesOf(thrown(2.0001), "collision")).toEqual([]);
  const [time] = timesOf(thrown(1.9999), "collision");
  expect(Math.abs(time - (5 - Math.sqrt(4 - 1.9999 ** 2)) / 3)).toBeLessThan(1e-9);
});

test("random balls meet a turned plane when the closed form says", () => {
  const chance = createRandom(11, "planes");
  for (let i = 0; i < 40; i++) {
    const angle = chance.uniform(-1.2, 1.2);
    const [x, z, u, w, g] = [
      chance.uniform(-3, 3),
      chance.uniform(6, 9),
      chance.uniform(-2, 2),
      chance.uniform(-1, 3),
      chance.uniform(1, 10),
    ];
    const text = `world attributes { g = [0, 0, ${-g}]  restitution = 0.5 }
      ${object("ball", "dynamic", "sphere", `position = [${x}, 0, ${z}]  size = 0.25  v = [${u}, 0, ${w}]`)}
      ${object(
        "slope",
        "static",
        i % 2 ? "plane" : "half space",
        `position = [0, 0, 0]
        orientation = [0, ${angle}, 0]`,
      )}
      ${i % 3 ? fall : fallByRates} ${bounce}
      simulation { name = s  initial time = 0  duration = 5  step = ${chance.uniform(0.01, 0.7)} }`;
    // n · (p + v t + g t²/2) = r with n = [sin, 0, cos].
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    const [a, b, d] = [(-g * c) / 2, u * s + w * c, x * s + z * c - 0.25];
    if (d <= 0.01) continue;
    const expected = (-b - Math.sqrt(b * b - 4 * a * d)) / (2 * a);
    const [time] = timesOf(runText(text), "collision");
    if (expected < 5) expect(Math.abs(time - expected)).toBeLessThan(1e-10);
    else expect(time).toBeUndefined();
  }
});

test("bodies in hundreds of impacts within a step come to an end, with a law of contact and without", () => {
  const low = (contact: string) => `world attributes { g = [0, 0, -1e-6]  restitution = 0 }
    ${object(
      "ball",
      "dynamic",
      "sphere",
      "position = [0, 0, 0.5]  size = 0.5  v = [0, 0, 0]",
    )} ${floor} ${fall} ${bounce} ${contact}
    simulation { name = s  initial time = 0  duration = 0.1 }`;
  for (const contact of ["", rest]) {
    const recording = runText(low(contact));
    expect(number(recording, "t")).toBeCloseTo(0.1, 12);
    expect(numbers(recording, "ball.position")[2]).toBeCloseTo(0.5, 7);
  }
  expect(modelOf(low("")).bodies.length).toBe(2);
});

test("a law for walls that meets two moving bodies changes one of them, and a note says so once", () => {
  const sphere = (name: string, x: number, v: number) =>
    object(name, "dynamic", "sphere", `position = [${x}, 0, 1]  size = 0.1  v = [${v}, 0, 0]`);
  const meeting = (v: number) => `${sphere("a", -1, v)} ${sphere("b", 1, -1)} ${floor}
    context { name = drift  type = free fall  functions = { v' = [0, 0, 0]  position' = v } }
    context { name = turn  type = collision  functions = { v = reflectVector(previous(v), collisionNormal) } }
    simulation { name = s  initial time = 0  duration = 4 }`;
  const [note, ...others] = runText(meeting(1)).notes;
  expect(note).toContain("'turn' governs two dynamic objects and changes 'v' of 'a' alone: 'b' continues");
  expect(others).toEqual([]);
  expect(runText(meeting(-2)).notes).toEqual([]);
});
