// Constraints on velocities: rolling, gears, speeds. What is stated of velocities changes velocities, never poses.
import { describe, expect, test } from "vitest";
import { Run } from "../../src/lab.ts";
import { experiment, largest, lastWord, modelOf, number, numbers, object, runText } from "./lab.ts";

const imports = ["bodies", "newton-euler", "joints", "rolling-joints"].map((name) => `import "laws/${name}.vfl"`);
const rest = "v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]";
const ball = (name: string, attributes: string, motion = rest) =>
  object(
    name,
    "dynamic",
    "sphere",
    `orientation = [1, 0, 0, 0]  inertia = sphereInertia(mass, size)  ${attributes}  ${motion}
     force = [0, 0, 0]  torque = [0, 0, 0]`,
  );
const simulation = (contexts: string, more: string) =>
  `simulation { name = s  initial time = 0  ${more}  contexts_involved = {newton_euler, ${contexts}} }`;

test.each(["compiled", "interpreted"] as const)("two wheels in gear share a kick at once, %s", (evaluation) => {
  const text = `${imports.join("\n")}
    world attributes { g = [0, 0, 0] }
    ${ball("a", "position = [0, 0, 0]  size = 1  mass = 1")} ${ball("b", "position = [3, 0, 0]  size = 1  mass = 1")}
    link { name = teeth  kind = gear  between = {a, b}  attributes = { axis = [0, 0, 1]  other_axis = [0, 0, 1]
    ratio = 1 } }
    event { name = kick  when = t >= 0.1  aliases = { use La as attribute L of object a }
    functions = { La = [0, 0, 0.8] } }
    ${simulation("gear", "duration = 0.3  frames = 10")}`;
  const recording = runText(text, { evaluation });
  // Of the kick to 2 rad/s both have one: the teeth push with equal and opposite torques on equal moments.
  for (const { time } of recording.frames.filter((frame) => frame.time > 0.1)) {
    expect(numbers(recording, "a.w", time)[2]).toBeCloseTo(1, 14);
    expect(numbers(recording, "b.w", time)[2]).toBeCloseTo(-1, 14);
    expect(numbers(recording, "a.position", time)).toEqual([0, 0, 0]);
  }
  // The kick was at 0.1, so each has turned by 0.2 rad at 0.3.
  expect(2 * Math.asin(numbers(recording, "a.orientation")[3])).toBeCloseTo(0.2, 10);
});

describe("the experiments", () => {
  test("a ball on a turntable goes round with 2/7 of its turning", () => {
    const recording = runText(experiment("ball-on-a-turntable"));
    for (const { time } of recording.frames)
      for (const axis of ["x", "y"])
        expect(Math.abs(number(recording, axis, time) - number(recording, `${axis}_expected`, time))).toBeLessThan(
          1e-9,
        );
    expect(largest(recording, "slipping")).toBeLessThan(1e-9);
  });

  test("a coin in steady motion keeps its lean, its energy and its circle, and does not sink", () => {
    const recording = runText(experiment("rolling-coin"));
    for (const { time } of recording.frames)
      for (const name of ["x", "height"])
        expect(Math.abs(number(recording, name, time) - number(recording, `${name}_expected`, time))).toBeLessThan(
          1e-8,
        );
    expect(largest(recording, "energy", number(recording, "energy", 0))).toBeLessThan(1e-10);
    expect(largest(recording, "slipping")).toBeLessThan(1e-9);
  });
});

/** A ball that rolls in a bowl of radius 1 which turns about the vertical. */
const bowl = (step: number) => `import "laws/bodies.vfl"
  import "laws/newton-euler.vfl"
  world attributes { g = [0, 0, -9.81]  turning = [0, 0, 5] }
  ${ball(
    "ball",
    "position = 0.9 * [0.6, 0, -0.8]  size = 0.1  mass = 1",
    "v = [0, 0.5, 0]  w = [0, 0, 1] L = spinMomentum(inertia, orientation, w)",
  )}
  context { name = in_bowl  type = constraint  unknowns = {lambda, mu}  constraints = {depth, slip}
    functions = {
      out = normalize(position1)
      arm = size1 * out
      sliding = v1 + w1 * arm - turning * (position1 + arm)
      frame = matrixTranspose(arbitraryBasis(out))
      depth = norm(position1) + size1 - 1
      slip = [sliding . (frame # 2), sliding . (frame # 3)]
      push = lambda * out + mu # 1 * (frame # 2) + mu # 2 * (frame # 3)
      force1 += push
      torque1 += arm * push } }
  link { name = grip  kind = in_bowl  between = {ball, world} }
  measures { gap = totalLinks(abs(depth))  slipping = totalLinks(norm(slip)) }
  ${simulation("in_bowl", `duration = 2  step = ${step}  frames = 10  integrator = rk4  start = projected`)}`;

test("a ball in a turning bowl rolls on, with the order of the integrator, and stays in it", () => {
  const [coarse, middle, fine] = [0.02, 0.01, 0.005].map((step) => runText(bowl(step)));
  const apart = (a: typeof fine, b: typeof fine) =>
    Math.hypot(...numbers(a, "ball.position").map((x, k) => x - numbers(b, "ball.position")[k]));
  expect(Math.log2(apart(coarse, middle) / apart(middle, fine))).toBeGreaterThan(3.5);
  expect(apart(middle, fine)).toBeLessThan(1e-4);
  for (const recording of [coarse, middle, fine]) {
    expect(largest(recording, "gap")).toBeLessThan(1e-10);
    expect(largest(recording, "slipping")).toBeLessThan(1e-8);
  }
});

describe("first values that violate a constraint on velocities", () => {
  const sliding = (start: string) => `${imports.join("\n")}
    world attributes { g = [0, 0, -9.81] }
    ${ball("ball", "position = [0, 0, 0.5]  size = 0.5  mass = 3", "v = [7, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]")}
    link { name = grip  kind = rolling_ball  between = {ball, world}  attributes = { normal = [0, 0, 1] } }
    ${simulation("rolling_ball", `duration = 1  frames = 10  ${start}`)}`;

  test("are refused as such", () => {
    expect(lastWord(new Run(modelOf(sliding(""))).finish())).toMatch(
      "'grip' is violated at the start: its constraint 'slip' is 7 instead of 0; give velocities that satisfy it",
    );
  });

  test("are projected: a ball that slides with v comes to roll with 5/7 v, where it is", () => {
    const recording = runText(sliding("start = projected"));
    expect(numbers(recording, "ball.position", 0)).toEqual([0, 0, 0.5]);
    expect(numbers(recording, "ball.v", 0)[0]).toBeCloseTo(5, 13);
    expect(numbers(recording, "ball.position")[0]).toBeCloseTo(5, 10);
  });
});

/** A particle without weight under a law of its own, and what happens to it. */
const particle = (law: string, more: string, settings = "") => `
  world attributes { k = 2 }
  ${object("bead", "dynamic", "sphere", "size = 0.1  mass = 2  position = [1, 0, 0]  v = [0, 0, 0]  force = [0, 0, 0]")}
  context { name = newton  type = free fall  functions = { v' = force / mass  position' = v } }
  context { name = held  type = constraint  unknowns = {lambda}  constraints = {C}  functions = { ${law} } }
  link { name = hold  kind = held  between = {bead, world} }
  ${more}
  simulation { name = s  initial time = 0  duration = 1  step = 0.01  frames = 10  ${settings} }`;
const circle = "C = norm(position1) - 1  force1 += matrixTranspose(derivative(C, position1)) * [lambda]";

test("a constraint in which velocities do not enter linearly is met from the start", () => {
  const law = "C = v1 . v1 - k^2  force1 += v1 * lambda";
  const recording = runText(particle(law, "", "start = projected").replace("v = [0, 0, 0]", "v = [3, 4, 0]"));
  const v = numbers(recording, "bead.v", 0);
  for (const [i, x] of [1.2, 1.6, 0].entries()) expect(v[i]).toBeCloseTo(x, 9);
});

test("an event that kicks a body on a constraint gives it what the constraint leaves of the kick, at once", () => {
  const kick = `event { name = kick  when = t >= 0.3  aliases = { use u as attribute v of object bead }
    functions = { u = [5, 3, 0] } }`;
  const recording = runText(particle(circle, kick));
  const [x, y] = numbers(recording, "bead.position");
  // From 0.3 on it goes round with 3 rad/s: a step of 0.01 with 5 m/s off the circle would show.
  expect(Math.hypot(x - Math.cos(2.1), y - Math.sin(2.1))).toBeLessThan(1e-6);
  expect(Math.hypot(...numbers(recording, "bead.v"))).toBeCloseTo(3, 7);
});

test("an input that a constraint on velocities follows is followed at once", () => {
  const law = "C = v1 . [1, 0, 0] - pace  force1 += lambda * [1, 0, 0]";
  const inputs = [{ time: 0.3, name: "pace", value: 4 }];
  const recording = runText(particle(law, "input { pace = 0 }"), { inputs });
  expect(numbers(recording, "bead.position")[0]).toBeCloseTo(1 + 4 * 0.7, 12);
});

test("where forces make velocities, not accelerations, a constraint of places is one of first order, and holds", () => {
  // In honey a bead of weight 2 g sinks with force / drag: on a circle tan(angle/2) falls off as exp(-2 g t / drag).
  const text = particle(circle, "").replace(
    "v' = force / mass  position' = v",
    "force += [0, -mass * 9.81, 0]  position' = force / 8",
  );
  const recording = runText(text);
  const angle = 2 * Math.atan(Math.tan(Math.PI / 4) * Math.exp((-2 * 9.81) / 8));
  const [x, y] = numbers(recording, "bead.position");
  expect(Math.hypot(x - Math.sin(angle), y + Math.cos(angle))).toBeLessThan(1e-6);
  for (const { time } of recording.frames)
    expect(Math.hypot(...numbers(recording, "bead.position", time))).toBeCloseTo(1, 8);
});

test("constraints on velocities that contradict each other after an event end the run, with advice", () => {
  const recording = new Run(
    modelOf(`world attributes { speed = 1 }
      ${object(
        "bead",
        "dynamic",
        "sphere",
        "size = 0.1  position = [0, 0, 0]  mass = 1  v = [1, 0, 0]  force = [0, 0, 0]",
      )}
      context { name = newton  type = free fall  functions = { v' = force / mass  position' = v } }
      context { name = led  type = constraint  unknowns = {lambda}  constraints = {late}
        functions = { late = v1 # 1 - speed  force1 += lambda * [1, 0, 0] } }
      context { name = braked  type = constraint  unknowns = {lambda}  constraints = {late}
        functions = { late = v1 # 1 - 1  force1 += lambda * [1, 0, 0] } }
      link { name = one  kind = led  between = {bead, world} }
      link { name = other  kind = braked  between = {bead, world} }
      event { name = faster  when = t >= 0.5  functions = { speed = 2 } }
      simulation { name = s  initial time = 0  duration = 1  step = 0.1 }`),
  ).finish();
  // The nearest to both is a speed of 1.5.
  expect(lastWord(recording)).toMatch(
    /^'(one|other)' is violated at t = 0\.5\d*, after a jump: its constraint is -?0\.5\d* instead of 0; no velocities/,
  );
});
