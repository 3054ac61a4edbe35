// The gallery: sorted by what one wants to understand, searched by words and level, each card with a film.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, startLab, waitForRun } from "./lab.ts";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await startLab();
  page = await lab.open({ viewport: { width: 1000, height: 700 }, view: false });
  await page.keyboard.press("Space");
  await page.keyboard.press("g");
});
afterAll(() => lab.close());

const root = fileURLToPath(new URL("../../", import.meta.url));
const experiments = readdirSync(join(root, "experiments")).filter((file) => file.endsWith(".vfl"));

test("every experiment has a card with a question and a level, under a heading that says what for", async () => {
  await expect.poll(() => page.locator(".gallery .card").count()).toBe(experiments.length);
  const headings = await page.locator(".gallery h3").allTextContents();
  expect(headings.slice(0, 5)).toEqual([
    "Guided lessons",
    "How things fall",
    "How things bounce",
    "What friction does",
    "Why things spin as they do",
  ]);
  for (const card of await page.locator(".gallery .card").all()) {
    expect((await card.locator(".asks").textContent())!.length).toBeGreaterThan(10);
    expect(await card.locator("small").textContent()).toMatch(/^(school|college|research)$/);
  }
});

test("words and level narrow it down; words that nothing has are told", async () => {
  const cards = page.locator(".gallery .card");
  await page.getByLabel("Search experiments").fill("ball friction spin");
  await expect
    .poll(() => cards.allTextContents())
    .toEqual(expect.arrayContaining([expect.stringContaining("figure 23")]));
  // Many speak of a throw; the one that is called so comes first.
  await page.getByLabel("Search experiments").fill("a throw");
  await expect.poll(() => cards.first().textContent()).toMatch(/^A throw/);
  expect(await cards.count()).toBeGreaterThan(1);
  await page.getByLabel("Search experiments").fill("");
  await page.getByRole("button", { name: "research", exact: true }).click();
  await expect.poll(async () => new Set(await cards.locator("small").allTextContents())).toEqual(new Set(["research"]));
  await page.getByRole("button", { name: "all levels" }).click();
  await page.getByLabel("Search experiments").fill("<b>no such thing</b>");
  await page.getByText("No experiment matches").waitFor();
  await page.getByLabel("Search experiments").fill("");
});

test("each card has a film under 24 kB, and it moves when it is looked at", async () => {
  const folder = join(root, "src/web/public/thumbnails");
  for (const name of experiments.map((file) => file.replace(/\.vfl$/, "")))
    expect(statSync(join(folder, `${name}.webp`)).size, name).toBeLessThan(24_000);
  const card = page.locator(".gallery .card").first();
  await card.scrollIntoViewIfNeeded();
  const film = card.locator(".film");
  expect(await film.evaluate((element) => getComputedStyle(element).backgroundImage)).toMatch(/thumbnails\/.*\.webp/);
  await card.hover();
  await expect.poll(() => film.evaluate((element) => element.getAnimations().length)).toBe(1);
  // Eight pictures below each other: each is shown whole, and none is pressed flat.
  const places = await film.evaluate((element) => {
    const [animation] = element.getAnimations();
    animation.pause();
    const duration = Number(animation.effect!.getComputedTiming().duration);
    return Array.from({ length: 16 }, (_, i) => {
      animation.currentTime = (duration * (i + 0.5)) / 16;
      return Number.parseFloat(getComputedStyle(element).backgroundPositionY);
    });
  });
  for (const [i, place] of places.entries()) expect(place).toBeCloseTo((100 * Math.floor(i / 2)) / 7, 3);
  const [wide, high] = await film.evaluate((element) => [element.clientWidth, element.clientHeight]);
  const picture = await film.evaluate(async (element) => {
    const image = new Image();
    image.src = /url\("(.*)"\)/.exec(getComputedStyle(element).backgroundImage)![1];
    await image.decode();
    return image.naturalWidth / (image.naturalHeight / 8);
  });
  expect(wide / high).toBeCloseTo(picture, 1);
});

test("by keys: search, Tab to a card, Enter opens it and it runs", async () => {
  await page.getByLabel("Search experiments").fill("kepler");
  await page.locator(".gallery .card").first().focus();
  await page.keyboard.press("Enter");
  // The text is fetched first; then the gallery goes.
  await page.locator(".gallery").waitFor({ state: "detached" });
  await waitForRun(page);
  expect(await page.locator("h1").textContent()).toBe("An orbit");
  expect(await page.locator(".gallery").count()).toBe(0);
  expect(lab.errors()).toEqual([]);
});
