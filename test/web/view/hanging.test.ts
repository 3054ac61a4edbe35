// Answers that never come, or come late: a text whose run or check hangs holds nothing up, and what was typed meanwhile
// stays.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saved, textOf, typeAtEnd } from "../hand.ts";
import { beginRun, type Lab, startLab, waitForRun, waitForRunOfText } from "../lab.ts";
import { hold } from "../measuring.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

/**
 * Before all else in the worker: a run of a text with these words is heard and then takes it forever or tells nothing,
 * a check at once.
 */
const trap = `
let text = "";
self.addEventListener("message", ({ data }) => {
  text = data.text ?? text;
  if (self.name === "check" && text.includes("hang in the check")) for (;;);
});
const post = self.postMessage.bind(self);
self.postMessage = (message, ...rest) => {
  if (["frames", "events", "done"].includes(message.type) && text.includes("tell nothing")) return;
  post(message, ...rest);
  if (message.type === "heard" && text.includes("hang in the run")) for (;;);
};
`;

/** The page with workers that texts can hang. */
async function open(path = ""): Promise<Page> {
  const page = await lab.open({ viewport: { width: 1000, height: 420 }, view: false, waits: false, path: "icon.svg" });
  await page.context().route(/assets\/lab-worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: trap + (await response.text()) });
  });
  await page.goto(lab.address + path);
  await waitForRun(page);
  return page;
}

async function hang(page: Page): Promise<void> {
  await beginRun(page, () => typeAtEnd(page, "// hang in the run"));
  await page.locator(".progress", { hasText: "no answer" }).waitFor();
}

async function mend(page: Page): Promise<void> {
  for (let i = 0; i < 5; i++) await page.keyboard.press("Backspace");
}

test("Stop ends a run that does not answer; what came in stays, and the mended text runs", async () => {
  const page = await open();
  await hang(page);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.locator(".status", { hasText: "the engine did not answer and was ended" }).waitFor();
  // Every panel has something to say, or says nothing.
  for (const panel of ["Plots", "Objects", "Events", "Explain", "Measures"]) {
    await page.getByRole("tab", { name: panel }).click();
    await page.getByRole("tabpanel", { name: panel }).waitFor();
  }
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await beginRun(page, () => mend(page));
  await waitForRunOfText(page);
  expect(await page.locator("#lab").getAttribute("data-phase")).toBe("done");
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("the mended text and another experiment replace a run that does not answer", async () => {
  const page = await open();
  await hang(page);
  await mend(page);
  await waitForRunOfText(page);
  await typeAtEnd(page, "e run");
  await page.locator(".progress", { hasText: "no answer" }).waitFor();
  await page.evaluate(() => {
    location.hash = "#e=throw";
  });
  await expect.poll(() => page.locator("h1").textContent()).toBe("A throw");
  await page.locator('#lab[data-phase="done"]').waitFor({ state: "attached" });
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a reload does not run again what did not answer, until it is asked to or mended", async () => {
  const page = await open();
  await hang(page);
  await saved(page);
  for (let i = 0; i < 2; i++) {
    await page.reload();
    await page.getByText("This experiment did not answer when it ran last").waitFor();
    expect(await page.locator("#lab").getAttribute("data-phase")).toBe("none");
  }
  await page.getByRole("button", { name: "Run it" }).click();
  await page.locator(".progress", { hasText: "no answer" }).waitFor();
  await page.reload();
  await page.getByText("This experiment did not answer when it ran last").waitFor();
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await beginRun(page, () => mend(page));
  await page.locator('#lab[data-phase="done"]').waitFor({ state: "attached" });
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a paused lab stays paused at its time, though the text changes twice before a run has come so far", async () => {
  const page = await open();
  const time = page.locator("output.time");
  const isPlaying = () => page.getByRole("button", { name: "Pause", exact: true }).count();
  for (const key of ["Home", "Shift+ArrowRight"]) {
    await hold(page);
    await page.locator("output.time").click();
    await page.keyboard.press(key);
    const at = Number.parseFloat((await time.textContent())!);
    await beginRun(page, () => typeAtEnd(page, "// tell nothing"));
    // The run has begun, and nothing is known of it.
    await page.locator(".stale-note[data-stale=false]").waitFor({ state: "attached" });
    await beginRun(page, () => page.keyboard.insertText("!"));
    await page.locator(".stale-note[data-stale=false]").waitFor({ state: "attached" });
    expect(await isPlaying()).toBe(0);
    await beginRun(page, async () => {
      for (const _ of "nothing!") await page.keyboard.press("Backspace");
    });
    await waitForRunOfText(page);
    await expect.poll(async () => Number.parseFloat((await time.textContent())!)).toBeCloseTo(at, 3);
    expect(await isPlaying()).toBe(0);
  }
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("a check that does not answer is replaced by that of the next text", async () => {
  const page = await open();
  await typeAtEnd(page, "// hang in the check");
  for (let i = 0; i < 5; i++) await page.keyboard.press("Backspace");
  await page.keyboard.insertText("\nx = (");
  await page.locator(".cm-lintRange-error, .cm-lintPoint-error").first().waitFor({ state: "attached" });
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});

test("what is typed while the text is being laid out is not undone by it", async () => {
  const page = await lab.open({ viewport: { width: 1000, height: 420 }, view: false });
  let answer = () => {};
  const answering = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // What lays texts out is loaded with the first question.
  await page.context().route(/assets\/service[^/]*\.js$/, (route) => answering.then(() => route.continue()));
  const asked = page.context().waitForEvent("request", (request) => /assets\/service/.test(request.url()));
  await typeAtEnd(page, "\n\n\n// one   ");
  await page.keyboard.press("Shift+Alt+f");
  await asked;
  await page.keyboard.insertText(" two");
  answer();
  await expect.poll(() => textOf(page)).toMatch(/\/\/ one {4}two$/);
  await page.keyboard.press("Shift+Alt+f");
  await expect.poll(() => textOf(page)).toMatch(/[^\n]\n\n?\/\/ one {4}two\n$/);
  expect(lab.errors()).toEqual([]);
  await page.context().close();
});
