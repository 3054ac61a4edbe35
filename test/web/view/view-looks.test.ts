// What is seen at a glance: how steep a slope is, where down is, what hangs from what, what touches the ground.
import type { Page } from "playwright-core";
import { Vector3 } from "three";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Instances } from "../../../src/web/view/links/link-shapes.ts";
import { colourAt, drawn, drawnAt, finely, settled, toStart, whenDrawn } from "../eye.ts";
import { type Lab, shoot, startLab } from "../lab.ts";

let lab: Lab;
let page: Page;

beforeAll(async () => {
  lab = await startLab();
  page = await lab.open({
    viewport: { width: 900, height: 480 },
    reducedMotion: "reduce",
    settings: { left: 0, right: 0, question: false },
  });
});
afterAll(() => lab.close());

/** An experiment of the gallery by its address, held at its start. */
async function openStart(id: string): Promise<void> {
  const before = await page.evaluate((hash) => {
    location.hash = hash;
    return document.getElementById("lab")!.dataset["digest"];
  }, `e=${id}`);
  await page.waitForFunction((last) => {
    const { phase, digest } = document.getElementById("lab")!.dataset;
    return phase !== "running" && digest !== "" && digest !== last;
  }, before);
  await toStart(page);
}

const isSaid = (name: string, said: string) => whenDrawn(page, name, (now) => now === said);

test("a slope says how steep it is, and an arrow where down is; no two labels overlap", async () => {
  await openStart("slope-above-friction-angle");
  await isSaid("slopes", "1");
  await isSaid("gravity", "1");
  const words = page.locator(".view-labels span:not([hidden])");
  // The arc tangent of 0.5, and a tenth of a degree.
  expect(await words.allTextContents()).toEqual(expect.arrayContaining(["26.7°", "g"]));
  const boxes = await Promise.all((await words.all()).map((word) => word.boundingBox()));
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1)) {
      const isApart = a!.x + a!.width <= b!.x || b!.x + b!.width <= a!.x;
      expect(isApart || a!.y + a!.height <= b!.y || b!.y + b!.height <= a!.y).toBe(true);
    }
  await shoot(page, "slope");
});

test("where the text has no gravity there is no arrow, and on no slope no angle", async () => {
  await openStart("kepler-orbit");
  await isSaid("slopes", "0");
  await isSaid("gravity", "0");
});

test("a body with a pivot hangs from it on a string", async () => {
  await openStart("newtons-cradle");
  await settled(page);
  await finely(page);
  // The middle one: from (0, 0, 1) down to (0, 0, 0); beside its string is the ground.
  const middle = await drawnAt(page, [0, 0, 0.5]);
  const [red, , blue] = await colourAt(page, middle);
  expect(red).toBeGreaterThan(blue + 30);
  const [paleRed, , paleBlue] = await colourAt(page, { ...middle, x: middle.x + 6 });
  expect(paleBlue).toBeGreaterThanOrEqual(paleRed);
});

test("what lies on the ground shades it, and what flies high does not", async () => {
  await openStart("bouncing-ball");
  await isSaid("shade", "0");
  await page.getByRole("slider", { name: "Time line" }).focus();
  await page.keyboard.press("End");
  await isSaid("shade", "1");
});

test("a trail is paler where it is older", async () => {
  await openStart("throw");
  const line = page.getByRole("slider", { name: "Time line" });
  const box = (await line.boundingBox())!;
  const canvas = (await page.locator(".view canvas").boundingBox())!;
  /** Where the ball is drawn at a share of the run. */
  const placeAt = async (share: number) => {
    await page.mouse.click(box.x + 1 + share * (box.width - 2), box.y + box.height / 2);
    await settled(page);
    const [, x, y] = (await drawn(page, "places")).split("; ")[0].split(" ").map(Number);
    return { x: canvas.x + x, y: canvas.y + y };
  };
  /** How colourful the line near a place is. */
  const strength = async ({ x, y }: { x: number; y: number }) => {
    const around = [-2, -1, 0, 1, 2].map((k) => colourAt(page, { x, y: y + k }));
    return Math.max(...(await Promise.all(around)).map((colour) => Math.max(...colour) - Math.min(...colour)));
  };
  const [early, late] = [await placeAt(0.12), await placeAt(0.85)];
  const trails = page.getByRole("button", { name: "Trails", exact: true });
  // The text may have turned them on.
  if ((await trails.getAttribute("aria-pressed")) === "false") await trails.click();
  await line.focus();
  await page.keyboard.press("End");
  await whenDrawn(page, "trails", (said) => Number(said) > 10);
  await settled(page);
  await finely(page);
  const [old, young] = [await strength(early), await strength(late)];
  expect(old).toBeGreaterThan(20);
  expect(young).toBeGreaterThan(1.4 * old);
});

test("a spring is a coil from one of its ends to the other", () => {
  const coils = new Instances("coil");
  const [from, to] = [new Vector3(1, 2, 3), new Vector3(1, -1, 7)];
  coils.begin();
  coils.between(from, to, 0.1, coils.mesh.material.color);
  coils.end();
  expect(coils.mesh.count).toBe(1);
  const { geometry } = coils.mesh;
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  expect([min.z, max.z]).toEqual([0, 1]);
  const matrix = coils.mesh.matrixWorld.clone();
  coils.mesh.getMatrixAt(0, matrix);
  expect(new Vector3(0, 0, 0).applyMatrix4(matrix).distanceTo(from)).toBeLessThan(1e-6);
  expect(new Vector3(0, 0, 1).applyMatrix4(matrix).distanceTo(to)).toBeLessThan(1e-6);
  // Its wire goes around nine times.
  const place = geometry.getAttribute("position");
  let turned = 0;
  for (let i = 9; i < place.count; i += 9) {
    const angles = [i - 9, i].map((k) => Math.atan2(place.getY(k), place.getX(k)));
    if (Math.hypot(place.getX(i), place.getY(i)) > 0.9) turned += Math.sin(angles[1] - angles[0]);
  }
  expect(Math.abs(turned) / (2 * Math.PI)).toBeGreaterThan(8);
  coils.dispose();
});
