// Bounces in time stepping: no bounce of the library's contact laws leaves more than restitution² of the energy.
import { describe, expect, test } from "vitest";
import { type EvaluationName, type Recording, Run } from "../../src/lab.ts";
import { attribute, modelOf, number, numbers, object, runText } from "./lab.ts";

const g = 9.81;
const world = (
  restitution: number,
  friction: number,
  more = "",
) => `world attributes { g = [0, 0, -${g}]  friction = ${friction}
  restitution = ${restitution}  relaxation = 0.2  slop = 1e-4  bounce_speed = 0.5  rolling = 0.001  spinning = 0.001
    ${more} }
  import "laws/bodies.vfl"  import "laws/newton-euler.vfl"  import "laws/contact-impulses.vfl"
    import "laws/contact-rolling.vfl"\n`;
const weightless = (text: string) => text.replace(`-${g}]`, "0]");
const ground = object("ground", "static", "half space", "position = [0, 0, 0]");
const motion = (v: string, w = "[0, 0, 0]") =>
  `v = ${v}  w = ${w}  L = spinMomentum(inertia, orientation, w)  force = [0, 0, 0]  torque = [0, 0, 0]`;
const ball = (name: string, position: string, v: string, mass = 1) =>
  object(
    name,
    "dynamic",
    "sphere",
    `position = ${position}  orientation = [1, 0, 0, 0]  size = 0.1  mass = ${mass}
    inertia = sphereInertia(mass, size)  ${motion(v)}`,
  );
const cube = (position: string, orientation: string, v = "[0, 0, 0]", w = "[0, 0, 0]") =>
  object(
    "cube",
    "dynamic",
    "cuboid",
    `position = ${position}  orientation = ${orientation}  size = [0.4, 0.4, 0.4]  mass = 1
    inertia = cuboidInertia(mass, size)  ${motion(v, w)}`,
  );
/** The moment of inertia of the cube, and of a ball of mass 1. */
const cubeInertia = (2 * 0.4 ** 2) / 12;
const ballInertia = 0.4 * 0.1 ** 2;
const laws = "contact_impulses, contact_impulses_with_static";
const simulation = (
  step: number,
  duration: number,
  more = "",
  contacts = laws,
) => `simulation { name = s  initial time = 0
  duration = ${duration}  step = ${step}  frames = ${Math.round(1 / step)}  scheme = time stepping  ${more}
  contexts_involved = {newton_euler, ${contacts}} }\n`;

/**
 * Energy per unit of mass in every frame. Steps that first change the velocity and then the place go through the places
 * of a motion whose velocity at an instant is that of the step less half of what gravity gives in it: with that one the
 * energy of free flight is constant.
 */
function energies({ model, frames }: Recording, step: number, inertia: number, floor = 0, gravity = g): number[] {
  const bodies = model.bodies.filter(({ physicalType }) => physicalType === "dynamic");
  return frames.map(({ memory }) =>
    bodies.reduce((sum, { name }) => {
      const of = (what: string) => attribute(model, memory, name, what);
      const [mass] = of("mass");
      const [x, y, z] = of("v");
      const turning = of("L").reduce((total, l) => total + l * l, 0) / inertia;
      const linear = x * x + y * y + (z - (gravity * step) / 2) ** 2;
      return sum + (mass * linear + turning) / 2 + mass * gravity * (of("position")[2] - floor);
    }, 0),
  );
}

/** What the energy has gained since it was least, as a part of that at the start. */
function gain(all: readonly number[]): number {
  let least = all[0];
  let most = 0;
  for (const energy of all) {
    least = Math.min(least, energy);
    most = Math.max(most, (energy - least) / all[0]);
  }
  return most;
}

const steps = [0.02, 0.01, 0.005, 0.001];

describe("a ball that is dropped from 1 m", () => {
  const drop = (restitution: number, step: number, duration: number, more = "", contacts = laws) =>
    runText(
      world(restitution, 0.3) +
        ground +
        ball("ball", "[0, 0, 1.1]", "[0, 0, 0]") +
        simulation(step, duration, more, contacts),
    );
  /** The energy at the start, and after each bounce. */
  const flights = (recording: Recording, step: number) => {
    const all = energies(recording, step, ballInertia, 0.1);
    const speeds = recording.frames.map(({ memory }) => attribute(recording.model, memory, "ball", "v")[2]);
    return all.filter((_, i) => i === 0 || (speeds[i] > 0.01 && speeds[i - 1] <= 0));
  };

  test.each(steps)("keeps its energy for 20 s where nothing is lost, in steps of %d s", (step) => {
    const all = energies(drop(1, step, 20), step, ballInertia, 0.1);
    expect(Math.max(...all.map((energy) => Math.abs(energy / all[0] - 1)))).toBeLessThan(1e-9);
  });

  test.each([0.9, 0.5].flatMap((e) => steps.map((step) => [e, step])))(
    "with a restitution of %d keeps at most its square in a bounce, in steps of %d s",
    (e, step) => {
      const all = flights(drop(e, step, 2), step);
      expect(all.length).toBeGreaterThan(3);
      for (let n = 1; n < all.length; n++) {
        const speed = Math.sqrt(2 * all[n - 1]);
        expect(all[n] / all[n - 1]).toBeLessThan(e ** 2 * (1 + 1e-9));
        // What gravity gives in a step counts for the more the slower the ball is.
        if (speed > 20 * g * step) expect(all[n] / all[n - 1]).toBeGreaterThan(e ** 2 * (1 - (20 * g * step) / speed));
      }
    },
  );

  test.each([
    ["contact_rolling, contact_rolling_with_static", ""],
    [laws, "iterations = 10"],
    [laws, "acceleration = newton  iterations = 5"],
    [laws, "margin = 0"],
  ])("gains nothing under %s, %s", (contacts, more) => {
    expect(gain(energies(drop(1, 0.01, 5, more, contacts), 0.01, ballInertia, 0.1))).toBeLessThan(1e-9);
  });

  test("comes to rest, and stays", () => {
    const recording = drop(0.5, 0.01, 4);
    const late = recording.frames.filter(({ time }) => time > 3);
    for (const { time } of late) expect(Math.hypot(...numbers(recording, "ball.v", time))).toBeLessThan(1e-12);
    expect(number(recording, "ball.position # 3")).toBeCloseTo(0.1, 3);
  });

  test("has the same bits compiled and interpreted, and goes on from a snapshot", () => {
    const text =
      world(0.8, 0.3) + ground + cube("[0, 0, 0.5]", "[0.9, 0.3, 0.2, 0.1]", "[1, 0, 0]") + simulation(0.01, 0.5);
    const digest = (evaluation: EvaluationName) => runText(text, { evaluation }).digest();
    expect(digest("compiled")).toBe(digest("interpreted"));
    const model = modelOf(text);
    const whole = new Run(model).finish();
    const first = new Run(model);
    while (first.time < 0.27) first.advance();
    const rest = new Run(model, { resume: first.snapshot() }).finish();
    expect(rest.frames.at(-1)!.memory).toEqual(whole.frames.at(-1)!.memory);
  });
});

test.each([0.02, 0.001])("a ball of 100 m/s comes back with restitution² of its energy, in steps of %d s", (step) => {
  for (const restitution of [1, 0.5]) {
    const text = world(restitution, 0) + ground + ball("ball", "[0, 0, 10.3]", "[0, 0, -100]") + simulation(step, 0.3);
    const all = energies(runText(text), step, ballInertia, 0.1);
    expect(all.at(-1)! / all[0]).toBeLessThan(restitution ** 2 * (1 + 1e-9));
    expect(all.at(-1)! / all[0]).toBeGreaterThan(restitution ** 2 * (1 - (2 * g * step) / 100));
  }
});

test.each([1, 0.7, 0])(
  "two balls that meet head on part with a restitution of %d, and keep their momentum",
  (restitution) => {
    const two = ball("a", "[-1, 0, 0]", "[3, 0, 0]") + ball("b", "[1, 0, 0]", "[-2, 0, 0]", 5);
    const recording = runText(weightless(world(restitution, 0)) + two + simulation(0.01, 1));
    const [a, b] = ["a", "b"].map((name) => number(recording, `${name}.v # 1`));
    expect(b - a).toBeCloseTo(5 * restitution, 12);
    expect(a + 5 * b).toBeCloseTo(-7, 12);
  },
);

test.each([0, 0.001, 0.03])(
  "a row of balls %d m apart gains nothing when one strikes it, and keeps its momentum",
  (gap) => {
    const row = [1, 2, 3, 4].map((k) => ball(`ball${k}`, `[${k * (0.2 + gap)}, 0, 0]`, "[0, 0, 0]")).join("");
    for (const step of [0.01, 0.002]) {
      const text = weightless(world(1, 0)) + ball("first", "[-1, 0, 0]", "[2, 0, 0]") + row + simulation(step, 2);
      const recording = runText(text);
      expect(gain(energies(recording, step, ballInertia, 0, 0))).toBeLessThan(1e-9);
      const speeds = ["first", "ball1", "ball2", "ball3", "ball4"].map((name) => number(recording, `${name}.v # 1`));
      expect(speeds.reduce((sum, speed) => sum + speed)).toBeCloseTo(2, 12);
    }
  },
);

describe("a cube", () => {
  const half = Math.PI / 8;
  const edge = `[${Math.cos(half)}, ${Math.sin(half)}, 0, 0]`;
  const fallen = (orientation: string, restitution: number, step: number, more = "") =>
    energies(
      runText(world(restitution, 0.3) + ground + cube("[0, 0, 1]", orientation) + simulation(step, 2, more)),
      step,
      cubeInertia,
    );

  test.each([
    ["[1, 0, 0, 0]", "flat"],
    [edge, "on an edge"],
  ])("%s, dropped %s, keeps its energy", (orientation) => {
    for (const step of [0.02, 0.005]) {
      const all = fallen(orientation, 1, step);
      expect(Math.max(...all.map((energy) => Math.abs(energy / all[0] - 1)))).toBeLessThan(1e-7);
    }
  });

  // Newton's law of restitution alone gains up to a fifth here, for friction that turns the slip round does work.
  test.each([1, 0.9])("that tumbles on rough ground gains nothing, with a restitution of %d", (restitution) => {
    for (let k = 1; k <= 6; k++) {
      const turned = `[${Math.cos(k)}, ${Math.sin(k) * Math.cos(2 * k)}, ${Math.sin(k) * Math.sin(2 * k)}, 0]`;
      const thrown = cube(
        "[0, 0, 1]",
        turned,
        `[${Math.cos(3 * k)}, ${Math.sin(3 * k)}, 0]`,
        `[${3 * Math.cos(5 * k)}, ${3 * Math.sin(5 * k)}, ${k - 3}]`,
      );
      for (const friction of [0, 0.5]) {
        const recording = runText(world(restitution, friction) + ground + thrown + simulation(0.005, 2));
        expect(gain(energies(recording, 0.005, cubeInertia))).toBeLessThan(1e-3);
      }
    }
  });
});

test("what is pressed to the ground stays there, however elastic it is", () => {
  const pressed = ball("ball", "[0, 0, 0.1]", "[0, 0, 0]").replace("force =", "push = [0, 0, -1000]  force =");
  const text = `${world(1, 0.3)}${ground}${pressed}
    context { name = press  type = free fall  functions = { force += push  R = rotation(orientation)
      w = R * (inverse(inertia) * (matrixTranspose(R) * L))  v' = force / mass  position' = v  L' = torque
      orientation' = orientationRate(orientation, w) } }
    ${simulation(0.01, 1).replace("newton_euler", "press")}`;
  const recording = runText(text);
  for (const { time } of recording.frames) expect(number(recording, "ball.position # 3", time)).toBeCloseTo(0.1, 9);
});
