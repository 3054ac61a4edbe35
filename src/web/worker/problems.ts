// Diagnostics as the page wants them.
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { placeOf, type Source } from "../../language/syntax/span.ts";
import type { Problem } from "../protocol/messages.ts";

export function problemOf(diagnostic: Diagnostic, source: Source): Problem {
  const { severity, code, message, notes, span } = diagnostic;
  const isHere = span.source === source;
  return {
    severity,
    code,
    message,
    notes,
    from: isHere ? span.from : null,
    to: isHere ? Math.max(span.from + 1, span.to) : null,
    file: isHere ? null : span.source.name,
    line: placeOf(span.source, span.from).line,
  };
}
