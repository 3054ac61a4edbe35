// Both sides of every event of a run, so that jumps are drawn where they are.
import type { Value } from "../compiler/value.ts";
import type { Probe } from "./probe.ts";
import type { Frame, RecordedEvent } from "./record.ts";
import type { Run } from "./run.ts";
import type { Column, Row } from "./table.ts";

/** Looks at columns just before and just after what happens, while the run goes on: a record keeps no frame of these. */
export class Jumps {
  readonly rows: Row[] = [];
  private readonly probe: Probe;
  private readonly columns: readonly Column[];
  private seen = 0;
  private last: Frame | null = null;

  constructor(probe: Probe, columns: readonly Column[]) {
    this.probe = probe;
    this.columns = columns;
  }

  /** To be called before the first step and after each. */
  watch(run: Run): void {
    const { events, frames } = run.recording;
    if (events.length === this.seen) return;
    const fresh = events.slice(this.seen);
    this.seen = events.length;
    const { memory, applications } = run.snapshot();
    const after: Frame = { time: run.time, memory, applications };
    const frame = frames.at(-1);
    const earlier = frame && (!this.last || frame.time > this.last.time) ? frame : this.last;
    const before = { ...after, memory: undo(run, memory, fresh), applications: (earlier ?? after).applications };
    for (const side of [before, after]) this.rows.push(lookAt(side, this.probe, this.columns));
    this.last = after;
  }
}

export function lookAt(frame: Frame, probe: Probe, columns: readonly Column[]): Row {
  const values = columns.map(({ path }): Value | null => {
    const value = probe.value(frame, path);
    return typeof value === "object" && "missing" in value ? null : value;
  });
  return { time: frame.time, values };
}

/** The memory before the events of an instant: their objects as they were, the last event first. */
function undo(run: Run, memory: Float64Array, events: readonly RecordedEvent[]): Float64Array {
  const before = memory.slice();
  for (const event of events.toReversed()) {
    let at = 0;
    for (const name of event.objects)
      for (const slot of run.recording.model.byName.get(name)?.slots.values() ?? []) {
        before.set(event.before.subarray(at, at + slot.size), slot.offset);
        at += slot.size;
      }
  }
  return before;
}
