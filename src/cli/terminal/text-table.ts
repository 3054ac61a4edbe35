// Numbers in columns, for people to read.
import type { Cell, FlatTable } from "../../record/table/table.ts";

const significant = 6;

/** The table with a head; a column has as many decimals as its largest number needs to show six digits. */
export function formatTable(table: Pick<FlatTable, "names" | "rows">): string[] {
  const times = formatTimes(table.rows.map((row) => row.time));
  const columns = table.names.map((_, i) => formatColumn(table.rows.map((row) => row.cells[i])));
  return alignRight([
    ["t", ...table.names],
    ...times.map((time, row) => [time, ...columns.map((column) => column[row])]),
  ]);
}

export function alignRight(rows: readonly (readonly string[])[]): string[] {
  const widths = widthsOf(rows);
  return rows.map((row) => row.map((cell, i) => cell.padStart(widths[i])).join("  "));
}

export function alignLeft(rows: readonly (readonly string[])[]): string[] {
  const widths = widthsOf(rows);
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]))
      .join("  ")
      .trimEnd(),
  );
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return rows[0].map((_, i) => rows.reduce((most, row) => Math.max(most, row[i].length), 0));
}

/**
 * The times with at least `least` decimals: fewer where nothing is lost, more where different times would look the
 * same.
 */
export function formatTimes(times: readonly number[], least = 6): string[] {
  const distinct = new Set(times).size;
  let said = times.map((time) => time.toFixed(least));
  for (let decimals = least + 1; decimals <= 17 && new Set(said).size < distinct; decimals++)
    said = times.map((time) => time.toFixed(decimals));
  return withoutCommonZeros(said);
}

function formatColumn(cells: readonly Cell[]): string[] {
  let largest = 0;
  for (const cell of cells)
    if (typeof cell === "number" && Number.isFinite(cell)) largest = Math.max(largest, Math.abs(cell));
  const exponent = largest === 0 ? 0 : Math.floor(Math.log10(largest));
  const fixed = exponent >= -4 && exponent <= 8;
  const decimals = Math.max(0, significant - 1 - exponent);
  const said = cells.map((cell) => {
    if (cell === null) return "–";
    if (typeof cell !== "number" || !Number.isFinite(cell)) return String(cell);
    return fixed ? withoutMinus(cell.toFixed(decimals)) : cell === 0 ? "0" : cell.toExponential(significant - 1);
  });
  return fixed ? withoutCommonZeros(said) : said;
}

function withoutMinus(text: string): string {
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text;
}

/** Drops the decimals that are zero in all of them. */
function withoutCommonZeros(texts: readonly string[]): string[] {
  const ends = texts.flatMap((text) => /^-?\d+\.(\d*?)0*$/.exec(text)?.[1].length ?? []);
  const needed = ends.reduce((most, length) => Math.max(most, length), 0);
  return texts.map((text) => {
    const dot = text.indexOf(".");
    return dot < 0 || !/^-?\d+\.\d+$/.test(text) ? text : text.slice(0, needed === 0 ? dot : dot + 1 + needed);
  });
}
