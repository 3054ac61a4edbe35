// What a run leaves behind: frames, events, and why it stopped.
import type { Body, Model } from "../engine/model.ts";
import type { EventType, Happening, Observer } from "../engine/observer.ts";
import type { Application } from "../engine/state.ts";
import type { Diagnostic } from "../language/diagnostic.ts";
import { Sha256 } from "./sha256.ts";

export interface Frame {
  readonly time: number;
  readonly memory: Float64Array;
  /** Which law moved each body then, with its context attributes. */
  readonly applications: readonly (Application | null)[];
}

export interface RecordedEvent {
  readonly type: EventType;
  readonly time: number;
  readonly context: string;
  readonly objects: readonly string[];
  /** The attributes of these objects before and after, one object after the other, each in the order of its slots. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly values: ReadonlyMap<string, string>;
  readonly point: Float64Array | null;
  readonly normal: Float64Array | null;
}

/** Beyond this many numbers a record takes no more frames, and says so. */
export const mostRecorded = 100_000_000;
/** What a frame or an event takes besides its attributes, counted in numbers. */
const overhead = 64;

export class Recording implements Observer {
  readonly model: Model;
  readonly frames: Frame[] = [];
  readonly events: RecordedEvent[] = [];
  readonly notes: string[] = [];
  stop: { readonly diagnostic: Diagnostic; readonly time: number } | null = null;
  private numbers = 0;
  private full = false;

  constructor(model: Model) {
    this.model = model;
  }

  frame(time: number, memory: Float64Array, applications: readonly (Application | null)[]): void {
    if (!this.room(memory.length + overhead + 8 * applications.length)) return;
    const kept = applications.map(
      (application) => application && { ...application, attributes: new Map(application.attributes) },
    );
    this.frames.push({ time, memory, applications: kept });
  }

  happening(happening: Happening): void {
    const { type, time, context, bodies, values, point, normal } = happening;
    const before = stretchOf(happening.before, bodies);
    const after = type === "collision" || type === "event" ? stretchOf(happening.after, bodies) : before;
    if (!this.room(before.length * 2 + overhead + 16 * values.size)) return;
    this.events.push({
      type,
      time,
      context,
      objects: bodies.map((body) => body.name),
      before,
      after,
      values,
      point,
      normal,
    });
  }

  note(message: string): void {
    if (!this.notes.includes(message)) this.notes.push(message);
  }

  stopped(diagnostic: Diagnostic, time: number): void {
    this.stop = { diagnostic, time };
  }

  private room(numbers: number): boolean {
    this.numbers += numbers;
    if (this.numbers <= mostRecorded) return true;
    if (!this.full)
      this.note("the record is full: later frames and events are not kept; record fewer frames per unit of time");
    this.full = true;
    return false;
  }

  /** Equal for equal runs: over the times and attributes of all frames and events. */
  digest(): string {
    const hash = new Sha256();
    const text = (part: string) =>
      hash.update(Uint8Array.from([...part].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8])));
    const numbers = (part: ArrayLike<number>) => {
      const bytes = new Uint8Array(8 * part.length);
      const view = new DataView(bytes.buffer);
      // Numbers that are not numbers have one form; zero keeps its sign.
      for (let i = 0; i < part.length; i++) view.setFloat64(8 * i, Number.isNaN(part[i]) ? Number.NaN : part[i], true);
      hash.update(bytes);
    };
    for (const body of this.model.bodies) text(`${body.name};`);
    for (const { time, memory } of this.frames) {
      numbers([time]);
      numbers(memory);
    }
    for (const { type, time, context, objects, before, after } of this.events) {
      text(`${type} ${context} ${objects.join(",")};`);
      numbers([time]);
      numbers(before);
      numbers(after);
    }
    return hash.digest();
  }
}

/** The attributes of some bodies, one body after the other. */
export function stretchOf(memory: Float64Array, bodies: readonly Body[]): Float64Array {
  const parts = bodies.flatMap((body) => [...body.slots.values()]);
  const out = new Float64Array(parts.reduce((sum, slot) => sum + slot.size, 0));
  let at = 0;
  for (const slot of parts) {
    out.set(memory.subarray(slot.offset, slot.offset + slot.size), at);
    at += slot.size;
  }
  return out;
}
