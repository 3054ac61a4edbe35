// What the code of kernels agrees on: parameters, the first bytes of the memory, and the instruction of each operation,
// for one number and for two.
import { elementaryArity } from "../../math/elementary/module.ts";
import type { BinaryNode, UnaryNode } from "../graph/node.ts";
import type { Opcode, VectorOpcode } from "./wasm-bytes.ts";

/** Every function takes this number of bases, and the byte offsets of both bodies. */
export const bases = 4;
export const ownPlace = bases;
export const otherPlace = bases + 1;
/** In a kernel the end of the loop is the third parameter after the bases. */
export const endPlace = bases + 2;

/** The number of bodies computed at a time. */
export type Lanes = 1 | 2;

/** The cell in which a kernel stores the body at which it gave up; the question to the host and its answer follow. */
export const failureCell = 0;
export const scratch = 64;

export const hostSignature = { parameters: ["i32"], results: ["i32"] } as const;

export function elementarySignature(name: keyof typeof elementaryArity) {
  return {
    parameters: elementaryArity[name] === 2 ? (["f64", "f64"] as const) : (["f64"] as const),
    results: ["f64"],
  } as const;
}

interface Instructions {
  readonly one: Opcode;
  readonly two: VectorOpcode;
}

export const unaryOps: Readonly<Record<Exclude<UnaryNode, "not">, Instructions>> = {
  neg: { one: "f64.neg", two: "f64x2.neg" },
  sqrt: { one: "f64.sqrt", two: "f64x2.sqrt" },
  abs: { one: "f64.abs", two: "f64x2.abs" },
  floor: { one: "f64.floor", two: "f64x2.floor" },
};

export const binaryOps: Readonly<Record<BinaryNode, Instructions>> = {
  add: { one: "f64.add", two: "f64x2.add" },
  sub: { one: "f64.sub", two: "f64x2.sub" },
  mul: { one: "f64.mul", two: "f64x2.mul" },
  div: { one: "f64.div", two: "f64x2.div" },
  min: { one: "f64.min", two: "f64x2.min" },
  max: { one: "f64.max", two: "f64x2.max" },
  lt: { one: "f64.lt", two: "f64x2.lt" },
  le: { one: "f64.le", two: "f64x2.le" },
  eq: { one: "f64.eq", two: "f64x2.eq" },
  ne: { one: "f64.ne", two: "f64x2.ne" },
  and: { one: "i32.and", two: "v128.and" },
  or: { one: "i32.or", two: "v128.or" },
};
