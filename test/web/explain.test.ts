// Why a number is what it is: by a click in the tables of an event and beside a number of a body; by keys, with formulas as MathML.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, startLab } from "./lab.ts";
import { experimentText, openPlain, recordOf, runText, showPanel } from "./measuring.ts";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await startLab();
  page = await openPlain(lab);
}, 60_000);
afterAll(() => lab.close());

/** Not quite the text that the lab opens with, so that it runs. */
const text = `${experimentText("bouncing-ball")}// Why?\n`;
const tree = () => page.locator(".explanation");

test("a click in the trace of a bounce tells its law, and the keyboard leads on to the first values", async () => {
  await runText(page, text);
  await showPanel(page, "Events");
  await page.locator(".event-row").filter({ hasText: "collision" }).nth(1).click();
  const row = page.locator(".trace-table tr", { has: page.locator("th", { hasText: /^(\* )?v$/ }) });
  await row.getByRole("button").last().click();
  await expect.poll(() => tree().locator("h3").textContent()).toMatch(/^ball\.v = .*m\/s$/);
  expect(await page.getByRole("tab", { name: "Explain" }).getAttribute("aria-selected")).toBe("true");
  // The same numbers, with all digits, as a record made here.
  const { events } = recordOf(text).recording;
  const second = events.filter(({ type }) => type === "collision")[1];
  await expect
    .poll(() => tree().locator(".reasons > p").first().textContent())
    .toContain(`of ball and ground at t = ${second.time}`);
  // Elements of MathML with the text of the law for those who cannot see them.
  const math = tree().locator("math").first();
  expect(await math.getAttribute("alttext")).toBe("v = previous(v) + impulse / mass");
  expect(await math.evaluate((element) => element.namespaceURI)).toBe("http://www.w3.org/1998/Math/MathML");
  expect(await tree().locator(".with-numbers").first().textContent()).toMatch(
    /^= \[0, 0, -3\.1006\d*\] \[m\/s\] \+ \[0, 0, 5\.27\d*\] \[N s\] \/ 1 \[kg\]$/,
  );
  // By keys: previous(v) is the free fall since the first bounce, and its v0 what that bounce left.
  const open = async (name: RegExp, nth = 0) => {
    const branch = tree().getByRole("button", { name }).nth(nth);
    await branch.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => branch.getAttribute("aria-expanded")).toBe("true");
  };
  await open(/^\W*previous\(v\) =/);
  await open(/^\W*v0 =/);
  await open(/^\W*v =/);
  await open(/^\W*previous\(v\) =/, 1);
  await open(/^\W*v0 =/, 1);
  await open(/^\W*v =/, 1);
  await expect.poll(() => tree().textContent()).toContain("at the start, t = 0");
  expect(lab.errors()).toEqual([]);
});

test("a number of a body is explained at the time that is shown", async () => {
  await showPanel(page, "Objects");
  const form = page.locator("details.body-form", { has: page.locator("summary", { hasText: "ball" }) }).first();
  await form.waitFor();
  if (!(await form.evaluate((details) => (details as HTMLDetailsElement).open))) await form.locator("summary").click();
  await form.getByRole("button", { name: "Why is position of ball what it is?" }).click();
  await expect.poll(() => tree().locator("h3").textContent()).toMatch(/^ball\.position = /);
  expect(lab.errors()).toEqual([]);
});
