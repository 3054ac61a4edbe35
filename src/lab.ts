// The public API: source → model → run → record. So far the language and its interpreter.
export { defaultLimits, type Limits } from "./compiler/budget.ts";
export { type Answer, Session, type SessionFiles } from "./compiler/session.ts";
export { formatValue, type Value } from "./compiler/value.ts";
export { type Checked, checkSource } from "./language/check.ts";
export { type Diagnostic, formatDiagnostic } from "./language/diagnostic.ts";
export { createSource, type Source, type Span } from "./language/span.ts";
