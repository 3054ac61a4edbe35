// From the parser's error nodes to sentences. One mistake often leaves several error nodes; only the first after each head
// of a definition, key or block is told, so that one mistake gives one diagnostic and a broken line does not hide the next.
import type { SyntaxNode, Tree } from "@lezer/common";
import type { Diagnostics } from "./diagnostic.ts";
import { placeOf, type Source } from "./span.ts";

const heads = new Set([
  "DefinitionName", "Key", "FunctionsKey", "AttributesKey", "AliasesKey", "ApplicabilityKey", "BetweenKey", "BlockName",
  "InnerBlockName", "DefinitionBlockName", "Alias", "Query",
]); // biome-ignore format: a list

/** `tooDeep` are the places where nesting passed the limit, and so the ends of what the parser followed faithfully. */
export function reportSyntaxErrors(
  tree: Tree,
  source: Source,
  tooDeep: readonly { readonly from: number; readonly to: number }[],
  diagnostics: Diagnostics,
): void {
  let told = false;
  let head = 0;
  tree.iterate({
    enter(node) {
      // An error inside a head's own node (a Query made up by recovery) starts nothing new.
      if (heads.has(node.name) && !startsWithError(node.node)) {
        told = false;
        head = node.from;
      }
      if (!node.type.isError || told || diagnostics.isFull) return;
      if (tooDeep.some(({ from, to }) => from <= node.from && (from >= head || to >= node.from))) return;
      told = true;
      describe(node.node, source, diagnostics);
    },
  });
}

function startsWithError(node: SyntaxNode): boolean {
  return node.firstChild?.type.isError === true;
}

interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const tokenPattern =
  /[\s\ufeff]+|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|([\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|"[^"\n]*"?|\+=|\+\+|==|!=|<=|>=|&&|\|\||\*\*|=>|[\s\S])/uy;

/** The token at or after `offset`, white space and comments passed over; null at the end of the text. */
function tokenAt(text: string, offset: number): Token | null {
  tokenPattern.lastIndex = offset;
  for (;;) {
    const match = tokenPattern.exec(text);
    if (!match) return null;
    if (match[1] !== undefined) return { text: match[1], from: match.index, to: match.index + match[1].length };
  }
}

/** The last token that ends at or before `offset`, read on its own line and the ones before as far as needed. */
function tokenBefore(text: string, offset: number): Token | null {
  let start = Math.max(0, offset - 400);
  start = start === 0 ? 0 : text.indexOf("\n", start) + 1 || start;
  let last: Token | null = null;
  for (let token = tokenAt(text, start); token && token.to <= offset; token = tokenAt(text, token.to)) last = token;
  return last;
}

const closers = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);
const bracketed = new Set([
  "Parenthesized", "Arguments", "Parameters", "Vector", "Sequence", "Unit", "UnitGroup", "DefinitionList",
  "AttributeList", "AliasList", "ApplicabilityList", "AttachmentList", "Block",
  "InnerBlock", "DefinitionBlock",
]); // biome-ignore format: a list

/** The innermost bracket that is open at the error, and whether it is ever closed. */
function openBracket(error: SyntaxNode, text: string): { open: string; at: number; closed: boolean } | null {
  for (let node = error.parent; node; node = node.parent) {
    if (!bracketed.has(node.name)) continue;
    for (let child = node.firstChild; child; child = child.nextSibling) {
      const open = text.slice(child.from, child.to);
      const closer = closers.get(open);
      if (!closer || child.to > error.from) continue;
      const last = node.lastChild!;
      return { open, at: child.from, closed: text.slice(last.from, last.to) === closer };
    }
  }
  return null;
}

const operators = /^(#|\^|\*|\/|\.|\+|-|==|!=|<=|>=|<|>|&|\||!|\+\+|=|\+=|,|\(|\[|\{|\$|if|then|else)$/;

const hints = new Map([
  ["&&", "write & for 'and'"],
  ["||", "write | for 'or'"],
  ["and", "write & for 'and'"],
  ["or", "write | for 'or'"],
  ["**", "write ^ for a power"],
  ["%", "there is no remainder operator; use floor: a - b * floor(a / b)"],
  ["?", "write if c then a else b"],
  [";", "definitions need no ';' between them"],
  [":", "write name = value"],
  ["=>", "write >= for 'greater or equal'"],
]); // biome-ignore format: a table

function isForeign(token: Token): boolean {
  return /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]$/u.test(token.text);
}

function describe(error: SyntaxNode, source: Source, diagnostics: Diagnostics): void {
  const text = source.text;
  const first = tokenAt(text, error.from);
  const second = first && tokenAt(text, first.to);
  // A character that does not belong in a text breaks what stands before it, too.
  const token = second && isForeign(second) ? second : first;
  const before = tokenBefore(text, error.from);
  const bracket = openBracket(error, text);
  const span = token ? { source, from: token.from, to: token.to } : { source, from: text.length, to: text.length };
  if (token && isForeign(token)) {
    const code = token.text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    diagnostics.error("character", span, `the character U+${code} does not belong in a text`, "delete it");
    return;
  }
  const shown = token
    ? `'${token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text}'`
    : "the end of the text";
  diagnostics.error("syntax", span, `unexpected ${shown}`, ...explain(error, token, before, bracket, source));
}

function explain(
  error: SyntaxNode,
  token: Token | null,
  before: Token | null,
  bracket: { open: string; at: number; closed: boolean } | null,
  source: Source,
): string[] {
  const text = token?.text ?? "";
  const parent = error.parent?.name ?? "File";
  const wantsOperand = before !== null && operators.test(before.text);
  const doubled = token && source.text[token.from - 1] === text ? text : "";
  const hint = hints.get(doubled + text);
  if (hint) return [hint];
  if (text === "==" && parent === "File") return ["to define, write ="];
  if (text === "=" && !wantsOperand) {
    if (hasAncestor(error, "Definition") || hasAncestor(error, "If")) return ["to compare, write =="];
  }
  if (text === "." && wantsOperand) return ["a number starts with a digit: 0.5"];
  if (text === "(" && before && /^[\p{L}_]/u.test(before.text) && !wantsOperand)
    return [`to call ${before.text}, let the ( touch its name: ${before.text}(…)`];
  if (before && /^\d/.test(before.text) && /^[\p{L}_(]/u.test(text) && before.to === token!.from)
    return [`to multiply, write *: ${before.text} * ${text}`];
  if (parent === "Alias" || parent === "AliasTarget" || parent === "AliasList")
    return ["expected: use NAME as attribute NAME of object with index 0 (or 1, or: of object NAME)"];
  if (parent === "Requirement" || parent === "ApplicabilityList")
    return ["expected: mandatory 1 dynamic object and 1 static object, or: object NAME"];
  if (parent === "Attachment" || parent === "AttachmentList") return ["expected: {a at [0, 0, 0.5], b at [0, 0, 0]}"];
  if (parent === "If" && !wantsOperand) {
    const node = error.parent!;
    const words = source.text.slice(node.from, error.from);
    return [/\bthen\b/.test(words) ? "expected 'else' and a value" : "expected 'then' and a value"];
  }
  if (bracket && !bracket.closed && (token === null || !closers.has(text))) {
    const place = placeOf(source, bracket.at);
    const closer = closers.get(bracket.open)!;
    if (!wantsOperand || token === null)
      return [`expected '${closer}': the '${bracket.open}' at ${place.line}:${place.column} is not closed`];
  }
  if (text === ")" || text === "]" || text === "}") {
    if (wantsOperand && parent !== "Parameters") return ["expected an expression before it"];
    if (!bracket) return [`no '${text === ")" ? "(" : text === "]" ? "[" : "{"}' is open here`];
    if (closers.get(bracket.open) !== text) {
      const place = placeOf(source, bracket.at);
      return [`expected '${closers.get(bracket.open)}' for the '${bracket.open}' at ${place.line}:${place.column}`];
    }
  }
  if (parent === "Parameters") return ["parameters are names: f(x, y) = …"];
  if (wantsOperand) return ["expected an expression: a number, a name, a call, ( ), [ ] or if … then … else …"];
  if (parent === "Unit") return ["[ ] after a value holds a unit; is a comma missing before the [ ?"];
  if (parent === "Block") return ["expected a key: name = value"];
  if (parent === "File" && /^[\p{L}_]/u.test(text))
    return ["expected a block such as object { }, or a definition: name = expression"];
  return ["expected an operator, or the next definition: name = expression"];
}

function hasAncestor(node: SyntaxNode, name: string): boolean {
  for (let parent = node.parent; parent; parent = parent.parent) if (parent.name === name) return true;
  return false;
}
