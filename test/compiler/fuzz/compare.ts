// A kernel and the interpreter on the same numbers.

import type { KernelSource, Store } from "../../../src/compiler/emit-module.ts";
import { EvaluationError } from "../../../src/compiler/evaluation-error.ts";
import { GraphTooLarge } from "../../../src/compiler/graph.ts";
import { Interpreter } from "../../../src/compiler/interpreter.ts";
import { Kernel, Machine } from "../../../src/compiler/kernel.ts";
import { lowerKernel } from "../../../src/compiler/kernel-source.ts";
import type { LowerHost } from "../../../src/compiler/lower.ts";
import { type Lowered, nodesOf, Unlowered } from "../../../src/compiler/lowered.ts";
import { NeedsFunction } from "../../../src/compiler/outlines.ts";
import { formatValue, type Value } from "../../../src/compiler/value.ts";
import type { Definition } from "../../../src/language/ast.ts";
import type { Random } from "../../language/fuzz/random.ts";
import { type Program, randomNumber, type Stored } from "./program.ts";

/** Enough for two at a time and one left over. */
const bodies = 5;

interface Memory {
  readonly world: Float64Array;
  readonly own: readonly Float64Array[];
}

function read({ shape, at, size, owner }: Stored, memory: Memory, body: number): Value {
  const numbers = (owner === "world" ? memory.world : memory.own[body]).slice(at, at + size);
  if (shape.kind === "real") return numbers[0];
  if (shape.kind === "boolean") return numbers[0] !== 0;
  if (shape.kind === "vector") return { kind: "vector", data: numbers };
  if (shape.kind === "matrix") return { kind: "matrix", rows: shape.rows!, cols: shape.cols!, data: numbers };
  throw new Error("no such attribute");
}

/** World attributes lie one after the other at base 0; those of bodies at base 1, each number of all bodies in a row. */
function hostOf(program: Program): LowerHost {
  return {
    attribute({ name }, _registered, graph): Lowered | null {
      const stored = program.attributes.find((candidate) => candidate.name === name);
      if (!stored) return null;
      const { shape, at, size, owner } = stored;
      const isWorld = owner === "world";
      const nodes = Array.from({ length: size }, (_, k) =>
        graph.load({ base: isWorld ? 0 : 1, offset: 8 * (at + k) * (isWorld ? 1 : bodies), index: isWorld ? null : 0 }, shape.kind === "boolean" ? "boolean" : "real"),
      ); // biome-ignore format: one record
      if (shape.kind === "real" || shape.kind === "boolean") return { kind: shape.kind, node: nodes[0] };
      if (shape.kind === "matrix") return { kind: "matrix", rows: shape.rows!, cols: shape.cols!, nodes };
      return { kind: "vector", nodes };
    },
    special: () => null,
  };
}

function lowerDefinition(program: Program, definition: Definition): KernelSource | null {
  try {
    return lowerKernel(hostOf(program), (lowering) =>
      nodesOf(lowering.compute(definition, program.scope, false)).map(
        (node, k): Store => ({ node, place: { base: 2, offset: 8 * k * bodies, index: 0 }, mustBeFinite: false }),
      ),
    );
  } catch (error) {
    if (error instanceof Unlowered || error instanceof NeedsFunction || error instanceof GraphTooLarge) return null;
    throw error;
  }
}

function numbersOf(value: Value): number[] {
  if (typeof value === "boolean") return [value ? 1 : 0];
  if (typeof value === "number") return [value];
  return value.kind === "sequence" ? value.items.flatMap(numbersOf) : [...value.data];
}

const machine = new Machine(3 * 8_192);

export interface Tally {
  /** Functions compared, those that no kernel was made for, evaluations given back, and errors found by both. */
  compared: number;
  unlowered: number;
  gaveUp: number;
  failed: number;
}

/** Compares every zero-argument function of a program on random numbers; throws with the text at the first difference. */
export function compareProgram(program: Program, random: Random, tally: Tally): void {
  const size = program.attributes.reduce((sum, stored) => sum + stored.size, 0);
  const fill = () => Float64Array.from({ length: size }, () => randomNumber(random));
  const memory: Memory = { world: fill(), own: Array.from({ length: bodies }, fill) };
  const [world, own, out] = [0, 1, 2].map((k) => Machine.first + 8_192 * k);
  machine.reals.set(memory.world, world);
  for (const [body, numbers] of memory.own.entries())
    for (const [k, x] of numbers.entries()) machine.reals[own + k * bodies + body] = x;
  for (const definition of program.definitions) {
    if (definition.params.length > 0) continue;
    const source = lowerDefinition(program, definition);
    const kernel = source && machine.compile(source);
    for (let body = 0; body < bodies; body++) {
      let expected: Value | null = null;
      try {
        const host = {
          read: ({ name }: { name: string }) => read(program.attributes.find((a) => a.name === name)!, memory, body),
          special: () => null,
        };
        expected = new Interpreter(host).compute(definition, program.scope, false);
      } catch (error) {
        if (!(error instanceof EvaluationError)) throw error;
      }
      if (!kernel || !source) {
        tally.unlowered++;
        break;
      }
      if (body === 0) machine.reals.fill(Number.NaN, out, out + source.stores.length * bodies);
      // Every second function is run for all bodies at once, the others one by one.
      const many = definition.name.length % 2 === 0 && body === 0;
      const stopped = kernel.over(8 * world, 8 * own, 8 * out, 0, body, many ? bodies : body + 1);
      if (stopped !== Kernel.done && stopped === body) {
        if (expected === null) tally.failed++;
        else tally.gaveUp++;
        continue;
      }
      tally.compared++;
      const got = source.stores.map((_, k) => machine.reals[out + k * bodies + body]);
      const numbers = expected === null ? null : numbersOf(expected);
      if (numbers?.length !== got.length || numbers.some((x, k) => !Object.is(x, got[k])))
        throw new Error(
          `${definition.name} of body ${body}: ${expected === null ? "an error" : formatValue(expected)} and ${got.join(", ")} in\n${program.text}\n${program.attributes.map((a) => `${a.name} = ${formatValue(read(a, memory, body))}`).join("\n")}`,
        );
    }
  }
}
