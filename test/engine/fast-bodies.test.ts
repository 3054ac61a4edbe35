// Time stepping under its default settings: bodies that are fast, turn fast, or should come to rest; and what is
// reported where it cannot be right.
import { describe, expect, test } from "vitest";
import { Run } from "../../src/lab.ts";
import { largest, modelOf, number, numbers, object, runText } from "./lab.ts";

const world = (g: number) => `world attributes { g = [0, 0, -${g}]  friction = 0.5  restitution = 0  relaxation = 0.2
  slop = 1e-4  bounce_speed = 0.5 }
  import "laws/bodies.vfl"  import "laws/newton-euler.vfl"  import "laws/contact-impulses.vfl"\n`;
const library = "contact_impulses, contact_impulses_with_static";
const simulation = (duration: number, laws = library, more = "") => `simulation { name = s  initial time = 0
  duration = ${duration}  frames = 20  scheme = time stepping  ${more}
    contexts_involved = {newton_euler, ${laws}} }\n`;
const still = "w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]";
const passed = (notes: readonly string[]) => notes.filter((note) => note.includes("passed through"));

describe("a ball at a plate a tenth of its radius thick", () => {
  const plate = object("plate", "static", "cuboid", "position = [0, 0, 0]  size = [4, 4, 0.02]");
  const ball = (speed: number) =>
    object(
      "ball",
      "dynamic",
      "sphere",
      `position = [0, 0, ${0.4 + 0.0347 * speed}]  orientation = [1, 0, 0, 0]  size = 0.2  mass = 1
      inertia = sphereInertia(mass, size)  v = [0, 0, -${speed}]  ${still}`,
    );
  const law = (functions: string, more = "") => `context { name = own  type = contact  applied to = pair  ${more}
    functions = { ${functions} } }\n`;

  test.each([3, 100, 1000])("stays above it at %s m/s under the library's law", (speed) => {
    const recording = runText(`${world(9.81)}${plate}${ball(speed)}${simulation(0.2)}`);
    expect(number(recording, "ball.position # 3")).toBeCloseTo(0.21, 3);
    expect(passed(recording.notes)).toEqual([]);
  });

  test.each([100, 1000, 1e4, 1e5, 1e7])(
    "that passes at %s m/s where contacts are only looked for in touch is reported",
    (speed) => {
      const recording = runText(`${world(9.81)}${plate}${ball(speed)}${simulation(0.2, library, "margin = 0")}`);
      expect(passed(recording.notes)).toHaveLength(1);
      expect(passed(recording.notes)[0]).toMatch(
        /^'ball' and 'plate' passed through each other within one step, at t = 0.0\d/,
      );
    },
  );

  test("that passes a plane, which has two sides, is reported", () => {
    const plane = object("plate", "static", "plane", "position = [0, 0, 0]");
    const recording = runText(`${world(9.81)}${plane}${ball(1000)}${simulation(0.2, library, "margin = 0")}`);
    expect(passed(recording.notes)).toHaveLength(1);
  });

  test.each([100, 1e4])("that flies past its rim at %s m/s, or is pushed out of it, has passed nothing", (speed) => {
    const beside = ball(speed).replace("[0, 0, ", "[2.21, 0, ");
    const recording = runText(`${world(9.81)}${plate}${beside}${simulation(0.2, library, "margin = 0")}`);
    expect(passed(recording.notes)).toEqual([]);
    const out = ball(-speed).replace(/position = \[[^\]]*\]/, "position = [0, 0, 0.2]");
    const own = law("v = previous(v)");
    expect(passed(runText(`${world(9.81)}${own}${plate}${out}${simulation(0.2, "own")}`).notes)).toEqual([]);
  });

  test.each([100, 1e4])("and two such balls that meet in the air at %s m/s are reported", (speed) => {
    const other = ball(-speed).replace("name = ball", "name = other").replace("v = [0, 0, --", "v = [0, 0, ");
    const recording = runText(`${world(0)}${ball(speed)}${other}${simulation(0.2, library, "margin = 0")}`);
    expect(passed(recording.notes)).toHaveLength(1);
    expect(passed(recording.notes)[0]).toMatch(/^'ball' and 'other' passed/);
  });

  test.each([
    ["reflects", law("v = reflectVector(previous(v), collisionNormal)")],
    [
      "pulls where the overlap is negative",
      law("v = previous(v) + 50 * penetration * collisionNormal", "iterations = 1"),
    ],
    ["adds a force", law("force += 1e4 * penetration * collisionNormal")],
  ])("is in contact only in touch under a law that %s, however slow or fast", (_, own) => {
    const slow = (more: string) => runText(`${world(9.81)}${own}${plate}${ball(3)}${simulation(0.2, "own", more)}`);
    expect(slow("").digest()).toBe(slow("margin = 0").digest());
    const fast = runText(`${world(9.81)}${own}${plate}${ball(1000)}${simulation(0.2, "own")}`);
    expect(passed(fast.notes)).toHaveLength(1);
  });
});

test.each([5, 8, 10])("%s boxes on each other come to rest, and stay where they are", (count) => {
  const boxes = object(
    "box",
    "dynamic",
    "cuboid",
    `position = [0, 0, 0.4 * index - 0.2]  orientation = [1, 0, 0, 0]  size = [0.4, 0.4, 0.4]
    mass = 1  inertia = cuboidInertia(mass, size)  v = [0, 0, 0]  ${still}`,
  ).replace("attributes", `copies = ${count}  attributes`);
  const ground = object("ground", "static", "half space", "position = [0, 0, 0]");
  const recording = runText(`${world(9.81)}${ground}${boxes}${simulation(12)}`);
  for (let k = 1; k <= count; k++) {
    expect(Math.hypot(...numbers(recording, `box${k}.v`))).toBeLessThan(1e-6);
    const [x, y, z] = numbers(recording, `box${k}.position`);
    expect(Math.hypot(x, y)).toBeLessThan(1e-3);
    expect(z).toBeCloseTo(0.4 * k - 0.2, 2);
  }
});

describe("a stick that turns by a radian in each step beside a wall that it cannot reach", () => {
  const stick = (spin: string) => `${world(0)}${object("wall", "static", "half space", "position = [0, 0, 0]")}
    ${object(
      "stick",
      "dynamic",
      "cuboid",
      `position = [0, 0, 0.52]  orientation = [1, 0, 0, 0]  size = [1, 0.04, 0.04]  mass = 100
      inertia = cuboidInertia(mass, size)  v = [0, 0, 0]  w = ${spin}  L = spinMomentum(inertia, orientation, w)
      force = [0, 0, 0]  torque = [0, 0, 0]`,
    )}
    measures { energy = total(kineticEnergy(mass, v, inertia, orientation, w)) }
    ${simulation(1, "contact_impulses_with_static", "margin = 0.01")}`;
  // Half of m (l² + h²) / 12 times the square of 100 rad/s.
  const energy = (0.5 * 100 * (1 + 0.04 ** 2) * 100 ** 2) / 12;

  test("keeps its energy", () => {
    expect(largest(runText(stick("[0, 100, 0]")), "energy", energy)).toBeLessThan(1e-6 * energy);
  });

  test("is reported with the step", () => {
    const { notes } = runText(stick("[0, 100, 1]"));
    expect(
      notes.filter((note) => /^'stick' turns by more than half a radian within one step, at t = 0.01/.test(note)),
    ).toHaveLength(1);
  });

  test("is not reported again by a run that is resumed", () => {
    const model = modelOf(stick("[0, 100, 1]"));
    const run = new Run(model);
    for (let i = 0; i < 3; i++) run.advance();
    expect(run.recording.notes.join()).toContain("turns by more");
    expect(new Run(model, { resume: run.snapshot() }).finish().notes.join()).not.toContain("turns by more");
  });
});

test("a step in which every new look finds a faster body is reported, with the two that may have met", () => {
  // Bodies that meet within the step exchange their velocities: each time that it is taken again the push reaches one
  // more.
  const { notes } = runText(`${[0, 1, 2, 3, 4, 5, 6]
    .map((k) =>
      object(`b${k}`, "dynamic", "sphere", `size = 0.1  position = [${k}, 0, 0]  v = [${k === 0 ? 1000 : 0}, 0, 0]`),
    )
    .join("\n")}
    context { name = moves  type = free fall  functions = { position' = v } }
    context { name = exchange  type = contact  applied to = pair  functions = {
      closing = -(collisionNormal . (previous(v1) - previous(v2)))
      meets = closing > 0 & penetration + closing * dt > 0
      v1 = if meets then previous(v2) else previous(v1)
      v2 = if meets then previous(v1) else previous(v2) } }
    simulation { name = s  initial time = 0  duration = 0.01  step = 0.01  scheme = time stepping }`);
  expect(notes.join("\n")).toMatch(/'b\d' and 'b\d' may have met without a contact law in the step to t = 0\.01/);
});
