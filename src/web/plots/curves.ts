// The curves of a plot from the rows that have come in.
import { splitUnit, typesetUnit } from "../../record/units/unit-text.ts";
import { spokenComponent } from "../ui/vector-component.ts";
import type { PathColumn } from "./column.ts";
import type { CurveStore } from "./curve-store.ts";
import type { CurveSpec, PlotSpec } from "./spec.ts";

/** One line of a plot. */
export interface DrawnCurve {
  readonly name: string;
  /** The path in the probe; for a norm that of its vector; null if the shown run has no such number. */
  readonly path: string | null;
  /** The unit as plain text: `m/s^2`. */
  readonly unit: string | null;
  /** Index of the curve in the plot's list, for its controls. */
  readonly of: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The rows that the points come from. */
  readonly rows: Int32Array;
}

export interface Drawn {
  readonly curves: readonly DrawnCurve[];
  readonly xName: string;
  readonly xLabel: string;
  /** The unit as plain text. */
  readonly xUnit: string | null;
  /** The least range of x that is shown: all of the time, even if curves begin late; null leaves it to the curves. */
  readonly xSpan: readonly [number, number] | null;
  /** Why curves have no value at all. */
  readonly missing: readonly string[];
}

type Read = (row: number) => number;

interface Line {
  readonly name: string;
  readonly path: string;
  readonly read: Read;
}

/** The path in a request to the run: `ball.v [km/h]`. */
export function askedFor({ path, unit }: CurveSpec): string {
  return unit === undefined ? path : `${path} [${unit}]`;
}

/** The lines of one curve of the list: one for each component, or one for the norm. */
function linesOf({ path, as }: CurveSpec, column: PathColumn, vectors: ReadonlySet<string>): Line[] {
  if (as === "norm" && column.width > 1) return [{ name: `norm(${path})`, path, read: (row) => column.norm(row) }];
  return Array.from({ length: column.width }, (_, k) => ({
    name: spokenComponent(path, vectors) + column.suffix(k),
    path: column.shape?.length === 1 ? `${path}#${k + 1}` : path,
    read: (row) => column.at(row, k),
  }));
}

/** The lines of a plot; `vectors` are the names whose components are called x, y and z. */
export function drawnOf(plot: PlotSpec, store: CurveStore, vectors: ReadonlySet<string>): Drawn {
  const isTime = plot.against === "t";
  const xName = spokenComponent(splitUnit(plot.against).name, vectors);
  const across = isTime ? null : store.column(plot.against);
  const missing: string[] = across?.missing ? [across.missing] : [];
  if (across && across.width > 1)
    missing.push(
      `${xName} has ${across.width} components; write ${xName}${across.width === 3 ? ".x" : "#1"} to take one`,
    );
  const readX: Read = across ? (row) => across.at(row, 0) : (row) => store.times.numbers[row];
  const curves = plot.curves.flatMap((curve, of) => {
    const column = store.column(askedFor(curve));
    if (column.missing) missing.push(column.missing);
    const rows = Math.min(column.rows, across?.rows ?? column.rows);
    return linesOf(curve, column, vectors).map(({ name, path, read }) => ({
      name,
      path,
      unit: column.unit,
      of,
      ...pointsOf(readX, read, rows, store.sides),
    }));
  });
  const unit = across ? across.unit : "s";
  const { numbers, length } = store.times;
  const xSpan = isTime && length > 1 ? ([numbers[0], numbers[length - 1]] as const) : null;
  return { curves, xName, xLabel: withUnit(xName, unit), xUnit: unit, xSpan, missing };
}

/**
 * The points of a curve. A missing value is a gap, but at a side of an event, where one law has ended and the next has
 * not begun, it is left out.
 */
function pointsOf(readX: Read, readY: Read, count: number, sides: readonly number[]) {
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  const rows = new Int32Array(count);
  let n = 0;
  for (let row = 0; row < count; row++) {
    x[n] = readX(row);
    y[n] = readY(row);
    if (sides[row] >= 0 && !(Number.isFinite(x[n]) && Number.isFinite(y[n]))) continue;
    rows[n++] = row;
  }
  return { x: x.subarray(0, n), y: y.subarray(0, n), rows: rows.subarray(0, n) };
}

export function withUnit(name: string, unit: string | null): string {
  return unit === null ? name : `${name} in ${typesetUnit(unit)}`;
}

/** The unit that all curves share, typeset; nothing if they differ or have none. */
export function sharedUnit({ curves }: Pick<Drawn, "curves">): string {
  const unit = curves[0]?.unit ?? null;
  return unit !== null && curves.every((curve) => curve.unit === unit) ? typesetUnit(unit) : "";
}

/** The last point at or before a row. */
export function pointAtRow({ rows }: DrawnCurve, row: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rows[middle] <= row) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

export interface Reading {
  readonly x: number;
  readonly y: number;
  /** Value and slope at a time: through the points of the same interval between events, never across a jump. */
  readonly slope: number;
}

/** Value and slope at a time: through the points of the same stretch between events, never across a jump. */
export function readAt(curve: DrawnCurve, store: CurveStore, time: number): Reading {
  const at = pointAtRow(curve, store.rowAt(time, store.times.length));
  const t = (i: number) => store.times.numbers[curve.rows[i]];
  const isStretch = (i: number) => i >= 0 && i + 1 < curve.rows.length && t(i + 1) > t(i);
  if (curve.rows.length === 0) return { x: Number.NaN, y: Number.NaN, slope: Number.NaN };
  const share = isStretch(at) ? Math.min(1, Math.max(0, (time - t(at)) / (t(at + 1) - t(at)))) : 0;
  const mix = (of: Float64Array) => (share === 0 ? of[at] : of[at] + share * (of[at + 1] - of[at]));
  // Three neighbours make a parabola; two a line.
  let first = at - 1;
  if (!isStretch(first)) first = at;
  let last = isStretch(first) ? first + 1 : first;
  if (isStretch(last)) last++;
  const rate = (of: Float64Array) => slopeAt(t, of, first, last, time);
  const [dx, dy] = [rate(curve.x), rate(curve.y)];
  const slope = Math.abs(dy) <= rounding(t, curve.y, first, last) ? 0 : dy / dx;
  return { x: mix(curve.x), y: mix(curve.y), slope };
}

/** A bound on the part of a slope that rounding of the numbers can cause. */
function rounding(t: (i: number) => number, of: Float64Array, first: number, last: number): number {
  return (16 * Number.EPSILON * Math.max(Math.abs(of[first]), Math.abs(of[last]))) / (t(last) - t(first));
}

/** The slope at a time of the parabola, or line, through the points first…last. */
function slopeAt(t: (i: number) => number, of: Float64Array, first: number, last: number, time: number): number {
  if (last === first) return Number.NaN;
  const [t0, t1] = [t(first), t(first + 1)];
  const line = (of[first + 1] - of[first]) / (t1 - t0);
  if (last === first + 1) return line;
  const t2 = t(last);
  const second = ((of[last] - of[first + 1]) / (t2 - t1) - line) / (t2 - t0);
  return line + second * (2 * time - t0 - t1);
}
