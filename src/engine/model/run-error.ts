import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import type { Span } from "../../language/syntax/span.ts";

/**
 * Why an experiment cannot be run, or must stop. Thrown inside the engine only; a run turns it into its last message.
 */
export class RunError extends Error {
  readonly diagnostic: Diagnostic;

  constructor(code: string, span: Span, message: string, ...notes: string[]) {
    super(message);
    this.diagnostic = { severity: "error", code, message, span, notes };
  }

  /** The error of a diagnostic that carries more than words. */
  static of(diagnostic: Diagnostic): RunError {
    const { code, span, message } = diagnostic;
    return Object.assign(new RunError(code, span, message), { diagnostic });
  }
}
