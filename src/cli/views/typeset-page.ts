// The laws of a text as a separate page: formulas in MathML beside their text.
import { spanText } from "../../language/syntax/span.ts";
import type { LawCard, LawSheet } from "../../language/typeset/card.ts";
import { escapeMarkup, toInlineMathml, toMarkup, toMathml } from "../../language/typeset/mathml.ts";
import { unitFormula } from "../../language/typeset/quantity.ts";

const style = `
:root { color-scheme: light dark; }
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 2.5rem 0 0; }
.type, .units { color: light-dark(#555, #aaa); font-size: 0.875rem; }
article { margin: 1rem 0; padding: 0.75rem 1rem; overflow-x: auto; }
article { border: 1px solid light-dark(#ddd, #444); border-radius: 6px; }
article p { margin: 0.25rem 0; }
math { font-size: 1.15rem; } .units math { font-size: inherit; }
math { font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", "Libertinus Math",
  "DejaVu Math TeX Gyre", math; }
math[display="block"] { width: max-content; margin: 0.25rem 0; text-align: left; }
pre { margin: 0.5rem 0 0; font-size: 0.8rem; color: light-dark(#666, #999); white-space: pre-wrap; }
`;

export function typesetPage(name: string, meaning: string, sheets: readonly LawSheet[]): string[] {
  const title = escapeMarkup(name);
  return [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${title}</title><style>${style}</style></head><body>`,
    `<h1>${title}</h1>`,
    ...paragraph(meaning),
    ...sheets.flatMap((sheet) => sheetLines(sheet, meaning)),
    "</body></html>",
  ];
}

function paragraph(text: string, className = ""): string[] {
  return text === "" ? [] : [`<p${className === "" ? "" : ` class="${className}"`}>${escapeMarkup(text)}</p>`];
}

/** A heading that the head of the file already has is left out. */
function sheetLines({ kind, name, type, meaning, cards }: LawSheet, said: string): string[] {
  return [
    `<section><h2>${escapeMarkup(kind === "functions" ? `Functions of ${name}` : name)}</h2>`,
    ...paragraph(type, "type"),
    ...paragraph(meaning === said ? "" : meaning),
    ...cards.map(cardMarkup),
    "</section>",
  ];
}

function cardMarkup({ formula, meaning, units, span }: LawCard): string {
  const text = spanText(span).replace(/\n[ \t]+/g, "\n    ");
  const listed = units.map(
    ({ symbol, unit }) => `${toMarkup(toInlineMathml(symbol))} in ${toMarkup(toInlineMathml(unitFormula(unit)))}`,
  );
  return [
    "<article>",
    toMarkup(toMathml(formula, text.replace(/\s+/g, " "))),
    ...paragraph(meaning),
    ...(listed.length > 0 ? [`<p class="units">${listed.join(", ")}</p>`] : []),
    `<pre>${escapeMarkup(text)}</pre></article>`,
  ].join("");
}
