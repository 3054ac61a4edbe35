// Asks VFLang for values, and random input to ask about.
import fc from "fast-check";
import { expect } from "vitest";
import { Session } from "../../src/compiler/interpret/session.ts";
import type { Value } from "../../src/compiler/values/value.ts";

export const runs = { seed: 7, numRuns: 200 };

type Argument = number | boolean | readonly number[] | readonly (readonly number[])[];

export function createSession(): Session {
  return new Session({ read: () => ({ problem: "no files here" }), write: () => ({ problem: "no files here" }) });
}

const plain = createSession();

/** The value of an expression; definitions come from `session`. */
export function evaluate(expression: string, session = plain): Value {
  const answer = session.execute(`$${expression}`)[0];
  if (answer.kind === "value") return answer.value;
  throw new Error(answer.kind === "error" ? answer.lines.join("\n") : answer.kind);
}

/** What the session says about an expression that has no value. */
export function complaint(expression: string): string {
  const answer = plain.execute(`$${expression}`)[0];
  if (answer.kind !== "error") throw new Error(`${expression} has a value`);
  return answer.lines.join("\n");
}

export function define(session: Session, text: string): void {
  for (const answer of session.execute(text)) if (answer.kind === "error") throw new Error(answer.lines.join("\n"));
}

/** The numbers of a value, a matrix row after row. */
export function numbersOf(value: Value): number[] {
  if (typeof value === "number") return [value];
  if (typeof value === "object" && value.kind !== "sequence") return [...value.data];
  throw new Error("not numbers");
}

export function textOf(value: Argument): string {
  if (typeof value !== "object") return Object.is(value, -0) ? "-0" : String(value);
  return `[${value.map((item) => textOf(item)).join(", ")}]`;
}

/** `call("norm", [3, 4])` is `[5]`. */
export function call(name: string, ...args: readonly Argument[]): number[] {
  return numbersOf(evaluate(`${name}(${args.map(textOf).join(", ")})`));
}

/** A square matrix of n rows, or of m columns. */
export function rowsOf(numbers: readonly number[], columns: number): number[][] {
  return Array.from({ length: numbers.length / columns }, (_, i) => numbers.slice(i * columns, (i + 1) * columns));
}

export function expectNear(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  const close = actual.length === expected.length && actual.every((x, i) => Math.abs(x - expected[i]) <= tolerance);
  if (!close) expect(actual, `within ${tolerance}`).toEqual(expected);
}

export const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);
export const scaled = (s: number, a: readonly number[]) => a.map((x) => s * x);
export const added = (a: readonly number[], b: readonly number[]) => a.map((x, i) => x + b[i]);
export const length = (a: readonly number[]) => Math.hypot(...a);
export const direction = (a: readonly number[]) => scaled(1 / length(a), a);
export const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const transposed = (m: readonly (readonly number[])[]) => m[0].map((_, j) => m.map((row) => row[j]));
export const applied = (m: readonly (readonly number[])[], v: readonly number[]) => m.map((row) => dot(row, v));
export const product = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]) =>
  a.map((row) => transposed(b).map((column) => dot(row, column)));
export const identity = (n: number) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));

// Numbers of ordinary size, zeros and whole numbers among them.
export const real = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3e8, max: 3e8 }).map((n) => n / 1e8) },
  { weight: 1, arbitrary: fc.integer({ min: -3, max: 3 }) },
);
export const angle = fc.integer({ min: -1e9, max: 1e9 }).map((n) => (n / 1e9) * Math.PI);
export const vector = fc.array(real, { minLength: 3, maxLength: 3 });
export const axis = vector.filter((v) => length(v) > 1e-3);
export const quaternion = fc.array(real, { minLength: 4, maxLength: 4 });
export const unitQuaternion = quaternion.filter((q) => length(q) > 1e-3).map(direction);
export const matrixOfSize = (rows: number, cols: number) =>
  fc.array(fc.array(real, { minLength: cols, maxLength: cols }), { minLength: rows, maxLength: rows });
export const squareMatrix = fc.integer({ min: 1, max: 6 }).chain((n) => matrixOfSize(n, n));
