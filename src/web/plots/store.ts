// Visible numbers over time: requested once, then only the new ones, while a run streams in.
import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { arrived, curves, type Frames, frames, phase } from "../state/run.ts";
import { inTurn } from "../state/turns.ts";
import { CurveStore } from "./curve-store.ts";

/**
 * The pause before asking for more while a run streams in, in milliseconds: the worker has other work. After the run
 * there is no pause.
 */
const pause = 200;

let store = new CurveStore();
let owner: Frames | null = null;
const wanted = new Map<string, number>();
let isAsking = false;
let timer = 0;

/** Counts up when rows have come in. */
export const curvesArrived = signal(0);

function announce(): void {
  curvesArrived.value++;
}

export function curveStore(): CurveStore {
  if (owner !== frames.peek()) {
    owner = frames.peek();
    store = new CurveStore();
  }
  return store;
}

/** Asks for numbers as long as the calling component exists. */
export function useCurves(paths: readonly string[]): CurveStore {
  useEffect(() => {
    for (const path of paths) wanted.set(path, (wanted.get(path) ?? 0) + 1);
    askSoon(0);
    return () => {
      for (const path of paths) {
        const left = wanted.get(path)! - 1;
        if (left === 0) wanted.delete(path);
        else wanted.set(path, left);
      }
    };
  }, [paths.join("\n")]);
  curvesArrived.value;
  return curveStore();
}

function askSoon(wait: number): void {
  if (isAsking || timer !== 0) return;
  timer = window.setTimeout(() => {
    timer = 0;
    void ask();
  }, wait);
}

/** Asks for those paths that are farthest behind. */
async function ask(): Promise<void> {
  const mine = curveStore();
  const of = frames.peek();
  if (!of || of.count === 0 || wanted.size === 0) return;
  const columns = [...wanted.keys()].map((path) => ({ path, column: mine.column(path) }));
  const from = Math.min(...columns.map(({ column }) => column.rows));
  const behind = columns.filter(({ column }) => column.rows === from);
  const asked = phase.peek();
  let wait: number | null = null;
  isAsking = true;
  try {
    const reply = await curves(
      behind.map(({ path }) => path),
      from,
    );
    if (owner !== of || frames.peek() !== of) return;
    const news = reply.times.length;
    // Rows that no path has had yet.
    const known = mine.times.length - from;
    mine.times.append(reply.times.subarray(Math.max(0, known)));
    for (const side of reply.sides.subarray(Math.max(0, known))) mine.sides.push(side);
    for (const [k, { column }] of behind.entries()) column.append(reply.columns[k], news);
    if (news > 0) inTurn(announce);
    // Other paths may be wanted by now.
    const isBehind = reply.isMore || [...wanted.keys()].some((path) => mine.column(path).rows < mine.times.length);
    if (phase.peek() === "running") wait = pause;
    else if (isBehind || asked === "running") wait = 0;
  } catch {
    // That run is over; the next one asks again.
  } finally {
    isAsking = false;
    if (frames.peek() !== of) wait = 0;
    if (wait !== null) askSoon(wait);
  }
}

effect(() => {
  arrived.value;
  frames.value;
  askSoon(phase.value === "running" ? pause : 0);
});
