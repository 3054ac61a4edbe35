// The rows of a study for people and programs: CSV, JSON, and the sentences below the table.
import { csvCell } from "../table/csv.ts";
import { numberJson, objectJson, valueJson } from "../table/json.ts";
import type { Cell } from "../table/table.ts";
import { acrossOf, curveReach, curvesOfKept, orderRows, powerOf, studyLimit } from "./fit.ts";
import { formatVaried, type Grid, pointAt, type Varied } from "./grid.ts";
import type { StudyRow } from "./study.ts";

/** `run`, varied values, results, and the reason for missing ones. */
export function studyHeads({ axes, study }: Grid): string[] {
  return ["run", ...axes.map(({ label }) => label), ...study.kept.map(({ name }) => name.name), "problem"];
}

export function studyCells(grid: Grid, row: StudyRow): Cell[] {
  const point = pointAt(grid, row.index).map((value) => (typeof value === "object" ? formatVaried(value) : value));
  return [row.index + 1, ...point, ...row.kept, rowProblem(row)];
}

/** `a.vfl:7:13: sqrt takes …, at t = 0.3`, or the notes of the run, or null. */
export function rowProblem({ failure, notes, runNotes }: StudyRow): string | null {
  if (!failure) return [...notes, ...runNotes].join("; ") || null;
  const { file, line, column, message, t } = failure;
  return `${file}:${line}:${column}: ${message}${t === null ? "" : `, at t = ${t}`}`;
}

/** Line by line, in the order of the grid. */
export function* studyCsv(grid: Grid, rows: readonly StudyRow[]): Generator<string> {
  yield `${studyHeads(grid).map(csvCell).join(",")}\r\n`;
  for (const row of orderRows(rows)) yield `${studyCells(grid, row).map(csvCell).join(",")}\r\n`;
}

/**
 * `{"study", "runs", "rows": [{"run", "varied", "kept", "failure", "notes", "runNotes"}], "powers", "limits"}`, a row a
 * line.
 */
export function* studyJson(grid: Grid, rows: readonly StudyRow[]): Generator<string> {
  const { study, axes, count } = grid;
  const key = (text: string) => `${JSON.stringify(text)}:`;
  yield `{"study":${JSON.stringify(study.name.name)},"runs":${count},\n"rows":[`;
  for (const [i, row] of orderRows(rows).entries()) {
    const point = pointAt(grid, row.index).map((value, j) => key(axes[j].label) + variedJson(value));
    const kept = row.kept.map(
      (value, j) => key(study.kept[j].name.name) + (value === null ? "null" : numberJson(value)),
    );
    const json = objectJson({
      run: String(row.index + 1),
      varied: `{${point.join(",")}}`,
      kept: `{${kept.join(",")}}`,
      failure: JSON.stringify(row.failure),
      notes: JSON.stringify(row.notes),
      runNotes: JSON.stringify(row.runNotes),
    });
    yield (i === 0 ? "\n" : ",\n") + json;
  }
  const powers = powersOf(grid, rows).map(({ kept, of, curve, exponent, certainty }) =>
    objectJson({
      of: JSON.stringify(kept),
      against: JSON.stringify(of),
      where: JSON.stringify(curve),
      exponent: numberJson(exponent),
      certainty: numberJson(certainty),
    }),
  );
  const limits = reachesOf(grid, rows).map(({ kept, of, curve, limit, upTo, about }) =>
    objectJson({
      of: JSON.stringify(kept),
      limit: numberJson(limit),
      against: JSON.stringify(of),
      where: JSON.stringify(curve),
      upTo: numberOrNull(upTo),
      about: numberOrNull(about),
    }),
  );
  yield `],\n"powers":[${powers.join(",")}],\n"limits":[${limits.join(",")}]}\n`;
}

function numberOrNull(x: number | null): string {
  return x === null ? "null" : numberJson(x);
}

function variedJson(value: Varied): string {
  return typeof value === "string" ? JSON.stringify(value) : valueJson(value);
}

/** Below this the logarithms are not on a line, and no power is reported. */
const leastCertainty = 0.9;

/** The results that grow with a power of a varied value. */
function powersOf(grid: Grid, rows: readonly StudyRow[]) {
  const across = acrossOf(grid);
  if (!across?.axis) return [];
  return grid.study.kept.flatMap(({ name }, i) =>
    curvesOfKept(grid, rows, i).flatMap((curve) => {
      const power = powerOf(curve.points);
      return power && power.certainty >= leastCertainty && Math.abs(power.exponent) >= 0.005
        ? [{ kept: name.name, of: across.label, curve: curve.name, ...power }]
        : [];
    }),
  );
}

function reachesOf(grid: Grid, rows: readonly StudyRow[]) {
  const across = acrossOf(grid);
  const { study } = grid;
  if (!across?.axis) return [];
  return study.limits.flatMap(({ name, value }) => {
    const limit = studyLimit(value, grid);
    const kept = study.kept.findIndex((one) => one.name.name === name.name);
    return curvesOfKept(grid, rows, kept).map((curve) => ({
      kept: name.name,
      of: across.label,
      curve: curve.name,
      limit,
      ...curveReach(curve, limit),
    }));
  });
}

/** `drift ~ step^4.00  (rk4)` and `drift ≤ 0.01 up to step = 0.05, or about 0.07`. */
export function studySentences(grid: Grid, rows: readonly StudyRow[]): string[] {
  const where = (curve: string) => (curve === "" ? "" : `  (${curve})`);
  const powers = powersOf(grid, rows).map(({ kept, of, curve, exponent, certainty }) => {
    const doubt = certainty < 0.995 ? `  roughly: r² = ${certainty.toFixed(3)}` : "";
    return `${kept} ~ ${of.includes(" ") ? `(${of})` : of}^${exponent.toFixed(2)}${where(curve)}${doubt}`;
  });
  const limits = reachesOf(grid, rows).map(({ kept, of, curve, limit, upTo, about }) =>
    upTo === null
      ? `${kept} ≤ ${limit} for no ${of} of the study${where(curve)}`
      : `${kept} ≤ ${limit} up to ${of} = ` +
        `${upTo}${about === null ? "" : `, or about ${Number(about.toPrecision(3))}`}${where(curve)}`,
  );
  return [...powers, ...limits];
}
