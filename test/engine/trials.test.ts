// Pairs in touch are tried out at the end of each step, as if their laws began anew: nothing of that may be seen
// afterwards, and what is kept from one trial to the next must not show either. The interpreter keeps nothing.
import { expect, test } from "vitest";
import type { Recording } from "../../src/lab.ts";
import { number, numbers, object, runText, timesOf } from "./lab.ts";

const floor = object("floor", "static", "half space", "position = [0, 0, 0]");
const simulation = (duration: number) =>
  `simulation { name = s  initial time = 0  duration = ${duration}  step = 0.01  frames = 100  integrator = rk4 }`;
const strike =
  "context { name = strike  type = collision  functions = { v1 = [previous(v1) # 1, previous(v1) # 2, 0] } }";

/** The run by kernels, which must be that of the interpreter. */
function run(text: string): Recording {
  const recording = runText(text);
  expect(recording.digest()).toBe(runText(text, { evaluation: "interpreted" }).digest());
  return recording;
}

test("two balls on a rod that slide on a floor turn about their middle", () => {
  const recording = run(`import "laws/joints.vfl"
    world attributes { g = [0, 0, -9.81] }
    ${[-1, 1]
      .map((side) =>
        object(
          side < 0 ? "one" : "other",
          "dynamic",
          "sphere",
          `size = 0.1
      position = [${0.5 * side}, 0, 0.1]  orientation = [1, 0, 0, 0]  mass = 1  v = [0, ${side}, 0]  force = [0, 0, 0]
      torque = [0, 0, 0]`,
        ),
      )
      .join("\n")}
    ${floor}
    link { name = string  kind = rod  between = {one, other}  attributes = { length = 1 } }
    context { name = fly  type = free fall  functions = { force += mass * g  v' = force / mass  position' = v } }
    ${strike}
    context { name = slide  type = contact  functions = { force += mass * g  v' = [force # 1, force # 2, 0] / mass
    position' = v } }
    ${simulation(0.4)}`);
  expect(timesOf(recording, "contact")).toHaveLength(2);
  const [x, y, z] = numbers(recording, "other.position");
  expect(x).toBeCloseTo(0.5 * Math.cos(0.8), 6);
  expect(y).toBeCloseTo(0.5 * Math.sin(0.8), 6);
  expect(z).toBe(0.1);
});

/** A ball that lies on the floor from the start, or drops on it. */
const ball = (height: number, more = "") =>
  object("ball", "dynamic", "sphere", `size = 0.1  position = [0, 0, ${height}]  mass = 2  v = [0.3, 0, 0]  ${more}`);
const slide = `context { name = slide  type = contact  attributes = {t0, v0, position0}
  compute_first_time_only_attributes = {t0, v0, position0}
  functions = { t0 = t  v0 = [v # 1, v # 2, 0]  position0 = position  v = v0  position = position0 + v0 * (t - t0) } }`;

test("a law that begins uses the values its attributes are stated with, not those of an earlier trial", () => {
  const recording = run(`world attributes { g = [0, 0, -9.81] } ${ball(0.1)} ${floor} ${strike} ${slide}
    context { name = fly  type = free fall  attributes = {times = 0}  compute_first_time_only_attributes = {times}
      functions = { times = previous(times) + 1  v' = if times == 1 then g else -g  position' = v } }
    ${simulation(0.5)}`);
  expect(timesOf(recording, "contact")).toHaveLength(1);
  expect(numbers(recording, "ball.position")[2]).toBe(0.1);
});

test.each([
  ["of the object", "t0 = 0", "v0, position0"],
  ["of its own", "", "t0, v0, position0"],
])("a law that notes down when it begins in an attribute %s falls, bounces and rests", (_, own, attributes) => {
  const recording =
    run(`world attributes { g = [0, 0, -9.81] } ${ball(0.6, own)} ${floor} ${slide.replaceAll("t0", "begun")}
    ${strike.replace(", 0]", ", -0.3 * previous(v1) # 3]")}
    context { name = fly  type = free fall  attributes = {${attributes}}
    compute_first_time_only_attributes = {t0, v0, position0}
      functions = { t0 = t  v0 = v  position0 = position  v = v0 + g * (t - t0)
      position = position0 + v0 * (t - t0) + 0.5 * g * (t - t0)^2 } }
    ${simulation(1)}`);
  const impacts = timesOf(recording, "collision");
  const first = Math.sqrt((2 * 0.5) / 9.81);
  for (let k = 0, at = first, flight = 2 * first; k < 6; k++, flight *= 0.3, at += flight)
    expect(impacts[k]).toBeCloseTo(at, 8);
  expect(timesOf(recording, "contact")).toHaveLength(1);
  const [x, , z] = numbers(recording, "ball.position");
  expect(x).toBeCloseTo(0.3, 12);
  expect(z).toBeCloseTo(0.1, 8);
  // The last impact left it held: it fell for the last time since the one before, and no trial has left its own time.
  if (own) expect(number(recording, "ball.t0")).toBe(impacts.at(-2));
});

test("what only events change is seen by the first trial after them", () => {
  const recording = run(`world attributes { g = [0, 0, -9.81] } ${ball(0.1, "charge = 1")} ${floor} ${strike} ${slide}
    context { name = fly  type = free fall  functions = { v' = (charge / mass) * g  position' = v } }
    event { name = turn  when = place # 1 > 0.1  functions = { charge = -2 }
      aliases = { use place as attribute position of object ball  use charge as attribute charge of object ball } }
    ${simulation(1)}`);
  const [turned] = timesOf(recording, "event");
  expect(turned).toBeCloseTo(1 / 3, 6);
  const height = numbers(recording, "ball.position")[2];
  expect(height).toBeCloseTo(0.1 + 0.5 * 9.81 * (1 - turned) ** 2, 6);
});
