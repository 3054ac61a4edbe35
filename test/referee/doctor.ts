// Records, and what is changed in them so that they are no longer what the text says.
import { expect } from "vitest";
import {
  formatDiagnostic,
  prepare,
  type RecordedEvent,
  type RecordedFrame,
  type Recording,
  Run,
} from "../../src/lab.ts";
import { check } from "../experiments/gallery.ts";

export function record(text: string): Recording {
  const checked = check(text);
  expect(checked.diagnostics.filter(({ severity }) => severity === "error").map(formatDiagnostic)).toEqual([]);
  const model = prepare(checked);
  if ("severity" in model) throw new Error(model.message);
  return new Run(model).finish();
}

/** The record with other frames or events. */
export function doctored(
  recording: Recording,
  change: { frames?: RecordedFrame[]; events?: RecordedEvent[] },
): Recording {
  return Object.assign(Object.create(Object.getPrototypeOf(recording)), recording, change);
}

/** Frames in which a number of an attribute is off, in one frame or in all from one on. */
export function off(
  recording: Recording,
  path: readonly [string, string, number],
  by: number,
  isOff: (time: number) => boolean,
): RecordedFrame[] {
  return recording.frames.map((frame) =>
    isOff(frame.time) ? { ...frame, memory: changed(recording, frame.memory, path, by) } : frame,
  );
}

/** A memory with a number that is off. */
export function changed(
  { model }: Recording,
  memory: Float64Array,
  [object, attribute, k]: readonly [string, string, number],
  by: number,
): Float64Array {
  const slot = (model.byName.get(object)?.slots ?? model.world).get(attribute)!;
  const other = memory.slice();
  other[slot.offset + k * slot.stride] += by;
  return other;
}

/** An event with another memory on one side. */
export function withSide(event: RecordedEvent, side: "before" | "after", memory: Float64Array): RecordedEvent {
  const { time, applications, act } = event[side];
  return { ...event, [side]: { time, memory, applications, act } };
}
