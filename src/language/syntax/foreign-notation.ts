// Notations of JSON and LaTeX for `name = value` and for formulas. They are reported once as such, and the text around
// them is read as it was meant, so that nothing else is reported.

import { noLoops } from "./habit-names.ts";
import { commandAt, tellLatex } from "./latex-notation.ts";
import { settingKeys } from "./simulation-settings.ts";
import { isName, type Token, tokenAt } from "./syntax-hint.ts";
import { topBlocks } from "./tokens.ts";
import { startsHead } from "./tree.ts";

export interface Foreign {
  /** The text with what is meant in place of what is written, of the same length. */
  readonly text: string;
  readonly told: readonly ForeignMistake[];
  /** Values replaced by a number, because their meaning is unknown. */
  readonly cuts: readonly Range[];
}

export interface ForeignMistake extends Range {
  readonly note: string;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** An open bracket. `{ }` with items contain `name = value`. */
interface Open {
  readonly isItems: boolean;
  /** The start of the last item's value, or -1 before its sign. */
  value: number;
  /** The `?` of C that have no `:` yet. */
  questions: number;
}

const itemKeys = /^(functions|attributes|units)$/;
const notNames = /^(if|then|else|true|false)$/;
/** Lines of other languages that end in a colon. */
const statement = /^\s*(for|while|if|elif|def|class|switch|case|with|function)\b/;
const longKeys = [...settingKeys, "physical type", "geometrical type", "applied to"].filter((key) => key.includes(" "));
const oneWordHead = /^[\p{L}_][\p{L}\p{N}_]*(\([^()=]*\))?[ \t]*'*[ \t]*(\+?=(?!=)|:(?!=))/u;
const studyHead = /^(vary|keep|limit)[ \t]+[\p{L}_][\p{L}\p{N}_]*([ \t]+of[ \t]+[\p{L}_][\p{L}\p{N}_]*)?[ \t]*=(?!=)/u;
const quotedName = /^"[\p{L}_][\p{L}\p{N}_]*"$/u;

/** The text as it was meant; null if there is no foreign notation. */
export function readForeignNotation(text: string): Foreign | null {
  const markup = readMarkup(text);
  if (markup) return markup;
  if (!/:|\\[A-Za-z]|\bif\b[^=\n]*\{|\b(for|while)\b|\bvary\s+[\p{L}\w]+\.|"/u.test(text)) return null;
  const reader = new ForeignReader(text);
  reader.read();
  return reader.told.length > 0 ? { text: reader.meant(), told: reader.told, cuts: reader.cuts } : null;
}

/** A file of XML, such as those of MuJoCo and URDF, is one mistake; nothing of it is read. */
function readMarkup(text: string): Foreign | null {
  const first = tokenAt(text, 0);
  const next = first?.text === "<" ? tokenAt(text, first.to) : null;
  if (!first || !next || !/^[\p{L}?!]/u.test(next.text)) return null;
  const note = "this looks like XML; here an object is written object { name = …  physical type = … }";
  return { text: text.replace(/[^\n]/g, " "), told: [{ from: first.from, to: first.to, note }], cuts: [] };
}

class ForeignReader {
  readonly told: ForeignMistake[] = [];
  readonly cuts: Range[] = [];
  private readonly text: string;
  private readonly changes: (Range & { readonly by: string })[] = [];
  private readonly open: Open[] = [{ isItems: true, value: -1, questions: 0 }];
  private last: Token | null = null;
  private beforeLast: Token | null = null;

  constructor(text: string) {
    this.text = text;
  }

  /** The text with the changes, each padded to the length of what it replaces. */
  meant(): string {
    let text = "";
    let at = 0;
    for (const { from, to, by } of this.changes) {
      text += this.text.slice(at, from) + by.padEnd(to - from);
      at = to;
    }
    return text + this.text.slice(at);
  }

  read(): void {
    // Never back, whatever was passed over.
    let at = 0;
    for (let token = tokenAt(this.text, at); token; token = tokenAt(this.text, at)) {
      this.token(token);
      at = Math.max(token.to, this.last!.to);
    }
  }

  private token(token: Token): void {
    const inside = this.open.at(-1)!;
    if (this.passWhole(token, inside)) return;
    if (/^[([{]$/.test(token.text))
      this.open.push({ isItems: token.text === "{" && this.opensItems(), value: -1, questions: 0 });
    else if (/^[)\]}]$/.test(token.text) && this.open.length > 1) this.open.pop();
    else if (token.text === "=" || token.text === "+=") {
      inside.value = token.to;
      inside.questions = 0;
    } else if (token.text === "?") inside.questions++;
    else if (token.text === ":") this.colon(token, inside);
    else if (inside.isItems && (token.text === "," || startsHead(this.text, token.from))) inside.value = -1;
    this.pass(token);
  }

  /** Tells of what is more than a token, and passes over it. */
  private passWhole(token: Token, inside: Open): boolean {
    if (token.text === "\\" && /[A-Za-z]/.test(this.text[token.to] ?? "")) {
      this.latex(token);
      return true;
    }
    if (token.text === ":" && this.isRange(token)) {
      this.cutValue(token, rangeNote(this.text, token.from));
      return true;
    }
    if (token.text === "{") return this.bracedChoice(token);
    return this.loop(token, inside) || this.pointed(token) || this.quoted(token, inside);
  }

  private pass(token: Token): void {
    this.beforeLast = this.last;
    this.last = token;
  }

  /** `object {`, `attributes = {`, and `attributes: {`. */
  private opensItems(): boolean {
    const [sign, name] = [this.last?.text ?? "", this.beforeLast?.text ?? ""];
    if (isName(sign)) return !notNames.test(sign);
    return (sign === "=" || sign === ":") && (itemKeys.test(unquoted(name)) || (sign === ":" && topBlocks.has(name)));
  }

  /** `size: 0.1` and `"size": 0.1` in place of items. */
  private colon(token: Token, inside: Open): void {
    if (inside.questions > 0) {
      inside.questions--;
      return;
    }
    const name = this.last;
    if (!name || !inside.isItems || this.text[token.to] === "=" || !this.canBeNamed(name)) return;
    const block = topBlocks.has(name.text) && tokenAt(this.text, token.to)?.text === "{";
    const said = unquoted(this.nameUpTo(name));
    this.told.push({ from: token.from, to: token.to, note: block ? `write ${said} { … }` : `write ${said} = …` });
    if (said !== name.text && name.text.startsWith('"'))
      this.changes.push({ from: name.from, to: name.to, by: ` ${unquoted(name.text)}` });
    this.changes.push({ from: token.from, to: token.to, by: block ? " " : "=" });
    inside.value = token.to;
  }

  private canBeNamed({ text, from }: Token): boolean {
    const line = this.text.slice(this.text.lastIndexOf("\n", from) + 1, from);
    return ((isName(text) && !notNames.test(text)) || quotedName.test(text)) && !statement.test(line);
  }

  /** A key may have several words, `physical type`. */
  private nameUpTo({ text, from, to }: Token): string {
    const line = this.text.slice(this.text.lastIndexOf("\n", from) + 1, to);
    const begun = /(?:^|[{,])\s*(\p{L}[\p{L}\p{N}_]*(?: \p{L}[\p{L}\p{N}_]*){1,3})$/u.exec(line)?.[1];
    return begun ?? longKeys.find((key) => line.endsWith(` ${key}`)) ?? text;
  }

  /** `if c { a } else { b }`, a choice as in C, reported once for the value that contains it. */
  private bracedChoice(token: Token): boolean {
    const { value } = this.open.findLast(({ isItems }) => isItems)!;
    const choice = value < 0 ? null : /(?<![\p{L}\p{N}_])if\b([^{}]*)$/u.exec(this.text.slice(value, token.from));
    if (!choice || /\bthen\b/.test(choice[1])) return false;
    this.cutValue(token, "a choice has no braces: write if … then … else …");
    return true;
  }

  /** `for i = 1:n … end`, `while x > 0`: to the end of the loop, or of its line. */
  private loop(token: Token, inside: Open): boolean {
    if (!inside.isItems || !/^(for|while)$/.test(token.text) || !/^\s+[\p{L}(]/u.test(this.text.slice(token.to)))
      return false;
    const isValue = inside.value >= 0 && /^\s*$/.test(this.text.slice(inside.value, token.from));
    const line = this.text.slice(this.text.lastIndexOf("\n", token.from) + 1, token.from);
    if (!isValue && line.trim() !== "") return false;
    const rest = this.text.slice(token.from, token.from + 2000);
    const to = token.from + (/^(?:[^\n]*\n){1,12}?[ \t]*end\b/.exec(rest) ?? /^[^\n]*/.exec(rest)!)[0].length;
    this.told.push({ from: token.from, to: token.to, note: noLoops });
    const from = isValue ? inside.value : token.from;
    if (isValue) this.cuts.push({ from, to });
    this.changes.push({ from, to, by: isValue ? " 0" : "" });
    inside.value = -1;
    this.pass({ text: "0", from, to });
    return true;
  }

  /** `{"rk4", "euler"}`, and `g = "0 0 -9.81"` as XML has it. */
  private quoted({ text, from, to }: Token, inside: Open): boolean {
    if (!/^".*"$/.test(text)) return false;
    const said = text.slice(1, -1).trim();
    const numbers = said.split(/[\s,]+/);
    const isVector = numbers.length > 1 && numbers.every((one) => /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(one));
    if (inside.isItems && isVector && inside.value >= 0) {
      this.cutValue({ text, from, to }, `a vector is [${numbers.join(", ")}], without quotes`);
      return true;
    }
    const isWord = /^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(said) && /^[{,]$/.test(this.last?.text ?? "");
    if (inside.isItems || !isWord) return false;
    this.told.push({ from, to, note: `a name has no quotes: ${said}` });
    this.changes.push({ from, to, by: ` ${said}` });
    this.pass({ text: said, from, to });
    return true;
  }

  /** `vary ball.mass = {1, 2}`, of a study. */
  private pointed({ text, from }: Token): boolean {
    const values = String.raw`(?:\{[^{}]*\}|\w+\([^()]*\))`;
    const pattern = new RegExp(String.raw`^vary\s+([\p{L}_][\p{L}\w]*)\.([\p{L}_][\p{L}\w]*)\s*=\s*${values}`, "u");
    const found = text === "vary" ? pattern.exec(this.text.slice(from, from + 400)) : null;
    if (!found) return false;
    const [all, owner, attribute] = found;
    const to = from + all.length;
    this.told.push({ from, to: from + all.indexOf("=") - 1, note: `write vary ${attribute} of ${owner} = …` });
    this.changes.push({ from, to, by: "" });
    this.pass({ text: "0", from, to });
    return true;
  }

  /** Whether a colon stands between numbers of a value: `0.1:0.1:1`. */
  private isRange({ from, to }: Token): boolean {
    if (this.open.findLast(({ isItems }) => isItems)!.value < 0) return false;
    return /^\d/.test(this.last?.text ?? "") && this.last?.to === from && /^[-\d]/.test(this.text[to] ?? "");
  }

  /** Reports a value that is written in another notation, and treats it as unknown. */
  private cutValue(token: Token, note: string): void {
    const depth = this.open.findLastIndex(({ isItems }) => isItems);
    const { value } = this.open[depth];
    const to = Math.max(token.to, this.endOfValue(token.from, this.open.length - 1 - depth));
    this.told.push({ from: token.from, to: token.to, note });
    this.cuts.push({ from: value, to });
    while ((this.changes.at(-1)?.from ?? -1) >= value) this.changes.pop();
    this.changes.push({ from: value, to, by: " 0" });
    this.open.length = depth + 1;
    this.open[depth].value = -1;
    this.pass({ text: "0", from: value, to });
  }

  /** A formula in LaTeX, reported once for the value that contains it; or one that names what is defined. */
  private latex(token: Token): void {
    const depth = this.open.findLastIndex(({ isItems }) => isItems);
    const { value } = this.open[depth];
    if (value < 0 || this.startsLatexHead(token)) {
      const head = latexHead(this.text, token.from);
      if (head) {
        this.told.push({ from: token.from, to: token.to, note: `this looks like LaTeX: write ${head.name} = …` });
        this.changes.push({ from: token.from, to: head.to, by: head.name });
        this.open[depth].value = -1;
      }
      this.pass({ text: head?.name ?? "\\", from: token.from, to: head?.to ?? token.to });
      return;
    }
    const to = this.endOfValue(token.from, this.open.length - 1 - depth);
    this.cutValue(token, tellLatex(this.text, token.from, to));
  }

  private startsLatexHead({ from }: Token): boolean {
    return latexHead(this.text, from) !== null;
  }

  /** The end of a value that contains LaTeX, whose braces belong to it. */
  private endOfValue(from: number, depth: number): number {
    let braces = 0;
    let end = from;
    for (let token = tokenAt(this.text, from); token; token = tokenAt(this.text, end)) {
      if (braces === 0 && depth <= 0 && token.from > from && this.isNext(token)) break;
      if (token.text === "{") braces++;
      else if (token.text === "}" && --braces < 0) break;
      else if (/^[([]$/.test(token.text)) depth++;
      else if (/^[)\]]$/.test(token.text)) depth--;
      // The groups of a command belong to it.
      end = token.text === "\\" ? commandAt(this.text, token.from).to : token.to;
    }
    return end;
  }

  /** Whether another item begins at a token. */
  private isNext({ text, from }: Token): boolean {
    if (text === ",") return true;
    if (text === "\\") return latexHead(this.text, from) !== null;
    const rest = this.text.slice(from, from + 100);
    const isFirst = /\n[ \t]*$/.test(this.text.slice(Math.max(0, from - 100), from));
    if (isFirst && startsHead(this.text, from)) return true;
    return (
      isName(text) &&
      (oneWordHead.test(rest) || studyHead.test(rest) || longKeys.some((key) => rest.startsWith(`${key} =`)))
    );
  }
}

/** What is written for `0.01:0.01:0.1` around the colon at a place. */
function rangeNote(text: string, at: number): string {
  const before = /[\d.eE:+-]*$/.exec(text.slice(Math.max(0, at - 80), at))![0];
  const after = /^[\d.eE:+-]*/.exec(text.slice(at, at + 80))![0];
  const parts = (before + after).split(":").map(Number);
  const [from, by, to] = parts.length === 3 ? parts : [parts[0], 1, parts[1]];
  const count = Math.floor((to - from) / by + 1e-9) + 1;
  const isPlain = parts.length < 4 && Number.isFinite(count) && count > 0;
  if (!isPlain) return "a study takes range(from, to, how many)";
  const last = Number((from + by * (count - 1)).toPrecision(12));
  return `a range of values is range(${from}, ${last}, ${count}), in a study`;
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1) : text;
}

/** `\dot{v} =`, `\frac{dv}{dt} =`, `\vec{v}' =`, `\omega =`: the defined name, and where it ends. */
function latexHead(text: string, at: number): { readonly name: string; readonly to: number } | null {
  const rest = text.slice(at, at + 100);
  const sign = /^\s*(\+?=)(?!=)/;
  const quotient = /^\\[dt]?frac\s*\{\s*(?:d|\\mathrm\{d\})\s*(\w+)\s*\}\s*\{\s*(?:d|\\mathrm\{d\})\s*t\s*\}/.exec(
    rest,
  );
  if (quotient && sign.test(rest.slice(quotient[0].length)))
    return { name: `${quotient[1]}'`, to: at + quotient[0].length };
  const accent = /^\\(dot|ddot|vec|hat|bar|mathbf|boldsymbol|bm)\s*(?:\{\s*(\w+)\s*\}|\s(\w+))('*)/.exec(rest);
  if (accent && sign.test(rest.slice(accent[0].length))) {
    const primes = accent[1] === "dot" ? "'" : accent[1] === "ddot" ? "''" : "";
    return { name: (accent[2] ?? accent[3]) + primes + accent[4], to: at + accent[0].length };
  }
  const letter = /^\\([A-Za-z]+)('*)/.exec(rest);
  if (letter && sign.test(rest.slice(letter[0].length)))
    return { name: letter[1] + letter[2], to: at + letter[0].length };
  return null;
}
