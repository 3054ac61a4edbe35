// The result of a run: frames, events, and why it stopped.

import type { Body, Model } from "../../engine/model/model.ts";
import { copySlot } from "../../engine/model/slot.ts";
import type { Players } from "../../engine/state/application.ts";
import type {
  Act,
  Applications,
  EventType,
  Happening,
  Input,
  NoteFact,
  Observer,
} from "../../engine/state/observer.ts";
import type { ContextScope } from "../../language/declare/context-scope.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { type KeptMoment, Moments } from "./moments.ts";
import { Sha256 } from "./sha256.ts";

export interface Frame {
  readonly time: number;
  readonly memory: Float64Array;
  /** The law that moved each body then, with its context attributes. */
  readonly applications: Applications;
  /** At a side of a collision or of an event block, the law that was applied there; null elsewhere. */
  readonly act: ActSide | null;
}

/** A frame of a run. */
export interface RecordedFrame extends Frame {
  /** Per body, by its index, 1 if it sleeps from then on; null if bodies cannot sleep. */
  readonly inactive: Uint8Array | null;
}

/** A law that is applied once, at one side of its event. */
export interface ActSide {
  readonly scope: ContextScope;
  /** The participants, with the context's attributes at this side. */
  readonly players: Players;
  /** The values that its functions used. They are evaluated once, so that both sides have the same. */
  readonly seen: { readonly moment: { readonly memory: Float64Array }; readonly players: Players };
}

export interface RecordedEvent {
  readonly type: EventType;
  readonly time: number;
  readonly context: string;
  readonly objects: readonly string[];
  readonly before: Frame;
  readonly after: Frame;
  readonly point: Float64Array | null;
  readonly normal: Float64Array | null;
}

/** A record with more numbers takes no more frames, and notes that. */
const mostRecorded = 100_000_000;
/** The size of a frame or an event besides its attributes, counted in numbers. */
const overhead = 64;

export class Recording implements Observer {
  readonly model: Model;
  readonly frames: RecordedFrame[] = [];
  readonly events: RecordedEvent[] = [];
  readonly notes: string[] = [];
  /** What notes are about, for programs. */
  readonly facts: NoteFact[] = [];
  /** Notes that have a place in the text. */
  readonly warnings: Diagnostic[] = [];
  /** What a person did during the run; a run with these inputs does the same. */
  readonly inputs: Input[] = [];
  stop: { readonly diagnostic: Diagnostic; readonly time: number } | null = null;
  private readonly most: number;
  private readonly moments: Moments;
  private numbers = 0;
  /** Whether the record takes no more: then it is incomplete. */
  isFull = false;

  constructor(model: Model, most: number = mostRecorded) {
    this.model = model;
    this.most = most;
    this.moments = new Moments(model.initial);
  }

  frame(time: number, memory: Float64Array, applications: Applications, inactive: Uint8Array | null): void {
    const size = memory.length + applications.length + overhead;
    if (!this.fits(size)) return;
    const kept = applications.map((application) => application && this.moments.copy(application));
    this.numbers += size;
    this.frames.push({ time, memory, applications: kept, inactive: inactive?.slice() ?? null, act: null });
  }

  happening(happening: Happening): void {
    if (!this.fits(overhead)) return;
    const { type, time, context, bodies, act, point, normal } = happening;
    const { applications } = happening.before;
    const before = this.moments.begin(time, happening.before);
    const seen = act && {
      moment: this.moments.follow({ memory: act.registered, applications }),
      players: act.players,
    };
    const after = this.moments.follow(happening.after);
    this.numbers += overhead + (act ? sizeOf(act) : 0);
    this.events.push({
      type,
      time,
      context,
      objects: bodies.map((body) => body.name),
      before: new Side(time, before, act && seen && { scope: act.scope, players: act.players, seen }),
      after: new Side(
        time,
        after,
        act && seen && { scope: act.scope, players: { ...act.players, attributes: act.written }, seen },
      ),
      point,
      normal,
    });
  }

  input(input: Input): void {
    this.inputs.push(input);
  }

  note(message: string, facts: readonly NoteFact[] = []): void {
    if (this.notes.includes(message)) return;
    this.notes.push(message);
    this.facts.push(...facts);
  }

  warn(warning: Diagnostic, facts: readonly NoteFact[] = []): void {
    if (this.notes.includes(warning.message)) return;
    this.warnings.push(warning);
    this.note(warning.message, facts);
  }

  stopped(diagnostic: Diagnostic, time: number): void {
    this.stop = { diagnostic, time };
  }

  private fits(numbers: number): boolean {
    if (this.isFull) return false;
    if (this.numbers + this.moments.size + numbers <= this.most) return true;
    this.note("the record is full: later frames and events are not kept; record fewer frames per unit of time");
    this.isFull = true;
    return false;
  }

  /** Equal for equal runs: computed from the times and attributes of all frames and events. */
  digest(): string {
    const parts = this.digesting();
    for (let part = parts.next(); ; part = parts.next()) if (part.done) return part.value;
  }

  /**
   * The digest frame by frame and event by event: for a long run it takes seconds, and the caller may have other work
   * in between.
   */
  *digesting(): Generator<undefined, string> {
    const hash = new Sha256();
    const text = (part: string) =>
      hash.update(Uint8Array.from([...part].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8])));
    const numbers = (part: ArrayLike<number>) => {
      const bytes = new Uint8Array(8 * part.length);
      const view = new DataView(bytes.buffer);
      // All NaN have one form; zero keeps its sign.
      for (let i = 0; i < part.length; i++) view.setFloat64(8 * i, Number.isNaN(part[i]) ? Number.NaN : part[i], true);
      hash.update(bytes);
    };
    for (const body of this.model.bodies) text(`${body.name};`);
    for (const { time, memory, inactive } of this.frames) {
      numbers([time]);
      numbers(memory);
      if (inactive) hash.update(inactive);
      yield;
    }
    for (const { type, time, context, objects, before, after } of this.events) {
      text(`${type} ${context} ${objects.join(",")};`);
      numbers([time]);
      const bodies = objects.flatMap((name) => this.model.byName.get(name) ?? []);
      for (const side of [before, after]) numbers(stretchOf(side.memory, bodies));
      yield;
    }
    return hash.digest();
  }
}

/** A side of an event: its memory is built on demand. */
class Side implements Frame {
  readonly time: number;
  readonly act: ActSide | null;
  private readonly moment: KeptMoment;

  constructor(time: number, moment: KeptMoment, act: ActSide | null) {
    this.time = time;
    this.moment = moment;
    this.act = act;
  }

  get memory(): Float64Array {
    return this.moment.memory;
  }

  get applications(): Applications {
    return this.moment.applications;
  }
}

/** The approximate size of an application to a few bodies. */
function sizeOf({ players, written }: Act): number {
  return [...players.given, ...players.attributes, ...written].reduce((sum, values) => sum + 8 * values.size, 0);
}

/** The attributes of some bodies, one body after the other. */
function stretchOf(memory: Float64Array, bodies: readonly Body[]): Float64Array {
  const parts = bodies.flatMap((body) => [...body.slots.values()]);
  const out = new Float64Array(parts.reduce((sum, slot) => sum + slot.size, 0));
  let at = 0;
  for (const slot of parts) {
    copySlot(memory, slot, out, at);
    at += slot.size;
  }
  return out;
}
