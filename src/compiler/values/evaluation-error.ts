import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import type { Span } from "../../language/syntax/span.ts";

/** A law that could not be evaluated. Thrown inside the interpreter only; its callers turn it into a diagnostic. */
export class EvaluationError extends Error {
  readonly code: string;
  readonly span: Span;
  readonly notes: readonly string[];
  /** The function whose text was being evaluated, or null at the top. */
  readonly functionName: string | null;

  constructor(code: string, span: Span, functionName: string | null, message: string, notes: readonly string[]) {
    super(message);
    this.code = code;
    this.span = span;
    this.functionName = functionName;
    this.notes = notes;
  }

  get diagnostic(): Diagnostic {
    const { code, message, span, notes } = this;
    const place = this.functionName === null ? "" : `in '${this.functionName}': `;
    return { severity: "error", code, message: place + message, span, notes };
  }
}

/**
 * The error to report for something thrown during an evaluation; null if it is not one of ours. If the stack ends
 * before the depth does (it is smaller than any we know), that is reported.
 */
export function asEvaluationError(error: unknown, span: Span): EvaluationError | null {
  if (error instanceof EvaluationError) return error;
  if (!(error instanceof RangeError)) return null;
  return new EvaluationError("depth", span, null, "this calls itself too deeply for the stack of this machine", []);
}
