// The note that errors explode, in Lorenz' system. Its largest Lyapunov exponent is 0.906 (Sprott, Chaos and
// Time-Series Analysis); over a short time it is another.
import { expect, test } from "vitest";
import { type Recording, Run } from "../../src/lab.ts";
import { lorenz } from "./hard-problems.ts";
import { modelOf } from "./lab.ts";

const text = lorenz({ step: 0.01, duration: 80 });
const doubts = ({ notes }: Recording) => notes.filter((note) => note.startsWith("the step "));

test("it says from when on the state is not known, and how fast errors grow; from snapshots it is the same", () => {
  const run = new Run(modelOf(text));
  const states = [];
  for (let step = 0; !run.isDone; step++) {
    if (step === 4000 || step === 4500) states.push(run.snapshot());
    run.advance();
  }
  const expected = doubts(run.recording);
  expect(expected).toHaveLength(1);
  const [, after, tenfold] = /state after t = ([\d.]+), .* ten times as large in about ([\d.]+);/.exec(expected[0])!;
  expect(Number(after)).toBeGreaterThan(41);
  expect(Number(tenfold) * 0.906).toBeGreaterThan(Math.log(10) / 2);
  expect(Number(tenfold) * 0.906).toBeLessThan(Math.log(10) * 2);
  for (const resume of states) expect(doubts(new Run(modelOf(text), { resume }).finish())).toEqual(expected);
});
