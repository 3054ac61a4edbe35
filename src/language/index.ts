// The language on its own: `virtuafiz/language`.
export type { Block, Definition, Expr, File } from "./ast.ts";
export { type Checked, checkSource } from "./check.ts";
export { type Diagnostic, Diagnostics, excerpt, formatDiagnostic, type Severity } from "./diagnostic.ts";
export type { Experiment } from "./experiment.ts";
export type { ReadImport } from "./load.ts";
export { constants, describeKind, type Native, natives } from "./natives.ts";
export { parseFile, parseTree } from "./parse.ts";
export { createSource, lineAt, type Place, placeOf, type Source, type Span, spanText } from "./span.ts";
