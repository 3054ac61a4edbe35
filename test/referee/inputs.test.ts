// Runs in which a person does something: it ends one stretch of motion and begins another, wherever frames lie, and
// nothing is wrong with it.
import { expect, test } from "vitest";
import { vectorOf } from "../../src/compiler/values/value.ts";
import { prepare, type Recording, Run, referee, refereeLines } from "../../src/lab.ts";
import { check, experiments } from "../experiments/gallery.ts";

function modelOf(text: string) {
  const model = prepare(check(text));
  if ("severity" in model) throw new Error(model.message);
  return model;
}

/** A run in which something may be done after each step. */
function record(text: string, act: (run: Run, k: number) => void): Recording {
  const run = new Run(modelOf(text));
  for (let k = 1; !run.isDone; k++) {
    run.advance();
    act(run, k);
  }
  return run.recording;
}

function faultsOf(recording: Recording): string[] {
  const verdict = referee(recording, 1e9);
  expect(verdict.intervals).toBeGreaterThan(0);
  return verdict.count === 0 ? [] : refereeLines(verdict);
}

const pushed = (integrator: string, frames: number) => `
input { push = 0 }
object { name = bob  physical type = dynamic  geometrical type = sphere
  attributes = { size = 0.1  position = [1, 0, 0]  v = [0, 0, 0] } }
context { name = spring  type = free fall  functions = { v' = -4 * position + [push, 0, 0]  position' = v } }
simulation { name = swing  initial time = 0  duration = 4  step = 0.01  frames = ${frames}
  integrator = ${integrator} }`;

test.each(["rk4", "semi-implicit euler", "dormand-prince"])("a push at any step of %s", (integrator) => {
  // 100 frames a second lie at k / 100, the steps end at k * 0.01: one in ten differs in its last bit.
  const ends = Array.from({ length: 400 }, (_, k) => k);
  expect(ends.filter((k) => k / 100 !== k * 0.01).length).toBeGreaterThan(20);
  for (const k of ends.filter((at) => at > 0 && at / 100 !== at * 0.01).slice(0, 4)) {
    const recording = record(pushed(integrator, 100), (run, at) => at === k && run.input("push", 100));
    expect(recording.inputs.map(({ time }) => time)).toEqual([k * 0.01]);
    expect(faultsOf(recording), `after ${k} steps`).toEqual([]);
  }
});

test("a push between two frames, and at one of them", () => {
  for (const k of [100, 101, 103])
    expect(faultsOf(record(pushed("dormand-prince", 20), (run, at) => at === k && run.input("push", 100)))).toEqual([]);
});

test.each([
  { name: "pull-the-box", handle: 1, from: [0.1, -0.4, 1.1], grip: [0.1, -0.4, 0.1] },
  { name: "pull-the-pendulum", handle: 2, from: [0.05, -0.05, -1.9], grip: [0.05, -0.05, -0.4] },
])("a hand that pulls, as in $name", ({ name, handle, from, grip }) => {
  const { text } = experiments.find((one) => one.name === name)!;
  const { step } = modelOf(text).settings;
  const short = text.replace(/duration = .*/, `duration = ${100 * step}  frames = ${1 / step}`);
  const recording = record(short, (run, k) => {
    if (k === 20) {
      run.input("grip", vectorOf(grip));
      run.input("pointer", vectorOf(from));
      run.input("pull", handle);
    }
    if (k > 20 && k < 80 && k % 4 === 0)
      run.input("pointer", vectorOf([from[0] + 0.01 * k, from[1], from[2] + 0.01 * k]));
    if (k === 80) run.input("pull", 0);
  });
  expect(recording.inputs.length).toBe(18);
  expect(faultsOf(recording)).toEqual([]);
});
