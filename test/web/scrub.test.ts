// A run of 60 seconds with 100 bodies: scrubbing shows every time the pointer goes to.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawn, settled, whenDrawn } from "./eye.ts";
import { type Lab, startLab } from "./lab.ts";
import { hold, openPlain, runText, shownTime, showPanel, soon } from "./measuring.ts";

const hundred = `world attributes { k = 4 }
object {
  name = bob
  physical type = dynamic
  geometrical type = sphere
  copies = 100
  attributes = {
    size = 0.2  mass = 1  v = [0, 0, 0]
    position = [index - 10 * floor((index - 1) / 10), floor((index - 1) / 10), 1 + index / 200]
  }
}
context { name = swing  type = free fall  functions = { v' = [0, 0, -k * (position # 3 - 1)]  position' = v } }
simulation {
  name = main
  initial time = 0  duration = 60  step = 0.02  frames = 50
  objects_involved = {bob}  contexts_involved = {swing}
}
measures { energy = total(0.5 * mass * (v . v) + 0.5 * k * (position # 3 - 1)^2) }
`;

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

/** Drags along the whole time line. */
async function scrub(page: Page, moves: number): Promise<void> {
  const box = (await page.getByRole("slider", { name: "Time line" }).boundingBox())!;
  await page.mouse.move(box.x + 2, box.y + box.height / 2);
  await page.mouse.down();
  for (let i = 1; i <= moves; i++) {
    await page.mouse.move(box.x + (i / moves) * (box.width - 4), box.y + box.height / 2);
    const expected = (60 * i * (box.width - 4)) / moves / box.width;
    await soon(async () => Math.abs((await shownTime(page)) - expected)).toBeLessThan(0.7);
  }
  await page.mouse.up();
}

test("the numbers of the page follow the pointer", async () => {
  const page = await openPlain(lab);
  await runText(page, hundred);
  await showPanel(page, "Measures");
  await scrub(page, 40);
  // A body on a spring: after 60 s it is where the cosine says, and so is the measure.
  await showPanel(page, "Interpreter");
  await page.getByLabel("Ask the interpreter").fill("bob100.position # 3");
  await page.getByLabel("Ask the interpreter").press("Enter");
  const t = await shownTime(page);
  await expect
    .poll(async () => Number((await page.locator(".exchange .said").last().textContent())?.replace("−", "-")))
    .toBeCloseTo(1 + 0.5 * Math.cos(2 * t), 1);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("the view follows the pointer", async () => {
  const page = await lab.open({ viewport: { width: 900, height: 560 }, reducedMotion: "reduce" });
  await runText(page, hundred);
  await hold(page);
  await whenDrawn(page, "bodies", (said) => said === "100");
  await settled(page);
  const first = await drawn(page, "places");
  await scrub(page, 10);
  const last = await whenDrawn(page, "places", (said) => said !== first);
  // The same as when one goes to that time by keys.
  const time = await shownTime(page);
  const track = page.getByRole("slider", { name: "Time line" });
  await track.press("PageDown");
  await whenDrawn(page, "places", (said) => said !== last);
  await track.press("PageUp");
  await soon(() => shownTime(page)).toBe(time);
  expect(await whenDrawn(page, "places", (said) => said === last)).toBe(last);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});
