// Values as the interpreter holds them.
import {
  boolean,
  joinShapes,
  matrix,
  never,
  real,
  type Shape,
  sequence,
  unknown,
  vector,
} from "../../language/shapes/shape.ts";

export interface VectorValue {
  readonly kind: "vector";
  readonly data: Float64Array;
}

/** A matrix: its entries row after row. */
export interface MatrixValue {
  readonly kind: "matrix";
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
}

export interface Sequence {
  readonly kind: "sequence";
  readonly items: readonly Value[];
}

export type Value = number | boolean | VectorValue | MatrixValue | Sequence;

export function vectorOf(data: ArrayLike<number>): VectorValue {
  return { kind: "vector", data: Float64Array.from(data) };
}

export function matrixOf(rows: number, cols: number, data: ArrayLike<number>): MatrixValue {
  return { kind: "matrix", rows, cols, data: Float64Array.from(data) };
}

export function sequenceOf(items: readonly Value[]): Sequence {
  return { kind: "sequence", items };
}

export function shapeOf(value: Value): Shape {
  if (typeof value === "number") return real;
  if (typeof value === "boolean") return boolean;
  if (value.kind === "vector") return vector(value.data.length);
  if (value.kind === "matrix") return matrix(value.rows, value.cols);
  let element: Shape = never;
  for (const item of value.items) element = joinShapes(element, shapeOf(item)) ?? unknown;
  return sequence(element);
}

/** Exact equality, for numbers as in IEEE 754; values of different shapes are not equal. */
export function equalValues(a: Value, b: Value): boolean {
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  if (a.kind === "sequence" || b.kind === "sequence") {
    if (a.kind !== b.kind || a.kind !== "sequence" || b.kind !== "sequence") return false;
    return a.items.length === b.items.length && a.items.every((item, i) => equalValues(item, b.items[i]));
  }
  if (a.kind === "matrix" && b.kind === "matrix" && a.rows !== b.rows) return false;
  if (a.kind !== b.kind || a.data.length !== b.data.length) return false;
  for (let i = 0; i < a.data.length; i++) if (a.data[i] !== b.data[i]) return false;
  return true;
}

export function isFiniteValue(value: Value): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "boolean") return true;
  if (value.kind === "sequence") return value.items.every(isFiniteValue);
  return value.data.every(Number.isFinite);
}

/** A value as VFLang text: `[1, 2]`, `[[1, 0], [0, 1]]`, `{1, true}`; reading it gives the same bits. */
export function formatValue(value: Value): string {
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "boolean") return String(value);
  if (value.kind === "sequence") return `{${value.items.map(formatValue).join(", ")}}`;
  if (value.kind === "vector") return `[${Array.from(value.data, formatNumber).join(", ")}]`;
  const rows: string[] = [];
  for (let i = 0; i < value.rows; i++) {
    const row = value.data.subarray(i * value.cols, (i + 1) * value.cols);
    rows.push(`[${Array.from(row, formatNumber).join(", ")}]`);
  }
  return `[${rows.join(", ")}]`;
}

function formatNumber(x: number): string {
  return Object.is(x, -0) ? "-0" : String(x);
}
