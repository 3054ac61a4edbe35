// Newton's method for the fixed point of the sweeps: for all laws that are swept together, or for none.
import { describe, expect, test } from "vitest";
import { startSchedule } from "../../src/engine/start-schedule.ts";
import type { Observer } from "../../src/engine/state/observer.ts";
import { type EvaluationName, Run } from "../../src/lab.ts";
import { experiment, modelOf, number, numbers, object, read, runText } from "./lab.ts";

const world = `world attributes { g = [0, 0, -9.81]  friction = 0.5  restitution = 0  relaxation = 0.2  slop = 1e-4
  bounce_speed = 0.5 }
  import "laws/bodies.vfl"  import "laws/newton-euler.vfl"\n`;
const ground = object("ground", "static", "half space", "position = [0, 0, 0]");
const moving = "v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]";
const simulation = (laws: string) => `simulation { name = s  initial time = 0  duration = 1  frames = 100
  scheme = time stepping  margin = 0.01  iterations = 5  acceleration = newton
  contexts_involved = {newton_euler, ${laws}} }\n`;

describe("two laws that write different attributes", () => {
  /** Keeps bodies apart by velocities alone, while the library's laws turn them too. */
  const apart = (name: string, objects: string, own: string, other: string, mass: string) => `context { name = ${name}
    type = contact  applied to = pair  applicability = { ${objects} }  attributes = {jn = 0}
    functions = {
      n = collisionNormal
      parting = if penetration < 0 then penetration / dt else relaxation * max(0, penetration - slop) / dt
      closing = -(n . (previous(${own})${other && ` - previous(${other})`}))
      jn = if iteration == 1 then previous(jn) else max(0, previous(jn) + ${mass} * (parting + closing))
      impulse = if iteration == 1 then jn * n else (jn - previous(jn)) * n
      ${own} = previous(${own}) + impulse / ${other ? "mass1" : "mass"}
      ${other && `${other} = previous(${other}) - impulse / mass2`} } }\n`;
  const text = `${world}import "laws/contact-impulses.vfl"
    ${apart("ball_on_ball", "mandatory 2 dynamic spheres", "v1", "v2", "mass1 * mass2 / (mass1 + mass2)")}
    ${apart("ball_on_ground", "mandatory 1 dynamic sphere and mandatory 1 static object", "v", "", "mass")}
    ${ground}
    ${object(
      "ball",
      "dynamic",
      "sphere",
      `position = [0, 0, 0.5 * index - 0.25]  orientation = [1, 0, 0, 0]  size = 0.25  mass = index
      inertia = sphereInertia(mass, size)  ${moving}`,
    ).replace("attributes", "copies = 3  attributes")}
    ${object(
      "box",
      "dynamic",
      "cuboid",
      `position = [2, 0, 0.4 * index - 0.2]  orientation = [1, 0, 0, 0]  size = [1, 1, 0.4]  mass = index
      inertia = cuboidInertia(mass, size)  ${moving}`,
    ).replace("attributes", "copies = 3  attributes")}
    ${simulation("contact_impulses, contact_impulses_with_static, ball_on_ball, ball_on_ground")}`;

  test("leave a column of balls and a pile of boxes where they are", () => {
    const recording = runText(text);
    for (let k = 1; k <= 3; k++) {
      expect(number(recording, `ball${k}.position # 3`)).toBeCloseTo(0.5 * k - 0.25, 3);
      expect(number(recording, `box${k}.position # 3`)).toBeCloseTo(0.4 * k - 0.2, 3);
      for (const name of ["v", "L"])
        for (const body of [`ball${k}`, `box${k}`])
          expect(Math.hypot(...numbers(recording, `${body}.${name}`))).toBeLessThan(1e-6);
    }
  });

  test("give the same bits compiled and interpreted", () => {
    const digest = (evaluation: EvaluationName) => {
      const run = new Run(modelOf(text), { evaluation });
      for (let i = 0; i < 5; i++) run.advance();
      return run.recording.digest();
    };
    expect(digest("compiled")).toBe(digest("interpreted"));
  });
});

test.each(["contact_impulses", "contact_impulses_with_static"])(
  "a pile under %s with too many numbers for Newton's method is only swept, with a note",
  (name) => {
    const source = read("laws/contact-impulses.vfl");
    if ("problem" in source) throw new Error(source.problem);
    const [head, between, onGround] = source.text.split(/^context/m);
    const many = (law: string) =>
      law
        .replace(/(bounce \[m\/s\] = 0)/, `$1  more = [${Array(14).fill(0)}]`)
        .replace("parting =", "more = 0.5 * previous(more)  parting =");
    const isBetween = name === "contact_impulses";
    const text = `${world}${head.replace(/^import.*$/m, "")}
    context${isBetween ? many(between) : between}context${isBetween ? onGround : many(onGround)}${ground}
    ${object(
      "box",
      "dynamic",
      "cuboid",
      `position = [0, 0, 0.4 * index - 0.2]  orientation = [1, 0, 0, 0]  size = [0.6, 0.6, 0.4]  mass = 1
      inertia = cuboidInertia(mass, size)  ${moving}`,
    ).replace("attributes", "copies = 10  attributes")}
    ${simulation("contact_impulses, contact_impulses_with_static")}`;
    const recording = runText(text);
    expect(recording.notes.filter((note) => note.includes("newton"))).toEqual([
      `'acceleration = newton' is not used with the contact law '${name}', because it keeps 18 numbers, ` +
        `more than 16: take more 'iterations' instead`,
    ]);
    const advice = recording.notes.filter((note) => note.includes("did not converge"));
    expect(advice).toEqual([expect.stringMatching(/; take more 'iterations'$/)]);
    expect(recording.digest()).toBe(runText(text.replace("acceleration = newton", "")).digest());
  },
);

test("a pile at rest, whose redundant points demand what no λ gives them, takes few steps of Newton's method", () => {
  const silent = new Proxy({} as Observer, { get: () => () => {} });
  const schedule = startSchedule(modelOf(experiment("pile-50")), silent, {});
  const { newton } = (schedule as unknown as { work: { newton: { steps: number } } }).work;
  let steps = 0;
  for (let i = 0; i < 250; i++) {
    schedule.advance();
    steps += newton.steps;
  }
  expect(steps).toBeGreaterThan(50);
  // At most 3 a step where nothing better is to be had.
  expect(steps).toBeLessThan(3 * 250);
});
