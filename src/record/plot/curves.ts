// The curves of a plot from a record: its frames, and both sides of every jump.

import type { Probe } from "../probe/probe.ts";
import type { Frame, RecordedEvent, Recording } from "../run/record.ts";
import { type Cell, type Column, flatten, tabulate } from "../table/table.ts";
import type { PlotCurve } from "./svg.ts";

/**
 * The curves of the columns, vectors component by component, over the first column if `against` says so, otherwise over
 * time.
 */
export function curvesOf(
  { frames, events }: Pick<Recording, "frames" | "events">,
  probe: Probe,
  columns: readonly Column[],
  against: "time" | "first column",
): PlotCurve[] | { readonly problem: string } {
  const { moments, isJump } = inOrder(frames, events);
  const all = tabulate(moments, probe, columns);
  const part = (from: number, to: number) =>
    flatten({
      ...all,
      names: all.names.slice(from, to),
      rows: all.rows.map(({ time, values }) => ({ time, values: values.slice(from, to) })),
    });
  const first = against === "time" ? 0 : 1;
  const across = part(0, first);
  const up = part(first, columns.length);
  if (across.names.length > 1)
    return { problem: `'${columns[0].name}' has ${across.names.length} components; a plot is against one of them` };
  return up.names.map((name, i) => ({
    name,
    points: up.rows.flatMap(({ time, cells }, j) => {
      const point = { x: against === "time" ? time : numberOf(across.rows[j].cells[0]), y: numberOf(cells[i]) };
      // Between two events of an instant, and at its sides, a law may have ended and the next not begun: that is not a
      // gap.
      return isJump[j] && !(Number.isFinite(point.x) && Number.isFinite(point.y)) ? [] : [point];
    }),
  }));
}

/** Frames and sides of events in the order of time. A frame at the time of an event comes after it. */
function inOrder(
  frames: readonly Frame[],
  events: readonly RecordedEvent[],
): { moments: readonly Frame[]; isJump: readonly boolean[] } {
  const moments: Frame[] = [];
  const isJump: boolean[] = [];
  const add = (moment: Frame, jumps: boolean) => {
    moments.push(moment);
    isJump.push(jumps);
  };
  let next = 0;
  const jumpsUpTo = (time: number) => {
    for (; next < events.length && events[next].time <= time; next++) {
      // The state after an event is the state before the next one at the same instant.
      if (events[next - 1]?.time !== events[next].time) add(events[next].before, true);
      add(events[next].after, true);
    }
  };
  for (const frame of frames) {
    jumpsUpTo(frame.time);
    add(frame, false);
  }
  jumpsUpTo(Number.POSITIVE_INFINITY);
  return { moments, isJump };
}

function numberOf(cell: Cell): number {
  return typeof cell === "number" ? cell : typeof cell === "boolean" ? Number(cell) : Number.NaN;
}
