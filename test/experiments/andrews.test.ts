// Andrews' squeezing mechanism, a seven-body mechanism that programs for differential-algebraic equations are compared
// by, against the published angles, and steps that are too long for it.
import { describe, expect, test } from "vitest";
import { prepare, Run } from "../../src/lab.ts";
import { check, readText, run } from "./gallery.ts";

const names = ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"] as const;

/** At t = 0.03: Hairer and Wanner II, VII.7, with the digits of the Test Set for IVP Solvers. */
const published = [
  15.8107711996, -15.7563710598, 0.0408222401307, -0.534730116323, 0.524409965881, 0.534730116323, 1.04808074104,
];
/**
 * On the way by SciPy: DOP853 to 1e-12, 7 bodies in a plane with 21 coordinates and 20 equations of points that stay
 * together.
 */
const onTheWay = [
  [
    0.01,
    [2.16011313153, -1.88336423111, 0.158516758001, -0.328641075174, 0.525154774798, 0.328641075175, 1.06842720463],
  ],
  [
    0.02,
    [8.18490588966, -7.89050536373, 0.209536913385, -0.238325596596, 0.522536917156, 0.238325596596, 1.0862751086],
  ],
] as const;

/** The difference of two angles, whatever the number of turns. */
const apart = (a: number, b: number) => Math.abs(a - b - 2 * Math.PI * Math.round((a - b) / (2 * Math.PI)));

describe("the squeezer", () => {
  test("follows the published angles, and what SciPy finds on the way", () => {
    const { value, recording } = run("andrews-squeezer");
    for (const [time, angles] of [...onTheWay, [0.03, published] as const])
      for (const [i, name] of names.entries()) expect(apart(value(name, time), angles[i]), name).toBeLessThan(2e-7);
    // Seven bodies with one freedom: ten hinges state 50 numbers.
    expect(value("solver.redundant")).toBe(50 - (6 * 7 - 1));
    expect(recording.notes.filter((note) => note.startsWith("the step"))).toEqual([]);
  });

  test("does so by Dormand and Prince in too long steps: parts that open joints too far are made shorter", () => {
    const { value } = run("andrews-squeezer", {
      overrides: { integrator: "dormand-prince", step: 0.001, duration: 0.011 },
    });
    const [[time, angles]] = onTheWay;
    for (const [i, name] of names.entries()) expect(apart(value(name, time), angles[i]), name).toBeLessThan(1e-9);
  });

  test.each([
    ["rk4", 0.01],
    ["rk4", 0.001],
    ["explicit euler", 0.03],
    ["semi-implicit euler", 0.01],
  ] as const)(
    "is refused, or doubted in a note, where steps are too long: by %s in steps of %d",
    (integrator, step) => {
      const model = prepare(check(readText("experiments/andrews-squeezer.vfl")), { overrides: { integrator, step } });
      if ("severity" in model) throw new Error(model.message);
      const { stop, notes } = new Run(model).finish();
      const words = [...notes, ...(stop ? [stop.diagnostic.message, ...stop.diagnostic.notes] : [])].join("\n");
      expect(words).toMatch(/step .* is too long|take a (smaller|shorter) step/);
    },
  );
});
