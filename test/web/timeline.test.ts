// Time: play, step, scrub, marks of events, speed, and a run that streams in and is stopped.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, shoot, startLab, waitForRunOfText } from "./lab.ts";
import {
  beginText,
  experimentText,
  hold,
  measureRow,
  openPlain,
  recordOf,
  runText,
  shownTime,
  showPanel,
  soon,
} from "./measuring.ts";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await startLab();
  page = await openPlain(lab);
});
afterAll(() => lab.close());

const track = () => page.getByRole("slider", { name: "Time line" });
const button = (name: string) => page.getByRole("button", { name, exact: true });

async function at(time: number, end: number): Promise<{ x: number; y: number }> {
  const box = (await track().boundingBox())!;
  return { x: box.x + (time / end) * box.width, y: box.y + box.height / 2 };
}

let isRunning = false;

/** Figure 31 at its start, nothing plays, at its usual speed: each test makes what it begins with. */
async function figure31(): Promise<void> {
  if (isRunning) await hold(page);
  else await runText(page, experimentText("thesis-figure-31"));
  isRunning = true;
  await soon(() => shownTime(page)).toBe(0);
  await page.locator(".timeline .speed").click();
  if ((await button("Loop").getAttribute("aria-pressed")) === "true") await button("Loop").click();
}

test("one frame on and back, by button and by key", async () => {
  await figure31();
  const { recording } = recordOf(experimentText("thesis-figure-31"));
  await button("One frame on").click();
  await button("One frame on").click();
  await soon(() => shownTime(page)).toBeCloseTo(recording.frames[2].time, 3);
  await button("One frame back").click();
  await soon(() => shownTime(page)).toBeCloseTo(recording.frames[1].time, 3);
  await track().focus();
  await page.keyboard.press("ArrowRight");
  await soon(() => shownTime(page)).toBeCloseTo(recording.frames[2].time, 3);
  await page.keyboard.press("End");
  await soon(() => shownTime(page)).toBe(10);
  await page.keyboard.press("Home");
  await soon(() => shownTime(page)).toBe(0);
});

test("scrubbing moves the time, and the measures with it", async () => {
  await figure31();
  await showPanel(page, "Measures");
  const { recording, probe } = recordOf(experimentText("thesis-figure-31"));
  const place = await at(2.5, 10);
  await page.mouse.move((await at(0.4, 10)).x, place.y);
  await page.mouse.down();
  await page.mouse.move(place.x, place.y, { steps: 3 });
  await page.mouse.up();
  await soon(() => shownTime(page)).toBeCloseTo(2.5, 1);
  const t = await shownTime(page);
  const frame = recording.frames.findLast(({ time }) => time <= t + 1e-9)!;
  const height = measureRow(page, "height").locator(".measure-value");
  await soon(async () => Number.parseFloat((await height.textContent())!)).toBeCloseTo(
    probe.value(frame, "height") as number,
    2,
  );
});

test("a second scrub, by small moves, goes all the way like the first", async () => {
  await figure31();
  for (const steps of [20, 100]) {
    const [from, to] = [await at(0.1, 10), await at(9, 10)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps });
    await page.mouse.up();
    await soon(() => shownTime(page)).toBeGreaterThan(8.5);
  }
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
});

test("marks name events on hover, and a click jumps exactly there", async () => {
  await figure31();
  const fall = Math.sqrt((2 * 5) / 9.81);
  const place = await at(3 * fall, 10);
  await page.mouse.move(place.x, place.y);
  await page.getByRole("tooltip").waitFor();
  await soon(() => page.getByRole("tooltip").textContent()).toMatch(/collision of my_sphere and my_cuboid/);
  await shoot(page, "timeline-mark");
  await page.mouse.click(place.x, place.y);
  await soon(() => shownTime(page)).toBe(Number((3 * fall).toFixed(6)));
  await track().press("Shift+ArrowRight");
  await soon(() => shownTime(page)).toBeCloseTo(5 * fall, 5);
  // Marks of different kinds have different shapes.
  await soon(() => page.locator(".marks .mark.collision").getAttribute("data-count")).toBe("5");
});

test("play goes on at the chosen speed, and loops", async () => {
  await figure31();
  for (let i = 0; i < 4; i++) await button("Faster").click();
  expect(await page.locator(".timeline .speed").textContent()).toBe("×16");
  await button("Loop").click();
  await button("Play").click();
  // It has been beyond 3 s, and before that or after that earlier than the time before.
  let [last, most, isBack] = [0, 0, false];
  await soon(async () => {
    const now = await shownTime(page);
    isBack ||= now < last;
    [last, most] = [now, Math.max(most, now)];
    return most > 3 && isBack;
  }).toBe(true);
  await button("Pause").click();
  await page.locator(".timeline .speed").click();
  await button("Slower").click();
  expect(await page.locator(".timeline .speed").textContent()).toBe("×½");
  await button("Loop").click();
});

test("a change while it plays begins anew, or goes on from the same time if that is chosen", async () => {
  const text = experimentText("thesis-figure-31");
  isRunning = false;
  await runText(page, `${text}\n// As it was.\n`);
  // Slowly, so that the time can be compared.
  await page.locator(".timeline .speed").click();
  for (let i = 0; i < 4; i++) await button("Slower").click();
  for (const goesOn of [false, true]) {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Go on after a change").setChecked(goesOn);
    await page.keyboard.press("Escape");
    await track().click({ position: { x: (await track().boundingBox())!.width / 2, y: 18 } });
    await button("Play").click();
    await beginText(page, `${text}\n// ${goesOn}\n`);
    await waitForRunOfText(page);
    await soon(() => button("Pause").count()).toBe(1);
    if (goesOn) await soon(() => shownTime(page)).toBeGreaterThan(4.5);
    else expect(await shownTime(page)).toBeLessThan(4.5);
    await button("Pause").click();
  }
  await page.locator(".timeline .speed").click();
});

test("a run that streams in shows how far it is, and Stop keeps what is there", async () => {
  await beginText(page, experimentText("gas-of-spheres").replace(/duration = [\d.]+/, "duration = 500"));
  await page.getByRole("progressbar", { name: "Computed" }).waitFor();
  // Of this run: the one before it may still be told of.
  await soon(() => page.evaluate(() => document.querySelector(".progress .number")?.textContent)).toMatch(
    /^(?!0\.0).* of 500 s$/,
  );
  await shoot(page, "timeline-progress");
  await button("Stop").click();
  await page.getByText("as you asked").waitFor();
  await hold(page);
  await track().press("End");
  await soon(() => shownTime(page)).toBeGreaterThan(0);
  expect(await shownTime(page)).toBeLessThan(500);
  // What is there can still be asked for.
  await showPanel(page, "Interpreter");
  await page.getByLabel("Ask the interpreter").fill("atom1.position");
  await page.getByLabel("Ask the interpreter").press("Enter");
  await soon(() => page.locator(".exchange .said").last().textContent()).toMatch(/^\[.*,.*,.*\] m$/);
});

test("a run that cannot go on says why, where, and leads to the line", async () => {
  const broken = experimentText("bouncing-ball").replace(
    "measures {",
    "event { name = crash  when = t > 1  functions = { restitution = 1 / (t - t) } }\n\nmeasures {",
  );
  await runText(page, broken);
  const note = page.locator(".status .bad");
  await note.waitFor();
  await soon(() => note.textContent()).toMatch(/^Stopped at 1\b/);
  await note.getByRole("button", { name: /Show line/ }).click();
  await soon(() => page.evaluate(() => document.activeElement?.closest(".cm-editor") !== null)).toBe(true);
  await shoot(page, "timeline-stopped");
  expect(lab.errors()).toEqual([]);
});
