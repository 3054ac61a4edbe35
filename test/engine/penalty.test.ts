// Contact laws that contribute forces: an arm reaches from where a body stood when its contact points were found.
import { describe, expect, test } from "vitest";
import { type EvaluationName, Run } from "../../src/lab.ts";
import { largest, modelOf, numbers, object, runText } from "./lab.ts";

const world = (
  friction: number,
) => `world attributes { g = [0, 0, -9.81]  stiffness = 1e4  damping = 20  friction = ${friction}  creep = 0.01 }
  import "laws/bodies.vfl"  import "laws/newton-euler.vfl"  import "laws/contact-penalty.vfl"\n`;
const body = (name: string, shape: string, position: string, motion: string, size: string) =>
  object(
    name,
    "dynamic",
    shape,
    `position = ${position}  orientation = [1, 0, 0, 0]  size = ${size}  mass = 1
    inertia = ${shape}Inertia(mass, size)  ${motion}  L = spinMomentum(inertia, orientation, w)
    force = [0, 0, 0]  torque = [0, 0, 0]`,
  );
const simulation = (
  law: string,
  more = "",
) => `simulation { name = s  initial time = 0  duration = 1  step = 0.002  frames = 50
  scheme = time stepping  ${more}  contexts_involved = {newton_euler, ${law}, ${law}_with_static} }\n`;

describe.each(["penalty_linear", "penalty_hertz"])("under %s", (law) => {
  test("a ball that slides without friction never turns", () => {
    const ball = body("ball", "sphere", "[0, 0, 0.099]", "v = [3, 1, 0]  w = [0, 0, 0]", "0.1");
    const ground = object("ground", "static", "half space", "position = [0, 0, 0]");
    const recording = runText(`${world(0)}${ground}${ball}
      measures { use spin as attribute L of object ball  turn = norm(spin) }  ${simulation(law)}`);
    expect(largest(recording, "turn")).toBe(0);
  });

  test("two balls that strike without friction off their centres do not turn", () => {
    const one = body("one", "sphere", "[0, 0, 1]", "v = [2, 0, 0]  w = [0, 0, 0]", "0.1");
    const two = body("two", "sphere", "[0.3, 0.1, 1]", "v = [-2, 0, 0]  w = [0, 0, 0]", "0.1");
    const recording = runText(`${world(0)}${one}${two}
      measures { turn = total(norm(L)) }  ${simulation(law)}`);
    // To the rounding of the direction from one centre to the other.
    expect(largest(recording, "turn")).toBeLessThan(1e-15);
  });

  test("a stick and a ball that strike with friction keep their angular momentum", () => {
    const stick = body("stick", "cuboid", "[0, 0, 0]", "v = [0, 0, 0]  w = [0, 0, 3]", "[1, 0.1, 0.1]");
    const ball = body("ball", "sphere", "[0.4, 0.3, 0.02]", "v = [0, -2, 0]  w = [5, 1, 0]", "0.1");
    const recording = runText(`${world(0.4).replace("-9.81", "0")}${stick}${ball}
      measures { turn = total(L + position * (mass * v)) }  ${simulation(law)}`);
    // Both angular momenta about the origin at the start; the ball's orbital one is r × v = (0.04, 0, −0.8).
    const stickTurn = ((1 + 0.1 ** 2) / 12) * 3;
    const ballTurn = 0.4 * 0.1 ** 2;
    const all = [0.04 + 5 * ballTurn, ballTurn, stickTurn - 0.8];
    for (const { time } of recording.frames)
      for (const [k, turn] of numbers(recording, "turn", time).entries()) expect(turn).toBeCloseTo(all[k], 13);
    expect(Math.abs(numbers(recording, "ball.v")[1] + 2)).toBeGreaterThan(0.5);
  });

  test.each<EvaluationName>(["compiled", "interpreted"])("a resumed run goes on as it was, %s", (evaluation) => {
    const ball = body("ball", "cuboid", "[0, 0, 0.15]", "v = [1, 0, 0]  w = [1, 2, 3]", "[0.3, 0.2, 0.1]");
    const ground = object("ground", "static", "half space", "position = [0, 0, 0]");
    const model = modelOf(`${world(0.3)}${ground}${ball}${simulation(law)}`);
    const whole = new Run(model, { evaluation });
    for (let i = 0; i < 100; i++) whole.advance();
    const rest = new Run(model, { evaluation, resume: whole.snapshot() });
    for (let i = 0; i < 50; i++) {
      whole.advance();
      rest.advance();
    }
    expect(rest.snapshot().memory).toEqual(whole.snapshot().memory);
  });
});
