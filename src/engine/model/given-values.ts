// Values given by a person or a program: in place of first values of the text (`g`, `ball.v`, `spring.length`), or to
// an input during the run.

import {
  formatValue,
  isFiniteValue,
  matrixOf,
  sequenceOf,
  shapeOf,
  type Value,
  vectorOf,
} from "../../compiler/values/value.ts";
import { attributeName, type Environment, linkNamed, objectNamed } from "../../language/declare/environment.ts";
import type { ObjectDeclaration } from "../../language/declare/experiment.ts";
import { describeShape, joinShapes, type Shape } from "../../language/shapes/shape.ts";
import { describeGiven } from "../../language/syntax/describe-given.ts";
import { didYouMean } from "../../language/syntax/suggest.ts";
import { type Slot, sizeOfShape } from "./slot.ts";

/** A value as a program writes it: arrays of numbers are vectors, arrays of rows are matrices. */
export type PlainValue = Value | readonly number[] | readonly (readonly number[])[];

export type GivenValues = ReadonlyMap<string, PlainValue> | Readonly<Record<string, PlainValue>>;

/** What is wrong with a given value: the code and the words of a diagnostic. */
export interface GivenFault {
  readonly code: "unknown-name" | "shape" | "not-finite" | "given";
  readonly message: string;
  readonly notes: readonly string[];
}

const longestList = 24;

/** Names in a line; of very many only the first. */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const shown = names.slice(0, longestList).join(", ");
  return names.length > longestList ? `${shown}, … (${names.length} in all)` : shown;
}

/** The values by the names of the attributes, or the first fault. */
export function readGiven(given: GivenValues | undefined, environment: Environment): Map<string, Value> | GivenFault {
  const values = new Map<string, Value>();
  if (given === undefined || given === null) return values;
  if (typeof given !== "object")
    return {
      code: "shape",
      message: `first values are a record, and this is ${String(given)}`,
      notes: ["write values: { g: 1.62 }"],
    };
  const entries = given instanceof Map ? given : new Map(Object.entries(given));
  for (const [name, said] of entries as ReadonlyMap<string, unknown>) {
    const shape = shapeOfGiven(name, environment);
    if ("code" in shape) return shape;
    const value = plainValue(said);
    const fault = value === null ? noValue(name, shape, said) : misfitOf(name, shape, value);
    if (fault) return fault;
    values.set(name, value!);
  }
  return values;
}

/** Given values, distributed to their attributes. */
export class Replacements {
  private readonly values: ReadonlyMap<string, Value>;
  private readonly used = new Set<string>();

  constructor(values: ReadonlyMap<string, Value>) {
    this.values = values;
  }

  ofWorld(): Map<string, Value> {
    return this.startingWith("");
  }

  /** Values given for all copies, and those for this copy, which take precedence. */
  ofCopy({ name: { name }, copies }: Pick<ObjectDeclaration, "name" | "copies">, own: string): Map<string, Value> {
    const ofThis = this.startingWith(`${own}.`);
    return copies ? new Map([...this.startingWith(`${name}.`), ...ofThis]) : ofThis;
  }

  /** The given names that matched nothing. */
  unused(): string[] {
    return [...this.values.keys()].filter((key) => !this.used.has(key));
  }

  private startingWith(prefix: string): Map<string, Value> {
    const own = new Map<string, Value>();
    for (const [key, value] of this.values) {
      if (!key.startsWith(prefix) || (prefix === "" && key.includes("."))) continue;
      own.set(attributeName(key.slice(prefix.length)), value);
      this.used.add(key);
    }
    return own;
  }
}

/** The shape of what the text calls by this name. */
export function shapeOfGiven(name: string, environment: Environment): Shape | GivenFault {
  if (name === "t" || name === "dt")
    return {
      code: "given",
      message: `'${name}' belongs to the run and cannot be set`,
      notes: ["the time and the step are settings: 'duration' and 'step'"],
    };
  const dot = name.indexOf(".");
  if (dot < 0)
    return environment.world.get(name) ?? unknownName(name, environment, "the world has", worldNames(environment));
  const [owner, attribute] = [name.slice(0, dot), attributeName(name.slice(dot + 1))];
  const found = objectNamed(environment, owner) ?? linkNamed(environment, owner);
  if (!found) return unknownName(name, environment, "there are the objects", [...environment.objects.keys()]);
  return (
    found.attributes.get(attribute) ?? unknownName(name, environment, `'${owner}' has`, [...found.attributes.keys()])
  );
}

/** The new value of an input, or what is wrong with it. Zero has no sign, because files of inputs do not keep it. */
export function readInput(
  name: unknown,
  said: unknown,
  { inputs, world }: { readonly inputs: ReadonlySet<string>; readonly world: ReadonlyMap<string, Slot> },
): { readonly slot: Slot; readonly value: Value } | GivenFault {
  const slot = typeof name === "string" && inputs.has(name) ? world.get(name) : undefined;
  if (!slot) {
    const names = [...inputs].sort();
    const notes = [
      ...didYouMean(String(name), names),
      names.length === 0 ? "the text has none: write input { … }" : `there are: ${listNames(names)}`,
    ];
    return { code: "unknown-name", message: `there is no input '${String(name)}'`, notes };
  }
  const value = plainValue(said);
  const fault = value === null ? noValue(slot.name, slot.shape, said) : misfitOf(slot.name, slot.shape, value);
  return fault ?? { slot, value: withoutSignedZeros(value!) };
}

function withoutSignedZeros(value: Value): Value {
  if (typeof value === "number") return value + 0;
  if (typeof value === "boolean" || value.kind === "sequence") return value;
  return { ...value, data: value.data.map((x) => x + 0) };
}

/** A fault in one line, for programs. */
export function faultLine({ message, notes }: Pick<GivenFault, "message" | "notes">): string {
  return [message, ...notes].join("; ");
}

/** Why an attribute cannot start with a value; null if it can. */
export function misfitOf(name: string, shape: Shape, value: Value): GivenFault | null {
  const found = shapeOf(value);
  const isOrientation = /\.orientation$/.test(name) && found.kind !== "sequence";
  if (!joinShapes(shape, found) && !(isOrientation && [3, 4, 9].includes(sizeOfShape(found) ?? 0)))
    return { code: "shape", message: `'${name}' is ${describeShape(shape)}, not ${describeShape(found)}`, notes: [] };
  if (isFiniteValue(value)) return null;
  return { code: "not-finite", message: `'${name}' takes finite values, not ${formatValue(value)}`, notes: [] };
}

function worldNames({ world }: Environment): string[] {
  return [...world.keys()].filter((name) => name !== "t" && name !== "dt");
}

function unknownName(name: string, environment: Environment, what: string, names: readonly string[]): GivenFault {
  const owners = [...environment.objects, ...environment.links];
  const all = owners.flatMap(([owner, { attributes }]) => [...attributes.keys()].map((key) => `${owner}.${key}`));
  const part = /^\s*([^.#[\s]+\.[^.#[\s]+|[^.#[\s]+)\s*[.#[]/.exec(name)?.[1] ?? "";
  const whole = [...worldNames(environment), ...all].includes(part);
  const owned = owners.filter(([, { attributes }]) => attributes.has(name)).map(([owner]) => `'${owner}.${name}'`);
  const advice = whole
    ? [`give all of '${part}', not a part of it`]
    : owned.length > 0
      ? [`say whose it is: ${owned.slice(0, 3).join(", ")}`]
      : didYouMean(name, [...worldNames(environment), ...all]);
  const notes = [...advice, `${what}: ${listNames(names.toSorted())}`];
  return { code: "unknown-name", message: `there is no '${name}'`, notes };
}

function noValue(name: string, shape: Shape, said: unknown): GivenFault {
  return {
    code: "shape",
    message: `'${name}' is ${describeShape(shape)}, and ${describeGiven(said)} is not a value`,
    notes: ["a value is a number, a boolean, an array of numbers or an array of rows"],
  };
}

function isNumbers(list: unknown): list is readonly number[] {
  return (Array.isArray(list) || list instanceof Float64Array) && [...list].every((x) => typeof x === "number");
}

/** A value of the interpreter, from it or from numbers and arrays; null for anything else. */
function plainValue(said: unknown): Value | null {
  if (typeof said === "number" || typeof said === "boolean") return said;
  if (isNumbers(said) && said.length > 0) return vectorOf(said);
  if (Array.isArray(said)) {
    const isMatrix = said.length > 0 && said.every((row) => isNumbers(row) && row.length === said[0].length);
    return isMatrix && said[0].length > 0 ? matrixOf(said.length, said[0].length, said.flat()) : null;
  }
  return typeof said === "object" && said !== null && "kind" in said ? madeValue(said) : null;
}

/** A vector, matrix or sequence made by the interpreter; null for what only looks like one. */
function madeValue(said: { readonly kind: unknown }): Value | null {
  const { kind, data, rows, cols, items } = said as Readonly<Record<string, unknown>>;
  if (kind === "sequence") {
    const made = Array.isArray(items) ? items.map(plainValue) : [null];
    return made.every((item) => item !== null) ? sequenceOf(made) : null;
  }
  if (!isNumbers(data) || data.length === 0) return null;
  if (kind === "vector") return vectorOf(data);
  const isMatrix = kind === "matrix" && typeof rows === "number" && typeof cols === "number";
  return isMatrix && rows * cols === data.length ? matrixOf(rows, cols, data) : null;
}

/** The value in numbers and arrays, which files can hold. */
export function plainOf(value: Value): PlainValue {
  if (typeof value !== "object" || value.kind === "sequence") return value;
  if (value.kind === "vector") return [...value.data];
  const { rows, cols, data } = value;
  return Array.from({ length: rows }, (_, i) => [...data.subarray(i * cols, (i + 1) * cols)]);
}
