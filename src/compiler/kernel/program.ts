// Kernels one after the other, with what moves numbers between them, as functions of one module: a whole stage of an
// integrator, or a whole step, is one call. All addresses are known when it is made.
import { bases } from "../emit/instructions.ts";
import { Code, type ValueType } from "../emit/wasm-bytes.ts";
import { ModuleBuilder } from "../emit/wasm-module.ts";
import { emitStep } from "./emit-step.ts";
import type { Kernel } from "./kernel.ts";
import type { ProgramStep } from "./program-step.ts";

/** Numbers as parameters would take room on the heap at each call from outside. */
const signature: { parameters: ValueType[]; results: ValueType[] } = { parameters: [], results: ["i32"] };

/** Functions by name; those that others call come first. */
export type ProgramFunctions = ReadonlyMap<string, readonly ProgramStep[]>;

/** The bytes of the module, and the kernels it imports under their numbers. */
export function emitProgram(functions: ProgramFunctions): { bytes: Uint8Array<ArrayBuffer>; kernels: Kernel[] } {
  const module = new ModuleBuilder();
  const kernels: Kernel[] = [];
  for (const steps of functions.values())
    for (const step of steps) if (step.kind === "run" && !kernels.includes(step.kernel)) kernels.push(step.kernel);
  const i32s: ValueType[] = Array.from({ length: bases + 3 }, () => "i32");
  const imported = kernels.map((_, k) => module.importFunction(`k${k}`, { parameters: i32s, results: ["i32"] }));
  const known = new Map<string, number>();
  for (const [name, steps] of functions) {
    const number = module.declare(signature);
    const code = new Code(signature.parameters.length);
    for (const step of steps) {
      if (step.kind === "run") {
        for (const arg of step.args) code.integer(arg);
        code.op("call", imported[kernels.indexOf(step.kernel)]);
        giveUpUnless(code);
      } else if (step.kind === "call") {
        code.op("call", known.get(step.name)!);
        giveUpUnless(code);
      } else emitStep(code, step);
    }
    code.integer(1);
    module.define(number, code);
    module.export(name, number);
    known.set(name, number);
  }
  return { bytes: module.finish(), kernels };
}

/** Ends the function as one that gives up where what it called did. */
function giveUpUnless(code: Code): void {
  code.op("i32.eqz");
  code.open("if");
  code.integer(0);
  code.op("return");
  code.op("end");
}
