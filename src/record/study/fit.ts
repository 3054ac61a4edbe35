// The quick summary of a study: the power of the varied value with which a result grows, and the value up to which a
// limit holds.
import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import type { Expr } from "../../language/syntax/ast.ts";
import { log, pow } from "../../math/elementary/elementary.ts";
import { formatVaried, type Grid, type GridAxis, pointAt, type Varied } from "./grid.ts";
import type { StudyRow } from "./study.ts";

/** The points of one curve: everything varied is equal, except along the x axis. */
export interface StudyCurve {
  /** What is equal, if there are several curves: `rk4`. */
  readonly name: string;
  /** The points in the order of the grid; y is NaN if there is no value. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** The x axis: the one that `against` names, or the first with several numbers; or a result. */
export function acrossOf({ study, axes }: Grid): { label: string; axis: GridAxis | null; kept: number } | null {
  const name = study.against?.name;
  const isNumeric = ({ values }: GridAxis) => values.every((value) => typeof value === "number");
  const numeric = axes.filter(isNumeric);
  const several = numeric.find(({ values }) => values.length > 1) ?? numeric[0];
  const axis = name === undefined ? several : numeric.find((one) => one.name === name);
  if (axis) return { label: axis.label, axis, kept: -1 };
  const kept = study.kept.findIndex((one) => one.name.name === name);
  return kept < 0 ? null : { label: study.kept[kept].name.name, axis: null, kept };
}

/** The curves of a result, by its index. */
export function curvesOfKept(grid: Grid, rows: readonly StudyRow[], kept: number): StudyCurve[] {
  const across = acrossOf(grid);
  if (!across) return [];
  const { axes } = grid;
  // A result plotted against another is a curve along the last axis with several values.
  const along = across.axis ?? axes.findLast(({ values }) => values.length > 1) ?? null;
  const curves = new Map<string, { x: number; y: number }[]>();
  for (const row of orderRows(rows)) {
    const point = pointAt(grid, row.index);
    const x = across.axis ? point[axes.indexOf(across.axis)] : row.kept[across.kept];
    const y = row.kept[kept] ?? Number.NaN;
    const name = nameOf(axes, point, along);
    let points = curves.get(name);
    if (!points) curves.set(name, (points = []));
    if (typeof x === "number") points.push({ x, y });
  }
  return [...curves].map(([name, points]) => ({ name, points }));
}

/** The rows in the order of the grid. */
export function orderRows(rows: readonly StudyRow[]): StudyRow[] {
  return [...rows].sort((a, b) => a.index - b.index);
}

/** Words need no name: `rk4`, `mass of bone = 2`. */
function nameOf(axes: readonly GridAxis[], point: readonly Varied[], along: GridAxis | null): string {
  const said = axes.map(({ label }, i) => {
    const value = point[i];
    return typeof value === "string" ? value : `${label} = ${formatVaried(value)}`;
  });
  return said.filter((_, i) => axes[i] !== along && axes[i].values.length > 1).join(", ");
}

export interface Power {
  readonly exponent: number;
  /** The square of the correlation of the logarithms: 1 for an exact power. */
  readonly certainty: number;
}

/**
 * The least-squares line through the logarithms; null with fewer than three different places, or without positive
 * values.
 */
export function powerOf(points: readonly { readonly x: number; readonly y: number }[]): Power | null {
  const usable = points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  if (usable.some(({ x, y }) => x <= 0 || y <= 0) || new Set(usable.map(({ x }) => x)).size < 3) return null;
  const u = usable.map(({ x }) => log(x));
  const v = usable.map(({ y }) => log(y));
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const [um, vm] = [mean(u), mean(v)];
  let [uu, uv, vv] = [0, 0, 0];
  for (let i = 0; i < u.length; i++) {
    uu += (u[i] - um) * (u[i] - um);
    uv += (u[i] - um) * (v[i] - vm);
    vv += (v[i] - vm) * (v[i] - vm);
  }
  return { exponent: uv / uu, certainty: vv === 0 ? 1 : (uv * uv) / (uu * vv) };
}

/** Whether numbers differ by factors rather than by steps. */
export function isLogarithmic(numbers: readonly number[]): boolean {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  if (sorted.length < 3 || !(sorted[0] > 0)) return false;
  const unevenness = (place: (x: number) => number) => {
    const gaps = sorted.slice(1).map((x, i) => place(x) - place(sorted[i]));
    return Math.max(...gaps) / Math.min(...gaps);
  };
  return unevenness(log) < unevenness((x) => x);
}

export function studyLimit(expr: Expr, { study }: Grid): number {
  const value = new Interpreter().run(expr, study.scope);
  return typeof value === "number" ? value : Number.NaN;
}

/** How far a limit holds. */
export interface Reach {
  /** The largest x such that all values from the smallest x up to it are within the limit; null if the first is not. */
  readonly upTo: number | null;
  /** Where the line to the next value crosses the limit, in logarithms; null if there is no such line. */
  readonly about: number | null;
}

export function curveReach({ points }: StudyCurve, limit: number): Reach {
  const sorted = [...points].sort((a, b) => a.x - b.x);
  const beyond = sorted.findIndex(({ y }) => !(y <= limit));
  const within = beyond < 0 ? sorted.at(-1) : sorted[beyond - 1];
  const upTo = within?.x ?? null;
  const next = sorted[beyond];
  if (!within || !next || !(within.x > 0 && within.y > 0 && Number.isFinite(next.y))) return { upTo, about: null };
  const part = log(limit / within.y) / log(next.y / within.y);
  return { upTo, about: within.x * pow(next.x / within.x, part) };
}
