// A name as a symbol: `omega_1` is ω with the index 1, `L_body` is L with the index body, `t0` is t with the index 0.
import { type Face, type Formula, fence, level, number, row, script, sign, symbol } from "./formula.ts";

export const greek: ReadonlyMap<string, string> = new Map([
  ["alpha", "α"],
  ["beta", "β"],
  ["gamma", "γ"],
  ["delta", "δ"],
  ["epsilon", "ε"],
  ["zeta", "ζ"],
  ["eta", "η"],
  ["theta", "θ"],
  ["iota", "ι"],
  ["kappa", "κ"],
  ["lambda", "λ"],
  ["mu", "μ"],
  ["nu", "ν"],
  ["xi", "ξ"],
  ["pi", "π"],
  ["rho", "ρ"],
  ["sigma", "σ"],
  ["tau", "τ"],
  ["upsilon", "υ"],
  ["phi", "φ"],
  ["chi", "χ"],
  ["psi", "ψ"],
  ["omega", "ω"],
  ["Gamma", "Γ"],
  ["Delta", "Δ"],
  ["Theta", "Θ"],
  ["Lambda", "Λ"],
  ["Xi", "Ξ"],
  ["Pi", "Π"],
  ["Sigma", "Σ"],
  ["Upsilon", "Υ"],
  ["Phi", "Φ"],
  ["Psi", "Ψ"],
  ["Omega", "Ω"],
]);

export interface SymbolParts {
  /** One letter, Latin or Greek, or a word. */
  readonly letters: string;
  readonly indices: readonly string[];
}

export function symbolParts(name: string): SymbolParts {
  const [first, ...rest] = name.split("_").filter((part) => part !== "");
  // `_` alone, or a name that is a number without its `_`.
  if (first === undefined || /^\d/.test(first)) return { letters: name, indices: [] };
  const [letters, ...digits] = withoutDigits(first);
  const indices = [...digits, ...rest.flatMap(withoutDigits)];
  return { letters: greek.get(letters) ?? letters, indices: indices.map((index) => greek.get(index) ?? index) };
}

function withoutDigits(part: string): string[] {
  const match = /^(\D.*?)(\d+)$/.exec(part);
  return match ? [match[1], match[2]] : [part];
}

/** Whether it is a single letter, with space for a dot or a hat above it. */
export function isLetter(letters: string): boolean {
  return [...letters].length === 1;
}

export function letterSymbol(letters: string, face: Face): Formula {
  return symbol(letters, face === "italic" && !isLetter(letters) ? "upright" : face);
}

function indexFormula(index: string): Formula {
  return /^\d+$/.test(index) ? number(index) : letterSymbol(index, "italic");
}

/** The indices below a name: its own, then those of an element. Digits and letters of an element are adjacent. */
function below(indices: readonly string[], element: readonly Formula[]): Formula | null {
  const items: Formula[] = [];
  indices.forEach((index, i) => {
    const words = i > 0 && [indices[i - 1], index].every((one) => /^\D/.test(one) && !isLetter(one));
    if (i > 0) items.push(sign(words ? "space" : ","));
    items.push(indexFormula(index));
  });
  const isShort = (item: Formula) => (item.kind === "number" || item.kind === "symbol") && isLetter(item.text);
  const tight = element.every(isShort);
  element.forEach((item, i) => {
    if (items.length > 0 && (i === 0 || !tight)) items.push(sign(","));
    items.push(item);
  });
  if (items.length === 0) return null;
  return items.length === 1 ? items[0] : row(level.choice, ...items);
}

export interface SymbolMarks {
  readonly accent?: "dot" | "two dots" | "hat";
  /** Whether it is the value before a jump, or the registered value: a minus above. */
  readonly before?: boolean;
  /** Which element, counted from 1. */
  readonly element?: readonly Formula[];
}

export function nameFormula(name: string, face: Face, { accent, before, element = [] }: SymbolMarks = {}): Formula {
  const { letters, indices } = symbolParts(name);
  const bare = letterSymbol(letters, face);
  const base: Formula = accent ? { kind: "accent", mark: accent, base: bare } : bare;
  const index = below(indices, element);
  return index || before ? script(base, index, before ? sign("-") : null) : base;
}

/** An element of what is not a name. */
export function elementFormula(base: Formula, element: readonly Formula[]): Formula {
  const isFree = base.kind === "fence" || base.kind === "table" || base.kind === "row";
  return script(isFree ? base : fence(base), below([], element), null);
}
