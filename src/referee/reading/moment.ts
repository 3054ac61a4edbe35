// A record as stretches of motion between events, and the moments that it knows of each.
import type { Frame, Recording } from "../../record/run/record.ts";

/** What the record knows of an instant; its memory is whole and may be read again and again. */
export interface Moment {
  readonly time: number;
  readonly memory: Float64Array;
  readonly applications: Frame["applications"];
  /** Per body, 1 where it sleeps. */
  readonly inactive: Uint8Array | null;
}

/** Two moments with nothing in between but motion. */
export interface Interval {
  readonly from: Moment;
  readonly to: Moment;
}

function keep(frame: Frame & { readonly inactive?: Uint8Array | null }): Moment {
  const { time, memory, applications } = frame;
  return { time, memory, applications, inactive: frame.inactive ?? null };
}

/**
 * Moments without an event between them, in order of time: from the last side of one event to the first side of the
 * next.
 */
export function stretchesOf(recording: Recording): Moment[][] {
  const { frames, events, inputs, model } = recording;
  const first = new Map<number, Moment>();
  const last = new Map<number, Moment>();
  for (const event of events) {
    if (!first.has(event.time)) first.set(event.time, keep(event.before));
    last.set(event.time, keep(event.after));
  }
  // What a person does leaves no sides: a stretch ends at the last moment before, and another begins at the first
  // after. It happens at the end of a step, which a frame may miss by the last bit.
  const done = [...new Set(inputs.map(({ time }) => time))].sort((a, b) => a - b);
  let next = 0;
  const times = [...new Set([...frames.map(({ time }) => time), ...first.keys()])].sort((a, b) => a - b);
  const frameAt = new Map(frames.map((frame) => [frame.time, frame]));
  const stretches: Moment[][] = [];
  let current: Moment[] = [];
  const start = model.settings.initialTime;
  for (const time of times) {
    const frame = frameAt.get(time);
    const before = first.get(time);
    if (done[next] < time) current = end(stretches, current);
    while (done[next] < time) next++;
    const isCut = done[next] === time;
    if (!before) {
      current.push(keep(frame!));
      if (isCut) current = end(stretches, current);
      continue;
    }
    if (time > start) current.push(before);
    end(stretches, current);
    // A frame shows what holds after all that happens at its instant, links included.
    current = isCut ? [] : [frame ? keep(frame) : last.get(time)!];
  }
  end(stretches, current);
  return stretches;
}

function end(stretches: Moment[][], current: Moment[]): Moment[] {
  if (current.length > 1) stretches.push(current);
  return [];
}

export function intervalsOf(stretch: readonly Moment[]): Interval[] {
  return stretch.slice(1).map((to, i) => ({ from: stretch[i], to }));
}
