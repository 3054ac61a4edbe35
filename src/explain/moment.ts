// A moment in the course of a run: at the end of the motion of a piece, within it, or between two things that happen at its end.
import type { Slot } from "../engine/layout.ts";
import type { Body } from "../engine/model.ts";
import type { Act, Applications, Happening } from "../engine/observer.ts";
import type { History, Piece } from "./history.ts";
import { StepTrace } from "./step-trace.ts";

export interface Moment {
  readonly piece: number;
  /** How many of the piece's happenings lie behind; one more than there are: all that follows them too. */
  readonly index: number;
  readonly time: number;
}

export class Moments {
  readonly history: History;
  private readonly traces = new Map<string, StepTrace>();

  constructor(history: History) {
    this.history = history;
  }

  /** What holds at a time, after all that happens then. */
  at(time: number): Moment {
    const piece = this.history.find(time);
    if (piece.until === time || !this.history.has(piece.number + 1)) return this.end(piece.number);
    return { piece: piece.number + 1, index: 0, time };
  }

  end(number: number): Moment {
    const piece = this.piece(number);
    return { piece: number, index: piece.happenings.length + 1, time: piece.until };
  }

  piece(number: number): Piece {
    return this.history.piece(number);
  }

  /** The motion of a piece up to a time, taken again. */
  trace({ piece: number, time }: Moment): StepTrace {
    const key = `${number} ${time}`;
    let trace = this.traces.get(key);
    if (!trace) {
      trace = new StepTrace(this.history.model, this.piece(number).before!, time);
      if (this.traces.size > 50) this.traces.clear();
      this.traces.set(key, trace);
    }
    return trace;
  }

  /** When the law began that has moved a body since a time. */
  beginning(body: Body, since: number): Moment | null {
    const { number } = this.history.find(since);
    for (let piece = number; piece >= 0 && this.piece(piece).until >= since; piece--) {
      const { happenings } = this.piece(piece);
      for (let i = happenings.length - 1; i >= 0; i--) {
        const { before, after, act, time } = happenings[i];
        const hasBegun = !act && after.applications[body.index] && !before.applications[body.index];
        if (hasBegun) return { piece, index: i + 1, time };
      }
    }
    return null;
  }

  /** A side of the event of this number, from 1 as in the list of events; null if there are not so many. */
  atEvent(number: number, side: "before" | "after"): Moment | null {
    const found = this.history.event(number);
    return found && { ...found, index: found.index + (side === "after" ? 1 : 0), time: this.piece(found.piece).until };
  }

  /** The law that an event applied once; null if it began one that goes on. */
  actOf(number: number): { act: Act; happening: Happening; moment: Moment } | null {
    const moment = this.atEvent(number, "after");
    const happening = moment && this.piece(moment.piece).happenings[moment.index - 1];
    return moment && happening?.act ? { act: happening.act, happening, moment } : null;
  }

  memory(moment: Moment): Float64Array {
    const piece = this.piece(moment.piece);
    const { happenings, after, until } = piece;
    if (moment.index > happenings.length) return after.memory;
    if (moment.index > 0) return happenings[moment.index - 1].after.memory;
    if (moment.time < until) return this.trace(moment).memory;
    if (happenings.length > 0) return happenings[0].before.memory;
    return piece.kind === "beginning" ? this.history.model.initial : after.memory;
  }

  /** The laws at work, with the attributes of their contexts. */
  applications(moment: Moment): Applications {
    const { happenings, after, before, until } = this.piece(moment.piece);
    if (moment.index > happenings.length) return after.applications;
    if (moment.index > 0) return happenings[moment.index - 1].after.applications;
    if (moment.time < until) return before!.applications;
    return happenings[0]?.before.applications ?? after.applications;
  }

  isSame(a: Moment, b: Moment, slot: Slot): boolean {
    const [one, other] = [this.memory(a), this.memory(b)];
    for (let k = 0; k < slot.size; k++) {
      const place = slot.offset + k * slot.stride;
      if (!Object.is(one[place], other[place])) return false;
    }
    return true;
  }
}

export function describeHappening({ type, context, bodies, time }: Happening): string {
  const who = bodies.length === 0 ? "" : ` of ${bodies.map(({ name }) => name).join(" and ")}`;
  return `${type === "event" ? "the event" : `the ${type}`} '${context}'${who} at t = ${time}`;
}
