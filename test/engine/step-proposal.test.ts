// The step that a note proposes: with it the error is what the note promises, half of what is told, and not far less.
// The motions have closed forms.
import { expect, test } from "vitest";
import type { Recording } from "../../src/lab.ts";
import { drag, spring } from "./hard-problems.ts";
import { number, runText } from "./lab.ts";

/** A half of 2 %, and of 10 % for the semi-implicit Euler method. */
const promised = 0.01;
const promisedOfSymplectic = 0.05;

/** How far cos(w t) is off, in place and velocity together: so it does not matter where in its period it is. */
function offOfSpring(k: number, recording: Recording): number {
  const w = Math.sqrt(k);
  const angle = w * recording.frames.at(-1)!.time;
  return Math.hypot(number(recording, "ball.x") - Math.cos(angle), number(recording, "ball.u") / w + Math.sin(angle));
}

const proposed = ({ notes }: Recording) => {
  const note = notes.find((one) => one.startsWith("the step "));
  return Number(/write step = ([\de.-]+)/.exec(note ?? "")?.[1]);
};

const springs = [
  ["rk4", 1e4, 1, 0.01],
  ["rk4", 1e4, 100, 0.01],
  ["rk4", 1e5, 0.3, 0.01],
  ["rk4", 100, 10, 0.5],
  ["explicit euler", 100, 5, 0.01],
  ["implicit midpoint", 100, 20, 0.05],
  ["semi-implicit euler", 100, 10, 0.1],
  ["rk4", 100, 1, 10],
  ["time stepping", 100, 10, 0.1],
] as const;

test.each(springs)("by %s, w² = %d, for %d s in steps of %d", (method, k, duration, step) => {
  const setting = method === "time stepping" ? { scheme: method, duration } : { integrator: method, duration };
  const shorter = proposed(runText(spring(k, { ...setting, step })));
  const recording = runText(spring(k, { ...setting, step: shorter }));
  expect(recording.notes.filter((note) => note.startsWith("the step "))).toEqual([]);
  const off = offOfSpring(k, recording);
  const isSymplectic = method === "semi-implicit euler" || method === "time stepping";
  const share = isSymplectic ? promisedOfSymplectic : promised;
  expect(off).toBeLessThan(3 * share);
  expect(off).toBeGreaterThan(share / 3);
});

test("errors that fade with the motion do not add up", () => {
  const c = 250;
  const shorter = proposed(runText(drag(c, {})));
  const recording = runText(drag(c, { step: shorter }));
  expect(recording.notes.filter((note) => note.startsWith("the step "))).toEqual([]);
  const slot = recording.model.byName.get("ball")!.slots.get("u")!;
  const errors = recording.frames.map(({ time, memory }) => Math.abs(memory[slot.offset] - Math.exp(-c * time)));
  expect(Math.max(...errors)).toBeLessThan(3 * promised);
  expect(Math.max(...errors)).toBeGreaterThan(promised / 5);
});
