// Records that are not what the text says: the referee must object to each.
import { describe, expect, test } from "vitest";
import {
  formatDiagnostic,
  prepare,
  type RecordedEvent,
  type RecordedFrame,
  type Recording,
  Run,
  referee,
  type Verdict,
} from "../../src/lab.ts";
import { check } from "../experiments/gallery.ts";

function record(text: string): Recording {
  const checked = check(text);
  expect(checked.diagnostics.filter(({ severity }) => severity === "error").map(formatDiagnostic)).toEqual([]);
  const model = prepare(checked);
  if ("severity" in model) throw new Error(model.message);
  return new Run(model).finish();
}

/** The record with other frames or events. */
function doctored(recording: Recording, change: { frames?: RecordedFrame[]; events?: RecordedEvent[] }): Recording {
  return Object.assign(Object.create(Object.getPrototypeOf(recording)), recording, change);
}

/** Frames in which a number of an attribute is off, in one frame or in all from one on. */
function off(
  recording: Recording,
  path: readonly [string, string, number],
  by: number,
  isOff: (time: number) => boolean,
): RecordedFrame[] {
  const [object, attribute, k] = path;
  const slot = recording.model.byName.get(object)!.slots.get(attribute)!;
  return recording.frames.map((frame) => {
    if (!isOff(frame.time)) return frame;
    const memory = frame.memory.slice();
    memory[slot.offset + k * slot.stride] += by;
    return { ...frame, memory };
  });
}

const wrong = (verdict: Verdict) => new Set(verdict.faults.map(({ check: kind }) => kind));
const near = (time: number) => (t: number) => Math.abs(t - time) < 1e-9;

const ball = `
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [0, 0, 1]  v = [0, 0, 0]  height = 1 } }
object { name = wall  physical type = static  geometrical type = cuboid  attributes = { size = [4, 4, 0.02] } }
context { name = fall  type = free fall  functions = { position' = v  v' = [0, 0, -9.81]  height = position # 3 } }
context { name = bounce  type = collision
  functions = { v = previous(v) - 1.5 * (previous(v) . collisionNormal) * collisionNormal } }
event { name = top  when = p # 3 > 2
  aliases = { use p as attribute position of object ball  use u as attribute v of object ball }
  functions = { u = previous(u) } }
simulation { name = drop  initial time = 0  duration = 0.8  step = 0.01  frames = 100 }`;

describe("a ball that falls on a wall", () => {
  const recording = record(ball);
  const at = recording.events.findIndex(({ type }) => type === "collision");
  const collision = recording.events[at];
  const replaced = (event: RecordedEvent) => recording.events.with(at, event);

  test("as it is nothing is wrong", () => {
    const verdict = referee(recording);
    expect(verdict.faults).toEqual([]);
    expect(verdict.collisions).toBe(1);
    expect(verdict.laws).toBe(2);
    expect(verdict.intervals).toBeGreaterThan(79);
  });

  test("a collision whose point is moved by a millimetre", () => {
    const point = collision.point!.slice();
    point[2] += 0.001;
    const verdict = referee(doctored(recording, { events: replaced({ ...collision, point }) }));
    expect(wrong(verdict)).toContain("collision");
    expect(verdict.faults[0].figure).toBeCloseTo(0.001, 9);
  });

  test("a collision where the ball is a millimetre above the wall", () => {
    const slot = recording.model.byName.get("ball")!.slots.get("position")!;
    const memory = collision.before.memory;
    memory[slot.offset + 2 * slot.stride] += 0.001;
    const before = {
      time: collision.time,
      memory,
      applications: collision.before.applications,
      act: collision.before.act,
    };
    const verdict = referee(doctored(recording, { events: replaced({ ...collision, before }) }));
    expect(verdict.faults.some(({ words }) => /are apart/.test(words))).toBe(true);
  });

  test("a collision of a ball that leaves", () => {
    const { before, after } = collision;
    const verdict = referee(
      doctored(recording, {
        events: replaced({
          ...collision,
          before: {
            ...after,
            time: before.time,
            memory: after.memory,
            applications: after.applications,
            act: before.act,
          },
        }),
      }),
    );
    expect(wrong(verdict)).toContain("closing");
  });

  test("a velocity off by a millionth after the collision", () => {
    const slot = recording.model.byName.get("ball")!.slots.get("v")!;
    const memory = collision.after.memory;
    memory[slot.offset + 2 * slot.stride] += 1e-6;
    const after = {
      time: collision.time,
      memory,
      applications: collision.after.applications,
      act: collision.after.act,
    };
    expect(wrong(referee(doctored(recording, { events: replaced({ ...collision, after }) })))).toContain("update");
  });

  test("a velocity off by a millionth in one frame", () => {
    const verdict = referee(doctored(recording, { frames: off(recording, ["ball", "v", 2], 1e-6, near(0.2)) }));
    expect(wrong(verdict)).toEqual(new Set(["rate"]));
    expect(verdict.faults[0]).toMatchObject({ law: "fall", objects: ["ball"] });
    expect(verdict.faults[0].figure).toBeCloseTo(1e-6, 9);
  });

  test("a value stated by = that is off by a billionth", () => {
    const verdict = referee(doctored(recording, { frames: off(recording, ["ball", "height", 0], 1e-9, near(0.2)) }));
    expect(wrong(verdict)).toEqual(new Set(["value"]));
  });

  test("a ball that goes through the wall: its collision is left out and it falls on", () => {
    const through = recording.frames.filter(({ time }) => time < collision.time);
    const last = through.at(-1)!;
    const next = { ...last, time: last.time + 0.01, memory: last.memory.slice() };
    const slot = recording.model.byName.get("ball")!.slots.get("position")!;
    next.memory[slot.offset + 2 * slot.stride] -= 0.5;
    const begin = recording.events.filter(({ time }) => time === 0);
    expect(wrong(referee(doctored(recording, { frames: [...through, next], events: begin })))).toContain("overlap");
  });

  test("an event that is left out", () => {
    const high = record(ball.replace("v = [0, 0, 0]  height", "v = [0, 0, 5]  height"));
    expect(referee(high).faults).toEqual([]);
    const events = high.events.filter(({ type, time }) => type !== "event" && time === 0);
    const verdict = referee(doctored(high, { events }));
    expect(verdict.faults.some(({ check: kind, law }) => kind === "event" && law === "top")).toBe(true);
  });
});

describe("a pendulum", () => {
  const recording = record(`
import "laws/bodies.vfl"
import "laws/newton-euler.vfl"
import "laws/joints.vfl"
world attributes { g = [0, 0, -9.81] [m/s^2] }
object { name = rod  physical type = dynamic  geometrical type = cuboid
  attributes = {
    position = [0.5, 0, 0] [m]  orientation = quaternionFromAxisAndAngle([0, 1, 0], -pi / 2)  size = [0.05, 0.05, 1] [m]
    mass = 1 [kg]  inertia = cuboidInertia(mass, size)  v = [0, 0, 0] [m/s]  w = [0, 0, 0] [1/s]  L = [0, 0, 0] [kg*m^2/s]
    force = [0, 0, 0] [N]  torque = [0, 0, 0] [N*m] } }
link { name = pin  kind = ball_joint  between = {rod at [0, 0, 0.5], world} }
simulation { name = swing  contexts_involved = {newton_euler, ball_joint}  initial time = 0  duration = 0.3  step = 0.005  frames = 200 }`);

  test("as it is nothing is wrong", () => {
    const verdict = referee(recording);
    expect(verdict.faults).toEqual([]);
    expect(verdict.joints).toBe(1);
  });

  test("a joint that is opened by a micrometre", () => {
    const frames = off(recording, ["rod", "position", 0], 1e-6, near(0.1));
    expect(wrong(referee(doctored(recording, { frames })))).toContain("constraint");
  });

  test("a velocity that pulls at the joint", () => {
    const frames = off(recording, ["rod", "v", 0], 1e-6, near(0.1));
    const verdict = referee(doctored(recording, { frames }));
    expect(wrong(verdict)).toContain("constraint");
    expect(wrong(verdict)).toContain("rate");
  });
});

describe("a chain of beads on ball joints that is struck", () => {
  const chain = (count: number) =>
    record(`
import "laws/bodies.vfl"
import "laws/newton-euler.vfl"
import "laws/joints.vfl"
import "laws/impulse-collision.vfl"
world attributes { g = [0, 0, 0] [m/s^2]  restitution = 0.5  friction = 0.3 }
object { name = bead  physical type = dynamic  geometrical type = sphere  copies = ${count}
  attributes = { size = 0.04 [m]  position = [0, 0, -0.1 * index] [m]  orientation = [1, 0, 0, 0]  mass = 1 [kg]
    inertia = sphereInertia(mass, size)  v = [0, 0, 0] [m/s]  w = [0, 0, 0] [1/s]  L = [0, 0, 0] [N m s]  force = [0, 0, 0] [N]
    torque = [0, 0, 0] [N m]  extra = 7 } }
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.04 [m]  position = [0.2, 0, -0.1] [m]  orientation = [1, 0, 0, 0]  mass = 1 [kg]
    inertia = sphereInertia(mass, size)  v = [-3, 0, 0] [m/s]  w = [0, 0, 0] [1/s]  L = [0, 0, 0] [N m s]  force = [0, 0, 0] [N]
    torque = [0, 0, 0] [N m] } }
link { name = j  kind = ball_joint  copies = ${count - 1}  between = { bead[index] at [0, 0, -0.05], bead[index + 1] at [0, 0, 0.05] } }
simulation { name = s  initial time = 0  duration = 0.06  step = 0.01  frames = 100
  contexts_involved = { newton_euler, ball_joint, impulse_collision } }`);

  /** The record in which a number of an attribute of the first bead is off after the collision. */
  const struck = (recording: Recording, attribute: string, by: number) => {
    const slot = recording.model.byName.get("bead1")!.slots.get(attribute)!;
    const events = recording.events.map((event) => {
      if (event.type !== "collision") return event;
      const memory = event.after.memory.slice();
      memory[slot.offset] += by;
      return { ...event, after: { ...event.after, time: event.time, memory, applications: event.after.applications } };
    });
    return referee(doctored(recording, { events }), 200);
  };
  const updates = ({ faults }: Verdict) => faults.filter(({ check: kind }) => kind === "update");
  const answers = ({ unchecked }: Verdict) => unchecked.filter((what) => what.startsWith("what 'impulse_collision'"));

  test("an attribute that no law and no link writes", () => {
    const recording = chain(3);
    expect(recording.events.filter(({ type }) => type === "collision").length).toBeGreaterThan(0);
    expect(updates(struck(recording, "extra", 0))).toEqual([]);
    expect(answers(struck(recording, "extra", 0))).toEqual([]);
    expect(updates(struck(recording, "extra", 1e-9)).map(({ words }) => words)).toContain(
      "'extra' is after it not what the law gives",
    );
    expect(updates(struck(recording, "v", 1e-3)).length).toBeGreaterThan(0);
  });

  test("more unknowns than the referee solves for are named; all else is compared", () => {
    const recording = chain(45);
    const verdict = struck(recording, "v", 100);
    expect(verdict.collisions).toBeGreaterThan(0);
    expect(answers(verdict)).toEqual([
      "what 'impulse_collision' writes: links with 132 unknowns answer, which would take long",
    ]);
    expect(updates(struck(recording, "extra", 1e-9)).length).toBeGreaterThan(0);
  });
});
