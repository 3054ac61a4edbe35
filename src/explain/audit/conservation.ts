// How a measure changes in a run: how far it drifts while bodies move, and which events make it jump.
import type { Value } from "../../compiler/values/value.ts";
import { isMissing, type Probe } from "../../record/probe/probe.ts";
import type { Frame, Recording } from "../../record/run/record.ts";

/** An event that changed a measure. */
export interface Jump {
  /** The number of the event, from 1 as in the list of events. */
  readonly event: number;
  readonly time: number;
  readonly context: string;
  readonly objects: readonly string[];
  readonly change: number;
}

export interface Conservation {
  readonly measure: string;
  readonly first: number;
  readonly last: number;
  /** The largest distance from the first value. */
  readonly most: number;
  /** The largest distance from the value after the last jump, while bodies moved. */
  readonly drift: number;
  /** Events that changed it, the largest change first. */
  readonly jumps: readonly Jump[];
  readonly verdict: "kept" | "kept between events" | "changes";
}

/** Changes below this share of the largest value are rounding and the errors of a good integrator. */
const kept = 1e-6;

/** The conservation of a real measure that has values; null for others. */
export function conservationOf(measure: string, { frames, events }: Recording, probe: Probe): Conservation | null {
  const read = (frame: Frame): number | null => {
    const value: Value | { missing: string } = probe.value(frame, measure);
    return isMissing(value) || typeof value !== "number" ? null : value;
  };
  let first: number | null = null;
  let last = 0;
  let since: number | null = null;
  let [most, drift, scale] = [0, 0, 0];
  const see = (value: number) => {
    first ??= value;
    since ??= value;
    last = value;
    scale = Math.max(scale, Math.abs(value));
    most = Math.max(most, Math.abs(value - first));
    drift = Math.max(drift, Math.abs(value - since));
  };
  const jumps: Jump[] = [];
  let next = 0;
  for (const frame of frames) {
    for (; next < events.length && events[next].time <= frame.time; next++) {
      const { before, after, time, context, objects } = events[next];
      const [one, two] = [read(before), read(after)];
      if (one !== null) see(one);
      if (two === null) continue;
      if (one !== null && one !== two) {
        jumps.push({ event: next + 1, time, context, objects, change: two - one });
        since = two;
      }
      see(two);
    }
    const value = read(frame);
    if (value !== null) see(value);
  }
  if (first === null) return null;
  jumps.sort((a, b) => Math.abs(b.change) - Math.abs(a.change) || a.event - b.event);
  const isSmall = (change: number) => change <= kept * scale;
  const verdict = isSmall(most) ? "kept" : isSmall(drift) ? "kept between events" : "changes";
  return { measure, first, last, most, drift, jumps, verdict };
}
