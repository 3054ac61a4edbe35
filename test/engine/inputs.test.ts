// What a person does while it runs is recorded, and done again exactly.
import { expect, test } from "vitest";
import { vectorOf } from "../../src/compiler/values/value.ts";
import { prepare, Run } from "../../src/lab.ts";
import { check, readText } from "../experiments/gallery.ts";
import { modelOf } from "./lab.ts";

const pulling = () => {
  const model = prepare(check(readText("experiments/pull-the-box.vfl")), { overrides: { duration: 3 } });
  if ("severity" in model) throw new Error(model.message);
  return model;
};

/** Pulls the box by a corner along a curve, and lets go of it. */
function pull(run: Run): void {
  while (!run.isDone) {
    const { time } = run;
    if (time > 0.5 && time < 1.5) {
      run.input("grip", vectorOf([0.6, 0.4, 0.25]));
      run.input("pointer", vectorOf([1 + time, Math.sin(3 * time), 2]));
      run.input("pull", 1);
    } else if (time >= 1.5 && time < 1.52) run.input("pull", 0);
    run.advance();
  }
}

test("a run given the inputs of another gives the same record, compiled and interpreted", () => {
  const live = new Run(pulling());
  pull(live);
  const { inputs } = live.recording;
  expect(inputs.length).toBeGreaterThan(100);
  for (const evaluation of ["compiled", "interpreted"] as const) {
    const again = new Run(pulling(), { inputs, evaluation }).finish();
    expect(again.digest()).toBe(live.recording.digest());
    expect(again.inputs).toEqual(inputs);
  }
  expect(new Run(pulling()).finish().digest()).not.toBe(live.recording.digest());
});

test("the spring gives the momentum it should: that of its force over time", () => {
  const model = modelOf(`
    world attributes { k = 4 }
    input { pointer = 0 }
    object { name = a physical type = dynamic geometrical type = sphere
      attributes = { position = [0, 0, 0] size = 1 v = [0, 0, 0] } }
    context { name = pulled type = free fall functions = { v' = [k * (pointer - position # 1), 0, 0]  position' = v } }
    simulation { name = s initial time = 0 duration = 2 step = 0.01 integrator = rk4 }`);
  const run = new Run(model);
  while (run.time < 1 - 1e-9) run.advance();
  run.input("pointer", 3);
  const recording = run.finish();
  // From t = 1 on x'' = 4 (3 - x): x = 3 - 3 cos 2(t - 1).
  const memory = recording.frames.at(-1)!.memory;
  const at = model.bodies[0].position.offset;
  expect(memory[at]).toBeCloseTo(3 - 3 * Math.cos(2), 6);
});

test("closed forms that note the beginning begin anew when an input changes", () => {
  const model = modelOf(`
    input { push = 0 }
    object { name = a physical type = dynamic geometrical type = sphere
      attributes = { position = [0, 0, 0] size = 1 v = [0, 0, 0] } }
    context { name = pushed type = free fall attributes = {t0, v0, p0} compute_first_time_only_attributes = {t0, v0, p0}
      functions = { t0 = t v0 = v p0 = position v = v0 + [push, 0, 0] * (t - t0)
        position = p0 + v0 * (t - t0) + 0.5 * [push, 0, 0] * (t - t0)^2 } }
    simulation { name = s initial time = 0 duration = 2 step = 0.1 }`);
  const run = new Run(model);
  while (run.time < 1 - 1e-9) run.advance();
  run.input("push", 2);
  const recording = run.finish();
  expect(recording.frames.at(-1)!.memory[model.bodies[0].position.offset]).toBeCloseTo(1, 12);
});

test("what is no input, or of another shape, or not finite, is refused with a sentence and changes nothing", () => {
  const run = new Run(pulling());
  expect(run.input("g", 1)).toBe("there is no input 'g'; there are: grip, pointer, pull");
  expect(run.input("pointer", 1)).toBe("'pointer' is a vector of 3, not a real");
  expect(run.input("pull", Number.NaN)).toBe("'pull' takes finite values, not NaN");
  expect(run.recording.inputs).toEqual([]);
});

test("an input that stops a run stops its replay at the same instant, and then nothing changes", () => {
  const model = modelOf(`
    input { push = 0 }
    object { name = a physical type = dynamic geometrical type = sphere
      attributes = { position = [0, 0, 0] size = 1 } }
    context { name = pushed type = free fall attributes = {x0} compute_first_time_only_attributes = {x0}
      functions = { x0 = sqrt(1 - push)  position = [x0 + t, 0, 0] } }
    simulation { name = s initial time = 0 duration = 2 step = 0.1 }`);
  const run = new Run(model);
  for (let i = 0; i < 5; i++) run.advance();
  const { time } = run;
  run.input("push", 2);
  expect(run.isDone).toBe(true);
  expect(run.input("push", 0)).toBe(`the run has stopped at t = ${time}: inputs no longer change it`);
  const { frames, stop, inputs } = run.recording;
  expect(inputs).toHaveLength(1);
  const again = new Run(model, { inputs }).finish();
  expect(again.stop).toEqual({ diagnostic: stop!.diagnostic, time });
  expect(again.frames.map((frame) => frame.time)).toEqual(frames.map((frame) => frame.time));
});

test("a run that goes on from a snapshot does not carry out again what a person had done before", () => {
  const model = pulling();
  const run = new Run(model);
  for (let i = 0; i < 20; i++) run.advance();
  run.input("pull", 1);
  for (let i = 0; i < 20; i++) run.advance();
  const resume = run.snapshot();
  run.input("pull", 2);
  const { inputs } = run.finish();
  const again = new Run(model, { resume, inputs });
  again.finish();
  expect(again.recording.inputs.map(({ value }) => value)).toEqual([2]);
  expect(again.snapshot().memory).toEqual(run.snapshot().memory);
});
