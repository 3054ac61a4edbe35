// Values and diagnostics for programs.
import type { Value } from "../compiler/value.ts";
import type { Diagnostic } from "../language/diagnostic.ts";
import { placeOf } from "../language/span.ts";

/** A value as JSON: arrays for vectors and matrices, `{"sequence": […]}`, `"NaN"` for what JSON has no number for. */
export function valueJson(value: Value): string {
  if (typeof value === "number") return numberJson(value);
  if (typeof value === "boolean") return String(value);
  if (value.kind === "sequence") return `{"sequence":[${value.items.map(valueJson).join(",")}]}`;
  const list = (data: Float64Array) => `[${Array.from(data, numberJson).join(",")}]`;
  if (value.kind === "vector") return list(value.data);
  const rows = Array.from({ length: value.rows }, (_, i) =>
    list(value.data.subarray(i * value.cols, (i + 1) * value.cols)),
  );
  return `[${rows.join(",")}]`;
}

function numberJson(x: number): string {
  if (Object.is(x, -0)) return "-0";
  return Number.isFinite(x) ? String(x) : `"${x}"`;
}

export interface DiagnosticJson {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly notes: readonly string[];
}

export function diagnosticJson({ severity, code, message, span, notes }: Diagnostic): DiagnosticJson {
  const from = placeOf(span.source, span.from);
  const to = placeOf(span.source, span.to);
  return {
    severity,
    code,
    message,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    notes,
  };
}
