// What is drawn of an event and of a way: vectors at any point with their numbers, the bodies that take part, the trail
// of one body.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { colourAt, drawn, openCard, settled, toStart, whenDrawn } from "../eye.ts";
import { type Lab, shoot, startLab } from "../lab.ts";

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

test("a vector is drawn at a typed point, longer, thicker, with its length as a number", async () => {
  await openCard(page, "figure 28");
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
  await page.getByLabel("Length of v").fill("2");
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
