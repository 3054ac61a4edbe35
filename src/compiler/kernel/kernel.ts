// Kernels: graphs compiled to WebAssembly over one linear memory. A kernel either gives what the interpreter would
// give, bit for bit, or gives up and says at which body; then the interpreter is asked, for the value or for what is
// wrong.
import { elementaryExports } from "../../math/elementary/module.ts";
import { failureCell, scratch } from "../emit/instructions.ts";
import { emitModule, type KernelSource } from "../emit/module.ts";
import { GraphTooLarge } from "../graph/refusal.ts";
import { answer, type Question, scratchNumbers } from "../values/question.ts";
import { emitProgram, type ProgramFunctions } from "./program.ts";

/** Gives up for no particular body. */
const nobody = -1;
const done = -2;

/**
 * Gives 1 at the end, 0 where the kernel gives up; one that does so in a function of its own traps, which takes room on
 * the heap.
 */
type Run = (b0: number, b1: number, b2: number, b3: number, own: number, other: number, end: number) => number;

/** The smallest module there is: its magic number and version. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/**
 * A machine with room for a number of values; null where nothing can be compiled, so that the interpreter does
 * everything: the platform has no WebAssembly, no memory for it, or a page's policy forbids to compile, which only
 * shows when one tries.
 */
export function createMachine(numbers: number): Machine | null {
  if (typeof WebAssembly === "undefined") return null;
  try {
    new WebAssembly.Module(emptyModule);
    return new Machine(numbers);
  } catch (error) {
    if (error instanceof RangeError || error instanceof WebAssembly.CompileError) return null;
    throw error;
  }
}

/** The linear memory of a run and all kernels over it. */
export class Machine {
  readonly memory: WebAssembly.Memory;
  readonly reals: Float64Array;
  readonly words: Int32Array;
  /** What is given to the host and comes back. */
  private readonly scratch: Float64Array;
  private readonly questions: Question[] = [];

  /** With room for a number of values besides the machine's own. */
  constructor(numbers: number) {
    const pages = Math.ceil((8 * (numbers + Machine.first)) / 65536);
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    this.reals = new Float64Array(this.memory.buffer);
    this.words = new Int32Array(this.memory.buffer);
    this.scratch = this.reals.subarray(scratch / 8, scratch / 8 + scratchNumbers);
  }

  /** The place of the first number that is free to use. */
  static readonly first = scratch / 8 + scratchNumbers;

  /** Throws `GraphTooLarge` where the platform takes no function of that size. */
  compile(source: KernelSource): Kernel {
    try {
      return this.build(emitModule(source, this.questions));
    } catch (error) {
      if (error instanceof RangeError || error instanceof WebAssembly.CompileError)
        throw new GraphTooLarge("the law is too large to be compiled");
      throw error;
    }
  }

  /**
   * Null where the platform refuses. Which method a run takes must not depend on that: the same graph is then gone
   * through node by node.
   */
  compileIfPossible(source: KernelSource): Kernel | null {
    try {
      return this.compile(source);
    } catch (error) {
      if (error instanceof GraphTooLarge) return null;
      throw error;
    }
  }

  private build(bytes: Uint8Array<ArrayBuffer>): Kernel {
    const host = (number: number) => this.host(number);
    const env: Record<string, WebAssembly.ImportValue> = { ...elementaryExports(), memory: this.memory, host };
    const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env });
    return new Kernel(instance.exports.kernel as Run, this.words);
  }

  /** Functions of kernels and what lies between them; see program.ts. */
  program(functions: ProgramFunctions): Program {
    const { bytes, kernels } = emitProgram(functions);
    const env: Record<string, WebAssembly.ImportValue> = { memory: this.memory };
    for (const [k, kernel] of kernels.entries()) env[`k${k}`] = kernel.run;
    return new Program(new WebAssembly.Instance(new WebAssembly.Module(bytes), { env }).exports);
  }

  private host(number: number): number {
    return answer(this.scratch, this.questions[number], this.scratch) ? 1 : 0;
  }
}

export class Program {
  private readonly functions: WebAssembly.Exports;

  constructor(functions: WebAssembly.Exports) {
    this.functions = functions;
  }

  /** A function that tells whether it came to its end, or a kernel gave up on the way. */
  function(name: string): () => boolean {
    const run = this.functions[name] as () => number;
    return () => {
      try {
        return run() === 1;
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
        return false;
      }
    };
  }
}

export class Kernel {
  /** What programs call. */
  readonly run: Run;
  private readonly words: Int32Array;

  constructor(run: Run, words: Int32Array) {
    this.run = run;
    this.words = words;
  }

  /**
   * Runs over the bodies from place `own` up to `end` of their group, or over the pair `own`, `other`. Bases are in
   * bytes. Gives the body at which the kernel gave up, those before it being done; `done` after the last.
   */
  over(b0: number, b1: number, b2: number, b3: number, own: number, end: number, other = 0): number {
    this.words[failureCell] = nobody;
    try {
      if (this.run(b0, b1, b2, b3, 8 * own, 8 * other, 8 * end) === 1) return done;
    } catch (error) {
      // A trap is a kernel that gives up; a stack that is full is a recursion too deep for it.
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    }
    const place = this.words[failureCell];
    return place === nobody ? own : place >> 3;
  }

  static readonly done = done;
}
