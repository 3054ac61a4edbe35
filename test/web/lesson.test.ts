// A guided lesson worked through by keyboard: steps, goals, what is locked and what is hidden.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropText } from "./hand.ts";
import { beginRun, type Lab, startLab, waitForRun } from "./lab.ts";
import { openPlain, showPanel } from "./measuring.ts";

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
  // What is to be reached is told in words; the condition would tell the answer.
  await says("the ball moves straight on, as fast as it began");
  expect(await lesson().textContent()).not.toContain("final");
  // Formulas are MathML, inside a region that is read out when it changes.
  await expect.poll(() => page.locator('.lesson [aria-live="polite"] math mfrac').count()).toBe(1);
});

test("the line that the step speaks of is marked, and in sight", async () => {
  const line = page.locator(".step-line");
  await expect.poll(() => line.textContent()).toContain("functions = {");
  const [inner, outer] = await Promise.all([line.boundingBox(), page.locator(".cm-scroller").boundingBox()]);
  expect(inner!.y).toBeGreaterThanOrEqual(outer!.y);
  expect(inner!.y + inner!.height).toBeLessThanOrEqual(outer!.y + outer!.height);
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

test("the text can be unlocked, and what is hidden stays so", async () => {
  await page.getByRole("button", { name: "Unlock the text" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".cm-content").focus();
  await goToLine("size = 0.2 [m]");
  await page.keyboard.type(" // small");
  await expect.poll(shownText).toContain("size = 0.2 [m] // small");
  await page.keyboard.press("Control+End");
  await page.locator(".hidden-part").first().waitFor();
  expect(await shownText()).not.toContain("Everything that moves in this lab");
  // Who writes the lesson can see it, by asking for it.
  await byName("what the lesson hides");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await expect.poll(shownText).toContain("Everything that moves in this lab");
});

/** Does something by its name, as it stands in the list of everything. */
async function byName(words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "What do you want to do?" }).fill(words);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

async function openLesson(words: string, title: string): Promise<void> {
  await beginRun(page, () => byName(words));
  await expect.poll(() => page.locator("h1").textContent()).toBe(title);
  await waitForRun(page);
}

const fall = ["the falling sphere", "2. The falling sphere"] as const;
const bounce = ["3. the bouncing ball", "3. The bouncing ball"] as const;

test("the first open step of an untouched text is shown, however far one has looked ahead", async () => {
  await openLesson(...fall);
  await says("Step 1 of 3");
  await leave();
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await says("Step 3 of 3");
  await openLesson(...bounce);
  await openLesson(...fall);
  await says("Step 1 of 3");
  await says("Goal, not met yet: the sphere lands after one second");
});

test("a goal that one lesson has met ticks none of the next", async () => {
  await goToLine("position = [0, 0, 20.5]");
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("position = [0, 0, 5.405] [m]");
  await says("Goal met");
  await openLesson(...bounce);
  await says("Step 1 of 3");
  await says("Goal, not met yet");
});

test("a lesson that is opened again goes on in the own copy, at its first open step", async () => {
  await openLesson(...fall);
  await expect.poll(shownText).toContain("[0, 0, 5.405]");
  await says("Step 1 of 3");
  await says("Goal met");
  await leave();
  await page.keyboard.press("n");
  await says("Step 2 of 3");
  await leave();
  await page.keyboard.press("n");
  await says("Step 3 of 3");
  await openLesson(...bounce);
  await openLesson(...fall);
  await says("Step 2 of 3");
  await expect.poll(shownText).toContain("[0, 0, 5.405]");
  await page.getByRole("button", { name: "Begin again" }).click();
  await says("Step 1 of 3");
  await says("Goal, not met yet");
  await expect.poll(shownText).toContain("[0, 0, 20.5]");
});

const secretive = `object { name = ball  physical type = dynamic  geometrical type = sphere
  attributes = { position = [0, 0, 1] [m]  size = 0.1 [m]  v = [1, 0, 0] [m/s] } }
context { name = secret  type = free fall  functions = { v' = [0, 0, -5] [m/s^2]  position' = v } }
simulation { name = main  initial time = 0 [s]  duration = 1 [s] }
lesson {
  hide = {secret, lesson}
  step { say = "Which law moves the ball?" }
}
`;

test("a law that the lesson hides is on no card, and no answer prints it", async () => {
  const other = await openPlain(lab);
  await beginRun(other, () => dropText(other, secretive));
  await other.locator(".hidden-part").first().waitFor();
  await other.locator(".laws").getByRole("tab", { name: "Cards" }).click();
  await other.getByText("The lesson hides the laws of this text.").waitFor();
  await showPanel(other, "Objects");
  await other.getByRole("button", { name: "Which law?" }).click();
  await other.locator(".law-answer").getByText("The lesson hides what it says.").waitFor();
  expect(await other.locator(".law-answer math").count()).toBe(0);
  await other.context().close();
});

test("the page told no errors", () => expect(lab.errors()).toEqual([]));
