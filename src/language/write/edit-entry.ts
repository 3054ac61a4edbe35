// Adds an entry between `{` and `}` or removes one, in the style of the text around it: an entry a line if there are
// lines, commas if there are commas. Everything else stays byte for byte.
import type { SyntaxNode } from "@lezer/common";

/** Replaces `text.slice(from, to)`. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The starts of comments, in order, and their ends. */
export type Comments = ReadonlyMap<number, number>;

/** The text of a new entry; `indent` is null if everything is on one line. */
export type EntryWriter = (indent: string | null) => string;

/** The line end of a text: that of its first line. */
export function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** One level of indentation in a text. */
export function indentUnitOf(text: string): string {
  const line = /^([ \t]*)[^\n]*\{[^\n{}]*\n\1([ \t]+)\S/m.exec(text);
  return line ? line[2] : "  ";
}

export function insertEntry(text: string, node: SyntaxNode, comments: Comments, write: EntryWriter): TextEdit[] | null {
  const open = node.getChild("{");
  const close = node.lastChild;
  if (!open || close?.name !== "}") return null;
  const entries = entriesOf(node);
  const last = entries.at(-1);
  const tail = readTail(text, last?.to ?? open.to, close.from, comments);
  if (!text.slice(open.to, close.from).includes("\n")) return insertInLine(text, node, entries, open, tail, write);

  const lineEnd = lineEndOf(text);
  const indent = indentOf(text, entries, open, close);
  const at = last ? tail.firstLineEnd : tail.lastLineEnd;
  const commas =
    last &&
    entries.length > 1 &&
    entries.every((entry, i) => i === 0 || hasComma(text, entries[i - 1], entry, comments));
  const insert = lineEnd + indent + write(indent) + (commas && tail.comma ? "," : "");
  if (!last || !commas || tail.comma) return [{ from: at, to: at, insert }];
  if (at === last.to) return [{ from: at, to: at, insert: `,${insert}` }];
  return [
    { from: last.to, to: last.to, insert: "," },
    { from: at, to: at, insert },
  ];
}

function insertInLine(
  text: string,
  node: SyntaxNode,
  entries: readonly SyntaxNode[],
  open: Range,
  tail: Tail,
  write: EntryWriter,
): TextEdit[] {
  const at = tail.end;
  const last = entries.at(-1);
  if (!last) {
    const bare = text[open.to] === "}";
    return [{ from: at, to: at, insert: (bare ? "" : " ") + write(null) }];
  }
  let gap = node.name.endsWith("List") ? ", " : "  ";
  const before = entries.at(-2);
  if (tail.comma) gap = " ";
  else if (before && /^[ \t,]+$/.test(text.slice(before.to, last.from))) gap = text.slice(before.to, last.from);
  return [{ from: at, to: at, insert: gap + write(null) }];
}

/** Removes an entry with its line or its separator; `blanks` says which blank lines are removed as well. */
export function removeEntry(
  text: string,
  entry: SyntaxNode,
  comments: Comments,
  blanks: "after" | "doubled",
): TextEdit[] {
  const lines = wholeLines(text, entry, comments);
  if (lines) return [{ ...withBlankLine(text, lines, blanks), insert: "" }];
  const siblings = entriesOf(entry.parent!);
  const i = siblings.findIndex((sibling) => sibling.from === entry.from);
  const next = siblings[i + 1];
  const previous = siblings[i - 1];
  if (next && !text.slice(entry.to, next.from).includes("\n")) return [{ from: entry.from, to: next.from, insert: "" }];
  if (previous && !text.slice(previous.to, entry.from).includes("\n"))
    return [{ from: previous.to, to: entry.to, insert: "" }];
  let to = entry.to;
  while (/[ \t,]/.test(text[to] ?? "")) to++;
  return [{ from: entry.from, to, insert: "" }];
}

/**
 * The lines of an entry if it shares them with no other, with the comments directly above and after it; otherwise null.
 */
export function wholeLines(text: string, entry: Range, comments: Comments): Range | null {
  let from = lineStart(text, entry.from);
  if (text.slice(from, entry.from).trim() !== "") return null;
  const to = restOfLine(text, entry.to, comments);
  if (to < text.length && text[to] !== "\n") return null;
  for (const [commentFrom, commentTo] of [...comments].reverse()) {
    if (commentFrom >= from) continue;
    const start = lineStart(text, commentFrom);
    if (!/^[ \t\r]*\n$/.test(text.slice(commentTo, from)) || text.slice(start, commentFrom).trim() !== "") break;
    from = start;
  }
  return { from, to: Math.min(to + 1, text.length) };
}

function withBlankLine(text: string, { from, to }: Range, blanks: "after" | "doubled"): Range {
  const after = /^[ \t\r]*\n/.exec(text.slice(to, to + 200))?.[0].length ?? 0;
  const before = /(?:^|\n)([ \t\r]*\n)$/.exec(text.slice(Math.max(0, from - 200), from))?.[1].length ?? 0;
  const first = before > 0 || from <= 1 || /\{[ \t\r]*\n$/.test(text.slice(Math.max(0, from - 200), from));
  if (after > 0) return { from, to: blanks === "after" || first ? to + after : to };
  const last = /^[ \t\r]*(\}|$)/.test(text.slice(to, to + 200));
  return { from: last ? from - before : from, to };
}

export function entriesOf(node: SyntaxNode): SyntaxNode[] {
  const entries: SyntaxNode[] = [];
  const open = node.getChild("{");
  for (let child = open ? open.nextSibling : node.firstChild; child; child = child.nextSibling)
    if (!/^([,}]|LineComment|BlockComment)$/.test(child.name) && !child.type.isError) entries.push(child);
  return entries;
}

/** What stands between the last entry and the `}`: white space, commas, comments. */
interface Tail {
  readonly comma: boolean;
  /** The end of the last comma or comment. */
  readonly end: number;
  /** The end of the line of the last entry, and of the line before the `}`; `end` if they are the same line. */
  readonly firstLineEnd: number;
  readonly lastLineEnd: number;
}

function readTail(text: string, from: number, to: number, comments: Comments): Tail {
  let comma = false;
  let end = from;
  let firstLineEnd = -1;
  let lastLineEnd = -1;
  for (let at = from; at < to; at++) {
    const comment = comments.get(at);
    if (comment !== undefined) at = comment - 1;
    if (comment !== undefined || text[at] === ",") end = at + 1;
    if (comment !== undefined) continue;
    comma ||= text[at] === ",";
    if (text[at] !== "\n") continue;
    lastLineEnd = text[at - 1] === "\r" ? at - 1 : at;
    if (firstLineEnd < 0) firstLineEnd = lastLineEnd;
  }
  if (firstLineEnd < 0) return { comma, end, firstLineEnd: end, lastLineEnd: end };
  return { comma, end, firstLineEnd, lastLineEnd };
}

function indentOf(text: string, entries: readonly SyntaxNode[], open: Range, close: Range): string {
  for (const entry of [...entries].reverse()) {
    const indent = text.slice(lineStart(text, entry.from), entry.from);
    if (indent.trim() === "") return indent;
  }
  const outer = text.slice(lineStart(text, close.from), close.from);
  const line = text.slice(lineStart(text, open.from), open.from);
  return (outer.trim() === "" ? outer : /^[ \t]*/.exec(line)![0]) + indentUnitOf(text);
}

function hasComma(text: string, before: Range, after: Range, comments: Comments): boolean {
  return readTail(text, before.to, after.from, comments).comma;
}

/** White space, commas and comments after `at`, up to the end of the line. */
export function restOfLine(text: string, at: number, comments: Comments): number {
  for (;;) {
    while (/[ \t\r,]/.test(text[at] ?? "")) at++;
    const comment = comments.get(at);
    if (comment === undefined) return at;
    at = comment;
  }
}

export function lineStart(text: string, at: number): number {
  const start = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  return start === 0 && text[0] === "\ufeff" ? 1 : start;
}
