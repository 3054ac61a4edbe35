// The referee reports what it cannot compute, and continues with the next check.
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { Findings } from "./findings.ts";
import { Beyond } from "./reading.ts";

/** Makes a check; if that fails, notes that `what` was not checked, and why. */
export function attempt(findings: Findings, what: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    // The stack ended: a law with deep recursion.
    if (!(error instanceof Beyond || error instanceof EvaluationError || error instanceof RangeError)) throw error;
    findings.leave(`${what}: ${error.message}`);
  }
}
