import { lineAt, placeOf, type Span } from "./span.ts";

export type Severity = "error" | "warning";

/** What is wrong, where, and what to do. One for each mistake. */
export interface Diagnostic {
  readonly severity: Severity;
  /** A stable word for programs, e.g. `unknown-name`. */
  readonly code: string;
  readonly message: string;
  readonly span: Span;
  /** What was expected, what to try, and related places. */
  readonly notes: readonly string[];
  /** For an unexpected token its text, shortened; "" for an unexpected end of the file. */
  readonly unexpected?: string;
  /** For a missing key or block its word: several may be missing in one place. */
  readonly missing?: string;
  /** What an interface can offer to do about it, beside what the notes say. */
  readonly remedy?: Remedy;
  /** Attributes that an object or link lacks, with their first values, where these are known: sums begin at zero. */
  readonly lacking?: readonly { readonly name: string; readonly value: string }[];
}

/** `project start`: write `start = projected`, so that objects are moved to where the links hold. */
export type Remedy = "project start";

/** Nobody reads more mistakes at once. */
export const mostDiagnostics = 1000;

/** Collects diagnostics; the same code at the same place is reported once. */
export class Diagnostics {
  readonly all: Diagnostic[] = [];
  private readonly seen = new Set<string>();

  error(code: string, span: Span, message: string, ...notes: string[]): void {
    this.add({ severity: "error", code, message, span, notes });
  }

  warning(code: string, span: Span, message: string, ...notes: string[]): void {
    this.add({ severity: "warning", code, message, span, notes });
  }

  /** Reports that the block at `span` has no `missing`: a key, or a block within it. */
  missingKey(span: Span, missing: string, message: string, ...notes: string[]): void {
    this.add({ severity: "error", code: "missing-key", message, span, notes, missing });
  }

  add(diagnostic: Diagnostic): void {
    const { code, span, missing = "" } = diagnostic;
    // Several keys may be missing in one place; any other mistake is reported once, even if it is found again in other
    // words.
    const key = `${code} ${missing} ${span.source.name} ${span.source.firstLine} ${span.from} ${span.to}`;
    if (this.isFull || this.seen.has(key)) return;
    this.seen.add(key);
    this.all.push(diagnostic);
    if (this.all.length < mostDiagnostics) return;
    const message = `there are more than ${mostDiagnostics} mistakes; the rest are not shown`;
    this.all.push({ severity: "error", code: "too-many", message, span, notes: [] });
  }

  /** Whether the limit is reached: then nothing more is reported. */
  get isFull(): boolean {
    return this.all.length > mostDiagnostics;
  }

  get hasErrors(): boolean {
    return this.all.some((diagnostic) => diagnostic.severity === "error");
  }

  /** The diagnostics in the order of the text. */
  sorted(): Diagnostic[] {
    const order = new Map<unknown, number>();
    for (const { span } of this.all) if (!order.has(span.source)) order.set(span.source, order.size);
    return [...this.all].sort(
      (a, b) =>
        order.get(a.span.source)! - order.get(b.span.source)! || a.span.from - b.span.from || a.span.to - b.span.to,
    );
  }
}

/** `file:line:col: error code: message`, then the notes, the line and a caret. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { span, severity, code, message, notes } = diagnostic;
  const place = placeOf(span.source, span.from);
  const head = `${span.source.name}:${place.line}:${place.column}: ${severity} ${code}: ${message}`;
  return [head, ...notes.map((note) => `  ${note}`), ...excerpt(span).map((line) => `  ${line}`)].join("\n");
}

const longestExcerpt = 160;

/** The source line with a caret under the span. Characters that would disturb a terminal are shown as `·`. */
export function excerpt(span: Span): string[] {
  const line = lineAt(span.source, span.from);
  let column = span.from - line.from;
  let text = line.text;
  if (text.length > longestExcerpt) {
    const cut = Math.max(0, column - 60);
    text = text.slice(cut, cut + longestExcerpt);
    column -= cut;
  }
  const before = text.slice(0, column).replace(/[^\t]/g, " ");
  const width = Math.max(1, Math.min(span.to, line.from + line.text.length) - span.from);
  return [printable(text), before + "^".repeat(Math.min(width, Math.max(1, text.length - column)))];
}

/** Text that is safe to show: no control characters, no bidirectional marks, no lone surrogates. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\u2028\u2029]/gu, (character) => (character === "\t" ? "\t" : "·"));
}
