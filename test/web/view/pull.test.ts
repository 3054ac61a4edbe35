// A body pulled by hand while it runs: the law of the spring is the text's own, the lab only says where the hand is.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawnAt, openCard, toStart } from "../eye.ts";
import { type Lab, startLab, waitForRun } from "../lab.ts";
import { hold, showPanel } from "../measuring.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

/** The energy at the time that is shown, with all its digits. */
async function energy(page: Page): Promise<number> {
  const answers = page.locator(".exchange .said");
  const before = await answers.count();
  await page.getByLabel("Ask the interpreter").fill("$energy");
  await page.getByLabel("Ask the interpreter").press("Enter");
  await expect.poll(() => answers.count()).toBeGreaterThan(before);
  return Number.parseFloat((await answers.last().textContent())!);
}

test("a box dragged while it runs gains energy; let go of, it runs on; the referee finds nothing wrong", async () => {
  const page = await lab.open({ viewport: { width: 1200, height: 640 } });
  await openCard(page, "pull the box");
  await page.locator(".question button[aria-label]").first().click();
  await showPanel(page, "Interpreter");
  await toStart(page);
  const { x, y } = await drawnAt(page, [0, 0, 1]);
  expect(await energy(page)).toBe(0);
  await page.locator("output.time").click();
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await page.mouse.move(x, y);
  await page.mouse.down();
  // The run goes on from here, as fast as the clock.
  await page.locator('#lab[data-phase="running"]').waitFor({ state: "attached" });
  for (let i = 1; i <= 12; i++) {
    await page.mouse.move(x + 8 * i, y - 5 * i);
    await page.waitForTimeout(80);
  }
  await page.mouse.up();
  await waitForRun(page);
  await hold(page);
  await page.locator("output.time").click();
  await page.keyboard.press("End");
  // The air has slowed it down, and never stops it; a box that nobody pulled has none at all.
  expect(await energy(page)).toBeGreaterThan(0);
  await showPanel(page, "Measures");
  const check = page.locator(".check-line");
  await check.getByRole("button", { name: "Check this run" }).click();
  const verdict = check.locator(".right, .wrong");
  await verdict.waitFor();
  expect(await verdict.textContent()).toMatch(/^✓ checked: .*nothing wrong/);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});
