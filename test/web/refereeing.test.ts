// The referee's answer about a run, as its worker gives it: of a run that was stopped at any time, and of one that is
// not the same.
import { expect, test } from "vitest";
import { checkSource } from "../../src/language/check/check.ts";
import { createSource } from "../../src/language/syntax/span.ts";
import { prepare, Run } from "../../src/record/run/run.ts";
import type { RefereeQuestion } from "../../src/web/protocol/referee.ts";
import { refereeOf } from "../../src/web/referee/worker/refereeing.ts";
import type { Job } from "../../src/web/worker/job.ts";
import { importSource, loadLibrary } from "../../src/web/worker/library.ts";
import { experimentText } from "./measuring.ts";

await loadLibrary();

/** A run that goes on until it is stopped, and what is asked about it then. */
function stopped(text: string, isOver: (run: Run) => boolean): { job: Job; question: RefereeQuestion } {
  const source = createSource("experiment", text);
  const model = prepare(checkSource(source, importSource));
  if ("severity" in model) throw new Error(model.message);
  const run = new Run(model);
  const { recording } = run;
  while (!run.isDone && !(recording.frames.length > 0 && isOver(run))) run.advance();
  const { time, memory } = recording.frames.at(-1)!;
  const question = { inputs: [], last: { time, memory }, events: recording.events.length, isStopped: false };
  return { job: { source, run, recording } as unknown as Job, question };
}

const ball = experimentText("bouncing-ball");
// Down after √(2 h / g), and again twice 0.7 of that later.
const first = Math.sqrt(2 / 9.81);

test("a run that was stopped at its first frame is checked from there to the next", () => {
  const { job, question } = stopped(ball, () => true);
  expect(question.last.time).toBe(0);
  expect(refereeOf(job, question)).toEqual({
    line: "checked: 1 pair of bodies, 1 law; nothing wrong",
    count: 0,
    faults: [],
    unchecked: [],
  });
});

test("a run that was stopped later is checked as far as it came", () => {
  const lineAt = (time: number) => {
    const { job, question } = stopped(ball, (run) => run.time > time);
    return refereeOf(job, question).line;
  };
  expect(lineAt(first - 0.05)).toBe("checked: 1 pair of bodies, 1 law; nothing wrong");
  expect(lineAt(first + 0.05)).toBe("checked: 1 collision, 1 pair of bodies, 2 laws; nothing wrong");
  expect(lineAt(2.4 * first + 0.05)).toBe("checked: 2 collisions, 1 pair of bodies, 2 laws; nothing wrong");
});

test("steps of any integrator are not divided by the last frame that is shown", () => {
  // 60 frames a second lie within steps of 0.01 s.
  for (const integrator of ["explicit euler", "semi-implicit euler", "implicit midpoint", "rk4"]) {
    const text = `object { name = bob  physical type = dynamic  geometrical type = sphere
        attributes = { size = 0.1  position = [1, 0, 0]  v = [0, 0, 0] } }
      context { name = spring  type = free fall  functions = { v' = -40 * position  position' = v } }
      simulation { name = swing  initial time = 0  duration = 10  step = 0.01  frames = 60
        integrator = ${integrator} }`;
    const { job, question } = stopped(text, (run) => run.time > 0.124);
    expect(question.last.time).toBe(7 / 60);
    expect(refereeOf(job, question)).toMatchObject({ line: "checked: 1 law; nothing wrong", unchecked: [] });
  }
});

test("there is no verdict on a run that differs in a bit, at a frame of any rate", () => {
  for (const text of [ball, ball.replace("duration = 4", "duration = 4  frames = 7")]) {
    const { job, question } = stopped(text, (run) => run.time > 1);
    const memory = question.last.memory.slice();
    memory[memory.findIndex((x) => x > 0)] *= 1 + 2 ** -52;
    expect(() => refereeOf(job, { ...question, last: { ...question.last, memory } })).toThrow("came out different");
    expect(() => refereeOf(job, { ...question, events: 1000 })).toThrow("came out different");
  }
});
