// Sleeping in time stepping: who falls asleep, what stays, what wakes it and when.
import { describe, expect, test } from "vitest";
import { type Recording, Run } from "../../src/lab.ts";
import { modelOf, number, numbers, object, refusal, runText } from "./lab.ts";

const g = 9.81;
const world = (more = "") => `world attributes { g = [0, 0, -${g}]  friction = 0.5  restitution = 0  relaxation = 0.2
  slop = 1e-4  bounce_speed = 0.5  ${more} }
  import "laws/bodies.vfl"  import "laws/newton-euler.vfl"  import "laws/contact-impulses.vfl"\n`;
const ground = object("ground", "static", "half space", "position = [0, 0, 0]");
const moving = (v = "[0, 0, 0]") =>
  `orientation = [1, 0, 0, 0]  v = ${v}  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]`;
const ball = (name: string, position: string, v?: string) =>
  object(
    name,
    "dynamic",
    "sphere",
    `position = ${position}  size = 0.5  mass = 20  inertia = sphereInertia(mass, size)  ${moving(v)}`,
  );
const pile = (
  count: number,
) => `object { name = block  physical type = dynamic  geometrical type = cuboid  copies = ${count}
  attributes = { position = [random(-0.001, 0.001), 0, 0.5 * index - 0.24]  size = [1, 1, 0.5]  mass = 10
    inertia = cuboidInertia(mass, size)  ${moving()} } }\n`;
const laws = "newton_euler, contact_impulses, contact_impulses_with_static";
const simulation = (duration: number, more = "", contexts = laws) => `simulation { name = s  initial time = 0
  duration = ${duration}  step = 0.01  frames = 100  scheme = time stepping  margin = 0.01  iterations = 20  ${more}
    contexts_involved = {${contexts}} }\n`;
const sleep = "sleep speed = 0.01  sleep time = 0.3";
const energy = "measures { energy = total(0.5 * mass * (v . v) - mass * (g . position)) }\n";

/** When a body, of those that may sleep, first sleeps or first does not any more, from a time on. */
function when(record: Recording, name: string, inactive: 0 | 1, from = 0): number {
  const { index } = record.model.byName.get(name)!;
  return record.frames.find((frame) => frame.time >= from && frame.inactive![index] === inactive)?.time ?? Number.NaN;
}
const places = ({ model, frames }: Recording, name: string) =>
  frames.map(({ memory }) => {
    const { offset, stride } = model.byName.get(name)!.position;
    return [0, 1, 2].map((k) => memory[offset + k * stride]).join();
  });

describe("a pile that sleeps", () => {
  const newton = "sweep order = bottom up  acceleration = newton";
  const asleep = runText(`${world()}${ground}${pile(5)}${simulation(1.5, `${newton}  ${sleep}`)}${energy}`);
  const awake = runText(`${world()}${ground}${pile(5)}${simulation(1.5, newton)}${energy}`);

  test("falls asleep as one, and stays at its height bit for bit", () => {
    const since = when(asleep, "block5", 1);
    expect(since).toBeGreaterThan(0.29);
    expect(since).toBeLessThan(1);
    for (let i = 1; i <= 5; i++) {
      expect(when(asleep, `block${i}`, 1)).toBe(since);
      expect(when(asleep, `block${i}`, 0, since)).toBeNaN();
      expect(new Set(places(asleep, `block${i}`).slice(Math.round(100 * since))).size).toBe(1);
    }
  });

  test("moves as it would without sleeping up to then, bit for bit", () => {
    const count = asleep.frames.findIndex(({ inactive }) => inactive![0] === 1);
    expect(count).toBeGreaterThan(30);
    for (let i = 0; i < count; i++) expect(asleep.frames[i].memory).toEqual(awake.frames[i].memory);
  });

  test("has no speed and no spin while it sleeps, and the energy of its height", () => {
    expect(numbers(asleep, "block3.v")).toEqual([0, 0, 0]);
    expect(numbers(asleep, "block3.w").map(Math.abs)).toEqual([0, 0, 0]);
    const heights = [1, 2, 3, 4, 5].map((i) => number(asleep, `block${i}.position # 3`));
    expect(number(asleep, "energy")).toBeCloseTo(10 * g * heights.reduce((a, b) => a + b), 9);
    expect(number(asleep, "energy")).toBeCloseTo(number(awake, "energy"), 2);
  });

  test("has no spin from the instant on at which it falls asleep: closed forms follow", () => {
    const rolling = ball("ball", "[0, 0, 0.5]", "[0.003, 0, 0]");
    const record = runText(`${world()}${ground}${rolling}${simulation(0.5, sleep)}`);
    const since = when(record, "ball", 1);
    expect(numbers(record, "ball.w", since - 0.01)[1]).toBeGreaterThan(0.001);
    expect(numbers(record, "ball.w", since).map(Math.abs)).toEqual([0, 0, 0]);
  });

  test("is the same by the interpreter, and when it goes on from a snapshot", () => {
    const text = `${world()}${ground}${pile(1)}${ball("ball", "[0, 0, 2.5]")}${simulation(
      0.7,
      "sleep speed = 0.01  sleep time = 0.1",
    ).replace("= 20", "= 6")}`;
    const whole = runText(text);
    expect(when(whole, "block1", 1)).toBeLessThan(0.3);
    expect(when(whole, "block1", 0, 0.3)).toBeLessThan(0.6);
    expect(runText(text, { evaluation: "interpreted" }).digest()).toBe(whole.digest());
    const first = new Run(modelOf(text));
    while (first.time < 0.4) first.advance();
    const rest = new Run(modelOf(text), { resume: first.snapshot() }).finish();
    expect([...rest.frames.at(-1)!.memory]).toEqual([...whole.frames.at(-1)!.memory]);
  });
});

describe("what wakes", () => {
  test("a ball thrown at a pile wakes all of it at the step in which it touches, and not before", () => {
    // 10 m/s over 7.5 m: after 0.75 s.
    const text = `${world().replace(`-${g}`, "0")}${pile(3)}${ball(
      "ball",
      "[-8.5, 0, 0.76]",
      "[10.05, 0, 0]",
    )}${simulation(1, sleep)}`;
    const record = runText(text);
    const since = when(record, "block2", 1);
    expect(since).toBeCloseTo(0.3, 6);
    const woken = when(record, "block2", 0, since);
    const reach = (t: number) =>
      number(record, "ball.position # 1", record.frames.find(({ time }) => time >= t - 1e-9)!.time) + 0.5;
    const face = Math.min(...[1, 2, 3].map((i) => number(record, `block${i}.position # 1`, 0)));
    // The step from `woken` on is the one in which the gap would close.
    expect(reach(woken)).toBeLessThanOrEqual(face - 0.5 + 1e-9);
    expect(reach(woken) + 10.05 * 0.01).toBeGreaterThan(face - 0.5);
    expect(number(record, "block2.v # 1")).toBeGreaterThan(0.1);
  });

  test("a ball that passes by within the margin wakes nothing", () => {
    const text = `${world().replace(`-${g}`, "0")}${pile(1)}${ball(
      "ball",
      "[-2, 1.005, 0.26]",
      "[1.5, 0, 0]",
    )}${simulation(2.5, sleep)}`;
    const record = runText(text);
    expect(when(record, "block1", 0, 0.4)).toBeNaN();
  });

  test("an event that changes a body or the world wakes what it touches; no event changes the ground", () => {
    const wakes = (change: string) => {
      const text = `${world()}${ground}${pile(2)}${ball("far", "[9, 0, 0.5]")}${simulation(2, sleep)}
        event { name = change  when = t >= 1.505  ${change} }`;
      const record = runText(text);
      expect(when(record, "block1", 1)).toBeLessThan(1);
      return ["block1", "block2", "far"].map((name) => when(record, name, 0, 1.5) < 1.52);
    };
    expect(wakes("aliases = { use m as attribute mass of object block2 }  functions = { m = 11 }")).toEqual([
      true,
      true,
      false,
    ]);
    expect(() =>
      wakes("aliases = { use p as attribute position of object ground }  functions = { p = [0, 0, -0.01] }"),
    ).toThrow("'ground' is static: a value written to its 'position' would be lost");
    expect(wakes("functions = { friction = 0.1 }")).toEqual([true, true, true]);
  });

  test("an input wakes those whose laws it acts on, at once: here one ball, which a spring pulls", () => {
    const text = `${world()}input { pull = 0 }${ground}${ball("near", "[0, 0, 0.5]")}${ball("far", "[9, 0, 0.5]")}
      context { name = pulled  type = free fall  applicability = { object near }
        functions = { force += mass * g + [0, 0, pull]  R = rotation(orientation)
          w = R * (inverse(inertia) * (matrixTranspose(R) * L))  v' = force / mass  position' = v  L' = torque
          orientation' = orientationRate(orientation, w) } }
      ${simulation(2, sleep, `${laws}, pulled`)}`;
    const run = new Run(modelOf(text));
    while (run.time < 0.995) run.advance();
    expect(run.input("pull", 300)).toBeNull();
    const record = run.finish();
    expect(when(record, "near", 0, 0.9)).toBeCloseTo(1, 6);
    expect(when(record, "far", 0, 0.9)).toBeNaN();
    expect(number(record, "near.v # 3")).toBeCloseTo((300 / 20 - g) * 1, 6);
  });

  test("a table that begins to move wakes what lies on it in its first step, by springs too", () => {
    const table = object("table", "driven", "cuboid", "position = [0, 0, -0.5]  size = [4, 4, 1]");
    const text = `${world()}${table}${ball("ball", "[0, 0, 0.5]")}
      context { name = lift  type = free fall  applicability = { object table }
        functions = { position = [0, 0, if t > 1 then 0.1 * (t - 1) - 0.5 else -0.5] } }
      context { name = springs  type = contact  applied to = pair
        applicability = { mandatory 1 dynamic object and mandatory 1 driven object }
        functions = { force1 += max(0, 2e4 * penetration - 600 * (collisionNormal . v1)) * collisionNormal } }
      ${simulation(1.6, sleep, "newton_euler, springs, lift")}`;
    const record = runText(text);
    expect(when(record, "ball", 1)).toBeLessThan(0.9);
    expect(when(record, "ball", 0, 0.9)).toBeCloseTo(1, 6);
    expect(number(record, "ball.position # 3")).toBeCloseTo(0.5 + 0.06 - (20 * g) / 2e4, 2);
  });

  test("a pendulum at rest sleeps with all that is linked to it, and wakes as a whole when it is struck", () => {
    const bob = (name: string, z: number) => ball(name, `[0, 0, ${z}]`).replace("size = 0.5", "size = 0.2");
    const text = `${world()}import "laws/joints.vfl"${bob("upper", -1)}${bob("lower", -2)}${ball(
      "ball",
      "[-8, 0, -1.9]",
      "[10, 0, 0]",
    )}
      context { name = glides  type = free fall  applicability = { object ball }  functions = { v' = [0, 0, 0]
      position' = v } }
      link { name = hook  kind = rod  between = {upper, world}  attributes = { length = 1 } }
      link { name = rope  kind = rod  between = {lower, upper}  attributes = { length = 1 } }
      ${simulation(1, sleep, `${laws}, rod, glides`)}`;
    const record = runText(text);
    expect(when(record, "upper", 1)).toBeCloseTo(0.3, 6);
    expect(new Set(places(record, "lower").slice(0, 70)).size).toBe(1);
    // The gap of 7.3 m closes after 0.73 s.
    for (const name of ["upper", "lower"]) expect(when(record, name, 0, 0.4)).toBeCloseTo(0.73, 1);
    expect(when(record, "upper", 0, 0.4)).toBe(when(record, "lower", 0, 0.4));
    expect(number(record, "lower.v # 1")).toBeGreaterThan(1);
  });

  test("a law that changes at a time wakes a sleeping pile then, through a function of the file too", () => {
    const lifted = (force: string, more = "") => {
      const text = `${world().replace('import "laws/newton-euler.vfl"', "")}${more}${ground}${ball(
        "ball",
        "[0, 0, 0.5]",
      )}
        context { name = lifted  type = free fall
          functions = { lift = ${force}  force += mass * g + lift  v' = force / mass  position' = v } }
        ${simulation(2, sleep, "lifted, contact_impulses, contact_impulses_with_static")}`;
      const record = runText(text);
      expect(when(record, "ball", 1)).toBeLessThan(0.5);
      expect(when(record, "ball", 0, 0.5)).toBeCloseTo(1.2, 1);
      expect(number(record, "ball.v # 3")).toBeCloseTo((300 / 20 - g) * 0.8, 1);
    };
    lifted("if t > 1.195 then [0, 0, 300] else [0, 0, 0]");
    lifted("late(t)", "late(x) = if x > 1.195 then [0, 0, 300] else [0, 0, 0]\n");
  });

  test("nothing sleeps under a law that changes with time", () => {
    const shaken = world("shaking = 0").replace('import "laws/newton-euler.vfl"', "");
    const text = `${shaken}${ground}${ball("ball", "[0, 0, 0.5]")}
      context { name = shaken  type = free fall
        functions = { force += mass * g + [0, 0, 1e-6 * sine(t)]  v' = force / mass  position' = v } }
      ${simulation(2, sleep, "shaken, contact_impulses, contact_impulses_with_static")}`;
    const record = runText(text);
    // It lies down, and is woken by its first step asleep but one.
    const { index } = record.model.byName.get("ball")!;
    const slept = record.frames.filter(({ inactive }) => inactive![index] === 1).length;
    expect(slept).toBeLessThan(record.frames.length / 10);
  });
});

describe("what is slow and not still stays awake", () => {
  const awake = (text: string) => {
    const record = runText(text);
    expect(record.frames.some(({ inactive }) => inactive!.some((one) => one === 1))).toBe(false);
    return record;
  };
  const free = (more: string, step = 0.01) =>
    `simulation { name = s  initial time = 0  duration = 4  step = ${step}  scheme = time stepping  ${more} }\n`;
  const fall = (rate: string) =>
    `context { name = fall  type = free fall  functions = { v' = ${rate}  position' = v } }\n`;
  const thrown = (name: string, at: string, v: string) =>
    object(name, "dynamic", "sphere", `size = 0.1  position = ${at}  v = ${v}`);

  test("a ball in flight, however slow: it touches nothing", () => {
    const record = awake(
      `${thrown("ball", "[0, 0, 2]", "[1, 0, 0]")}${fall("[0, 0, -1.62]")}${free("sleep speed = 2")}`,
    );
    // Time stepping is of first order: half a step of falling.
    expect(Math.abs(number(record, "ball.position # 3") - (2 - (1.62 * 16) / 2))).toBeLessThan(1.62 * 4 * 0.01);
  });

  test("a ball that turns round at the top of its flight, by steps in which it does not move", () => {
    const record = awake(
      `${thrown("ball", "[0, 0, 0]", "[0, 0, 0.25]")}${fall("[0, 0, -0.125]")}${free("sleep speed = 1", 0.125)}`,
    );
    expect(Math.abs(number(record, "ball.position # 3"))).toBeLessThan(0.125 * 4 * 0.125);
  });

  test("two balls that drift on together, linked to each other and to nothing else", () => {
    const text = `${thrown("left", "[0, 0, 0]", "[0, 0.001, 0]")}${thrown("right", "[1, 0, 0]", "[0, 0.001, 0]")}
      link { name = rod  kind = rod  between = {left, right}  attributes = { } }
      context { name = drift  type = free fall  functions = { v' = force  position' = v } }
      context { name = rod  type = link  functions = { way = anchor2 - anchor1
        force1 += (norm(way) - 1) * way  force2 += (1 - norm(way)) * way } }
      ${free("sleep speed = 0.01")}`.replaceAll("v = [0, 0.001", "force = [0, 0, 0]  v = [0, 0.001");
    expect(number(awake(text), "left.position # 2")).toBeCloseTo(0.004, 12);
  });

  test("a ball that rolls down from rest, getting faster with each step", () => {
    const tilted = world().replace(`[0, 0, -${g}]`, `[${0.01 * g}, 0, -${g}]`);
    const text = `${tilted}${ground}${ball("ball", "[0, 0, 0.5]")}${simulation(1, "sleep speed = 0.5")}`;
    // A ball that rolls: 5/7 of what slides.
    expect(number(awake(text), "ball.v # 1")).toBeCloseTo((5 / 7) * g * 0.01, 3);
  });

  test("what does not move at all sleeps in the air too", () => {
    const record = runText(
      `${thrown("ball", "[0, 0, 2]", "[0, 0, 0]")}${fall("[0, 0, 0]")}${free("sleep speed = 0.1")}`,
    );
    expect(when(record, "ball", 1)).toBeCloseTo(0.5, 1);
  });
});

test("without the setting nobody sleeps, and a wrong one is told", () => {
  expect(runText(`${world()}${ground}${pile(1)}${simulation(0.1)}`).frames[0].inactive).toBeNull();
  expect(refusal(`${world()}${ground}${pile(1)}${simulation(1, "sleep speed = -1")}`)).toContain(
    "'sleep speed' must be not negative",
  );
});
