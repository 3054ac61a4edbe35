// What the view shows besides bodies in motion: the mirror in the ground, contacts of what rests, a body that is
// followed, the cameras of 004, and a thousand bodies at once.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cameraOf, colourAt, drawn, drawnAt, finely, openCard, settled, toStart, whenDrawn } from "../eye.ts";
import { type Lab, shoot, startLab } from "../lab.ts";
import { runText } from "../measuring.ts";

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

/** What the table of contacts says: between whom, where, the normal. */
async function contacts(): Promise<string[][]> {
  const rows = await page.locator("tr[data-contact]").all();
  return Promise.all(rows.map((row) => row.locator("td").allTextContents()));
}

test("M: below the ground the ball is seen again, and no longer when it is switched off", async () => {
  await toStart(page);
  await finely(page);
  // The ball is at a height of 1.1: its image as deep below the ground.
  const box = (await page.locator(".view canvas").boundingBox())!;
  await page.keyboard.press("0");
  await page.keyboard.press("m");
  await settled(page);
  await page.mouse.move(box.x + 400, box.y + 300);
  const isInSight = async () => (await drawnAt(page, [0, 0, -1.5])).y < box.y + box.height;
  for (let i = 0; i < 30 && !(await isInSight()); i++) {
    await page.mouse.wheel(0, 200);
    await settled(page);
  }
  await finely(page);
  const seen = await drawnAt(page, [0.04, 0, -1.06]);
  const mirrored = await colourAt(page, seen);
  await shoot(page, "mirror");
  await page.keyboard.press("m");
  await settled(page);
  await finely(page);
  const bare = await colourAt(page, seen);
  const blueness = ([red, , blue]: readonly number[]) => blue - red;
  expect(blueness(mirrored)).toBeGreaterThan(blueness(bare) + 8);
});

test("C: a ball at rest shows the point it rests on and the normal", async () => {
  await page.keyboard.press("0");
  await page.keyboard.press("c");
  await toStart(page);
  await whenDrawn(page, "contacts", (said) => said === "0");
  await page.keyboard.press("End");
  await whenDrawn(page, "contacts", (said) => said === "1");
  await expect.poll(contacts).toEqual([["ball and ground", "0, 0, 0", "0, 0, 1", ""]]);
});

test("C: a box that lies on the ground shows its four corners", async () => {
  await openCard(page, "block thrown down a ramp");
  await page.keyboard.press("End");
  await whenDrawn(page, "contacts", (said) => said === "4");
  await shoot(page, "contacts");
  await expect.poll(async () => (await contacts()).map(([who]) => who)).toEqual(Array(4).fill("block and ramp"));
  await settled(page);
  const found = await contacts();
  // The ramp is 15 degrees steep.
  const slope = Math.PI / 12;
  for (const [, point, normal] of found) {
    const [x, , z] = point.split(", ").map(Number);
    expect(x * Math.sin(slope) + z * Math.cos(slope)).toBeCloseTo(0, 4);
    for (const [i, one] of normal.split(", ").map(Number).entries())
      expect(one).toBeCloseTo([Math.sin(slope), 0, Math.cos(slope)][i], 4);
  }
  await page.keyboard.press("c");
});

test("F1 follows the first body until it is pressed again; the list says whom", async () => {
  await openCard(page, "a throw");
  await toStart(page);
  await page.keyboard.press("F1");
  const choice = page.getByLabel("Follow a body");
  await expect.poll(() => choice.inputValue()).not.toBe("");
  await settled(page);
  const name = await choice.inputValue();
  const place = async () =>
    (await drawn(page, "places"))
      .split("; ")
      .find((one) => one.startsWith(`${name} `))!
      .split(" ")
      .slice(1)
      .map(Number);
  const before = await place();
  const { target } = await cameraOf(page);
  await page.keyboard.press("End");
  await expect.poll(async () => (await cameraOf(page)).target.distanceTo(target)).toBeGreaterThan(1);
  await settled(page);
  // The body has gone far, and is still in the middle of the picture.
  const box = (await page.locator(".view canvas").boundingBox())!;
  for (const now of [before, await place()]) {
    expect(Math.abs(now[0] - box.width / 2)).toBeLessThan(3);
    expect(Math.abs(now[1] - box.height / 2)).toBeLessThan(3);
  }
  await page.keyboard.press("F1");
  await expect.poll(() => choice.inputValue()).toBe("");
  await page.keyboard.press("Home");
  await expect.poll(async () => Math.abs((await place())[0] - box.width / 2)).toBeGreaterThan(3);
});

test("F11 and F12 look at the origin, at 55 degrees and from above; 0 looks at everything", async () => {
  const rise = async () => {
    const { camera, target } = await cameraOf(page);
    const way = camera.position.clone().sub(target);
    return { height: (Math.asin(way.z / way.length()) * 180) / Math.PI, target: target.length() };
  };
  await page.keyboard.press("F11");
  await expect.poll(async () => (await rise()).height).toBeCloseTo(55, 1);
  expect((await rise()).target).toBeLessThan(1e-6);
  await page.keyboard.press("F12");
  await expect.poll(async () => (await rise()).height).toBeGreaterThan(89.8);
  expect((await rise()).target).toBeLessThan(1e-6);
  await page.keyboard.press("0");
  await expect.poll(async () => (await rise()).target).toBeGreaterThan(0.5);
});

const thousand = `object {
  name = atom
  physical type = dynamic
  geometrical type = sphere
  copies = 1000
  attributes = {
    size = 0.3
    position = [
      index - 10 * floor((index - 1) / 10),
      floor((index - 1) / 10) - 10 * floor((index - 1) / 100),
      floor((index - 1) / 100)
    ]
    v = [0, 0, 1]
  }
}
context { name = drift  type = free fall  functions = { position' = v } }
simulation {
  name = main
  initial time = 0  duration = 3  step = 0.05
  objects_involved = {atom}  contexts_involved = {drift}
}
`;

/** How far below the upper edge bodies are drawn, in pixels. */
function heightsOf(places: string): number[] {
  return places.split("; ").map((place) => Number(place.split(" ")[2]));
}

test("a thousand bodies are drawn, also while they play", async () => {
  await runText(page, thousand);
  await toStart(page);
  expect(await whenDrawn(page, "bodies", (said) => said === "1000")).toBe("1000");
  const before = heightsOf(await drawn(page, "places"));
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number.parseFloat(document.querySelector("output.time")!.textContent!) > 0.2);
  // Unless it has come to its end by itself.
  const pause = page.getByRole("button", { name: "Pause", exact: true });
  while ((await pause.count()) > 0) await pause.click({ timeout: 1000 }).catch(() => {});
  await settled(page);
  await shoot(page, "thousand");
  // They rise, each of them.
  const after = heightsOf(await drawn(page, "places"));
  expect(after).toHaveLength(before.length);
  for (const [i, height] of after.entries()) expect(height).toBeLessThan(before[i]);
  expect(lab.errors()).toEqual([]);
});
