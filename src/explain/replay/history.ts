// The course of a run, piece by piece: what held before and after each step, and all that happened at its end. Only
// some states are kept; what lies between is run again from the last one, to the same bits.

import type { Model } from "../../engine/model/model.ts";
import { isDue, type Schedule } from "../../engine/run/schedule.ts";
import { startSchedule } from "../../engine/start-schedule.ts";
import type { ContactValue } from "../../engine/state/kept-points.ts";
import type { Applications, Happening, Input, Observer } from "../../engine/state/observer.ts";
import type { State } from "../../engine/state/state.ts";
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";

/** The beginning of a run, a step up to its end or to an event, or what a person did. */
export interface Piece {
  readonly number: number;
  readonly kind: "beginning" | "step" | "input";
  /** Null at the beginning. */
  readonly before: State | null;
  readonly input: Input | null;
  readonly happenings: readonly Happening[];
  /** In time stepping: collisions, which are a part of the step; they are told before what happens at its end. */
  readonly struck: readonly Happening[];
  readonly after: State;
  /** When the motion of the step ended; then came what happened. */
  readonly until: number;
}

/** So many states are kept at most; then every second one is given up. */
const mostKept = 256;
/** So many stretches between kept states are held in full. */
const mostHeld = 8;

interface Kept {
  readonly piece: number;
  readonly state: State;
  /** How many of the inputs had been carried out. */
  readonly inputs: number;
}

export class History {
  readonly model: Model;
  private readonly inputs: readonly Input[];
  private readonly kept: Kept[] = [];
  /** From one kept state to the next. To begin again takes longer than many steps. */
  private stride = 64;
  /** When each piece ended. */
  private readonly ends: number[] = [];
  /** How many events there had been after each piece. */
  private readonly happened: number[] = [];
  private readonly beginning: Piece;
  private readonly held = new Map<number, readonly Piece[]>();
  private readonly front: Course;
  /** Why it ended too early, as far as it has been followed. */
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

  /** Runs on, by one piece. */
  private goOn(): void {
    const { time } = this.front.schedule.state;
    this.front.skip();
    // A step that could not be taken is none.
    if (this.stopped && this.front.schedule.state.time === time) return;
    this.ends.push(this.front.schedule.state.time);
    this.happened.push(this.front.count);
    this.keep();
  }

  /** The last piece that ends at this time or before. */
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

  /** The contact points of time stepping after that piece. */
  contacts(time: number): ContactValue[] {
    return this.front.schedule.contactsOf(this.find(time).after);
  }

  /** The piece in which the event of this number happened, from 1 on, and how many happened before it there. */
  event(number: number): { piece: number; index: number } | null {
    let piece = 0;
    while (this.happened[piece] < number) if (!this.has(++piece)) return null;
    return number < 1 ? null : { piece, index: number - 1 - (this.happened[piece - 1] ?? 0) };
  }

  /** How many events there have been as far as the run has gone. */
  get eventCount(): number {
    return this.happened[this.happened.length - 1];
  }

  /** Whether there is such a piece; runs on to find out. */
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

/** A run that goes on piece by piece. */
class Course implements Observer {
  readonly schedule: Schedule;
  done: number;
  stop: Diagnostic | null = null;
  private readonly model: Model;
  private readonly inputs: readonly Input[];
  /** Of all that happened. */
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

  /** The same where nobody looks. */
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
    // Also while the schedule is made: bodies may meet at the start.
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

/** The attributes of an application change while it goes on. */
function copyOf(applications: Applications): Applications {
  return applications.map((one) => one && { ...one, attributes: new Map(one.attributes) });
}
