// VFLang expressions in the arguments of a command.

import { Interpreter } from "../../compiler/interpret/interpreter.ts";
import { EvaluationError } from "../../compiler/values/evaluation-error.ts";
import type { Value } from "../../compiler/values/value.ts";
import { FunctionScope, type Scope } from "../../language/names/scope.ts";
import { type Diagnostic, Diagnostics, excerpt } from "../../language/syntax/diagnostic.ts";
import { parseFile } from "../../language/syntax/parse.ts";
import { createSource } from "../../language/syntax/span.ts";
import { UsageError } from "./command.ts";

/** The value of a text that `option` was given; natives are known, and the functions of `scope`. */
export function evaluateOption(option: string, text: string, scope: Scope = new FunctionScope()): Value {
  // The text as a query to the interpreter, which begins with a `$` that the person did not write.
  const source = createSource(option, `$${text}`);
  const given = createSource(option, text);
  const wrong = ({ message, notes, span }: Diagnostic): UsageError => {
    const place = { source: given, from: Math.max(0, span.from - 1), to: Math.max(1, span.to - 1) };
    return new UsageError(`${option}: ${message}`, ...notes, ...(span.source === source ? excerpt(place) : []));
  };
  const diagnostics = new Diagnostics();
  const { queries, definitions, blocks, imports, exports } = parseFile(source, diagnostics);
  if (diagnostics.hasErrors) throw wrong(diagnostics.sorted()[0]);
  if (queries.length !== 1 || definitions.length + blocks.length + imports.length + exports.length > 0)
    throw new UsageError(`${option} takes one expression`, `it was given: ${text}`);
  try {
    return new Interpreter().run(queries[0].value, scope);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    throw wrong(error.diagnostic);
  }
}

/** A number: `0.5`, `2*pi`, `3[min]`. */
export function numberOption(option: string, text: string): number {
  const plain = /^[-+]?[\d.]/.test(text.trim()) ? Number(text) : Number.NaN;
  const value = Number.isNaN(plain) ? evaluateOption(option, text) : plain;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new UsageError(`${option} takes a number, not '${text}'`);
}
