// A formula as data: what is printed where, and how tightly its parts bind. Printers only write it out.

/** The style of letters: a vector is bold, a matrix sans-serif, a word upright. */
export type Face = "italic" | "upright" | "vector" | "matrix";

export type Sign =
  | "+"
  | "-"
  | "×"
  | "·"
  | "⊗"
  | "/"
  | "="
  | "≠"
  | "≤"
  | "≥"
  | "<"
  | ">"
  | "⇔"
  | "+="
  | "++"
  | "and"
  | "or"
  | "¬"
  | "∂"
  | "d"
  /** Between factors: nothing, or a narrow gap. */
  | "times"
  | "thin times"
  /** Between a function and its arguments. */
  | "of"
  | ","
  | "space";

export type Fence = "()" | "[]" | "{}" | "||" | "‖‖" | "⌊⌋";

export type Formula =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "symbol"; readonly text: string; readonly face: Face }
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "sign"; readonly sign: Sign }
  | { readonly kind: "script"; readonly base: Formula; readonly below: Formula | null; readonly above: Formula | null }
  | { readonly kind: "accent"; readonly mark: "dot" | "two dots" | "hat"; readonly base: Formula }
  | { readonly kind: "fraction"; readonly above: Formula; readonly below: Formula }
  | { readonly kind: "root"; readonly degree: Formula | null; readonly body: Formula }
  | { readonly kind: "fence"; readonly fence: Fence; readonly body: Formula }
  /** A function with its usual sign, such as sin, before its argument. */
  | { readonly kind: "prefix"; readonly head: Formula; readonly body: Formula }
  /** A sum over bodies or links. */
  | { readonly kind: "total"; readonly over: string; readonly body: Formula }
  | { readonly kind: "cases"; readonly cases: readonly Case[]; readonly otherwise: Formula }
  | { readonly kind: "table"; readonly fence: "()" | "[]"; readonly rows: readonly (readonly Formula[])[] }
  | { readonly kind: "row"; readonly items: readonly Formula[]; readonly level: number };

export interface Case {
  readonly value: Formula;
  readonly condition: Formula;
}

/** How tightly a formula binds; one that binds less than its place requires gets parentheses. */
export const level = {
  choice: 0,
  join: 1,
  or: 2,
  and: 3,
  relation: 4,
  sum: 5,
  /** Cross and inner products, and a slash: they do not associate with each other. */
  cross: 6,
  product: 7,
  /** Fractions and powers: factors, but not bases of a power. */
  power: 8,
  atom: 9,
} as const;

export function levelOf(formula: Formula): number {
  switch (formula.kind) {
    case "row":
      return formula.level;
    case "cases":
      return level.choice;
    case "total":
      return level.cross;
    case "prefix":
      return level.product;
    case "fraction":
      return level.power;
    case "script":
      return formula.above ? level.power : level.atom;
    case "root":
      return level.power;
    default:
      return level.atom;
  }
}

export function number(text: string): Formula {
  return { kind: "number", text };
}

export function sign(name: Sign): Formula {
  return { kind: "sign", sign: name };
}

export function symbol(text: string, face: Face): Formula {
  return { kind: "symbol", text, face };
}

export function fence(body: Formula, kind: Fence = "()"): Formula {
  return { kind: "fence", fence: kind, body };
}

export function row(at: number, ...items: Formula[]): Formula {
  return { kind: "row", items, level: at };
}

export function script(base: Formula, below: Formula | null, above: Formula | null): Formula {
  return { kind: "script", base, below, above };
}

/** Adds parentheses unless it binds as tightly as required. */
export function within(formula: Formula, least: number): Formula {
  return levelOf(formula) >= least ? formula : fence(formula);
}

export function listFormula(items: readonly Formula[]): Formula {
  return row(level.choice, ...items.flatMap((item, i) => (i === 0 ? [item] : [sign(","), item])));
}
