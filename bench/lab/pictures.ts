// The page's work for a picture while a run streams in and while its time is scrubbed, with measures and plots in
// sight.
import type { Page } from "playwright-core";
import { type OpenedLab, openLab, pasteText, runEnded } from "./browser.ts";
import { rateOf, traceTasks, workOf } from "./trace.ts";

export interface Pictures {
  /** Milliseconds of work for each picture. */
  readonly work: readonly number[];
  /** Pictures a second. */
  readonly rate: number;
}

/** Bodies on springs, in rows of ten; steps so short that computing takes longer than watching. */
function bobs(count: number, step: number, duration: number): string {
  return `world attributes { k = 4 }
object {
  name = bob
  physical type = dynamic
  geometrical type = sphere
  copies = ${count}
  attributes = { size = 0.2  mass = 1
    position = [index - 10 * floor((index - 1) / 10), floor((index - 1) / 10), 1 + index / ${2 * count}]
    v = [0, 0, 0] }
}
context { name = swing  type = free fall  functions = { v' = [0, 0, -k * (position # 3 - 1)]  position' = v } }
simulation { name = main  initial time = 0  duration = ${duration}  step = ${step}  frames = 50
  objects_involved = {bob}  contexts_involved = {swing} }
measures {
  energy = total(0.5 * mass * (v . v) + 0.5 * k * (position # 3 - 1)^2)
  momentum = total(mass * v)
}
bench {
  plot { against = t  curves = {energy, bob2.position # 3} }
  plot { against = bob3.position # 3  curves = {bob3.v # 3} }
}
`;
}

const watched = 6000;

/** A run streams in and plays; a panel is open beside it. */
export async function measureStreaming(lab: OpenedLab, bodies: number, panel: string): Promise<Pictures> {
  const page = await openLab(lab);
  await runEnded(page);
  await showPanel(page, panel);
  await pasteText(page, bobs(bodies, 0.02 / Math.ceil(20_000 / bodies), 60));
  await page.waitForSelector('#lab[data-phase="running"]', { state: "attached" });
  // The first pictures compile what draws them.
  await page.waitForTimeout(4000);
  const tasks = await traceTasks(lab, page, () => page.waitForTimeout(watched));
  const phase = await page.locator("#lab").getAttribute("data-phase");
  if (phase !== "running") throw new Error(`the run of ${bodies} bodies was over before its pictures were watched`);
  await page.context().close();
  return { work: workOf(tasks), rate: rateOf(tasks) };
}

/** The pointer goes along the time line of a run of 60 s. */
export async function measureScrubbing(lab: OpenedLab, bodies: number, panel: string): Promise<Pictures> {
  const page = await openLab(lab);
  await runEnded(page);
  await showPanel(page, panel);
  await pasteText(page, bobs(bodies, 0.02, 60));
  await page.waitForSelector('#lab[data-phase="running"]', { state: "attached" });
  await runEnded(page);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const go = async (moves: number) => {
    const line = (await page.getByRole("slider", { name: "Time line" }).boundingBox())!;
    await page.mouse.move(line.x + 2, line.y + line.height / 2);
    await page.mouse.down();
    for (let i = 1; i <= moves; i++) {
      await page.mouse.move(line.x + (i / moves) * (line.width - 4), line.y + line.height / 2);
      // Each place of the pointer has its picture, however slowly the processor draws.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await page.mouse.up();
  };
  await go(60);
  const tasks = await traceTasks(lab, page, () => go(200));
  const time = Number.parseFloat((await page.locator("output.time").textContent()) ?? "");
  if (!(time > 59)) throw new Error(`the pointer went along the time line, and the time is ${time}`);
  await page.context().close();
  return { work: workOf(tasks), rate: rateOf(tasks) };
}

async function showPanel(page: Page, title: string): Promise<void> {
  await page.getByRole("tab", { name: title }).click();
}
