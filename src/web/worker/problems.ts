// Diagnostics as the page wants them.
import type { Diagnostic } from "../../language/syntax/diagnostic.ts";
import { placeOf, type Source } from "../../language/syntax/span.ts";
import { quickFixes } from "../../language/write/quick-fix.ts";
import type { Problem } from "../protocol/messages.ts";

export function problemOf(diagnostic: Diagnostic, source: Source): Problem {
  const { severity, code, message, notes, span, remedy } = diagnostic;
  const isHere = span.source === source;
  const fixes = isHere ? quickFixes(diagnostic) : [];
  return {
    severity,
    code,
    message,
    notes,
    from: isHere ? span.from : null,
    to: isHere ? Math.max(span.from + 1, span.to) : null,
    file: isHere ? null : span.source.name,
    line: placeOf(span.source, span.from).line,
    ...(remedy && { remedy }),
    ...(fixes.length > 0 && { fixes }),
  };
}
