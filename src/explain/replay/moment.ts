// A moment of a run: at the end of the motion of a piece, within it, or between two things that happen at its end.

import type { Body } from "../../engine/model/model.ts";
import type { Slot } from "../../engine/model/slot.ts";
import type { Application } from "../../engine/state/application.ts";
import type { Act, Applications, Happening } from "../../engine/state/observer.ts";
import type { Said } from "../tree/node.ts";
import type { Piece, ReplayHistory } from "./history.ts";
import { type StepTrace, traceIntegration } from "./step-trace.ts";
import { traceStepping } from "./stepping-trace.ts";

/** The most repeated steps that are kept; of small experiments more, up to this many numbers. */
const mostTraces = { "event driven": 50, "time stepping": 12 };
const mostNumbers = 4_000_000;
/** About how often in a step all numbers are kept. */
const copies = 10;

export interface ReplayMoment {
  readonly piece: number;
  /**
   * Number of the piece's events before the moment; one more than there are: after everything that follows them too.
   */
  readonly index: number;
  readonly time: number;
  /** Within a step of time stepping: number of its actions before the moment. */
  readonly deeds?: number;
}

export class ReplayMoments {
  readonly history: ReplayHistory;
  private readonly traces = new Map<string, StepTrace>();

  constructor(history: ReplayHistory) {
    this.history = history;
  }

  /** The moment at a time, after all that happens then. */
  at(time: number): ReplayMoment {
    const piece = this.history.find(time);
    if (piece.until === time || !this.history.has(piece.number + 1)) return this.end(piece.number);
    return { piece: piece.number + 1, index: 0, time };
  }

  end(number: number): ReplayMoment {
    const piece = this.piece(number);
    return { piece: number, index: piece.happenings.length + 1, time: piece.until };
  }

  piece(number: number): Piece {
    return this.history.piece(number);
  }

  /** The motion of a piece up to a time, computed again. */
  trace({ piece: number, time }: ReplayMoment): StepTrace {
    const key = `${number} ${time}`;
    let trace = this.traces.get(key);
    if (!trace) {
      const { model } = this.history;
      const { scheme } = model.settings;
      const take = scheme === "time stepping" ? traceStepping : traceIntegration;
      trace = take(model, this.piece(number).before!, time);
      const most = scheme === "event driven" ? mostNumbers / (copies * model.initial.length) : 0;
      if (this.traces.size > Math.max(mostTraces[scheme], most)) this.traces.clear();
      this.traces.set(key, trace);
    }
    return trace;
  }

  /** The moment at which the law began that has moved a body since a time and does so at this moment. */
  beginning(body: Body, since: number, at: ReplayMoment): ReplayMoment | null {
    const { number } = this.history.find(since);
    for (let piece = Math.min(number, at.piece); piece >= 0 && this.piece(piece).until >= since; piece--) {
      const { happenings } = this.piece(piece);
      const behind = piece === at.piece ? Math.min(at.index, happenings.length) : happenings.length;
      for (let i = behind - 1; i >= 0; i--)
        if (beginningIn(happenings[i], body)) return { piece, index: i + 1, time: happenings[i].time };
    }
    return null;
  }

  /** A side of the event of this number, from 1 as in the list of events; null if there are fewer. */
  atEvent(number: number, side: "before" | "after"): ReplayMoment | null {
    const found = this.history.event(number);
    if (!found) return null;
    const { struck, until: time } = this.piece(found.piece);
    const past = side === "after" ? 1 : 0;
    if (found.index >= struck.length) return { piece: found.piece, index: found.index - struck.length + past, time };
    const { entries } = this.trace({ piece: found.piece, index: 0, time }).swept!.journal;
    const collisions = [...entries.keys()].filter((n) => entries[n].deed.kind === "collision");
    return { piece: found.piece, index: 0, time, deeds: collisions[found.index] + past };
  }

  /** The law that an event applied once; null if it began one that continues. */
  actOf(number: number): { act: Act; happening: Happening; moment: ReplayMoment } | null {
    const moment = this.atEvent(number, "after");
    const happening = moment && this.happeningBefore(moment);
    return moment && happening?.act ? { act: happening.act, happening, moment } : null;
  }

  /** What led to the moment: an event, or a collision within a step. */
  happeningBefore({ piece, index, time, deeds }: ReplayMoment): Happening | null {
    const { happenings, struck } = this.piece(piece);
    if (deeds === undefined) return happenings[index - 1] ?? null;
    const { entries } = this.trace({ piece, index, time }).swept!.journal;
    if (entries[deeds - 1]?.deed.kind !== "collision") return null;
    return struck[entries.slice(0, deeds).filter(({ deed }) => deed.kind === "collision").length - 1];
  }

  memory(moment: ReplayMoment): Float64Array {
    const piece = this.piece(moment.piece);
    const { happenings, after, until } = piece;
    if (moment.deeds !== undefined) return this.trace(moment).swept!.journal.memoryAt(moment.deeds);
    if (moment.index > happenings.length) return after.memory;
    if (moment.index > 0) return happenings[moment.index - 1].after.memory;
    if (moment.time < until) return this.trace(moment).memory;
    if (happenings.length > 0) return happenings[0].before.memory;
    return piece.kind === "beginning" ? this.history.model.initial : after.memory;
  }

  /** The active laws, with the attributes of their contexts. */
  applications(moment: ReplayMoment): Applications {
    const { happenings, after, before, until } = this.piece(moment.piece);
    if (moment.index > happenings.length) return after.applications;
    if (moment.index > 0) return happenings[moment.index - 1].after.applications;
    if (moment.deeds !== undefined || moment.time < until) return before!.applications;
    return happenings[0]?.before.applications ?? after.applications;
  }

  isSame(a: ReplayMoment, b: ReplayMoment, slot: Slot): boolean {
    const [one, other] = [this.memory(a), this.memory(b)];
    for (let k = 0; k < slot.size; k++) {
      const place = slot.offset + k * slot.stride;
      if (!Object.is(one[place], other[place])) return false;
    }
    return true;
  }
}

/** The law that began to move a body then; one contact law may follow another without a gap. */
export function beginningIn({ act, before, after }: Happening, { index }: Body): Application | null {
  const [was, is] = [before.applications[index], after.applications[index]];
  return !act && is && was?.given !== is.given ? is : null;
}

export function describeHappening({ type, context, bodies, time }: Happening): Said {
  const who = bodies.length === 0 ? "" : ` of ${bodies.map(({ name }) => name).join(" and ")}`;
  return { words: `${type === "event" ? "the event" : `the ${type}`} '${context}'${who} at t = ${time}`, time };
}

export function momentKey({ piece, index, time, deeds }: ReplayMoment): string {
  return `${piece} ${index} ${time}${deeds === undefined ? "" : ` ${deeds}`}`;
}
