// The code between the kernels of a program: it moves, adds and normalises numbers. Each kind of step is a loop,
// written out here.

import { advanceLocal } from "../emit/traversal.ts";
import type { Code } from "../emit/wasm-bytes.ts";
import type { MemoryStretch, ProgramStep, Scattered } from "./program-step.ts";

export function emitStep(code: Code, step: Exclude<ProgramStep, { kind: "run" | "call" }>): void {
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
    case "negate":
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
        if (step.kind === "negate") code.op("f64.neg");
        code.op("f64.store", 3, step.to.region);
      });
      break;
    case "zero":
      loop(code, 4, step.numbers.count, (cursor) => {
        address(code, cursor, step.numbers);
        code.constant(0);
        code.op("f64.store", 3, step.numbers.region);
      });
      break;
    case "change":
      emitChange(code, step);
      break;
    case "normalise":
      emitNormalisation(code, step.numbers);
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

/** Loads the length of a step, which lies behind its time. */
function loadLength(code: Code, step: number): void {
  code.integer(0);
  code.op("f64.load", 3, step + 8);
}

/** A loop over `count` entries that lie `size` bytes apart. */
function loop(code: Code, size: number, count: number, body: (cursor: number) => void): void {
  if (count === 0) return;
  const cursor = code.local("i32");
  code.integer(0);
  code.op("local.set", cursor);
  code.open("loop");
  body(cursor);
  advanceLocal(code, cursor, size);
  code.op("local.get", cursor);
  code.integer(size * count);
  code.op("i32.lt_s");
  code.op("br_if", 0);
  code.op("end");
}

function address(code: Code, cursor: number, { places }: Pick<Scattered, "places">): void {
  code.op("local.get", cursor);
  code.op("i32.load", 2, places);
}

/** Loads a number of a vector by a cursor that advances half as fast. */
function loadTwice(code: Code, cursor: number, vector: number): void {
  code.op("local.get", cursor);
  code.op("local.get", cursor);
  code.op("i32.add");
  code.op("f64.load", 3, vector);
}

function emitStretch(code: Code, { from, to, count }: MemoryStretch, kind: "copy" | "clear"): void {
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

/** Vectors have room for one more number if their size is odd. */
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

function emitChange(code: Code, { places, count, out, y, after, before }: ProgramStep & { kind: "change" }): void {
  const at = code.local("i32");
  const load = (vector: number) => {
    code.op("local.get", at);
    code.op("f64.load", 3, vector);
  };
  loop(code, 4, count, (cursor) => {
    address(code, cursor, { places });
    code.op("local.tee", at);
    load(y);
    load(after);
    load(before);
    code.op("f64.sub");
    code.op("f64.add");
    code.op("f64.store", 3, out);
  });
}

/** Squares are added from left to right, as `normalize` of src/math/quaternion.ts does. */
function emitNormalisation(code: Code, numbers: Scattered): void {
  const at = code.local("i32");
  const length = code.local("f64");
  const load = (k: number) => {
    code.op("local.get", at);
    code.op("f64.load", 3, numbers.region + 8 * k);
  };
  loop(code, 4, numbers.count, (cursor) => {
    address(code, cursor, numbers);
    code.op("local.set", at);
    for (let k = 0; k < 4; k++) {
      load(k);
      load(k);
      code.op("f64.mul");
      if (k > 0) code.op("f64.add");
    }
    code.op("f64.sqrt");
    code.op("local.set", length);
    for (let k = 0; k < 4; k++) {
      code.op("local.get", at);
      code.constant(0);
      load(k);
      code.op("local.get", length);
      code.op("f64.div");
      code.op("local.get", length);
      code.constant(0);
      code.op("f64.eq");
      code.op("select");
      code.op("f64.store", 3, numbers.region + 8 * k);
    }
  });
}
