// Comments that belong to a place in the text.
import type { Span } from "./span.ts";

function said(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/^\s*\/\/ ?/, "").trim()).join(" ");
}

/** The comment lines directly above, as one text; "" without any. */
export function commentAbove({ source, from }: Span): string {
  const lines = source.text.slice(0, from).split("\n");
  // Only an item that begins its line has the comment lines above.
  if (lines.pop()!.trim() !== "") return "";
  const above: string[] = [];
  for (let line = lines.pop(); line !== undefined && /^\s*\/\//.test(line); line = lines.pop()) above.unshift(line);
  return said(above);
}

/** The comment that ends the line on which something ends. */
export function commentBeside({ source, to }: Span): string {
  return /^[ \t,]*\/\/[ \t]*([^\r\n]*)/.exec(source.text.slice(to, to + 1000))?.[1].trim() ?? "";
}

/** The first statement at the head of a law file: `// What it states: …`. */
export function headComment(text: string): string {
  const lines = /^(?:\/\/[^\n]*\n)+/.exec(text)?.[0].split("\n") ?? [];
  const end = lines.findIndex((line, i) => i > 0 && /^\/\/ (?:[A-Z][a-z]+:|$)/.test(line));
  return said(lines.slice(0, end < 0 ? 1 : end)).replace(/^What it states: /, "");
}
