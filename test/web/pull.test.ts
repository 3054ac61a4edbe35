// A body pulled by hand while it runs: the law of the spring is the text's own, the lab only says where the hand is.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawnAt } from "./eye.ts";
import { type Lab, startLab, waitForRun } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

const energy = async (page: Page) => {
  const said = (await page.locator("body").textContent())!;
  return Number(/energy\s*([\d.]+(?:e[+−-]?\d+)?)/.exec(said)?.[1].replace("−", "-"));
};

test("a box dragged while it runs gains energy, and the run goes on to its end when it is let go of", async () => {
  const page = await lab.open({ viewport: { width: 1200, height: 640 } });
  await page.keyboard.press("g");
  await page.getByLabel("Search experiments").fill("pull the box");
  await page.locator(".card").first().click();
  // The text is fetched first; then the gallery goes.
  await page.locator(".gallery").waitFor({ state: "detached" });
  await waitForRun(page);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.keyboard.press("Home");
  await page.locator(".question button[aria-label]").first().click();
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>(".view canvas")?.dataset["camera"] !== undefined,
  );
  const { x, y } = await drawnAt(page, [0, 0, 1]);
  expect(await energy(page)).toBe(0);
  await page.keyboard.press(" ");
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 12; i++) {
    await page.mouse.move(x + 8 * i, y - 5 * i);
    await page.waitForTimeout(80);
  }
  await page.waitForFunction(() => document.querySelector("#lab")?.getAttribute("data-phase") === "running");
  await page.mouse.up();
  await waitForRun(page);
  await page.keyboard.press(" ");
  await page.waitForFunction(() => document.querySelector("[aria-label=Play]") !== null);
  expect(await energy(page)).toBeGreaterThan(1e-6);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});
