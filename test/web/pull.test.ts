// A body pulled by hand while it runs: the law of the spring is the text's own, the lab only says where the hand is.
import type { Page } from "playwright-core";
import { PerspectiveCamera, Vector3 } from "three";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, startLab, waitForRun } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

/** Where a point of space is drawn, in pixels of the page; the view tells where its camera is when it stands still. */
async function drawnAt(page: Page, point: readonly [number, number, number]): Promise<{ x: number; y: number }> {
  const canvas = page.locator(".view canvas");
  const box = (await canvas.boundingBox())!;
  const numbers = async (name: string) => (await canvas.getAttribute(`data-${name}`))!.split(" ").map(Number);
  const [[x, y, z], [tx, ty, tz]] = [await numbers("camera"), await numbers("target")];
  const camera = new PerspectiveCamera(45, box.width / box.height, 0.01, 1000);
  camera.up.set(0, 0, 1);
  camera.position.set(x, y, z);
  camera.lookAt(tx, ty, tz);
  camera.updateMatrixWorld();
  const seen = new Vector3(...point).project(camera);
  return { x: box.x + ((seen.x + 1) / 2) * box.width, y: box.y + ((1 - seen.y) / 2) * box.height };
}

const energy = async (page: Page) => {
  const said = (await page.locator("body").textContent())!;
  return Number(/energy\s*([\d.]+(?:e[+−-]?\d+)?)/.exec(said)?.[1].replace("−", "-"));
};

test("a box dragged while it runs gains energy, and the run goes on to its end when it is let go of", async () => {
  const page = await lab.open({ viewport: { width: 1200, height: 640 } });
  await page.keyboard.press("g");
  await page.getByLabel("Search experiments").fill("pull the box");
  await page.locator(".card").first().click();
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
