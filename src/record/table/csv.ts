// A table as comma-separated values, RFC 4180.
import type { Cell, FlatTable } from "./table.ts";

/** Yields the lines, each with its line end. Numbers are written so that they read back as the same bits. */
export function* csvLines(table: Pick<FlatTable, "names" | "rows">): Generator<string> {
  yield line(["t", ...table.names]);
  for (const { time, cells } of table.rows) yield line([time, ...cells]);
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

export function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const text = Object.is(cell, -0) ? "-0" : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
