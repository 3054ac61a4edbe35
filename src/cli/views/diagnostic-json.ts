// Diagnostics for programs.
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { placeOf } from "../../language/syntax/span.ts";

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
