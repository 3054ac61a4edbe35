// Ten things a newcomer wants, each done by what is in sight, from the world that New opens: without documentation,
// without a key that nobody names, and with no more typing than a number or a sentence.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { at, draw, newWorld, take, wholeText } from "./drawing.ts";
import { drawn } from "./eye.ts";
import { chooseData, saved } from "./hand.ts";
import { beginRun, type Lab, startLab, waitForRun, waitForRunOfText } from "./lab.ts";
import { shownTime, showPanel, soon } from "./measuring.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.close());

const wide = { viewport: { width: 1280, height: 640 }, settings: {} };

/** The page of a task: nothing was wrong in it. */
async function over(page: Page): Promise<void> {
  expect(lab.errors()).toEqual([]);
  await page.context().close();
}

/** Moves a slider under the view by the mouse, to a share of its way. */
async function slide(page: Page, name: string, share: number): Promise<void> {
  const slider = page.getByRole("group", { name: "Numbers to change" }).getByRole("slider", { name });
  const box = (await slider.boundingBox())!;
  // The middle of the thumb goes from its own half to as far before the end.
  const x = box.x + 8 + share * (box.width - 16);
  await beginRun(page, () => page.mouse.click(x, box.y + box.height / 2));
  await waitForRunOfText(page);
}

/** The value and the time below the plot while the pointer is over it, at a share of its width. */
async function readPlot(page: Page, share: number): Promise<{ time: number; value: number }> {
  const box = (await page.locator(".plot .u-over").first().boundingBox())!;
  const legend = page.locator(".plot .legend").first();
  const time = async () => Number(/at pointer, ([\d.]+)/.exec((await legend.locator("thead").textContent())!)?.[1]);
  await page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
  await soon(async () => Math.abs((await time()) - 10 * share)).toBeLessThan(0.1);
  const value = await legend.locator("tbody td.number").first().textContent();
  return { time: await time(), value: Number(value!.replace("−", "-")) };
}

test("gravity as on the moon, and a higher bounce, by the sliders under the view", async () => {
  const page = await newWorld(lab, wide);
  await slide(page, "g.z", 1 - 1.62 / 25);
  expect(Number(/g = \[0, 0, (-[\d.]+)\]/.exec(await wholeText(page))![1])).toBeCloseTo(-1.62, 0);
  await page.getByRole("button", { name: "Undo: change g" }).click();
  await waitForRunOfText(page);
  await slide(page, "restitution", 0.97);
  expect(Number(/restitution = ([\d.]+)/.exec(await wholeText(page))![1])).toBeGreaterThan(0.9);
  // Also by a double click on the number in the text.
  await page.locator(".cm-line", { hasText: "g = [0, 0," }).getByText("9.81").dblclick();
  await beginRun(page, () => page.keyboard.type("-1.62"));
  await waitForRunOfText(page);
  expect(await wholeText(page)).toContain("g = [0, 0, -1.62] [m/s^2]");
  await over(page);
});

test("two balls collide on a table, by the mouse alone", async () => {
  const page = await newWorld(lab, wide);
  await take(page, "Ball");
  await draw(page, [-0.6, 0, 0]);
  await take(page, "Ball");
  await draw(page, [0.4, 0, 0]);
  const [x, y, z] = await at(page, "ball2");
  await take(page, "Throw");
  await draw(page, [x, y, z], [x + 0.6, y, z]);
  const place = async () => (await drawn(page, "places")).split("; ").find((one) => one.startsWith("ball3 "));
  const before = await place();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await soon(place).not.toBe(before);
  await over(page);
});

test("a pendulum is hung by the mouse, and its period is read from a plot", async () => {
  const page = await newWorld(lab, wide);
  await take(page, "Rod");
  await draw(page, [0, 0, 1], [0.4, 0, 1.2]);
  await showPanel(page, "Plots");
  const field = page.getByPlaceholder("Add ball.v [km/h] …").first();
  await field.fill("ball.position.x");
  await page.getByRole("option", { name: "ball.position.x", exact: true }).click();
  await page.getByRole("button", { name: "Remove ball.position.z" }).click();
  // The chart is made again for what is left.
  await soon(() => page.locator(".plot .legend tbody tr").count()).toBe(1);
  await soon(() => page.locator(".plot .u-over").first().boundingBox()).not.toBeNull();
  const [, hook] = /world at \[([\d.]+), /.exec(await wholeText(page))!;
  // Where the curve goes up through the middle.
  const upward: number[] = [];
  let last = await readPlot(page, 0.02);
  for (let share = 0.035; upward.length < 2 && share < 0.6; share += 0.015) {
    const next = await readPlot(page, share);
    const [a, b] = [last.value - Number(hook), next.value - Number(hook)];
    if (a < 0 && b >= 0) upward.push(last.time + ((next.time - last.time) * a) / (a - b));
    last = next;
  }
  const [, px, py] = /world at \[([\d.]+), [-\d.]+, ([\d.]+)\]/.exec(await wholeText(page))!.map(Number);
  const length = Math.hypot(px, py - 1);
  const small = 2 * Math.PI * Math.sqrt(length / 9.81);
  const half = Math.sin(Math.atan2(px, py - 1) / 2) ** 2;
  // The series of the period of a large swing.
  const period = small * (1 + half / 4 + (9 / 64) * half ** 2 + (25 / 256) * half ** 3);
  expect(upward[1] - upward[0]).toBeGreaterThan(0.95 * period);
  expect(upward[1] - upward[0]).toBeLessThan(1.05 * period);
  await over(page);
});

test("a spring joins two bodies", async () => {
  const page = await newWorld(lab, wide);
  await take(page, "Box");
  await draw(page, [-0.5, 0, 0]);
  const box = await at(page, "box");
  await take(page, "Spring");
  await draw(page, box, [0, 0, 1]);
  expect(await wholeText(page)).toMatch(/kind = spring\n {2}between = \{box, ball\}/);
  expect(await page.locator(".problems-line").textContent()).toContain("no problems");
  await over(page);
});

test("why the ball has this speed is asked beside the number", async () => {
  const page = await newWorld(lab, wide);
  // It falls: the run of a new world plays.
  await soon(() => shownTime(page)).toBeGreaterThan(0.1);
  await showPanel(page, "Objects");
  await page.getByRole("button", { name: "Why is v of ball what it is?" }).click();
  const why = page.getByRole("tabpanel", { name: "Explain" });
  await soon(() => why.textContent()).toMatch(/ball\.v = .*m\/s/);
  await over(page);
});

test("a lesson of three steps of one's own", async () => {
  const page = await newWorld(lab, wide);
  await chooseData(page, /Make it a lesson/);
  const lesson = page.getByRole("complementary", { name: "Lesson" });
  await lesson.getByText("What will happen?").waitFor();
  await page.locator(".cm-line", { hasText: 'say = "What will happen?' }).click({ clickCount: 3 });
  await page.keyboard.type('    say = "How high does it bounce?"\n');
  await lesson.getByText("How high does it bounce?").waitFor();
  await lesson.getByRole("button", { name: "Next" }).click();
  await lesson.getByText("Change a number of the text.").waitFor();
  await lesson.getByRole("button", { name: "Next" }).click();
  await lesson.getByText("What have you seen, and why is it so?").waitFor();
  await over(page);
});

test("what was made is kept, found again, and given to others by a link", async () => {
  const page = await newWorld(lab, wide);
  await slide(page, "restitution", 0.3);
  await saved(page);
  const made = await wholeText(page);
  await page.getByRole("button", { name: "Gallery", exact: true }).click();
  await page.getByText("A throw", { exact: true }).first().click();
  await soon(() => page.locator("h1").textContent()).toBe("A throw");
  await waitForRun(page);
  await page.getByRole("button", { name: "Gallery", exact: true }).click();
  await page
    .getByRole("region", { name: "Your experiments" })
    .getByRole("button", { name: /^New experiment/ })
    .click();
  await soon(() => wholeText(page)).toBe(made);
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByRole("dialog").getByRole("textbox", { name: "Link", exact: true }).inputValue();
  const guest = await lab.open({ view: false, path: link.slice(lab.address.length), waits: false });
  await guest.getByRole("button", { name: "Run it" }).click();
  await waitForRunOfText(guest);
  expect(await wholeText(guest)).toBe(made);
  await guest.context().close();
  await over(page);
});
