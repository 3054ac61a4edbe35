// The keys of 004's section 2.4 and today's habits, outside text fields only.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { beginRun, type Lab, startLab, waitForRun } from "./lab.ts";
import { experimentText, hold, runText } from "./measuring.ts";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await startLab();
  page = await lab.open({ viewport: { width: 820, height: 420 } });
});
/** No dialog, no gallery, no focus, and nothing plays. */
beforeEach(async () => {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  if ((await page.locator(".gallery, dialog").count()) > 0) await page.keyboard.press("Escape");
  await page.locator(".gallery, dialog").waitFor({ state: "detached" });
  await hold(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await expect.poll(isPlaying).toBe(0);
});
afterAll(() => lab.close());

/** The seconds on the page; reads the time line as a screen reader would. */
async function time(): Promise<number> {
  return Number(await page.getByRole("slider", { name: "Time line" }).getAttribute("aria-valuenow"));
}

const isPlaying = () => page.getByRole("button", { name: "Pause", exact: true }).count();
const kept = (key: string) => page.evaluate((name) => localStorage.getItem(`virtuafiz.${name}`), key);
const isPressed = (name: string) => page.getByRole("button", { name, exact: true }).getAttribute("aria-pressed");

test("Space and P play and pause", async () => {
  for (const key of ["Space", "p"]) {
    await page.keyboard.press(key);
    await expect.poll(isPlaying).toBe(1);
    await page.keyboard.press(key);
    await expect.poll(isPlaying).toBe(0);
  }
});

test("Space plays after a click on any button, and presses a button that Tab came to", async () => {
  const loop = page.getByRole("button", { name: "Loop" });
  const isLooping = () => loop.getAttribute("aria-pressed");
  const before = await isLooping();
  await loop.click();
  await loop.click();
  await page.keyboard.press("Space");
  await expect.poll(isPlaying).toBe(1);
  expect(await isLooping()).toBe(before);
  await page.keyboard.press("Space");
  await expect.poll(isPlaying).toBe(0);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect.poll(isLooping).not.toBe(before);
  await page.keyboard.press("Space");
  await expect.poll(isLooping).toBe(before);
});

test("Home, End, arrows, S and Enter go by frames", async () => {
  await page.keyboard.press("End");
  await expect.poll(time).toBeCloseTo(4, 9);
  await page.keyboard.press("Home");
  await expect.poll(time).toBe(0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(time).toBeGreaterThan(0);
  const one = await time();
  await page.keyboard.press("s");
  await expect.poll(time).toBeGreaterThan(one);
  const two = await time();
  await page.keyboard.press("Enter");
  await expect.poll(time).toBeGreaterThan(two);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(time).toBe(one);
});

test("Shift with arrows goes by events, and they are said", async () => {
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  // The first bounce of a ball from 1 m: sqrt(2 / 9.81).
  await expect.poll(time).toBeCloseTo(Math.sqrt(2 / 9.81), 6);
  await expect
    .poll(() => page.locator("[data-said]").textContent())
    .toBe("collision of ball and ground at 0.452 seconds");
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(time).toBeCloseTo(Math.sqrt(2 / 9.81) * 2.4, 6);
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(time).toBeCloseTo(Math.sqrt(2 / 9.81), 6);
});

test("a tab that was clicked leaves the arrows to the time; one that keys led to goes on to the next tab", async () => {
  const tab = page.getByRole("tab", { name: "Events" });
  const isChosen = () => tab.getAttribute("aria-selected");
  await page.keyboard.press("Home");
  await expect.poll(time).toBe(0);
  await tab.click();
  await page.keyboard.press("ArrowRight");
  await expect.poll(time).toBeGreaterThan(0);
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(time).toBeCloseTo(Math.sqrt(2 / 9.81), 6);
  expect(await isChosen()).toBe("true");
  // The event is chosen, and no longer where the time goes elsewhere.
  const chosen = page.locator(".event-row[aria-selected=true]");
  await chosen.waitFor();
  await page.keyboard.press("Home");
  await chosen.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Previous event" }).focus();
  await tab.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(isChosen).toBe("false");
});

test("+ and - change the speed", async () => {
  const speed = () => page.locator(".timeline .speed").textContent();
  const before = await speed();
  await page.keyboard.press("-");
  await expect.poll(speed).not.toBe(before);
  await page.keyboard.press("+");
  await expect.poll(speed).toBe(before);
});

test("A, C, M, T, V and W change what the view shows", async () => {
  const keys = { a: "axes", c: "contacts", m: "mirror", v: "vectors", w: "wireframe" };
  for (const [key, name] of Object.entries(keys)) {
    const before = await kept(name);
    await page.keyboard.press(key);
    await expect.poll(() => kept(name), { message: name }).toBe(before === "true" ? "false" : "true");
    await page.keyboard.press(key);
    // It was never chosen before, perhaps; then it is told now.
    await expect.poll(async () => (await kept(name)) === "true", { message: name }).toBe(before === "true");
  }
  // Trails that the text asks for are those of the experiment, and not kept.
  for (const times of [1, 2]) {
    const before = await isPressed("Trails");
    await page.keyboard.press("t");
    await expect
      .poll(() => isPressed("Trails"), { message: `trails ${times}` })
      .toBe(before === "true" ? "false" : "true");
  }
});

test("? shows the keys, all of them, and hides them again", async () => {
  const help = page.getByRole("dialog", { name: "Keys" });
  for (let times = 0; times < 2; times++) {
    await page.keyboard.press("?");
    await help.locator("kbd").first().waitFor();
    const said = await help.locator("kbd").allTextContents();
    const wanted = "Space → ← Home End + − R A C F H M T V W F1 F2 F11 F12 / 1 5".split(" ");
    for (const one of [...wanted, "Shift + →", "Ctrl + K", "Ctrl + Z", "Ctrl + Y", "Ctrl + S"])
      expect(said).toContain(one);
    await page.keyboard.press("?");
    await help.waitFor({ state: "detached" });
  }
});

test("H tells where the camera stands, with the keys of the view, as in 004", async () => {
  const place = page.locator(".camera-place");
  await page.keyboard.press("h");
  await expect.poll(() => place.textContent()).toMatch(/T trails.*camera at \[.+\] m, towards \[.+\] m/);
  const before = await place.textContent();
  // F12 looks at the origin from above.
  await page.keyboard.press("F12");
  await expect.poll(() => place.textContent()).toMatch(/towards \[0, 0, 0\] m/);
  expect(await place.textContent()).not.toBe(before);
  await page.keyboard.press("h");
  await place.waitFor({ state: "detached" });
});

test("F fills the screen and leaves it", async () => {
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.keyboard.press("f");
  await expect.poll(isFull).toBe(true);
  await page.keyboard.press("f");
  await expect.poll(isFull).toBe(false);
});

test("R runs again, / searches, Escape comes back", async () => {
  await beginRun(page, () => page.keyboard.press("r"));
  await waitForRun(page);
  await page.keyboard.press("/");
  await expect
    .poll(() => page.getByLabel("Search experiments").evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.keyboard.press("Escape");
});

/** Opens by its name what the gallery has. */
async function openByName(words: string, title: RegExp): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "What do you want to do?" }).fill(words);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("h1").textContent()).toMatch(title);
  await waitForRun(page);
}

test("digits go through 004's simulations, and replace no other experiment", async () => {
  const title = () => page.locator("h1").textContent();
  await openByName("bounces to rest", /bounces to rest/);
  await page.keyboard.press("1");
  await page.getByText("Digits go from one simulation of WoRB to another").waitFor();
  expect(await title()).toBe("A ball bounces to rest");
  await openByName("WoRB 1b", /WoRB 1b/);
  // Each goes to the first of its number, and from one of them to the next.
  for (const [digit, next] of ["1 1c", "4 4a", "4 4b", "4 4a", "5 5a", "1 1a"].map((one) => one.split(" "))) {
    await page.keyboard.press(digit);
    await expect.poll(title).toMatch(new RegExp(`WoRB ${next}`));
  }
  await waitForRun(page);
  // Nor one of them that was changed.
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// mine");
  await page.getByText("Saved ✓").waitFor();
  await page.locator(".cm-content").evaluate((field: HTMLElement) => field.blur());
  await page.keyboard.press("2");
  await page.getByText("Digits go from one simulation of WoRB to another").waitFor();
  expect(await title()).toMatch(/WoRB 1a/);
});

test("A draws the angular velocity and momentum of a body with its axes", async () => {
  await runText(page, experimentText("worb-appendix-a").replace(/^ {2}vectors = \{[^}]*\}\n/m, ""));
  await hold(page);
  const table = page.getByRole("table", { name: "Vectors that are drawn" });
  const isDrawn = async () => (await table.locator("tr[data-vector]").count()) > 0;
  const drawnNow = async () =>
    (await isDrawn())
      ? table.locator("tr[data-vector]").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-vector")))
      : [];
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("a");
  await expect.poll(drawnNow).toContain("box.w");
  await page.keyboard.press("a");
  await expect.poll(drawnNow).not.toContain("box.w");
  await openByName("WoRB 1b", /WoRB 1b/);
  await hold(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("a");
  // A run that has turned the body: at its end.
  await page.keyboard.press("End");
  await expect.poll(async () => (await drawnNow()).some((path) => path?.endsWith(".L"))).toBe(true);
  await page.keyboard.press("a");
});

test("keys of one letter can be switched off, and stay off", async () => {
  await openByName("bounces to rest", /bounces to rest/);
  const choose = async () => {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Keys of one letter").click();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  };
  await choose();
  expect(await kept("letter-keys")).toBe("false");
  const trails = await kept("trails");
  for (const key of ["t", "g", "?", "/", "h", "["]) await page.keyboard.press(key);
  // Keys that write nothing go on working: what they do comes after what the others did not.
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "What do you want to do?" }).waitFor();
  await page.keyboard.press("Escape");
  expect(await page.locator(".gallery, .camera-place").count()).toBe(0);
  expect(await kept("trails")).toBe(trails);
  await choose();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
});

test("Ctrl+K does anything by its name", async () => {
  const field = page.getByRole("combobox", { name: "What do you want to do?" });
  // What is typed right after the key is meant for the field.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("bounces to rest");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("h1").textContent()).toBe("A ball bounces to rest");
  await page.keyboard.press("Control+k");
  await field.waitFor();
  await page.keyboard.type("show events");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("tab", { name: "Events" }).getAttribute("aria-selected")).toBe("true");
});

test("in a text field keys write letters", async () => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "What do you want to do?" }).fill("bounces to rest");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("h1").textContent()).toBe("A ball bounces to rest");
  const trails = await kept("trails");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("// h a c ? t / 1");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await kept("trails")).toBe(trails);
  expect(await page.locator("h1").textContent()).toBe("A ball bounces to rest");
  // Undo by the page's own key, outside the text.
  await page.locator("h1").click();
  await page.keyboard.press("Escape");
  expect(lab.errors()).toEqual([]);
});
