// The curves of a plot from a record: its frames, and both sides of every jump.
import { lookAt } from "./plot-jumps.ts";
import type { Curve } from "./plot-svg.ts";
import type { Probe } from "./probe.ts";
import type { Frame } from "./record.ts";
import { type Cell, type Column, flatten, type Row } from "./table.ts";

/**
 * The curves of the columns, vectors component by component, over the first column if `against` says so, or over time.
 * `jumps` are rows of the same columns.
 */
export function curvesOf(
  frames: readonly Frame[],
  jumps: readonly Row[],
  probe: Probe,
  columns: readonly Column[],
  against: "time" | "first column",
): Curve[] | { readonly problem: string } {
  const rows = merge(
    frames.map((frame) => lookAt(frame, probe, columns)),
    jumps,
  );
  const up = flattenColumns(rows, columns, against === "time" ? 0 : 1, columns.length);
  const across = flattenColumns(rows, columns, 0, against === "time" ? 0 : 1);
  if (across.names.length > 1)
    return { problem: `'${columns[0].name}' has ${across.names.length} components; a plot is against one of them` };
  return up.names.map((name, i) => ({
    name,
    points: up.rows.map(({ time, cells }, j) => ({
      x: against === "time" ? time : numberOf(across.rows[j].cells[0]),
      y: numberOf(cells[i]),
    })),
  }));
}

function flattenColumns(rows: readonly Row[], columns: readonly Column[], from: number, to: number) {
  return flatten({
    names: columns.slice(from, to).map(({ name }) => name),
    rows: rows.map(({ time, values }) => ({ time, values: values.slice(from, to) })),
    empty: new Map(),
  });
}

/** In the order of time. What a frame holds at the time of a jump holds after it. */
function merge(frames: readonly Row[], jumps: readonly Row[]): Row[] {
  const rows: Row[] = [];
  let next = 0;
  for (const frame of frames) {
    while (next < jumps.length && jumps[next].time <= frame.time) rows.push(jumps[next++]);
    rows.push(frame);
  }
  return [...rows, ...jumps.slice(next)];
}

function numberOf(cell: Cell): number {
  return typeof cell === "number" ? cell : typeof cell === "boolean" ? Number(cell) : Number.NaN;
}
