// What the work of a run goes into: told to whoever asks, and of no influence.
import { expect, test } from "vitest";
import { type PhaseName, phaseNames } from "../../src/engine/state/phase.ts";
import { experiment, runText } from "./lab.ts";

function phasesOf(text: string): { heard: PhaseName[]; digest: string } {
  const heard: PhaseName[] = [];
  const digest = runText(text, { overrides: { duration: 0.02 }, onPhase: (phase) => heard.push(phase) }).digest();
  return { heard, digest };
}

test("a run with constraints tells all phases, and the matrix always before the solution", () => {
  const { heard } = phasesOf(experiment("double-pendulum"));
  expect(new Set(heard)).toEqual(new Set(phaseNames));
  const order = heard.filter((phase) => phase === "matrix" || phase === "solution");
  for (const [i, phase] of order.entries()) if (phase === "matrix") expect(order[i + 1]).toBe("solution");
  expect(heard.at(-1)).toBe("motion");
});

test("a run without links knows only laws and motion", () => {
  const { heard } = phasesOf(experiment("heavy-top"));
  expect(new Set(heard)).toEqual(new Set(["laws", "motion"]));
});

test("who listens changes no bit", () => {
  const text = experiment("double-pendulum");
  expect(phasesOf(text).digest).toBe(runText(text, { overrides: { duration: 0.02 } }).digest());
});
