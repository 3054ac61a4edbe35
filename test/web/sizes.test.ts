// At twice the size, on tablets and without motion the lab can be used: nothing is cut off, and the page is never wider
// than its window.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Lab, type Opening, shoot, startLab } from "./lab.ts";
import { hold, shownTime, showPanel, soon } from "./measuring.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

/** Controls that reach out of the window, and lie in nothing that can be scrolled. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isScrolled = (element: Element): boolean => {
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const isWide = /auto|scroll/.test(overflowX) && around.scrollWidth > around.clientWidth;
        if (isWide || (/auto|scroll/.test(overflowY) && around.scrollHeight > around.clientHeight)) return true;
      }
      return false;
    };
    return [...document.querySelectorAll("button, input, select, a[href], [role=slider]")].flatMap((element) => {
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0 || getComputedStyle(element).visibility === "hidden") return [];
      // What only screen readers meet may lie anywhere.
      if (element.closest(".hidden") || isScrolled(element)) return [];
      const isIn = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
      const name = element.getAttribute("aria-label") ?? element.textContent;
      return isIn ? [] : [`${name}: ${[left, top, right, bottom].map(Math.round).join(" ")}`];
    });
  });
}

async function expectWhole(page: Page, where: string): Promise<void> {
  await expect.poll(() => cutOff(page), { message: where }).toEqual([]);
  const { wide, tall } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - innerWidth,
    tall: document.documentElement.scrollHeight - innerHeight,
  }));
  expect(Math.max(wide, tall), where).toBeLessThanOrEqual(0);
}

/** The size of what is seen of a part of the page. */
async function sizeOf(page: Page, part: string): Promise<{ width: number; height: number }> {
  return (await page.locator(part).first().boundingBox())!;
}

const sizes: readonly (readonly [string, Opening])[] = [
  ["twice the size", { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 }],
  ["a tablet", { viewport: { width: 768, height: 1024 }, hasTouch: true }],
  ["a tablet on its side", { viewport: { width: 1024, height: 768 }, hasTouch: true }],
];

describe.each(sizes)("%s", (where, opening) => {
  test("shows view, panels and time, and all of them work", async () => {
    const page = await lab.open(opening);
    await page.locator("canvas[data-bodies]").waitFor();
    await hold(page);
    await expectWhole(page, where);
    const view = await sizeOf(page, ".view");
    expect(Math.min(view.width, view.height)).toBeGreaterThan(100);
    for (const title of ["Measures", "Plots", "Objects", "Events", "Explain", "Compare", "Interpreter"]) {
      const tabs = page.locator(".phone-tabs");
      if (await tabs.isVisible()) await tabs.getByRole("button", { name: title }).click();
      else await showPanel(page, title);
      const panel = await sizeOf(page, ".panel");
      expect(Math.min(panel.width, panel.height), title).toBeGreaterThan(100);
      await expectWhole(page, `${where}, ${title}`);
    }
    await shoot(page, `sizes ${where}`);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await soon(() => shownTime(page)).toBeGreaterThan(0);
    // The text takes keys.
    const tabs = page.locator(".phone-tabs");
    if (await tabs.isVisible()) await tabs.getByRole("button", { name: "Laws" }).click();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// seen ");
    await soon(() => page.locator(".cm-line").first().textContent()).toContain("// seen");
    expect((await sizeOf(page, ".cm-scroller")).height).toBeGreaterThan(60);
    await expectWhole(page, `${where}, the text`);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("dialog").waitFor();
    await expectWhole(page, `${where}, settings`);
    await page.keyboard.press("Escape");
    expect(lab.errors()).toEqual([]);
    await page.context().close();
  });

  test("shows a lesson and what it asks for", async () => {
    const page = await lab.open({ ...opening, path: "#e=lesson-3-bouncing-ball" });
    await page.getByRole("complementary", { name: "Lesson" }).waitFor();
    await hold(page);
    await expectWhole(page, `${where}, a lesson`);
    expect((await sizeOf(page, ".lesson-body")).height).toBeGreaterThan(50);
    expect((await sizeOf(page, ".view")).height).toBeGreaterThan(120);
    await shoot(page, `sizes ${where} lesson`);
    await page.context().close();
  });
});

test("without motion nothing moves by itself but what plays", async () => {
  const page = await lab.open({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  await hold(page);
  const moving = () => page.evaluate(() => document.getAnimations().length);
  expect(await moving()).toBe(0);
  await page.getByRole("button", { name: "Gallery" }).first().click();
  await page.locator(".card").first().hover();
  await page.locator(".card.moves").first().waitFor();
  expect(await moving()).toBe(0);
  await page.keyboard.press("Escape");
  // What a person plays does move.
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await soon(() => shownTime(page)).toBeGreaterThan(0);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});
