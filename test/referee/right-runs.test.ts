// Runs that are right: the referee objects to none of them, however long their steps are for the law, and to each of
// them once a rate is wrong by one in a hundred.
import { describe, expect, test } from "vitest";
import { prepare, type Recording, Run, referee, refereeLines } from "../../src/lab.ts";
import { check } from "../experiments/gallery.ts";

function record(text: string): Recording {
  const model = prepare(check(text));
  if ("severity" in model) throw new Error(model.message);
  return new Run(model).finish();
}

function faultsOf(recording: Recording): string[] {
  const verdict = referee(recording);
  expect(verdict.intervals).toBeGreaterThan(0);
  return verdict.count === 0 ? [] : refereeLines(verdict);
}

/** Numbers of an attribute, frame after frame. */
function series({ model, frames }: Recording, object: string, attribute: string): number[] {
  const { offset } = model.byName.get(object)!.slots.get(attribute)!;
  return frames.map(({ memory }) => memory[offset]);
}

/**
 * The classical method of Runge and Kutta multiplies x + iv/ω of an oscillator by 1 + z + z²/2 + z³/6 + z⁴/24 in each
 * step, where z = -iωh. From 1: the real and the imaginary parts.
 */
function oscillation(angle: number, count: number): { real: number[]; imaginary: number[] } {
  const factor = [1 - angle ** 2 / 2 + angle ** 4 / 24, -(angle - angle ** 3 / 6)];
  const real = [1];
  const imaginary = [0];
  for (let i = 1; i <= count; i++) {
    real.push(real[i - 1] * factor[0] - imaginary[i - 1] * factor[1]);
    imaginary.push(real[i - 1] * factor[1] + imaginary[i - 1] * factor[0]);
  }
  return { real, imaginary };
}

function expectNear(found: readonly number[], expected: readonly number[]): void {
  expect(found.length).toBe(expected.length);
  expect(Math.max(...found.map((x, i) => Math.abs(x - expected[i])))).toBeLessThan(1e-11);
}

describe("steps whose errors cancel in one of their numbers", () => {
  test.each([0.05, 0.1, 0.2])("a body on a spring, from rest, in steps of %f", (step) => {
    const recording = record(`
object { name = a  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [1, 0, 0]  v = [0, 0, 0] } }
context { name = osc  type = free fall  functions = { v' = -20 * position  position' = v } }
simulation { name = s  initial time = 0  duration = 2  step = ${step}  frames = ${1 / step} }`);
    expectNear(series(recording, "a", "position"), oscillation(Math.sqrt(20) * step, Math.round(2 / step)).real);
    expect(faultsOf(recording)).toEqual([]);
  });

  test("an oscillator of numbers in long steps", () => {
    const recording = record(`
object { name = bob  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1  x = 0  u = 7 } }
context { name = osc  type = free fall  functions = { x' = u  u' = -49 * x } }
simulation { name = s  initial time = 0  duration = 20  step = 0.1  frames = 10 }`);
    // u/7 + i·(-x) is turned the same way.
    const { real, imaginary } = oscillation(0.7, 200);
    expectNear(
      series(recording, "bob", "u"),
      real.map((x) => 7 * x),
    );
    expectNear(
      series(recording, "bob", "x"),
      imaginary.map((x) => -x),
    );
    expect(faultsOf(recording)).toEqual([]);
  });

  test("two bodies on a spring whose masses and stiffness an event changes", () => {
    const body = (name: string, x: number, mass: number) => `
object { name = ${name}  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [${x}, 0, 0]  mass = ${mass}  v = [0, 0, 0]  force = [0, 0, 0] } }`;
    const recording = record(`${body("a", 0, 1)}${body("b", 1.5, 2)}
link { name = s  kind = spring  between = {a, b}  attributes = { k = 20  rest = 1 } }
context { name = spring  type = link
  functions = { d = anchor2 - anchor1  pull = k * (norm(d) - rest) * normalize(d)  force1 += pull  force2 += -pull } }
context { name = newton  type = free fall  functions = { v' = force / mass  position' = v } }
event { name = load  when = t >= 0.5
  aliases = { use m as attribute mass of object a  use kk as attribute k of link s  use u as attribute v of object a }
  functions = { m = 5  kk = 40  u = previous(u) * previous(m) / m } }
simulation { name = s  initial time = 0  duration = 2  step = 0.01  frames = 100 }`);
    // Until the event the distance is 1 + 0.5 cos(ωt), of which a has two thirds.
    const until = series(recording, "a", "position").slice(0, 50);
    expectNear(
      until,
      oscillation(Math.sqrt(30) * 0.01, 49).real.map((x) => (1 - x) / 3),
    );
    expect(faultsOf(recording)).toEqual([]);
  });
});

/** Numbers from 0 to 1, the same in every run of the test. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const step = 0.01;
const laws = {
  "a plain": "-w * w * x",
  "a damped": "-w * w * x - 0.3 * w * u",
  "a forced": "-w * w * x + 0.5 * w * w * cosine(1.7 * w * t)",
  "a bent": "-w * w * sine(2 * x) / 2",
  "a one-sided": "-w * w * x - w * w * max(0, x)",
  "a rubbed": "-w * w * x - 0.1 * w * w * sign(u)",
};

function oscillator(rate: string, integrator: string, angle: number, phase: number): string {
  return `
object { name = bob  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  x = ${Math.cos(phase)}  u = ${(Math.sin(phase) * angle) / step}  w = ${angle / step} } }
context { name = swing  type = free fall  functions = { x' = u  u' = ${rate} } }
simulation { name = s  initial time = 0  duration = 0.4  step = ${step}  frames = ${1 / step}
  integrator = ${integrator} }`;
}

const integrators = ["explicit euler", "semi-implicit euler", "implicit midpoint", "rk4", "dormand-prince"];
const cases = Object.entries(laws).flatMap(([name, rate]) =>
  integrators.map((integrator) => ({ name, rate, integrator })),
);

describe("random oscillators", () => {
  test.each(cases)("$name one by $integrator", ({ rate, integrator }) => {
    const random = randomNumbers(7);
    for (let i = 0; i < 12; i++) {
      const [angle, phase] = [10 ** (-2 * random()), 2 * Math.PI * random()];
      const right = record(oscillator(rate, integrator, angle, phase));
      expect(faultsOf(right), `ωh = ${angle}, phase ${phase}`).toEqual([]);
      const wrong = record(oscillator(`1.01 * (${rate})`, integrator, angle, phase));
      const frames = right.frames.map((frame, k) => ({ ...frame, memory: wrong.frames[k].memory }));
      const doctored = Object.assign(Object.create(Object.getPrototypeOf(right)), right, { frames });
      expect(faultsOf(doctored).length, `ωh = ${angle}, phase ${phase}`).toBeGreaterThan(0);
    }
  });
});

test("a step that leads over a switch as if there were none is found", () => {
  const [omega, friction] = [20, 40];
  const right = record(oscillator(laws["a rubbed"], "rk4", omega * step, 0.7));
  const slots = right.model.byName.get("bob")!.slots;
  const [x, u] = [slots.get("x")!.offset, slots.get("u")!.offset];
  const rate = ([place, speed]: number[]) => [speed, -omega * omega * place - friction * Math.sign(speed)];
  const turn = right.frames.findIndex(({ memory }, i) => i > 0 && memory[u] * right.frames[i - 1].memory[u] < 0);
  const { memory } = right.frames[turn - 1];
  const start = [memory[x], memory[u]];
  const ahead = (rates: number[], h: number) => start.map((value, k) => value + h * rates[k]);
  const a = rate(start);
  const b = rate(ahead(a, step / 2));
  const c = rate(ahead(b, step / 2));
  const d = rate(ahead(c, step));
  const over = right.frames[turn].memory.slice();
  for (const [k, at] of [x, u].entries()) over[at] = start[k] + (step / 6) * (a[k] + 2 * b[k] + 2 * c[k] + d[k]);
  // The last frame: what follows is not what is looked at.
  const frames = [...right.frames.slice(0, turn), { ...right.frames[turn], memory: over }];
  const doctored = Object.assign(Object.create(Object.getPrototypeOf(right)), right, { frames });
  expect(faultsOf(doctored)).not.toEqual([]);
  // What the run says in words is for people: an object may be called so.
  const notes = ["'switch' is a dynamic object that no law moves"];
  expect(faultsOf(Object.assign(Object.create(doctored), { notes }))).not.toEqual([]);
});

test.each(integrators)("a matrix that turns, by %s", (integrator) => {
  const recording = record(`
object { name = top  physical type = dynamic  geometrical type = cuboid
  attributes = { size = [1, 2, 3]  orientation = identityMatrix(3)  w = [20, -10, 30] } }
context { name = turning  type = free fall
  functions = { orientation' = [[0, -(w # 3), w # 2], [w # 3, 0, -(w # 1)], [-(w # 2), w # 1, 0]] * orientation } }
simulation { name = s  initial time = 0  duration = 0.2  step = 0.01  frames = 100  integrator = ${integrator} }`);
  expect(faultsOf(recording)).toEqual([]);
});

describe("bodies on joints", () => {
  test("a chain that is struck: what moves little is as far off as what moves much makes it", () => {
    const recording = record(`
import "laws/bodies.vfl"
import "laws/newton-euler.vfl"
import "laws/joints.vfl"
import "laws/impulse-collision.vfl"
world attributes { g = [0, 0, 0] [m/s^2]  restitution = 0.5  friction = 0.3 }
object { name = bead  physical type = dynamic  geometrical type = sphere  copies = 24
  attributes = { size = 0.04 [m]  position = [0, 0, -0.1 * index] [m]  orientation = [1, 0, 0, 0]  mass = 1 [kg]
    inertia = sphereInertia(mass, size)  v = [0, 0, 0] [m/s]  w = [0, 0, 0] [1/s]  L = [0, 0, 0] [N m s]
      force = [0, 0, 0] [N]
    torque = [0, 0, 0] [N m] } }
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.04 [m]  position = [0.2, 0, -0.1] [m]  orientation = [1, 0, 0, 0]  mass = 1 [kg]
    inertia = sphereInertia(mass, size)  v = [-3, 0, 0] [m/s]  w = [0, 0, 0] [1/s]  L = [0, 0, 0] [N m s]
      force = [0, 0, 0] [N]
    torque = [0, 0, 0] [N m] } }
link { name = j  kind = ball_joint  copies = 23
  between = { bead[index] at [0, 0, -0.05], bead[index + 1] at [0, 0, 0.05] } }
simulation { name = s  initial time = 0  duration = 0.14  step = 0.01  frames = 100
  contexts_involved = { newton_euler, ball_joint, impulse_collision } }`);
    const verdict = referee(recording, Number.POSITIVE_INFINITY);
    expect(verdict.intervals).toBe(14);
    expect(verdict.faults, refereeLines(verdict).join("\n")).toEqual([]);
  });

  test.each(integrators)("a pendulum by %s", (integrator) => {
    const recording = record(`
import "laws/bodies.vfl"
import "laws/newton-euler.vfl"
import "laws/joints.vfl"
world attributes { g = [0, 0, -9.81] [m/s^2] }
object { name = rod  physical type = dynamic  geometrical type = cuboid
  attributes = { size = [0.1, 0.1, 1] [m]  position = [0.5, 0, 0] [m]
    orientation = [0.7071067811865476, 0, -0.7071067811865476, 0]  mass = 1 [kg]
    inertia = cuboidInertia(mass, size)  v = [0, 0, 0] [m/s]  w = [0, 0, 0] [1/s]  L = [0, 0, 0] [N m s]
      force = [0, 0, 0] [N]
    torque = [0, 0, 0] [N m] } }
link { name = pin  kind = ball_joint  between = {rod at [0, 0, 0.5], world} }
simulation { name = s  contexts_involved = {newton_euler, ball_joint}  initial time = 0  duration = 0.3  step = 0.01
  frames = 100
  integrator = ${integrator} }`);
    const { faults, unchecked, joints, intervals } = referee(recording);
    expect(faults).toEqual([]);
    expect(joints).toBe(1);
    const isPlain = integrator === "rk4" || integrator === "dormand-prince";
    expect(intervals).toBe(isPlain ? 30 : 0);
    expect(unchecked).toEqual(isPlain ? [] : [`the motion: steps of ${integrator} under constraints`]);
    if (!isPlain) return;
    // Faster by a hundred-thousandth from one frame on, as the joint allows.
    const slots = ["v", "w", "L"].map((name) => recording.model.byName.get("rod")!.slots.get(name)!);
    const frames = recording.frames.map((frame, i) => {
      const memory = frame.memory.slice();
      if (i > 14)
        for (const { offset, stride } of slots) for (let k = 0; k < 3; k++) memory[offset + k * stride] *= 1 + 1e-5;
      return { ...frame, memory };
    });
    const doctored = Object.assign(Object.create(Object.getPrototypeOf(recording)), recording, { frames });
    expect(referee(doctored).faults.map(({ check: kind }) => kind)).toContain("rate");
  });
});

describe("bodies that grow as they fall", () => {
  const cube = (low: number) => {
    const corner = (i: number) => `[${i & 1 ? 0.1 : -0.1}, ${i & 2 ? 0.1 : -0.1}, ${low + (i & 4 ? 0.2 : 0)}]`;
    return `[${[0, 1, 2, 3, 4, 5, 6, 7].map(corner).join(", ")}]`;
  };
  test.each([
    ["a polyhedron about its centre", "convex polyhedron", `size = 1  points = ${cube(-0.1)}`, "0.5"],
    [
      "a polyhedron about another point",
      "convex polyhedron",
      `size = 1  points = ${cube(0)}  origin = [0, 0, 0.1]`,
      "0.5",
    ],
    ["a capsule that lies", "capsule", "size = [0.1, 0.2]  orientation = [0, 1.5707963267948966, 0]", "[0.2, 0.7]"],
    ["a capsule that stands", "capsule", "size = [0.1, 0.2]", "[0.2, 0.7]"],
    ["a cone", "cone", "size = [0.1, 0.2]", "[0.2, 0.7]"],
  ])("%s", (_, kind, attributes, growth) => {
    const recording = record(`
object { name = crate  physical type = dynamic  geometrical type = ${kind}
  attributes = { ${attributes}  position = [0, 0, 2]  v = [0, 0, 0] } }
object { name = floor  physical type = static  geometrical type = half space  attributes = { } }
context { name = falling  type = free fall  functions = { v' = [0, 0, -9.81]  position' = v  size' = ${growth} } }
context { name = bouncing  type = collision
  functions = { v = previous(v) - 1.8 * (previous(v) . collisionNormal) * collisionNormal } }
simulation { name = s  initial time = 0  duration = 0.8  step = 0.01  frames = 100 }`);
    expect(recording.events.filter(({ type }) => type === "collision").length).toBe(1);
    expect(faultsOf(recording)).toEqual([]);
  });

  test("a compound about another point", () => {
    const recording = record(`
object { name = head  physical type = static  geometrical type = sphere
  attributes = { size = 0.1  position = [9, 9, 9] } }
object { name = handle  physical type = static  geometrical type = cuboid
  attributes = { size = [0.2, 0.2, 0.2]  position = [9, 0, 9] } }
object { name = crate  physical type = dynamic  geometrical type = compound
  parts = {head at [0, 0, 0.4], handle at [0, 0, 0.1]}
  attributes = { size = 1  origin = [0, 0, 0.3]  position = [0, 0, 2]  v = [0, 0, 0] } }
object { name = floor  physical type = static  geometrical type = half space  attributes = { } }
context { name = falling  type = free fall  functions = { v' = [0, 0, -9.81]  position' = v  size' = 0.5 } }
context { name = bouncing  type = collision
  functions = { v = previous(v) - 1.8 * (previous(v) . collisionNormal) * collisionNormal } }
simulation { name = s  initial time = 0  duration = 0.8  step = 0.01  frames = 100 }`);
    expect(recording.events.filter(({ type }) => type === "collision").length).toBe(1);
    expect(faultsOf(recording)).toEqual([]);
  });
});

test("a law that switches by another law's value at the end of a step, but for rounding", () => {
  const recording = record(`world attributes { gate = 0 }
    object { name = A  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1  x = 0 } }
    object { name = B  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1  y = 0  v = 0 } }
    context { name = fa  type = free fall  applicability = {object A}  aliases = { use gate as attribute gate of world }
    functions = { x' = 1  gate = abs(x - 0.8) } }
    context { name = fb  type = free fall  applicability = {object B}  aliases = { use gate as attribute gate of world }
    functions = { v' = sign(0.3 - gate)  y' = v } }
    simulation { name = s  initial time = 0  duration = 2  step = 0.25  frames = 4 }`);
  // The rate is -1 up to 0.5, then 1 up to 1.1, then -1.
  expect(series(recording, "B", "v").at(-1)).toBeCloseTo(-0.8, 9);
  expect(faultsOf(recording)).toEqual([]);
});
