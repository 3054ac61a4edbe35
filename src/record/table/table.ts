// Numbers of a record as a table: a row for each time, a column for each requested quantity.
import { formatValue, type Value } from "../../compiler/values/value.ts";
import type { Unit } from "../../language/syntax/unit.ts";
import { isMissing, type Probe } from "../probe/probe.ts";
import type { Frame } from "../run/record.ts";
import { inUnit } from "../units/display-unit.ts";

/** The name of a column, and its request to the probe. */
export interface Column {
  readonly name: string;
  readonly path: string;
  /** The unit in which it is shown; SI by default. */
  readonly unit?: Unit;
}

export interface Row {
  readonly time: number;
  /** Null if there is no value at that time. */
  readonly values: readonly (Value | null)[];
}

export interface Table {
  readonly names: readonly string[];
  readonly rows: readonly Row[];
  /** Columns without any value, and why the first value is missing. */
  readonly empty: ReadonlyMap<string, string>;
}

export function tabulate(frames: readonly Frame[], probe: Probe, columns: readonly Column[]): Table {
  const reasons = columns.map((): string | null => null);
  const found = columns.map(() => false);
  const rows = frames.map((frame) => ({
    time: frame.time,
    values: columns.map(({ path, unit }, i) => {
      const value = probe.value(frame, path);
      if (isMissing(value)) {
        reasons[i] ??= value.missing;
        return null;
      }
      found[i] = true;
      return inUnit(value, unit ?? null);
    }),
  }));
  const empty = new Map<string, string>();
  for (const [i, { name }] of columns.entries()) if (!found[i] && reasons[i] !== null) empty.set(name, reasons[i]);
  return { names: columns.map(({ name }) => name), rows, empty };
}

export type Cell = number | boolean | string | null;

/** A table of single numbers. */
export interface FlatTable {
  readonly names: readonly string[];
  readonly rows: readonly { readonly time: number; readonly cells: readonly Cell[] }[];
  /** For each column, the index of the one of which it is a part. */
  readonly wholes: readonly number[];
}

interface Part {
  readonly suffix: string;
  readonly pick: (value: Value) => Cell;
}

/**
 * Splits vectors and matrices: `ball.v.x`, `state.7`, `R[1,2]`. A quantity of changing size has the columns of the
 * largest.
 */
export function flatten(table: Table): FlatTable {
  const parts = table.names.map((_, i) => partsOf(table.rows.map((row) => row.values[i])));
  return {
    names: table.names.flatMap((name, i) => parts[i].map(({ suffix }) => name + suffix)),
    wholes: parts.flatMap((of, i) => of.map(() => i)),
    rows: table.rows.map(({ time, values }) => ({
      time,
      cells: values.flatMap((value, i) => parts[i].map(({ pick }) => (value === null ? null : pick(value)))),
    })),
  };
}

function partsOf(values: readonly (Value | null)[]): Part[] {
  let length = 0;
  let rows = 0;
  let cols = 0;
  for (const value of values) {
    if (value === null || typeof value !== "object") continue;
    if (value.kind === "vector") length = Math.max(length, value.data.length);
    else if (value.kind === "matrix") [rows, cols] = [Math.max(rows, value.rows), Math.max(cols, value.cols)];
  }
  if (length > 0)
    return Array.from({ length }, (_, i) => ({
      suffix: componentName(i, length),
      pick: (value) => (typeof value === "object" && value.kind === "vector" ? (value.data[i] ?? null) : null),
    }));
  if (rows > 0)
    return Array.from({ length: rows * cols }, (_, at) => {
      const [i, j] = [Math.floor(at / cols), at % cols];
      return { suffix: `[${i + 1},${j + 1}]`, pick: (value) => element(value, i, j) };
    });
  return [{ suffix: "", pick: (value) => (typeof value === "object" ? formatValue(value) : value) }];
}

function element(value: Value, i: number, j: number): Cell {
  if (typeof value !== "object" || value.kind !== "matrix" || i >= value.rows || j >= value.cols) return null;
  return value.data[i * value.cols + j];
}

/** The suffix of a vector's name for a component, counted from 0. */
export function componentName(i: number, length: number): string {
  return `.${length === 3 ? "xyz"[i] : i + 1}`;
}
