// A guided lesson worked through by keyboard: steps, goals, what is locked and what is hidden.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, startLab, waitForRun } from "./lab.ts";

let lab: Lab;
let page: Page;

beforeAll(async () => {
  lab = await startLab();
  page = await lab.open({ path: "#e=lesson-1-nothing-moves", view: false });
});
afterAll(() => lab.close());

const lesson = () => page.getByRole("complementary", { name: "Lesson" });
const says = async (words: string) => expect.poll(() => lesson().textContent()).toContain(words);
/** The text as the editor has it, hidden parts left out. */
const shownText = () => page.locator(".cm-content").textContent();

/** Puts the cursor to the end of the line that holds these words. */
async function goToLine(words: string): Promise<void> {
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+f");
  await page.keyboard.type(words);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
}

/** Leaves the editor, so that keys are those of the lab. */
async function leave(): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
}

test("the first step says what is to be seen, and the key N leads on", async () => {
  await says("Step 1 of 4");
  await says("Nothing moves.");
  await leave();
  await page.keyboard.press("n");
  await says("Step 2 of 4");
  await says("Goal, not met yet");
  // Formulas are MathML, inside a region that is read out when it changes.
  await expect.poll(() => page.locator('.lesson [aria-live="polite"] math mfrac').count()).toBe(1);
});

test("what is locked takes no key and says why; what is hidden is not shown", async () => {
  await goToLine("geometrical type = sphere");
  const before = await shownText();
  await page.keyboard.type("x");
  await page.getByText("The lesson keeps this part of the text as it is").waitFor();
  expect(await shownText()).toBe(before);
  await page.keyboard.press("Control+End");
  await page.locator(".hidden-part").first().waitFor();
  await expect.poll(shownText).not.toContain("lesson {");
});

test("the law that the step asks for meets its goal, which is said", async () => {
  await goToLine("Your laws go here.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("position' = v");
  await says("Goal met");
  await says("That is inertia");
  await leave();
  await page.keyboard.press("n");
  await says("Step 3 of 4");
  await says("Goal, not met yet");
  await goToLine("position' = v");
  await page.keyboard.press("Enter");
  await page.keyboard.type("v' = g");
  await says("A parabola.");
  await waitForRun(page);
});

test("how far one has come is remembered, and back is B", async () => {
  await leave();
  await page.keyboard.press("b");
  await says("Step 2 of 4");
  await says("Goal met");
});

test("the text can be unlocked", async () => {
  await page.getByRole("button", { name: "Unlock the text" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await expect.poll(shownText).toContain("Everything that moves in this lab");
  await goToLine("size = 0.2 [m]");
  await page.keyboard.type(" // small");
  await expect.poll(shownText).toContain("size = 0.2 [m] // small");
});

test("the page told no errors", () => expect(lab.errors()).toEqual([]));
