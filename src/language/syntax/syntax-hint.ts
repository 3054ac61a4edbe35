// The tokens around a syntax error, and what the habits of other languages and keyboards meant by them.
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

/** The token at or after `offset`, white space and comments passed over; null at the end of the text. */
export function tokenAt(text: string, offset: number): Token | null {
  tokenPattern.lastIndex = offset;
  for (;;) {
    const match = tokenPattern.exec(text);
    if (!match) return null;
    if (match[1] !== undefined) return { text: match[1], from: match.index, to: match.index + match[1].length };
  }
}

/** The last token that ends at or before `offset`, read on its own line and the ones before as far as needed. */
export function tokenBefore(text: string, offset: number): Token | null {
  let start = Math.max(0, offset - 400);
  start = start === 0 ? 0 : text.indexOf("\n", start) + 1 || start;
  let last: Token | null = null;
  for (let token = tokenAt(text, start); token && token.to <= offset; token = tokenAt(text, token.to)) last = token;
  return last;
}

export const isName = (text: string) => /^[\p{L}_]/u.test(text);

/** Tokens after which an expression, or a part of one, must follow. */
export const operators = /^(#|\^|\*|\/|\.|\+|-|==|!=|<=|>=|<|>|&|\||!|\+\+|=|\+=|,|\(|\[|\{|\$|if|then|else)$/;

/** What other languages and other keyboards write, and what is written here. */
const hints = new Map([
  ["&&", "write & for 'and'"],
  ["||", "write | for 'or'"],
  ["and", "write & for 'and'"],
  ["or", "write | for 'or'"],
  ["**", "write ^ for a power"],
  ["<>", "write != for 'not equal'"],
  ["=<", "write <= for 'less or equal'"],
  ["=>", "write >= for 'greater or equal'"],
  ["%", "there is no remainder operator; use floor: a - b * floor(a / b)"],
  ["?", "write if c then a else b"],
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

/** Words that mean something elsewhere, where what follows them does not fit. */
const hintsAfter = new Map([
  ["not", "write ! for 'not'"],
  ["return", "the value of a function is its expression: leave out 'return'"],
]);

/** The unit that begins here without its brackets, `m/s^2` or `{kg}`; null where what stands there is none. */
export function unitAt(source: string, token: Pick<Token, "text" | "from">): string | null {
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
  const wantsOperand = before !== null && operators.test(before.text);
  const pair = hints.get(source[token.from - 1] + text) ?? hints.get(text + source[token.to]);
  const hint = pair ?? hints.get(text) ?? (before && !wantsOperand ? hintsAfter.get(before.text) : null);
  if (hint) return hint;
  const comparison = text === "=" && before && !wantsOperand ? comparisonHint(source, token) : null;
  if (comparison !== null) return comparison;
  const misplaced = misplacedHint(text, before, wantsOperand);
  if (misplaced !== null) return misplaced;
  if (text.startsWith('"')) return "there are no texts in quotes among the values";
  if (!before) return null;
  if (/^(IF|THEN|ELSE|If|Then|Else)$/.test(before.text))
    return `the words of the language are in small letters: ${before.text.toLowerCase()}`;
  if (text === "(" && isName(before.text) && !wantsOperand)
    return `to call ${before.text}, let the ( touch its name: ${before.text}(…)`;
  return numberHint(source, token, before);
}

/** A token that is right elsewhere: `.5`, `|x|`, `a!`, `a if c`. */
function misplacedHint(text: string, before: Token | null, wantsOperand: boolean): string | null {
  if (text === "." && wantsOperand) return "a number starts with a digit: 0.5";
  if (text === "|" && wantsOperand) return "the absolute value is abs(x), the length of a vector norm(v)";
  if (text === "!" && !wantsOperand) return "! stands before what it denies: !a; for 'not equal' write !=";
  if (text === "if" && before && !wantsOperand) return "write if c then a else b";
  return null;
}

/** `when = x = 3`: a condition that compares by one =. */
function comparisonHint(source: string, { from, to }: Token): string | null {
  const compared = /\bwhen\s*=\s*([^={}\n]*?)\s*$/.exec(source.slice(Math.max(0, from - 200), from));
  if (!compared || /\bif\b/.test(compared[1])) return null;
  const next = tokenAt(source, to)?.text ?? "";
  const value = /^[\p{L}\d]/u.test(next) ? next : "…";
  return `to compare, write >= or <=: when = ${compared[1]} >= ${value}`;
}

/** What is wrong after a number, or a value that may have a unit: `3 m`, `2x`, `1 000`, `0,5`. */
function numberHint(source: string, token: Token, before: Token): string | null {
  const { text } = token;
  const touches = before.to === token.from;
  const isNumber = /^\d/.test(before.text);
  const unit = isNumber || before.text === "]" || before.text === ")" ? unitAt(source, token) : null;
  if (unit === "t" && isNumber && touches)
    return `to multiply by the time, write ${before.text} * t; a unit stands in brackets: ${before.text} [t]`;
  if (unit !== null && (touches || unit.length > 1))
    return `a unit stands in brackets: ${isNumber ? before.text : "…"} [${unit}]`;
  if (isNumber && touches && /^[eE]\d*$/.test(text)) return "an exponent has digits: 1e3";
  if (isNumber && touches && (isName(text) || text === "("))
    return `to multiply, write *: ${before.text} * ${text === "(" ? "(…)" : text}`;
  if (isNumber && /^\d{3}$/.test(text)) return `the digits of a number are not parted: ${before.text}${text}`;
  const comma = /(\d+),$/.exec(source.slice(Math.max(0, token.from - 20), token.from));
  if (!comma || !/^\d/.test(text)) return null;
  const whole = /^\d{3}$/.test(text) ? `; or write ${comma[1]}${text}, for digits are not parted` : "";
  return `the fraction of a number follows a point: ${comma[1]}.${text}${whole}`;
}
