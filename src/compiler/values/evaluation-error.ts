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
 * The error to tell for what an evaluation threw; null if it is none of ours. A stack that ends before the depth does
 * (a smaller one than any we know) is reported as what it is.
 */
export function asEvaluationError(error: unknown, span: Span): EvaluationError | null {
  if (error instanceof EvaluationError) return error;
  if (!(error instanceof RangeError)) return null;
  return new EvaluationError("depth", span, null, "this calls itself too deeply for the stack of this machine", []);
}
