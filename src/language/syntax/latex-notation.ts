// Formulas in LaTeX, with what to write here.

const signs: ReadonlyMap<string, string> = new Map([
  ["cdot", "*"],
  ["times", "*"],
  ["ast", "*"],
  ["div", "/"],
  ["le", "<="],
  ["leq", "<="],
  ["ge", ">="],
  ["geq", ">="],
  ["ne", "!="],
  ["neq", "!="],
  ["land", "&"],
  ["lor", "|"],
]);

const functions: ReadonlyMap<string, string> = new Map([
  ["sin", "sine"],
  ["cos", "cosine"],
  ["tan", "tangent"],
  ["arcsin", "inverseSine"],
  ["arccos", "inverseCosine"],
  ["arctan", "inverseTangent"],
  ["exp", "exp"],
  ["ln", "log"],
  ["log", "log"],
  ["min", "min"],
  ["max", "max"],
]);

/** Commands that are dropped without replacement. */
const needless = /^(left|right|big|Big|bigg|Bigg|quad|qquad|displaystyle|,|;|!| )$/;
const accents = /^(vec|hat|bar|mathbf|mathrm|boldsymbol|bm|text)$/;
const quotients = /^[dt]?frac$/;
const greek = new Set(
  (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau " +
    "upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
  ).split(" "),
);

/** The most commands that are written out. */
const most = 4;
const general = "a formula is written k / m * x, sqrt(x), sine(x)";

/** A command, its groups, and where it ends. */
export interface LatexCommand {
  readonly name: string;
  readonly groups: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** What to write for the commands between two places, the first at `from`. */
export function tellLatex(text: string, from: number, to: number): string {
  const words: string[] = [];
  let isJuxtaposed = false;
  for (let at = from; at >= 0 && at < to; at = text.indexOf("\\", at)) {
    const command = commandAt(text, at);
    isJuxtaposed ||= isOperand(command) && touchesOperand(text.slice(0, command.to), text.slice(command.to, to), at);
    const meant = meaningOf(command, text.slice(0, at));
    const saying = meant && `${meant} for ${text.slice(command.from, command.to)}`;
    if (saying && !words.includes(saying)) words.push(saying);
    at = command.to;
  }
  if (words.length === 0 || words.length > most) return `this looks like LaTeX: ${general}`;
  return `this looks like LaTeX: write ${words.join(", ")}${isJuxtaposed ? ", and * between factors" : ""}`;
}

export function commandAt(text: string, from: number): LatexCommand {
  const name = /^\\([A-Za-z]+|.)/.exec(text.slice(from, from + 40))?.[1] ?? "";
  let to = from + 1 + name.length;
  const groups: string[] = [];
  const wanted = quotients.test(name) ? 2 : isPlain(name) ? 0 : 1;
  while (groups.length < wanted) {
    const end = groupEnd(text, to);
    if (end < 0) break;
    groups.push(text.slice(text.indexOf("{", to) + 1, end - 1).trim());
    to = end;
  }
  return { name, groups, from, to };
}

/** Whether a command takes no group. */
function isPlain(name: string): boolean {
  return signs.has(name) || functions.has(name) || greek.has(name) || needless.test(name);
}

/** The end of the group `{…}` that begins at a place, or -1. */
function groupEnd(text: string, from: number): number {
  const start = /^\s*\{/.exec(text.slice(from, from + 20))?.[0].length;
  if (start === undefined) return -1;
  let depth = 1;
  for (let i = from + start; i < Math.min(text.length, from + 500); i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return i + 1;
  }
  return -1;
}

function isOperand({ name }: LatexCommand): boolean {
  return !signs.has(name) && !functions.has(name) && !needless.test(name);
}

/** Whether an operand stands directly before or after a command, with no sign between. */
function touchesOperand(upTo: string, rest: string, at: number): boolean {
  const before = upTo.slice(0, at);
  const next = /^\s*\\([A-Za-z]+)/.exec(rest)?.[1];
  const isNext = next === undefined ? /^\s*[\p{L}\d([]/u.test(rest) : !signs.has(next) && !/^right$/.test(next);
  return isNext || /[\p{L}\p{N})\]'}]\s*$/u.test(before);
}

/** What to write for a command; null if that takes more than a few words. */
function meaningOf({ name, groups }: LatexCommand, before: string): string | null {
  const [one = "", two = ""] = groups;
  if (quotients.test(name)) {
    if (groups.length < 2 || !isReadable(one) || !isReadable(two)) return "(a) / (b)";
    const quotient = `${operand(one)} / ${operand(two)}`;
    return /[\^/#.]\s*\{?\s*$/.test(before) ? `(${quotient})` : quotient;
  }
  if (name === "sqrt") return isReadable(one) && groups.length > 0 ? `sqrt(${one})` : "sqrt(x)";
  if (name === "dot") return isAtom(one) ? `${one}'` : null;
  if (accents.test(name)) return isAtom(one) ? one : null;
  const called = functions.get(name);
  if (called) return `${called}(x)`;
  if (needless.test(name)) return null;
  return signs.get(name) ?? (greek.has(name) ? name : null);
}

function isAtom(text: string): boolean {
  return /^(\p{L}[\p{L}\p{N}_]*|\d+(\.\d+)?)$/u.test(text);
}

/** Whether a group means the same here: it has no command, and no factors without a sign. */
function isReadable(text: string): boolean {
  return text !== "" && !/[\\{}]|[\p{L}\p{N})]\s+[\p{L}\p{N}(]|\d\p{L}/u.test(text);
}

function operand(text: string): string {
  return isAtom(text) ? text : `(${text})`;
}
