// The tokens around a syntax error, and what they mean in other languages and on other keyboards.
import { natives } from "../shapes/natives.ts";
import { findUnit } from "./unit.ts";

export interface Token {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const blank = /[\s\ufeff]+|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/;
const word = /[\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|"[^"\n]*"?/u;
const sign = /\+=|\+\+|==|!=|<=|>=|&&|\|\||\*\*|=>|[\s\S]/;
const tokenPattern = new RegExp(`${blank.source}|(${word.source}|${sign.source})`, "uy");

/** The token at or after `offset`, skipping white space and comments; null at the end of the text. */
export function tokenAt(text: string, offset: number): Token | null {
  tokenPattern.lastIndex = offset;
  for (;;) {
    const match = tokenPattern.exec(text);
    if (!match) return null;
    if (match[1] !== undefined) return { text: match[1], from: match.index, to: match.index + match[1].length };
  }
}

/** The last token that ends at or before `offset`, found on its own line and as many before as needed. */
export function tokenBefore(text: string, offset: number): Token | null {
  let start = Math.max(0, offset - 400);
  start = start === 0 ? 0 : text.indexOf("\n", start) + 1 || start;
  let last: Token | null = null;
  for (let token = tokenAt(text, start); token && token.to <= offset; token = tokenAt(text, token.to)) last = token;
  return last;
}

export const isName = (text: string) => /^[\p{L}_]/u.test(text);

/** Tokens that must be followed by an expression, or a part of one. */
export const operators = /^(#|\^|\*|\/|\.|\+|-|==|!=|<=|>=|<|>|&|\||!|\+\+|=|\+=|,|\(|\[|\{|\$|if|then|else)$/;

const noElementwise = "there are no products of elements: write * with a number, and a # 1 * b # 1 for elements";

/** What other languages and keyboards write, and what to write here. */
const hints = new Map([
  ["&&", "write & for 'and'"],
  ["||", "write | for 'or'"],
  ["and", "write & for 'and'"],
  ["or", "write | for 'or'"],
  ["**", "write ^ for a power"],
  [".*", noElementwise],
  ["./", "to divide by a number, write /"],
  [".^", "write ^ for a power of a number, and a . a for the square of a vector's length"],
  ["<>", "write != for 'not equal'"],
  ["=<", "write <= for 'less or equal'"],
  ["=>", "write >= for 'greater or equal'"],
  ["%", "there is no remainder operator; use floor: a - b * floor(a / b)"],
  ["?", "write if c then a else b"],
  ["->", "name it by aliases = { use m as attribute mass of object ball }, and write m"],
  [";", "definitions need no ';' between them"],
  [":", "write name = value"],
  ["elseif", "write else if, in two words"],
  ["elif", "write else if"],
  ["−", "write the - of the keyboard"],
  ["–", "write the - of the keyboard"],
  ["×", "write *"],
  ["·", "write * for a product, . for an inner product"],
  ["÷", "write /"],
  ["°", "write the unit in brackets: [°]"],
  ["²", "write ^2"],
  ["³", "write ^3"],
  ["√", "write sqrt(x)"],
  ["≤", "write <="],
  ["≥", "write >="],
  ["≠", "write !="],
]);

/** Words that mean something elsewhere, if what follows them does not fit. */
const hintsAfter = new Map([
  ["not", "write ! for 'not'"],
  ["return", "the value of a function is its expression: leave out 'return'"],
]);

/** The unit that begins here without its brackets, `m/s^2` or `{kg}`; null if there is none. */
export function unitAtToken(source: string, token: Pick<Token, "text" | "from">): string | null {
  const rest = source.slice(token.from, token.from + 60);
  const found =
    token.text === "{"
      ? /^\{\s*([^{}]+?)\s*\}/.exec(rest)?.[1]
      : /^\p{L}+(\^-?\d+)?([*/]\p{L}+(\^-?\d+)?)*/u.exec(rest)?.[0];
  if (found === undefined) return null;
  return found.split(/[*/ ]+/).every((part) => findUnit(part.replace(/\^-?\d+$/, "")) !== null) ? found : null;
}

/** What is commonly written for something else. */
export function habitHint(source: string, token: Token | null, before: Token | null): string | null {
  if (!token) return null;
  const { text } = token;
  const line = source.slice(Math.max(0, token.from - 200), token.from);
  if (text === ";" && /\[[^\][{}]*$/.test(line)) return columnHint(source, token.from);
  if (text === ":" && /=\s*\{[^{}]*$/.test(line) && !/(functions|attributes|units)\s*=\s*\{[^{}]*$/.test(line))
    return "a vector has no names: [x, y, z]";
  if (text === "%") return percentHint(source, token);
  const wantsOperand = before !== null && operators.test(before.text);
  const pair = hints.get(source[token.from - 1] + text) ?? hints.get(text + source[token.to]);
  const hint = pair ?? hints.get(text) ?? (before && !wantsOperand ? hintsAfter.get(before.text) : null);
  if (hint) return hint;
  const comparison = text === "=" && before && !wantsOperand ? comparisonHint(source, token) : null;
  if (comparison !== null) return comparison;
  const misplaced = misplacedHint(text, before, wantsOperand);
  if (misplaced !== null) return misplaced;
  if (text.startsWith('"')) return "a value cannot be a text in quotes";
  if (!before) return null;
  return callHint(source, token, before) ?? numberHint(source, token, before);
}

/** `[0; 0; 2]`, a column of MATLAB, and `[1, 2; 3, 4]`. */
function columnHint(source: string, at: number): string {
  const left = /[^[\]{}]*$/.exec(source.slice(Math.max(0, at - 200), at))![0];
  const right = /^([^[\]{}=]*)\]/.exec(source.slice(at, at + 200))?.[1];
  const entries = right === undefined ? [] : (left + right).split(";").map((entry) => entry.trim());
  const isColumn = entries.length > 1 && entries.every((entry) => /^[^\s,]+$/.test(entry));
  if (isColumn) return `elements are separated by commas: write [${entries.join(", ")}]`;
  return "a matrix is written row by row: [[1, 2], [3, 4]]";
}

/** `75 [%]` and `75 %` are shares; `a % b` is a remainder. */
function percentHint(source: string, { from, to }: Token): string {
  const before = source.slice(Math.max(0, from - 60), from);
  const [, number = null, opened = ""] = /(?<![\p{L}\p{N}_.])(\d+(?:\.\d+)?)?\s*(\[\s*)?$/u.exec(before) ?? [];
  const rest = source.slice(to, to + 60);
  const share = number === null ? null : String(Number((Number(number) / 100).toPrecision(12)));
  if (opened !== "") {
    const isAlone = /^\s*\]/.test(rest);
    if (share !== null)
      return isAlone ? `% is no unit here: write ${share}` : `% is no unit here: write ${share} and 1 for %`;
    return isAlone
      ? "% is no unit here: divide the value by 100"
      : "% is no unit here: divide the value by 100, and write 1 for %";
  }
  if (
    share !== null &&
    (tokenAt(source, to) === null || /^[ \t]*([\n,)\]}]|\/\/)|^\s+\p{L}[\p{L}\p{N}_ ]*'*\s*=/u.test(rest))
  )
    return `there is no % here: write ${share}`;
  return hints.get("%")!;
}

/** What is wrong after a word that stands for a function: `IF a`, `sin (x)`, `sqrt x`. */
function callHint(source: string, { text, from }: Token, before: Token): string | null {
  if (/^(IF|THEN|ELSE|If|Then|Else)$/.test(before.text))
    return `the words of the language are in small letters: ${before.text.toLowerCase()}`;
  if (text === "(" && isName(before.text) && !operators.test(before.text))
    return `to call ${before.text}, let the ( touch its name: ${before.text}(…)`;
  const isArgument = isName(text) && natives.has(before.text) && !/^(if|then|else)$/.test(text);
  if (isArgument && !/\n/.test(source.slice(before.to, from))) return `write ${before.text}(${text})`;
  return null;
}

/** A token that is valid elsewhere: `.5`, `|x|`, `a!`, `a if c`. */
function misplacedHint(text: string, before: Token | null, wantsOperand: boolean): string | null {
  if (text === "." && wantsOperand) return "a number starts with a digit: 0.5";
  if (text === "|" && wantsOperand) return "the absolute value is abs(x), the length of a vector norm(v)";
  if (text === "!" && !wantsOperand) return "! comes before its operand: !a; for 'not equal' write !=";
  if (text === "if" && before && !wantsOperand) return "write if c then a else b";
  return null;
}

/** `when = x = 3`: a condition that compares with a single =. */
function comparisonHint(source: string, { from, to }: Token): string | null {
  const compared = /\b(when|goal)\s*=\s*([^={}\n]*?)\s*$/.exec(source.slice(Math.max(0, from - 200), from));
  if (!compared || /\bif\b/.test(compared[2])) return null;
  const next = tokenAt(source, to)?.text ?? "";
  const value = /^[\p{L}\d]/u.test(next) ? next : "…";
  return `to compare, write >= or <=: ${compared[1]} = ${compared[2]} >= ${value}`;
}

/** What is wrong after a number, or a value that may have a unit: `3 m`, `2x`, `1 000`, `0,5`. */
function numberHint(source: string, token: Token, before: Token): string | null {
  const { text } = token;
  const touches = before.to === token.from;
  const isNumber = /^\d/.test(before.text);
  const unit = isNumber || before.text === "]" || before.text === ")" ? unitAtToken(source, token) : null;
  if (unit === "t" && isNumber && touches)
    return `to multiply by the time, write ${before.text} * t; write a unit in brackets: ${before.text} [t]`;
  if (unit !== null && (touches || unit.length > 1))
    return `write a unit in brackets: ${isNumber ? before.text : "…"} [${unit}]`;
  if (isNumber && touches) return gluedHint(source, token, before) ?? commaHint(source, token);
  if (isNumber && /^\d{3}$/.test(text)) return `write a number without gaps: ${before.text}${text}`;
  return commaHint(source, token);
}

/** What is wrong directly after a number: `2x`, `3(v`, `6.67x10^-11`, `1e`. */
function gluedHint(source: string, { text, from }: Token, before: Token): string | null {
  const power = /^[x×]10\^?(-?\d+)/.exec(source.slice(from, from + 12));
  if (power) return `a power of ten is written with an e: ${before.text}e${power[1]}`;
  if (/^[eE]\d*$/.test(text)) return "an exponent has digits: 1e3";
  if (isName(text) || text === "(") return `to multiply, write *: ${before.text} * ${text === "(" ? "(…)" : text}`;
  return null;
}

/** What is wrong after a decimal comma: `0,5`. */
function commaHint(source: string, { text, from }: Token): string | null {
  const comma = /(\d+),$/.exec(source.slice(Math.max(0, from - 20), from));
  if (!comma || !/^\d/.test(text)) return null;
  const whole = /^\d{3}$/.test(text) ? `; or write ${comma[1]}${text} without a gap` : "";
  return `the fraction of a number follows a point: ${comma[1]}.${text}${whole}`;
}
