// Many impacts within one step: each when and where the bodies are in touch, whatever the step, at the times of closed
// forms or of a plain simulation from impact to impact.
import { expect, test } from "vitest";
import { createRandom } from "../../src/math/random.ts";
import { bounce, fall, fallByRates, number, numbers, object, runText, timesOf } from "./lab.ts";

const weightless = "world attributes { g = [0, 0, 0]  restitution = 1 }\n";
const elastic = `context { name = elastic  type = collision  applicability = { mandatory 2 dynamic objects }
  functions = {
    closing = (previous(v1) - previous(v2)) . collisionNormal
    push = 2 * closing * mass1 * mass2 / (mass1 + mass2)
    v1 = previous(v1) - push / mass1 * collisionNormal
    v2 = previous(v2) + push / mass2 * collisionNormal } }\n`;
const simulation = (duration: number, step: number, more = "") =>
  `simulation { name = s  initial time = 0  duration = ${duration}  step = ${step}  frames = 1  ${more} }`;
const ball = (name: string, x: number, v: number, mass: number, more = "size = 0.1") =>
  object(name, "dynamic", "sphere", `position = [${x}, 0, 0]  v = [${v}, 0, 0]  mass = ${mass}  ${more}`);
/** A wall of 1 m with a face at x. */
const wall = (name: string, x: number, side: 1 | -1) =>
  object(name, "static", "cuboid", `position = [${x + side / 2}, 0, 0]  size = [1, 2, 2]`);
const laws = [
  ["in closed form", fall, "rk4"],
  ["by rates, RK4", fallByRates, "rk4"],
  ["by rates, Dormand–Prince", fallByRates, "dormand-prince"],
  ["by rates, semi-implicit Euler", fallByRates, "semi-implicit euler"],
] as const;

const errorOf = (times: readonly number[], wanted: readonly number[]) =>
  times.reduce((most, time, k) => Math.max(most, Math.abs(time - wanted[k])), 0);

test.each(laws)("a ball at 100 m/s between walls strikes them at 1, 6, 11 … ms, %s", (_, law, integrator) => {
  for (const step of [0.001, 0.0037, 0.01, 0.1]) {
    const recording =
      runText(`${weightless} ${ball("ball", 0, 100, 1)} ${wall("left", -0.5, -1)} ${wall("right", 0.2, 1)}
      ${law} ${bounce} ${simulation(0.1, step, `integrator = ${integrator}`)}`);
    const times = timesOf(recording, "collision");
    expect(times).toHaveLength(20);
    expect(
      errorOf(
        times,
        times.map((_time, k) => 0.001 + 0.005 * k),
      ),
    ).toBeLessThan(1e-11);
    expect(recording.notes.filter((note) => note.includes("pass through"))).toEqual([]);
  }
});

interface Bead {
  readonly x: number;
  readonly v: number;
  readonly mass: number;
}

/**
 * Impacts of points between walls at 0 and `end`, or without one there, from impact to impact: when, and which gap
 * closes.
 */
function impactsOf(beads: readonly Bead[], end: number, duration: number): { time: number; gap: number }[] {
  const all = beads.map((bead) => ({ ...bead }));
  const found: { time: number; gap: number }[] = [];
  let time = 0;
  for (;;) {
    let [soonest, gap] = [Number.POSITIVE_INFINITY, -1];
    for (let k = 0; k <= all.length; k++) {
      const distance = (all[k]?.x ?? end) - (all[k - 1]?.x ?? 0);
      const closing = (all[k - 1]?.v ?? 0) - (all[k]?.v ?? 0);
      if (closing > 0 && distance / closing < soonest) [soonest, gap] = [Math.max(0, distance / closing), k];
    }
    time += soonest;
    if (!(time <= duration)) return found;
    for (const bead of all) bead.x += bead.v * soonest;
    const [a, b] = [all[gap - 1], all[gap]];
    if (!a) b.v = -b.v;
    else if (!b) a.v = -a.v;
    else {
      const push = (2 * (a.v - b.v) * a.mass * b.mass) / (a.mass + b.mass);
      a.v -= push / a.mass;
      b.v += push / b.mass;
    }
    found.push({ time, gap });
  }
}

test.each([
  [1, 3, [0.01, 0.05, 1, 12]],
  [100, 31, [0.01, 0.05, 1, 12]],
  [1e4, 314, [0.01, 0.05, 12]],
  [1e6, 3141, [0.05, 12]],
] as const)("blocks of masses 1 and %f before a wall count the digits of π by %i impacts", (mass, count, steps) => {
  const block = (name: string, x: number, v: number, m: number) =>
    ball(name, x, v, m, "size = [0.2, 0.2, 0.2]").replace("sphere", "cuboid");
  // The faces towards the wall: 1 m away, and 0.1 m behind the other block.
  const wanted = impactsOf(
    [
      { x: 1, v: 0, mass: 1 },
      { x: 1.1, v: -1, mass },
    ],
    Number.POSITIVE_INFINITY,
    12,
  );
  expect(wanted).toHaveLength(count);
  for (const [k, step] of steps.entries()) {
    const make = k % 2 === 0 ? ball : block;
    const recording =
      runText(`${weightless} ${make("small", 1.1, 0, 1)} ${make("big", 1.4, -1, mass)} ${wall("wall", 0, -1)}
      ${k < 2 ? fall : fallByRates} ${bounce} ${elastic} ${simulation(12, step)}`);
    const times = timesOf(recording, "collision");
    expect(times).toHaveLength(count);
    // The last ones are some seconds away and separated by all the rounding before.
    expect(
      errorOf(
        times,
        wanted.map(({ time }) => time),
      ),
    ).toBeLessThan(1e-12 * Math.max(count, 100) * 10);
  }
});

test.each([2, 3, 4, 5, 6])(
  "%i balls in a row between walls strike in the order and at the times of points",
  (count) => {
    const chance = createRandom(count, "row");
    const beads = Array.from({ length: count }, (_, k) => ({
      x: 0.5 + k + chance.uniform(0, 0.5),
      v: chance.uniform(-20, 20),
      mass: chance.uniform(0.1, 3),
    }));
    // Each ball takes 0.2 m of the way; points have what is left.
    const points = beads.map(({ x, v, mass }, k) => ({ x: x - 0.1 - 0.2 * k, v, mass }));
    const wanted = impactsOf(points, count + 1 - 0.2 * count, 0.5);
    for (const [, law, integrator] of laws)
      for (const step of [0.02, 1]) {
        const recording =
          runText(`${weightless} ${beads.map(({ x, v, mass }, k) => ball(`b${k + 1}`, x, v, mass)).join("")}
        ${wall("b0", 0, -1)} ${wall(`b${count + 1}`, count + 1, 1)}
        ${law} ${bounce} ${elastic} ${simulation(0.5, step, `integrator = ${integrator}`)}`);
        const struck = recording.events.filter(({ type }) => type === "collision");
        expect(struck.map(({ objects }) => [...objects].sort()[0])).toEqual(wanted.map(({ gap }) => `b${gap}`));
        expect(
          errorOf(
            struck.map(({ time }) => time),
            wanted.map(({ time }) => time),
          ),
        ).toBeLessThan(1e-11);
      }
  },
);

test("between a wall and a piston that comes nearer a ball strikes both 151 times, in steps of any length", () => {
  const wanted: number[] = [];
  for (let [time, x, v] = [0, 0.5, 30]; ; ) {
    const wait = v > 0 ? (1.9 - time - x) / (v + 1) : (x - 0.1) / -v;
    [time, x, v] = [time + wait, x + v * wait, v > 0 ? -v - 2 : -v];
    if (time > 1.5) break;
    wanted.push(time);
  }
  expect(wanted).toHaveLength(151);
  for (const step of [0.01, 0.1, 2]) {
    const recording = runText(`${weightless} ${ball("ball", 0.5, 30, 1)} ${wall("wall", 0, -1)} ${fall} ${bounce}
      ${object("piston", "driven", "cuboid", "position = [2.5, 0, 0]  size = [1, 2, 2]")}
      context { name = comes  type = free fall  applicability = { object piston }
      functions = { position = [2.5 - t, 0, 0] } }
      context { name = pushed  type = collision
      applicability = { mandatory 1 dynamic object and mandatory 1 driven object }
        functions = { v1 = previous(v1) - 2 * ((previous(v1) + [1, 0, 0]) . collisionNormal) * collisionNormal } }
      ${simulation(1.5, step)}`);
    const times = timesOf(recording, "collision");
    expect(times).toHaveLength(151);
    expect(errorOf(times, wanted)).toBeLessThan(1e-10);
  }
});

/** Balls in a box, thrown at random; their names, their order in the text and the place of all can be others. */
function box(step: number, law: string, name = (k: number) => `ball${k}`, shift = 0, sequence = [...Array(9).keys()]) {
  const chance = createRandom(1, "box");
  const places = Array.from({ length: 9 }, (_, k) => [
    shift + (k % 3) - 1 + chance.uniform(0, 0.3),
    Math.floor(k / 3) - 1 + chance.uniform(0, 0.3),
    chance.uniform(-0.2, 0.2),
  ]);
  const speeds = places.map(() => [10, 10, 2].map((most) => chance.uniform(-most, most)));
  const balls = places.map((at, k) =>
    object(name(k), "dynamic", "sphere", `size = 0.12  mass = ${1 + k / 9}  position = [${at}]  v = [${speeds[k]}]`),
  );
  const walls = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ].map(([x, y, z], k) =>
    object(`wall${k}`, "static", "cuboid", `size = [4, 4, 4]  position = [${shift + 3.6 * x}, ${3.6 * y}, ${3.6 * z}]`),
  );
  return `${weightless} ${sequence.map((k) => balls[k]).join("")} ${walls.join("")}
    ${law} ${bounce} ${elastic} ${simulation(0.5, step)}`;
}

test("balls in a box meet the same others at the same times with other steps, names, orders and places", () => {
  const collisionsOf = (text: string) =>
    runText(text)
      .events.filter(({ type }) => type === "collision")
      .map(({ time, objects }) => ({ time, pair: [...objects].sort().join() }));
  const wanted = collisionsOf(box(0.01, fall));
  expect(wanted.length).toBeGreaterThan(12);
  const others: readonly (readonly [string, string, number?])[] = [
    ["half the step", box(0.005, fall)],
    ["one step", box(0.5, fall)],
    ["rates", box(0.04, fallByRates)],
    ["another order", box(0.1, fall, undefined, 0, [4, 8, 0, 2, 6, 1, 7, 3, 5])],
    ["other names", box(0.1, fall, (k) => `z${8 - k}`)],
    ["a kilometre away", box(0.1, fall, undefined, 1000), 1e-8],
  ];
  for (const [, text, tolerance = 1e-10] of others) {
    const found = collisionsOf(text);
    const renamed = found.map(({ pair }) =>
      pair
        .replace(/z(\d)/g, (_, k) => `ball${8 - k}`)
        .split(",")
        .sort()
        .join(),
    );
    expect(renamed).toEqual(wanted.map(({ pair }) => pair));
    expect(
      errorOf(
        found.map(({ time }) => time),
        wanted.map(({ time }) => time),
      ),
    ).toBeLessThan(tolerance);
  }
});

test("a ball bounces 800 times within a step, as the closed form says, down to the separation", () => {
  const recording = runText(`world attributes { g = [0, 0, -8] }
    ${object("ball", "dynamic", "sphere", "position = [0, 0, 0.5005]  size = 0.5  v = [0, 0, 0]")}
    ${object("floor", "static", "half space", "position = [0, 0, 0]")} ${fall}
    context { name = bounce  type = collision  functions = { v = -0.999 * previous(v) } }
    context { name = rest  type = contact  functions = { v = [0, 0, 0] } } ${simulation(20, 10)}`);
  const first = Math.sqrt(0.001 / 8);
  const times = timesOf(recording, "collision");
  // A bounce takes 2 · 0.999^n of the first fall: less than 0.01 s, a thousandth of the step, from the 806th on.
  const flights = Array.from({ length: 1000 }, (_, n) => 2 * first * 0.999 ** (n + 1));
  expect(times).toHaveLength(flights.findIndex((flight) => flight < 0.01) + 1);
  let time = first;
  expect(
    errorOf(
      times,
      flights.map((flight) => (time += flight) - flight),
    ),
  ).toBeLessThan(1e-9);
  expect(timesOf(recording, "contact")).toEqual([times.at(-1)]);
});

test.each([
  ["moves the ball away", "x = [-5, 0, 0]", 1],
  ["turns it round", "u = -previous(u)", -1],
])("a ball that an event %s at the instant of an impact does not strike", (_, change, speed) => {
  // With so wide a tolerance the event is located at the very instant at which the ball is found to meet the wall.
  const recording = runText(`${weightless} ${ball("ball", -0.0537, 1, 1)} ${wall("wall", 1.1, 1)} ${fall} ${bounce}
    event { name = e  when = 1 - x # 1 <= 2e-4  functions = { ${change} }
      aliases = { use x as attribute position of object ball  use u as attribute v of object ball } }
    ${simulation(2, 0.1, "tolerance = 1e-3")}`);
  expect(timesOf(recording, "event")).toHaveLength(1);
  expect(timesOf(recording, "collision")).toEqual([]);
  expect(number(recording, "ball.v # 1")).toBe(speed);
});

test.each([0, 0.05, 0.071])(
  "three balls with restitution %f that collapse stay together and never pass",
  (restitution) => {
    for (const step of [0.01, 1]) {
      const recording =
        runText(`${weightless} ${ball("a", -1, 1, 1)} ${ball("b", 0.1, 0, 1)} ${ball("c", 1, -1, 1)} ${fall}
      ${elastic.replace("2 * closing", `${1 + restitution} * closing`)} ${simulation(4, step)}`);
      expect(recording.notes).toEqual([]);
      const [a, b, c] = ["a", "b", "c"].map((name) => numbers(recording, `${name}.position`)[0]);
      expect(Math.abs(b - a - 0.2)).toBeLessThan(1e-8);
      expect(Math.abs(c - b - 0.2)).toBeLessThan(1e-8);
      expect(Math.abs(number(recording, "a.v # 1"))).toBeLessThan(1e-8);
    }
  },
);

test("a ball that lies a little too deep bounces there, and sinks no deeper within a step", () => {
  // Too slow to come out: what it lies in is a billionth of its place, as first values with nine digits leave it.
  const recording = runText(`world attributes { g = [0, 0, -10]  restitution = 0.5 }
    ${object("ball", "dynamic", "sphere", "position = [1, 0, 0.0099999995]  size = 0.01  v = [0, 0, 1e-5]")}
    ${object("floor", "static", "half space", "position = [0, 0, 0]")} ${fall} ${bounce}
    context { name = rest  type = contact  functions = { v = [0, 0, 0] } }
    ${simulation(0.3, 0.1, "separation = 1e-7")}`);
  expect(timesOf(recording, "contact")).toHaveLength(1);
  expect(Math.abs(number(recording, "ball.position # 3") - 0.01)).toBeLessThan(1e-9);
});

test("a pair that meets again and again at one instant passes in the end, and that is noted", () => {
  // The law does nothing. The tip of the stick is out again when the separation is over: so it seems to part.
  const recording = runText(`
    ${object("stick", "dynamic", "cuboid", "position = [0, 0, 0.9]  orientation = [1, 0, 0, 0]  size = [2, 0.1, 0.1]")}
    ${object("floor", "static", "half space", "position = [0, 0, 0]")}
    context { name = turn  type = free fall
    functions = { orientation = quaternionFromAxisAndAngle([0, 1, 0], 10 * t) } }
    context { name = nothing  type = collision  functions = { m = 1 } }
    ${simulation(1, 0.01, "separation = 0.2")}`);
  expect(recording.notes).toContainEqual(expect.stringContaining("they pass through each other"));
});
