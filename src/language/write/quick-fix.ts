// Edits that mend common habits: `sin`, `×`, `0,9`, `.8`, `3(v`. An editor offers as a click what a diagnostic says in
// words.
import type { Diagnostic } from "../syntax/diagnostic.ts";
import { habitFunction } from "../syntax/habit-names.ts";
import { isName, operators, type Token, tokenAt, tokenBefore, unitAtToken } from "../syntax/syntax-hint.ts";
import { applyEdits, setAttribute, type TextEdit } from "./edit.ts";

/** One edit; offsets are those of the text that the diagnostic lies in. */
export interface QuickFix {
  /** What it does, in words. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What to write for a sign of other languages and keyboards; several if it may mean several things. */
const signs: ReadonlyMap<string, readonly string[]> = new Map([
  ["×", ["*"]],
  ["·", ["*", "."]],
  ["⋅", ["*", "."]],
  ["÷", ["/"]],
  ["−", ["-"]],
  ["–", ["-"]],
  ["²", ["^2"]],
  ["³", ["^3"]],
  ["≤", ["<="]],
  ["≥", [">="]],
  ["≠", ["!="]],
  ["**", ["^"]],
  ["&&", ["&"]],
  ["||", ["|"]],
]);

/** The edits that mend a mistake, the likeliest first; none if a person must think. */
export function quickFixes(diagnostic: Diagnostic): readonly QuickFix[] {
  const { code, span } = diagnostic;
  const { text } = span.source;
  if (diagnostic.lacking) return attributeFixes(text, text.slice(span.from, span.to), diagnostic.lacking);
  if (code === "unknown-name") return nameFixes(text.slice(span.from, span.to), span.from);
  if (code !== "syntax" || !diagnostic.unexpected) return [];
  const token = tokenAt(text, span.from);
  if (!token || token.from !== span.from) return [];
  const before = tokenBefore(text, token.from);
  return signFixes(text, token) ?? pointFixes(text, token, before) ?? productFixes(text, token, before) ?? [];
}

/** Adds the attributes that an object or link lacks, in one edit. */
function attributeFixes(text: string, owner: string, lacking: NonNullable<Diagnostic["lacking"]>): readonly QuickFix[] {
  for (const kind of ["object", "link"]) {
    let next: string | null = text;
    for (const { name, value } of lacking) {
      const edits: TextEdit[] | null = next === null ? null : setAttribute(next, kind, owner, name, value);
      next = edits && applyEdits(next!, edits);
    }
    if (next === null) continue;
    const names = lacking.map(({ name }) => name).join(" and ");
    return [{ name: `Add ${names} to ${owner}`, ...difference(text, next) }];
  }
  return [];
}

/** The one edit that makes a text of another. */
function difference(from: string, to: string): Pick<QuickFix, "from" | "to" | "insert"> {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start++;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

function nameFixes(name: string, from: number): readonly QuickFix[] {
  const own = name === "π" ? "pi" : habitFunction(name);
  return own === null ? [] : [{ name: `Write ${own}`, from, to: from + name.length, insert: own }];
}

function signFixes(text: string, token: Token): readonly QuickFix[] | null {
  // The parser gives up at the second sign of a pair.
  const starts = [token.from - 1, token.from].filter((from) => signs.has(text.slice(from, from + 2)));
  const from = starts[0] ?? token.from;
  const to = starts.length > 0 ? from + 2 : token.to;
  const found = signs.get(text.slice(from, to));
  return found?.map((insert) => ({ name: `Write ${insert}`, from, to, insert })) ?? null;
}

/** `.8`, and `0,9` where no list goes on. */
function pointFixes(text: string, token: Token, before: Token | null): readonly QuickFix[] | null {
  const digits = /^\.(\d+)/.exec(text.slice(token.from, token.from + 40));
  if (digits && before !== null && operators.test(before.text))
    return [{ name: `Write 0.${digits[1]}`, from: token.from, to: token.from, insert: "0" }];
  const whole = /(?<![\p{L}\p{N}_.])(\d+),$/u.exec(text.slice(Math.max(0, token.from - 20), token.from))?.[1];
  if (whole === undefined || !/^\d+$/.test(token.text)) return null;
  return [{ name: `Write ${whole}.${token.text}`, from: token.from - 1, to: token.from, insert: "." }];
}

/** `3(v + 1)`, `2k`, `(a)(b)`: a product without its sign. */
function productFixes(text: string, token: Token, before: Token | null): readonly QuickFix[] | null {
  if (before === null || before.to !== token.from || !/^[\d)\]]/.test(before.text)) return null;
  const isNumber = /^\d/.test(before.text);
  if (token.text !== "(" && !(isNumber && isName(token.text))) return null;
  // `3m` may be a length, `1e` and `2x10^3` a power of ten.
  const isUnclear = unitAtToken(text, token) !== null || /^([eE]|x10)(?![\p{L}_])/u.test(text.slice(token.from));
  if (isName(token.text) && isUnclear) return null;
  return [{ name: "Write * between them", from: token.from, to: token.from, insert: " * " }];
}
