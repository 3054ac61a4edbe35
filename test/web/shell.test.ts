// The lab opens with an experiment that runs, plays and can be scrubbed; the gallery opens another.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, startLab, waitForRun } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

test("a first visit shows a running experiment, without errors", async () => {
  const page = await lab.open();
  expect(await page.locator("h1").textContent()).toBe("A ball bounces to rest");
  const time = page.getByLabel("Time", { exact: true }).locator("output.time");
  const before = await time.textContent();
  await page.waitForFunction((text) => document.querySelector("output.time")?.textContent !== text, before);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("Space is for play, the gallery opens another experiment by a click", async () => {
  const page = await lab.open();
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByLabel("Search experiments").fill("kepler");
  await page.locator(".card").first().click();
  await waitForRun(page);
  expect(await page.locator("h1").textContent()).not.toBe("A ball bounces to rest");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});
