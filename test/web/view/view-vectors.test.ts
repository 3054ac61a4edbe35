// What is drawn of an event and of a way: vectors at any point with their numbers, the bodies that take part, the trail
// of one body.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { colourAt, drawn, openCard, settled, toStart, whenDrawn } from "../eye.ts";
import { type Lab, shoot, startLab } from "../lab.ts";
import { experimentText, runText } from "../measuring.ts";

let lab: Lab;
let page: Page;
beforeAll(async () => {
  lab = await startLab();
  page = await lab.open({
    viewport: { width: 1000, height: 560 },
    reducedMotion: "reduce",
    settings: { left: 240, right: 0, question: false },
  });
});
afterAll(() => lab.close());

/** An experiment without the vectors that its text asks for: the tests choose their own. */
async function openBare(id: string): Promise<void> {
  await runText(page, experimentText(id).replace(/^ {2}vectors = \{[^}]*\}\n/m, ""));
}

test("a vector is drawn at a typed point, longer, thicker, with its length as a number", async () => {
  await openBare("thesis-figure-28");
  await toStart(page);
  await page.keyboard.press("Shift+ArrowRight");
  const row = page.locator('tr[data-vector="my_sphere2.v"][data-side="after"]');
  await row.waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Choose vectors" }).click();
  await page.getByLabel("Where v is drawn").selectOption("point");
  for (const [axis, value] of [
    ["x", "1"],
    ["y", "2"],
    ["z", "8.5"],
  ])
    await page.getByLabel(`${axis} of the point of v`).fill(value);
  await expect.poll(() => row.locator("td").last().textContent()).toBe("1, 2, 8.5");
  await page.getByLabel("number", { exact: true }).first().check();
  // |(-10.7143, 0, 12.9139)| = 16.78.
  await expect.poll(() => page.locator(".view-labels").textContent()).toContain("v after 16.78 m/s");
  await settled(page);
  const place = async () => {
    const label = page.locator(".view-labels span", { hasText: "v after" });
    const box = (await label.boundingBox())!;
    return box.y;
  };
  const before = await place();
  // The lab has chosen 50 %.
  const percent = page.getByLabel("Length of all vectors in m/s, in percent");
  expect(await percent.inputValue()).toBe("50");
  await percent.fill("100");
  await percent.press("Enter");
  await page.getByLabel("Thickness of v").fill("12");
  // The number stands at the tip, and the ball goes up again.
  await expect.poll(place).toBeLessThan(before - 10);
  // Before the event it is a lighter shade, or a colour of one's own.
  const coloured = (side: string) =>
    page.locator(`tr[data-vector="my_sphere2.v"][data-side="${side}"]`).getAttribute("data-colour");
  expect([await coloured("before"), await coloured("after")]).toEqual(["#a1d3b0", "#2e9e4f"]);
  await page.getByLabel("Colour of v before an event").fill("#c02050");
  await page.getByLabel("Colour of v", { exact: true }).fill("#2050c0");
  await expect.poll(async () => [await coloured("before"), await coloured("after")]).toEqual(["#c02050", "#2050c0"]);
  await shoot(page, "vector-at-point");
  await page.getByRole("button", { name: "Close the vectors" }).click();
});

test("vectors that are asked for at an event are drawn at once, while time stands still", async () => {
  const row = page.locator('tr[data-vector="my_sphere2.w"]');
  expect(await row.count()).toBe(0);
  await page.getByRole("button", { name: "Show the panels" }).first().click();
  await page.getByRole("tab", { name: "Events" }).click();
  const draw = page.getByRole("button", { name: "Draw its vectors" });
  await draw.click();
  await row.first().waitFor({ state: "attached" });
  await draw.click();
  await row.first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Hide the panels" }).first().click();
});

test("an impulse is drawn on both bodies, which are drawn as wires on request", async () => {
  await page.getByRole("button", { name: "Choose vectors" }).click();
  await page.getByLabel("Name of a vector").fill("impulse");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const rows = page.locator('tr[data-vector="impulse"]');
  await expect.poll(() => rows.count()).toBe(2);
  const along = await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset["along"]!));
  const [first, second] = along.map((text) => text.split(", ").map(Number));
  expect(Math.hypot(...first)).toBeGreaterThan(0);
  expect(second).toEqual(first.map((one) => (one === 0 ? 0 : -one)));
  const box = (await page.locator(".view canvas").boundingBox())!;
  const [, x, y] = (await drawn(page, "places"))
    .split("; ")
    .find((one) => one.startsWith("my_sphere2"))!
    .split(" ");
  const beside = { x: box.x + Number(x) + 9, y: box.y + Number(y) + 7 };
  await settled(page);
  const whole = await colourAt(page, beside);
  await page.getByLabel("bodies of a chosen event as wires").check();
  await expect.poll(() => colourAt(page, beside)).not.toEqual(whole);
  await shoot(page, "event-wires");
  await page.getByLabel("bodies of a chosen event as wires").uncheck();
  await page.getByRole("button", { name: "Remove impulse" }).click();
  await page.getByRole("button", { name: "Close the vectors" }).click();
});

test("the tip of a vector leaves a trail: the angular velocity of a free box", async () => {
  await openBare("worb-appendix-a");
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Choose vectors" }).click();
  await page.getByLabel("Name of a vector").fill("w");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.locator(".vector-panel li", { has: page.locator("code", { hasText: /^w$/ }) });
  await row.getByLabel("trail").check();
  const all = Number(await whenDrawn(page, "tips", (said) => Number(said) > 100));
  await shoot(page, "tip-trail");
  await page.getByRole("button", { name: "To the start" }).click();
  await whenDrawn(page, "tips", (said) => Number(said) < all / 10);
  await row.getByLabel("trail").uncheck();
  await whenDrawn(page, "tips", (said) => said === "0");
  await page.getByRole("button", { name: "Close the vectors" }).click();
});

test("vectors of one unit have one scale and own colours: Fg + Nr = Fr can be seen", async () => {
  await openBare("thesis-figure-26");
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Choose vectors" }).click();
  for (const name of ["Fg", "Nr", "Fr"]) {
    await page.getByLabel("Name of a vector").fill(name);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.locator(".vector-name code", { hasText: new RegExp(`^${name}$`) }).waitFor();
  }
  const rowOf = (name: string) => page.locator(`tr[data-vector="box.${name}"]`);
  for (const name of ["Fg", "Nr", "Fr"]) await rowOf(name).waitFor({ state: "attached" });
  const read = async (name: string) => {
    const row = rowOf(name);
    const along = (await row.getAttribute("data-along"))!.split(", ").map(Number);
    const value = (await row.locator("td").nth(2).textContent())!.replace(/ N$/, "").split(", ").map(Number);
    return { along, value, colour: await row.getAttribute("data-colour") };
  };
  const [weight, normal, sum] = await Promise.all(["Fg", "Nr", "Fr"].map(read));
  const scale = weight.along[2] / weight.value[2];
  expect(Math.hypot(...sum.value)).toBeGreaterThan(1);
  for (let k = 0; k < 3; k++) {
    for (const { along, value } of [weight, normal, sum]) expect(along[k]).toBeCloseTo(scale * value[k], 3);
    expect(weight.along[k] + normal.along[k]).toBeCloseTo(sum.along[k], 3);
  }
  expect(new Set([weight, normal, sum].map(({ colour }) => colour)).size).toBe(3);
  // Told apart without colours, too; and the legend says what a length means.
  const words = await page.locator(".view-labels").textContent();
  for (const name of ["Fg", "Nr", "Fr"]) expect(words).toContain(name);
  expect(await page.getByLabel("Scales of vectors").textContent()).toMatch(/\d N/);
  // One slider changes all of them, and `auto` takes that back.
  await page.getByLabel("Length of all vectors in N", { exact: true }).press("Home");
  await expect.poll(async () => (await read("Nr")).along[2] / normal.along[2]).toBeLessThan(0.1);
  const short = await Promise.all(["Fg", "Nr", "Fr"].map(read));
  for (let k = 0; k < 3; k++) expect(short[0].along[k] + short[1].along[k]).toBeCloseTo(short[2].along[k], 3);
  await page.getByTitle("Let the lab choose the length of vectors in N").click();
  await expect.poll(async () => (await read("Nr")).along).toEqual(normal.along);
  await page.getByRole("button", { name: "Close the vectors" }).click();
});

test("one vector of two names is drawn once", async () => {
  await page.getByRole("button", { name: "Choose vectors" }).click();
  await page.getByLabel("Name of a vector").fill("box.Fg");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.locator(".vector-name code", { hasText: "box.Fg" }).waitFor();
  await settled(page);
  expect(await page.locator('tr[data-vector="box.Fg"]').count()).toBe(1);
  await page.getByRole("button", { name: "Close the vectors" }).click();
});

test("the bodies of the selected event keep their colours, the others are grey", async () => {
  await openCard(page, "cradle");
  await toStart(page);
  // No arrows over the bodies.
  await page.keyboard.press("v");
  const places = async () =>
    new Map(
      (await whenDrawn(page, "places", (said) => said !== "")).split("; ").map((one) => {
        const [name, x, y] = one.split(" ");
        return [name, { x: Number(x), y: Number(y) }] as const;
      }),
    );
  const box = (await page.locator(".view canvas").boundingBox())!;
  const strength = async (name: string) => {
    const at = (await places()).get(name)!;
    // The strongest around: dark marks cross in the middle.
    const around = [-4, 0, 4].flatMap((x) => [-4, 0, 4].map((y) => ({ x: box.x + at.x + x, y: box.y + at.y + y })));
    const colours = await Promise.all(around.map((place) => colourAt(page, place)));
    return Math.max(...colours.map((colour) => Math.max(...colour) - Math.min(...colour)));
  };
  await page.keyboard.press("Shift+ArrowRight");
  await page.getByRole("button", { name: "Show the panels" }).first().click();
  await page.getByRole("tab", { name: "Events" }).click();
  const chosen = page.locator('[role="option"][aria-selected="true"]');
  await chosen.waitFor();
  const said = (await chosen.textContent())!;
  await page.getByRole("button", { name: "Hide the panels" }).first().click();
  await settled(page);
  const names = [...(await places()).keys()].filter((name) => /\d$/.test(name));
  const idle = names.filter((name) => !said.includes(name));
  expect(idle.length).toBeGreaterThan(0);
  const grey = await Promise.all(idle.map(strength));
  await shoot(page, "event-aside");
  await page.keyboard.press("ArrowLeft");
  await settled(page);
  const plain = await Promise.all(idle.map(strength));
  for (const [i, one] of grey.entries()) expect(one).toBeLessThan(plain[i] - 20);
  await page.keyboard.press("v");
});

test("T draws the ways of all bodies, or of the selected one only, at any time", async () => {
  await page.keyboard.press("t");
  await page.keyboard.press("End");
  await settled(page);
  const all = Number(await whenDrawn(page, "trails", (said) => Number(said) > 0));
  const [first] = (await drawn(page, "places")).split("; ");
  const [name, x, y] = first.split(" ");
  const box = (await page.locator(".view canvas").boundingBox())!;
  await page.mouse.click(box.x + Number(x), box.y + Number(y));
  await page.getByLabel(`trail of ${name} only`).check();
  await whenDrawn(page, "trails", (said) => Number(said) > 0 && Number(said) < all / 2);
  await page.getByLabel(`trail of ${name} only`).uncheck();
  await whenDrawn(page, "trails", (said) => Number(said) === all);
  await page.keyboard.press("t");
  await whenDrawn(page, "trails", (said) => said === "0");
  expect(lab.errors()).toEqual([]);
});
