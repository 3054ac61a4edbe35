// When a run with a fixed step says that it is not to be trusted, and what the estimate costs: one table. How far a run
// is off is known by Dormand and Prince's method with a tolerance of 1e-13, as a share of how far each attribute moves.
import { expect, test, vi } from "vitest";
import type { Slot } from "../../src/engine/model/slot.ts";
import { Integration } from "../../src/engine/motion/integration.ts";
import { type Recording, Run } from "../../src/lab.ts";
import {
  burrau,
  drag,
  drivenOscillator,
  freeFall,
  kepler,
  lorenz,
  pendulum,
  pleiades,
  quadraticDrag,
  type Setting,
  slow,
  spring,
  suspendedCar,
  vanDerPol,
} from "./hard-problems.ts";
import { experiment, modelOf, runText } from "./lab.ts";

const [euler, symplectic, midpoint] = ["explicit euler", "semi-implicit euler", "implicit midpoint"];

/** What a run says: that it is off, or nothing. */
type Word = "note" | "none";

interface Row {
  readonly system: string;
  readonly text: (setting: Setting) => string;
  readonly integrator: string;
  readonly step: number;
  readonly duration: number;
  readonly word: Word;
}

const rows: Row[] = [];
const row = (
  system: string,
  text: Row["text"],
  [integrator, step, duration]: readonly [string, number, number],
  word: Word,
) => rows.push({ system, text, integrator, step, duration, word });

const of = (e: number) => (setting: Setting) => kepler(e, setting);
row("comet, e = 0.9", of(0.9), [euler, 0.001, 2], "note");
row("comet, e = 0.9", of(0.9), [euler, 0.001, 0.4], "none");
row("comet, e = 0.9", of(0.9), [euler, 0.0001, 2], "note");
row("comet, e = 0.9", of(0.9), ["rk4", 0.001, 3], "none");
row("comet, e = 0.99", of(0.99), ["rk4", 0.001, 3], "note");
row("orbit, e = 0.5", of(0.5), [euler, 0.001, 1], "note");
row("orbit, e = 0.5", of(0.5), [euler, 0.001, 2], "note");
row("orbit, e = 0.5", of(0.5), [euler, 0.0001, 2], "note");
row("orbit, e = 0.5", of(0.5), [euler, 0.00002, 0.8], "none");
row("orbit, e = 0.5", of(0.5), ["rk4", 0.001, 3], "none");
row("circle", of(0), [euler, 0.0005, 2], "note");
row("circle", of(0), [euler, 0.00005, 1], "none");

row("free fall", freeFall, [euler, 1e-4, 1], "none");
row("free fall", freeFall, [euler, 1e-3, 1], "none");
row("free fall", freeFall, [euler, 0.01, 1], "none");
row("free fall", freeFall, [euler, 0.1, 1], "note");
row("free fall", freeFall, [euler, 0.2, 8], "note");
row("free fall", freeFall, [euler, 0.2, 20], "none");
row("free fall", freeFall, [symplectic, 1e-3, 1], "none");
row("free fall", freeFall, ["rk4", 0.1, 1], "none");
for (const step of [1e-4, 1e-3, 0.01]) row("fall in air", (s) => quadraticDrag(0.1, s), [euler, step, 3], "none");
row("fall in air", (s) => quadraticDrag(0.1, s), ["rk4", 0.01, 3], "none");
row("drag", (s) => drag(250, s), [euler, 1e-5, 0.02], "none");
row("a slow motion that is stiff", (s) => slow(100, s), [euler, 1e-4, 2], "none");

const soft = (s: Setting) => spring(100, s);
row("spring", soft, [euler, 4e-4, 2], "note");
row("spring, off by 1 %", soft, [euler, 1e-4, 2], "none");
row("spring, off by 0.5 %", soft, [euler, 5e-5, 2], "none");
row("spring", soft, ["rk4", 0.05, 10], "note");
row("spring, off by 0.5 %", soft, ["rk4", 0.03, 10], "none");
row("spring, off by 1 %", (s) => spring(1e4, s), ["rk4", 0.001, 100], "none");
row("spring, off by 1 %", soft, [midpoint, 0.005, 5], "none");
row("spring", soft, [symplectic, 0.002, 10], "none");
row("pendulum", pendulum, ["rk4", 0.5, 10], "note");
row("pendulum", pendulum, ["rk4", 0.05, 10], "none");
row("pendulum", pendulum, [euler, 0.001, 10], "note");
row("pendulum", pendulum, [euler, 0.0001, 5], "none");
for (const step of [0.15, 0.1]) row("car on a suspension", suspendedCar, ["rk4", step, 10], "note");
row("car on a suspension", suspendedCar, ["rk4", 0.002, 10], "none");
for (const step of [0.2, 0.1, 0.05]) row("car on a suspension", suspendedCar, [midpoint, step, 10], "note");
row("car on a suspension", suspendedCar, [midpoint, 0.002, 10], "none");

row("Pleiades", pleiades, ["rk4", 0.01, 3], "note");
row("Pleiades", pleiades, ["rk4", 0.001, 3], "none");
row("Burrau's three bodies", burrau, ["rk4", 0.01, 5], "note");
row("Burrau's three bodies", burrau, ["rk4", 0.001, 5], "note");
row("Burrau's three bodies", burrau, ["rk4", 0.00005, 4], "none");
row("Lorenz' system", lorenz, ["rk4", 0.01, 10], "none");
row("Lorenz' system", lorenz, ["rk4", 0.01, 200], "note");
row("van der Pol's oscillator", (s) => vanDerPol(1, s), ["rk4", 0.01, 20], "none");
row("a motion that forgets its errors", drivenOscillator, ["rk4", 0.01, 100], "none");
row("a motion that forgets its errors", drivenOscillator, [midpoint, 0.01, 100], "none");
row("a long run", pendulum, ["rk4", 0.01, 200], "none");

const doubts = ({ notes }: Recording) => notes.filter((note) => note.startsWith("the step "));

/** How far a run is off at its end, as a share of how far the attribute moves that is off most. */
function offOf(text: string, { frames, model }: Recording): number {
  const method = /integrator = (explicit euler|semi-implicit euler|implicit midpoint|rk4)/;
  const precise = text.replace(method, "integrator = dormand-prince  tolerance = 1e-13");
  const { frames: right } = runText(precise);
  const [end, first, truth] = [frames.at(-1)!.memory, right[0].memory, right.at(-1)!.memory];
  const share = ({ offset, stride, size }: Slot) => {
    const places = Array.from({ length: size }, (_, k) => offset + k * stride);
    const off = Math.max(...places.map((place) => Math.abs(end[place] - truth[place])));
    const motion = right.map(({ memory }) => Math.max(...places.map((p) => Math.abs(memory[p] - first[p]))));
    return off === 0 ? 0 : off / Math.max(...motion);
  };
  return Math.max(...model.bodies.flatMap(({ slots }) => [...slots.values()].map(share)));
}

const works = () => ({
  led: vi.spyOn(Integration.prototype, "leadFrom"),
  parted: vi.spyOn(Integration.prototype, "takeTwice"),
  traced: vi.spyOn(Integration.prototype, "traceTwice"),
});

/** Steps that the estimate takes, and those of the search for a proposed step. Each has as many evaluations. */
function costOf(run: () => Recording): {
  readonly recording: Recording;
  readonly cost: number;
  readonly search: number;
} {
  const { led, parted, traced } = works();
  const recording = run();
  const counts = traced.mock.calls.map(([, { count }]) => count);
  const strides = counts.filter((count) => count === 1).length;
  const search = 3 * counts.reduce((sum, count) => sum + (count === 1 ? 0 : count), 0);
  const cost = led.mock.calls.length + 2 * parted.mock.calls.length + 3 * strides;
  vi.restoreAllMocks();
  return { recording, cost, search };
}

/** More than this is noted. */
const limit = 0.02;
/** Where a motion is chaotic, or a car has left its vibration behind, the end tells nothing of what was off before. */
const isOffBefore = (system: string) => /Lorenz|Burrau|car/.test(system);

test.each(rows)("$system by $integrator in steps of $step for $duration s: $word", (one) => {
  const { system, text, integrator, step, duration, word } = one;
  const written = text({ integrator, step, duration });
  const { recording, cost, search } = costOf(() => runText(written));
  const off = offOf(written, recording);
  if (word === "none") expect(off).toBeLessThan(limit);
  else if (!isOffBefore(system)) expect(off).toBeGreaterThan(limit);
  expect(doubts(recording)).toHaveLength(word === "note" ? 1 : 0);
  // A twentieth of the steps, a fiftieth for chaos, and what is free in systems of a few numbers.
  expect(cost).toBeLessThan(0.07 * (duration / step) + 640 + 1024);
  expect(search).toBeLessThan(0.05 * (duration / step) + 200_000 / 3);
});

/** Burrau's bodies are known to 1 % in steps of 5e-5 to 8e-5. */
test.each([
  [0.001, 5],
  [0.0003, 5],
  [0.0001, 10],
])(
  "the step that is proposed for Burrau's three bodies in steps of %d for %d s is of the right size",
  (step, duration) => {
    const [note] = doubts(runText(burrau({ step, duration })));
    const proposed = Number(/write step = ([\d.e-]+)/.exec(note)![1]);
    expect(proposed).toBeGreaterThan(5e-5 / 15);
    expect(proposed).toBeLessThan(8e-5 * 2);
  },
);

/** Each rod has 13 numbers. */
test.each([
  [20, 500, 0.09],
  [200, 500, 0.055],
  [2000, 80, 0.055],
])(
  "a rope of %d rods over its first %d steps: the estimate costs no more than this part of them: %d",
  (rods, steps, most) => {
    const overrides = { step: 0.001, duration: 0.001 * steps, frames: 1 };
    const model = modelOf(experiment("rope"), { overrides, values: { n: rods } });
    const { recording, cost } = costOf(() => new Run(model).finish());
    expect(doubts(recording)).toEqual([]);
    expect(cost).toBeGreaterThan(0);
    expect(cost / steps).toBeLessThan(most);
  },
);
