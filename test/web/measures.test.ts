// Measures with their drift; the interpreter at the time that is shown.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, shoot, startLab } from "./lab.ts";
import { experimentText, measureRow, openPlain, recordOf, runText, shownTime, showPanel, soon } from "./measuring.ts";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await startLab();
  page = await openPlain(lab);
});
afterAll(() => lab.close());

const measure = (name: string) => measureRow(page, name);

test("energy that a collision takes is marked, with the way to the event", async () => {
  await runText(page, experimentText("thesis-figure-28"));
  await showPanel(page, "Measures");
  await soon(() => measure("energy").textContent()).toContain("stays the same between events");
  const jump = measure("energy").locator(".jump-list button").first();
  await soon(() => jump.textContent()).toContain("at 1.316406 s, collision of my_sphere2 and my_bloc7");
  await jump.click();
  await soon(() => shownTime(page)).toBe(1.316406);
  // After the collision: 2/7 of the sliding energy is gone.
  const { recording, probe } = recordOf(experimentText("thesis-figure-28"));
  const after = recording.events.find(({ type }) => type === "collision")!.after;
  const energy = probe.value(after, "energy") as number;
  const value = measure("energy").locator(".measure-value");
  await soon(async () => Number.parseFloat((await value.textContent())!)).toBeCloseTo(energy, 2);
  const strip = page.locator(".measure-strip");
  await soon(() => strip.textContent()).toMatch(/energy[\d.]+J/);
  await soon(() => strip.textContent()).toContain("−16 %");
  await shoot(page, "measures");
});

test("a step that is too large is told by the drift; a smaller one is not", async () => {
  const text = experimentText("kepler-orbit").replace("duration = 3", "duration = 2");
  await runText(page, text);
  // Of all of it: a part that came in first could be judged otherwise.
  await soon(() => measure("energy").getAttribute("class")).toMatch(/kept|drifts/);
  expect(await measure("energy").textContent()).not.toContain("drifts ever farther");
  await runText(page, text.replace("dormand-prince", "explicit euler").replace("step = 0.005", "step = 0.00005"));
  await soon(() => measure("energy").textContent()).toContain("drifts ever farther");
  await soon(() => page.locator(".measure-strip .doubtful").first().textContent()).toContain("energy");
});

test("the interpreter knows the attributes at the time that is shown", async () => {
  const text = experimentText("thesis-figure-31");
  await runText(page, text);
  await showPanel(page, "Interpreter");
  const box = page.getByLabel("Ask the interpreter");
  const said = page.locator(".exchange .said");
  const ask = async (question: string) => {
    const before = await said.count();
    await box.fill(question);
    await box.press("Enter");
    await soon(() => said.count()).toBeGreaterThan(before);
    return (await said.last().textContent()) ?? "";
  };
  const { recording, probe } = recordOf(text);
  expect(await ask("my_sphere.position")).toBe("[0, 0, 6] m");
  await page.getByRole("slider", { name: "Time line" }).focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowRight");
  const frame = recording.frames[12];
  const v = probe.value(frame, "my_sphere.v") as { data: Float64Array };
  expect(await ask("norm(my_sphere.v)")).toBe(`${Math.abs(v.data[2])} m/s`);
  expect(await ask("$energy")).toBe(`${probe.value(frame, "energy")} J`);
  // Otherwise than in SI where that makes sense.
  expect(await ask("norm(my_sphere.v) / (2 [s]) in [cm/s^2]")).toBe(`${Math.abs(v.data[2]) / 2 / 0.01} cm/s²`);
  expect(await ask("my_sphere.v in [kg]")).toBe(
    "the answer is a velocity, m/s, and cannot be shown in kg, the unit of a mass, kg",
  );
  expect(await ask("speed(f) = f * norm(my_sphere.v)")).toBe("speed is defined");
  expect(await ask("speed(2)")).toBe(`${2 * Math.abs(v.data[2])} m/s`);
  // A function means the attributes of now, not of when it was written.
  await page.getByRole("button", { name: "To the start" }).click();
  expect(await ask("speed(2)")).toBe("0 m/s");
  expect(await ask("my_sphere.nothing")).toContain("'my_sphere.nothing' is not defined");
  expect(await ask("loop(n) = loop(n + 1)")).toBe("loop is defined");
  expect(await ask("loop(1)")).toMatch(/Runtime Error/);
  // What was asked comes back.
  await box.press("ArrowUp");
  expect(await box.inputValue()).toBe("loop(1)");
  await box.press("ArrowUp");
  await box.press("ArrowUp");
  expect(await box.inputValue()).toBe("my_sphere.nothing");
  await box.press("ArrowDown");
  expect(await box.inputValue()).toBe("loop(n) = loop(n + 1)");
  await shoot(page, "interpreter");
  expect(lab.errors()).toEqual([]);
});
