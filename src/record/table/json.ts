// Values and records for programs.
import type { Value } from "../../compiler/values/value.ts";
import { placeOf } from "../../language/syntax/span.ts";
import type { Recording } from "../run/record.ts";
import type { Table } from "./table.ts";

/**
 * A value as JSON: arrays for vectors and matrices, `{"sequence": […]}`, `"NaN"` and similar for numbers that JSON does
 * not have.
 */
export function valueJson(value: Value): string {
  if (typeof value === "number") return numberJson(value);
  if (typeof value === "boolean") return String(value);
  if (value.kind === "sequence") return `{"sequence":[${value.items.map(valueJson).join(",")}]}`;
  if (value.kind === "vector") return listJson(value.data);
  const rows = Array.from({ length: value.rows }, (_, i) =>
    listJson(value.data.subarray(i * value.cols, (i + 1) * value.cols)),
  );
  return `[${rows.join(",")}]`;
}

/** An object; the values of its fields are JSON already. */
export function objectJson(fields: Readonly<Record<string, string>>): string {
  return `{${Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(",")}}`;
}

export function listJson(data: Float64Array): string {
  return `[${Array.from(data, numberJson).join(",")}]`;
}

export function numberJson(x: number): string {
  if (Object.is(x, -0)) return "-0";
  return Number.isFinite(x) ? String(x) : `"${x}"`;
}

/** Why a run ended before its time. Line and column are null if no place of the text is responsible. */
export interface Stopped {
  readonly code: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly t: number;
  readonly notes: readonly string[];
}

export function stoppedOf(recording: Recording): Stopped | null {
  if (!recording.stop) return null;
  const { diagnostic, time } = recording.stop;
  const { code, message, span, notes } = diagnostic;
  return { code, message, file: span.source.name, ...placeOf(span.source, span.from), t: time, notes };
}

/**
 * `{"digest", "samples": [{"t", …}], "events", "notes", "stopped"}`, piece by piece, a sample a line; `doubts` of the
 * text are the first notes.
 */
export function* samplesJson(
  recording: Recording,
  table: Table,
  stopped: Stopped | null = stoppedOf(recording),
  doubts: readonly string[] = [],
): Generator<string> {
  yield `{"digest":"${recording.digest()}",\n"samples":[`;
  const keys = table.names.map((name) => JSON.stringify(name));
  for (const [i, { time, values }] of table.rows.entries()) {
    const fields = values.map((value, j) => `,${keys[j]}:${value === null ? "null" : valueJson(value)}`);
    yield `${i === 0 ? "\n" : ",\n"}{"t":${numberJson(time)}${fields.join("")}}`;
  }
  yield `],\n"events":${recording.events.length},\n`;
  yield `"notes":${JSON.stringify([...doubts, ...recording.notes])},\n"stopped":${JSON.stringify(stopped)}}\n`;
}
