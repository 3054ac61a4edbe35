// The memory of a run: its tables grow or refuse, and no kernel reads what was not written.
import { afterEach, describe, expect, test } from "vitest";
import { type EvaluationName, Run } from "../../src/lab.ts";
import { experiment, lastWord, modelOf, numbers } from "./lab.ts";

/** Balls that are all within the margin of each other. */
const crowd = (balls: number, steps: number) => `
object { name = ball  physical type = dynamic  geometrical type = sphere  copies = ${balls}
  attributes = { position = [0.1 * index, 0, 0]  size = 0.01  mass = 1  v = [0, 0, 0]  held = 0  q = 0 } }
context { name = drift  type = free fall  attributes = {k}  compute_first_time_only_attributes = {k}
  functions = { k = 3 * mass  held = k  v' = [0, 0, 0]  position' = v } }
context { name = note_down  type = contact  applied to = pair  iterations = 1
  attributes = {m}  compute_first_time_only_attributes = {m}
  functions = { m = mass1  q1 = m  q2 = m } }
simulation { name = s  initial time = 0  duration = ${0.01 * steps}  frames = 100  scheme = time stepping
  margin = 100 }`;

const evaluations: EvaluationName[] = ["compiled", "interpreted"];

describe("more contact points than bodies usually have", () => {
  test.each(evaluations)("do not write over what laws have noted down, %s", (evaluation) => {
    const recording = new Run(modelOf(crowd(90, 2)), { evaluation }).finish();
    expect(lastWord(recording)).toBe("it went on to the end");
    for (let i = 1; i <= 90; i++) {
      expect(numbers(recording, `ball${i}.held`)).toEqual([3]);
      expect(numbers(recording, `ball${i}.q`)).toEqual([1]);
    }
  });

  test.each(evaluations)(
    "and more than there is room for end the run with the number and what to do, %s",
    (evaluation) => {
      const recording = new Run(modelOf(crowd(450, 1)), { evaluation }).finish();
      // 100,000 numbers and 4,000 for each of 450 balls; 44 a point.
      expect(lastWord(recording)).toMatch(
        /^there are more than 43181 contact points.*; take fewer objects, a smaller 'margin'/,
      );
      expect(recording.stop!.time).toBe(0);
    },
  );
});

describe("the limit of contact points under the library's law", () => {
  const text = (
    more: string,
  ) => `world attributes { g = [0, 0, 0]  friction = 0  restitution = 0  relaxation = 0.2  slop = 1e-4
    bounce_speed = 1 }
    import "laws/bodies.vfl"  import "laws/newton-euler.vfl"  import "laws/contact-impulses.vfl"
    object { name = ball  physical type = dynamic  geometrical type = sphere  copies = 300
      attributes = { position = [0.1 * index, 0, 0]  orientation = [1, 0, 0, 0]  size = 0.01  mass = 1
        inertia = sphereInertia(mass, size)  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]
        torque = [0, 0, 0] } }
    simulation { name = s  initial time = 0  duration = 0.02  scheme = time stepping  margin = 100  ${more}
      contexts_involved = {newton_euler, contact_impulses} }`;

  test.each(["", "acceleration = newton"])("is the same compiled and interpreted, %s", (more) => {
    const [compiled, interpreted] = evaluations.map((evaluation) =>
      new Run(modelOf(text(more)), { evaluation }).finish(),
    );
    expect(lastWord(compiled)).toMatch(/^there are more than \d+ contact points/);
    expect(lastWord(interpreted)).toBe(lastWord(compiled));
    expect(interpreted.stop!.time).toBe(compiled.stop!.time);
  });
});

describe("kernels read nothing that was not written:", () => {
  const { Memory } = WebAssembly;
  afterEach(() => {
    WebAssembly.Memory = Memory;
  });
  class Poisoned extends Memory {
    constructor(size: ConstructorParameters<typeof Memory>[0]) {
      super(size);
      new Float64Array(this.buffer).fill(Number.NaN);
    }
  }
  const digestOf = (text: string) => {
    const run = new Run(modelOf(text));
    for (let i = 0; i < 8 && !run.isDone; i++) run.advance();
    return run.recording.digest();
  };
  const names = [
    "card-house",
    "worb-5a",
    "penalty-hertz",
    "wrecking-ball",
    "rope",
    "four-bar-linkage",
    "gas-of-spheres",
  ];
  test.each([...names, "thesis-5-complete", "bone-on-helix"])(
    "%s in a memory full of NaN has the same digest",
    (name) => {
      const text = experiment(name);
      const digest = digestOf(text);
      WebAssembly.Memory = Poisoned;
      expect(digestOf(text)).toBe(digest);
    },
  );

  test("a crowd too", () => {
    const digest = digestOf(crowd(90, 2));
    WebAssembly.Memory = Poisoned;
    expect(digestOf(crowd(90, 2))).toBe(digest);
  });
});
