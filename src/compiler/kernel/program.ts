// Kernels in sequence, with the moves between them, as functions of one module: a whole stage of an integrator, or a
// whole step, is one call. All addresses are known when the program is made.
import { bases } from "../emit/instructions.ts";
import { Code, type ValueType } from "../emit/wasm-bytes.ts";
import { ModuleBuilder } from "../emit/wasm-module.ts";
import { emitStep } from "./emit-step.ts";
import type { Kernel } from "./kernel.ts";
import type { ProgramStep } from "./program-step.ts";

/** There are no parameters: numbers as parameters would be allocated on the heap at each call from outside. */
const signature: { parameters: ValueType[]; results: ValueType[] } = { parameters: [], results: ["i32"] };

/** Functions by name; a function comes before those that call it. */
export type ProgramFunctions = ReadonlyMap<string, readonly ProgramStep[]>;

/** The bytes of the module, and the kernels that it imports, by number. */
export function emitProgram(functions: ProgramFunctions): { bytes: Uint8Array<ArrayBuffer>; kernels: Kernel[] } {
  const module = new ModuleBuilder();
  const kernels = kernelsOf(functions);
  const i32s: ValueType[] = Array.from({ length: bases + 3 }, () => "i32");
  const imported = kernels.map((_, k) => module.importFunction(`k${k}`, { parameters: i32s, results: ["i32"] }));
  const known = new Map<string, number>();
  for (const [name, steps] of functions) {
    const number = module.declare(signature);
    const code = new Code(signature.parameters.length);
    for (const step of steps) {
      if (step.kind === "run") emitCall(code, imported[kernels.indexOf(step.kernel)], step.args);
      else if (step.kind === "call") emitCall(code, known.get(step.name)!, []);
      else emitStep(code, step);
    }
    code.integer(1);
    module.define(number, code);
    module.export(name, number);
    known.set(name, number);
  }
  return { bytes: module.finish(), kernels };
}

/** The kernels that some function runs, each once. */
function kernelsOf(functions: ProgramFunctions): Kernel[] {
  const kernels = new Set<Kernel>();
  for (const steps of functions.values()) for (const step of steps) if (step.kind === "run") kernels.add(step.kernel);
  return [...kernels];
}

/** Calls a function; if that gives up, so does the caller. */
function emitCall(code: Code, called: number, args: readonly number[]): void {
  for (const arg of args) code.integer(arg);
  code.op("call", called);
  code.op("i32.eqz");
  code.open("if");
  code.integer(0);
  code.op("return");
  code.op("end");
}
