// What must hold of every text, right or wrong: only diagnostics come out, each at a place and in words.
import { isIncomplete, Session, type SessionFiles } from "../../../src/compiler/interpret/session.ts";
import type { Limits } from "../../../src/compiler/values/budget.ts";
import { type Checked, checkSource } from "../../../src/language/check/check.ts";
import { type Diagnostic, formatDiagnostic } from "../../../src/language/syntax/diagnostic.ts";
import { createSource, type Source } from "../../../src/language/syntax/span.ts";

/** Small, so that a text that works without end stops soon. */
export const limits: Limits = { fuel: 3_000, memory: 3_000, depth: 200 };

const noFiles: SessionFiles = { read: () => ({ problem: "there are no files here" }), write: () => null };
const noImports = () => ({ problem: "there are no files here" });

/** The text and what went wrong with it, so that a failure can be taken up again. */
function failed(text: string, what: string): Error {
  return new Error(`${what}\n--- the text, as JSON ---\n${JSON.stringify(text)}`);
}

/** Values may be NaN, and a message may show them; otherwise a word of the machine in a message is a slip. */
const machineWords = /\bundefined\b|\[object|\bnull\b|=> |\bRangeError\b/;

export function expectClearDiagnostic(diagnostic: Diagnostic, source: Source | null): void {
  const { span, message, code, notes } = diagnostic;
  const { text } = span.source;
  if (source !== null && span.source !== source) throw failed(text, `'${code}' is told of another text`);
  if (!(span.from >= 0 && span.from <= span.to && span.to <= text.length))
    throw failed(text, `'${code}' is at ${span.from} to ${span.to}, outside the text`);
  for (const sentence of [message, ...notes]) {
    const said = sentence.replace(/'[^']*'/gs, "''");
    if (sentence.trim() === "" || machineWords.test(said)) throw failed(text, `'${code}' says: ${sentence}`);
    if (/\bNaN\b/.test(said) && !/\bis NaN$|\bNaN[\],;]|\bNaN and|, NaN$/.test(said))
      throw failed(text, `'${code}' says: ${sentence}`);
  }
  if (code === "" || formatDiagnostic(diagnostic) === "") throw failed(text, "a diagnostic says nothing");
}

/** Checks a text; whatever comes out must be diagnostics. */
export function checkAnything(text: string): Checked {
  const source = createSource("fuzz", text);
  try {
    const checked = checkSource(source, noImports);
    for (const diagnostic of checked.diagnostics) expectClearDiagnostic(diagnostic, source);
    return checked;
  } catch (error) {
    if (error instanceof Error && error.message.includes("--- the text")) throw error;
    throw failed(text, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** Says a text to the interpreter, and asks for the values of all it defines. */
export function sayAnything(text: string): void {
  const session = new Session(noFiles, limits);
  try {
    const asked = session.execute(text).flatMap((answer) => {
      if (answer.kind === "error") expectClearDiagnostic(answer.diagnostic, null);
      if (answer.kind === "error" && answer.lines.length < 3) throw failed(text, `only ${answer.lines.join(" / ")}`);
      return answer.kind === "defined" ? [answer.name] : [];
    });
    for (const name of new Set(asked))
      for (const answer of session.execute(`$${name}`))
        if (answer.kind === "error") expectClearDiagnostic(answer.diagnostic, null);
    isIncomplete(text);
  } catch (error) {
    if (error instanceof Error && error.message.includes("--- the text")) throw error;
    throw failed(text, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
