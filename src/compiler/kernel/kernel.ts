// Kernels: graphs compiled to WebAssembly over one linear memory. A kernel gives exactly the interpreter's bits, or
// gives up and says at which body; then the interpreter computes the value or words the error.
import { elementaryExports } from "../../math/elementary/module.ts";
import { failureCell, scratch } from "../emit/instructions.ts";
import { emitModule, type KernelSource } from "../emit/module.ts";
import { GraphTooLarge } from "../graph/refusal.ts";
import { answerQuestion, type Question, scratchNumbers } from "../values/question.ts";
import { emitProgram, type ProgramFunctions } from "./program.ts";

/** The body that is reported when a kernel gives up for no particular body. */
const nobody = -1;
const done = -2;

/**
 * Returns 1 at the end, 0 if the kernel gives up. If it gives up inside an outlined function it traps, which allocates
 * an error.
 */
// biome-ignore lint/complexity/useMaxParams: the parameters of a WebAssembly function are numbers, all on the stack
type Run = (b0: number, b1: number, b2: number, b3: number, own: number, other: number, end: number) => number;

/** The smallest module there is: its magic number and version. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/**
 * A machine with room for `numbers` values; null if nothing can be compiled and the interpreter does everything:
 * there is no WebAssembly, no memory for it, or the page's policy forbids compiling, which shows only when one tries.
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
  /** Questions to the host and its answers. */
  private readonly scratch: Float64Array;
  private readonly questions: Question[] = [];

  /** `numbers`: the number of values that it has room for, besides the machine's own. */
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
   * Null if the platform refuses to compile the graph; it is then evaluated node by node. The choice of a method
   * must not depend on that.
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
    return answerQuestion(this.scratch, this.questions[number], this.scratch) ? 1 : 0;
  }
}

export class Program {
  private readonly functions: WebAssembly.Exports;

  constructor(functions: WebAssembly.Exports) {
    this.functions = functions;
  }

  /** A function that returns true when it reaches its end, false when a kernel gives up. */
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
  /** The function that programs call. */
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
  // biome-ignore lint/complexity/useMaxParams: a record would be allocated at every call of a kernel
  over(b0: number, b1: number, b2: number, b3: number, own: number, end: number, other = 0): number {
    this.words[failureCell] = nobody;
    try {
      if (this.run(b0, b1, b2, b3, 8 * own, 8 * other, 8 * end) === 1) return done;
    } catch (error) {
      // A trap means that the kernel gave up; a full stack means that a recursion was too deep for it.
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    }
    const place = this.words[failureCell];
    return place === nobody ? own : place >> 3;
  }

  static readonly done = done;
}
