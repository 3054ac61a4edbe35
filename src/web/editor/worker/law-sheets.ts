// The laws of a text as formulas, for the cards and for the law at the cursor.
import type { Checked } from "../../../language/check/check.ts";
import { type Span, spanText } from "../../../language/syntax/span.ts";
import { type LawCard, type LawSheet, sheetsOf } from "../../../language/typeset/card.ts";
import { toInlineMathml, toMathml } from "../../../language/typeset/mathml.ts";
import { unitFormula } from "../../../language/typeset/quantity.ts";
import type { FormulaCard, FormulaSheet } from "../../protocol/text.ts";

const made = new WeakMap<Checked, readonly LawSheet[]>();

/** A text is typeset once, however often it is requested. */
function sheets(checked: Checked): readonly LawSheet[] {
  let known = made.get(checked);
  if (!known) made.set(checked, (known = sheetsOf(checked)));
  return known;
}

export function formulaSheets(checked: Checked): FormulaSheet[] {
  const fileOf = ({ source }: Span) => (source === checked.source ? null : source.name);
  return sheets(checked).map(({ kind, name, span, cards }) => ({
    kind,
    name,
    file: fileOf(span),
    cards: cards.map(formulaCard),
  }));
}

/** The law that a place in the text belongs to; the law itself, not the block around it. */
export function formulaAt(checked: Checked, at: number): FormulaCard | null {
  // The indentation before it and the comment beside it belong to it too.
  const isBlank = (from: number, to: number) => /^[ \t]*(?:\/\/[^\n]*)?$/.test(checked.source.text.slice(from, to));
  const holds = ({ span: { source, from, to } }: LawCard) =>
    source === checked.source && (at < from ? isBlank(at, from) : at <= to || (at < to + 500 && isBlank(to, at)));
  const [found] = sheets(checked)
    .flatMap(({ cards }) => cards.filter(holds))
    .toSorted((a, b) => b.span.from - a.span.from);
  return found ? formulaCard(found) : null;
}

function formulaCard({ name, span, formula, meaning, units }: LawCard): FormulaCard {
  return {
    name,
    from: span.from,
    math: toMathml(formula, spanText(span).replace(/\s+/g, " ")),
    meaning,
    units: units.map((one) => ({
      name: one.name,
      symbol: toInlineMathml(one.symbol),
      unit: toInlineMathml(unitFormula(one.unit)),
    })),
  };
}
