// What runs and when: the simulation of a text that has several, a typed time; what others draw and say of it: B in the
// plots, trails, files of the interpreter.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whenDrawn } from "./eye.ts";
import { downloaded } from "./hand.ts";
import { beginRun, type Lab, shoot, startLab, waitForRun } from "./lab.ts";
import { shownTime, showPanel, soon } from "./measuring.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

const digestOf = (page: Page) => page.locator("#lab").getAttribute("data-digest");

test("of several simulations the chosen one runs, and again after a reload", async () => {
  const page = await lab.open({ view: false, path: "#e=four-bar-linkage", settings: { question: false } });
  const choice = page.getByRole("combobox", { name: "Simulation" });
  const [first, second] = await choice.locator("option").allTextContents();
  expect(await choice.inputValue()).toBe(first);
  const motor = await digestOf(page);
  await choice.focus();
  await beginRun(page, () => page.keyboard.press("ArrowDown"));
  await waitForRun(page);
  expect(await choice.inputValue()).toBe(second);
  const free = await digestOf(page);
  expect(free).not.toBe(motor);
  await shoot(page, "choosing-simulation");
  await page.reload();
  await waitForRun(page);
  expect(await choice.inputValue()).toBe(second);
  expect(await digestOf(page)).toBe(free);
  // A text with one simulation has nothing to choose.
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByLabel("Search experiments").fill("A throw");
  await page.locator(".gallery .card", { hasText: "A throw" }).first().click();
  await soon(() => choice.count()).toBe(0);
  await waitForRun(page);
  expect(lab.errors()).toEqual([]);
  await page.close();
});

test("a time can be typed, with comma and unit; what is no time stays and is marked", async () => {
  const page = await lab.open({ view: false, settings: { question: false } });
  const field = page.getByLabel("Go to the time, in seconds");
  const type = async (text: string) => {
    await page.getByRole("button", { name: "Type a time" }).click();
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await type("1.25");
  await soon(() => shownTime(page)).toBe(1.25);
  await type("0,5 s");
  await soon(() => shownTime(page)).toBe(0.5);
  await type("700 ms");
  await soon(() => shownTime(page)).toBe(0.7);
  await type("99");
  await soon(() => shownTime(page)).toBe(4);
  await page.locator("output.time").dblclick();
  await page.keyboard.type("soon");
  await page.keyboard.press("Enter");
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  await page.keyboard.press("Escape");
  await soon(() => field.count()).toBe(0);
  expect(await shownTime(page)).toBe(4);
  expect(lab.errors()).toEqual([]);
  await page.close();
});

test("the interpreter imports a law with what it needs, saves definitions as a file and reads them again", async () => {
  const page = await lab.open({ view: false, settings: { question: false, panel: "interpreter" } });
  const ask = async (text: string) => {
    await page.getByLabel("Ask the interpreter").fill(text);
    await page.keyboard.press("Enter");
  };
  const last = () => page.locator(".exchange").last().textContent();
  await ask('import "laws/frictionless-collision.vfl"');
  await soon(last).toContain("normalImpulse");
  await ask("normalImpulse(identityMatrix(3), [0, 0, -2], [0, 0, 1], 0.5)");
  await soon(last).toContain("[0, 0, 3]");
  // From bodies.vfl, which the law imports.
  await ask("pointVelocity([1, 0, 0], [0, 0, 2], [0, 3, 0])");
  await soon(last).toContain("[-5, 0, 0]");
  await ask("double(x) = 2 * x");
  await soon(last).toContain("double is defined");
  const { name, bytes } = await downloaded(page, () => ask('export "mine.vfl"'));
  expect(name).toBe("mine.vfl");
  expect(bytes.toString()).toContain("double(x) = 2 * x");
  await soon(last).toContain("saved as the file mine.vfl");
  await ask('import "mine.vfl"');
  await soon(last).toContain("double");
  await ask('import "nothing.vfl"');
  await soon(last).toContain("there is no file 'nothing.vfl'");
  expect(lab.errors()).toEqual([]);
  await page.close();
});

test("plots draw the curve of B beside that of A while they are compared", async () => {
  const page = await lab.open({ view: false, settings: { question: false, panel: "compare", right: 460 } });
  const box = page.getByRole("combobox", { name: "Value that differs in B" });
  await box.fill("restitution");
  await page.keyboard.press("Enter");
  await page.getByLabel("Its value in B").fill("0.5");
  await page.keyboard.press("Enter");
  await page.locator(".parting-words").waitFor();
  await showPanel(page, "Plots");
  const names = () => page.locator(".legend tbody th").allTextContents();
  await soon(names).toEqual(expect.arrayContaining([expect.stringMatching(/^height of B/)]));
  // Between the bounces of A and B: at 0.7 s A is higher, by v t - g t^2 / 2 with 0.7 and 0.5 of the speed.
  await page.getByRole("button", { name: "Type a time" }).click();
  await page.keyboard.type("0.7");
  await page.keyboard.press("Enter");
  const fall = Math.sqrt(2 / 9.81);
  const height = (e: number) => e * Math.sqrt(2 * 9.81) * (0.7 - fall) - (9.81 / 2) * (0.7 - fall) ** 2;
  const readAt = async (name: RegExp) =>
    Number(
      (await page.locator(".legend tbody tr", { hasText: name }).locator("td").first().textContent())?.replace(
        "−",
        "-",
      ),
    );
  await soon(() => readAt(/^height of B/)).toBeCloseTo(height(0.5), 3);
  await soon(() => readAt(/^height(?! of|_)/)).toBeCloseTo(height(0.7), 3);
  await shoot(page, "choosing-b");
  // Another experiment has no B.
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByLabel("Search experiments").fill("A throw");
  await page.locator(".gallery .card", { hasText: "A throw" }).first().click();
  await waitForRun(page);
  await soon(async () => (await names()).filter((name) => name.includes("of B"))).toEqual([]);
  expect(lab.errors()).toEqual([]);
  await page.close();
});

test("trails that one experiment wants are not drawn in the next", async () => {
  const page = await lab.open({
    viewport: { width: 800, height: 500 },
    reducedMotion: "reduce",
    path: "#e=trebuchet",
    settings: { question: false },
  });
  const trails = page.getByRole("button", { name: /^Trails/ });
  await soon(() => trails.getAttribute("aria-pressed")).toBe("true");
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByLabel("Search experiments").fill("The falling sphere");
  await page.locator(".gallery .card", { hasText: "The falling sphere" }).first().click();
  await waitForRun(page);
  await page.locator("output.time").click();
  await page.keyboard.press("End");
  await soon(() => trails.getAttribute("aria-pressed")).toBe("false");
  await whenDrawn(page, "trails", (count) => count === "0");
  // What the person chooses stays chosen, but not against a text.
  await page.keyboard.press("t");
  await whenDrawn(page, "trails", (count) => Number(count) > 0);
  expect(lab.errors()).toEqual([]);
  await page.close();
});
