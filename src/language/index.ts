// The language on its own: `virtuafiz/language`.

export { type Checked, checkSource } from "./check/check.ts";
export type { Experiment } from "./declare/experiment.ts";
export type { ReadImport } from "./declare/load.ts";
export { constants, describeKind, type Native, natives } from "./shapes/natives.ts";
export type { Block, Definition, Expr, File } from "./syntax/ast.ts";
export { type Diagnostic, Diagnostics, excerpt, formatDiagnostic, type Severity } from "./syntax/diagnostic.ts";
export { parseFile, parseTree } from "./syntax/parse.ts";
export { createSource, lineAt, type Place, placeOf, type Source, type Span, spanText } from "./syntax/span.ts";
