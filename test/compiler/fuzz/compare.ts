// A kernel and the interpreter on the same numbers: the same bits, or the kernel gives up.

import type { KernelSource, Store } from "../../../src/compiler/emit/module.ts";
import { GraphTooLarge, isRefusal } from "../../../src/compiler/graph/refusal.ts";
import { Interpreter } from "../../../src/compiler/interpret/interpreter.ts";
import { Kernel, Machine } from "../../../src/compiler/kernel/kernel.ts";
import { lowerKernel } from "../../../src/compiler/kernel/kernel-source.ts";
import { nodesOf } from "../../../src/compiler/lower/lowered.ts";
import { EvaluationError } from "../../../src/compiler/values/evaluation-error.ts";
import { formatValue, type Value } from "../../../src/compiler/values/value.ts";
import type { Definition } from "../../../src/language/syntax/ast.ts";
import type { Random } from "../../language/fuzz/random.ts";
import { regions } from "../regions.ts";
import { curves } from "./curves.ts";
import { bodies, hostOf, Memory } from "./memory.ts";
import type { Program, Stored } from "./program.ts";

const room = 8_192;
const machine = new Machine(3 * room);
const [world, own, out] = [0, 1, 2].map((k) => Machine.first + room * k);

/** What a campaign has seen; numbers of bodies, but for programs. */
export interface Tally {
  programs: number;
  /** Values compared, and evaluations that fail, as the interpreter says too. */
  compared: number;
  failed: number;
  /** What the interpreter can and the kernel gives back; definitions that no kernel was made for. */
  gaveUp: number;
  unlowered: number;
  numbers: number;
  nans: number;
  /** Modules with functions of their own: recursions, and large functions. */
  recursions: number;
  large: number;
  /** What the interpreter said, by code. */
  readonly errors: Map<string, number>;
}

export function emptyTally(): Tally {
  const none = {
    programs: 0,
    compared: 0,
    failed: 0,
    gaveUp: 0,
    unlowered: 0,
    numbers: 0,
    nans: 0,
    recursions: 0,
    large: 0,
  };
  return { ...none, errors: new Map() };
}

function numbersOf(value: Value): number[] {
  if (typeof value === "boolean") return [value ? 1 : 0];
  if (typeof value === "number") return [value];
  return value.kind === "sequence" ? value.items.flatMap(numbersOf) : [...value.data];
}

/** One kernel for several definitions, their numbers one after the other. */
function lower(program: Program, definitions: readonly Definition[]): KernelSource | null {
  let at = 0;
  const store = (node: number): Store => ({
    node,
    place: { base: regions.third, offset: 8 * at++ * bodies, index: 0 },
    mustBeFinite: false,
  });
  try {
    return lowerKernel(hostOf(program), (lowering) =>
      definitions.flatMap((definition) => nodesOf(lowering.compute(definition, program.scope, false)).map(store)),
    );
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

function compile(source: KernelSource): Kernel | null {
  try {
    return machine.compile(source);
  } catch (error) {
    if (error instanceof GraphTooLarge) return null;
    throw error;
  }
}

/** The values of definitions in one evaluation, or the error's code. */
function interpret(
  program: Program,
  definitions: readonly Definition[],
  memory: Memory,
  body: number,
): Value[] | string {
  const read = ({ name }: { name: string }) => memory.read(program.attributes.find((a) => a.name === name)!, body);
  const interpreter = new Interpreter({ read, special: () => null, curve: (name) => curves.get(name) ?? null });
  try {
    return definitions.map((definition) => interpreter.compute(definition, program.scope, false));
  } catch (error) {
    if (error instanceof EvaluationError) return error.code;
    throw error;
  }
}

function compareTogether(
  program: Program,
  definitions: readonly Definition[],
  memory: Memory,
  tally: Tally,
  inOne: boolean,
): void {
  const source = lower(program, definitions);
  const kernel = source && compile(source);
  const expected = Array.from({ length: bodies }, (_, body) => interpret(program, definitions, memory, body));
  const fails = expected.some((values) => typeof values === "string");
  // What fails hides the others: then each is looked at by itself.
  if (definitions.length > 1 && (fails || !kernel)) {
    for (const definition of definitions) compareTogether(program, [definition], memory, tally, inOne);
    return;
  }
  if (!source || !kernel) {
    tally.unlowered++;
    return;
  }
  if (source.functions.some(({ isRecursive }) => isRecursive)) tally.recursions++;
  if (source.functions.some(({ isRecursive }) => !isRecursive)) tally.large++;
  if (source.stores.length * bodies > room) throw new Error("too many results for the test");
  machine.reals.fill(Number.NaN, out, out + source.stores.length * bodies);
  // Some are run for all bodies at once, the others one by one.
  for (let body = 0; body < bodies; body++) {
    const stopped = kernel.over(8 * world, 8 * own, 8 * out, 0, body, inOne ? bodies : body + 1);
    const end = stopped !== Kernel.done ? stopped : inOne ? bodies : body + 1;
    for (; body < end; body++)
      compareBody(program, definitions, memory, body, expected[body], source.stores.length, tally);
    if (stopped === Kernel.done) body--;
    else if (typeof expected[body] === "string") {
      tally.failed++;
      tally.errors.set(expected[body] as string, (tally.errors.get(expected[body] as string) ?? 0) + 1);
    } else tally.gaveUp++;
  }
}

function compareBody(
  program: Program,
  definitions: readonly Definition[],
  memory: Memory,
  body: number,
  expected: Value[] | string,
  count: number,
  tally: Tally,
): void {
  const numbers = typeof expected === "string" ? null : expected.flatMap(numbersOf);
  const got = Array.from({ length: count }, (_, k) => machine.reals[out + k * bodies + body]);
  tally.compared++;
  tally.numbers += count;
  for (const x of got) if (Number.isNaN(x)) tally.nans++;
  if (numbers?.length === count && numbers.every((x, k) => Object.is(x, got[k]))) return;
  const names = definitions.map(({ name }) => name).join(", ");
  const values = typeof expected === "string" ? `an error (${expected})` : expected.map(formatValue).join("; ");
  const shown = program.attributes.map((a: Stored) => `${a.name} = ${formatValue(memory.read(a, body))}`);
  throw new Error(
    `${names} of body ${body}:\n${values}\nand compiled\n${got.join(", ")}\nin\n${program.text}\n${shown.join("\n")}`,
  );
}

/** Compares all functions without parameters; throws with the text at the first difference. */
export function compareProgram(program: Program, random: Random, tally: Tally): void {
  const memory = new Memory(program, random);
  memory.write(machine.reals, world, own);
  tally.programs++;
  const definitions = program.definitions.filter(({ params }) => params.length === 0);
  compareTogether(program, definitions, memory, tally, random.chance(70));
}
