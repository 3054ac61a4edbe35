// How the tests of the language speak to it: texts in, sentences out.
import { Session } from "../../../src/compiler/interpret/session.ts";
import { formatValue } from "../../../src/compiler/values/value.ts";
import { checkSource } from "../../../src/language/check/check.ts";
import { type Diagnostic, formatDiagnostic } from "../../../src/language/syntax/diagnostic.ts";
import { createSource, placeOf } from "../../../src/language/syntax/span.ts";

export function check(text: string, files: Readonly<Record<string, string>> = {}): readonly Diagnostic[] {
  const read = (path: string) =>
    Object.hasOwn(files, path) ? createSource(path, files[path]) : { problem: `there is no file ${path}` };
  return checkSource(createSource("text", text), read).diagnostics;
}

/** `line:column code: message` */
export function sentence({ span, code, message }: Diagnostic): string {
  const { line, column } = placeOf(span.source, span.from);
  return `${line}:${column} ${code}: ${message}`;
}

export function told(text: string, files?: Readonly<Record<string, string>>): string[] {
  return check(text, files).map(sentence);
}

/** The diagnostic as the command line shows it. */
export function lines(diagnostic: Diagnostic): string[] {
  return formatDiagnostic(diagnostic).split("\n");
}

const noFiles = { read: () => ({ problem: "there are no files here" }), write: () => null };

/** The values that the interpreter gives for the queries of a text, and its errors. */
export function evaluate(text: string): string[] {
  return new Session(noFiles).execute(text).flatMap((answer) => {
    if (answer.kind === "value") return [formatValue(answer.value)];
    return answer.kind === "error" ? [answer.lines.join("\n")] : [];
  });
}
