// The first minute: who the lab is and three ways on, a first experiment that is short, what to watch, and invitations
// that go away for good.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawn, drawnAt, settled, toStart, whenDrawn } from "./eye.ts";
import { textOf } from "./hand.ts";
import { beginRun, type Lab, shoot, startLab, waitForRun, waitForRunOfText } from "./lab.ts";
import { showPanel, soon } from "./measuring.ts";
import { violations } from "./violations.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

const first = { isFirst: true, view: false } as const;
const welcome = (page: Page) => page.getByRole("complementary", { name: "Welcome" });
const nameOf = (page: Page) => page.locator(".top .name").textContent();
const lawHint = (page: Page) => page.locator(".law-invitation");
const viewHint = (page: Page) => page.getByRole("group", { name: "Try this" });

/** Loads the page again, as it was left. */
async function again(page: Page): Promise<void> {
  await page.reload();
  await waitForRun(page);
  await page.locator(".cm-content").waitFor();
}

test("a first visit: name, sentence, three ways on, and a short text with its plot beside it", async () => {
  const page = await lab.open(first);
  expect(await nameOf(page)).toBe("A ball that bounces");
  expect(await welcome(page).textContent()).toMatch(/^VirtuaFiz.+\.First lessonGalleryBuild/);
  await page.locator(".plot").waitFor();
  // The lines that hold something; head and bench are folded.
  await page.locator(".cm-content").waitFor();
  await page.setViewportSize({ width: 1280, height: 1500 });
  await soon(() => page.locator(".cm-line", { hasText: "bench {…}" }).count()).toBe(1);
  const lines = (await page.locator(".cm-line").allTextContents()).filter((line) => line.trim() !== "");
  expect(lines[0]).toBe("About: A ball that bounces");
  expect(lines.slice(1, -1).length).toBeLessThanOrEqual(25);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => violations(page), { timeout: 20_000 }).toEqual([]);
  }
  // It stays until it is answered, and then it is gone for good.
  await again(page);
  await welcome(page).getByRole("button", { name: "Close the welcome" }).click();
  await soon(() => welcome(page).count()).toBe(0);
  await again(page);
  expect(await welcome(page).count()).toBe(0);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("each of the three ways leads where it says; so does a change of the text", async () => {
  const ways = [
    ["First lesson", (page: Page) => soon(() => nameOf(page)).toMatch(/^1\. /)],
    ["Gallery", (page: Page) => page.locator(".gallery .card").first().waitFor()],
    ["Build", (page: Page) => page.locator(".build-head").waitFor()],
  ] as const;
  for (const [way, arrives] of ways) {
    const page = await lab.open(first);
    await welcome(page).getByRole("button", { name: way }).click();
    await arrives(page);
    await soon(() => welcome(page).count()).toBe(0);
    await page.goto(lab.address);
    await page.goto(`${lab.address}#e=first-bounce`);
    await again(page);
    expect(await welcome(page).count()).toBe(0);
    await page.context().close();
  }
  const page = await lab.open(first);
  await lawHint(page).waitFor();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// mine");
  await soon(() => welcome(page).count()).toBe(0);
  // What is typed has also answered the hint at the law.
  await soon(() => lawHint(page).count()).toBe(0);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("who comes by an address, or has been here, is not welcomed", async () => {
  const page = await lab.open({ view: false, path: "#e=throw" });
  expect(await welcome(page).count()).toBe(0);
  await page.goto("about:blank");
  await page.goto(lab.address);
  await waitForRun(page);
  expect(await welcome(page).count()).toBe(0);
  await page.context().close();
});

test("the head of a text unfolds by a click and by keys, and folds again", async () => {
  const page = await lab.open({ view: false });
  const about = page.locator(".about-fold");
  const title = page.locator(".cm-line", { hasText: "// Title: A ball bounces to rest" });
  await about.click();
  await title.waitFor();
  expect(await about.count()).toBe(0);
  await title.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+Shift+BracketLeft");
  await about.waitFor();
  expect(await about.textContent()).toBe("About: A ball bounces to rest");
  await page.keyboard.press("Control+Shift+BracketRight");
  await title.waitFor();
  // Unchanged all the while.
  expect(await page.getByText("Saved ✓").count()).toBe(0);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("the velocity after a bounce is explained in one step, and the Moon is one click away", async () => {
  const page = await lab.open(first);
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await showPanel(page, "Objects");
  await page
    .getByRole("button", { name: /^Why is v\b/ })
    .first()
    .click();
  const answer = page.locator(".explanation");
  await soon(() => answer.textContent()).toContain("bounce");
  expect(await answer.textContent()).toContain("(1+restitution)");
  expect(await answer.locator("h3").first().textContent()).toMatch(/^ball\.v = \[0, 0, 4\.19/);
  const stops = page.getByRole("group", { name: "Values of g.z" });
  await beginRun(page, () => stops.getByRole("button", { name: "Moon" }).click());
  await waitForRunOfText(page);
  expect(await textOf(page)).toContain("g = [0, 0, -1.62] [m/s^2]");
  expect(await stops.getByRole("button", { name: "Moon" }).getAttribute("aria-pressed")).toBe("true");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("what to watch stands below the question where there is room, and is opened by a click elsewhere", async () => {
  const page = await lab.open({ view: false });
  const card = page.getByRole("complementary", { name: "The question of this experiment" });
  const button = card.getByRole("button", { name: "What to watch" });
  expect(await button.getAttribute("aria-expanded")).toBe("true");
  // Powers and roots as they are printed.
  expect(await card.locator(".watch").textContent()).toContain("Bounce n is at t1 (1 + 2 (e + e2 + … + en))");
  expect(await card.locator(".watch sup").allTextContents()).toEqual(["2", "n"]);
  expect(await card.locator(".watch").textContent()).toContain("Source: any school text");
  expect(await card.locator(".hint").textContent()).toContain("restitution = 0.7");
  await button.focus();
  await page.keyboard.press("Enter");
  await soon(() => card.locator(".watch").count()).toBe(0);
  await again(page);
  expect(await button.getAttribute("aria-expanded")).toBe("false");
  await button.click();
  await card.locator(".watch").waitFor();
  await page.context().close();
  const phone = await lab.open({ view: false, viewport: { width: 390, height: 844 }, hasTouch: true });
  const onPhone = phone.getByRole("button", { name: "What to watch" });
  expect(await onPhone.getAttribute("aria-expanded")).toBe("false");
  await onPhone.tap();
  await phone.locator(".watch").waitFor();
  expect(lab.errors()).toEqual([]);
  await phone.context().close();
});

test("invitations: the arrow, then the ball, and the law; each goes for good when it is done", async () => {
  const page = await lab.open({ isFirst: true, viewport: { width: 1280, height: 860 }, reducedMotion: "reduce" });
  const hint = viewHint(page).getByRole("button").first();
  await hint.click();
  const row = page.locator('tr[data-vector="ball.v"]').last();
  await row.waitFor({ state: "attached" });
  await settled(page);
  let place = { x: 0, y: 0 };
  await expect
    .poll(async () => {
      const [x, y, z] = ((await row.locator("td").last().textContent()) ?? "").split(", ").map(Number);
      // Above the ball, whose radius is 0.1: the arrow after the bounce.
      place = await drawnAt(page, [x, y, z + 0.17]);
      await page.mouse.move(place.x, place.y);
      return page.locator(".view canvas").getAttribute("title");
    })
    .toBe("Why is ball.v what it is?");
  await page.mouse.click(place.x, place.y);
  await soon(() => page.locator(".explanation h3").first().textContent()).toMatch(/^ball\.v = \[0, 0, 4\.19/);
  await soon(() => hint.textContent()).toContain("Drag the ball");
  await shoot(page, "first-visit-drag");
  await hint.click();
  await toStart(page);
  await whenDrawn(page, "places", (said) => said.startsWith("ball "));
  const [, x, y] = (await drawn(page, "places")).split("; ")[0].split(" ").map(Number);
  const box = (await page.locator(".view canvas").boundingBox())!;
  await page.mouse.move(box.x + x, box.y + y);
  await page.mouse.down();
  await page.mouse.move(box.x + x + 30, box.y + y, { steps: 2 });
  await page.mouse.move(box.x + x + 60, box.y + y, { steps: 2 });
  await page.mouse.up();
  await page.locator(".editor-bar").getByRole("button", { name: "Undo: move ball" }).waitFor();
  await soon(() => viewHint(page).count()).toBe(0);
  await lawHint(page).getByRole("button", { name: "Put the hint at the law away" }).click();
  await soon(() => lawHint(page).count()).toBe(0);
  await page.goto(`${lab.address}#e=first-bounce`);
  await again(page);
  await soon(() => nameOf(page)).toBe("A ball that bounces");
  expect([await viewHint(page).count(), await lawHint(page).count()]).toEqual([0, 0]);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});
