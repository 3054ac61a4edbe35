// What the code of kernels agrees on: parameters, the first bytes of the memory, and the instruction of each operation, for one
// number and for two.
import { elementaryArity } from "../math/elementary-module.ts";
import type { BinaryNode, UnaryNode } from "./node.ts";
import type { Opcode, VectorOpcode } from "./wasm-bytes.ts";

/** The parameters of every function: so many bases, and the two bodies as byte offsets. */
export const bases = 4;
export const ownPlace = bases;
export const otherPlace = bases + 1;
/** In a kernel the end of the loop comes third. */
export const endPlace = bases + 2;

/** How many bodies are taken at a time. */
export type Lanes = 1 | 2;

/** Where a kernel leaves the body at which it gave up; then what is asked of the host, and its answer. */
export const failureCell = 0;
export const scratch = 64;
export const scratchNumbers = 8_000;

export const hostSignature = { parameters: ["i32"], results: ["i32"] } as const;

export function elementarySignature(name: keyof typeof elementaryArity) {
  return { parameters: elementaryArity[name] === 2 ? (["f64", "f64"] as const) : (["f64"] as const), results: ["f64"] } as const; // biome-ignore format: one record
}

export const unaryOps: Readonly<Record<Exclude<UnaryNode, "not">, [Opcode, VectorOpcode]>> = {
  neg: ["f64.neg", "f64x2.neg"],
  sqrt: ["f64.sqrt", "f64x2.sqrt"],
  abs: ["f64.abs", "f64x2.abs"],
  floor: ["f64.floor", "f64x2.floor"],
};

export const binaryOps: Readonly<Record<BinaryNode, [Opcode, VectorOpcode]>> = {
  add: ["f64.add", "f64x2.add"],
  sub: ["f64.sub", "f64x2.sub"],
  mul: ["f64.mul", "f64x2.mul"],
  div: ["f64.div", "f64x2.div"],
  min: ["f64.min", "f64x2.min"],
  max: ["f64.max", "f64x2.max"],
  lt: ["f64.lt", "f64x2.lt"],
  le: ["f64.le", "f64x2.le"],
  eq: ["f64.eq", "f64x2.eq"],
  ne: ["f64.ne", "f64x2.ne"],
  and: ["i32.and", "v128.and"],
  or: ["i32.or", "v128.or"],
};
