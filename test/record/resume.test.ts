// A run goes on from a snapshot of its own experiment alone; from any of them it goes on as it would have.
import { describe, expect, test } from "vitest";
import { type Model, type Recording, Run, type State } from "../../src/lab.ts";
import { createRandom } from "../../src/math/random.ts";
import { experiment, modelOf, number, object } from "../engine/lab.ts";
import { anything, pushed, pushedModel } from "./program.ts";

function snapshotAt(model: Model, advances: number): State {
  const run = new Run(model);
  for (let i = 0; i < advances; i++) run.advance();
  return run.snapshot();
}

const snapshot = snapshotAt(pushedModel(), 150);

function refusal(resume: unknown, model = pushedModel()): string {
  try {
    new Run(model, { resume: anything(resume) });
  } catch (error) {
    expect(error).not.toBeInstanceOf(TypeError);
    return (error as Error).message;
  }
  throw new Error("it is accepted");
}

test.each<[string, unknown]>([
  ["null", null],
  ["a number", 5],
  ["text", "abc"],
  ["an empty record", {}],
  ["one that was read from a file", JSON.parse(JSON.stringify({ ...snapshot, applications: [] }))],
  ["one without memory", { ...snapshot, memory: undefined }],
  ["a memory that is cut", { ...snapshot, memory: snapshot.memory.slice(0, 5) }],
  ["another time", { ...snapshot, time: 1 }],
  ["a time beyond the end", { ...snapshot, time: 99 }],
  ["a time that is none", { ...snapshot, time: Number.NaN }],
  ["a copy", { ...snapshot }],
])("%s is no snapshot", (_, resume) => {
  expect(refusal(resume)).toContain("'resume' takes a snapshot that a run returned");
});

test("a snapshot stays as it is, but for its numbers, which must be finite", () => {
  const own = snapshotAt(pushedModel(), 20);
  expect(() => Object.assign(own, { time: 1 })).toThrow("read only");
  own.memory[pushedModel().byName.get("ball")!.slots.get("v")!.offset] = Number.NaN;
  expect(refusal(own)).toBe("this snapshot cannot go on: its 'ball.v' is NaN");
});

test("a run goes on from where a force has become infinite, and stops like the whole run", () => {
  const model = modelOf(`world attributes { k = 1e200 }
    ${object("ball", "dynamic", "sphere", "size = 0.1  v = [1e160, 0, 0]  position = [0, 0, 0]  force = [0, 0, 0]")}
    context { name = drag  type = free fall  functions = { force += k * (v . v) * v
    v' = if t < 0.015 then [0, 0, 0] else force  position' = v } }
    simulation { name = s  initial time = 0  duration = 1  step = 0.01 }`);
  const run = new Run(model);
  run.advance();
  const snapshot = run.snapshot();
  expect([...snapshot.memory]).toContain(Number.POSITIVE_INFINITY);
  const stop = run.finish().stop!.diagnostic.message;
  expect(new Run(model, { resume: snapshot }).finish().stop!.diagnostic.message).toBe(stop);
});

const others: [string, string, string][] = [
  ["size = 0.1", "size = 0.1  mass = 3", "it has no 'ball.mass'"],
  ["world attributes { ", "world attributes { k = 1  ", "it has no 'k'"],
  ["name = ball", "name = disc", "it has no 'disc."],
  ["position = [0, 0, 2]  v = [1, 0, 0]", "v = [1, 0, 0]  p = 1", "it has no 'ball.p'"],
  ["size = 0.1", "size = 0.2", "its 'ball' has another shape"],
  ["type = dynamic", "type = driven", "its 'ball' is dynamic, and here that is driven"],
  ["0.1 * v", "0.2 * v", "its law 'fall' is a different one"],
  ["name = fall", "name = flight", "it knows no law 'flight'"],
  ["step = 0.01", "step = 0.02", "it was made with 'step = 0.01', and here that is 0.02"],
  ["initial time = 0", "initial time = 0.5", "it was made with 'initial time = 0', and here that is 0.5"],
  ["step = 0.01", "step = 0.01  scheme = time stepping", "it was made with 'scheme = event driven'"],
  ["step = 0.01", "step = 0.01  integrator = explicit euler", "it was made with 'integrator = rk4'"],
];

test.each(others)("%s -> %s is another experiment", (from, to, words) => {
  const model = pushedModel(from, to);
  expect(refusal(snapshot, model)).toContain(`this snapshot is of another experiment: ${words}`);
});

test("a function that a law calls is a part of the law, one of measures is not", () => {
  const text = (drag: string, much: string) =>
    `drag(u) = ${drag} * u\nmuch(x) = ${much} * x\n${pushed}`
      .replace("0.1 * v", "drag(v)")
      .replace("total(position # 3)", "much(total(position # 3))");
  const own = snapshotAt(modelOf(text("0.1", "1")), 30);
  expect(refusal(own, modelOf(text("0.3", "1")))).toContain("its function 'drag' is a different one");
  new Run(modelOf(text("0.1", "2")), { resume: own });
});

describe("what may differ", () => {
  test("comments and layout", () => {
    const model = pushedModel("context { name = bounce", "// of rubber\n\ncontext {\n  name = bounce");
    new Run(model, { resume: snapshot });
  });

  test("the end and the frames; but the end does not lie before the snapshot", () => {
    const longer = modelOf(pushed, { overrides: { duration: 4, frames: 7 } });
    expect(new Run(longer, { resume: snapshot }).finish().frames.at(-1)!.time).toBe(4);
    expect(refusal(snapshot, modelOf(pushed, { overrides: { duration: 1 } }))).toMatch(
      /this snapshot is of t = 1\.\d+, and this run ends at t = 1$/,
    );
  });

  test("first values: those of the snapshot hold", () => {
    const end = (model: Model) => number(new Run(model, { resume: snapshot }).finish(), "height");
    expect(end(pushedModel("-9.81", "-1.62"))).toBe(end(pushedModel()));
    expect(number(new Run(pushedModel("-9.81", "-1.62")).finish(), "height")).not.toBe(end(pushedModel()));
  });
});

const bits = (recording: Recording) => [...new Uint8Array(recording.frames.at(-1)!.memory.buffer)].join();

test.each(["bouncing-ball", "double-pendulum", "pull-the-box", "balloon-between-walls", "thesis-5-complete"])(
  "%s resumed at random places ends as the run that went on",
  (name) => {
    const text = experiment(name);
    const { duration } = modelOf(text).settings;
    const model = () => modelOf(text, { overrides: { duration: Math.min(duration, 1) } });
    const whole = new Run(model());
    const states: State[] = [];
    while (!whole.isDone) {
      states.push(whole.snapshot());
      whole.advance();
    }
    states.push(whole.snapshot());
    const random = createRandom(7, name);
    const chosen = Array.from({ length: 3 }, () => states[Math.floor(random.next() * states.length)]);
    for (const resume of [states[0], ...chosen, states.at(-1)!]) {
      const rest = new Run(model(), { resume }).finish();
      expect(bits(rest)).toBe(bits(whole.recording));
      expect(rest.frames[0]?.time ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(resume.time);
    }
  },
);
