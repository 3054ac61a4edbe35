// The shown run as it streams in: frames, events, measures. A text that does not run leaves the last good run in place.
import { batch, computed, effect, signal } from "@preact/signals";
import type { ExplainQuestion } from "../protocol/explanation.ts";
import type { ConstraintsAnswer } from "../protocol/links.ts";
import {
  type ContactForceInfo,
  type CurveRows,
  type EventInfo,
  type GoalsAnswer,
  type InputInfo,
  type InputRecord,
  type InterpreterReply,
  type MessageValue,
  type MomentRef,
  measureSize,
  type Problem,
  type RunLayout,
  type RunRequest,
  type Stop,
  type TraceTable,
} from "../protocol/messages.ts";
import { RunClient, type RunNews } from "../worker/clients.ts";
import { Bends } from "./bends.ts";
import { Pace } from "./turns.ts";

/** Frames that arrived together, in order. */
interface Batch {
  readonly memory: Float64Array;
  readonly measures: Float64Array;
  readonly inactive: Uint8Array | null;
}

const nothing = new Float64Array(0);
/** The number of cached views of frames: those around the shown time. A power of two. */
const viewsAtHand = 256;

/**
 * Frames as they arrived, each `layout.memory` numbers. It grows without copying, and a frame takes no memory besides
 * its numbers.
 */
export class Frames {
  readonly layout: RunLayout;
  times = new Float64Array(64);
  count = 0;
  private readonly batches: Batch[] = [];
  /** The batch of each frame, and its index there. */
  private batchOf = new Int32Array(64);
  private placeOf = new Int32Array(64);
  private readonly views: Float64Array[] = [];
  private readonly viewed = new Int32Array(viewsAtHand).fill(-1);

  /** What lies between the frames. */
  readonly bends: Bends;
  /** The time to show first; null for the start. */
  readonly from: number | null;

  constructor(layout: RunLayout, from: number | null = null, bends = new Bends()) {
    this.layout = layout;
    this.from = from;
    this.bends = bends;
  }

  /** The first `count` frames, from which a run continues at a time. */
  upTo(count: number, time: number): Frames {
    const kept = new Frames(this.layout, time, this.bends.upTo(time));
    kept.count = Math.min(count, this.count);
    kept.batches.push(...this.batches);
    kept.times = this.times.slice();
    kept.batchOf = this.batchOf.slice();
    kept.placeOf = this.placeOf.slice();
    return kept;
  }

  add(times: Float64Array, memory: Float64Array, measures: Float64Array, inactive: Uint8Array | null): void {
    this.reserve(times.length);
    this.times.set(times, this.count);
    for (let i = 0; i < times.length; i++) {
      this.batchOf[this.count + i] = this.batches.length;
      this.placeOf[this.count + i] = i;
    }
    this.batches.push({ memory, measures, inactive });
    this.count += times.length;
  }

  private reserve(more: number): void {
    if (this.count + more <= this.times.length) return;
    const length = 2 * (this.count + more);
    const larger = new Float64Array(length);
    larger.set(this.times);
    this.times = larger;
    for (const key of ["batchOf", "placeOf"] as const) {
      const longer = new Int32Array(length);
      longer.set(this[key]);
      this[key] = longer;
    }
  }

  memory(frame: number): Float64Array {
    const at = frame & (viewsAtHand - 1);
    if (this.viewed[at] !== frame) {
      const size = this.layout.memory;
      const place = this.placeOf[frame];
      const batch = this.batches[this.batchOf[frame]];
      if (!batch) return nothing;
      this.views[at] = batch.memory.subarray(place * size, (place + 1) * size);
      this.viewed[at] = frame;
    }
    return this.views[at];
  }

  /** For each body, 1 if it sleeps; null if bodies cannot sleep. */
  inactive(frame: number): Uint8Array | null {
    const bodies = this.layout.bodies.length;
    const place = this.placeOf[frame];
    return this.batches[this.batchOf[frame]]?.inactive?.subarray(place * bodies, (place + 1) * bodies) ?? null;
  }

  /** A component of a measure, by its index in the layout. */
  measure(frame: number, column: number, component: number): number {
    const place = this.placeOf[frame] * this.layout.measures.length + column;
    return this.batches[this.batchOf[frame]]?.measures[measureSize * place + component] ?? Number.NaN;
  }

  /** The last frame at or before a time. */
  at(time: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time + 1e-12) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }
}

export type Phase = "none" | "running" | "done" | "stopped";

export const frames = signal<Frames | null>(null);
/** Increases when frames or events have arrived, a few times a second. */
export const arrived = signal(0);
export const events = signal<readonly EventInfo[]>([]);
export const phase = signal<Phase>("none");
/** Runs that were asked for. */
export const runs = signal(0);
export const stop = signal<Stop | null>(null);
export const notes = signal<readonly string[]>([]);
export const digest = signal("");
/** What a person did while it ran. */
export const inputs = signal<readonly InputRecord[]>([]);
/** Whether the worker has reported the end of the run that is shown, and with it all inputs. */
export const isReported = signal(false);
/** The text of the run that is shown; an older one while the text is changed or broken. */
export const shownText = signal("");
/** Why the last text could not be run; the run before it stays. */
export const refusal = signal<readonly Problem[]>([]);
export const failure = signal("");
/**
 * Why a run ended early, though nothing was wrong; "ended": its worker did not answer, and its record is lost with it.
 */
export const interrupted = signal<"by hand" | "full" | "ended" | null>(null);
/** Whether the current run has sent nothing for a second. */
export const isSilent = signal(false);
/** How far the run has come, as published with `arrived`. */
export const reached = computed(() => {
  arrived.value;
  const all = frames.value;
  return all && all.count > 0 ? all.times[all.count - 1] : 0;
});

/** Events that have come in and are not published yet. */
let unpublished: EventInfo[] = [];

/**
 * Publishes what has arrived. The clock sees new frames immediately; the rest of the page need not redo its work for
 * each picture.
 */
const publishing = new Pace(100, () => {
  const more = unpublished;
  unpublished = [];
  batch(() => {
    if (more.length > 0) events.value = [...events.value, ...more];
    arrived.value++;
  });
});

let client: RunClient | null = null;
let current = 0;
let shown = 0;
/** The run that was asked for last. */
let wanted: (RunRequest & { type: "run" }) | null = null;

function listen(reply: RunNews): void {
  if (reply.id !== current) return;
  switch (reply.type) {
    case "refused":
      refusal.value = reply.problems;
      phase.value = frames.value ? "done" : "none";
      break;
    case "layout":
      shown = reply.id;
      shownText.value = wanted!.text;
      refusal.value = [];
      frames.value = new Frames(reply.layout);
      events.value = [];
      unpublished = [];
      stop.value = null;
      notes.value = [];
      digest.value = "";
      inputs.value = [];
      isReported.value = false;
      arrived.value++;
      break;
    case "frames":
      frames.value?.add(reply.times, reply.memory, reply.measures, reply.inactive);
      publishing.soon();
      break;
    case "rewound":
      publishing.now();
      frames.value = frames.value?.upTo(reply.frames, reply.time) ?? null;
      events.value = events.value.slice(0, reply.events);
      stop.value = null;
      digest.value = "";
      isReported.value = false;
      phase.value = "running";
      arrived.value++;
      break;
    case "events":
      frames.value?.bends.add(reply.bends);
      for (const event of reply.events) unpublished.push(event);
      publishing.soon();
      break;
    case "halted":
      publishing.now();
      interrupted.value = "by hand";
      phase.value = "stopped";
      break;
    case "done":
      publishing.now();
      stop.value = reply.stop;
      notes.value = reply.notes;
      digest.value = reply.digest;
      inputs.value = reply.inputs;
      isReported.value = true;
      interrupted.value = reply.interrupted;
      phase.value = reply.stop || reply.interrupted ? "stopped" : "done";
      break;
  }
}

function connect(): RunClient {
  return new RunClient({
    reply: listen,
    failed(message) {
      failure.value = message;
      phase.value = "stopped";
      disconnect();
    },
    heard() {
      isSilent.value = false;
    },
    silent: replace,
  });
}

function disconnect(): void {
  client?.end();
  client = null;
}

/** Called if the worker has not confirmed a request for a second: ends it, if another request waits. */
function replace(request: RunRequest, isFirst: boolean): void {
  if (request.type === "ping" || isFirst) {
    isSilent.value = phase.peek() === "running";
    return;
  }
  disconnect();
  if (request.type === "stop" && request.id === current) {
    publishing.now();
    interrupted.value = "ended";
    phase.value = "stopped";
  } else if (wanted) {
    client = connect();
    client.send(wanted);
  }
}

/** Runs a text from its beginning: this simulation, if it has one of that name, else the first. */
export function run(text: string, name: string, simulation: string | null): void {
  client ??= connect();
  failure.value = "";
  interrupted.value = null;
  phase.value = "running";
  runs.value++;
  wanted = { type: "run", id: ++current, text, name, simulation };
  client.send(wanted);
}

/** Ends the run, and forgets it: another experiment has been opened. */
export function endRun(): void {
  if (phase.peek() === "running") stopRun();
  // Replies to what was asked before are no longer listened to.
  current++;
  wanted = null;
  unpublished = [];
  batch(() => {
    frames.value = null;
    events.value = [];
    phase.value = "none";
    stop.value = null;
    notes.value = [];
    digest.value = "";
    inputs.value = [];
    isReported.value = false;
    shownText.value = "";
    refusal.value = [];
    failure.value = "";
    interrupted.value = null;
    arrived.value++;
  });
}

export function stopRun(): void {
  client?.send({ type: "stop", id: current });
}

/** Milliseconds between two questions whether the worker still listens. */
const pingRest = 500;

effect(() => {
  if (phase.value !== "running") {
    isSilent.value = false;
    return undefined;
  }
  const timer = setInterval(() => client?.isListening && client.send({ type: "ping" }), pingRest);
  return () => clearInterval(timer);
});

/** The text of the run that was asked for last. */
export function wantedText(): string {
  return wanted?.text ?? "";
}

/** Sends inputs while a person holds a body; with the first one the run restarts from the shown time. */
export function pull(from: number, inputs: readonly InputInfo[]): void {
  client?.send({ type: "pull", id: shown, from, inputs, isHeld: true });
}

/** Ends the pull: the person lets go. */
export function release(inputs: readonly InputInfo[]): void {
  client?.send({ type: "pull", id: shown, from: 0, inputs, isHeld: false });
}

function ask<T>(question: Parameters<RunClient["ask"]>[0]): Promise<T> {
  return client ? client.ask<T>(question) : Promise.reject(new Error("there is no run to ask: run it again"));
}

/** Values of paths at moments: a row for each moment. */
export function probe(paths: readonly string[], at: readonly MomentRef[]): Promise<MessageValue[][]> {
  return ask({ type: "probe", id: shown, paths, at });
}

/** All attributes at a moment, laid out like a frame. */
export function memoryAt(at: MomentRef): Promise<Float64Array> {
  return ask({ type: "memory", id: shown, at });
}

export interface Columns {
  readonly names: readonly string[];
  /** SI units; null if none is known. */
  readonly units: readonly (string | null)[];
  readonly times: Float64Array;
  readonly data: readonly Float64Array[];
  /** Paths without any value, and why. */
  readonly empty: readonly (readonly [string, string])[];
}

/** All frames from a number on, as columns. */
export function columns(paths: readonly string[], from = 0): Promise<Columns> {
  return ask({ type: "columns", id: shown, paths, from });
}

/** Numbers over time from a row on: frames and both sides of events. */
export function curves(paths: readonly string[], from: number): Promise<CurveRows> {
  return ask({ type: "curves", id: shown, paths, from });
}

/** How well constraints hold at a moment, and what the run has taken. */
export function constraintsAt(at: MomentRef): Promise<ConstraintsAnswer> {
  return ask({ type: "constraints", id: shown, at });
}

/** The forces at contact points, at a frame. */
export function contactForces(frame: number): Promise<ContactForceInfo[]> {
  return ask({ type: "contacts", id: shown, frame });
}

/** Which goals of its lesson the run meets. */
export function askGoals(): Promise<GoalsAnswer> {
  return ask({ type: "goals", id: shown });
}

export function trace(event: number): Promise<TraceTable[]> {
  return ask({ type: "trace", id: shown, event });
}

/** Asks for an explanation. */
export function askExplanation<T>(question: ExplainQuestion): Promise<T> {
  return ask({ type: "explain", id: shown, question });
}

/** Evaluates an expression of VFLang, with the attributes of a moment. */
export function evaluate(text: string, at: MomentRef | null): Promise<InterpreterReply[]> {
  return ask({ type: "evaluate", id: shown, text, at });
}
