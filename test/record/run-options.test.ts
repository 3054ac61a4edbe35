// What a program hands to a run is taken or refused in words; nothing is dropped in silence.
import { describe, expect, test } from "vitest";
import { type Input, type PlainValue, Run } from "../../src/lab.ts";
import { createRandom } from "../../src/math/random.ts";
import { modelOf, runText } from "../engine/lab.ts";
import { anything, pushed, pushedModel } from "./program.ts";

const model = pushedModel();
const refusal = (options: object) => {
  const call = () => new Run(model, anything(options));
  expect(call).toThrow(Error);
  expect(call).not.toThrow(TypeError);
  try {
    call();
  } catch (error) {
    return (error as Error).message;
  }
};

describe("options of a run", () => {
  test.each<[string, object, string[]]>([
    ["a misspelt name", { evalution: "interpreted" }, ["no option 'evalution' of Run", "did you mean 'evaluation'?"]],
    ["another name", { snapshot: {} }, ["no option 'snapshot' of Run", "there are: at, resume, evaluation, inputs"]],
    ["what prepare has not seen", { values: { g: 1 } }, ["'values' is an option of prepare"]],
    ["times that are none", { at: 0.5 }, ["'at' is a list of times, and this is 0.5"]],
    ["a time that is none", { at: [0.5, Number.NaN] }, ["a time is a number, and this is NaN"]],
    ["a time beyond the end", { at: [4] }, ["t = 4 is not in the run, which goes from t = 0 to t = 3"]],
    ["a listener that is none", { onPhase: 3 }, ["'onPhase' is a function"]],
    ["a list", [], ["Run takes options in a record"]],
  ])("%s is refused", (_, options, words) => {
    const said = refusal(options);
    for (const word of words) expect(said).toContain(word);
  });

  test("one record serves prepare and the run", () => {
    const options = { at: [0.123], overrides: { duration: 1 }, values: { g: [0, 0, -1.62] } };
    const run = new Run(modelOf(pushed, options), options);
    expect(run.finish().frames.map(({ time }) => time)).toContain(0.123);
  });
});

const input = { time: 0.5, after: 50, name: "pull", value: [0, 0, 5] };

describe("inputs to replay", () => {
  test.each<[string, unknown, string]>([
    ["no list", "yes", "'inputs' is a list, as recording.inputs has it, and this is \"yes\""],
    ["no record", [3], "the input number 1 is a record { time, name, value }, and this is 3"],
    ["a wrong name", [input, { ...input, name: "pul" }], "number 2: there is no input 'pul'; did you mean 'pull'?"],
    ["what is no input", [{ ...input, name: "g" }], "there is no input 'g'; there are: pull"],
    ["a misspelt part", [{ ...input, afer: 3 }], "did you mean 'after'?"],
    ["a number that is none", [{ ...input, value: [0, Number.NaN, 9] }], "takes finite values, not [0, NaN, 9]"],
    ["a wrong shape", [{ ...input, value: 4 }], "'pull' is a vector of 3, not a real"],
    ["no value", [{ ...input, value: "[0, 0, 1]" }], '"[0, 0, 1]" is not a value'],
    ["what a vector came to", [{ ...input, value: { kind: "vector", data: { 0: 1 } } }], "an object is not a value"],
    ["a time beyond the end", [{ ...input, time: 99, after: 1e9 }], "t = 99 is not in the run"],
    ["no time", [{ name: "pull", value: [0, 0, 1] }], "a time is a number, and this is undefined"],
    ["half a step", [{ ...input, after: 0.5 }], "'after' is a number of steps and events, and this is 0.5"],
    ["another order", [input, { ...input, time: 0.2, after: 20 }], "inputs must be in order of time"],
  ])("%s is refused", (_, inputs, words) => {
    expect(refusal({ inputs: anything(inputs) })).toContain(words);
  });

  test("the time decides where the number of steps says something else", () => {
    const end = (after: number) => {
      const { inputs, frames } = new Run(model, { inputs: [{ ...input, after }] }).finish();
      expect(inputs.map(({ time }) => Math.round(time * 100))).toEqual([50 + (after > 50 ? 1 : 0)]);
      return frames.at(-1)!.memory;
    };
    expect(end(10)).toEqual(end(50));
    end(1e9);
  });

  test("what a run that stops early does not come to is noted", () => {
    const stops = modelOf(
      pushed
        .replace("position' = v", "position' = v * sqrt(0.3 - t) / sqrt(0.3 - t)")
        .replace("duration = 3", "duration = 1"),
    );
    const { stop, notes } = new Run(stops, { inputs: [{ ...input, after: 50 }] }).finish();
    expect(stop).not.toBe(null);
    expect(notes.join()).toMatch(/1 of the 1 inputs to replay was not applied: .*'pull' at t = 0\.5/);
  });
});

describe("an input while it runs", () => {
  test.each<[string, unknown]>([
    ["an array", [0, 0, 5]],
    ["a typed array", Float64Array.of(0, 0, 5)],
    ["a value of the interpreter", { kind: "vector", data: Float64Array.of(0, 0, 5) }],
  ])("may be %s", (_, value) => {
    const run = new Run(model);
    expect(run.input("pull", anything(value))).toBe(null);
    expect(run.recording.inputs).toEqual([{ time: 0, after: 0, name: "pull", value: [0, 0, 5] }]);
  });

  test.each<[string, unknown, string]>([
    ["pul", [0, 0, 1], "there is no input 'pul'; did you mean 'pull'?"],
    ["pull", 3, "'pull' is a vector of 3, not a real"],
    ["pull", [0, 1], "'pull' is a vector of 3, not a vector of 2"],
    ["pull", [0, Number.NaN, 0], "'pull' takes finite values, not [0, NaN, 0]"],
    ["pull", undefined, "'pull' is a vector of 3, and undefined is not a value"],
    ["pull", { elements: [0, 0, 1] }, "'pull' is a vector of 3, and an object is not a value"],
    ["pull", { kind: "vector" }, "'pull' is a vector of 3, and an object is not a value"],
  ])("%s = %j is answered by a sentence, and changes nothing", (name, value, words) => {
    const run = new Run(model);
    expect(run.input(name, anything(value))).toContain(words);
    expect(run.recording.inputs).toEqual([]);
  });

  test("that comes when the run has ended is refused: no replay would come to it", () => {
    const run = new Run(model);
    run.finish();
    expect(run.input("pull", [0, 0, 1])).toBe("the run has ended at t = 3: inputs no longer change it");
    expect(run.recording.inputs).toEqual([]);
  });
});

describe("recorded inputs that went through a file give the same run", () => {
  const text = pushed
    .replace("input {", "input { on = false  turn = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]  drag = 0.1")
    .replace("g + pull - 0.1 * v", "(if on then turn * pull else g) - drag * v");

  test.each([1, 2, 3])("random ones, %i", (seed) => {
    const random = createRandom(seed, "inputs");
    const chance = () => (random.next() < 0.2 ? -0 : 20 * random.next() - 10);
    const vector = () => [chance(), chance(), chance()];
    const values: Record<string, () => PlainValue> = {
      on: () => random.next() < 0.5,
      turn: () => [vector(), vector(), vector()],
      pull: vector,
      drag: () => random.next(),
    };
    const live = new Run(modelOf(text));
    while (!live.isDone) {
      for (const [name, next] of Object.entries(values))
        if (random.next() < 0.02) expect(live.input(name, next())).toBe(null);
      live.advance();
    }
    const { inputs } = live.recording;
    expect(new Set(inputs.map(({ name }) => name)).size).toBe(4);
    const read: Input[] = JSON.parse(JSON.stringify(inputs));
    expect(read).toEqual(inputs);
    const again = new Run(modelOf(text), { inputs: read }).finish();
    expect(again.digest()).toBe(live.recording.digest());
    expect(again.inputs).toEqual(inputs);
  });
});

test("a record has the start and the end of the run, at whatever rate of frames", () => {
  const text = (frames: number) => `object { name = ball  physical type = dynamic  geometrical type = sphere
      attributes = { size = 0.1  position = [0, 0, 0]  v = [1, 0, 0] } }
    context { name = drift  type = free fall  functions = { position' = v } }
    simulation { name = s  initial time = 1  duration = 2  frames = ${frames} }`;
  const timesOf = (frames: number) => runText(text(frames)).frames.map(({ time }) => time);
  expect(timesOf(0.1)).toEqual([1, 3]);
  expect(timesOf(0.5)).toEqual([1, 3]);
  expect(timesOf(0.75)).toEqual([1, 1 + 1 / 0.75, 3]);
});
