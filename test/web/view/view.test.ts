// The view: figure 30's vectors, what can be shown, bodies moved by hand, a lost context, the work of drawing.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawn, finely, openCard, toStart, whenDrawn } from "../eye.ts";
import { textOf } from "../hand.ts";
import { type Lab, shoot, startLab } from "../lab.ts";

let lab: Lab;
let page: Page;

beforeAll(async () => {
  lab = await startLab();
  page = await lab.open({
    viewport: { width: 1100, height: 600 },
    reducedMotion: "reduce",
    settings: { left: 300, right: 0, question: false },
  });
});
afterAll(() => lab.close());

/** A vector of the table that stands for the arrows: when, its value, where it is drawn, its colour. */
async function arrow(path: string, side: string) {
  const row = page.locator(`tr[data-vector="${path}"][data-side="${side}"]`);
  await row.first().waitFor({ state: "attached" });
  const [, , value, from] = await row.first().locator("td").allTextContents();
  const numbers = (text: string) => text.split(", ").map(Number.parseFloat);
  return { value: numbers(value), from: numbers(from), colour: await row.first().getAttribute("data-colour") };
}

function expectNear(found: readonly number[], expected: readonly number[]): void {
  for (const [i, one] of expected.entries()) expect(found[i]).toBeCloseTo(one, 3);
}

test("figure 30: at a collision, velocity before and after at the centre, impulse at the contact point", async () => {
  await openCard(page, "figure 28");
  await toStart(page);
  await page
    .locator(".view canvas")
    .focus()
    .catch(() => {});
  await page.keyboard.press("Shift+ArrowRight");
  const before = await arrow("my_sphere2.v", "before");
  const after = await arrow("my_sphere2.v", "after");
  expectNear(before.value, [-15, 0, -12.9139]);
  expectNear(after.value, [-10.7143, 0, 12.9139]);
  expectNear(after.from, [10.2539, 10, 6.5]);
  // The colour of a velocity, lighter before.
  expect(after.colour).toBe("#2e9e4f");
  expect(before.colour).toBe("#a1d3b0");
  await page.getByRole("button", { name: "Choose vectors" }).click();
  await page.getByLabel("Name of a vector").fill("no_such_thing");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("alert").textContent()).toContain("no_such_thing");
  await page.getByLabel("Name of a vector").fill("impulse");
  await page.keyboard.press("Enter");
  const impulse = await arrow("impulse", "after");
  expectNear(impulse.value, [4.2857, 0, 25.8279]);
  expectNear(impulse.from, [10.2539, 10, 5.5]);
  // On both bodies.
  expect(await page.locator('tr[data-vector="impulse"]').count()).toBe(2);
  await page.getByLabel("Colour of v", { exact: true }).fill("#ffcc00");
  await expect.poll(async () => (await arrow("my_sphere2.v", "after")).colour).toBe("#ffcc00");
  await page.getByRole("button", { name: "Close the vectors" }).click();
  await finely(page);
  await shoot(page, "event-vectors");
  await page.getByRole("button", { name: "Choose vectors" }).click();
  await page.getByRole("button", { name: "Remove v", exact: true }).click();
  await page.locator('tr[data-vector="my_sphere2.v"]').first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Close the vectors" }).click();
});

test("axes, contacts and trails are drawn when they are wanted, and cameras look from their sides", async () => {
  await page.getByRole("button", { name: "Contact points, normals and forces" }).click();
  await whenDrawn(page, "contacts", (said) => said === "1");
  // The text asks for trails.
  expect(await page.getByRole("button", { name: "Trails", exact: true }).getAttribute("aria-pressed")).toBe("true");
  // One piece for every frame from the start to the collision.
  await whenDrawn(page, "trails", (said) => Number(said) > 30);
  const axes = page.getByRole("button", { name: "Axes of the world and of the bodies" });
  await axes.click();
  await whenDrawn(page, "axes", (said) => said === "6");
  expect(await axes.getAttribute("aria-pressed")).toBe("true");
  await axes.click();
  await whenDrawn(page, "axes", (said) => said === "0");
  await page.getByRole("button", { name: "From the front" }).click();
  const ends = async () =>
    [await drawn(page, "camera"), await drawn(page, "target")].map((said) => said.split(" ").map(Number));
  await expect
    .poll(async () => {
      const [eye, target] = await ends();
      return Math.abs(eye[0] - target[0]) < 0.01 && eye[1] < target[1];
    })
    .toBe(true);
  await page.getByRole("button", { name: "From above" }).click();
  await expect
    .poll(async () => {
      const [eye, target] = await ends();
      return Math.abs(eye[0] - target[0]) < 0.5 && eye[2] > target[2] + 10;
    })
    .toBe(true);
  for (const name of ["Trails", "Contact points, normals and forces"])
    await page.getByRole("button", { name, exact: true }).click();
  expect(lab.errors()).toEqual([]);
});

test("a drag moves a body by one edit of its numbers, which can be undone", async () => {
  await openCard(page, "bounces to rest");
  await toStart(page);
  const text = await textOf(page);
  await whenDrawn(page, "places", (said) => said.startsWith("ball "));
  const [, x, y] = (await drawn(page, "places")).split("; ")[0].split(" ").map(Number);
  const box = (await page.locator(".view canvas").boundingBox())!;
  await page.mouse.move(box.x + x, box.y + y);
  await page.mouse.down();
  await page.mouse.move(box.x + x + 40, box.y + y, { steps: 2 });
  await page.mouse.move(box.x + x + 80, box.y + y, { steps: 2 });
  await page.mouse.up();
  await page.locator(".editor-bar").getByRole("button", { name: "Undo: move ball" }).waitFor();
  const moved = await textOf(page);
  const [before, after] = [text.split("\n"), moved.split("\n")];
  expect(after.length).toBe(before.length);
  const changed = before.flatMap((line, i) => (line === after[i] ? [] : [[line, after[i]]]));
  expect(changed.length).toBe(1);
  expect(changed[0][0]).toContain("position = [");
  // Along the ground only: the height is as it was.
  const height = (line: string) => /\[([^\]]*)\]/.exec(line)![1].split(",")[2];
  expect(height(changed[0][1])).toBe(height(changed[0][0]));
  await page.keyboard.press("Control+z");
  await expect.poll(() => textOf(page)).toBe(text);
});

test("a lost context is told, and the picture comes back", async () => {
  await page.locator(".view canvas").evaluate((canvas) => {
    const loser = (canvas as HTMLCanvasElement).getContext("webgl2")!.getExtension("WEBGL_lose_context")!;
    Object.assign(window, { loser });
    loser.loseContext();
  });
  const message = page.getByText("The graphics card has taken the picture away");
  await message.waitFor();
  await page.evaluate(() => (window as unknown as { loser: WEBGL_lose_context }).loser.restoreContext());
  await message.waitFor({ state: "detached" });
  lab.errors();
  await page.getByRole("button", { name: "From the side" }).click();
  await expect
    .poll(async () => {
      const [eye, target] = [await drawn(page, "camera"), await drawn(page, "target")].map((said) =>
        said.split(" ").map(Number),
      );
      return eye[0] > target[0] && Math.abs(eye[1] - target[1]) < 0.01;
    })
    .toBe(true);
  expect(lab.errors()).toEqual([]);
});

test("200 bodies are drawn, elsewhere a few frames later, and as before at the start", async () => {
  await openCard(page, "gas");
  await toStart(page);
  await whenDrawn(page, "bodies", (said) => Number(said) >= 200);
  const first = await drawn(page, "places");
  for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowRight");
  await whenDrawn(page, "places", (said) => said !== first);
  await toStart(page);
  expect(await whenDrawn(page, "places", (said) => said === first)).toBe(first);
});
