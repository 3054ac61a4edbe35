// What a person draws in the view when building by hand.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { drawn, drawnAt, settled } from "./eye.ts";
import { beginRun, type Lab, type Opening, waitForRunOfText } from "./lab.ts";

export type Point = readonly [number, number, number];

export function wholeText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const host = document.querySelector(".editor:not(.reads) .cm-content") as unknown as {
      cmTile: { view: { state: { doc: object } } };
    };
    return String(host.cmTile.view.state.doc);
  });
}

/** A page with the new world, by the button. */
export async function newWorld(
  lab: Lab,
  opening: Opening = { viewport: { width: 1000, height: 560 }, settings: { right: 0, question: false } },
): Promise<Page> {
  const page = await lab.open(opening);
  await page.locator(".editor .cm-content").first().waitFor();
  await beginRun(page, () => page.getByRole("button", { name: "New", exact: true }).click());
  await page.getByRole("region", { name: "Build" }).waitFor();
  await waitForRunOfText(page);
  return page;
}

export async function take(page: Page, tool: string): Promise<void> {
  await page.getByRole("region", { name: "Build" }).getByRole("button", { name: tool, exact: true }).click();
  await settled(page);
}

/** Draws with the mouse from one point of space to another, and waits for the run of the text that follows. */
export async function draw(page: Page, from: Point, to: Point = from): Promise<void> {
  const [a, b] = [await drawnAt(page, from), await drawnAt(page, to)];
  await beginRun(page, async () => {
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    for (const share of [0.3, 0.7, 1]) await page.mouse.move(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share);
    await page.mouse.up();
  });
  await waitForRunOfText(page);
  await settled(page);
}

export async function at(page: Page, body: string): Promise<Point> {
  const said = await drawn(page, "places");
  expect(said).toContain(`${body} `);
  const text = await wholeText(page);
  const block = text.slice(text.indexOf(`name = ${body}\n`));
  return /position = \[([^\]]*)\]/.exec(block)![1].split(",").map(Number) as unknown as Point;
}
