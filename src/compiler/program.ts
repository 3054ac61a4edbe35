// Kernels one after the other, with what moves numbers between them, as functions of one module: a whole stage of an integrator, or a
// whole step, is one call. All addresses are known when it is made.

import { bases } from "./instructions.ts";
import type { Kernel } from "./kernel.ts";
import { Code, type ValueType } from "./wasm-bytes.ts";
import { ModuleBuilder } from "./wasm-module.ts";
import { advance } from "./way.ts";

/** Numbers that lie next to each other, at addresses in bytes. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Numbers one by one: `places` lists, at an address of the memory, where each lies behind `region`. */
export interface Scattered {
  readonly places: number;
  readonly count: number;
  readonly region: number;
}

export type ProgramStep =
  | { readonly kind: "run"; readonly kernel: Kernel; readonly args: readonly number[] }
  /** Calls another function of the program. */
  | { readonly kind: "call"; readonly name: string }
  | { readonly kind: "copy"; readonly stretches: readonly Stretch[] }
  | { readonly kind: "clear"; readonly stretches: readonly Stretch[] }
  | { readonly kind: "scatter" | "gather"; readonly vector: number; readonly numbers: Scattered }
  /** One by one from where the first places say to where the second do; put there, or added. */
  | { readonly kind: "move" | "add"; readonly from: Scattered; readonly to: Scattered }
  /** out = y + h (w₀ v₀ + w₁ v₁ + …), the sum from left to right. t and h lie at the address `step`. */
  | { readonly kind: "combine"; readonly step: number; readonly out: number; readonly y: number; readonly terms: readonly (readonly [weight: number, vector: number])[]; readonly count: number }
  /** t + c h. */
  | { readonly kind: "time"; readonly step: number; readonly to: number; readonly c: number }; // biome-ignore format: one step a line

/** Numbers as parameters would take room on the heap at each call from outside. */
const signature = { parameters: [], results: [] };

/** Functions by name; those that others call come first. */
export type ProgramFunctions = ReadonlyMap<string, readonly ProgramStep[]>;

/** The bytes of the module, and the kernels it imports under their numbers. */
export function emitProgram(functions: ProgramFunctions): { bytes: Uint8Array<ArrayBuffer>; kernels: Kernel[] } {
  const module = new ModuleBuilder();
  const kernels: Kernel[] = [];
  for (const steps of functions.values())
    for (const step of steps) if (step.kind === "run" && !kernels.includes(step.kernel)) kernels.push(step.kernel);
  const i32s: ValueType[] = Array.from({ length: bases + 3 }, () => "i32");
  const imported = kernels.map((_, k) => module.importFunction(`k${k}`, { parameters: i32s, results: [] }));
  const known = new Map<string, number>();
  for (const [name, steps] of functions) {
    const number = module.declare(signature);
    const code = new Code(signature.parameters.length);
    for (const step of steps) {
      if (step.kind === "run") {
        for (const arg of step.args) code.integer(arg);
        code.op("call", imported[kernels.indexOf(step.kernel)]);
      } else if (step.kind === "call") code.op("call", known.get(step.name)!);
      else emitStep(code, step);
    }
    module.define(number, code);
    module.export(name, number);
    known.set(name, number);
  }
  return { bytes: module.finish(), kernels };
}

function emitStep(code: Code, step: Exclude<ProgramStep, { kind: "run" | "call" }>): void {
  switch (step.kind) {
    case "copy":
      for (const stretch of step.stretches) emitStretch(code, stretch, "copy");
      break;
    case "clear":
      for (const stretch of step.stretches) emitStretch(code, stretch, "clear");
      break;
    case "scatter":
      loop(code, 4, step.numbers.count, (cursor) => {
        address(code, cursor, step.numbers);
        loadTwice(code, cursor, step.vector);
        code.op("f64.store", 3, step.numbers.region);
      });
      break;
    case "gather":
      loop(code, 4, step.numbers.count, (cursor) => {
        code.op("local.get", cursor);
        code.op("local.get", cursor);
        code.op("i32.add");
        address(code, cursor, step.numbers);
        code.op("f64.load", 3, step.numbers.region);
        code.op("f64.store", 3, step.vector);
      });
      break;
    case "move":
    case "add":
      loop(code, 4, step.to.count, (cursor) => {
        address(code, cursor, step.to);
        if (step.kind === "add") {
          address(code, cursor, step.to);
          code.op("f64.load", 3, step.to.region);
        }
        address(code, cursor, step.from);
        code.op("f64.load", 3, step.from.region);
        if (step.kind === "add") code.op("f64.add");
        code.op("f64.store", 3, step.to.region);
      });
      break;
    case "combine":
      emitCombination(code, step);
      break;
    case "time":
      code.integer(0);
      code.integer(0);
      code.op("f64.load", 3, step.step);
      code.constant(step.c);
      loadLength(code, step.step);
      code.op("f64.mul");
      code.op("f64.add");
      code.op("f64.store", 3, step.to);
  }
}

/** The length of a step, behind its time. */
function loadLength(code: Code, step: number): void {
  code.integer(0);
  code.op("f64.load", 3, step + 8);
}

/** A body for each of so many entries, which lie so many bytes apart. */
function loop(code: Code, size: number, count: number, body: (cursor: number) => void): void {
  if (count === 0) return;
  const cursor = code.local("i32");
  code.integer(0);
  code.op("local.set", cursor);
  code.open("loop");
  body(cursor);
  advance(code, cursor, size);
  code.op("local.get", cursor);
  code.integer(size * count);
  code.op("i32.lt_s");
  code.op("br_if", 0);
  code.op("end");
}

function address(code: Code, cursor: number, { places }: Scattered): void {
  code.op("local.get", cursor);
  code.op("i32.load", 2, places);
}

/** A number of a vector, by a cursor that goes half as fast. */
function loadTwice(code: Code, cursor: number, vector: number): void {
  code.op("local.get", cursor);
  code.op("local.get", cursor);
  code.op("i32.add");
  code.op("f64.load", 3, vector);
}

function emitStretch(code: Code, { from, to, count }: Stretch, kind: "copy" | "clear"): void {
  const pairs = count >> 1;
  loop(code, 16, pairs, (cursor) => {
    code.op("local.get", cursor);
    if (kind === "clear") {
      code.constant(0);
      code.vector("f64x2.splat");
    } else {
      code.op("local.get", cursor);
      code.vector("v128.load", 3, from);
    }
    code.vector("v128.store", 3, to);
  });
  if (count === 2 * pairs) return;
  code.integer(16 * pairs);
  if (kind === "clear") code.constant(0);
  else {
    code.integer(16 * pairs);
    code.op("f64.load", 3, from);
  }
  code.op("f64.store", 3, to);
}

/** Vectors have room for one number more where theirs is odd. */
function emitCombination(code: Code, { step, out, y, terms, count }: ProgramStep & { kind: "combine" }): void {
  const length = code.local("v128");
  loadLength(code, step);
  code.vector("f64x2.splat");
  code.op("local.set", length);
  loop(code, 16, (count + 1) >> 1, (cursor) => {
    const load = (vector: number) => {
      code.op("local.get", cursor);
      code.vector("v128.load", 3, vector);
    };
    code.op("local.get", cursor);
    load(y);
    code.op("local.get", length);
    code.constant(0);
    code.vector("f64x2.splat");
    for (const [weight, vector] of terms) {
      code.constant(weight);
      code.vector("f64x2.splat");
      load(vector);
      code.vector("f64x2.mul");
      code.vector("f64x2.add");
    }
    code.vector("f64x2.mul");
    code.vector("f64x2.add");
    code.vector("v128.store", 3, out);
  });
}

/** Places in a memory, in steps of 8 bytes, as stretches of such as lie next to each other, moved from one region to another. */
export function stretchesOf(places: ArrayLike<number>, from: number, to: number): Stretch[] {
  const found: { from: number; to: number; count: number }[] = [];
  for (const place of Array.from(places).sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && last.to + 8 * last.count === to + 8 * place) last.count++;
    else found.push({ from: from + 8 * place, to: to + 8 * place, count: 1 });
  }
  return found;
}
