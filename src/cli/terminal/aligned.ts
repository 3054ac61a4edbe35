import { formatValue, type Value } from "../../compiler/values/value.ts";

/** A value as VFLang text; the rows of a matrix one below the other, its columns aligned to the right. */
export function formatAligned(value: Value): string {
  if (typeof value !== "object" || value.kind !== "matrix" || value.rows < 2) return formatValue(value);
  const cells: string[][] = [];
  for (let i = 0; i < value.rows; i++)
    cells.push(Array.from(value.data.subarray(i * value.cols, (i + 1) * value.cols), (x) => formatValue(x)));
  const widths = Array.from({ length: value.cols }, (_, j) => Math.max(...cells.map((row) => row[j].length)));
  const rows = cells.map((row) => `[${row.map((cell, j) => cell.padStart(widths[j])).join(", ")}]`);
  return `[${rows.join(",\n ")}]`;
}

/** `25 m/s`; a pure number has no unit. */
export function appendUnit(value: string, unit: string): string {
  return unit === "" ? value : `${value} ${unit}`;
}
