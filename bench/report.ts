// Figures for people: a table on the terminal, and CSV files in bench/results that are committed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { csvCell } from "../src/record/table/csv.ts";
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
  const all: Row[] = rows.map((row) => ({ ...row, ...circumstances() }));
  const heads = Object.keys(all[0]);
  return writeLines(suite, [heads, ...all.map((row) => heads.map((head) => row[head]))].map(csvLine));
}

/** Rows of some parts replace those in the file. First cells name the parts. */
export function writeParts(suite: string, parts: readonly string[], rows: readonly Row[]): string {
  const old = readLines(suite);
  writeResults(suite, rows);
  const lines = mergeLines(parts, old, readLines(suite));
  return writeLines(
    suite,
    lines.map((line) => `${line}\n`),
  );
}

/**
 * Lines with a head: of each part the new ones, where there are none the old ones with the same head, in the order of
 * the parts.
 */
export function mergeLines(parts: readonly string[], old: readonly string[], found: readonly string[]): string[] {
  const kept = old[0] === found[0] ? old : [];
  const of = (part: string) =>
    [found, kept].map((lines) => linesOf(part, lines)).find((lines) => lines.length > 0) ?? [];
  return [found[0], ...parts.flatMap(of)];
}

function linesOf(part: string, lines: readonly string[]): string[] {
  return lines.filter((line) => line.startsWith(`${csvCell(part)},`));
}

/** Parts of which the file has no lines. */
export function missingParts(suite: string, parts: readonly string[]): string[] {
  const lines = readLines(suite);
  return parts.filter((part) => linesOf(part, lines).length === 0);
}

function readLines(suite: string): string[] {
  const file = join(root, "bench", "results", `${suite}.csv`);
  return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => csvCell(cell)).join(",")}\n`;
}

function writeLines(suite: string, lines: readonly string[]): string {
  const folder = join(root, "bench", "results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${suite}.csv`), lines.join(""));
  return `bench/results/${suite}.csv`;
}
