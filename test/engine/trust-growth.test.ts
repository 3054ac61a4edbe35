// What becomes of the errors of steps: of an accelerating car, known in closed form, and in chaos, known by a run in
// steps a tenth as long.
import { describe, expect, test } from "vitest";
import { type Recording, Run } from "../../src/lab.ts";
import { lorenz } from "./hard-problems.ts";
import { modelOf, numbers, object, runText } from "./lab.ts";

const doubts = ({ notes }: Recording) => notes.filter((note) => note.startsWith("the step "));

describe("the error of an accelerating car, x = a t² / 2,", () => {
  const step = 0.2;
  const car = (duration: number, setting: string) =>
    `${object("car", "dynamic", "sphere", "size = 0.1  position = [0, 0, 0]  v = [0, 0, 0]")}
     context { name = drive  type = free fall  functions = { v' = [3, 0, 0]  position' = v } }
     simulation { name = s  initial time = 0  duration = ${duration}  step = ${step}  ${setting} }`;
  const offOf = (recording: Recording, t: number) => Math.abs(numbers(recording, "car.position")[0] - 1.5 * t * t);
  const explicit = "integrator = explicit euler";
  const symplectic = "integrator = semi-implicit euler";

  test.each([
    [explicit, [1, 1.6, 2, 3, 5, 8]],
    [symplectic, [1, 1.6]],
    ["scheme = time stepping", [1, 1.6]],
  ])("is reported beyond the limit: %s", (setting, times) => {
    for (const t of times) {
      const recording = runText(car(t, setting));
      const off = offOf(recording, t);
      // Each step is off by a h² / 2.
      expect(off).toBeCloseTo(1.5 * t * step, 10);
      expect(doubts(recording), `${t}`).toHaveLength(1);
      const error = Number(/'position' of 'car' .* is about ([\d.]+) in a motion of/.exec(doubts(recording)[0])![1]);
      expect(error / off).toBeGreaterThan(0.9);
      expect(error / off).toBeLessThan(1.15);
    }
  });

  // Two percent, and ten for the semi-implicit Euler method.
  test.each([
    [explicit, [12, 20, 50, 100, 400]],
    [symplectic, [2.4, 3, 5, 10, 20, 100]],
    ["scheme = time stepping", [2.4, 3, 5, 10, 20, 100]],
  ])("is not below: %s", (setting, times) => {
    for (const t of times) {
      const recording = runText(car(t, setting));
      expect(offOf(recording, t) / (1.5 * t * t)).toBeLessThan(setting === explicit ? 0.02 : 0.1);
      expect(doubts(recording), `${t}`).toEqual([]);
    }
  });
});

describe("errors that explode, in Lorenz' system,", () => {
  const size = 44;
  const at = ({ frames }: Recording) => frames.map(({ time }) => time);
  /** When two runs first differ by a tenth of the motion. */
  const partingOf = (one: Recording, other: Recording) =>
    at(one).find((time) => {
      const [a, b] = [numbers(one, "ball.x", time), numbers(other, "ball.x", time)];
      return Math.max(...a.map((x, i) => Math.abs(x - b[i]))) > size / 10;
    });
  const inFrames = (text: string) => text.replace(/frames = [\d.]+/, "frames = 1");

  test.each([0.012, 0.01, 0.008, 0.005])(
    "are reported once they have come to a tenth of the motion, in steps of %d",
    (step) => {
      const duration = 60;
      const recording = runText(inFrames(lorenz({ step, duration })));
      const parting = partingOf(recording, runText(inFrames(lorenz({ step: step / 10, duration }))))!;
      expect(parting).toBeLessThan(30);
      expect(doubts(recording)).toHaveLength(1);
      const [note] = doubts(recording);
      const [, by, tenfold] = /by t = ([\d.]+) .*; errors become ten times as large in about ([\d.]+) here/.exec(note)!;
      expect(Number(by)).toBeGreaterThan(parting);
      // The largest Lyapunov exponent is 0.906 (Sprott, Chaos and Time-Series Analysis); over a short time it is
      // another.
      expect(Number(tenfold) * 0.906).toBeGreaterThan(Math.log(10) / 2);
      expect(Number(tenfold) * 0.906).toBeLessThan(Math.log(10) * 2);
    },
  );

  test("are reported over 200 s", () => {
    expect(doubts(runText(lorenz({ duration: 200 })))).toHaveLength(1);
  });

  test("are not where the run is too short for it", () => {
    const duration = 12;
    const recording = runText(inFrames(lorenz({ step: 0.005, duration })));
    expect(partingOf(recording, runText(inFrames(lorenz({ step: 0.0005, duration }))))).toBe(undefined);
    expect(doubts(recording)).toEqual([]);
  });

  test("are reported by the same note from snapshots, and interpreted", () => {
    const text = lorenz({ step: 0.012, duration: 36 });
    const run = new Run(modelOf(text));
    const states = [];
    for (let step = 0; !run.isDone; step++) {
      if (step % 250 === 0 && doubts(run.recording).length === 0) states.push(run.snapshot());
      run.advance();
    }
    const expected = doubts(run.recording);
    expect(expected).toHaveLength(1);
    expect(states.length).toBeGreaterThan(8);
    for (const resume of states) expect(doubts(new Run(modelOf(text), { resume }).finish())).toEqual(expected);
    expect(doubts(new Run(modelOf(text), { evaluation: "interpreted" }).finish())).toEqual(expected);
  });
});
