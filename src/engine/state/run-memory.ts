// The numbers of a run in one linear memory, which kernels use too: registered values, stages, results, and banks of
// context attributes. If the interpreter does everything, the layout is the same, in a separate array.
import { createMachine, Machine } from "../../compiler/kernel/kernel.ts";
import type { Value } from "../../compiler/values/value.ts";
import { accelerationOf } from "../model/acceleration.ts";
import type { Model } from "../model/model.ts";
import type { ReadonlyNumbers } from "../model/numbers.ts";
import { moveSlot, type Slot, writeSlot } from "../model/slot.ts";

/**
 * How the laws of a run are evaluated, always with the same bits: by kernels; by the interpreter; or by the interpreter
 * except for laws of contact points, which are applied many times in a step.
 */
export const evaluationNames = ["compiled", "interpreted", "points compiled"] as const;
export type EvaluationName = (typeof evaluationNames)[number];

/**
 * The expected number of context attributes and geometric data per body; if there are more, the interpreter does the
 * work.
 */
const bankPerBody = 200;
const leastBank = 10_000;
/** Space for the results of the kernels of links. */
const bankPerLink = 700;
/** Numbers for contact points: per body, and at least. Unused space costs only addresses. */
const contactPerBody = 4_000;
const leastContact = 100_000;
/** The factor on that space where Newton's method needs more of a law. */
const newtonFactor = 4;
/** The numbers of a cache line; regions and banks begin with one. */
export const lineNumbers = 8;

/** Allocates numbers in the memory and returns their place, or null if there is no room left. */
export type Allocate = (numbers: number) => number | null;

/** The space that this many numbers take if others follow. */
export function roomOf(numbers: number): number {
  return Math.ceil(numbers / lineNumbers) * lineNumbers;
}

/** Who writes registered values: a law; or an event or a person, who may change what laws treat as constant. */
export type Writer = "law" | "event";

export class RunMemory {
  /**
   * Null if the interpreter does everything: because it was asked to, or the platform has no WebAssembly or no
   * memory for it.
   */
  readonly machine: Machine | null;
  /** The place of the time in each of the regions. */
  readonly time: number;
  /** The whole memory. */
  readonly numbers: Float64Array;
  /** The state's own values; only methods of the memory write them. */
  readonly registered: ReadonlyNumbers;
  /**
   * The values on which contact laws work during a step of time stepping. Kernels write them at any time, so no stage
   * holds a copy of them.
   */
  readonly current: Float64Array;
  /** The registered values before the collisions of an instant were resolved. */
  readonly earlier: ReadonlyNumbers;
  readonly stage: StageMemory;
  /** A second stage, for evaluating closed forms. */
  readonly looked: StageMemory;
  /** The results of kernels, until the next kernel runs. */
  readonly out: Float64Array;
  /** In time stepping: the space for the rows and tables of contact points. */
  readonly contactNumbers: number;
  private writes = 0;
  private jumps = 0;
  private used: number;
  private readonly end: number;

  constructor(model: Model, evaluation: EvaluationName) {
    const length = model.initial.length;
    this.time = model.world.get("t")!.offset;
    const size = roomOf(length);
    const isStepping = model.settings.scheme === "time stepping";
    const factor = accelerationOf(model) !== "none" ? newtonFactor : 1;
    this.contactNumbers = isStepping ? factor * (leastContact + contactPerBody * model.bodies.length) : 0;
    const banks =
      leastBank + bankPerBody * model.bodies.length + bankPerLink * model.links.length + this.contactNumbers;
    this.machine = evaluation !== "interpreted" ? createMachine(6 * size + banks) : null;
    const first = this.machine ? Machine.first : 0;
    const numbers = this.machine?.reals ?? new Float64Array(6 * size + banks);
    this.numbers = numbers;
    const region = (number: number) => numbers.subarray(first + number * size, first + number * size + length);
    this.registered = region(0);
    this.earlier = region(1);
    this.stage = new StageMemory(this, region(2));
    this.looked = new StageMemory(this, region(3));
    this.out = region(4);
    this.current = region(5);
    this.used = first + 6 * size;
    this.end = this.used + banks;
    this.restore(model.initial);
  }

  /** Increases with every write of registered values, the earlier ones too. */
  get epoch(): number {
    return this.writes;
  }

  /** Increases with every write that is not by a law: then values that are constant in between are computed again. */
  get jumpEpoch(): number {
    return this.jumps;
  }

  /** Values that a kernel or a loop writes immediately. Nobody may keep the array, or write to it after a read. */
  opened(to: ReadonlyNumbers): Float64Array {
    this.writes++;
    return to as Float64Array;
  }

  /** Replaces the registered values by those of a snapshot. Anything may have happened between the two. */
  restore(values: ArrayLike<number>): void {
    this.jumps++;
    this.opened(this.registered).set(values);
  }

  /** Replaces all values by the result of a step or a trial. */
  commit(to: ReadonlyNumbers, values: ArrayLike<number>): void {
    this.opened(to).set(values);
  }

  /** Writes a value; returns a sentence if its shape is not the slot's. */
  write(to: ReadonlyNumbers, slot: Slot, value: Value, writer: Writer): string | null {
    if (writer === "event") this.jumps++;
    return writeSlot(this.opened(to), slot, value);
  }

  /** Copies the numbers of a slot. */
  move(from: ReadonlyNumbers, to: ReadonlyNumbers, slot: Slot): void {
    moveSlot(from, this.opened(to), slot);
  }

  /** Writes numbers to scattered places. */
  scatter(to: ReadonlyNumbers, places: ArrayLike<number>, values: ArrayLike<number>): void {
    const memory = this.opened(to);
    for (let i = 0; i < places.length; i++) memory[places[i]] = values[i];
  }

  /** Sets some places to zero. */
  clear(to: ReadonlyNumbers, places: Iterable<number>): void {
    const memory = this.opened(to);
    for (const place of places) memory[place] = 0;
  }

  /** The numbers that laws write over registered values in a stage change from now on: stages must be filled again. */
  forgetStages(): void {
    this.stage.leave();
    this.looked.leave();
  }

  readonly allocate: Allocate = (numbers) => {
    const first = roomOf(this.used);
    if (first + numbers > this.end) return null;
    this.used = first + numbers;
    return first;
  };
}

/** What laws see at an instant within a step: the registered values, overwritten by the time and the moving numbers. */
export class StageMemory {
  readonly numbers: Float64Array;
  /** The instant that it shows, and the end of the step; `dt` is its length. */
  t = 0;
  until = 0;
  private readonly memory: RunMemory;
  private copyOf: ReadonlyNumbers | null = null;
  private epoch = -1;
  private writer: object | null = null;
  /**
   * The last preparation: by which laws, at which instant and for which vector; null once something else has written.
   */
  private readonly preparation = { by: null as object | null, epoch: 0, t: 0, until: 0, y: new Float64Array(0) };
  /** Whether constraints have been solved in it since. */
  isSolved = false;

  constructor(memory: RunMemory, numbers: Float64Array) {
    this.memory = memory;
    this.numbers = numbers;
  }

  at(t: number, until: number): this {
    this.t = t;
    this.until = until;
    return this;
  }

  /**
   * Makes it a copy of registered values again, except for the time and for what `writer` writes. A writer always
   * writes the same places, so nothing is copied if nobody else has written. Null writes only the time.
   */
  refresh(registered: ReadonlyNumbers, writer: object | null): void {
    if (this.copyOf === registered && this.epoch === this.memory.epoch && this.writer === writer) return;
    this.copy(registered, writer);
  }

  /** Copies the registered values, whatever has been written before. */
  copy(registered: ReadonlyNumbers, writer: object | null): void {
    this.forget();
    this.numbers.set(registered);
    this.copyOf = registered === this.memory.current ? null : registered;
    this.epoch = this.memory.epoch;
    this.writer = writer;
  }

  /** Notes that these laws have filled it for its instant and this vector. */
  prepared(by: object, y: Float64Array): void {
    const { preparation } = this;
    if (preparation.y.length < y.length) preparation.y = new Float64Array(y.length);
    preparation.y.set(y);
    preparation.by = this.copyOf && by;
    preparation.epoch = this.memory.epoch;
    preparation.t = this.t;
    preparation.until = this.until;
    this.isSolved = false;
  }

  /** Whether these laws have filled it, and it is unchanged since. */
  isPrepared(by: { readonly isMemoryless: boolean }, y: Float64Array): boolean {
    const { preparation } = this;
    if (preparation.by !== by || preparation.epoch !== this.memory.epoch || preparation.t !== this.t) return false;
    if (!by.isMemoryless && preparation.until !== this.until) return false;
    // Compares bits: a zero of the other sign is another number.
    for (let k = 0; k < y.length; k++) if (!Object.is(preparation.y[k], y[k])) return false;
    return true;
  }

  forget(): void {
    this.preparation.by = null;
  }

  /** Notes that it is no longer a copy of registered values. */
  leave(): void {
    this.forget();
    this.copyOf = null;
  }

  /** Notes that the last write made the registered values those of this stage. */
  carryOver(by: object): void {
    const { preparation } = this;
    if (preparation.by === by && preparation.epoch === this.memory.epoch - 1) preparation.epoch = this.memory.epoch;
  }
}
