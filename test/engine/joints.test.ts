// Joints against motions that are known without them: minimal coordinates, closed forms, what must be kept.
import { describe, expect, test } from "vitest";
import { Run } from "../../src/lab.ts";
import { experiment, largest, modelOf, number, numbers, runText } from "./lab.ts";
import { placesOf, type RodChain, swing } from "./rod-chain.ts";

const gravity = 9.81;

describe("a double pendulum of two thin rods, let go at 45 degrees, on hinges", () => {
  const chain: RodChain = { count: 2, length: 1, mass: 1, moment: (0.1 ** 2 + 1) / 12, gravity };
  const angles = [Math.PI / 4, Math.PI / 4];
  const { centres } = placesOf(chain, swing(chain, angles, 5, 1000));

  /** How far the rods are from where Lagrange's equations have them at t = 5. */
  function errorAt5(step: number): number {
    const recording = runText(experiment("double-pendulum"), { overrides: { duration: 5, step, frames: 1 } });
    return Math.max(
      ...centres.map(([x, z], k) => {
        const [px, py, pz] = numbers(recording, `rods${k + 1}.position`);
        return Math.hypot(px - x, py, pz - z);
      }),
    );
  }

  test("the minimal coordinates themselves are known to 1e-12", () => {
    const finer = placesOf(chain, swing(chain, angles, 5, 1400)).centres;
    for (const [k, centre] of centres.entries())
      expect(Math.hypot(centre[0] - finer[k][0], centre[1] - finer[k][1])).toBeLessThan(1e-12);
  });

  test("at t = 5 the rods are within 1e-8 m of the minimal coordinates, with RK4 at 1 ms", () => {
    expect(errorAt5(0.001)).toBeLessThan(1e-8);
  });

  test("the error falls with the fourth power of the step", () => {
    const order = Math.log2(errorAt5(0.008) / errorAt5(0.004));
    expect(Math.abs(order - 4)).toBeLessThan(0.3);
  });

  test("over 10 s energy stays to 1e-9 of m g l and the joints to 1e-9 m", () => {
    const recording = runText(experiment("double-pendulum"), { overrides: { frames: 20 } });
    expect(largest(recording, "energy", number(recording, "energy", 0))).toBeLessThan(1e-9 * gravity);
    expect(largest(recording, "gap")).toBeLessThan(1e-9);
  });
});

describe("a double pendulum in space, on ball joints", () => {
  const recording = runText(experiment("double-pendulum-in-space"), { overrides: { frames: 20 } });

  test("energy stays to 1e-9 of m g l, the joints to 1e-9 m", () => {
    expect(largest(recording, "energy", number(recording, "energy", 0))).toBeLessThan(1e-9 * gravity);
    expect(largest(recording, "gap")).toBeLessThan(1e-9);
  });

  test("the angular momentum about the vertical stays to 1e-9", () => {
    const first = number(recording, "vertical_momentum", 0);
    expect(largest(recording, "vertical_momentum", first)).toBeLessThan(1e-9 * first);
  });

  test("it has left its plane", () => {
    expect(Math.abs(numbers(recording, "rods2.position")[1])).toBeGreaterThan(0.01);
  });
});

describe("closed forms:", () => {
  test("the top on a ball joint goes round with 4 rad/s", () => {
    const recording = runText(experiment("heavy-top-on-a-joint"), { overrides: { step: 0.001 } });
    for (const { time } of recording.frames)
      for (const name of ["x", "height"])
        expect(Math.abs(number(recording, name, time) - number(recording, `${name}_expected`, time))).toBeLessThan(
          1e-8,
        );
  });

  test.each([
    ["atwood", "height", "height_expected", 1e-12],
    ["block-and-tackle", "child_height", "child_height_expected", 1e-12],
    ["block-and-tackle", "load_height", "load_height_expected", 1e-12],
    ["gear-train", "small_speed", "small_speed_expected", 1e-9],
    ["slider-crank", "piston_x", "piston_x_expected", 1e-9],
    ["four-bar-linkage", "joint_x", "joint_x_expected", 1e-9],
    // Sine for the angle: of relative order a² / 16 in the frequency.
    ["hammer", "angle", "angle_expected", 0.01 * (0.01 ** 2 / 16) * 40],
  ])("%s: %s is %s", (name, measure, expected, tolerance) => {
    const recording = runText(experiment(name));
    expect(recording.frames.length).toBeGreaterThan(30);
    for (const { time } of recording.frames)
      expect(Math.abs(number(recording, measure, time) - number(recording, expected, time))).toBeLessThan(tolerance);
  });

  test("the ropes of Atwood's machine pull with m (g - a) and m (g + a)", () => {
    const recording = runText(experiment("atwood"));
    const a = gravity / (3 + 1 / 2);
    expect(number(recording, "tension_heavy")).toBeCloseTo(2 * (gravity - a), 9);
    expect(number(recording, "tension_light")).toBeCloseTo(gravity + a, 9);
  });

  test("wheels in gear keep their ratio", () => {
    const recording = runText(experiment("gear-train"));
    for (const { time } of recording.frames)
      expect(
        Math.abs(number(recording, "small_speed", time) + 3 * number(recording, "large_speed", time)),
      ).toBeLessThan(1e-10);
  });
});

describe("the same joints with other laws and other forms of orientation", () => {
  const text = experiment("double-pendulum-in-space");
  const end = (change: (text: string) => string) =>
    numbers(runText(change(text), { overrides: { duration: 1, frames: 1 } }), "rods2.position");
  const quaternions = end((same) => same);

  test.each([
    ["rotation matrices", (s: string) => s.replace("orientation = turned_by", "orientation = rotation(turned_by)")],
    [
      "Euler angles",
      (s: string) => s.replace("orientation = turned_by", "orientation = quaternionToEulerXYZ(turned_by)"),
    ],
    [
      "the momentum in the body's frame",
      (s: string) =>
        s
          .replaceAll("newton_euler,", "newton_euler_body_fixed,")
          .replace(
            / L = .*/,
            " L_body = matrixTranspose(rotation(orientation)) * spinMomentum(inertia, orientation, w)",
          ),
    ],
    [
      "the lecture's state",
      (s: string) =>
        s
          .replace("laws/newton-euler", "laws/lecture-state")
          .replaceAll("newton_euler,", "lecture_state,")
          .replace("orientation = turned_by", "orientation = rotation(turned_by)")
          .replace("force = ", "P = mass * v\n    force = "),
    ],
  ])("%s: the same motion", (_, change) => {
    expect(change(text)).not.toBe(text);
    for (const [k, x] of end(change).entries()) expect(Math.abs(x - quaternions[k])).toBeLessThan(1e-9);
  });
});

test.each(["double-pendulum", "trebuchet", "four-bar-linkage", "chain-struck", "bone-on-helix"])(
  "%s run twice, and with its blocks in another order, has the same digest",
  (name) => {
    const text = experiment(name);
    const digest = (changed: string) => runText(changed, { overrides: { duration: 0.4 } }).digest();
    const reversed = text
      .split(/\n(?=\S[^\n]*\{\n)/)
      .reverse()
      .join("\n");
    expect(reversed).not.toBe(text);
    expect(digest(text)).toBe(digest(text));
    // The first simulation is the one that is run.
    const simulation = /simulation \{\n {2}name = (\w+)/.exec(text)![1];
    expect(runText(reversed, { simulation, overrides: { duration: 0.4 } }).digest()).toBe(digest(text));
  },
);

test("a rod without length says what is wrong with it", () => {
  const text = (length: number, start: string) => `import "laws/newton-euler.vfl"
import "laws/joints.vfl"
world attributes { g = [0, 0, -9.81] }
object { name = bob physical type = dynamic geometrical type = sphere attributes = {
  size = 0.1  mass = 1  inertia = inertiaTensor(mass)  orientation = [1, 0, 0, 0]  position = [0, 0, 0]
  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0] } }
link { name = r kind = rod between = {bob, world} attributes = { length = ${length} } }
simulation { name = s initial time = 0 duration = 1 start = ${start} contexts_involved = {newton_euler, rod} }`;
  for (const start of ["as given", "projected"]) {
    const { recording } = new Run(modelOf(text(0, start)));
    expect(recording.stop!.diagnostic.notes.slice(0, 2)).toEqual([
      "it has length = 0",
      "both its ends are at [0, 0, 0], where their distance has no direction",
    ]);
  }
});
