// The line that says what the referee has checked of a run.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Lab, shoot, startLab, waitForRun } from "./lab.ts";
import {
  beginText,
  experimentText,
  hold,
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
});
beforeEach(async () => {
  page = await openPlain(lab);
});
afterEach(() => page.context().close());
afterAll(() => lab.close());

const line = () => page.locator(".check-line");
const verdict = () => line().locator(".right, .wrong");
const begin = () => line().getByRole("button", { name: "Check this run" });
const end = () => line().getByRole("button", { name: "Stop the check" });

const shortened = (id: string, duration: number) =>
  experimentText(id).replace(/duration = .*/, `duration = ${duration}`);

const refereeFile = /assets\/refereeing[^/]*\.js$/;

/** The lab's file of the referee becomes another one. */
async function replaceReferee(refereeOf: string): Promise<void> {
  const body = `export const refereeOf = ${refereeOf};`;
  await page.context().route(refereeFile, (route) => route.fulfill({ contentType: "text/javascript", body }));
}

async function verdictOf(text: string): Promise<string> {
  await runText(page, text);
  await begin().click();
  await verdict().waitFor();
  return (await verdict().textContent())!;
}

test("collisions are counted as the record has them", async () => {
  const text = shortened("bouncing-ball", 1.2);
  const { recording } = recordOf(text);
  const collisions = recording.events.filter(({ type }) => type === "collision").length;
  // The ball falls from 1 m: it is down after 0.45 s, and again 0.63 s later.
  expect(collisions).toBe(2);
  expect(await verdictOf(text)).toContain("checked: 2 collisions, 1 pair of bodies, 2 laws; nothing wrong");
  await shoot(page, "check-run");
  expect(lab.errors()).toEqual([]);
});

test("joints are counted, and what was left out is told on a click", async () => {
  expect(await verdictOf(shortened("double-pendulum", 0.8))).toContain("checked: 2 joints, 1 law; nothing wrong");
  const more = line().getByRole("button", { name: "What was left out?" });
  expect(await line().locator("li").count()).toBe(0);
  await more.click();
  expect(await line().locator("li").first().textContent()).toMatch(
    /^not checked: laws, except in every .* interval between frames: all would take long$/,
  );
  await line().getByRole("button", { name: "Less" }).click();
  expect(await line().locator("li").count()).toBe(0);
});

test("a new run takes the line away, and has one of its own", async () => {
  expect(await verdictOf(shortened("bouncing-ball", 0.6))).toContain("checked: 1 collision,");
  await beginText(page, shortened("bouncing-ball", 1.2));
  await soon(() => verdict().count()).toBe(0);
  await waitForRun(page);
  await begin().click();
  await soon(() => verdict().textContent()).toContain("checked: 2 collisions,");
});

test("a check in progress delays no answer; a click or a new run ends it", async () => {
  // A referee that never comes to an end.
  await replaceReferee("() => { for (;;); }");
  await runText(page, shortened("bouncing-ball", 1.2));
  await begin().click();
  await end().waitFor();
  await showPanel(page, "Interpreter");
  await page.getByLabel("Ask the interpreter").fill("2 * 3");
  await page.getByLabel("Ask the interpreter").press("Enter");
  await soon(() => page.locator(".exchange .said").last().textContent()).toBe("6");
  await showPanel(page, "Measures");
  await end().click();
  await begin().click();
  await end().waitFor();
  await beginText(page, shortened("bouncing-ball", 0.6));
  await waitForRun(page);
  await page.context().unroute(refereeFile);
  await begin().click();
  await soon(() => verdict().textContent()).toContain("checked: 1 collision,");
});

test("a run that was stopped is checked as far as it came", async () => {
  // In short steps, so that neither the run nor its check comes to an end by itself, or far, before it is stopped.
  const endless = (duration: number) =>
    shortened("bouncing-ball", duration).replace("duration", "step = 0.0001\n  duration");
  await beginText(page, endless(100_000));
  const progress = page.locator(".progress .number");
  // At 2.56 s the ball lies.
  await soon(async () => {
    const [, done] = /^([\d.]+) of 100000 s$/.exec((await progress.textContent()) ?? "") ?? [];
    return Number(done);
  }).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText("as you asked").waitFor();
  await hold(page);
  await begin().click();
  await verdict().waitFor();
  const { recording } = recordOf(endless(3));
  const collisions = recording.events.filter(({ type }) => type === "collision").length;
  expect(await verdict().textContent()).toMatch(
    new RegExp(`^✓ checked: ${collisions} collisions, 1 pair of bodies, 3 laws; nothing wrong`),
  );
});

test("the palette knows it, and shows the panel", async () => {
  await runText(page, shortened("bouncing-ball", 0.6));
  await showPanel(page, "Plots");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("check this run");
  await page.keyboard.press("Enter");
  await soon(() => verdict().textContent()).toContain("nothing wrong");
});

test("what is wrong is listed on a click, with the way to its time", async () => {
  // The engine gives no record with a fault: the referee's file is replaced by one that objects.
  const info = {
    line: "checked: 1 collision, 2 laws; 4 things are wrong",
    count: 4,
    faults: [
      { time: 0.25, sentence: "fall of ball: 'v' does not follow its rate from t = 0.24, by 0.1 (at most 1e-9)" },
    ],
    unchecked: ["the rest"],
  };
  await replaceReferee(`() => (${JSON.stringify(info)})`);
  expect(await verdictOf(shortened("bouncing-ball", 0.6))).toContain(`⚠ ${info.line}`);
  await line().getByRole("button", { name: "What is wrong?" }).click();
  const items = await line().locator("li").allTextContents();
  expect(items).toEqual([`0.25 s ${info.faults[0].sentence}`, "and 3 more like these", "not checked: the rest"]);
  await shoot(page, "check-run-wrong");
  await line().locator("li button").click();
  await soon(() => shownTime(page)).toBe(0.25);
});

test("a referee that fails is told in the line, and can be asked again", async () => {
  await replaceReferee('() => { throw new Error("no idea"); }');
  await runText(page, shortened("bouncing-ball", 0.6));
  await begin().click();
  await soon(() => line().textContent()).toContain("It could not be checked: no idea.");
  await page.context().unroute(refereeFile);
  await begin().click();
  await soon(() => verdict().textContent()).toContain("checked: 1 collision,");
  expect(lab.errors()).toEqual([]);
});
