// The course of a run, piece by piece: the state before and after each step, and all that happened at its end. Only
// some states are kept; the steps between are run again from the last kept one, to the same bits.

import type { Model } from "../../engine/model/model.ts";
import { isDue, type Schedule } from "../../engine/run/schedule.ts";
import { startSchedule } from "../../engine/start-schedule.ts";
import type { ContactValue } from "../../engine/state/kept-points.ts";
import type { Applications, Happening, Input, Observer } from "../../engine/state/observer.ts";
import type { Snapshot } from "../../engine/state/state.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";

/** The beginning of a run, a step up to its end or to an event, or what a person did. */
export interface Piece {
  readonly number: number;
  readonly kind: "beginning" | "step" | "input";
  /** The state before; null at the beginning. */
  readonly before: Snapshot | null;
  readonly input: Input | null;
  readonly happenings: readonly Happening[];
  /** In time stepping: collisions, which are a part of the step and come before what happens at its end. */
  readonly struck: readonly Happening[];
  readonly after: Snapshot;
  /** The end of the step's motion; what happened came after it. */
  readonly until: number;
}

/** The most states that are kept; beyond that every second one is dropped. */
const mostKept = 256;
/** The most stretches between kept states that are held in full. */
const mostHeld = 8;

interface Kept {
  readonly piece: number;
  readonly state: Snapshot;
  /** Number of inputs carried out so far. */
  readonly inputs: number;
}

export class ReplayHistory {
  readonly model: Model;
  private readonly inputs: readonly Input[];
  private readonly kept: Kept[] = [];
  /** The number of pieces between kept states. A restart takes longer than many steps. */
  private stride = 64;
  /** The end time of each piece. */
  private readonly ends: number[] = [];
  /** Number of events after each piece. */
  private readonly happened: number[] = [];
  private readonly beginning: Piece;
  private readonly held = new Map<number, readonly Piece[]>();
  private readonly front: Course;
  /** Why the run ended too early, as far as it has been followed. */
  get stopped(): Diagnostic | null {
    return this.front.stop;
  }

  constructor(model: Model, inputs: readonly Input[] = []) {
    this.model = model;
    this.inputs = inputs;
    this.front = new Course(model, inputs, null);
    this.beginning = this.front.begin();
    this.ends.push(this.beginning.until);
    this.happened.push(this.front.count);
    this.keep();
  }

  private keep(): void {
    const piece = this.ends.length - 1;
    if (piece % this.stride !== 0) return;
    this.kept.push({ piece, state: this.front.schedule.snapshot(), inputs: this.front.done });
    if (this.kept.length <= mostKept) return;
    this.stride *= 2;
    this.held.clear();
    const left = this.kept.filter((kept) => kept.piece % this.stride === 0);
    this.kept.splice(0, this.kept.length, ...left);
  }

  /** Runs one more piece. */
  private goOn(): void {
    const { time } = this.front.schedule.state;
    this.front.skip();
    // A step that failed does not count.
    if (this.stopped && this.front.schedule.state.time === time) return;
    this.ends.push(this.front.schedule.state.time);
    this.happened.push(this.front.count);
    this.keep();
  }

  /** The last piece that ends at or before this time. */
  find(time: number): Piece {
    while (this.ends[this.ends.length - 1] <= time && !this.front.isDone) this.goOn();
    let low = 0;
    for (let high = this.ends.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (this.ends[middle] <= time) low = middle;
      else high = middle;
    }
    return this.piece(low);
  }

  /** The contact points of time stepping after the piece that ends at or before this time. */
  contacts(time: number): ContactValue[] {
    return this.front.schedule.contactsOf(this.find(time).after);
  }

  /** The piece with the event of this number, from 1 on, and the number of events before it in the piece. */
  event(number: number): { piece: number; index: number } | null {
    let piece = 0;
    while (this.happened[piece] < number) if (!this.has(++piece)) return null;
    return number < 1 ? null : { piece, index: number - 1 - (this.happened[piece - 1] ?? 0) };
  }

  /** Number of events as far as the run has been followed. */
  get eventCount(): number {
    return this.happened[this.happened.length - 1];
  }

  /** Whether there is such a piece; continues the run to find out. */
  has(number: number): boolean {
    while (this.ends.length <= number && !this.front.isDone) this.goOn();
    return number < this.ends.length;
  }

  piece(number: number): Piece {
    if (number === 0) return this.beginning;
    if (!this.has(number)) throw new RangeError(`there is no piece ${number}`);
    const first = Math.floor((number - 1) / this.stride) * this.stride;
    let pieces = this.held.get(first);
    if (!pieces || pieces.length < number - first) {
      pieces = this.runAgain(first);
      if (this.held.size >= mostHeld) this.held.delete(this.held.keys().next().value!);
      this.held.set(first, pieces);
    }
    return pieces[number - first - 1];
  }

  /** The pieces after a kept state, up to the next. */
  private runAgain(first: number): Piece[] {
    const from = this.kept[first / this.stride];
    const course = new Course(this.model, this.inputs, from);
    const pieces: Piece[] = [];
    for (let number = first + 1; number <= first + this.stride && number < this.ends.length; number++)
      pieces.push(course.next(number));
    return pieces;
  }
}

/** A run that continues piece by piece. */
class Course implements Observer {
  readonly schedule: Schedule;
  done: number;
  stop: Diagnostic | null = null;
  private readonly model: Model;
  private readonly inputs: readonly Input[];
  /** Number of events so far. */
  count = 0;
  private happenings: Happening[] = [];
  private struck: Happening[] = [];
  private isHeard = true;

  constructor(model: Model, inputs: readonly Input[], from: Kept | null) {
    this.model = model;
    this.inputs = inputs;
    this.done = from?.inputs ?? 0;
    this.schedule = startSchedule(model, this, from ? { resume: from.state } : {});
  }

  get isDone(): boolean {
    return this.schedule.isDone;
  }

  begin(): Piece {
    const after = this.schedule.snapshot();
    const { happenings, struck } = this;
    return { number: 0, kind: "beginning", before: null, input: null, happenings, struck, after, until: after.time };
  }

  private get due(): Input | null {
    const next = this.inputs[this.done];
    return next && isDue(next, this.schedule.state) ? next : null;
  }

  next(number: number): Piece {
    const { schedule, due: input } = this;
    const before = schedule.snapshot();
    this.happenings = [];
    this.struck = [];
    this.step();
    const { happenings, struck } = this;
    const after = schedule.snapshot();
    return { number, kind: input ? "input" : "step", before, input, happenings, struck, after, until: after.time };
  }

  /** Runs one more piece without recording it. */
  skip(): void {
    this.isHeard = false;
    this.step();
    this.isHeard = true;
  }

  private step(): void {
    const { schedule, due: input } = this;
    if (!input) schedule.advance();
    else {
      this.done++;
      schedule.input(input.name, input.value);
    }
  }

  happening(happening: Happening): void {
    this.count++;
    if (!this.isHeard) return;
    const [before, after] = [happening.before, happening.after].map(({ memory, applications }) => ({
      memory,
      applications: copyOf(applications),
    }));
    // Recording starts before the schedule is made: bodies may meet at the start.
    const isPart = happening.type === "collision" && this.model.settings.scheme === "time stepping";
    (isPart ? this.struck : this.happenings).push({ ...happening, before, after });
  }

  stopped(diagnostic: Diagnostic): void {
    this.stop = diagnostic;
  }

  input(): void {}

  frame(): void {}

  note(): void {}
}

/** Copies applications: their attributes change while they continue. */
function copyOf(applications: Applications): Applications {
  return applications.map((one) => one && { ...one, attributes: new Map(one.attributes) });
}
