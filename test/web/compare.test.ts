// Two laws side by side, and audits: B beside A in the view, where they part, what differs, what the numbers are off
// by.
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settled, toStart, whenDrawn } from "./eye.ts";
import { beginRun, type Lab, shoot, startLab, waitForRunOfText } from "./lab.ts";
import { experimentText, recordOf, shownTime, showPanel, soon } from "./measuring.ts";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await startLab();
  page = await lab.open({
    viewport: { width: 900, height: 520 },
    reducedMotion: "reduce",
    settings: { question: false, left: 0 },
  });
  await toStart(page);
});
afterAll(() => lab.close());

const view = () => page.locator(".compare-view");
const words = () => page.locator(".parting-words");

/** The same experiment with one value changed, by keys alone. */
async function compareWith(name: string, value: string): Promise<void> {
  const box = page.getByRole("combobox", { name: "Value that differs in B" });
  await box.focus();
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await page.getByLabel("Its value in B").focus();
  await page.keyboard.type(value);
  await page.keyboard.press("Enter");
  await words().waitFor();
}

test("the same with less restitution parts at the first bounce; B is drawn beside A from there on", async () => {
  await showPanel(page, "Compare");
  await compareWith("restitution", "0.5");
  const first = recordOf(experimentText("bouncing-ball")).recording.events.find(({ type }) => type === "collision")!;
  // The first fall is √(2 · 1 / 9.81).
  expect(first.time).toBeCloseTo(Math.sqrt(2 / 9.81), 9);
  await soon(() => words().textContent()).toMatch(
    /They part at 0\.451524 s, by the collision of ball and ground.*in both, with different outcomes/,
  );
  expect(await view().textContent()).toContain("restitution");
  await page.locator(".track .parting").click();
  await soon(() => shownTime(page)).toBeCloseTo(first.time, 6);
  await whenDrawn(page, "ghosts", (count) => count === "0");
  await page.locator("output.time").click();
  for (let i = 0; i < 14; i++) await page.keyboard.press("ArrowRight");
  await whenDrawn(page, "ghosts", (count) => count === "1");
  await shoot(page, "compare");
  // Two plots: both heights, and their difference, which is largest between the bounces of B and A.
  await soon(() => view().locator(".chart").count()).toBe(2);
  // A time is at one place in both, though the numbers beside them are not as wide.
  const lefts = () =>
    view()
      .locator(".u-over")
      .evaluateAll((areas) => areas.map((area) => area.getBoundingClientRect().left));
  await expect.poll(async () => new Set(await lefts()).size).toBe(1);
  const row = view().locator(".differences tr", { has: page.getByRole("button", { name: "height", exact: true }) });
  await row.getByRole("button").press("Enter");
  await expect.poll(() => view().locator(".plot-title").first().textContent()).toMatch(/^height:/);
  await soon(() => row.textContent()).toContain("at 0.9 s");
  expect(lab.errors()).toEqual([]);
});

test("what was kept as B stays while the text becomes another; without difference they are alike", async () => {
  await page.getByRole("button", { name: "Compare no more" }).click();
  await whenDrawn(page, "ghosts", (count) => count === "0");
  await soon(() => page.locator(".track .parting").count()).toBe(0);
  await page.getByRole("button", { name: "Keep this run as B" }).press("Enter");
  await expect.poll(() => words().textContent()).toBe("The two runs are alike.");
  // A body is moved in the text: from the start they differ.
  await showPanel(page, "Objects");
  await toStart(page);
  const height = page.getByLabel("position of ball, z");
  await beginRun(page, async () => {
    await height.fill("1.6");
    await height.press("Enter");
  });
  await waitForRunOfText(page);
  await showPanel(page, "Compare");
  await expect.poll(() => words().textContent()).toContain("They differ from the start");
  await page.getByRole("button", { name: "Compare no more" }).click();
  expect(lab.errors()).toEqual([]);
});

test("another experiment of the gallery is B, and its laws are told", async () => {
  const box = page.getByRole("combobox", { name: "Experiment to compare with" });
  await box.fill("Terminal sp");
  await box.press("ArrowDown");
  await box.press("Enter");
  await soon(() => view().textContent()).toMatch(/Only A has the laws .*force_contact/);
  await soon(() => view().textContent()).toContain("Terminal speed");
  await page.getByRole("button", { name: "Compare no more" }).click();
  expect(lab.errors()).toEqual([]);
});

test("an audit tells what numbers are off by, what is kept, and leads to the events that break it", async () => {
  await page.getByRole("button", { name: "Audit this run" }).press("Enter");
  const table = view().locator(".audit table").first();
  await table.waitFor();
  await soon(() => view().locator(".audit").textContent()).toContain("dormand-prince");
  await expect.poll(() => view().locator(".audit").textContent()).toContain("kept between events");
  // Any number, by its name.
  const box = page.getByRole("combobox", { name: "Number to estimate" });
  await box.fill("ball.v");
  await box.press("Enter");
  await table.locator("tr", { hasText: /^ball\.v\[/ }).waitFor();
  // A number along the run, with the band of its error.
  const height = table.getByRole("button", { name: "height", exact: true });
  await height.press("Enter");
  await expect.poll(() => height.getAttribute("aria-pressed")).toBe("true");
  await expect.poll(() => view().locator(".error-plot").textContent()).toMatch(/height ± .* at most/);
  await view().locator(".error-plot canvas").first().waitFor();
  await shoot(page, "compare-audit");
  await view()
    .getByRole("button", { name: /, ball and ground$/ })
    .first()
    .press("Enter");
  await soon(() => shownTime(page)).toBeCloseTo(Math.sqrt((2 * 1.5) / 9.81), 5);
  // The closed form beside the measure.
  await view().getByRole("button", { name: "Plot both" }).press("Enter");
  await expect.poll(() => page.locator(".plot .legend").last().textContent()).toMatch(/height.*height_expected/);
  expect(lab.errors()).toEqual([]);
});

/** For docs/audit.md, made anew with UPDATE_PICTURES=1. */
test("a picture for the guide", { skip: process.env["UPDATE_PICTURES"] !== "1" }, async () => {
  const seen = await lab.open({
    reducedMotion: "reduce",
    settings: { question: false, left: 0, right: 420, panel: "compare" },
  });
  await toStart(seen);
  const box = seen.getByRole("combobox", { name: "Value that differs in B" });
  await box.fill("restitution");
  await box.press("Enter");
  await seen.getByLabel("Its value in B").fill("0.5");
  await seen.keyboard.press("Enter");
  await seen.getByRole("button", { name: "Go there" }).press("Enter");
  await seen.locator("output.time").click();
  for (let i = 0; i < 14; i++) await seen.keyboard.press("ArrowRight");
  await whenDrawn(seen, "ghosts", (count) => count === "1");
  await settled(seen);
  await seen.screenshot({ path: fileURLToPath(new URL("../../docs/pictures/lab-compare.png", import.meta.url)) });
  await seen.close();
});
