// Time stepping: pairs that overlap when a contact law begins to act on them, and what is said about them.
import { describe, expect, test } from "vitest";
import { Run } from "../../src/lab.ts";
import { modelOf, object, runText } from "./lab.ts";

const world = `world attributes { g = [0, 0, -9.81]  friction = 0.5  restitution = 0  relaxation = 0.2  slop = 1e-4
  bounce_speed = 0.5 }
  import "laws/bodies.vfl"  import "laws/newton-euler.vfl"  import "laws/contact-impulses.vfl"\n`;
const still = "w = [0, 0, 0]  L = [0, 0, 0]  force = [0, 0, 0]  torque = [0, 0, 0]";
const ball = (name: string, height: number, v = 0) =>
  object(
    name,
    "dynamic",
    "sphere",
    `position = [0, 0, ${height}]  orientation = [1, 0, 0, 0]  size = 0.5  mass = 1
      inertia = sphereInertia(mass, size)  v = [0, 0, ${v}]  ${still}`,
  );
const ground = object("ground", "static", "half space", "position = [0, 0, 0]");
const simulation = (duration: number, more = "step = 0.005") => `simulation { name = s  initial time = 0
  duration = ${duration}  frames = 20  scheme = time stepping  ${more}
  contexts_involved = {newton_euler, contact_impulses, contact_impulses_with_static} }\n`;
const said = (text: string) => runText(world + text).notes.filter((note) => note.includes("overlap"));
const event = (attribute: string, value: string) => `event { name = jump  when = t > 0.5
  aliases = { use it as attribute ${attribute} of object ball }  functions = { it = ${value} } }\n`;
const thrown = "pushes them apart, and may throw them";

describe("at the start", () => {
  test("a ball half in the ground is told, with the law and what to write", () => {
    const [warning, ...more] = runText(world + ground + ball("ball", -0.2) + simulation(0.1)).warnings;
    expect(more).toEqual([]);
    expect(warning).toMatchObject({
      severity: "warning",
      code: "overlap",
      message: `'ball' and 'ground' overlap at the start, by 0.7: 'contact_impulses_with_static' ${thrown}`,
      notes: ["place them apart: the centre of 'ball' is 0.2 below the surface of 'ground'"],
    });
  });

  test("two balls too near to each other are told", () => {
    expect(said(ball("ball", 2) + ball("other", 2.9) + ground + simulation(0.1))).toEqual([
      `'ball' and 'other' overlap at the start, by 0.1: 'contact_impulses' ${thrown}`,
    ]);
  });

  test.each([0.5, 0.5 - 1e-4, 0.5 - 0.009])("a ball that rests at %s is not", (height) => {
    expect(said(ground + ball("ball", height) + simulation(0.5))).toEqual([]);
  });
});

describe("in a run", () => {
  test.each([
    ["position", "[0, 0, 0]"],
    ["size", "1"],
  ])("a resting ball whose %s jumps is told", (attribute, value) => {
    expect(said(ground + ball("ball", 0.5) + event(attribute, value) + simulation(1))).toEqual([
      expect.stringMatching(
        new RegExp(`^'ball' and 'ground' overlap at t = 0\\.50*\\d*, after a jump, by 0\\.5: .* ${thrown}$`),
      ),
    ]);
  });

  test.each([
    ["v", "[1, 0, 0]"],
    ["position", "[0, 0, 0.5]"],
    ["position", "[0, 0, 3]"],
    ["size", "0.4"],
  ])("one whose %s becomes %s, and lies in nothing, is not", (attribute, value) => {
    expect(said(ground + ball("ball", 0.5) + event(attribute, value) + simulation(1))).toEqual([]);
  });

  test.each([3, 100, 1000])("a ball that falls at %s m/s is not, with and without a margin", (speed) => {
    for (const margin of ["", "margin = 0"])
      expect(said(ground + ball("ball", 2 + 0.03 * speed, -speed) + simulation(0.2, margin))).toEqual([]);
  });

  test("the ball thrown out of the ground is not said to leave it by a wrong sign", () => {
    const { notes } = runText(world + ground + ball("ball", 0.5) + event("size", "1") + simulation(1));
    expect(notes.filter((note) => note.includes("faster and faster"))).toEqual([]);
  });

  test("a run that is resumed just after the event says the same", () => {
    const model = modelOf(world + ground + ball("ball", 0.5) + event("position", "[0, 0, 0]") + simulation(1));
    const whole = new Run(model);
    while (!whole.recording.events.some(({ type }) => type === "event")) whole.advance();
    const resumed = new Run(model, { resume: whole.snapshot() });
    const before = whole.recording.notes.length;
    whole.finish();
    expect(whole.recording.notes.slice(before).filter((note) => note.includes("overlap"))).toHaveLength(1);
    expect(resumed.finish().notes).toEqual(whole.recording.notes.slice(before));
  });
});
