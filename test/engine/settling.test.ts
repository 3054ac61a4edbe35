// Whether the sweeps of a step come to an end: light boxes under heavy ones, tall piles, and the note where they do
// not.
import { describe, expect, test } from "vitest";
import { type EvaluationName, Run } from "../../src/lab.ts";
import { modelOf, numbers, object, runText } from "./lab.ts";

const world = `world attributes { g = [0, 0, -9.81]  friction = 0.5  restitution = 0  relaxation = 0.2  slop = 1e-4
  bounce_speed = 0.5 }
  import "laws/bodies.vfl"  import "laws/newton-euler.vfl"  import "laws/contact-impulses.vfl"\n`;
const ground = object("ground", "static", "half space", "position = [0, 0, 0]");
const box = (k: number, mass: number) =>
  object(
    `box${k + 1}`,
    "dynamic",
    "cuboid",
    `position = [0, 0, ${0.4 * k + 0.2}]  orientation = [1, 0, 0, 0]  size = [0.4, 0.4, 0.4]
    mass = ${mass}  inertia = cuboidInertia(mass, size)  v = [0, 0, 0]  w = [0, 0, 0]  L = [0, 0, 0]
    force = [0, 0, 0]  torque = [0, 0, 0]`,
  );
const pile = (
  masses: readonly number[],
  more: string,
  duration = 2,
) => `${world}${ground}${masses.map((mass, k) => box(k, mass)).join("")}
  simulation { name = s  initial time = 0  duration = ${duration}  frames = 10  scheme = time stepping  ${more}
    contexts_involved = {newton_euler, contact_impulses, contact_impulses_with_static} }\n`;
const unsettled = (notes: readonly string[]) => notes.filter((note) => note.includes("did not converge"));

describe("under acceleration = newton a pile with a box a million times as heavy", () => {
  test.each([[[1, 1e6]], [[1, 1, 1, 1e6]], [[1, 1e6, 1, 1e6]]])("%s stays where it is", (masses) => {
    for (const more of ["acceleration = newton", "acceleration = newton  iterations = 5  margin = 0.01"]) {
      const recording = runText(pile(masses, more));
      for (const [k] of masses.entries()) {
        const [x, y, z] = numbers(recording, `box${k + 1}.position`);
        expect(Math.hypot(x, y, z - 0.4 * k - 0.2)).toBeLessThan(1e-4);
        expect(Math.hypot(...numbers(recording, `box${k + 1}.v`))).toBeLessThan(1e-3);
      }
      expect(unsettled(recording.notes)).toEqual([]);
    }
  });
});

describe("sweeps that do not come to an end", () => {
  const squeezed = pile([1, 1e4], "iterations = 10", 0.5);

  test.each<EvaluationName>(["compiled", "interpreted"])(
    "are reported once, with law, bodies, time and what to do, %s",
    (evaluation) => {
      const recording = runText(squeezed, { evaluation });
      const [note, ...others] = unsettled(recording.notes);
      expect(others).toEqual([]);
      expect(note).toMatch(/^the contact law 'contact_impulses' on 'box1' and 'box2' did not converge in the steps /);
      expect(note).toMatch(/ before t = 0.2\d*: .* take more 'iterations', 'acceleration = newton' or /);
      expect(note).toMatch(/ or a smaller 'step'$/);
    },
  );

  test("are reported at the same time by a resumed run, and not again by one that is resumed later", () => {
    const model = modelOf(squeezed);
    const whole = new Run(model);
    for (let i = 0; i < 15; i++) whole.advance();
    const before = new Run(model, { resume: whole.snapshot() }).finish();
    for (let i = 0; i < 30; i++) whole.advance();
    const after = new Run(model, { resume: whole.snapshot() }).finish();
    expect(unsettled(whole.recording.notes)).toHaveLength(1);
    expect(unsettled(before.notes)).toEqual(unsettled(whole.recording.notes));
    expect(unsettled(after.notes)).toEqual([]);
  });

  test("are not reported of a box that falls on others, nor of what lies still", () => {
    const falls = pile([1, 1, 1], "iterations = 10").replace("position = [0, 0, 1]", "position = [0.1, 0, 2]");
    expect(unsettled(runText(falls).notes)).toEqual([]);
    expect(unsettled(runText(pile([3, 2, 1], "iterations = 10")).notes)).toEqual([]);
  });
});

describe("a tower that the text iterates too little", () => {
  const tower = (iterations: number, more = "") => pile(Array(10).fill(1), `iterations = ${iterations}  ${more}`);

  test.each([3, 5, 10])("%i times is reported once", (iterations) => {
    expect(unsettled(runText(tower(iterations)).notes)).toHaveLength(1);
  });

  test("says that it may sway or creep, and what to state", () => {
    const [note] = unsettled(runText(tower(10)).notes);
    expect(note).toMatch(/^the contact law 'contact_impulses(?:_with_static)?' on 'box\d+' and '\w+' did not /);
    expect(note).toMatch(/ converge in the steps before t = [\d.]+: .* may sway or creep; take more 'iterations' or /);
    expect(note).toMatch(/ 'acceleration = newton', or state 'acceleration = none' if that is meant$/);
  });

  test("is not reported where the text means it, or lets Newton's method do it", () => {
    expect(unsettled(runText(tower(10, "acceleration = none")).notes)).toEqual([]);
    expect(unsettled(runText(tower(5, "acceleration = newton")).notes)).toEqual([]);
  });

  test("is reported at the same time by a run that is resumed", () => {
    const model = modelOf(tower(10));
    const whole = new Run(model);
    for (let i = 0; i < 20; i++) whole.advance();
    const resumed = new Run(model, { resume: whole.snapshot() }).finish();
    expect(unsettled(resumed.notes)).toEqual(unsettled(whole.finish().notes));
  });

  test.each([
    [1, "once"],
    [2, "2 times"],
  ])("%i times never comes to what the law does in iteration 3, which is reported", (iterations, often) => {
    const said = runText(tower(iterations)).notes.filter((note) => note.includes("is applied only"));
    expect(said).toEqual(
      ["contact_impulses", "contact_impulses_with_static"].map(
        (name) =>
          `the contact law '${name}' acts differently from iteration 3 on, but is applied only ` +
          `${often} in a step: state 'iterations = 3' or more`,
      ),
    );
  });
});
