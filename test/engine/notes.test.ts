// Notes of runs: each is told once, however often there is reason for it and wherever a run is taken up again.
import { expect, test } from "vitest";
import { Run } from "../../src/lab.ts";
import { modelOf, object, runText } from "./lab.ts";

const ball = object("ball", "dynamic", "sphere", "size = 0.1  position = [0, 0, 0]  v = 1  a = 0  n = 0");
const law = (functions: string) => `context { name = moves  type = free fall  functions = { ${functions} } }`;
const simulation = (more: string) => `simulation { name = s  initial time = 0  ${more} }`;

/** A condition that changes too often for a step to follow, in each of its looks. */
const often = `${ball} ${law("a' = 1")}
  event { name = e  when = floor(a * 20000) == -1  aliases = { use n as attribute n of object ball
    use a as attribute a of object ball }
    functions = { n = previous(n) + 1 } } ${simulation("duration = 0.08  step = 0.01")}`;
/** Friction holds the ball, in every step from 0.2 on. */
const held = `${ball} ${law("v' = 0.5 - 5.5 * (if v > 0 then 1 else -1)")} ${simulation("duration = 1  step = 0.1")}`;
const recursion = `halves(x) = if x < 1 then x else halves(x / 2)
  ${ball} ${law("a' = 1  v' = if halves(a) > 0.7 then 1 else -2")} ${simulation("duration = 1  step = 0.1")}`;

test("a condition that changes too often is reported once", () => {
  const { notes } = runText(often);
  expect(notes.length).toBe(1);
  expect(notes[0]).toMatch(
    /^comparisons in the conditions of events change sides too often within a step, as at t = 0/,
  );
});

test.each([
  ["a condition that changes too often", often],
  ["a switch that holds", held],
  ["switches that are hidden", recursion],
])("a run that is resumed repeats no note: %s", (_, text) => {
  const model = modelOf(text);
  for (const evaluation of ["compiled", "interpreted"] as const) {
    const run = new Run(model, { evaluation });
    for (let i = 0; i < 5; i++) run.advance();
    const resumed = new Run(model, { evaluation, resume: run.snapshot() }).finish();
    expect(run.recording.notes.length).toBeGreaterThan(0);
    // What the first run has not told yet, the second tells, and nothing else.
    const whole = new Run(model, { evaluation }).finish();
    expect([...run.recording.notes, ...resumed.notes]).toEqual(whole.notes);
    const first = new Run(model, { evaluation });
    const all = new Run(model, { evaluation, resume: first.snapshot() }).finish();
    expect([...first.recording.notes, ...all.notes]).toEqual(whole.notes);
  }
});
