// What a record knows of both sides of every event.
import { describe, expect, test } from "vitest";
import { formatValue } from "../../src/compiler/values/value.ts";
import { startSchedule } from "../../src/engine/start-schedule.ts";
import type { Happening, Observer } from "../../src/engine/state/observer.ts";
import { type Frame, Probe, type RecordedEvent, Recording } from "../../src/lab.ts";
import { curvesOf } from "../../src/record/plot/curves.ts";
import { traceOf } from "../../src/record/probe/trace.ts";
import { experiment, fall, floor, modelOf, object, runText } from "../engine/lab.ts";

const ball = "position = [0, 0, 5]  size = 0.5  v = [1, 0, 0]  mass = 2  vOld = [0, 0, 0]";
const ballText = `world attributes { g = [0, 0, -10]  e = 0.5  bounces = 0 }
${object("ball", "dynamic", "sphere", ball)}${floor}
${fall.replace("functions = {", "functions = { speed = norm(v)")}
context { name = bounce  type = collision  attributes = { vAtCol, jn = 0 }
  compute_first_time_only_attributes = { vAtCol, vOld }
  functions = {
    vAtCol = v  vOld = vAtCol
    impulse = -(1 + e) * mass * (vOld . collisionNormal) * collisionNormal
    jn = norm(impulse)
    bounces = previous(bounces) + 1
    v = vAtCol + impulse / mass } }
measures { energy = total(0.5 * mass * (v . v)) }
simulation { name = s  initial time = 0  duration = 1.2  step = 0.01  frames = 10 }`;

/** As text, or why there is no value. */
function shown(recording: Recording, frame: Frame, path: string): string {
  const value = new Probe(recording.model).value(frame, path);
  return typeof value === "object" && "missing" in value ? value.missing : rounded(formatValue(value));
}

const rounded = (text: string) => text.replace(/-?\d+\.\d+(e-?\d+)?/g, (x) => String(Number(Number(x).toFixed(6)) + 0));

function sides(recording: Recording, event: RecordedEvent, ...paths: string[]): string[][] {
  return paths.map((path) => [event.before, event.after].map((side) => shown(recording, side, path)));
}

const find = (recording: Recording, type: string) => recording.events.find((event) => event.type === type)!;

describe("at a bounce", () => {
  const recording = runText(ballText);
  const bounce = find(recording, "collision");
  const falling = recording.events[recording.events.indexOf(bounce) + 1];
  const t = Math.sqrt(0.9);
  const speed = 10 * t;

  test("attributes of the objects and of the world, and measures, have both their values", () => {
    expect(bounce.time).toBeCloseTo(t, 12);
    expect(sides(recording, bounce, "ball.v#3", "ball.mass", "floor.position", "t", "bounces")).toEqual([
      [-speed, speed / 2].map((x) => rounded(String(x))),
      ["2", "2"],
      ["[0, 0, 0]", "[0, 0, 0]"],
      [rounded(String(t)), rounded(String(t))],
      ["0", "1"],
    ]);
    expect(sides(recording, bounce, "energy")).toEqual([["91", "23.5"]]);
  });

  test("a function of the law has the value that it had in its one evaluation", () => {
    const impulse = rounded(`[0, 0, ${3 * speed}]`);
    expect(sides(recording, bounce, "impulse", "ball.impulse", "floor.impulse")).toEqual(
      [1, 2, 3].map(() => [impulse, impulse]),
    );
    expect(sides(recording, bounce, "impulse # 3")[0][0]).toBe(rounded(String(3 * speed)));
  });

  test("attributes of the context are there as first computed and as updated", () => {
    const vAtCol = rounded(`[1, 0, ${-speed}]`);
    expect(sides(recording, bounce, "ball.vAtCol", "vAtCol", "ball.jn", "jn1")).toEqual([
      [vAtCol, vAtCol],
      [vAtCol, vAtCol],
      ["0", rounded(String(3 * speed))],
      ["0", rounded(String(3 * speed))],
    ]);
  });

  test("an attribute of an object that is computed first is as it was before, and seen by the functions", () => {
    expect(sides(recording, bounce, "ball.vOld")).toEqual([["[0, 0, 0]", rounded(`[1, 0, ${-speed}]`)]]);
  });

  test("names of a pair and what the geometry gave are those of the language", () => {
    expect(sides(recording, bounce, "v1#3", "position2", "collisionNormal", "floor.collisionNormal")).toEqual([
      [-speed, speed / 2].map((x) => rounded(String(x))),
      ["[0, 0, 0]", "[0, 0, 0]"],
      ["[0, 0, 1]", "[0, 0, 1]"],
      ["[0, 0, -1]", "[0, 0, -1]"],
    ]);
    expect(shown(recording, bounce.before, "impuls")).toContain("there is no 'impuls'");
  });

  test("the law of the free fall ends with it and begins again", () => {
    const ended = "'speed' belongs to a law that does not govern 'ball' then";
    const before = rounded(String(Math.hypot(1, speed)));
    expect(sides(recording, bounce, "ball.speed")).toEqual([[before, ended]]);
    expect(falling.type).toBe("free fall");
    expect(sides(recording, falling, "ball.speed", "ball.t0")).toEqual([
      [ended, rounded(String(Math.hypot(1, speed / 2)))],
      ["'t0' belongs to a law that does not govern 'ball' then", rounded(String(t))],
    ]);
    expect(shown(recording, recording.frames[0], "impulse")).toBe(
      "'impulse' belongs to a law that is not applied then",
    );
  });

  test("a trace has all of it", () => {
    const { before, after } = traceOf(bounce, recording.model, new Probe(recording.model));
    expect([...before.objects.keys()]).toEqual(["ball", "floor"]);
    expect([...before.context].map(([name, values]) => [name, [...values.keys()].sort()])).toEqual([
      ["ball", ["jn", "vAtCol"]],
      ["floor", ["jn"]],
    ]);
    expect(after.context.get("ball")!.get("jn")).toBeCloseTo(3 * speed, 9);
    expect([...before.functions.keys()]).toEqual(["impulse"]);
    expect([before, after].map(({ world }) => world.get("bounces"))).toEqual([0, 1]);
    const begun = traceOf(falling, recording.model, new Probe(recording.model));
    expect([begun.before, begun.after].map(({ functions }) => [...functions.keys()])).toEqual([[], ["ball.speed"]]);
  });
});

describe("other events", () => {
  const text = `world attributes { g = [0, 0, -10]  wind = 0 }
    ${object("a", "dynamic", "sphere", "position = [0, 0, 5]  size = 0.5  v = [0, 0, 0]")}
    ${object("b", "dynamic", "sphere", "position = [9, 0, 5]  size = 0.5  v = [0, 0, 0]")}${fall}
    event { name = gust  when = t >= 0.25  aliases = { use va as attribute v of object a }
      functions = { push = [3, 0, 0]  wind = 7  va = previous(va) + push } }
    simulation { name = s  initial time = 0  duration = 0.5  step = 0.01  frames = 10 }`;

  test("an event block's changes of the world and of objects are there, and its functions and aliases", () => {
    const recording = runText(text);
    const gust = find(recording, "event");
    expect(gust.objects).toEqual(["a"]);
    expect(sides(recording, gust, "wind", "a.v", "va", "b.v", "push")).toEqual([
      ["0", "7"],
      ["[0, 0, -2.5]", "[3, 0, -2.5]"],
      ["[0, 0, -2.5]", "[3, 0, -2.5]"],
      ["[0, 0, -2.5]", "[0, 0, -2.5]"],
      ["[3, 0, 0]", "[3, 0, 0]"],
    ]);
  });

  test("a measure at its sides sees the jump, whatever a closed form began with", () => {
    const recording = runText(`${text} measures { momentum = total(v) }`);
    expect(sides(recording, find(recording, "event"), "momentum")).toEqual([["[0, 0, -5]", "[3, 0, -5]"]]);
  });

  test("an alias of a pair names the attribute of either object", () => {
    const recording = runText(`world attributes { g = [0, 0, 0] }
      ${object("a", "dynamic", "sphere", "position = [-1, 0, 0]  size = 0.5  v = [1, 0, 0]")}
      ${object("b", "dynamic", "sphere", "position = [1, 0, 0]  size = 0.5  v = [0, 0, 0]")}${fall}
      context { name = swap  type = collision  attributes = { j }
        aliases = { use mine as attribute v of object with index 0  use yours as attribute v of object with index 1
          use j2nd as attribute j of object with index 1 }
        functions = { mine = previous(yours)  yours = previous(mine)  j = norm(mine)  j2nd = 5 } }
      simulation { name = s  initial time = 0  duration = 2  step = 0.01  frames = 10 }`);
    const swap = find(recording, "collision");
    const [[one, other], numbers] = [
      ["[1, 0, 0]", "[0, 0, 0]"],
      ["a.v", "v1", "mine", "b.v", "v2", "yours"],
    ];
    expect(sides(recording, swap, ...numbers)).toEqual(numbers.map((_, i) => (i < 3 ? [one, other] : [other, one])));
    expect(sides(recording, swap, "b.j", "j2nd").map(([, after]) => after)).toEqual(["5", "5"]);
  });
});

/** The record, and what it was told, whole. */
function listen(text: string, most?: number) {
  const model = modelOf(text);
  const recording = new Recording(model, most);
  const told: Happening[] = [];
  const observer: Observer = {
    frame: (...frame) => recording.frame(...frame),
    happening(happening) {
      const copy = ({ memory, applications }: Happening["before"]) => ({
        memory: memory.slice(),
        applications: applications.map((each) => each && { ...each, attributes: new Map(each.attributes) }),
      });
      told.push({ ...happening, before: copy(happening.before), after: copy(happening.after) });
      recording.happening(happening);
    },
    input: (input) => recording.input(input),
    note: (message) => recording.note(message),
    stopped: (...stop) => recording.stopped(...stop),
  };
  const schedule = startSchedule(model, observer);
  while (!schedule.isDone) schedule.advance();
  return { recording, told };
}

/** A ball that strikes two in a row: two collisions at one instant. */
const row = `world attributes { g = [0, 0, 0] }
  ${object("a", "dynamic", "sphere", "position = [-2, 0, 0]  size = 0.5  v = [1, 0, 0]")}
  ${object("b", "dynamic", "sphere", "position = [0, 0, 0]  size = 0.5  v = [0, 0, 0]")}
  ${object("c", "dynamic", "sphere", "position = [1, 0, 0]  size = 0.5  v = [0, 0, 0]")}${fall}
  context { name = swap  type = collision  functions = { v1 = previous(v2)  v2 = previous(v1) } }
  simulation { name = s  initial time = 0  duration = 2  step = 0.01  frames = 10 }`;

describe("what is kept", () => {
  test.each([
    ["a row of balls", row],
    ["Newton's cradle", experiment("newtons-cradle").replace("duration = 6", "duration = 1")],
    ["a ball that bounces to rest", experiment("bouncing-ball")],
    ["a ball on a shaken plate", experiment("ball-on-shaken-plate").replace(/duration = .*/, "duration = 2")],
  ])("as differences is what was told, bit for bit: %s", (_, text) => {
    const { recording, told } = listen(text);
    expect(recording.events.length).toBe(told.length);
    expect(told.length).toBeGreaterThan(4);
    for (const [i, { before, after }] of recording.events.entries())
      for (const [kept, heard] of [
        [before, told[i].before],
        [after, told[i].after],
      ]) {
        expect(new BigUint64Array(kept.memory.slice().buffer)).toEqual(new BigUint64Array(heard.memory.buffer));
        const laws = ({ applications }: typeof heard) =>
          applications.map((each) => each && [each.context.name.name, each.since, [...each.attributes]]);
        expect(laws(kept)).toEqual(laws(heard));
      }
  });

  test("what holds after an event holds before the next of the same instant", () => {
    const recording = runText(row);
    const [first, second, ...falls] = recording.events.filter(({ time }) => time > 0);
    expect([first, second].map(({ type, objects }) => [type, ...objects])).toEqual([
      ["collision", "a", "b"],
      ["collision", "b", "c"],
    ]);
    expect(falls.map(({ type, objects }) => [type, ...objects])).toEqual(["a", "b", "c"].map((x) => ["free fall", x]));
    const instant = [first, second, ...falls];
    for (const [i, event] of instant.slice(1).entries()) {
      expect(event.time).toBe(first.time);
      expect(event.before.memory).toEqual(instant[i].after.memory);
      expect(event.before.applications).toEqual(instant[i].after.applications);
    }
    expect(sides(recording, first, "a.v#1", "b.v#1", "c.v#1")).toEqual([
      ["1", "0"],
      ["0", "1"],
      ["0", "0"],
    ]);
    expect(sides(recording, second, "a.v#1", "b.v#1", "c.v#1")).toEqual([
      ["0", "0"],
      ["1", "0"],
      ["0", "1"],
    ]);
  });

  test("further events of an instant cost what they change, not a whole memory", () => {
    const many = (count: number) =>
      `world attributes { g = [0, 0, 0] }
      object { name = ball  copies = ${count}  physical type = dynamic  geometrical type = sphere
        attributes = { position = [3 * index, 0, 0]  size = 0.5  v = [0, 0, 0]  inertia = identityMatrix(3) } }${fall}
      simulation { name = s  initial time = 0  duration = 0  frames = 1 }`;
    const bound = 150 * 200;
    const { recording } = listen(many(200), bound);
    // Nothing reads 'inertia': it is there to make the memory large.
    expect(recording.notes).toHaveLength(1);
    expect(recording.events).toHaveLength(200);
    expect(recording.model.initial.length * 200).toBeGreaterThan(10 * bound);
  });

  test("ends at the bound of the record, which is said once", () => {
    const whole = listen(ballText).recording;
    const { recording } = listen(ballText, 900);
    expect(recording.notes).toEqual([
      "the record is full: later frames and events are not kept; record fewer frames per unit of time",
    ]);
    expect(recording.frames.length).toBeGreaterThan(0);
    expect(recording.frames.length).toBeLessThan(whole.frames.length);
    expect(recording.events.length).toBeLessThan(whole.events.length);
    expect(recording.stop).toBeNull();
  });
});

describe("a plot", () => {
  const columns = ["ball.v#3", "ball.speed", "ball.impulse#3"].map((name) => ({ name, path: name }));
  const curves = (recording: Recording) => {
    const found = curvesOf(recording, new Probe(recording.model), columns, "time");
    if ("problem" in found) throw new Error(found.problem);
    return found.map(({ points }) => points);
  };
  const finite = (points: readonly { x: number; y: number }[]) => points.filter(({ y }) => Number.isFinite(y));

  test("has both sides of a jump from the events of the record, also of a function whose law begins anew", () => {
    const recording = runText(ballText);
    const { time } = find(recording, "collision");
    const [velocity, speed] = curves(recording).map((points) => finite(points).filter(({ x }) => x === time));
    expect(velocity[0].y).toBeCloseTo(-10 * time, 9);
    expect(velocity.at(-1)!.y).toBeCloseTo(5 * time, 9);
    expect([speed[0], speed.at(-1)!].map(({ y }) => y)).toEqual(
      [-10, 5].map((factor) => expect.closeTo(Math.hypot(1, factor * time), 9)),
    );
    // A law that ends and begins within the instant leaves no gap.
    expect(finite(curves(recording)[1])).toHaveLength(curves(recording)[1].length);
  });

  test("shows what a collision's law gave where it was applied", () => {
    const recording = runText(ballText);
    const { time } = find(recording, "collision");
    expect(new Set(finite(curves(recording)[2]).map(({ x }) => x))).toEqual(new Set([time]));
  });

  test("of a record without events has the frames only", () => {
    const { frames, model } = runText(ballText);
    const found = curvesOf({ frames, events: [] }, new Probe(model), columns.slice(0, 1), "time");
    expect("problem" in found ? 0 : found[0].points.length).toBe(frames.length);
  });
});
