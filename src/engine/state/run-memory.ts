// The numbers of a run in one linear memory, which kernels work on too: registered values, those of a stage, results,
// and banks of context attributes. Where the interpreter does everything the layout is the same, in an array of its
// own.
import { createMachine, Machine } from "../../compiler/kernel/kernel.ts";
import { accelerationOf } from "../model/acceleration.ts";
import type { Model } from "../model/model.ts";

/** What evaluates the laws of a run; both give the same bits. */
/**
 * By kernels or by the interpreter; or by the interpreter but for the laws of contact points, which are applied many
 * times in a step.
 */
export const evaluationNames = ["compiled", "interpreted", "points compiled"] as const;
export type EvaluationName = (typeof evaluationNames)[number];

/**
 * So many numbers of context attributes and geometric data are expected per body; beyond, the interpreter does the
 * work.
 */
const bankPerBody = 200;
const leastBank = 10_000;
/** What the kernels of links find. */
const bankPerLink = 700;
/** Numbers of contact points: per body, and at least. What is not used costs nothing but addresses. */
const contactPerBody = 4_000;
const leastContact = 100_000;
/** How many times as many where Newton's method asks more of a law. */
const newtonFactor = 4;
/** What the processor fetches at once; regions and banks begin with it. */
export const lineNumbers = 8;

/** Takes room in the memory: the place of so many numbers, or null where there is none left. */
export type Allocate = (numbers: number) => number | null;

/** How much room so many numbers take where others follow. */
export function roomOf(numbers: number): number {
  return Math.ceil(numbers / lineNumbers) * lineNumbers;
}

export class RunMemory {
  /** Null where the interpreter does everything: asked to, or the platform has no WebAssembly or no memory for it. */
  readonly machine: Machine | null;
  /** The place of the time, in each of the regions. */
  readonly time: number;
  /** All of it. */
  readonly numbers: Float64Array;
  /** The state's own values. Who writes them says so, by `changed`. */
  readonly registered: Float64Array;
  /** The values that contact laws work on during a step of time stepping. */
  readonly current: Float64Array;
  /** The registered values as they were when the collisions of an instant began to be resolved. */
  readonly earlier: Float64Array;
  readonly stage: StageMemory;
  /** A second stage, where closed forms are looked at. */
  readonly looked: StageMemory;
  /** What kernels compute, until others run. */
  readonly out: Float64Array;
  /** In time stepping: how many numbers the rows and tables of contact points may take. */
  readonly contactNumbers: number;
  /** Counts the changes of registered values, the earlier ones too. */
  version = 0;
  /**
   * Counts those among them that no law made: by an event or a person. What stays between these is computed again then.
   */
  jumps = 0;
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
    this.registered.set(model.initial);
  }

  changed(): void {
    this.version++;
  }

  /** An event or a person has changed registered values. */
  jumped(): void {
    this.jumps++;
    this.changed();
  }

  readonly allocate: Allocate = (numbers) => {
    const first = roomOf(this.used);
    if (first + numbers > this.end) return null;
    this.used = first + numbers;
    return first;
  };
}

/** What laws see at an instant within a step: the registered values, with the time and what moves written over them. */
export class StageMemory {
  readonly numbers: Float64Array;
  /** The instant that it shows, and the end of the step that is taken; `dt` is its length. */
  t = 0;
  until = 0;
  private readonly memory: RunMemory;
  private copyOf: Float64Array | null = null;
  private version = -1;
  private writer: object | null = null;
  /**
   * For what it was prepared last: by which laws, when and for which vector, of theirs in length; null once somebody
   * else has written.
   */
  private readonly preparation = { by: null as object | null, version: 0, t: 0, until: 0, y: new Float64Array(0) };
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
   * Makes it a copy of registered values again, but for the time and for what `writer` writes: the same places each
   * time, and so it need not be copied as long as nobody else has written. Null writes the time only.
   */
  refresh(registered: Float64Array, writer: object | null): void {
    if (this.copyOf === registered && this.version === this.memory.version && this.writer === writer) return;
    this.copy(registered, writer);
  }

  /** The same, whatever has been written before. */
  copy(registered: Float64Array, writer: object | null): void {
    this.forget();
    this.numbers.set(registered);
    this.copyOf = registered;
    this.version = this.memory.version;
    this.writer = writer;
  }

  /** It has been filled by these laws for its instant and this vector. */
  prepared(by: object, y: Float64Array): void {
    const { preparation } = this;
    if (preparation.y.length < y.length) preparation.y = new Float64Array(y.length);
    preparation.y.set(y);
    preparation.by = by;
    preparation.version = this.memory.version;
    preparation.t = this.t;
    preparation.until = this.until;
    this.isSolved = false;
  }

  /** Whether it has, and still is as it was then. */
  isPrepared(by: { readonly isMemoryless: boolean }, y: Float64Array): boolean {
    const { preparation } = this;
    if (preparation.by !== by || preparation.version !== this.memory.version || preparation.t !== this.t) return false;
    if (!by.isMemoryless && preparation.until !== this.until) return false;
    // The same bits: a zero of the other sign is another number.
    for (let k = 0; k < y.length; k++) if (!Object.is(preparation.y[k], y[k])) return false;
    return true;
  }

  forget(): void {
    this.preparation.by = null;
  }

  /** The registered values have just become those of this stage, and nothing else has changed. */
  carryOver(by: object): void {
    const { preparation } = this;
    if (preparation.by === by && preparation.version === this.memory.version - 1)
      preparation.version = this.memory.version;
  }
}
