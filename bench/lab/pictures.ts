// The page's own work for a picture: scripts, style, layout and paint on its main thread, while a run streams in and while its time
// is scrubbed. It is counted in time of the processor, so that drawing by software, which happens elsewhere, does not count: a
// graphics card does that.
import type { Page } from "playwright-core";
import { type OpenedLab, openLab, pasteText, runEnded } from "./browser.ts";

export interface Pictures {
  /** Milliseconds of work for each picture. */
  readonly work: readonly number[];
}

/** Bodies on springs, in rows of ten; steps so short that computing takes longer than watching. */
function bobs(count: number, step: number, duration: number): string {
  return `world attributes { k = 4 }
object {
  name = bob
  physical type = dynamic
  geometrical type = sphere
  copies = ${count}
  attributes = { size = 0.2  mass = 1  position = [index - 10 * floor((index - 1) / 10), floor((index - 1) / 10), 1 + index / ${2 * count}]  v = [0, 0, 0] }
}
context { name = swing  type = free fall  functions = { v' = [0, 0, -k * (position # 3 - 1)]  position' = v } }
simulation { name = main  initial time = 0  duration = ${duration}  step = ${step}  frames = 50  objects_involved = {bob}  contexts_involved = {swing} }
measures { energy = total(0.5 * mass * (v . v) + 0.5 * k * (position # 3 - 1)^2) }
`;
}

const watched = 6000;

/** A run streams in and plays. */
export async function measureStreaming(lab: OpenedLab, bodies: number): Promise<Pictures> {
  const page = await openLab(lab);
  await runEnded(page);
  await pasteText(page, bobs(bodies, 0.02 / Math.ceil(20_000 / bodies), 60));
  await page.waitForSelector('#lab[data-phase="running"]', { state: "attached" });
  // The first pictures compile what draws them.
  await page.waitForTimeout(3000);
  const work = await tracePictures(lab, page, () => page.waitForTimeout(watched));
  const phase = await page.locator("#lab").getAttribute("data-phase");
  if (phase !== "running") throw new Error(`the run of ${bodies} bodies was over before its pictures were watched`);
  await page.context().close();
  return { work };
}

/** The pointer goes along the time line of a run of 60 s. */
export async function measureScrubbing(lab: OpenedLab, bodies: number): Promise<Pictures> {
  const page = await openLab(lab);
  await runEnded(page);
  await pasteText(page, bobs(bodies, 0.02, 60));
  await page.waitForSelector('#lab[data-phase="running"]', { state: "attached" });
  await runEnded(page);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const line = (await page.getByRole("slider", { name: "Time line" }).boundingBox())!;
  const go = async (moves: number) => {
    await page.mouse.move(line.x + 2, line.y + line.height / 2);
    await page.mouse.down();
    for (let i = 1; i <= moves; i++) await page.mouse.move(line.x + (i / moves) * (line.width - 4), line.y + line.height / 2);
    await page.mouse.up();
  }; // biome-ignore format: one loop
  await go(40);
  const work = await tracePictures(lab, page, () => go(200));
  await page.context().close();
  return { work };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Time of the processor, in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const categories = [
  "toplevel",
  "devtools.timeline",
  "devtools.timeline.frame",
  "disabled-by-default-devtools.timeline",
];

/** Milliseconds of work for each picture. */
async function tracePictures({ browser }: OpenedLab, page: Page, act: () => Promise<void>): Promise<number[]> {
  await browser.startTracing(page, { categories });
  await act();
  const trace = (await browser.stopTracing()).toString();
  return workOf((JSON.parse(trace) as { traceEvents: TraceEvent[] }).traceEvents);
}

/**
 * The work of the tasks that make the pictures, each with its share of all other work of the page, as it would be at 60 pictures a
 * second: a processor that draws makes fewer, and more arrives between two of them.
 */
export function workOf(events: readonly TraceEvent[]): number[] {
  const calls = events.filter(({ name }) => name === "FireAnimationFrame").toSorted((a, b) => a.ts - b.ts);
  if (calls.length === 0) return [];
  // The thread that makes the pictures is the page's own.
  const { pid, tid } = calls[0];
  const tasks = events
    .filter((event) => event.name === "RunTask" && event.pid === pid && event.tid === tid && event.tdur !== undefined)
    .toSorted((a, b) => a.ts - b.ts);
  const pictures: number[] = [];
  let rest = 0;
  let next = 0;
  for (const { ts, dur, tdur } of tasks) {
    const end = ts + (dur ?? 0);
    const isPicture = next < calls.length && calls[next].ts <= end;
    while (next < calls.length && calls[next].ts <= end) next++;
    if (isPicture) pictures.push(tdur! / 1000);
    else rest += tdur! / 1000;
  }
  const seconds = (tasks[tasks.length - 1].ts - tasks[0].ts) / 1e6;
  return pictures.map((one) => one + rest / (60 * seconds));
}
