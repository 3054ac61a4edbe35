// Why a number is what it is: by a click in the tables of an event and beside a number of a body; by keys, with
// formulas as MathML.
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawnAt, settled, toStart } from "./eye.ts";
import { type Lab, shoot, startLab } from "./lab.ts";
import { experimentText, measureRow, openPlain, recordOf, runText, showPanel } from "./measuring.ts";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await startLab();
  page = await openPlain(lab);
});
afterAll(() => lab.close());

/** Not quite the text that the lab opens with, so that it runs. */
const text = `${experimentText("bouncing-ball")}// Why?\n`;
const tree = () => page.locator(".explanation");

/** A key for the lab, not for the control that was used last. */
async function press(key: string): Promise<void> {
  await page.locator("output.time").click();
  await page.keyboard.press(key);
}

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
  // The time in its words leads there.
  await press("Home");
  await tree()
    .getByRole("button", { name: String(second.time) })
    .first()
    .press("Enter");
  await expect.poll(() => page.locator("output.time").textContent()).toBe(`${second.time.toFixed(6)} s`);
  // Elements of MathML with the text of the law for those who cannot see them.
  const math = tree().locator("math").first();
  expect(await math.getAttribute("alttext")).toBe("v = previous(v) + impulse / mass");
  expect(await math.evaluate((element) => element.namespaceURI)).toBe("http://www.w3.org/1998/Math/MathML");
  // The line with numbers is MathML too: six digits to be seen, all of them to be read out.
  const numbers = tree().locator(".with-numbers math").first();
  expect(await numbers.getAttribute("alttext")).toMatch(
    /^\[0, 0, -3\.1006\d{10,}\] \[m\/s\] \+ \[0, 0, 5\.27\d{10,}\] \[N s\] \/ 1 \[kg\]$/,
  );
  expect(await numbers.locator("mn").allTextContents()).toEqual(["0", "0", "3.10061", "0", "0", "5.27104", "1"]);
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

test("what if: a number of the tree is another, and what is above it follows", async () => {
  const { recording } = recordOf(text);
  const second = recording.events.filter(({ type }) => type === "collision")[1];
  await showPanel(page, "Events");
  const row = page.locator(".trace-table tr", { has: page.locator("th", { hasText: /^(\* )?v$/ }) });
  await row.getByRole("button").last().click();
  const head = tree().locator("h3");
  await head.waitFor();
  await tree().getByRole("button", { name: "What if mass were different?" }).first().press("Enter");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  // Twice the mass takes twice the impulse, and leaves with the same velocity.
  const impulse = tree()
    .locator("li", { hasText: /^impulse/ })
    .first();
  const become = async () => JSON.parse((await impulse.locator(".supposed").getAttribute("title")) ?? "[0,0,0]")[2];
  const slot = recording.model.byName.get("ball")!.slots.get("v")!;
  const speed = second.before.memory[slot.offset + 2 * slot.stride];
  await expect.poll(become).toBeCloseTo(-2 * 1.7 * speed, 12);
  expect(await impulse.textContent()).toContain("was");
  expect(await head.locator(".supposed").count()).toBe(0);
  await expect.poll(() => tree().locator(".with-numbers math").first().getAttribute("alttext")).toMatch(/\/ 2 \[kg\]$/);
  // Arrows move the number; what cannot be is told; Reset brings all back.
  const suppose = tree().getByRole("button", { name: "What if mass were different?" }).first();
  await suppose.press("Enter");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => tree().locator(".suppositions").textContent()).toContain("mass = 2.1");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("[1, 2]");
  await page.keyboard.press("Enter");
  await expect.poll(() => tree().locator(".suppositions .problem").textContent()).toContain("mass is a real");
  await tree().getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => tree().locator(".supposed").count()).toBe(0);
  expect(lab.errors()).toEqual([]);
});

test("what if the velocity before a bounce were -10: the impulse follows, and after = -e before", async () => {
  await showPanel(page, "Events");
  await page.locator(".event-row").filter({ hasText: "collision" }).nth(1).click();
  const row = page.locator(".trace-table tr", { has: page.locator("th", { hasText: /^(\* )?v$/ }) });
  await row.getByRole("button").last().click();
  const head = tree().locator("h3");
  const suppose = async (name: string, value: string) => {
    await tree()
      .getByRole("button", { name: `What if ${name} were different?` })
      .first()
      .click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(value);
    await page.keyboard.press("Enter");
  };
  const titleOf = (what: ReturnType<Page["locator"]>) => what.first().getAttribute("title");
  await suppose("previous(v)", "[0, 0, -10]");
  await expect.poll(async () => JSON.parse((await titleOf(head.locator(".supposed"))) ?? "[0]")[2]).toBeCloseTo(7, 10);
  // The impulse is another, though its branch is closed: (1 + 0.7) * 10.
  const impulse = tree()
    .locator("li", { hasText: /^impulse/ })
    .first();
  await expect
    .poll(async () => JSON.parse((await titleOf(impulse.locator(".supposed"))) ?? "[0]")[2])
    .toBeCloseTo(17, 10);
  // Upwards it would not be hit at all: the other branch of the law, with its condition.
  await tree().getByRole("button", { name: "Reset" }).click();
  await suppose("previous(v)", "[0, 0, 3]");
  await expect.poll(() => titleOf(head.locator(".supposed"))).toBe("[0, 0, 3]");
  await impulse.locator(".branch").first().click();
  await impulse.locator(".branch").nth(1).click();
  await expect.poll(() => impulse.textContent()).toMatch(/u \. n >= 0.*is true/);
  await shoot(page, "explain-what-if");
  expect(lab.errors()).toEqual([]);
});

test("which law moves a body and why that one, from Objects and by the button of the panel", async () => {
  await press("End");
  await showPanel(page, "Objects");
  await page.getByRole("button", { name: "Which law?" }).click();
  await expect
    .poll(() => tree().locator("h3").textContent())
    .toBe("force_contact moves ball, a law of contact, at 4 s");
  // The test of separation, and the event after which it began; the law as MathML.
  await expect
    .poll(() => tree().locator(".law-reasons").textContent())
    .toMatch(/held in contact with 'ground'.*closing/);
  expect(await tree().locator(".law-table").first().textContent()).toContain("✓ applied");
  expect(await tree().locator("math").count()).toBeGreaterThan(0);
  await tree()
    .getByRole("button", { name: /^Go to where it began/ })
    .press("Enter");
  await press("Home");
  await page.getByRole("button", { name: "Law of ball" }).press("Enter");
  await expect.poll(() => tree().locator("h3").textContent()).toMatch(/^free_fall moves ball/);
  await page.getByRole("button", { name: "Back to the explanation before" }).press("Enter");
  await expect.poll(() => tree().locator("h3").textContent()).toMatch(/^force_contact moves ball/);
  expect(lab.errors()).toEqual([]);
});

test("a number of a body is explained at the time that is shown", async () => {
  await press("Shift+ArrowRight");
  await showPanel(page, "Objects");
  const form = page.locator("details.body-form", { has: page.locator("summary", { hasText: "ball" }) }).first();
  await form.waitFor();
  if (!(await form.evaluate((details) => (details as HTMLDetailsElement).open))) await form.locator("summary").click();
  await form.getByRole("button", { name: "Why is position of ball what it is?" }).click();
  await expect.poll(() => tree().locator("h3").textContent()).toMatch(/^ball\.position = /);
  expect(lab.errors()).toEqual([]);
});

test("a measure, a number below a plot and a dot on its curve ask why, at the time they show", async () => {
  await press("Home");
  for (let i = 0; i < 10; i++) await press("ArrowRight");
  const frame = recordOf(text).recording.frames[10];
  await showPanel(page, "Measures");
  await measureRow(page, "energy").getByRole("button", { name: "Why is energy what it is?" }).click();
  await expect.poll(() => tree().locator("h3").textContent()).toMatch(/^energy = 9\.81/);
  // By its name, typed: E leads to the box.
  await page.locator(".explanation h3").click();
  await page.keyboard.press("e");
  await page.getByRole("combobox", { name: "Why is a number" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("ball.position#3");
  await page.keyboard.press("Enter");
  const height = (frame.memory as Float64Array).find((z) => Math.abs(z - (1.1 - 0.5 * 9.81 * frame.time ** 2)) < 1e-9)!;
  await expect.poll(() => tree().locator("h3 .number").getAttribute("title")).toBe(String(height));
  await showPanel(page, "Plots");
  const number = page.locator(".legend .why").first();
  await number.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => tree().locator("h3").textContent()).toMatch(/^height = /);
  await showPanel(page, "Plots");
  // A click on the curve jumps there, one on the dot asks; the second click of a double click does not.
  const chart = page.locator(".chart .u-over").first();
  const box = (await chart.boundingBox())!;
  await chart.click({ position: { x: box.width * 0.25, y: 10 } });
  const dot = page.locator(".chart .dots button").first();
  // It follows the time with the next picture.
  await expect
    .poll(async () => {
      const { x, width } = (await dot.boundingBox())!;
      return Math.abs(x + width / 2 - box.x - box.width * 0.25);
    })
    .toBeLessThan(4);
  await dot.click();
  await expect.poll(() => tree().locator("h3").textContent()).toMatch(/^height = /);
  const at = Number.parseFloat((await page.locator("output.time").textContent()) ?? "");
  await expect
    .poll(async () => Number(/ t = ([\d.]+)/.exec((await tree().textContent()) ?? "")?.[1]))
    .toBeCloseTo(at, 3);
  expect(lab.errors()).toEqual([]);
});

test("of many bodies the law of the one that is spoken of is offered", async () => {
  await runText(page, `${experimentText("newtons-cradle")}// Why?\n`);
  await showPanel(page, "Explain");
  const box = page.getByRole("combobox", { name: "Why is a number what it is?" });
  await box.fill("ball3.v");
  await box.press("Enter");
  await expect.poll(() => tree().locator("h3").textContent()).toMatch(/^ball3\.v = /);
  await page.getByRole("button", { name: "Law of ball3" }).press("Enter");
  await expect.poll(() => tree().locator("h3").textContent()).toContain("moves ball3");
  expect(lab.errors()).toEqual([]);
});

test("a sum over what lies on a body opens to these bodies, and its contacts are told", async () => {
  const block = (name: string, z: number, mass: number) => `
    object { name = ${name}  physical type = dynamic  geometrical type = cuboid
      attributes = {
        position = [0, 0, ${z}] [m]  orientation = [0, 0, 0]  size = [1, 1, 1] [m]
        mass = ${mass} [kg]  v = [0, 0, 0] [m/s]
      }
    }\n`;
  await runText(
    page,
    `import "laws/force-contact.vfl"
    world attributes { g = [0, 0, -10] [m/s^2] }
    ${block("low", 0.5, 1)} ${block("middle", 1.5, 0.1)} ${block("high", 2.5, 0.7)}
    object { name = ground  physical type = static  geometrical type = half space
      attributes = { position = [0, 0, 0] [m]  orientation = [0, 0, 0] }
    }
    context { name = fall  type = free fall  functions = { v' = g  position' = v } }
    context { name = meet  type = collision  functions = { v = [0, 0, 0] [m/s] } }
    simulation { name = s  initial time = 0  duration = 0.5  step = 0.1
      contexts_involved = {fall, meet, force_contact}
    }`,
  );
  await showPanel(page, "Explain");
  const box = page.getByRole("combobox", { name: "Why is a number what it is?" });
  await box.fill("low.total_mass");
  await box.press("Enter");
  await expect.poll(() => tree().locator("h3").textContent()).toMatch(/^low\.total_mass = 1\.8\s*kg$/);
  await tree()
    .getByRole("button", { name: /^\W*massSumDirVec1 =/ })
    .press("Enter");
  await expect
    .poll(() => tree().textContent())
    .toContain("middle (met by low), high (met by middle); found when 'force_contact' began on low");
  // Sums go by name.
  const sum = tree().locator(".with-numbers math").nth(1);
  expect(await sum.getAttribute("alttext")).toBe("0.7 [kg] + 0.1 [kg]");
  await tree()
    .getByRole("button", { name: /high\.mass =/ })
    .press("Enter");
  await expect.poll(() => tree().textContent()).toContain("at the start, t = 0");
  await box.fill("middle.hasPathToStaticObjectDirVec2");
  await box.press("Enter");
  await expect.poll(() => tree().textContent()).toContain("middle meets low, low meets ground, which is static");
  await box.fill("middle.collisionNormalsDirVec2");
  await box.press("Enter");
  await expect
    .poll(() => tree().textContent())
    .toContain("because -normal_middle_low . direction_2 > 0.000001: -[0, 0, 1] . [0, 0, -1] > 0.000001 is true");
  // One row of three numbers.
  const rows = tree().locator(".with-numbers math mtr");
  expect([await rows.count(), await rows.locator("mtd").count()]).toEqual([1, 3]);
  expect(lab.errors()).toEqual([]);
});

test("an arrow in the view asks why, by a click and by keys", async () => {
  const seen = await lab.open({
    viewport: { width: 900, height: 520 },
    reducedMotion: "reduce",
    settings: { question: false },
  });
  await toStart(seen);
  for (let i = 0; i < 20; i++) await seen.keyboard.press("ArrowRight");
  const row = seen.locator('tr[data-vector="ball.v"]');
  await row.waitFor({ state: "attached" });
  await settled(seen);
  let place = { x: 0, y: 0 };
  await expect
    .poll(async () => {
      const [x, y, z] = ((await row.locator("td").last().textContent()) ?? "").split(", ").map(Number);
      // Below the ball, whose radius is 0.1: the arrow of its fall.
      place = await drawnAt(seen, [x, y, z - 0.17]);
      await seen.mouse.move(place.x, place.y);
      return seen.locator(".view canvas").getAttribute("title");
    })
    .toBe("Why is ball.v what it is?");
  await seen.mouse.click(place.x, place.y);
  await expect.poll(() => seen.locator(".explanation h3").textContent()).toMatch(/^ball\.v = \[0, 0, −3\.2/);
  await shoot(seen, "explain-arrow");
  // By keys the list of arrows comes into sight.
  const button = row.getByRole("button", { name: "ball.v" });
  await button.focus();
  expect((await button.boundingBox())!.width).toBeGreaterThan(20);
  await shoot(seen, "explain-arrow-keys");
  await seen.keyboard.press("Enter");
  await expect.poll(() => seen.locator(".explanation h3").textContent()).toMatch(/^ball\.v = /);
  expect(lab.errors()).toEqual([]);
  await seen.close();
});

/** For docs/explain.md, made anew with UPDATE_PICTURES=1. */
test("a picture for the guide", { skip: process.env["UPDATE_PICTURES"] !== "1" }, async () => {
  const seen = await lab.open({ reducedMotion: "reduce", settings: { question: false, left: 0, right: 440 } });
  await toStart(seen);
  await seen.keyboard.press("Shift+ArrowRight");
  await seen.locator('tr[data-vector="ball.v"] button').last().press("Enter");
  await seen.locator(".explanation .branch").first().press("Enter");
  await seen.getByRole("button", { name: "What if previous(v) were different?" }).first().press("Enter");
  await seen.keyboard.type("[0, 0, -10]");
  await seen.keyboard.press("Enter");
  await seen.locator(".explanation h3 .supposed").waitFor();
  await settled(seen);
  await seen.screenshot({ path: fileURLToPath(new URL("../../docs/pictures/lab-explain.png", import.meta.url)) });
  await seen.close();
});
