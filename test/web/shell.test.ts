// The shell: a first visit that needs no manual, panels that are dragged, closed and remembered, a phone, a projector,
// light and dark.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, shoot, startLab, waitForRun } from "./lab.ts";
import { hold, soon } from "./measuring.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

const pictures = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

/** A picture for docs/lab.md, made anew with UPDATE_PICTURES=1. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env["UPDATE_PICTURES"] !== "1") return;
  mkdirSync(pictures, { recursive: true });
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${pictures}lab-${name}.png` });
}

test("a first visit shows a running experiment, its question, and the number worth changing", async () => {
  const page = await lab.open({ viewport: { width: 1000, height: 600 } });
  expect(await page.locator("h1").textContent()).toBe("A ball bounces to rest");
  // It plays by itself, and may have come to its end already.
  const time = page.getByRole("slider", { name: "Time line" });
  await soon(async () => Number(await time.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
  const question = page.getByRole("complementary", { name: "The question of this experiment" });
  expect(await question.textContent()).toContain("How can it come to rest after 2.56 s?");
  // Nothing lies over the ball, not even where it is highest, and nothing lies below the page.
  await hold(page);
  await page.waitForFunction(() => document.querySelector("output.time")?.textContent === "0.000 s");
  const canvas = page.locator(".view canvas");
  const onTop = async () => {
    const [, x, y] = /ball (-?\d+) (-?\d+)/.exec((await canvas.getAttribute("data-places")) ?? "") ?? [];
    const { x: left, y: top } = (await canvas.boundingBox())!;
    return page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.tagName, [left + Number(x), top + Number(y)]);
  };
  await expect.poll(onTop).toBe("CANVAS");
  await soon(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  await page.locator(".cm-content").waitFor();
  // The hint leads to the number: it is selected, and what is typed replaces it.
  await question.getByRole("button", { name: "restitution = 0.7" }).click();
  await page.keyboard.type("0.5");
  await page.getByText("Saved ✓").waitFor();
  await soon(() => page.locator(".cm-content").textContent()).toContain("restitution = 0.5");
  await page.getByRole("button", { name: "Put the question away" }).click();
  await soon(() => question.count()).toBe(0);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("panels are dragged, moved by keys, closed, and remembered", async () => {
  const page = await lab.open({ viewport: { width: 1100, height: 500 }, view: false });
  const width = async (name: string) =>
    Math.round((await page.getByRole("region", { name, includeHidden: true }).boundingBox())!.width);
  const widths = async () => [await width("Laws"), await width("Measure")];
  await soon(widths).toEqual([420, 360]);
  const bar = page.getByRole("separator", { name: "Width of the laws" });
  const box = (await bar.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, 200);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 100, 210, { steps: 4 });
  await page.mouse.up();
  await soon(() => width("Laws")).toBe(320);
  await bar.focus();
  await page.keyboard.press("ArrowRight");
  await soon(() => width("Laws")).toBe(340);
  await page.getByRole("separator", { name: "Width of the panels" }).focus();
  await page.keyboard.press("Enter");
  await soon(() => width("Measure")).toBe(0);
  await page.reload();
  await waitForRun(page);
  await soon(widths).toEqual([340, 0]);
  await page.keyboard.press("]");
  await soon(() => width("Measure")).toBe(360);
  await page.context().close();
});

test("a phone of 360 pixels: no sideways scroll in any panel, the time line at the thumb", async () => {
  const page = await lab.open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const tabs = page.getByRole("navigation", { name: "Panels" }).getByRole("button");
  for (const tab of await tabs.all()) {
    await tab.tap();
    await soon(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  const view = (await page.locator(".view").boundingBox())!;
  const line = (await page.locator(".timeline").boundingBox())!;
  expect(view.y).toBeLessThan(80);
  expect(view.height).toBeGreaterThan(200);
  expect(line.y + line.height).toBeGreaterThan(730);
  for (const button of await page.locator(".top button, .timeline button").all()) {
    const box = await button.boundingBox();
    if (box) expect(box.x + box.width, (await button.textContent())!).toBeLessThanOrEqual(360);
  }
  await tabs.filter({ hasText: "Measures" }).tap();
  await picture(page, "phone");
  await page.getByRole("button", { name: "Gallery" }).tap();
  await page.locator(".gallery .card").nth(1).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // Two cards side by side, under a head that leaves them the room; no field calls up a keyboard over them.
  const cards = page.locator(".gallery .card");
  const [first, second] = [(await cards.nth(0).boundingBox())!, (await cards.nth(1).boundingBox())!];
  expect([second.y, second.x > first.x + first.width]).toEqual([first.y, true]);
  expect((await page.locator(".gallery > header").boundingBox())!.height).toBeLessThan(130);
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("INPUT");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("at 360 pixels the longest time and the slowest speed stand beside each other", async () => {
  const page = await lab.open({ viewport: { width: 360, height: 740 }, hasTouch: true, view: false });
  // Holds it, also where it has played to its end before anybody looked.
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction(() => /^\d\.\d{6} s$/.test(document.querySelector("output.time")!.textContent!));
  for (let i = 0; i < 4; i++) await page.getByRole("button", { name: "Slower" }).click();
  expect(await page.locator(".timeline .speed").textContent()).toBe("×1/16");
  const boxes = await page
    .locator(".timeline")
    .locator("button, output")
    .evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ left, right, top }) => ({ left, right, top })),
    );
  for (const one of boxes) {
    expect(one.left).toBeGreaterThanOrEqual(0);
    expect(one.right).toBeLessThanOrEqual(360);
    for (const other of boxes)
      if (one !== other && Math.abs(one.top - other.top) < 20)
        expect(one.right <= other.left + 0.5 || other.right <= one.left + 0.5).toBe(true);
  }
  await shoot(page, "phone-time");
  await page.context().close();
});

test("settings: dark colours and a projector", async () => {
  const page = await lab.open({ viewport: { width: 1000, height: 600 }, view: false });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Dark").check();
  await soon(ground).not.toBe(light);
  await page.getByLabel("Projector").check();
  await page.keyboard.press("Escape");
  await soon(async () => (await page.locator(".stage").boundingBox())!.width).toBeGreaterThan(980);
  await soon(() => page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("20px");
  await page.reload();
  await waitForRun(page);
  await soon(ground).not.toBe(light);
  await page.context().close();
});

test("pictures for the guide", { skip: process.env["UPDATE_PICTURES"] !== "1" }, async () => {
  const size = { viewport: { width: 1280, height: 760 } };
  const page = await lab.open({ ...size, path: "#e=bouncing-ball" });
  await page.keyboard.press("t");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await picture(page, "run");
  await page.keyboard.press("g");
  await page.waitForTimeout(1000);
  await picture(page, "gallery");
  await page.context().close();
  const event = await lab.open({ ...size, path: "#e=thesis-figure-28" });
  await event.keyboard.press("Shift+ArrowRight");
  await event.getByRole("tab", { name: "Events" }).click();
  await event.getByRole("button", { name: "Put the question away" }).click();
  await picture(event, "event");
  await event.context().close();
  const plots = await lab.open({ ...size, path: "#e=thesis-figure-31" });
  await plots.keyboard.press("Space");
  await plots.keyboard.press("End");
  await plots.getByRole("tab", { name: "Plots" }).click();
  await picture(plots, "plots");
  await plots.context().close();
  const dark = await lab.open({ ...size, colorScheme: "dark", path: "#e=tennis-racket" });
  await dark.keyboard.press("Space");
  await dark.keyboard.press("a");
  await dark.getByRole("button", { name: "Put the question away" }).click();
  await picture(dark, "dark");
  await dark.context().close();
});
