// Colours, on a terminal only.
import { type Diagnostic, formatDiagnostic, printable } from "../../language/syntax/diagnostic.ts";
import type { EnvironmentVariables, OutputStream } from "./io.ts";

export interface Paint {
  error(text: string): string;
  warning(text: string): string;
  caret(text: string): string;
  quiet(text: string): string;
  strong(text: string): string;
}

function code(on: number, off: number): (text: string) => string {
  return (text) => (text === "" ? "" : `\x1b[${on}m${text}\x1b[${off}m`);
}

const same = (text: string): string => text;
export const plainPaint: Paint = { error: same, warning: same, caret: same, quiet: same, strong: same };
const coloured: Paint = {
  error: code(31, 39),
  warning: code(33, 39),
  caret: code(36, 39),
  quiet: code(2, 22),
  strong: code(1, 22),
};

export function paintFor(stream: OutputStream, env: EnvironmentVariables): Paint {
  return stream.isTTY && !env.NO_COLOR && env.TERM !== "dumb" ? coloured : plainPaint;
}

/** The lines of a diagnostic, the severity and the caret in colour. */
export function paintDiagnostic(diagnostic: Diagnostic, paint: Paint): string[] {
  const [head, ...rest] = formatDiagnostic(diagnostic).split("\n").map(printable);
  const { severity, code } = diagnostic;
  const said = `: ${severity} ${code}: `;
  const painted = head.replace(said, `: ${paint[severity](severity)} ${code}: `);
  return [painted, ...paintCaret(rest, paint)];
}

/** The lines of a session's error: the first says it, the last is a caret. */
export function paintError(lines: readonly string[], paint: Paint): string[] {
  const [head, ...rest] = lines;
  return [paint.error(head), ...paintCaret(rest, paint)];
}

/** The lines of a warning about an answer that was given nevertheless. */
export function doubtLines([head, ...notes]: readonly string[], paint: Paint): string[] {
  return head === undefined ? [] : [`${paint.warning("warning:")} ${head}`, ...notes.map((note) => `  ${note}`)];
}

function paintCaret(lines: readonly string[], paint: Paint): string[] {
  return lines.map((line, i) => (i === lines.length - 1 && /^\s*\^+$/.test(line) ? paint.caret(line) : line));
}
