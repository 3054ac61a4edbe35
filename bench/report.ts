// Figures for people: a table on the terminal, and CSV files in bench/results that are committed.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { csvCell } from "../src/record/csv.ts";
import { root } from "./place.ts";

/** Cells by the head of their column. */
export type Row = Readonly<Record<string, string>>;

/** Three significant digits, without an exponent. */
export function decimal(x: number): string {
  if (!Number.isFinite(x)) return "";
  return x >= 100 ? x.toFixed(0) : String(Number(x.toPrecision(3)));
}

export function ratio(x: number, reference: number): string {
  return decimal(x / reference);
}

/** Columns of words to the left, columns of numbers to the right. */
export function formatRows(rows: readonly Row[]): string {
  const heads = Object.keys(rows[0]);
  const cells = [heads, ...rows.map((row) => heads.map((head) => row[head]))];
  const widths = heads.map((_, i) => Math.max(...cells.map((line) => line[i].length)));
  const isNumber = heads.map((head) => rows.every((row) => /^[\d.]*$/.test(row[head])));
  return cells
    .map((line) => line.map((cell, i) => (isNumber[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join("  "))
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Where and when these figures were taken, as columns that every row of the file has. */
export function circumstances(): Row {
  const processor = cpus()[0]?.model.trim() ?? "";
  return { date: new Date().toISOString().slice(0, 10), node: process.version, processor };
}

export function writeResults(suite: string, rows: readonly Row[]): string {
  const folder = join(root, "bench", "results");
  mkdirSync(folder, { recursive: true });
  const all = rows.map((row) => ({ ...row, ...circumstances() }));
  const heads = Object.keys(all[0]) as (keyof (typeof all)[0])[];
  const lines = [heads, ...all.map((row) => heads.map((head) => row[head]))];
  const text = lines.map((line) => `${line.map((cell) => csvCell(cell)).join(",")}\n`).join("");
  writeFileSync(join(folder, `${suite}.csv`), text);
  return `bench/results/${suite}.csv`;
}
