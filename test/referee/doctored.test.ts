// Records that are not what the text says: the referee must object to each.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type RecordedEvent, type Recording, referee, type Value, type Verdict } from "../../src/lab.ts";
import { changed, doctored, off, record, withSide } from "./doctor.ts";

/** A collision whose law was given something else. */
function withGiven(event: RecordedEvent, given: readonly ReadonlyMap<string, Value>[]): RecordedEvent {
  const { time, memory, applications, act } = event.before;
  const other = { ...act!, players: { ...act!.players, given } };
  return { ...event, before: { time, memory, applications, act: other } };
}

type Matrix = Extract<Value, { kind: "matrix" }>;

function scaled(matrix: Matrix, factor: number): Matrix {
  return { ...matrix, data: matrix.data.map((x) => factor * x) };
}

/** The checks that have found something. */
const found = new Set<string>();

function wrong(verdict: Verdict): Set<string> {
  for (const { check: kind } of verdict.faults) found.add(kind);
  return new Set(verdict.faults.map(({ check: kind }) => kind));
}
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
    mass = 1 [kg]  inertia = cuboidInertia(mass, size)  v = [0, 0, 0] [m/s]  w = [0, 0, 0] [1/s]
      L = [0, 0, 0] [kg*m^2/s]
    force = [0, 0, 0] [N]  torque = [0, 0, 0] [N*m] } }
link { name = pin  kind = ball_joint  between = {rod at [0, 0, 0.5], world} }
simulation { name = swing  contexts_involved = {newton_euler, ball_joint}  initial time = 0  duration = 0.3
  step = 0.005  frames = 200 }`);

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
    inertia = sphereInertia(mass, size)  v = [0, 0, 0] [m/s]  w = [0, 0, 0] [1/s]  L = [0, 0, 0] [N m s]
      force = [0, 0, 0] [N]
    torque = [0, 0, 0] [N m]  extra = 7 } }
object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.04 [m]  position = [0.2, 0, -0.1] [m]  orientation = [1, 0, 0, 0]  mass = 1 [kg]
    inertia = sphereInertia(mass, size)  v = [-3, 0, 0] [m/s]  w = [0, 0, 0] [1/s]  L = [0, 0, 0] [N m s]
      force = [0, 0, 0] [N]
    torque = [0, 0, 0] [N m] } }
link { name = j  kind = ball_joint  copies = ${count - 1}
  between = { bead[index] at [0, 0, -0.05], bead[index + 1] at [0, 0, 0.05] } }
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
      "'extra' afterwards is not what the law gives",
    );
    expect(updates(struck(recording, "v", 1e-3)).length).toBeGreaterThan(0);
  });

  test("more unknowns than the referee solves for are named; all else is compared", () => {
    const recording = chain(45);
    const verdict = struck(recording, "v", 100);
    expect(verdict.collisions).toBeGreaterThan(0);
    expect(answers(verdict)).toEqual([
      "what 'impulse_collision' writes: the response of links with 132 unknowns, which would take long",
    ]);
    expect(updates(struck(recording, "extra", 1e-9)).length).toBeGreaterThan(0);
  });
});

describe("what collisions say", () => {
  const recording = record(ball);
  const at = recording.events.findIndex(({ type }) => type === "collision");
  const collision = recording.events[at];

  test("a normal of another length", () => {
    const normal = collision.normal!.map((x) => 1.001 * x);
    const verdict = referee(doctored(recording, { events: recording.events.with(at, { ...collision, normal }) }));
    expect(wrong(verdict)).toEqual(new Set(["collision", "context"]));
    expect(verdict.faults.find(({ check: kind }) => kind === "collision")!.figure).toBeCloseTo(0.001, 9);
  });

  test.each([
    ["that points the other way", (normal: number[]) => normal.map((x) => 0 - x)],
    ["that is turned by a hundredth of a degree", ([x, y, z]: number[]) => [x, y - z * 1.7e-4, z]],
  ] as const)("a normal %s", (_, turned) => {
    const normal = Float64Array.from(turned([...collision.normal!]));
    const verdict = referee(doctored(recording, { events: recording.events.with(at, { ...collision, normal }) }));
    expect(wrong(verdict)).toContain("normal");
  });

  test("a law that was given another normal than the record has", () => {
    const given = collision.before.act!.players.given.map((values) => new Map(values));
    given[0].set("collisionNormal", { kind: "vector", data: Float64Array.of(1, 0, 0) });
    const verdict = referee(doctored(recording, { events: recording.events.with(at, withGiven(collision, given)) }));
    expect(wrong(verdict)).toContain("context");
    expect(verdict.faults.some(({ words }) => /another 'collisionNormal' for 'ball'/.test(words))).toBe(true);
  });

  test("a ball that another law moves than the text has for it", () => {
    const bounce = recording.model.contexts.find(({ name }) => name.name === "bounce")!;
    const frames = recording.frames.map((frame) => ({
      ...frame,
      applications: frame.applications.map((one) => one && { ...one, context: { ...bounce, type: one.context.type } }),
    }));
    const verdict = referee(doctored(recording, { frames }));
    expect(verdict.faults.some(({ words }) => words.startsWith("another law moves it than 'fall'"))).toBe(true);
    wrong(verdict);
  });

  test("a law that does not apply to the pair", () => {
    const events = recording.events.with(at, { ...collision, context: "fall" });
    const verdict = referee(doctored(recording, { events }));
    expect(wrong(verdict)).toContain("context");
    expect(verdict.faults.some(({ words }) => /the law for this is 'bounce'/.test(words))).toBe(true);
  });

  test("an attribute that the law does not write and that changes", () => {
    const memory = changed(recording, collision.after.memory, ["ball", "position", 0], 1e-9);
    const events = recording.events.with(at, withSide(collision, "after", memory));
    expect(wrong(referee(doctored(recording, { events })))).toContain("update");
  });

  test("a ball that is before the wall in one frame and behind it in the next", () => {
    const slot = recording.model.byName.get("ball")!.slots.get("position")!;
    const height = slot.offset + 2 * slot.stride;
    const before = recording.frames.filter(({ time }) => time < 0.3);
    const last = before.at(-1)!;
    const memory = last.memory.slice();
    memory[height] = -last.memory[height];
    const frames = [...before, { ...last, time: last.time + 0.01, memory }];
    const verdict = referee(doctored(recording, { frames, events: recording.events.filter(({ time }) => time === 0) }));
    const overlap = verdict.faults.find(({ check: kind }) => kind === "overlap")!;
    expect(overlap.time).toBeGreaterThan(last.time);
    expect(overlap.time).toBeLessThan(last.time + 0.01);
  });
});

describe("steps of each integrator", () => {
  const swing = (integrator: string, rate: string) => `
object { name = bob  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1  x = 1  u = 0 } }
context { name = swing  type = free fall  functions = { x' = u  u' = ${rate} } }
simulation { name = s  initial time = 0  duration = 2  step = 0.02  frames = 50  integrator = ${integrator} }`;

  test.each(["explicit euler", "semi-implicit euler", "implicit midpoint", "rk4", "dormand-prince"])(
    "%s",
    (integrator) => {
      const recording = record(swing(integrator, "-9 * x"));
      expect(referee(recording).faults).toEqual([]);
      const frames = off(recording, ["bob", "u", 0], 1e-6, near(1));
      expect(wrong(referee(doctored(recording, { frames })))).toEqual(new Set(["rate"]));
    },
  );

  test("in which a law switches", () => {
    // u turns its sign at t = 1.05 or so, where friction does.
    const recording = record(swing("rk4", "-9 * x - 0.5 * sign(u)"));
    expect(referee(recording).faults).toEqual([]);
    for (const time of [1.04, 1.06, 1.08]) {
      const frames = off(recording, ["bob", "u", 0], 1e-3, near(time));
      expect(wrong(referee(doctored(recording, { frames })))).toEqual(new Set(["rate"]));
    }
  });
});

describe("an event", () => {
  const recording = record(`world attributes { count = 0 }
object { name = bob  physical type = dynamic  geometrical type = sphere  attributes = { size = 0.1  x = 0  u = 1 } }
context { name = going  type = free fall  functions = { x' = u  u' = 0 } }
event { name = turning  when = x > 0.5
  aliases = { use x as attribute x of object bob  use u as attribute u of object bob }
  functions = { u = -previous(u)  count = previous(count) + 1 } }
simulation { name = s  initial time = 0  duration = 1  step = 0.01  frames = 100 }`);
  const at = recording.events.findIndex(({ type }) => type === "event");
  const event = recording.events[at];
  const judged = (other: RecordedEvent) => referee(doctored(recording, { events: recording.events.with(at, other) }));

  test("as it is nothing is wrong", () => {
    expect(referee(recording)).toMatchObject({ faults: [], events: 1 });
  });

  test.each([
    ["that writes another value", ["bob", "u", 0]],
    ["that changes what it does not name", ["bob", "x", 0]],
    ["that writes another value of the world", ["world", "count", 0]],
  ] as const)("%s", (_, path) => {
    const memory = changed(recording, event.after.memory, path, 1e-9);
    expect(wrong(judged(withSide(event, "after", memory)))).toContain("update");
  });

  test("that happens though its condition does not hold", () => {
    const memory = changed(recording, event.before.memory, ["bob", "x", 0], -0.01);
    const verdict = judged(withSide(event, "before", memory));
    expect(wrong(verdict)).toContain("event");
    expect(verdict.faults.some(({ words }) => /does not hold/.test(words))).toBe(true);
  });
});

const bodies = `
import "laws/bodies.vfl"
import "laws/newton-euler.vfl"
import "laws/joints.vfl"
world attributes { g = [0, 0, -9.81] [m/s^2]  restitution = 0.5  friction = 0 }`;
const rod = (name: string, place: string, more = "") => `
object { name = ${name}  physical type = dynamic  geometrical type = cuboid
  attributes = {
    position = ${place} [m]  orientation = quaternionFromAxisAndAngle([0, 1, 0], -pi / 2)  size = [0.05, 0.05, 1] [m]
    mass = 1 [kg]  inertia = cuboidInertia(mass, size)  w = [0, 0, 0] [1/s]  v = [0, 0, 0] [m/s]
    L = [0, 0, 0] [kg*m^2/s]  force = [0, 0, 0] [N]  torque = [0, 0, 0] [N*m] ${more} } }`;

describe("a rod on a joint that strikes a peg", () => {
  const recording = record(`${bodies} import "laws/impulse-collision.vfl"
${rod("rod", "[0.5, 0, 0]")}
object { name = peg  physical type = static  geometrical type = sphere
  attributes = { size = 0.05  position = [0.7, 0, -0.3] } }
link { name = pin  kind = hinge  between = {rod at [0, 0, 0.5], world}
       attributes = { axis = [0, 1, 0]  other_axis = [0, 1, 0] } }
simulation { name = swing  contexts_involved = {newton_euler, hinge, impulse_collision_with_static}
  initial time = 0  duration = 0.4  step = 0.005  frames = 200 }`);
  const at = recording.events.findIndex(({ type }) => type === "collision");
  const collision = recording.events[at];
  const judged = (path: readonly [string, string, number], by: number) => {
    const memory = changed(recording, collision.after.memory, path, by);
    return referee(doctored(recording, { events: recording.events.with(at, withSide(collision, "after", memory)) }));
  };

  test("as it is nothing is wrong", () => {
    expect(at).toBeGreaterThan(0);
    expect(referee(recording).faults).toEqual([]);
  });

  test("and turns faster than law and joint make it", () => {
    expect(wrong(judged(["rod", "L", 1], 1e-5))).toContain("update");
  });

  test("and its law was told that its joint takes back less", () => {
    const given = collision.before.act!.players.given.map((values) => new Map(values));
    const [key, held] = [...given[0]].find(([name]) => name.startsWith("heldByLinks"))!;
    const less = typeof held === "number" ? 0.999 * held : scaled(held as Matrix, 0.999);
    given[0].set(key, less);
    const verdict = referee(doctored(recording, { events: recording.events.with(at, withGiven(collision, given)) }));
    expect(wrong(verdict)).toContain("update");
    expect(verdict.faults.some(({ words }) => words.includes("than heldByLinks gave the law"))).toBe(true);
  });

  test("and pulls at its joint", () => {
    const verdict = judged(["rod", "v", 1], 1e-5);
    const hasPulled = verdict.faults.some(({ check: kind, time }) => kind === "constraint" && time === collision.time);
    expect(hasPulled).toBe(true);
    wrong(verdict);
  });
});

test("a gear that slips: a constraint on velocities", () => {
  const wheel = (name: string, spin: number) => `
object { name = ${name}  physical type = dynamic  geometrical type = cylinder
  attributes = { position = [${spin}, 0, 0] [m]  size = [0.2, 0.1] [m]  mass = 1 [kg]
    inertia = [[0.01, 0, 0], [0, 0.01, 0], [0, 0, 0.02]] [kg m^2]  orientation = [1, 0, 0, 0]  v = [0, 0, 0] [m/s]
    w = [0, 0, ${spin}] [1/s]  L = inertia * w  force = [0, 0, 0] [N]  torque = [0, 0, 0] [N*m] } }`;
  const recording = record(`${bodies.replace("-9.81", "0")} ${wheel("one", 2)} ${wheel("two", -1)}
link { name = teeth  kind = gear  between = {one, two}
  attributes = { axis = [0, 0, 1]  other_axis = [0, 0, 1]  ratio = 2 } }
simulation { name = s  contexts_involved = {newton_euler, gear}  initial time = 0  duration = 0.1  step = 0.01
  frames = 100 }`);
  expect(referee(recording).faults).toEqual([]);
  const frames = off(recording, ["one", "w", 2], 1e-6, near(0.05));
  expect(wrong(referee(doctored(recording, { frames })))).toContain("constraint");
});

describe("in time stepping", () => {
  const setting = "scheme = time stepping  initial time = 0  duration = 0.04  step = 0.002  frames = 500";
  const floor = `object { name = floor  physical type = static  geometrical type = half space
    attributes = { position = [0, 0, -3] } }`;

  test("a body that falls freely, and one that sinks into the floor", () => {
    const constants = "friction = 0.5  bounce_speed = 0.1 [m/s]  relaxation = 0.2  slop = 0.001 [m]";
    const recording = record(`${bodies.replace("friction = 0", constants)} import "laws/contact-impulses.vfl"
${rod("rod", "[0, 0, 0]")} ${floor}
simulation { name = s  contexts_involved = {newton_euler, contact_impulses_with_static}  ${setting} }`);
    expect(referee(recording).faults).toEqual([]);
    const faster = off(recording, ["rod", "v", 0], 1e-6, near(0.02));
    expect(wrong(referee(doctored(recording, { frames: faster })))).toEqual(new Set(["rate"]));
    const sunk = off(recording, ["rod", "position", 2], -3.2, (time) => time > 0.03);
    expect(wrong(referee(doctored(recording, { frames: sunk })))).toContain("overlap");
  });

  test("a pendulum of two rods: what is no push of a joint, and a pose that velocities do not lead to", () => {
    const recording = record(`${bodies} ${rod("upper", "[0.5, 0, 0]")} ${rod("lower", "[1.5, 0, 0]")}
link { name = pin  kind = ball_joint  between = {upper at [0, 0, 0.5], world} }
link { name = knot  kind = ball_joint  between = {lower at [0, 0, 0.5], upper at [0, 0, -0.5]} }
simulation { name = s  contexts_involved = {newton_euler, ball_joint}  ${setting} }`);
    const verdict = referee(recording, Number.POSITIVE_INFINITY);
    expect(verdict.faults).toEqual([]);
    expect(verdict.unchecked.join()).not.toMatch(/links|linkage/);
    // About its own axis no joint holds it; so it is no push of one that turns it.
    const spun = off(recording, ["lower", "L", 0], 1e-4, (time) => time > 0.02);
    const spinning = referee(doctored(recording, { frames: spun }), Number.POSITIVE_INFINITY);
    expect(wrong(spinning)).toContain("rate");
    expect(spinning.faults[0]).toMatchObject({ objects: ["lower"] });
    const turned = off(recording, ["lower", "orientation", 1], 1e-3, near(0.02));
    expect(wrong(referee(doctored(recording, { frames: turned }), Number.POSITIVE_INFINITY))).toContain("rate");
  });
});

test("a ball that sinks into the floor under a contact law that holds it", () => {
  const recording = record(readFileSync(new URL("../../experiments/bouncing-ball.vfl", import.meta.url), "utf8"));
  expect(referee(recording).faults).toEqual([]);
  const { time } = recording.frames.at(-2)!;
  // It may by a hundredth of its radius, 0.1 m.
  const frames = off(recording, ["ball", "position", 2], -0.003, near(time));
  expect(wrong(referee(doctored(recording, { frames })))).toContain("overlap");
});

test("each check of the documentation has found a fault", () => {
  const table = readFileSync(new URL("../../docs/referee.md", import.meta.url), "utf8").matchAll(/^\| (\w+) \| /gm);
  const checks = [...table].map(([, name]) => name).filter((name) => name !== "check");
  expect(checks.length).toBeGreaterThan(7);
  expect([...found].sort()).toEqual([...checks].sort());
});
