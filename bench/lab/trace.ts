// What the page's own thread does meanwhile: scripts, style, layout and paint, from the browser's trace. Work is
// counted in time of the processor.
import type { Page } from "playwright-core";
import type { OpenedLab } from "./browser.ts";

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Time of the processor, in microseconds. */
  readonly tdur?: number;
}

/** A task of the page, in milliseconds. */
export interface Task {
  readonly from: number;
  readonly to: number;
  readonly work: number;
  /** Whether it makes a picture. */
  readonly isPicture: boolean;
}

const categories = ["devtools.timeline", "disabled-by-default-devtools.timeline"];

/** The tasks of the page while something is done. */
export async function traceTasks({ browser }: OpenedLab, page: Page, act: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(page, { categories });
  await act();
  const trace = (await browser.stopTracing()).toString();
  return tasksOf((JSON.parse(trace) as { traceEvents: TraceEvent[] }).traceEvents);
}

export function tasksOf(events: readonly TraceEvent[]): Task[] {
  const calls = events.filter(({ name }) => name === "FireAnimationFrame").toSorted((a, b) => a.ts - b.ts);
  if (calls.length === 0) return [];
  // The thread that makes the pictures is the page's own.
  const { pid, tid } = calls[0];
  const tasks = events
    .filter((event) => event.name === "RunTask" && event.pid === pid && event.tid === tid && event.tdur !== undefined)
    .toSorted((a, b) => a.ts - b.ts);
  let next = 0;
  return tasks.map(({ ts, dur, tdur }) => {
    const end = ts + (dur ?? 0);
    const first = next;
    while (next < calls.length && calls[next].ts <= end) next++;
    return { from: ts / 1000, to: end / 1000, work: tdur! / 1000, isPicture: next > first };
  });
}

/** How long a picture is shown, at 60 a second. */
const shown = 1000 / 60;

/**
 * The work for each picture: of the task that makes it, and of all others that would lie between it and the one before
 * at 60 pictures a second. A processor that draws makes fewer, and more arrives between two of them.
 */
export function workOf(tasks: readonly Task[]): number[] {
  const pictures: number[] = [];
  let first = 0;
  for (const [i, { from, work, isPicture }] of tasks.entries()) {
    if (!isPicture) continue;
    while (tasks[first].from < from - shown) first++;
    const others = tasks.slice(first, i).filter((task) => !task.isPicture);
    pictures.push(others.reduce((sum, task) => sum + task.work, work));
  }
  return pictures;
}

/** Pictures a second. */
export function rateOf(tasks: readonly Task[]): number {
  const times = tasks.filter(({ isPicture }) => isPicture).map(({ from }) => from);
  return times.length < 2 ? 0 : (1000 * (times.length - 1)) / (times[times.length - 1] - times[0]);
}
