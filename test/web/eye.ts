// What an eye sees in the view: where points of space are drawn, what colour a place has, what the view says it draws.
import type { Page } from "playwright-core";
import { PerspectiveCamera, Vector3 } from "three";
import { patience, waitForRun } from "./lab.ts";

type Point = readonly [number, number, number];

/** What the view tells of itself when it stands still. */
export function drawn(page: Page, name: string): Promise<string> {
  return page.locator(".view canvas").evaluate((canvas, key) => (canvas as HTMLElement).dataset[key] ?? "", name);
}

export async function whenDrawn(page: Page, name: string, isRight: (said: string) => boolean): Promise<string> {
  for (const end = Date.now() + patience; ; await page.waitForTimeout(30)) {
    const said = await drawn(page, name);
    if (isRight(said)) return said;
    if (Date.now() > end) throw new Error(`the view says of its ${name}: "${said}"`);
  }
}

/** The view's camera, made anew from what it tells; up is z. */
export async function cameraOf(page: Page): Promise<{ camera: PerspectiveCamera; target: Vector3 }> {
  await whenDrawn(page, "camera", (said) => said !== "");
  // Both at one moment.
  const [eye, target] = await page.locator(".view canvas").evaluate((canvas) => {
    const { camera, target } = (canvas as HTMLElement).dataset;
    return [camera, target].map((said) => said!.split(" ").map(Number) as [number, number, number]);
  });
  const box = (await page.locator(".view canvas").boundingBox())!;
  const camera = new PerspectiveCamera(32, box.width / box.height, 0.01, 1000);
  camera.up.set(0, 0, 1);
  camera.position.set(...eye);
  camera.lookAt(...target);
  camera.updateMatrixWorld();
  return { camera, target: new Vector3(...target) };
}

/** Where a point of space is drawn, in pixels of the page. */
export async function drawnAt(page: Page, point: Point): Promise<{ x: number; y: number }> {
  const { camera } = await cameraOf(page);
  const box = (await page.locator(".view canvas").boundingBox())!;
  const seen = new Vector3(...point).project(camera);
  return { x: box.x + ((seen.x + 1) / 2) * box.width, y: box.y + ((1 - seen.y) / 2) * box.height };
}

/** Red, green and blue, from 0 to 255, of what is drawn at a place of the page. */
export function colourAt(page: Page, { x, y }: { x: number; y: number }): Promise<readonly [number, number, number]> {
  return page.locator(".view canvas").evaluate(
    (element, at) => {
      const canvas = element as HTMLCanvasElement;
      const box = canvas.getBoundingClientRect();
      const copy = document.createElement("canvas");
      copy.width = canvas.width;
      copy.height = canvas.height;
      const pen = copy.getContext("2d")!;
      pen.drawImage(canvas, 0, 0);
      const place = [((at.x - box.left) / box.width) * canvas.width, ((at.y - box.top) / box.height) * canvas.height];
      const [red, green, blue] = pen.getImageData(Math.round(place[0]), Math.round(place[1]), 1, 1).data;
      return [red, green, blue] as const;
    },
    { x, y },
  );
}

/** Chooses a card of the gallery by words, and waits for its run. */
export async function openCard(page: Page, words: string): Promise<void> {
  await page.getByRole("button", { name: "Gallery" }).first().click();
  await page.getByLabel("Search experiments").fill(words);
  await page.locator(".card").first().click();
  // The text is fetched first; then the gallery goes.
  await page.locator(".gallery").waitFor({ state: "detached" });
  await page.locator(".view canvas").waitFor();
  await waitForRun(page);
}

/** Pauses at the start. */
export async function toStart(page: Page): Promise<void> {
  const pause = page.getByRole("button", { name: "Pause", exact: true });
  const isAtStart = async () =>
    !(await pause.isVisible()) && (await page.locator("output.time").textContent())?.startsWith("0.000") === true;
  // What has just been changed may begin to play a moment later.
  for (let tries = 0; tries < 100; tries++) {
    if (await pause.isVisible()) await pause.click({ timeout: 1000 }).catch(() => {});
    await page.getByRole("button", { name: "To the start" }).click();
    if (!(await isAtStart())) continue;
    await settled(page);
    if (await isAtStart()) return;
  }
  throw new Error("it does not stay at the start");
}

/** Until what is drawn no longer changes: two pictures of the page later it is the same. */
export async function settled(page: Page): Promise<void> {
  const isStill = await page.locator(".view canvas").evaluate(async (element) => {
    const canvas = element as HTMLCanvasElement;
    const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const look = () => JSON.stringify({ ...canvas.dataset, width: canvas.width });
    for (let i = 0; i < 500; i++) {
      const before = look();
      for (let k = 0; k < 3; k++) await next();
      if (look() === before) return true;
    }
    return false;
  });
  if (!isStill) throw new Error("the view does not come to rest");
}

/** Until the picture is as fine as the page: a slow machine draws it so once nothing moves. */
export async function finely(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".view canvas")!;
    return canvas.width >= canvas.clientWidth;
  });
}
