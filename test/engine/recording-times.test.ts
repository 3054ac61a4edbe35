// The frames of a run: their rate, and the start and the end.
import { expect, test } from "vitest";
import { object, runText } from "./lab.ts";

const text = (settings: string) => `${object("b", "dynamic", "sphere", "size = 0.1  x = 0")}
  context { name = go  type = free fall  functions = { x' = 1 } }
  simulation { name = s  initial time = 0  ${settings} }`;
const times = (settings: string) => runText(text(settings)).frames.map(({ time }) => time);

test.each([
  ["duration = 0.4  frames = 7", [0, 1 / 7, 2 / 7, 0.4]],
  ["duration = 1  frames = 4", [0, 0.25, 0.5, 0.75, 1]],
  ["duration = 1  frames = 0.3", [0, 1]],
  ["duration = 0.35  frames = 10  step = 0.02", [0, 0.1, 0.2, 3 / 10, 0.35]],
])("%s: the end is recorded, at whatever rate", (settings, wanted) => {
  const found = times(settings).filter((t, i, all) => t !== all[i - 1]);
  expect(found).toHaveLength(wanted.length);
  for (const [i, t] of wanted.entries()) expect(found[i]).toBeCloseTo(t, 14);
  expect(found.at(-1)).toBe(wanted.at(-1));
});

test("a frame that rounding puts beside the end is the end", () => {
  for (let frames = 1; frames <= 60; frames++) {
    const found = times(`duration = 1.1  frames = ${frames}  step = 0.05`);
    expect(found.at(-1)).toBe(1.1);
    const steps = found.slice(1).map((t, i) => t - found[i]);
    expect(steps.filter((step) => step > 0 && step < 1e-9)).toEqual([]);
  }
});
