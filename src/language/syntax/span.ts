/**
 * A text and its origin. `firstLine` is the number of its first line, which differs from 1 in an interactive session.
 */
export interface Source {
  readonly name: string;
  readonly text: string;
  readonly firstLine: number;
}

/** A stretch of a source, as offsets in UTF-16 units. */
export interface Span {
  readonly source: Source;
  readonly from: number;
  readonly to: number;
}

/** A place as people count: lines and columns from 1, columns in characters. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export function createSource(name: string, text: string, firstLine = 1): Source {
  if (typeof name !== "string" || typeof text !== "string")
    throw new Error("createSource takes the name of a text and the text");
  return { name, text, firstLine };
}

export function spanText(span: Span): string {
  return span.source.text.slice(span.from, span.to);
}

/** The text of a span in one line. */
export function spanLine(span: Span): string {
  return spanText(span).replace(/\s+/g, " ");
}

export function placeOf(source: Source, offset: number): Place {
  let line = source.firstLine;
  let start = 0;
  for (let at = source.text.indexOf("\n"); at >= 0 && at < offset; at = source.text.indexOf("\n", at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, column: [...source.text.slice(start, offset)].length + 1 };
}

/** The line that contains `offset`, without its end. */
export function lineAt(source: Source, offset: number): { text: string; from: number } {
  const from = source.text.lastIndexOf("\n", offset - 1) + 1;
  const end = source.text.indexOf("\n", offset);
  const text = source.text.slice(from, end < 0 ? source.text.length : end);
  return { text: text.endsWith("\r") ? text.slice(0, -1) : text, from };
}
