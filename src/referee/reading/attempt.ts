// What the referee cannot compute it names, and goes on with the next check.
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { Findings } from "./findings.ts";
import { Beyond } from "./reading.ts";

/** Makes a check; where it cannot be made to the end, `what` was not checked, for the reason that is found. */
export function attempt(findings: Findings, what: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    // A stack that ends: a law that calls itself deeply.
    if (!(error instanceof Beyond || error instanceof EvaluationError || error instanceof RangeError)) throw error;
    findings.leave(`${what}: ${error.message}`);
  }
}
