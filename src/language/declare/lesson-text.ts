// A paragraph of a lesson in parts: plain words, code, and formulas of VFLang.
import type { Definition, Expr } from "../syntax/ast.ts";
import { Diagnostics } from "../syntax/diagnostic.ts";
import { parseFile } from "../syntax/parse.ts";
import { createSource } from "../syntax/span.ts";
import type { Note } from "./lesson.ts";

export type NotePart =
  | { readonly kind: "words" | "code"; readonly text: string }
  | { readonly kind: "formula"; readonly text: string; readonly law: Definition | Expr };

export interface NoteMistake {
  /** Places in the text of the note. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** Whether a formula is a definition, not just an expression. */
export function isLawDefinition(law: Definition | Expr): law is Definition {
  return "params" in law;
}

/** The parts of a note, and the formulas that cannot be read, which stay code. */
export function partsOfNote({ text }: Pick<Note, "text">): { parts: NotePart[]; mistakes: NoteMistake[] } {
  const parts: NotePart[] = [];
  const mistakes: NoteMistake[] = [];
  let at = 0;
  for (const found of text.matchAll(/`([^`]+)`|\$([^$]+)\$/g)) {
    if (found.index > at) parts.push({ kind: "words", text: text.slice(at, found.index) });
    at = found.index + found[0].length;
    const [, code, formula] = found;
    const law = formula === undefined ? null : readFormula(formula);
    if (law) parts.push({ kind: "formula", text: formula, law });
    else parts.push({ kind: "code", text: code ?? formula });
    if (formula !== undefined && !law)
      mistakes.push({ from: found.index, to: at, message: `'${formula}' between $ and $ is not a VFLang formula` });
  }
  if (at < text.length) parts.push({ kind: "words", text: text.slice(at) });
  return { parts, mistakes };
}

function readFormula(text: string): Definition | Expr | null {
  // A definition has no other form; any other text must be an expression.
  for (const whole of [text, `$${text}`]) {
    const told = new Diagnostics();
    const { definitions, queries } = parseFile(createSource("formula", whole), told);
    const found = [...definitions, ...queries.map(({ value }) => value)];
    if (!told.hasErrors && found.length === 1) return found[0];
  }
  return null;
}
