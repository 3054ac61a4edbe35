// From the parser's error nodes to sentences. One mistake often leaves several error nodes; only the first after each
// head of a definition, key or block is reported, so that one mistake gives one diagnostic and a broken line does not
// hide the next.
import type { SyntaxNode, Tree } from "@lezer/common";
import type { Diagnostics } from "./diagnostic.ts";
import { noLoops } from "./habit-names.ts";
import { wordSettings } from "./simulation-settings.ts";
import { placeOf, type Source, type Span, spanText } from "./span.ts";
import { suggestName } from "./suggest.ts";
import { habitHint, isName, operators, type Token, tokenAt, tokenBefore } from "./syntax-hint.ts";
import { phrases, topBlocks } from "./tokens.ts";
import { startsHead } from "./tree.ts";
import { findUnit } from "./unit.ts";

const heads = new Set([
  "DefinitionName",
  "Key",
  "FunctionsKey",
  "AttributesKey",
  "AliasesKey",
  "ApplicabilityKey",
  "BetweenKey",
  "BlockName",
  "InnerBlockName",
  "DefinitionBlockName",
  "Alias",
  "Query",
]);

/** Reports an unexpected token, with what to write; returns true for the caller to return. */
type TellAt = (place: Token, note: string) => boolean;

/** Where the parser gave up: the token there, the one before, the enclosing bracket, and the node around it. */
interface ErrorPlace {
  readonly error: SyntaxNode;
  readonly token: Token | null;
  /** The text of the token, or nothing. */
  readonly text: string;
  readonly before: Token | null;
  readonly bracket: Open | null;
  readonly parent: string;
  readonly node: SyntaxNode;
  readonly wantsOperand: boolean;
}

const aliasForm = "use NAME as attribute NAME of object with index 0 (or 1, or: of object NAME)";
const requirementForm = "mandatory 1 dynamic object and 1 static object, or: object NAME";
const kindsOfObject =
  /^(mandatory|and|at|dynamic|static|driven|objects?|spheres?|cuboids?|planes?|cylinders?|cones?|capsules?)$/;
const attachmentForm = "{a at [0, 0, 0.5], b at [0, 0, 0]}";
const clauses = new Map([
  ["Alias", aliasForm],
  ["AliasTarget", aliasForm],
  ["AliasList", aliasForm],
  ["Requirement", requirementForm],
  ["ApplicabilityList", requirementForm],
  ["Attachment", attachmentForm],
  ["AttachmentList", attachmentForm],
]);

function isList(parent: string): boolean {
  return parent === "Vector" || parent === "Arguments" || parent === "Sequence";
}

function fitsAsOperand({ token, text, wantsOperand }: ErrorPlace): boolean {
  return token !== null && !wantsOperand && startsOperand(text);
}

/** `tooDeep` are the places where nesting exceeded the limit, and so the ends of what the parser read correctly. */
export function reportSyntaxErrors(
  tree: Tree,
  source: Source,
  tooDeep: readonly { readonly from: number; readonly to: number }[],
  diagnostics: Diagnostics,
  within: { readonly from: number; readonly to: number } = { from: 0, to: source.text.length },
): void {
  let told = false;
  let head = 0;
  const teller = new SyntaxTeller(source, diagnostics);
  tree.iterate({
    enter(node) {
      // An error inside a head's own node (a Query made by recovery) starts nothing new.
      if (heads.has(node.name) && !startsWithError(node.node)) {
        told = false;
        head = node.from;
        if (/BlockName$/.test(node.name)) teller.inBlock();
      }
      if (!node.type.isError || told || diagnostics.isFull || node.from < within.from || node.from > within.to) return;
      if (tooDeep.some(({ from, to }) => from <= node.from && (from >= head || to >= node.from))) return;
      told = true;
      teller.tell(node.node);
    },
  });
}

function startsWithError(node: SyntaxNode): boolean {
  return node.firstChild?.type.isError === true;
}

const closers = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);
const bracketed = new Set([
  "Parenthesized",
  "Arguments",
  "Parameters",
  "Vector",
  "Sequence",
  "Unit",
  "UnitGroup",
  "DefinitionList",
  "AttributeList",
  "AliasList",
  "ApplicabilityList",
  "AttachmentList",
  "Block",
  "InnerBlock",
  "DefinitionBlock",
]);

/** The innermost open bracket at the error, and whether it is ever closed. */
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

const needless = new Set(["let", "var", "const", "def", "define", "function", "set"]);
const reserved = new Set(["if", "then", "else", "true", "false"]);
const listKeys = /^(functions|attributes|aliases|applicability|between|parts)$/;
const startsOperand = (text: string) => /^[\p{L}\p{N}_"([{]/u.test(text) && !/^(then|else)$/.test(text);
const endsOperand = (text: string) => /^[\p{L}\p{N}_)\]}]/u.test(text) && !operators.test(text);

function isForeign(token: Token): boolean {
  return /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]$/u.test(token.text);
}

interface Open {
  readonly open: string;
  readonly at: number;
  readonly closed: boolean;
}

/** Reports that the token at a place, or the end of the file, is unexpected. */
export function reportUnexpected(span: Span, notes: readonly string[], diagnostics: Diagnostics): void {
  const unexpected = shorten(spanText(span));
  const message = `unexpected ${unexpected === "" ? "end of file" : `'${unexpected}'`}`;
  diagnostics.add({ severity: "error", code: "syntax", message, span, notes, unexpected });
}

class SyntaxTeller {
  private readonly source: Source;
  private readonly text: string;
  private readonly diagnostics: Diagnostics;
  /** Number of braces reported as missing: as many superfluous ones later are not reported. */
  private missingBraces = 0;
  /** Whether this is a block without its `{`: errors up to its `}` follow from that. */
  private lacksBrace = false;

  constructor(source: Source, diagnostics: Diagnostics) {
    this.source = source;
    this.text = source.text;
    this.diagnostics = diagnostics;
  }

  /** Begins a block. */
  inBlock(): void {
    this.lacksBrace = false;
  }

  tell(error: SyntaxNode): void {
    const first = tokenAt(this.text, error.from);
    const second = first && tokenAt(this.text, first.to);
    // A character that does not belong in a text also breaks what stands before it.
    const token = second && isForeign(second) ? second : first;
    const before = tokenBefore(this.text, error.from);
    const bracket = openBracket(error, this.text);
    if (token && isForeign(token)) {
      const code = token.text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
      this.error("character", token.from, token.to, `the character U+${code} does not belong in a text`, ["delete it"]);
      return;
    }
    if (this.lacksBrace) {
      this.lacksBrace = token?.text !== "}";
      return;
    }
    if (token?.text === "}" && !bracket && this.missingBraces > 0) {
      this.missingBraces--;
      return;
    }
    if (token && this.isInBareUnit(token.from)) return;
    if (token && (this.tellQuotientRate(token) || (this.startsItem(token, before) && this.tellHead(token)))) return;
    const notes = [this.explain(error, token, before, bracket)];
    if (token && before && this.isOnLaterLine(before, token) && startsHead(this.text, token.from))
      this.error("syntax", before.to, before.to, `something is missing after '${shorten(before.text)}'`, notes);
    else this.unexpected(token, notes);
  }

  /** Reports an unexpected token or, without one, an unexpected end of the file. */
  private unexpected(token: Token | null, notes: readonly string[]): void {
    const { from, to } = token ?? { from: this.text.length, to: this.text.length };
    reportUnexpected({ source: this.source, from, to }, notes, this.diagnostics);
  }

  private error(code: string, from: number, to: number, message: string, notes: readonly string[]): void {
    this.diagnostics.error(code, { source: this.source, from, to }, message, ...notes);
  }

  private isOnLaterLine(before: Token, token: Token): boolean {
    return this.text.slice(before.to, token.from).includes("\n");
  }

  /** Whether the token continues nothing before it. */
  private startsItem(token: Token, before: Token | null): boolean {
    if (before === null) return true;
    return !operators.test(before.text) && this.isOnLaterLine(before, token) ? true : /^[{},]$/.test(before.text);
  }

  /** In `v = [90, 0, 0] km/h` the unit is reported as a whole, where the attributes are read. */
  private isInBareUnit(at: number): boolean {
    const line = this.text.slice(this.text.lastIndexOf("\n", at - 1) + 1, at);
    const name = /[\d\])]\s+([\p{L}°][\p{L}]*)(?:\^-?\d+)?$/u.exec(line)?.[1];
    return name !== undefined && /[/*^]/.test(this.text[at]) && findUnit(name) !== null;
  }

  /** Reports `dv/dt = …`, as textbooks write it; false for anything else. */
  private tellQuotientRate(token: Token): boolean {
    const [all = "", name] =
      /^d([\p{L}_][\p{L}\p{N}_]*)\s*\/\s*dt\s*(?==(?!=))/u.exec(this.text.slice(token.from, token.from + 100)) ?? [];
    if (name === undefined) return false;
    this.error("syntax", token.from, token.from + all.trimEnd().length, `a rate is not written as a quotient`, [
      `write ${name}' = …`,
    ]);
    return true;
  }

  /** Reports what is wrong with a line that was meant to be a definition; false for unknown mistakes. */
  private tellHead(token: Token): boolean {
    const next = tokenAt(this.text, token.to);
    if (!next) return false;
    const rest = this.text.slice(token.to, token.to + 200);
    const at: TellAt = (place, note) => {
      this.unexpected(place, [note]);
      return true;
    };
    if (!isName(token.text)) return this.tellOpening(token, next, rest, at);
    if (reserved.has(token.text) && next.text === "=")
      return at(token, `'${token.text}' is a word of the language: choose another name`);
    if (needless.has(token.text) && isName(next.text)) {
      const isFunction = /^\s*[\p{L}_][\p{L}\p{N}_]*\s*\(/u.exec(rest);
      const form = isFunction ? `a function is ${next.text}(x) = expression` : "a definition is name = expression";
      return at(token, `${form}: leave out '${token.text}'`);
    }
    if (/^(for|while)$/.test(token.text) && isName(next.text)) return at(token, noLoops);
    if (this.tellSign(token, next, rest, at)) return true;
    if (topBlocks.has(token.text) && next.text !== "{" && next.text !== "=") {
      this.lacksBrace = true;
      return at(next, `expected '{' after '${token.text}'`);
    }
    return false;
  }

  /** Reports a line that was meant to be a definition and does not begin with a name. */
  private tellOpening(token: Token, next: Token, rest: string, at: TellAt): boolean {
    if (token.text === "=") return at(token, "a name is missing before the =");
    if (token.text === "#" && /^(include|import)$/.test(next.text)) {
      const file = tokenAt(this.text, next.to)?.text.replace(/["<>]/g, "") || "laws/….vfl";
      return at(token, `write import "${file}"`);
    }
    if (token.text === "#") return at(token, "a comment starts with //");
    if (/^\d/.test(token.text) && token.to === next.from && isName(next.text) && /^[\p{L}\p{N}_]*\s*=(?!=)/u.test(rest))
      return at(token, "a name does not start with a digit");
    return false;
  }

  /** Reports what is wrong between the name of a definition and its value. */
  private tellSign(token: Token, next: Token, rest: string, at: TellAt): boolean {
    const sign = /^(\s*'*\s*)(==|:=)/.exec(rest);
    if (sign) {
      const from = token.to + sign[1].length;
      return at({ text: sign[2], from, to: from + 2 }, "to define, write =");
    }
    const equation =
      /^\s*([*/])\s*(?:([\p{L}_][\p{L}\p{N}_]*)'|(?:der|ddt|diff)\(\s*([\p{L}_]\w*)\s*\))\s*=(?!=)/u.exec(rest);
    if (equation) {
      const [, sign, primed, name = primed] = equation;
      return at(token, `a law states the rate itself: write ${name}' = (…) ${sign === "*" ? "/" : "*"} ${token.text}`);
    }
    const change = /^\s*([-*/])=(?!=)/.exec(rest)?.[1];
    if (change === "-")
      return at(next, `there is no -=: write ${token.text} += -(…) to add to a sum, ${token.text}' = … for a rate`);
    if (change) return at(next, `there is no ${change}=: write ${token.text} = previous(${token.text}) ${change} …`);
    if (next.text === ":" || /^\s*(->|=>|<-)/.test(rest)) return at(next, "to define, write name = value");
    const joined = /^([-.])([\p{L}_][\p{L}\p{N}_]*)\s*=(?!=)/u.exec(rest);
    if (joined) return at(next, `a name holds letters, digits and _ only: ${token.text}_${joined[2]}`);
    const open = /^\([\p{L}\p{N}_\s,]*=(?!=)/u.exec(rest);
    if (open) {
      const from = token.to + open[0].length - 1;
      return at({ text: "=", from, to: from + 1 }, `the ( of the parameters is not closed: ${token.text}(x) = …`);
    }
    return false;
  }

  private explain(error: SyntaxNode, token: Token | null, before: Token | null, bracket: Open | null): string {
    const hint = habitHint(this.text, token, before);
    if (hint) return hint;
    const { name: parent, node } = this.environment(error);
    const text = token?.text ?? "";
    const wantsOperand = before !== null && operators.test(before.text);
    const place: ErrorPlace = { error, token, text, before, bracket, parent, node, wantsOperand };
    return (
      this.inSetting(place) ??
      this.inClause(place) ??
      this.commasMissing(place) ??
      this.inBrackets(place) ??
      this.inExpression(place)
    );
  }

  /** The form of a setting or an import. */
  private inSetting({ error, text, before, bracket, parent, wantsOperand }: ErrorPlace): string | null {
    if (parent === "Import" || parent === "Export") return 'write the name of a file in quotes: import "laws/a.vfl"';
    const key = this.keyAround(error);
    const choices =
      key === null || (bracket?.at !== undefined && before?.text === bracket.open)
        ? undefined
        : wordSettings.find((row) => row.key === key)?.words;
    if (choices && isName(text)) return `'${key}' is one of: ${choices.join(", ")}`;
    if (key !== null && listKeys.test(key)) return `'${key}' takes braces: ${key} = { … }`;
    if (text === "=" && !wantsOperand && (hasAncestor(error, "Definition") || hasAncestor(error, "If")))
      return "to compare, write ==";
    return null;
  }

  /** The form of an alias, a requirement, an attachment or an `if`. */
  private inClause({ error, text, parent, node, wantsOperand }: ErrorPlace): string | null {
    const form = clauses.get(parent);
    if (form === requirementForm && isName(text) && !kindsOfObject.test(text))
      return `write object ${text}, if an object is called so; or: mandatory 1 dynamic object and 1 static object`;
    if (form) return `expected: ${form}`;
    if (parent === "If" && !wantsOperand) {
      const words = this.text.slice(node.from, error.from);
      return /\bthen\b/.test(words) ? "expected 'else' and a value" : "expected 'then' and a value";
    }
    if ((text === "then" || text === "else") && !wantsOperand && !hasAncestor(error, "If"))
      return `there is no 'if' for this '${text}'`;
    return null;
  }

  /** Reports missing or superfluous commas and brackets. */
  private inBrackets(place: ErrorPlace): string | null {
    const { token, text, before, bracket, parent, wantsOperand } = place;
    if (fitsAsOperand(place) && before && isList(parent) && !startsHead(this.text, token!.from))
      return "is a comma or an operator missing before it?";
    if (text === "," && bracket?.open === "(" && parent === "Parenthesized")
      return "write a vector in square brackets: [x, y, z]";
    const isOpen = bracket && !bracket.closed && (token === null || !closers.has(text));
    if (isOpen && (!wantsOperand || token === null)) {
      const { closer, opener } = this.expectCloser(bracket);
      return `expected ${closer}: the ${opener} is not closed`;
    }
    if (text !== ")" && text !== "]" && text !== "}") return null;
    if (wantsOperand && parent !== "Parameters") return "expected an expression before it";
    if (!bracket) return `no '${text === ")" ? "(" : text === "]" ? "[" : "{"}' is open here`;
    if (closers.get(bracket.open) === text) return null;
    const { closer, opener } = this.expectCloser(bracket);
    return `expected ${closer} for the ${opener}`;
  }

  /** `[0 0 -9.81]` and `[1 2; 3 4]`, as MATLAB writes vectors and matrices; null for anything else. */
  private commasMissing({ token, before }: ErrorPlace): string | null {
    if (!token || !before) return null;
    // Recovery may have closed the bracket before the error, or read it as that of a unit.
    const left = /\[([^[\]{}=]*)$/.exec(this.text.slice(Math.max(0, token.from - 400), token.from))?.[1];
    const right = /^([^[\]{}=]*)\]/.exec(this.text.slice(token.from, token.from + 400))?.[1];
    if (left === undefined || right === undefined) return null;
    const opened = tokenBefore(this.text, token.from - left.length - 1);
    if (!opened || !operators.test(opened.text)) return null;
    const inside = left + right;
    const rows = inside.split(";").map((row) => row.trim().split(/\s*,\s*|\s+/));
    const isEntry = (entry: string) => /^[-+]?(\d+(\.\d+)?([eE][-+]?\d+)?|[\p{L}_][\p{L}\p{N}_]*)$/u.test(entry);
    if (!rows.every((row) => row.every(isEntry)) || /\b(if|then|else)\b/.test(inside)) return null;
    const written = rows.map((row) => `[${row.join(", ")}]`);
    if (rows.length > 1) return `a matrix is written row by row: [${written.join(", ")}]`;
    return `elements are separated by commas: write ${written[0]}`;
  }

  /** Treats the closing bracket as missing; returns both in words: `'}'`, `'{' at 3:14`. */
  private expectCloser({ open, at }: Open): { closer: string; opener: string } {
    const { line, column } = placeOf(this.source, at);
    if (open === "{") this.missingBraces++;
    return { closer: `'${closers.get(open)}'`, opener: `'${open}' at ${line}:${column}` };
  }

  /** What stands in or in place of an expression. */
  private inExpression(place: ErrorPlace): string {
    const { token, text, before, parent, wantsOperand } = place;
    if (parent === "Parameters") return "parameters are names: f(x, y) = …";
    if (wantsOperand && before!.text !== "," && before!.text !== "{")
      return "expected an expression: a number, a name, a call, ( ), [ ] or if … then … else …";
    if (wantsOperand && isList(parent)) return "expected an expression before it";
    if (parent === "Unit") return "[ ] after a value holds a unit; is a comma missing before the [ ?";
    const isEntry = parent === "Block" || parent === "Setting";
    if (isEntry && before && isName(before.text) && isName(text)) {
      const phrase = suggestName(`${before.text} ${text}`, phrases);
      if (phrase) return `did you mean '${phrase}'?`;
    }
    const isPair = fitsAsOperand(place) && before && endsOperand(before.text) && !isEntry;
    if (isPair && !this.isOnLaterLine(before, token!))
      return `is an operator missing between '${shorten(before.text)}' and '${shorten(text)}'?`;
    if (isEntry) return "expected a key: name = value";
    if (token && this.startsItem(token, before))
      return "expected a block such as object { }, or a definition: name = expression";
    return "expected an operator, or the next definition: name = expression";
  }

  /** What contains the error; a unit or a query made by recovery does not count, nor do operators. */
  private environment(error: SyntaxNode): { name: string; node: SyntaxNode } {
    let node = error.parent;
    const isMadeUp = (unit: SyntaxNode) =>
      (unit.name === "Unit" && this.text[unit.from] !== "[") || (unit.name === "Query" && this.text[unit.from] !== "$");
    if (node && isMadeUp(node)) {
      node = node.parent;
      while (node && /^(WithUnit|Binary|Unary)$/.test(node.name)) node = node.parent;
    }
    return { name: node?.name ?? "File", node: node ?? error };
  }

  /** The key of the setting around an error. */
  private keyAround(error: SyntaxNode): string | null {
    for (let node = error.parent; node; node = node.parent) {
      if (node.name === "Setting") return this.text.slice(node.firstChild!.from, node.firstChild!.to);
      if (bracketed.has(node.name) && /List$/.test(node.name)) return null;
    }
    return null;
  }
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function hasAncestor(node: SyntaxNode, name: string): boolean {
  for (let parent = node.parent; parent; parent = parent.parent) if (parent.name === name) return true;
  return false;
}
