// A record as intervals of motion between events, with the recorded moments of each.
import type { Frame, Recording } from "../../record/run/record.ts";

/** The record at an instant; its memory is complete and may be read repeatedly. */
export interface RecordedMoment {
  readonly time: number;
  readonly memory: Float64Array;
  readonly applications: Frame["applications"];
  /** Per body, 1 if it sleeps. */
  readonly inactive: Uint8Array | null;
}

/** Two moments with only motion in between. */
export interface Interval {
  readonly from: RecordedMoment;
  readonly to: RecordedMoment;
}

function keep(frame: Frame & { readonly inactive?: Uint8Array | null }): RecordedMoment {
  const { time, memory, applications } = frame;
  return { time, memory, applications, inactive: frame.inactive ?? null };
}

/**
 * Moments without an event between them, in order of time: from the last side of one event to the first side of the
 * next.
 */
export function momentStretches(recording: Recording): RecordedMoment[][] {
  const { frames, events, inputs, model } = recording;
  const first = new Map<number, RecordedMoment>();
  const last = new Map<number, RecordedMoment>();
  for (const event of events) {
    if (!first.has(event.time)) first.set(event.time, keep(event.before));
    last.set(event.time, keep(event.after));
  }
  // An input records no sides: an interval ends at the last moment before it, and another begins at the first one
  // after. An input happens at the end of a step, which a frame may miss by the last bit.
  const done = [...new Set(inputs.map(({ time }) => time))].sort((a, b) => a - b);
  let next = 0;
  const times = [...new Set([...frames.map(({ time }) => time), ...first.keys()])].sort((a, b) => a - b);
  const frameAt = new Map(frames.map((frame) => [frame.time, frame]));
  const stretches: RecordedMoment[][] = [];
  let current: RecordedMoment[] = [];
  const start = model.settings.initialTime;
  for (const time of unansweredTimes(recording)) last.delete(time);
  for (const time of times) {
    const frame = frameAt.get(time);
    const before = first.get(time);
    const now = firstFrom(done, next, time);
    if (now > next) current = end(stretches, current);
    next = now;
    const isCut = done[next] === time;
    if (!before || time > start) current.push(before ?? keep(frame!));
    if (!before && !isCut) continue;
    end(stretches, current);
    // A frame shows the state after everything that happens at its instant, including links.
    current = isCut ? [] : beginAt(frame ? keep(frame) : last.get(time));
  }
  end(stretches, current);
  return stretches;
}

/** The first number from a place on that is not below a limit. */
function firstFrom(numbers: readonly number[], at: number, limit: number): number {
  let k = at;
  while (numbers[k] < limit) k++;
  return k;
}

const beginAt = (moment: RecordedMoment | undefined): RecordedMoment[] => (moment ? [moment] : []);

/**
 * The times of events to which links respond: velocities meet their constraints at once, which only a frame at that
 * instant shows.
 */
export function unansweredTimes({ events, frames, model }: Recording): ReadonlySet<number> {
  if (!model.links.some(({ context }) => context.type === "constraint")) return new Set();
  const shown = new Set(frames.map(({ time }) => time));
  return new Set(events.flatMap(({ type, time }) => (type === "event" && !shown.has(time) ? [time] : [])));
}

function end(stretches: RecordedMoment[][], current: RecordedMoment[]): RecordedMoment[] {
  if (current.length > 1) stretches.push(current);
  return [];
}

export function intervalsOf(stretch: readonly RecordedMoment[]): Interval[] {
  return stretch.slice(1).map((to, i) => ({ from: stretch[i], to }));
}
